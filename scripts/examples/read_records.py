#!/usr/bin/env python3
"""Reads a run of harrow with Python's standard library alone, and counts results in each cell.

    read_records.py runs/agros-balance

Takes the games in games.jsonl.gz, and of a run under way or interrupted also those that wait in
journal.jsonl, each once. What is damaged is told of on stderr and left out.
"""
import base64
import gzip
import json
import math
import pathlib
import re
import sys
import zlib


def journal_records(path):
    """The records of a journal; lines whose checksum fails are left out."""
    for line in path.read_bytes().splitlines() if path.exists() else []:
        match = re.fullmatch(rb'{"crc32":"([0-9a-f]{8})","(record|head)":(.*)}', line)
        if not match or int(match[1], 16) != zlib.crc32(match[3]):
            print(f"{path}: a damaged line is left out", file=sys.stderr)
        elif match[2] == b"record":  # the head tells how far the run was
            yield json.loads(match[3])


def records(directory):
    """All records of a run, by their ids but for those of the journal, which come last."""
    # Read first, since games move from the journal to the file, never back.
    waiting = list(journal_records(directory / "journal.jsonl"))
    path, last = directory / "games.jsonl.gz", -1
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:  # however many members it has
            for line in file:
                record = json.loads(line)
                last = record["id"]
                yield record
    except (EOFError, OSError, ValueError, zlib.error) as error:
        print(f"{path}: nothing is read behind game {last}: {error}", file=sys.stderr)
    yield from (record for record in waiting if record["id"] > last)


def values(record):
    """The mover's expected score, 0..1, at each ply after the opening; None where it had none."""
    packed = base64.b64decode(record.get("values", ""))
    return [None if byte == 255 else byte / 254 for byte in packed]


def interval(units):
    """The mean of independent scores, and Wilson's interval of 95 % at their effective number."""
    n, mean = len(units), sum(units) / len(units)
    if n < 2:
        return mean, math.nan, math.nan
    variance, z, k = sum((unit - mean) ** 2 for unit in units) / n, 1.959963984540054, n - 1
    t = z + ((z**3 + z) / 4 + (5 * z**5 + 16 * z**3 + 3 * z) / 96 / k) / k  # Student's, nearly
    n = mean * (1 - mean) * k / variance if variance > 0 else n
    half = t * math.sqrt(mean * (1 - mean) / n + t * t / (4 * n * n))
    center, scale = mean + t * t / (2 * n), 1 + t * t / n
    return mean, (center - half) / scale, (center + half) / scale


class Cell:
    def __init__(self, record):
        self.name = f"{record['game']} {record['first']} - {record['second']}"
        self.results = {"1-0": 0, "1/2-1/2": 0, "0-1": 0, "*": 0}
        self.games_of_a_unit = 2 if "pair" in record else 1  # a pair shares its opening
        self.units = {}  # scores of who moved first
        self.sure = []  # how far from even the movers thought the game to be, 0..1

    def add(self, record):
        self.results[record["result"]] += 1
        score = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}.get(record["result"])
        if score is not None:
            self.units.setdefault(record.get("pair", record["id"]), []).append(score)
        self.sure += [abs(2 * value - 1) for value in values(record) if value is not None]

    def __str__(self):
        wins, draws, losses, unfinished = self.results.values()
        line = f"{self.name}  {wins}/{draws}/{losses}, {unfinished} open"
        whole = [unit for unit in self.units.values() if len(unit) == self.games_of_a_unit]
        if whole:
            line += ", first %.4f [%.4f, %.4f]" % interval([sum(unit) / len(unit) for unit in whole])
        return line + (f", {sum(self.sure) / len(self.sure):.2f} sure" if self.sure else "")


def main(directory):
    cells = {}
    for record in records(directory):
        cells.setdefault(record["cell"], Cell(record)).add(record)
    run = json.loads((directory / "experiment.json").read_text(encoding="utf-8"))
    print(run["experiment"]["name"], "is complete" if run["complete"] else "is not complete")
    for number in sorted(cells):
        print(f"{number}  {cells[number]}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
