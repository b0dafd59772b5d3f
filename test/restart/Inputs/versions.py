"""versions.py - a program stopped as one version of it goes on as others, here and elsewhere.

usage       versions.py SOURCE [--visit N] [--here] [--old=FLAGS] --new=FLAGS ... [-- ARGUMENTS]
Input       SOURCE, compiled with FLAGS: the version that is stopped at visit N (default 2), the versions that go on.
Output      for each version that goes on what both have printed, its lines on standard error, and its status: for FileCheck. Status 1 if that is not
            the same wherever it goes on: x86-64 to x86-64, i386 and s390x, and s390x to x86-64; with --here x86-64 to x86-64 only.
"""
import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "matrix"))
import lab  # noqa: E402

WAYS = [("x86_64", "x86_64"), ("x86_64", "i386"), ("x86_64", "s390x"), ("s390x", "x86_64")]


def command_line():
    parser = argparse.ArgumentParser()
    parser.add_argument("source")
    parser.add_argument("--visit", default="2")
    parser.add_argument("--here", action="store_true")
    parser.add_argument("--old", default="")
    parser.add_argument("--new", action="append", required=True)
    parser.add_argument("arguments", nargs="*")
    return parser.parse_args()


class Versions:
    def __init__(self, options, directory):
        self.options, self.directory, self.built = options, directory, {}

    def program(self, arch, flags):
        if (arch, flags) not in self.built:
            path = os.path.join(self.directory, "%s.%d" % (arch, len(self.built)))
            a = lab.BY_NAME[arch]
            lab.run_command([lab.CKPTCC, "--ckpt-cc=" + a.cc] + lab.CFLAGS + a.flags + shlex.split(flags) + [self.options.source, "-o", path])
            self.built[arch, flags] = path
        return self.built[arch, flags]

    def run(self, arch, flags, images, **env):
        done = subprocess.run(lab.BY_NAME[arch].emulator + [self.program(arch, flags)] + self.options.arguments, cwd=self.directory,
                              env={**{k: v for k, v in os.environ.items() if not k.startswith("CKPT_")}, "CKPT_DIR": images, **env},
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=lab.TIMEOUT)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def image(self, arch):
        """What the old version has printed when it is stopped."""
        images = os.path.join(self.directory, "images." + arch)
        if images not in self.built:
            status, out, err = self.run(arch, self.options.old, images, CKPT_AT=self.options.visit, CKPT_EXIT="1")
            if status != lab.STATUS_STOPPED:
                sys.exit("%s: stopped with status %d\n%s%s" % (arch, status, out, err))
            self.built[images] = out
        return images, self.built[images]

    def go_on(self, way, new):
        images, before = self.image(way[0])
        own = os.path.join(self.directory, "copy")
        shutil.rmtree(own, ignore_errors=True)
        shutil.copytree(images, own)
        status, out, err = self.run(way[1], new, own, CKPT_RESTART="latest")
        return before + out, err, status


def main():
    options = command_line()
    ways = [w for w in WAYS if all(lab.BY_NAME[a].has_runtime for a in w)][:1 if options.here else None]
    with tempfile.TemporaryDirectory(prefix="ckpt-versions.") as directory:
        versions = Versions(options, directory)
        for new in options.new:
            found = [versions.go_on(way, new) for way in ways]
            print("== %s\n%s%sstatus %d" % ((new,) + found[0]))
            for way, other in zip(ways, found):
                if other != found[0]:
                    sys.exit("%s to %s it is otherwise:\n%s%sstatus %d" % (way + other))


main()
