"""Prefixes of the official puzzle, drawn from a beam's survivors, each completed eight times.

usage: sample.py EDGEWISE DEPTH PREFIXES OUT.jsonl      (about half a second a prefix)

Needs Python 3 alone. docs/studies/beam-keys.md says what it is for.
"""
import json
import subprocess
import sys
import tempfile

EDGEWISE, DEPTH, PREFIXES, OUT = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
NARROW = "256"


def edgewise(*args):
    return subprocess.run([EDGEWISE, *args], capture_output=True, text=True, check=True).stdout


def beam(*args):
    return json.loads(edgewise("beam", *args, "--no-save", "--json", "--quiet").strip().split("\n")[-1])


puzzle = json.loads(edgewise("puzzle", "convert", "eternity2", "--clues", "five", "--to", "json"))
look = {}
for piece, sides in enumerate(puzzle["pieces"]):
    for turn in range(4):
        look[tuple(sides[(i + 4 - turn) % 4] for i in range(4))] = (piece, turn)
lines = [line.split() for line in edgewise("puzzle", "order", "blackwood").split("\n")]
position = [[int(word.strip("[]()*")) for word in words] for words in lines if len(words) == 16]
clues = {(hint["row"], hint["col"]) for hint in puzzle["hints"]}

with open(OUT, "a") as out, tempfile.NamedTemporaryFile("w+", suffix=".json") as file:
    for seed in range(1, PREFIXES + 1):
        # One survivor of the depth, at random, and the board a narrow beam makes of it.
        heat = f"0:0.03,16:0.03,17:0,{DEPTH - 1}:0,{DEPTH}:5,{DEPTH + 1}:0"
        widths = f"{DEPTH}:1,{DEPTH + 1}:{NARROW}"
        first = beam("eternity2", "--clues", "five", "--width", "8192", "--width-schedule", widths,
                     "--seed", str(seed), "--temperature", heat)
        letters = first["board_edges"]
        hints = []
        for cell in range(256):
            row, col = divmod(cell, 16)
            if position[row][col] < DEPTH or (row, col) in clues:
                piece, turn = look[tuple(ord(c) - 97 for c in letters[4 * cell:4 * cell + 4])]
                hints.append({"row": row, "col": col, "piece": piece + 1, "rot": turn})
        file.seek(0)
        file.truncate()
        json.dump({**puzzle, "hints": hints}, file)
        file.flush()
        scores = [beam(file.name, "--order", "blackwood", "--preset", "producer", "--width", NARROW,
                       "--temperature", "0.15", "--seed", str(1000 * seed + k))["score"] for k in range(8)]
        prefix = [[h["row"], h["col"], h["piece"] - 1, h["rot"]] for h in hints]
        out.write(json.dumps({"seed": seed, "first": first["score"], "scores": scores, "prefix": prefix}) + "\n")
        out.flush()
