#!/usr/bin/env python3
"""minigzip.py - a real program: zlib's minigzip from Debian's source package.

1. `CC=ckptcc ./configure --static; make test` builds zlib unchanged, its own tests pass.
2. Unchanged still, with a side file that puts one site where deflate has filled its window (nine frames deep, one of them called through a table of
   functions), one into the loop that asks inflate for more and one where inflate begins, its own tests (example and minigzip, both also with
   -D_FILE_OFFSET_BITS=64, and infcover, which goes through all of inflate) give what they give by the plain build: without a CKPT_ variable, and with a
   checkpoint at each visit; each run leaves images then. (A shared library has no sites, so its tests are not among them.)
3. With the first two of these sites it is stopped in the middle on x86-64, s390x or i386 and goes on on another one: the archive, and what comes out of
   it, are those of an uninterrupted run. zlib's state is structures, tables of 16-bit numbers and bytes in blocks from its own allocator, with pointers
   into the middle of them.

usage: minigzip.py      Output: a line per step; status 0 if all is well, 77 if the source cannot be had (no network)
"""
import os
import shutil
import sys

import upstream
from upstream import lab

WORK = os.path.join(lab.BUILD, "test", "minigzip")
SITES = """site name(window) after deflate.c:deflate_slow:"fill_window(s);"
site name(next) minigzip.c:gz_uncompress:"len = gzread(in, buf"
"""
# gzvprintf, which gzprintf calls, has a va_list that no image carries; example's text is short, and does not go on to deflate from there.
SUITE_SITES = """no_site(gzvprintf) gzwrite.c
site name(inflate) before inflate.c:inflate:"if (state->mode == TYPE) state->mode = TYPEDO;"
"""
TESTS = ("minigzip", "example", "minigzip64", "example64", "infcover")


def make(where, compiler, *targets):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CKPT_") or k == "CKPT_BUILD"}
    environment["CC"] = compiler
    log = lab.run_command(["sh", "./configure", "--static"], cwd=where, env=environment)
    return log + lab.run_command(["make", "-j2"] + list(targets), cwd=where, env=environment)


def suite(where, settings=""):
    """Its own tests, by what is built in `where`: what they say, and by program the number of images of each of its runs. A script before each program
    gives it the settings, and a directory of its own."""
    script, images = os.path.join(where, "under"), os.path.join(where, "images")
    shutil.rmtree(images, ignore_errors=True)
    os.makedirs(images)
    with open(script, "w", encoding="ascii") as out:
        out.write('#!/bin/sh\nrun=$(mktemp -d %s/$(basename $1).XXXXXX)\n%s\nexec "$@"\n' % (images, settings))
    os.chmod(script, 0o755)
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CKPT_")}
    said = lab.run_command(["make", "-s", "teststatic", "test64", "QEMU_RUN=" + script], cwd=where, env=environment)
    said += lab.run_command([script, "./infcover"], cwd=where, env=environment)
    found = {}
    for run in os.listdir(images):
        found.setdefault(run.split(".")[0], []).append(sum(file.endswith(".img") for file in os.listdir(os.path.join(images, run))))
    return said, found


def compare(plain, ours, with_images):
    """What is wrong with a run of its own tests; empty if nothing."""
    if "*** zlib test OK ***" not in plain[0] or "*** zlib 64-bit test OK ***" not in plain[0] or ours[0] != plain[0]:
        return lab.first_difference(ours[0].encode(), plain[0].encode())
    if set(ours[1]) != set(TESTS) or not all(bool(n) == with_images for runs in ours[1].values() for n in runs):
        return "images: %s" % ours[1]
    return ""


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


def main():
    os.makedirs(WORK, exist_ok=True)
    tarball = upstream.tarball("zlib", WORK)
    unchanged = upstream.unpack(tarball, os.path.join(WORK, "unchanged"))
    log = make(unchanged, lab.CKPTCC, "all", "teststatic")
    failures = 0 if "*** zlib test OK ***" in log else 1
    print("CC=ckptcc, unchanged: its own tests %s" % ("FAIL" if failures else "pass"))

    plain = upstream.unpack(tarball, os.path.join(WORK, "plain"))
    content = input_text(plain)
    make(plain, "cc", *TESTS)
    deflate, inflate = Minigzip(content, ["-9"]), None
    with lab.Run(deflate) as run:
        archive = run.run(lab.NATIVE, os.path.join(plain, "minigzip")).out
    inflate = Minigzip(archive, ["-d"])
    print("plain: %d bytes compressed to %d" % (len(content), len(archive)))

    def with_sites(name, sites, cc, *targets):
        where = upstream.unpack(tarball, os.path.join(WORK, name))
        with open(os.path.join(where, "sites"), "w", encoding="ascii") as out:
            out.write(sites)
        make(where, lab.CKPTCC + " --ckpt-annotations=%s/sites" % where + (cc and " --ckpt-cc=" + cc), *targets)
        return where

    wanted, tested = suite(plain), with_sites("suite", SITES + SUITE_SITES, "", *TESTS)
    for what, settings in (("without a CKPT_ variable", ""), ("with a checkpoint at each visit", "export CKPT_DIR=$run CKPT_EVERY=1")):
        wrong = compare(wanted, suite(tested, settings), bool(settings))
        failures += bool(wrong)
        print("its own tests, with sites, %s: %s" % (what, "FAIL: " + wrong if wrong else "as by the plain build"))

    built, s390x, i386 = {}, lab.BY_NAME["s390x"], lab.BY_NAME["i386"]
    for arch in (lab.NATIVE, s390x, i386):
        where = with_sites("site-" + arch.name, SITES, "" if arch is lab.NATIVE else arch.cc, "minigzip")
        built[arch] = (arch, os.path.join(where, "minigzip"))
    print("unchanged, two sites in a side file: built for " + ", ".join(a.name for a in built))

    for what, program, result, a, b, visit in (
            ("deflate", deflate, archive, lab.NATIVE, lab.NATIVE, 3), ("deflate", deflate, archive, lab.NATIVE, s390x, 5),
            ("deflate", deflate, archive, s390x, i386, 2), ("deflate", deflate, archive, i386, lab.NATIVE, 7),
            ("inflate", inflate, content, lab.NATIVE, s390x, 4), ("inflate", inflate, content, i386, lab.NATIVE, 9),
            ("inflate", inflate, content, s390x, lab.NATIVE, 1)):
        one, two, got, messages = stop_and_go(program, built[a], built[b], visit)
        good = (one, two, got) == (lab.STATUS_STOPPED, 0, result)
        failures += not good
        print("%s stopped at visit %d on %s, went on on %s: %s" % (what, visit, a, b, "identical" if good else "FAIL (%s, %s, %d bytes) %s" % (one, two, len(got), messages)))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
