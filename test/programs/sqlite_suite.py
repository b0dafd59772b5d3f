#!/usr/bin/env python3
"""sqlite_suite.py - SQLite's own test suite, by a test program that ckptcc has built, beside one that the compiler alone has.

The program is testfixture, SQLite with what its tests call, in an interpreter of Tcl. SQLite, and a main in front of its own, are compiled by ckptcc, with the side files of
sqlite.test: what its unions are, and a site in its virtual machine. What calls it for the tests is compiled by cc, and Tcl is a library: --ckpt-allow admits their
state, for what is looked at here is that the program does as the plain one does, test by test. With CKPT_EVERY checkpoints are tried in its course, and fail or not.

usage: sqlite_suite.py [--files N]     so many files of tests, drawn by the state of the sources (default 40); 0: all
Output: a line for each file of which the two have different things to say, and a table; status 0 if all is well, 77 if there is no source, or no tclsh or tcl.h
"""
import argparse
import os
import random
import re
import shlex
import shutil
import subprocess
import sys

import sqlite
import upstream
from upstream import lab

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import draw

WHERE = os.path.join(sqlite.WORK, "suite")
LIMIT = 100                     # seconds of a file by the plain program: what takes longer is left out
tried = set()                   # files in whose course a checkpoint was tried
# Files that are lists of others, that take long, or whose subject the build options leave out (write-ahead logs, threads).
LISTS = re.compile(r"^(all|quick|veryquick|extraquick|full|permutations|soak|mallocAll|misuse|crash\d*|fuzz\w*|wal\w*|thread\w*|memleak|onefile|sidedelete|shell\d*|speed\w*|"
                   r"exclusive\w*|rtree\w*|session\w*|fts5\w*|release|tester|rbu\w*|run-.*|sort5|bigfile\d*|bigsort|big\w*)$")


def headers():
    for directory in ("/usr/include/tcl8.6", "/usr/include/tcl", "/usr/include"):
        if os.path.exists(os.path.join(directory, "tcl.h")):
            return directory
    return ""


def source():
    """SQLite's tree with all that testfixture is made of, and the words of the command that makes it."""
    if not shutil.which("tclsh") or not headers():
        print("no tclsh, or no tcl.h")
        sys.exit(upstream.STATUS_SKIPPED)
    os.makedirs(sqlite.WORK, exist_ok=True)
    if not os.path.exists(os.path.join(WHERE, "made")):
        upstream.unpack(upstream.tarball("sqlite3", sqlite.WORK), WHERE)
        lab.run_command(["sh", "./configure", "-q", "--disable-readline", "--with-tcl=/usr/lib/tcl8.6"], cwd=WHERE)
        lab.run_command(["make", "LTLINK=true", "testfixture"], cwd=WHERE)
        open(os.path.join(WHERE, "made"), "w", encoding="ascii").close()
    said = subprocess.run(["make", "-n", "-W", "sqlite3.c", "testfixture"], cwd=WHERE, capture_output=True, text=True, check=True).stdout
    command = said.replace("\\\n", " ").strip().split("\n")[-1]
    words = shlex.split(command)
    first = next(i for i, w in enumerate(words) if w.startswith("-D") or w.startswith("-I"))
    out = words.index("-o")
    return [w for w in words[first:out] + words[out + 2:] if not re.match(r"-DSQLITE_(THREADSAFE|TEMP_STORE|HAVE_ZLIB)=|-rpath|-lz$", w)] + ["-lz"]


MAIN = """int testfixture(int argc, char **argv);
int main(int argc, char **argv) { return testfixture(argc, argv); }
"""


