#!/usr/bin/env python3
"""sanitized.py - the tests with a runtime that is built with ASan and UBSan.

usage       sanitized.py [--sample N] [DIRECTORY ...]      of test/; without any: lang, restart, tools, faults, mpi
--sample    N of the tests, drawn by the tree's hash (draw.py)
How         cmake builds the native runtime once more, in BUILD/sanitized, where a script stands for gcc: it links a program with that runtime in
            place of the ordinary one. lit runs the same files with it (its parameter cc). The programs themselves are compiled as ever, and
            the other architectures have their ordinary runtimes. The runtime's allocator keeps the sanitizer off what is no block of the program
            (CKPTI_GUARD); leaks and signals are left alone.
Output      what lit says of tests that fail, what the sanitizers have found, a line with the counts; status 1 if there is anything but passes, or
            if a block that is used after it was freed is not found.
"""
import argparse
import glob
import os
import random
import subprocess
import sys
import tempfile

import compilers
import draw
import lab

HERE = os.path.join(lab.BUILD, "sanitized")
DIRECTORIES = ("lang", "restart", "tools", "faults", "mpi")
WITHOUT = {
    "restart/hidden_malloc.test": "a program that hides half of malloc's kin ends in the sanitizer's run time, before ours looks",
    "restart/sparse.c": "the sanitizer's run time has memory of its own, and the test counts what the program has",
    "restart/journal_no_memory.c": "the sanitizer's run time needs more memory than the test allows",
    "restart/foreign_callers.c": "the sanitizer's qsort compares more often, and the test counts",
    "restart/own_names.test": "the sanitizer's run time calls functions of the C library by the names that this program has for its own",
    "tools/golden.test": "an image that makes a program hand a trap to the C library: the sanitizer's strlen ends it in another way",
}
SCRIPT = """#!/bin/bash
# gcc, but programs are linked with the runtime of this directory. Made by sanitized.py.
old=%s new=%s ours=
for word; do
    case $word in
        -c | -E | -S | -M | -MM | -fsyntax-only | -v | -dump* | -print*) exec gcc "$@" ;;
        *"$old"*libckpt*) ours=-fsanitize=address,undefined ;;
    esac
done
exec gcc "${@//"$old"/"$new"}" $ours
"""
CANARY = """
#include <stdlib.h>
int main(void)
{
    char *volatile block = malloc(40);
    free(block);
    #pragma ckpt
    return *block;
}
"""


def build():
    """The runtime, and the script that stands for the compiler; returns the script's path."""
    commands = [["cmake", "-S", lab.SOURCE, "-B", HERE, "-DCKPT_RUNTIME_ONLY=ON", "-DCKPT_SANITIZE=ON", "-DCKPT_LIB_ROOT=" + os.path.join(HERE, "lib")],
                ["cmake", "--build", HERE, "-j%d" % lab.JOBS]]
    for command in commands:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            sys.exit(done.stdout)
    path = os.path.join(HERE, "gcc-sanitized")
    with open(path + ".new", "w", encoding="utf-8") as script:
        script.write(SCRIPT % (os.path.join(lab.BUILD, "lib", ""), os.path.join(HERE, "lib", "")))
    os.chmod(path + ".new", 0o755)
    os.replace(path + ".new", path)
    return path


def is_watched(compiler, directory):
    """Does it end a program that uses a block after it was freed?"""
    source, program = os.path.join(directory, "canary.c"), os.path.join(directory, "canary")
    with open(source, "w", encoding="ascii") as out:
        out.write(CANARY)
    subprocess.run([lab.CKPTCC, "--ckpt-cc=" + compiler, "-w", "-fsanitize=address", source, "-o", program], check=True)
    done = subprocess.run([program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    print(done.stdout if "use-after-poison" not in done.stdout else "a block that was freed: use-after-poison, as it must be")
    return done.returncode and "use-after-poison" in done.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("directories", nargs="*", default=DIRECTORIES)
    o = parser.parse_args()
    names = [n for n in compilers.tests(o.directories) if n not in WITHOUT]
    if o.sample:
        names = random.Random(draw.number()).sample(names, o.sample)
    compiler = build()
    with tempfile.TemporaryDirectory(prefix="ckpt-sanitized.") as logs:
        options = "log_path=" + os.path.join(logs, "found")
        if not is_watched(compiler, logs):
            sys.exit("sanitized.py: a block that is used after it was freed is not found")
        os.environ["ASAN_OPTIONS"] = options + ":detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:use_sigaltstack=0:verify_asan_link_order=0"
        os.environ["UBSAN_OPTIONS"] = options + ":print_stacktrace=1:halt_on_error=1"
        good = compilers.run(compiler, "-O2", names)
        found = sorted(glob.glob(os.path.join(logs, "found*")))
        for path in found[:20]:
            with open(path, encoding="utf-8", errors="replace") as report:
                print(report.read())
    print("the sanitizers have found %d faults" % len(found))
    sys.exit(0 if good and not found else 1)


if __name__ == "__main__":
    main()
