"""tagged.py - random programs of unions with tags and of structures behind headers, stopped at random visits, going on elsewhere.

Purpose     proof by search of #pragma ckpt variant: the programs print hashes of all that they reach, which no stop and restart may change.
Input       CKPT_RANDOM_COUNT programs (default 8, 300 with --long) from seed CKPT_RANDOM_SEED (default: drawn); or seeds as arguments.
Output      a pass table; status 1 if an output differs, a program crashes or is refused.
Source      tagged_program.py.
"""
import os
import random

from search import LONG, in_directory, run, search, stop_and_go_on
from tagged_program import Program


def one(seed, directory):
    """(verdict, what happened) for one program."""
    choice = random.Random(seed)
    source = os.path.join(directory, "program.c")
    with open(source, "w", encoding="ascii") as out:
        out.write(Program(choice).text())
    flags = ["-w", choice.choice(["-O0", "-O1", "-O2", "-O3"]), "-fno-strict-aliasing", "-ffp-contract=off"]
    status, _, err = run(["cc"] + flags + [source, "-o", "plain"], directory)
    if status:
        return "crash", "cc: " + err[-400:]
    status, wanted, _ = run(["./plain"], directory, timeout=10)
    if status != 0:
        return "crash", "the plain program ends with %s" % status
    return stop_and_go_on(choice, directory, source, flags, wanted, visits=range(1, 60))


search(in_directory(one), 300 if LONG else 8)