def build(words):
    """The plain program and ours."""
    side, allowed, objects = os.path.join(WHERE, "suite.side"), os.path.join(WHERE, "allowed"), os.path.join(WHERE, "objects")
    with open(side, "wb") as out:
        for name in ("sqlite.side", "queries.side"):
            with open(os.path.join(sqlite.HERE, name), "rb") as annotations:
                out.write(annotations.read())
    sources = [w for w in words if w.endswith(".c")]
    with open(os.path.join(WHERE, "testmain.c"), "w", encoding="ascii") as out:
        out.write(MAIN)
    sources.append("testmain.c")
    flags = sqlite.OPTIONS + ["-O1", "-DTCLSH_MAIN=testfixture"] + [w for w in words if w.startswith(("-D", "-I"))]
    libraries = [w for w in words if w.startswith(("-l", "-L"))]
    os.makedirs(objects, exist_ok=True)
    made = {source: os.path.join(objects, os.path.basename(source)[:-2] + ".o") for source in sources}
    lab.parallel(lambda source: lab.run_command(["cc"] + flags + ["-c", source, "-o", made[source]], cwd=WHERE), sources)
    lab.run_command(["cc"] + list(made.values()) + libraries + ["-o", "testfixture.plain"], cwd=WHERE)
    with open(allowed, "w", encoding="ascii") as out:
        out.write("libtcl*\nlibz.*\n%s/*.o\n" % objects)
    ours = ["sqlite3.c", "testmain.c"]
    lab.run_command([lab.CKPTCC, "--ckpt-annotations=" + side, "--ckpt-allow=" + allowed] + flags + ours + [made[s] for s in sources if s not in ours] +
                    libraries + ["-o", "testfixture.ckpt"], cwd=WHERE)
    return {name: os.path.join(WHERE, "testfixture." + name) for name in ("plain", "ckpt")}


def run(program, file, settings=()):
    """(tests, those that failed) of a file, in a directory of its own; None: it did not end, or has no tests here."""
    where = os.path.join(WHERE, "run", os.path.basename(program) + "-" + os.path.basename(file))
    shutil.rmtree(where, ignore_errors=True)
    os.makedirs(where)
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CKPT_")}
    environment.update(settings)
    try:
        done = subprocess.run([program, file], cwd=where, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                              timeout=LIMIT if "plain" in program else 4 * LIMIT)
    except subprocess.TimeoutExpired:
        return None
    finally:
        shutil.rmtree(where, ignore_errors=True)
    if "failed, the program goes on" in done.stderr:
        tried.add(file)
    found = re.search(r"^(\d+) errors out of (\d+) tests", done.stdout, re.M)
    if not found:
        return ("status %d" % done.returncode, (done.stdout + done.stderr)[-300:])
    failed = re.search(r"^!?Failures on these tests: (.*)", done.stdout, re.M)
    return found.group(2), sorted(failed.group(1).split()) if failed else []


# Files with as many tests as SQLite has allocations, each of which fails in one; how many it has depends on what malloc_usable_size says of its blocks.
COUNTS_BLOCKS = re.compile(r"malloc_common|faultsim|do_malloc_test|sqlite3_memdebug_fail")


def compare(programs, file):
    """What the plain program says of a file and what ours says, a second time if that is not the same: some tests look at clocks."""
    with open(file, encoding="utf-8", errors="replace") as text:
        counts_blocks = COUNTS_BLOCKS.search(text.read())

    def alike(a, b):
        return a == b or (counts_blocks and a and b and b[0].isdigit() and a[1] == b[1])

    for _ in range(2):
        plain = run(programs["plain"], file)
        if plain is None or plain[0].startswith("status"):
            return "left out", plain
        ours = run(programs["ckpt"], file)
        checkpointed = run(programs["ckpt"], file, {"CKPT_DIR": "images", "CKPT_EVERY": "50"})
        if alike(plain, ours) and alike(plain, checkpointed):
            return "same", plain
    return "DIFFERENT", "plain %s, ckptcc %s, with checkpoints %s" % (plain, ours, checkpointed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=40)
    options = parser.parse_args()
    programs = build(source())
    tests = os.path.join(WHERE, "test")
    files = sorted(f for f in os.listdir(tests) if f.endswith(".test") and not LISTS.match(f[:-5]))
    chosen = random.Random(draw.number()).sample(files, options.files) if options.files else files
    table, count = {}, 0
    for file, (verdict, story) in zip(chosen, lab.parallel(lambda f: compare(programs, os.path.join(tests, f)), chosen)):
        table[verdict] = table.get(verdict, 0) + 1
        if verdict == "same":
            count += int(story[0])
        if verdict == "DIFFERENT":
            print("%s: %s" % (file, story))
    print("%s; %d tests; checkpoints tried in %d files" % (", ".join("%s %d" % item for item in sorted(table.items())), count, len(tried)))
    if table.get("DIFFERENT") or len(tried) * 4 < len(chosen) or table.get("same", 0) * 2 < len(chosen):
        sys.exit(1)


if __name__ == "__main__":
    main()
