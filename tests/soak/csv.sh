#!/bin/bash
# What `harrow records --csv` writes is read without fuss: by Python's csv, by pandas and by R, each of
# which must count what jq counts in the records themselves, and take numbers for numbers.
# Usage: csv.sh HARROW. Installs pandas and R, half a gigabyte, where they are missing.
. "$(dirname "$0")/../run.sh"
. "$tests/../scripts/packages.sh"
install_packages jq python3-pandas r-base-core >packages.log 2>&1 ||
    { cat packages.log; exit 3; }
export LC_ALL=C.UTF-8

# Names with commas, quotes, other letters; games that are paired and not, with and without scores,
# unfinished, given up, begun at a position.
make_games() {
    local odd='a, "b"' other="Ærø's ♟"
    run resign run-resign --set "$(jq -nr --arg a "$odd" --arg b "$other" \
        '{($a): "mcts:simulations=80", ($b): "mcts:simulations=20"} | "players=\(.)"')" \
        --set "$(jq -nr --arg a "$odd" --arg b "$other" '[[$b, $a], [$b, $b]] | "pairing=\(.)"')"
    ended 0 || return
    run games run-games --set ply_limit=60
    ended 0 || return
    run openings run-openings
    ended 0 || return
    "$harrow" records resign games openings --csv >games.csv &&
        "$harrow" records resign games openings --jsonl >games.jsonl
}

# What is counted: a name and a whole number a line.
cat >count.jq <<'E1'
def count(f): map(select(f)) | length;
def sum(f): map(f) | add;
def winner: if .result == "1-0" then .first elif .result == "0-1" then .second else "" end;
"games \(length)",
"ids \(sum(.id))",
"cells \(sum(.cell))",
"plies \(sum(.plies))",
"openings \(sum(.opening))",
"unpaired \(count(has("pair") | not))",
"pairs \(sum(.pair // 0))",
"unscored \(count(has("score") | not))",
"half points \(sum((.score // [0, 0])[0] * 2) + sum((.score // [0, 0])[1] * 4))",
"half margins \(sum((.score // [0, 0]) | (.[0] - .[1]) * 2))",
"unfinished \(count(.result == "*"))",
"draws \(count(.result == "1/2-1/2"))",
"given up \(count(.end == "resign"))",
"who would \(count(.resigning == "second"))",
"positions \(count(has("position")))",
"letters \(sum(.moves | length) + sum(.game | length))",
(group_by(winner)[] | "won by '\(.[0] | winner)' \(length)")
E1

cat >plain.py <<'E1'
import collections, csv, json

with open("games.csv", encoding="utf-8", newline="") as file:
    games = list(csv.DictReader(file, strict=True))
with open("games.jsonl", encoding="utf-8") as file:
    records = [json.loads(line) for line in file]
for game, record in zip(games, records, strict=True):
    assert None not in game and None not in game.values(), game
    for key in ("id", "cell", "pair", "opening", "plies"):
        assert game[key] == str(record.get(key, "")), (key, game)
    for key in ("game", "first", "second", "result", "end", "resigning", "position", "moves"):
        assert game[key] == record.get(key, ""), (key, game)

def total(key, factor=1):
    return int(sum(factor * float(game[key] or 0) for game in games))

def count(key, value):
    return sum(game[key] == value for game in games)

print("games", len(games))
print("ids", total("id"))
print("cells", total("cell"))
print("plies", total("plies"))
print("openings", total("opening"))
print("unpaired", count("pair", ""))
print("pairs", total("pair"))
print("unscored", count("score_first", ""))
print("half points", total("score_first", 2) + total("score_second", 4))
print("half margins", total("margin", 2))
print("unfinished", count("result", "*"))
print("draws", count("result", "1/2-1/2"))
print("given up", count("end", "resign"))
print("who would", count("resigning", "second"))
print("positions", len(games) - count("position", ""))
print("letters", sum(len(game["moves"]) + len(game["game"]) for game in games))
for winner, wins in sorted(collections.Counter(game["winner"] for game in games).items()):
    print(f"won by '{winner}' {wins}")
E1

cat >pandas.py <<'E1'
import sys

sys.path.pop(0)  # this file is called as what it imports
import pandas

games = pandas.read_csv("games.csv")
numbers = {"int64": ["id", "cell", "plies", "opening"],
           "float64": ["pair", "score_first", "score_second", "margin"]}  # where some are missing
for kind, keys in numbers.items():
    assert list(games.select_dtypes(kind)) == [key for key in games if key in keys], games.dtypes

print("games", len(games))
print("ids", games.id.sum())
print("cells", games.cell.sum())
print("plies", games.plies.sum())
print("openings", games.opening.sum())
print("unpaired", games.pair.isna().sum())
print("pairs", int(games.pair.sum()))
print("unscored", games.score_first.isna().sum())
print("half points", int(2 * games.score_first.sum() + 4 * games.score_second.sum()))
print("half margins", int(2 * games.margin.sum()))
print("unfinished", (games.result == "*").sum())
print("draws", (games.result == "1/2-1/2").sum())
print("given up", (games.end == "resign").sum())
print("who would", (games.resigning == "second").sum())
print("positions", games.position.notna().sum())
print("letters", games.moves.str.len().sum() + games.game.str.len().sum())
for winner, wins in games.winner.fillna("").value_counts().sort_index().items():
    print(f"won by '{winner}' {wins}")
E1

cat >read.R <<'E1'
games <- read.csv("games.csv")
stopifnot(sapply(games[c("id", "cell", "pair", "plies", "opening")], is.integer),
          sapply(games[c("score_first", "score_second", "margin")], is.numeric),
          sapply(games[c("game", "first", "second", "winner", "result", "end", "resigning",
                         "position", "moves")], is.character))
tell <- function(name, number) cat(name, " ", format(number, scientific = FALSE), "\n", sep = "")
total <- function(numbers) sum(numbers, na.rm = TRUE)
tell("games", nrow(games))
tell("ids", sum(games$id))
tell("cells", sum(games$cell))
tell("plies", sum(games$plies))
tell("openings", sum(games$opening))
tell("unpaired", sum(is.na(games$pair)))
tell("pairs", total(games$pair))
tell("unscored", sum(is.na(games$score_first)))
tell("half points", 2 * total(games$score_first) + 4 * total(games$score_second))
tell("half margins", 2 * total(games$margin))
tell("unfinished", sum(games$result == "*"))
tell("draws", sum(games$result == "1/2-1/2"))
tell("given up", sum(games$end == "resign"))
tell("who would", sum(games$resigning == "second"))
tell("positions", sum(games$position != ""))
tell("letters", sum(nchar(games$moves)) + sum(nchar(games$game)))
wins <- table(games$winner)
for (i in order(names(wins), method = "radix"))
    tell(paste0("won by '", names(wins)[i], "'"), wins[[i]])
E1

agrees() { # COMMAND…
    "$@" >counted 2>counted.err || { cat counted.err; return 1; }
    diff counts counted
}

check 'games' make_games
jq -rs -f count.jq games.jsonl >counts
sed 's/^/# /' counts
check 'there are some of each kind' test "$(grep -c ' 0$' counts)" -eq 0
check 'csv of Python' agrees /usr/bin/python3 plain.py
check 'pandas' agrees /usr/bin/python3 pandas.py
check 'R' agrees Rscript --vanilla read.R
exit $failed
