#!/usr/bin/env python3
"""minigzip.py - a real program: zlib's minigzip from Debian's source package.

1. `CC=ckptcc ./configure --static; make test` builds zlib unchanged, its own tests pass.
2. Unchanged still, with a side file that puts one site where deflate has filled its window (nine frames deep, one of them called through a table of
   functions) and one into the loop that asks inflate for more, it is stopped in the middle on x86-64, s390x or i386 and goes on on another one:
   the archive, and what comes out of it, are those of an uninterrupted run. zlib's state is structures, tables of 16-bit numbers and bytes in
   blocks from its own allocator, with pointers into the middle of them.

usage: minigzip.py      Output: a line per step; status 0 if all is well, 77 if the source cannot be had (no network)
"""
import os
import sys

import upstream
from upstream import lab

WORK = os.path.join(lab.BUILD, "test", "minigzip")
SITES = """site name(window) after deflate.c:deflate_slow:"fill_window(s);"
site name(next) minigzip.c:gz_uncompress:"len = gzread(in, buf"
"""


def make(where, compiler, *targets):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CKPT_") or k == "CKPT_BUILD"}
    environment["CC"] = compiler
    log = lab.run_command(["sh", "./configure", "--static"], cwd=where, env=environment)
    return log + lab.run_command(["make", "-j2"] + list(targets), cwd=where, env=environment)


def input_text(where):
    parts = []
    for name in sorted(os.listdir(where)):
        if name.endswith((".c", ".h")):
            with open(os.path.join(where, name), "rb") as part:
                parts.append(part.read())
    return b"".join(parts)


class Minigzip(lab.Program):
    def __init__(self, content, args):
        super().__init__("minigzip", args=args, stdin=content)


def stop_and_go(program, first, second, visit):
    """Stop at a visit, go on; returns (status, status, output, messages)."""
    (a, path_a), (b, path_b) = first, second
    with lab.Run(program) as run:
        one = run.run(a, path_a, {"CKPT_DIR": run.images, "CKPT_AT": visit, "CKPT_EXIT": 1})
        two = run.run(b, path_b, {"CKPT_DIR": run.images, "CKPT_RESTART": "latest"})
        return one.status, two.status, one.out + two.out, lab.tail(one.err + two.err)


os.makedirs(WORK, exist_ok=True)
tarball = upstream.tarball("zlib", WORK)
unchanged = upstream.unpack(tarball, os.path.join(WORK, "unchanged"))
log = make(unchanged, lab.CKPTCC, "all", "teststatic")
failures = 0 if "*** zlib test OK ***" in log else 1
print("CC=ckptcc, unchanged: its own tests %s" % ("FAIL" if failures else "pass"))

plain = upstream.unpack(tarball, os.path.join(WORK, "plain"))
content = input_text(plain)
make(plain, "cc", "minigzip")
deflate, inflate = Minigzip(content, ["-9"]), None
with lab.Run(deflate) as run:
    archive = run.run(lab.NATIVE, os.path.join(plain, "minigzip")).out
inflate = Minigzip(archive, ["-d"])
print("plain: %d bytes compressed to %d" % (len(content), len(archive)))

with_site = {}
s390x, i386 = lab.BY_NAME["s390x"], lab.BY_NAME["i386"]
for arch in (lab.NATIVE, s390x, i386):
    where = upstream.unpack(tarball, os.path.join(WORK, "site-" + arch.name))
    with open(os.path.join(where, "sites"), "w", encoding="ascii") as sites:
        sites.write(SITES)
    make(where, lab.CKPTCC + " --ckpt-annotations=%s/sites" % where + ("" if arch is lab.NATIVE else " --ckpt-cc=" + arch.cc), "minigzip")
    with_site[arch] = (arch, os.path.join(where, "minigzip"))
print("unchanged, two sites in a side file: built for " + ", ".join(a.name for a in with_site))

for what, program, wanted, a, b, visit in (
        ("deflate", deflate, archive, lab.NATIVE, lab.NATIVE, 3), ("deflate", deflate, archive, lab.NATIVE, s390x, 5),
        ("deflate", deflate, archive, s390x, i386, 2), ("deflate", deflate, archive, i386, lab.NATIVE, 7),
        ("inflate", inflate, content, lab.NATIVE, s390x, 4), ("inflate", inflate, content, i386, lab.NATIVE, 9),
        ("inflate", inflate, content, s390x, lab.NATIVE, 1)):
    one, two, got, messages = stop_and_go(program, with_site[a], with_site[b], visit)
    good = (one, two, got) == (lab.STATUS_STOPPED, 0, wanted)
    failures += not good
    print("%s stopped at visit %d on %s, went on on %s: %s" % (what, visit, a, b, "identical" if good else "FAIL (%s, %s, %d bytes) %s" % (one, two, len(got), messages)))
sys.exit(1 if failures else 0)
