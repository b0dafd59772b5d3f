#!/usr/bin/env python3
"""library.py - which functions of the C library libckpt calls: the run time calls these by names of its own (library.S).

usage    library.py OBJECT NM LIBC OUTPUT
Input    OBJECT, all of libckpt joined; LIBC, the target's libc.so
Output   OUTPUT/library.rename   for objcopy --redefine-syms: each name is to be library.NAME in OBJECT
         OUTPUT/library.inc      a row for each, for library.S
         OUTPUT/library.imports  the names, one a line
Names that no program may define (they begin with _) stay, and so do those that compilers call by themselves.
"""
import os
import subprocess
import sys

COMPILERS = {"memcpy", "memmove", "memset", "memcmp", "strlen"}


def symbols(nm, *arguments):
    lines = subprocess.run([nm, *arguments], check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout.splitlines()
    return [line.split()[-2:] for line in lines if line.strip()]


def main():
    joined, nm, libc, output = sys.argv[1:]
    functions = {name.split("@@")[0] for kind, name in symbols(nm, "-D", "--defined-only", libc) if kind in "TWi"}   # NAME@OLD stays what it is
    names = sorted(name for kind, name in symbols(nm, "-u", joined)
                   if kind == "U" and name in functions and not name.startswith("_") and name not in COMPILERS)
    if not names:
        sys.exit("library.py: %s: no functions of %s" % (joined, libc))
    for suffix, row in (("rename", "%s library.%s"), ("inc", "row %s"), ("imports", "%s")):
        with open(os.path.join(output, "library." + suffix), "w") as file:
            file.writelines(row.replace("%s", name) + "\n" for name in names)


main()
