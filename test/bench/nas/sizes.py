#!/usr/bin/env python3
"""sizes.py - images of the NAS kernels against what a careful programmer saves by hand, and whether they go on from them.

Each kernel is built by cc and by ckptcc, must print VERIFIED built by cc, is stopped after seven eighths of its loop, and goes on here, on
s390x and on i386 (those whose runtime is built): its output must be that of the plain build. Beside the size of the image stands the sum of
the HAND list at the kernel's head; limit: hand + 5 % + 4 KiB.

usage: sizes.py [--check] [--all] [--class W] [kernel ...]      Output: a table in Markdown; then of each kernel over the limit what it costs
--all      without the kernels' #pragma ckpt exclude: what is saved of a program that says nothing
--check    status 1 if an image is over the limit, too (else only if a kernel is not built, not verified, or does not go on as it should)
"""
import argparse
import os
import re
import subprocess
import sys

import kernels
from kernels import lab

ELSEWHERE = [lab.BY_NAME[name] for name in ("s390x", "i386")]
COSTLY = 256


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--class", dest="size", default="S", choices=["S", "W"])
    parser.add_argument("kernels", nargs="*", metavar="kernel")
    got = parser.parse_args()
    for name in got.kernels:
        if name not in kernels.NAMES:
            parser.error("no kernel: %s" % name)
    return got


def stop(run, path, visit):
    """Stops a kernel; returns its output so far. The environment is empty: it is part of an image."""
    done = subprocess.run(["env", "-i", "CKPT_DIR=" + run.images, "CKPT_AT=%d" % visit, "CKPT_EXIT=1", path],
                              cwd=run.directory, capture_output=True, timeout=lab.TIMEOUT)
    if done.returncode != lab.STATUS_STOPPED:
        raise RuntimeError("not stopped at visit %d: %s: %s" % (visit, lab.status_text(done.returncode), lab.tail(done.stderr)))
    return done.stdout


def variables(image):
    """Variables of an image, {name: bytes}."""
    text = lab.run_command([lab.CKPT, "show", "--sizes", "--full", image])
    rows = re.findall(r"^ +(\d+) +\d+ +\d+  (\S+:.+)$", text.split("bytes in the image by variable")[1], flags=re.M)
    return {name.rsplit("/", 1)[-1]: int(size) for size, name in rows if not name.startswith("libckpt/")}


class Measured:
    """name, hand and image (bytes), beyond (variables that are saved and not on the list), restarted (architectures), errors."""

    def __init__(self, name, size):
        hand, program = kernels.hand_list(name, size), kernels.kernel(name, size, all=got.all)
        self.name, self.hand, self.errors = name, sum(hand.values()), []
        self.arches = [lab.NATIVE] + [a for a in ELSEWHERE if a is not lab.NATIVE and a.has_runtime]
        reference = lab.Reference(program)
        if reference.status != 0 or b": VERIFIED\n" not in reference.out:
            self.errors.append("plain: %s: %s" % (lab.status_text(reference.status), lab.tail(reference.out, 1)))
        paths = {arch: lab.build(program, arch) for arch in self.arches}
        with lab.Run(program) as run:
            first = stop(run, paths[lab.NATIVE], max(1, reference.visits * 7 // 8))
            image = os.path.join(run.images, [n for n in os.listdir(run.images) if n.endswith(".img")][0])
            self.image = os.path.getsize(image)
            self.beyond = {n: b for n, b in variables(image).items() if n.split(":")[-1] not in hand}
            for arch in self.arches:
                self.go_on(run, arch, paths[arch], first, reference)

    def go_on(self, run, arch, path, first, reference):
        second = run.run(arch, path, {"CKPT_DIR": run.images, "CKPT_RESTART": "latest"})
        if second.status != reference.status or first + second.out != reference.out:
            self.errors.append("on %s: %s, output: %s; %s" % (arch, lab.status_text(second.status), lab.first_difference(
                first + second.out, reference.out), lab.tail(second.err)))

    @property
    def limit(self):
        return int(self.hand * 1.05) + 4096

    @property
    def over(self):
        return self.image > self.limit


def row(m):
    return "| %s | %d | %d | %d | %.2f | %s | %s |" % (m.name, m.hand, m.image, m.limit, m.image / m.limit, "OVER" if m.over else "within",
                                                       "FAIL" if m.errors else "the same on " + ", ".join(map(str, m.arches)))


def costs(m):
    """What is saved beyond the list, the costly ones by name."""
    named = sorted(((b, n) for n, b in m.beyond.items() if b >= COSTLY), reverse=True)
    rest = sum(b for b in m.beyond.values() if b < COSTLY)
    return "%s: saved and not on the list: %s; %d bytes in others" % (m.name, ", ".join("%s %d" % (n, b) for b, n in named), rest)


def measure(name):
    try:
        return Measured(name, got.size)
    except RuntimeError as error:
        return error


got = options()
names = got.kernels or kernels.NAMES
measured = dict(zip(names, lab.parallel(measure, names)))
broken = [m for m in measured.values() if isinstance(m, RuntimeError) or m.errors]
over = [m for m in measured.values() if not isinstance(m, RuntimeError) and m.over]
print("| kernel, class %s | by hand | image | limit | image / limit | | restarted |" % got.size)
print("|---|---|---|---|---|---|---|")
for name, one in measured.items():
    print("| %s | | | | | | FAIL |" % name if isinstance(one, RuntimeError) else row(one))
print()
for name, one in measured.items():
    for error in [one] if isinstance(one, RuntimeError) else one.errors:
        print("FAIL %s %s" % (name, error))
for one in over:
    print(costs(one))
sys.exit(1 if broken or (got.check and over) else 0)
