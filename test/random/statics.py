"""statics.py - random programs about variables with static storage, stopped at random visits, going on elsewhere with all that was not saved overwritten.

Purpose     proof by search that what ckptcc leaves out of images as dead is not read (analysis/DeadStatics.h): CKPT_SPOIL overwrites it.
Input       CKPT_RANDOM_COUNT programs (default 40, 2000 with --long) from seed CKPT_RANDOM_SEED (default 1).
Output      a pass table, and how many variables were left out; status 1 if an output differs, or hardly any was.
"""
import os
import random
import re
import sys

from search import LONG, lab, in_directory, run, search, stop_and_go_on
from statics_program import program

VARIABLE = re.compile(r"note: '([sapmq]\d+)' is (saved at every site|not saved)")
counts = {"saved": 0, "left out": 0}


def note_variables(source, directory):
    """What --ckpt-explain says of the program's variables."""
    _, _, said = run([lab.CKPTCC, "--ckpt-explain", "-w", source], directory)
    for _, how in VARIABLE.findall(said):
        counts["left out" if how == "not saved" else "saved"] += 1


def one(seed, directory):
    """(verdict, what happened) for one program."""
    choice = random.Random(seed)
    source = os.path.join(directory, "program.c")
    with open(source, "w", encoding="ascii") as out:
        out.write(program(choice))
    flags = ["-w", choice.choice(["-O0", "-O2", "-O3"])]
    status, _, err = run(["cc"] + flags + [source, "-o", "plain"], directory)
    if status:
        return "crash", "cc: " + err[-400:]
    status, wanted, _ = run(["./plain"], directory, timeout=60)
    if status != 0:
        return "crash", "the plain program ends with %d" % status
    note_variables(source, directory)
    return stop_and_go_on(choice, directory, source, flags, wanted, visits=range(1, 8))


search(in_directory(one), 2000 if LONG else 40)
print("%d variables saved, %d left out" % (counts["saved"], counts["left out"]))
if counts["left out"] * 20 < counts["saved"]:
    sys.exit("too few variables are left out for this to show anything")
