#!/usr/bin/env python3
"""bzip2.py - a real program: bzip2 from Debian's source package.

1. `make CC=ckptcc` builds it unchanged, its own tests pass (they are part of `make all`).
2. Unchanged still, with a side file that puts sites where it reads and writes, its own tests give what they give by the plain build: without a CKPT_
   variable, and with a checkpoint at each visit; each of their six runs leaves images then.
3. With a side file that puts one site into the loop that goes from block to block (handle_compress in bzlib.c: six frames deep, half of them in a
   static library), one into the loop that reads what has been decompressed, and declares its two work arrays (bytes, 16-bit and 32-bit numbers by
   turns), it is stopped in the middle on x86-64, s390x or i386 and goes on on another one: what it writes is that of an uninterrupted run.

usage: bzip2.py      Output: a line per step; status 0 if all is well, 77 if the source cannot be had (no network)
"""
import glob
import os
import shutil
import sys

import upstream
from upstream import lab

WORK = os.path.join(lab.BUILD, "test", "bzip2")
SITES = """# sites in the loop from block to block, and in the one that reads
site name(block) after bzlib.c:handle_compress:"s->state = BZ_S_INPUT;"
site name(read) before bzip2.c:uncompressStream:"if (bzerr == BZ_DATA_ERROR_MAGIC) goto trycat;"
# the two work arrays are numbers and bytes by turns: what they hold when a block is done
type(s->arr1, UInt32[]) after bzlib.c:BZ2_bzCompressInit:"(UInt32*)s->arr1;"
type(s->arr2, UChar[]) after bzlib.c:BZ2_bzCompressInit:"(UInt32*)s->arr1;"
"""
# The inputs of its own tests are hardly more than a block.
SUITE_SITES = """site name(write) before bzip2.c:compressStream:"if (myfeof(stream)) break;"
"""


def tree(name, tarball):
    return upstream.unpack(tarball, os.path.join(WORK, name))


def make(where, compiler, *targets):
    return lab.run_command(["make", "-j2", "CC=" + compiler] + list(targets), cwd=where,
                           env={k: v for k, v in os.environ.items() if not k.startswith("CKPT_") or k == "CKPT_BUILD"})


def suite(where, settings=""):
    """Its own tests, by the bzip2 that is built in `where`: what make says, what they write, and the number of images of each run.
    A script in its place gives each run the settings, and a directory of its own."""
    program, real, images = (os.path.join(where, name) for name in ("bzip2", "real/bzip2", "images"))
    if not os.path.exists(real):
        os.makedirs(os.path.dirname(real))
        os.rename(program, real)
    shutil.rmtree(images, ignore_errors=True)
    os.makedirs(images)
    with open(program, "w", encoding="ascii") as script:
        script.write('#!/bin/sh\nrun=$(mktemp -d %s/XXXXXX)\n%s\nexec %s "$@"\n' % (images, settings, real))
    os.chmod(program, 0o755)
    said = lab.run_command(["make", "test"], cwd=where, env={k: v for k, v in os.environ.items() if not k.startswith("CKPT_")})
    written = {}
    for path in glob.glob(os.path.join(where, "*.rb2")) + glob.glob(os.path.join(where, "*.tst")):
        with open(path, "rb") as content:
            written[os.path.basename(path)] = content.read()
        os.remove(path)
    return said, written, [len(glob.glob(os.path.join(images, run, "*.img"))) for run in os.listdir(images)]


def compare(plain, ours, with_images):
    """What is wrong with a run of its own tests; empty if nothing."""
    if ours[:2] != plain[:2]:
        different = [name for name in sorted(set(plain[1]) | set(ours[1])) if plain[1].get(name) != ours[1].get(name)]
        return "other files: %s; %s" % (different, lab.first_difference(ours[0].encode(), plain[0].encode()))
    if len(plain[1]) != 6 or len(ours[2]) != 6 or not all(bool(n) == with_images for n in ours[2]):
        return "files %d, images of its runs %s" % (len(plain[1]), ours[2])
    return ""


