#!/usr/bin/env python3
"""A player of any of harrow's games, in plain Python, that knows no rules.

It speaks the Universal Game Interface: harrow writes a line to its stdin, it answers on its stdout
(and may write what it likes to stderr, which harrow keeps in a file). Try it:

    harrow analyse --game awale --player 'engine:command="python3 engine.py",movetime=100'

It announces the option Legal, so harrow tells it the legal plies before each `go`, and it plays one
of them at random. Given a second engine to ask about the rules, it looks one ply ahead, and plays
what wins at once or else leaves the other side the fewest plies:

    engine.py harrow engine --player random

Begin your own player in choose().
"""
import random
import subprocess
import sys


class Rules:
    """An engine that is only asked what is legal and how a game stands."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def tell(self, line):
        self.process.stdin.write(line + "\n")

    def ask(self, question):
        self.tell("query " + question)
        for line in self.process.stdout:
            if line.startswith("response"):
                return line.split()[1:]
        raise SystemExit("the rules have gone")

    def after(self, position, moves):
        """The result of a line of play, who is to move in it, and the plies that there are."""
        self.tell("position " + position + (" moves " + " ".join(moves) if moves else ""))
        return self.ask("result")[0], self.ask("p1turn")[0], self.ask("legal")


class Engine:
    def __init__(self, rules):
        self.rules = rules
        self.position = "startpos"  # or "fen" and where the game began, as `harrow show` has it
        self.moves = []  # the plies since
        self.legal = []  # what is legal now
        self.limits = {}  # what ends a search, such as {"movetime": 100}, in milliseconds

    def choose(self):
        """The ply to be played; self.position and self.moves tell the whole game."""
        if not self.rules:
            return random.choice(self.legal)
        _, first_moves, legal = self.rules.after(self.position, self.moves)
        win = "p1win" if first_moves == "true" else "p2win"
        random.shuffle(legal)  # which of equals is played
        best, fewest = None, None
        for move in legal:
            result, next_first, replies = self.rules.after(self.position, self.moves + [move])
            if result == win:
                return move
            # A side may have several plies in a row, as in the opening of Agros.
            count = 10**6 if result != "none" or next_first == first_moves else len(replies)
            if best is None or count < fewest:
                best, fewest = move, count
        return best

    # ---- The protocol

    def set_position(self, words):
        line = " ".join(words)
        start, _, moves = line.partition(" moves ")
        self.position = start
        self.moves = moves.split()

    def set_option(self, words):
        name, _, value = " ".join(words).removeprefix("name ").partition(" value ")
        if name == "Game" and self.rules:  # such as agros:size=8,farmers=3,rule=sow
            self.rules.tell("setoption name Game value " + value)

    def go(self, words):
        self.limits = {key: int(value) for key, value in zip(words[::2], words[1::2])}
        return "bestmove " + self.choose()

    def answer(self, line):
        """What to answer to a line, if anything."""
        command, *words = line.split() or [""]
        if command == "ugi":
            return (
                "id name Example\nid author you\n"
                "option name Game type string default awale\n"
                "option name Legal type check default false\nugiok"
            )
        if command == "isready":
            return "readyok"
        if command == "setoption":
            self.set_option(words)
        elif command == "position":
            self.set_position(words)
        elif command == "legal":
            self.legal = words
        elif command == "go":
            return self.go(words)
        return None


def main():
    rules = Rules(sys.argv[1:]) if len(sys.argv) > 1 else None
    engine = Engine(rules)
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        answer = engine.answer(line)
        if answer:
            print(answer, flush=True)


if __name__ == "__main__":
    main()
