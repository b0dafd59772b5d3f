"""changed.py - random programs stopped as one version and gone on as another one, elsewhere.

Purpose     proof by search that a changed program goes on with the right values, or not at all.
Input       CKPT_RANDOM_COUNT pairs (default 8, 400 with --long) from seed CKPT_RANDOM_SEED (default: drawn, ../draw.py); or seeds as arguments.
Output      a pass table; status 1 if what the second version prints is not what the values say, a program crashes, or one that must be refused is not.
Source      changed_program.py.
"""
import os
import random

import search
from changed_program import Pair

lab = search.lab


REASONS = {"maybe renamed": "it may be the same", "too narrow": "does not fit in", "too short": "would be lost"}


def build(directory, name, text, arch, flags):
    """Both versions are of one file: that is a part of the names of static variables."""
    with open(os.path.join(directory, "program.c"), "w", encoding="ascii") as out:
        out.write(text)
    return search.run([lab.CKPTCC, "--ckpt-cc=" + arch.cc] + flags + arch.flags + ["program.c", "-o", name], directory, timeout=300)


def one(seed, directory):
    """(verdict, what happened) for one pair."""
    choice = random.Random(seed)
    pair = Pair(choice)
    arches = [a for a in lab.ARCHES if a.has_runtime]
    here, there = choice.choice([lab.NATIVE, choice.choice(arches)]), choice.choice(arches)
    flags = ["-w", choice.choice(["-O0", "-O2"]), "-ffp-contract=off"]
    for name, version, arch in (("old", pair.old, here), ("new", pair.new, there)):
        status, _, err = build(directory, name, pair.text(version, version is pair.old), arch, flags)
        if status:
            return "crash", "%s: %s" % (arch, err[-600:])
    visit = choice.randint(1, 3)
    story = "%s: %s at %d to %s" % (pair.mode, here, visit, there)
    status, printed, err = search.run(here.emulator + ["./old"], directory, {"CKPT_DIR": "images", "CKPT_EXIT": "1", "CKPT_AT": str(visit)}, timeout=120)
    if status != lab.STATUS_STOPPED or printed.decode() != pair.lines(pair.old) * (visit - 1):
        return "crash", "%s: stopped with %s\n%s%s" % (story, status, printed.decode(), err)
    status, printed, err = search.run(there.emulator + ["./new"], directory, {"CKPT_DIR": "images", "CKPT_RESTART": "latest"}, timeout=120)
    if pair.refused:
        fine = status == lab.STATUS_INCOMPATIBLE and not printed and REASONS[pair.mode] in err
        return ("passed" if fine else "DIFFERENT"), "%s: status %s\n%s%s" % (story, status, printed.decode(), err)
    wanted = pair.lines(pair.new) * (4 - visit)
    if status != 0:
        return "crash", "%s: status %s\n%s" % (story, status, err)
    return ("passed" if printed.decode() == wanted else "DIFFERENT"), "%s\n%s--- wanted\n%s%s" % (story, printed.decode(), wanted, err)


search.search(search.in_directory(one), 400 if search.LONG else 8)
