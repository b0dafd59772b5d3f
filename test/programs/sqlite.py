#!/usr/bin/env python3
"""sqlite.py - a real program: SQLite from Debian's source package, a database in memory that moves to another architecture.

Unchanged but for its own build options, with a side file (sqlite/sqlite.side: what its unions are, and what blocks it carves into parts), and a program that
works on a database statement by statement (sqlite/statements.c), it is stopped between two statements, in the middle of a transaction too, and goes on
on a machine of the other byte order: it prints what an uninterrupted run prints, and the database checks itself at the end. With another site, in its
virtual machine (sqlite/queries.c, queries.side), it is stopped at random steps of cursors, in the middle of statements.

Its pages have one form on all machines; what is saved are its own structures: the schema, the page cache, journals and savepoints in memory.
Where it stops: docs/limits.md, "SQLite".

usage: sqlite.py [--queries] [--all]   a sample of the statements, or steps, drawn by the state of the sources; or before each statement, and at 100
                                       steps, both ways, optimised
Output: a line per journey; status 0 if all is well, 77 if the source cannot be had (no network), or no tclsh, which it is built with
"""
import fcntl
import hashlib
import os
import random
import shutil
import sys

import upstream
from upstream import lab

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import draw

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sqlite")
WORK = os.path.join(lab.BUILD, "test", "sqlite")
SAMPLE = 4                       # statements, or steps, of an ordinary run, each way
STEPS, MANY = 4100, 100          # of queries.c up to its window functions, where some are refused; of them with --all
# One thread; no memory that is handed out in slices of one block; no sizes in front of its blocks (malloc_usable_size).
OPTIONS = ["-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION", "-DSQLITE_DEFAULT_PCACHE_INITSZ=0", "-DSQLITE_OMIT_LOOKASIDE", "-DHAVE_MALLOC_H=1",
           "-DHAVE_MALLOC_USABLE_SIZE=1", "-DSQLITE_OMIT_WAL", "-DSQLITE_TEMP_STORE=3", "-w"]


def amalgamation():
    """The directory of sqlite3.c, which SQLite's build makes of all its files; made once, by the first of the two tests that want it."""
    where = os.path.join(WORK, "source")
    if not shutil.which("tclsh"):
        print("no tclsh")
        sys.exit(upstream.STATUS_SKIPPED)
    os.makedirs(WORK, exist_ok=True)
    with open(os.path.join(WORK, "lock"), "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(os.path.join(where, "made")):
            upstream.unpack(upstream.tarball("sqlite3", WORK), where)
            lab.run_command(["sh", "./configure", "-q", "--disable-tcl", "--disable-readline"], cwd=where)
            lab.run_command(["make", "sqlite3.c"], cwd=where)
            open(os.path.join(where, "made"), "w", encoding="ascii").close()
    return where


def build(where, arches, optimise, name):
    """Programs for these architectures, {arch: path}, and the plain one; statements.c has its own site, queries.c has it in its side file."""
    text = b""
    for side in ["sqlite.side"] + (["queries.side"] if name == "queries" else []):
        with open(os.path.join(HERE, side), "rb") as annotations:
            text += annotations.read()
    side = os.path.join(WORK, name + ".side")
    with open(side, "wb") as out:
        out.write(text)
    sources = [os.path.join(where, "sqlite3.c"), os.path.join(HERE, name + ".c")]
    flags, digest = OPTIONS + [optimise, "-I", where], hashlib.sha256(text).hexdigest()[:15]
    ours = lab.Program("sqlite-" + name, sources=sources, root="/", flags=flags + ["--ckpt-annotations=" + side, "-DANNOTATIONS=0x" + digest])
    plain = lab.build(lab.Program("sqlite-" + name, sources=sources, root="/", flags=flags), lab.NATIVE, "plain")
    return dict(zip(arches, lab.parallel(lambda arch: lab.build(ours, arch), arches))), plain


def journey(program, built, first, second, visit, wanted):
    with lab.Run(program) as run:
        one = run.run(first, built[first], {"CKPT_DIR": run.images, "CKPT_AT": visit, "CKPT_EXIT": 1})
        two = run.run(second, built[second], {"CKPT_DIR": run.images, "CKPT_RESTART": "latest"})
    if (one.status, two.status) == (lab.STATUS_STOPPED, 0) and one.out + two.out == wanted and not one.err + two.err:
        return "identical"
    return "FAIL (%s, %s) %s%s" % (one.status, two.status, lab.tail(one.err + two.err), lab.first_difference(one.out + two.out, wanted))


def main():
    every, name = "--all" in sys.argv, "queries" if "--queries" in sys.argv else "statements"
    other = lab.BY_NAME["s390x"]
    built, plain = build(amalgamation(), [lab.NATIVE, other], "-O2" if every else "-O0", name)
    program = lab.Program("sqlite")
    with lab.Run(program) as run:
        reference = run.run(lab.NATIVE, plain)
    if reference.status or not reference.out.endswith(b"\nok\n"):
        sys.exit("the plain program ends with %s" % lab.status_text(reference.status))
    with open(os.path.join(HERE, name + ".c"), encoding="ascii") as source:
        visits = range(1, (STEPS if name == "queries" else source.read().count('    "')) + 1)
    choice, failures, journeys = random.Random(draw.number()), 0, []
    for ways in ((lab.NATIVE, other), (other, lab.NATIVE)):
        chosen = visits if every and name == "statements" else sorted(choice.sample(visits, MANY if every else SAMPLE))
        journeys += [ways + (visit,) for visit in chosen]
    for (first, second, visit), result in zip(journeys, lab.parallel(lambda j: journey(program, built, *j, reference.out), journeys)):
        failures += result != "identical"
        print("stopped %s %d on %s, went on on %s: %s" % ("before statement" if name == "statements" else "at step", visit, first, second, result))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
