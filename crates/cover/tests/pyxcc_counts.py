"""Counts the solutions of the problems on standard input by pyxcc, one number a line.

Every problem is in Knuth's text format and ends with an empty line."""

import sys

import pyxcc


def count(lines):
    primary, _, secondary = lines[0].partition("|")
    primary, secondary = primary.split(), secondary.split()
    options = []
    for number, line in enumerate(lines[1:]):
        members = [word.partition(":") for word in line.split()]
        plain = [name for name, _, _ in members if name in primary]
        coloured = [(name, colour) for name, _, colour in members if name not in primary]
        options.append(pyxcc.Option(str(number), plain, coloured))
    return pyxcc.solve(pyxcc.Problem(primary, secondary, options), True).count()


lines = []
for line in sys.stdin:
    if line.strip():
        lines.append(line.rstrip("\n"))
    elif lines:
        print(count(lines))
        lines = []
