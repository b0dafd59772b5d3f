#!/usr/bin/env python3
"""bzip2.py - a real program: bzip2 from Debian's source package.

1. `make CC=ckptcc` builds it unchanged, its own tests pass (they are part of `make all`).
2. Unchanged still, with a side file that puts one site into the loop that goes from block to block (handle_compress in bzlib.c: six frames
   deep, half of them in a static library) and declares its two work arrays (bytes, 16-bit and 32-bit numbers by turns), it is stopped in
   mid-compression on x86-64 and goes on on s390x: the archive is that of an uninterrupted run.

usage: bzip2.py      Output: a line per step; status 0 if all is well, 77 if the source cannot be had (no network)
"""
import os
import sys

import upstream
from upstream import lab

WORK = os.path.join(lab.BUILD, "test", "bzip2")
SITES = """# one site, in the loop from block to block
site name(block) after bzlib.c:handle_compress:"s->state = BZ_S_INPUT;"
# the two work arrays are numbers and bytes by turns: what they hold when a block is done
type(s->arr1, UInt32[]) after bzlib.c:BZ2_bzCompressInit:"(UInt32*)s->arr1;"
type(s->arr2, UChar[]) after bzlib.c:BZ2_bzCompressInit:"(UInt32*)s->arr1;"
"""


def tree(name, tarball):
    return upstream.unpack(tarball, os.path.join(WORK, name))


def make(where, compiler, *targets):
    return lab.run_command(["make", "-j2", "CC=" + compiler] + list(targets), cwd=where,
                           env={k: v for k, v in os.environ.items() if not k.startswith("CKPT_") or k == "CKPT_BUILD"})


def input_text(where):
    """About 1.5 MB of text and of binary data: some 16 blocks of 100 kB."""
    parts = []
    for name in sorted(os.listdir(where)):
        if name.endswith((".c", ".h", ".html", ".ref", ".1", ".txt")):
            with open(os.path.join(where, name), "rb") as part:
                parts.append(part.read())
    return b"".join(parts)


class Bzip2(lab.Program):
    def __init__(self, content):
        super().__init__("bzip2", args=["-1", "-k", "input"], inputs={"input": content}, outputs=["input.bz2"])


def stop_and_go(program, first, second, visit):
    """Stop at a block, go on; returns (status, status, archive, messages)."""
    (a, path_a), (b, path_b) = first, second
    with lab.Run(program) as run:
        one = run.run(a, path_a, {"CKPT_DIR": run.images, "CKPT_AT": visit, "CKPT_EXIT": 1})
        two = run.run(b, path_b, {"CKPT_DIR": run.images, "CKPT_RESTART": "latest"})
        return one.status, two.status, run.files()["input.bz2"], lab.tail(one.err + two.err)


os.makedirs(WORK, exist_ok=True)
tarball = upstream.tarball("bzip2", WORK)
plain = tree("plain", tarball)
make(plain, "cc", "bzip2")
content = input_text(plain)
program = Bzip2(content)
with lab.Run(program) as run:
    assert run.run(lab.NATIVE, os.path.join(plain, "bzip2")).status == 0
    archive = run.files()["input.bz2"]
print("plain: %d bytes compressed to %d" % (len(content), len(archive)))

unchanged = tree("unchanged", tarball)
log = make(unchanged, lab.CKPTCC)
failures = 0 if "sample3.tst" in log and os.path.exists(os.path.join(unchanged, "sample3.tst")) else 1
print("make CC=ckptcc, unchanged: its own tests %s" % ("FAIL" if failures else "pass"))

with_site = {}
for arch in (lab.NATIVE, lab.BY_NAME["s390x"], lab.BY_NAME["i386"]):
    where = tree("site-" + arch.name, tarball)
    with open(os.path.join(where, "sites"), "w") as sites:
        sites.write(SITES)
    make(where, lab.CKPTCC + " --ckpt-annotations=%s/sites" % where + ("" if arch is lab.NATIVE else " --ckpt-cc=" + arch.cc), "bzip2")
    with_site[arch] = (arch, os.path.join(where, "bzip2"))
print("unchanged, a site and two types in a side file: built for " + ", ".join(a.name for a in with_site))

s390x, i386 = lab.BY_NAME["s390x"], lab.BY_NAME["i386"]
for a, b, visit in ((lab.NATIVE, lab.NATIVE, 3), (lab.NATIVE, s390x, 1), (lab.NATIVE, s390x, 7), (s390x, lab.NATIVE, 5),
                    (lab.NATIVE, i386, 4)):
    one, two, got, messages = stop_and_go(program, with_site[a], with_site[b], visit)
    good = (one, two, got) == (lab.STATUS_STOPPED, 0, archive)
    failures += not good
    print("stopped at block %d on %s, went on on %s: %s" % (visit, a, b, "identical" if good else
                                                            "FAIL (%s, %s) %s" % (one, two, messages)))
sys.exit(1 if failures else 0)