def input_text(where):
    """About 1.5 MB of text and of binary data: some 16 blocks of 100 kB."""
    parts = []
    for name in sorted(os.listdir(where)):
        if name.endswith((".c", ".h", ".html", ".ref", ".1", ".txt")):
            with open(os.path.join(where, name), "rb") as part:
                parts.append(part.read())
    return b"".join(parts)


def bzip2(arguments, name, content, result):
    return lab.Program("bzip2", args=arguments + ["-k", name], inputs={name: content}, outputs=[result])


def stop_and_go(program, first, second, visit):
    """Stop at a visit, go on; returns (status, status, what is written, messages)."""
    (a, path_a), (b, path_b) = first, second
    with lab.Run(program) as run:
        one = run.run(a, path_a, {"CKPT_DIR": run.images, "CKPT_AT": visit, "CKPT_EXIT": 1})
        two = run.run(b, path_b, {"CKPT_DIR": run.images, "CKPT_RESTART": "latest"})
        return one.status, two.status, run.files()[program.outputs[0]], lab.tail(one.err + two.err)


def main():
    os.makedirs(WORK, exist_ok=True)
    tarball = upstream.tarball("bzip2", WORK)
    plain = tree("plain", tarball)
    make(plain, "cc", "bzip2")
    content = input_text(plain)
    compress = bzip2(["-1"], "input", content, "input.bz2")
    with lab.Run(compress) as run:
        assert run.run(lab.NATIVE, os.path.join(plain, "bzip2")).status == 0
        archive = run.files()["input.bz2"]
    print("plain: %d bytes compressed to %d" % (len(content), len(archive)))

    unchanged = tree("unchanged", tarball)
    log = make(unchanged, lab.CKPTCC)
    failures = 0 if "sample3.tst" in log and os.path.exists(os.path.join(unchanged, "sample3.tst")) else 1
    print("make CC=ckptcc, unchanged: its own tests %s" % ("FAIL" if failures else "pass"))

    def with_sites(name, sites, cc=""):
        where = tree(name, tarball)
        with open(os.path.join(where, "sites"), "w", encoding="ascii") as out:
            out.write(sites)
        make(where, lab.CKPTCC + " --ckpt-annotations=%s/sites" % where + (cc and " --ckpt-cc=" + cc), "bzip2")
        return where

    wanted, tested = suite(plain), with_sites("suite", SITES + SUITE_SITES)
    for what, settings in (("without a CKPT_ variable", ""), ("with a checkpoint at each visit", "export CKPT_DIR=$run CKPT_EVERY=1")):
        wrong = compare(wanted, suite(tested, settings), bool(settings))
        failures += bool(wrong)
        print("its own tests, with sites, %s: %s" % (what, "FAIL: " + wrong if wrong else "as by the plain build"))

    built, s390x, i386 = {}, lab.BY_NAME["s390x"], lab.BY_NAME["i386"]
    for arch in (lab.NATIVE, s390x, i386):
        where = with_sites("site-" + arch.name, SITES, "" if arch is lab.NATIVE else arch.cc)
        built[arch] = (arch, os.path.join(where, "bzip2"))
    print("unchanged, two sites and two types in a side file: built for " + ", ".join(a.name for a in built))

    expand, sparing = (bzip2(options, "input.bz2", archive, "input") for options in (["-d"], ["-ds"]))
    for what, program, result, a, b, visit in (
            ("block", compress, archive, lab.NATIVE, lab.NATIVE, 3), ("block", compress, archive, lab.NATIVE, s390x, 1),
            ("block", compress, archive, lab.NATIVE, s390x, 7), ("block", compress, archive, s390x, lab.NATIVE, 5),
            ("block", compress, archive, lab.NATIVE, i386, 4), ("piece", expand, content, lab.NATIVE, s390x, 30),
            ("piece", expand, content, i386, lab.NATIVE, 100), ("sparing piece", sparing, content, s390x, lab.NATIVE, 41)):
        one, two, got, messages = stop_and_go(program, built[a], built[b], visit)
        good = (one, two, got) == (lab.STATUS_STOPPED, 0, result)
        failures += not good
        print("stopped at %s %d on %s, went on on %s: %s" % (what, visit, a, b, "identical" if good else "FAIL (%s, %s) %s" % (one, two, messages)))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
