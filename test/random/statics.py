"""statics.py - random programs about variables with static storage, and large ones of functions, stopped at random visits, going on elsewhere with all that was not saved overwritten.

Purpose     proof by search that what ckptcc leaves out of images as dead is not read (analysis/DeadStatics.h): CKPT_SPOIL overwrites it; and that what it
            leaves out because a restart makes it again (analysis/Recomputed.h) is what was there: a restart compares hashes.
Input       CKPT_RANDOM_COUNT programs (default 40, 2000 with --long) from seed CKPT_RANDOM_SEED (default: drawn).
Output      a pass table, and how many variables were left out; status 1 if an output differs, or hardly any was.
"""
import os
import random
import re
import sys

from search import LONG, lab, in_directory, run, search, stop_and_go_on
from statics_program import program

VARIABLE = re.compile(r"note: '([sapmq]\d+)' is (saved at every site|not saved)")
TABLE = re.compile(r"note: '(g\d+)' is (saved at every site|not saved)")
LOCAL = re.compile(r"note: '((?:l|b|w|ini)\d+)' is (saved|not saved):")
counts = {"saved": 0, "left out": 0}
local_counts = {"saved": 0, "left out": 0}
table_counts = {"saved": 0, "left out": 0}


def note_variables(sources, directory):
    """What --ckpt-explain says of the program's variables."""
    _, _, said = run([lab.CKPTCC, "--ckpt-explain", "-w"] + sources, directory)
    for pattern, into in ((VARIABLE, counts), (LOCAL, local_counts), (TABLE, table_counts)):
        for _, how in pattern.findall(said):
            into["left out" if how == "not saved" else "saved"] += 1


def one(seed, directory):
    """(verdict, what happened) for one program."""
    choice = random.Random(seed)
    source, other = os.path.join(directory, "program.c"), os.path.join(directory, "other.c")
    for path, text in zip((source, other), program(choice)):
        with open(path, "w", encoding="ascii") as out:
            out.write(text)
    flags = [other, "-w", choice.choice(["-O0", "-O2", "-O3"]), choice.choice(["-fno-common", "-fcommon"])]
    status, _, err = run(["cc"] + flags + [source, "-o", "plain"], directory)
    if status:
        return "crash", "cc: " + err[-400:]
    status, wanted, _ = run(["./plain"], directory, timeout=60)
    if status != 0:
        return "crash", "the plain program ends with %d" % status
    note_variables([source, other], directory)
    return stop_and_go_on(choice, directory, source, flags, wanted, visits=range(1, 8))


search(in_directory(one), 2000 if LONG else 40)
for said, count in (("variables", counts), ("large locals, at their resume points", local_counts), ("tables that are made first", table_counts)):
    print("%s: %d saved, %d left out" % (said, count["saved"], count["left out"]))
    if count["left out"] * 20 < count["saved"]:
        sys.exit("too few %s are left out for this to show anything" % said)
