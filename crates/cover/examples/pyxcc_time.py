"""Counts the solutions of a problem in Knuth's text format by pyxcc: the count, and the seconds of solve()."""

import sys
import time

import pyxcc

lines = [line.split() for line in open(sys.argv[1], encoding="utf-8") if line.strip()]
bar = lines[0].index("|") if "|" in lines[0] else len(lines[0])
primary, secondary = lines[0][:bar], lines[0][bar + 1 :]
is_primary = set(primary)
options = []
for number, words in enumerate(lines[1:]):
    members = [word.partition(":") for word in words]
    plain = [name for name, _, _ in members if name in is_primary]
    coloured = [(name, colour) for name, _, colour in members if name not in is_primary]
    options.append(pyxcc.Option(str(number), plain, coloured))
problem = pyxcc.Problem(primary, secondary, options)
began = time.perf_counter()
count = pyxcc.solve(problem, True).count()
print(count, time.perf_counter() - began)
