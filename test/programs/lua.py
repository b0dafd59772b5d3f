#!/usr/bin/env python3
"""lua.py - a real program: Lua 5.4 from Debian's source package, stopped in the middle of scripts.

Unchanged, with a side file (lua/lua.side: one site, in the virtual machine's call path, and what Lua's unions are), a configuration that counts in units
that all machines share (lua/config.h) and two files of ours that are linked to it (lua/stable.c, lua/tidy.c), it runs the scripts of lua/scripts:
1. uninterrupted, each prints what the plain build prints;
2. stopped at random visits, twice and more, going on on another architecture each time, it prints the same. (Scripts read again what they write.)
3. the test of the interpreter that the source package has (debian/tests/interpreter) passes.

usage: lua.py [--all]   a sample that is drawn by the state of the sources, on two architectures, or all scripts from all architectures
       lua.py SCRIPT...
Output: a line per script; status 0 if all is well, 77 if the source cannot be had (no network)
"""
import glob
import hashlib
import os
import random
import subprocess
import sys
import tempfile

import upstream
from upstream import lab

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import draw

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lua")
WORK = os.path.join(lab.BUILD, "test", "lua")
ARCHES = [lab.BY_NAME[name] for name in ("x86_64", "s390x", "i386", "arm")]
COMMON = ["-std=gnu99", "-DLUA_USE_POSIX", "-w"]
SAMPLE = 12                       # scripts of an ordinary run
STOPS = 3                         # at most, of each script


def sources(where):
    return sorted(s for s in glob.glob(os.path.join(where, "src", "*.c")) if not s.endswith("/luac.c"))


def source():
    os.makedirs(WORK, exist_ok=True)
    return upstream.unpack(upstream.tarball("lua5.4", WORK), os.path.join(WORK, "source"))


def build_plain(where, flags=()):
    return lab.build(lab.Program("lua" + "".join(flags), sources=sources(where), flags=COMMON + list(flags), root="/"), lab.NATIVE, "plain")


def build(where, arches):
    """{arch: path}, and the plain one."""
    side, config = (os.path.join(HERE, name) for name in ("lua.side", "config.h"))
    added = [os.path.join(HERE, name) for name in ("stable.c", "tidy.c")]
    digest = hashlib.sha256(b"".join(open(path, "rb").read() for path in (side, config))).hexdigest()[:15]
    ours = lab.Program("lua", sources=sources(where) + added, root="/", flags=COMMON + [
        "-I", os.path.join(where, "src"), "-include", config, "--ckpt-annotations=" + side, "-DANNOTATIONS=0x" + digest])
    return dict(zip(arches, lab.parallel(lambda arch: lab.build(ours, arch), arches))), build_plain(where)


class Script(lab.Program):
    def __init__(self, path):
        super().__init__(os.path.basename(path), args=[path], root="/")
        self.short = self.name[:-4]


def visits_of(script, built):
    """How often the site is passed, to 1 in 5: one run, checkpoints at visits further and further apart, all of which must succeed."""
    grid = [1]
    while grid[-1] < 10 ** 6:
        grid.append(grid[-1] + 1 + grid[-1] // 5)
    with lab.Run(script) as run:
        done = run.run(lab.NATIVE, built[lab.NATIVE], {"CKPT_DIR": run.images, "CKPT_AT": ",".join(map(str, grid)), "CKPT_MODE": "sync"})
        if done.status or b"failed" in done.err:
            return 0, "%s: %s" % (lab.status_text(done.status), lab.tail(done.err))
        newest = max(int(name[5:-4]) for name in os.listdir(run.images) if name.endswith(".img"))
    return grid[newest - 1], ""


def journey(script, built, visits, arches):
    """Runs the script, stopped at the visits; returns its output, and what went wrong."""
    out = b""
    with lab.Run(script) as run:
        for leg, arch in enumerate(arches):
            environment = {"CKPT_DIR": run.images}
            if leg:
                environment["CKPT_RESTART"] = "latest"
            if leg < len(visits):
                environment.update({"CKPT_AT": visits[leg], "CKPT_EXIT": 1})
            done = run.run(arch, built[arch], environment)
            out += done.out
            if done.status != (lab.STATUS_STOPPED if leg < len(visits) else 0):
                return out, "%s on %s, leg %d: %s" % (lab.status_text(done.status), arch, leg + 1, lab.tail(done.err))
    return out, ""


def check(script, built, plain, start):
    """What was done, and what came of it: identical or FAIL."""
    choice = random.Random("%d %s %s" % (draw.number(), script.short, start))
    with lab.Run(script) as run:
        reference = run.run(lab.NATIVE, plain)
    with lab.Run(script) as run:
        alone = run.run(start, built[start])
    if reference.status or (alone.status, alone.out) != (0, reference.out):
        return "FAIL uninterrupted (%s, %s): %s" % (reference.status, alone.status, lab.first_difference(alone.out, reference.out))
    last, wrong = visits_of(script, built)
    if wrong:
        return "FAIL checkpoints: " + wrong
    visits = sorted(choice.sample(range(1, last + 1), min(last, choice.randint(2, STOPS))))
    arches = [start]
    while len(arches) <= len(visits):
        arches.append(choice.choice([a for a in built if a is not arches[-1]]))
    out, wrong = journey(script, built, visits, arches)
    if not wrong and out != reference.out:
        wrong = lab.first_difference(out, reference.out)
    way = " ".join("%s@%d" % item for item in zip(arches, visits)) + " " + str(arches[-1])
    return "FAIL %s: %s" % (way, wrong) if wrong else "identical: " + way


def own_test(path):
    """What the source package's own test of the interpreter says of that one: empty if nothing. It calls `lua`, and is silent if all is well."""
    with tempfile.TemporaryDirectory(prefix="ckpt-lua.") as work:
        packaging = glob.glob(os.path.join(WORK, "lua5.4_*.debian.tar.*"))[0]
        lab.run_command(["tar", "xf", packaging, "-C", work, "debian/tests/interpreter"])
        os.symlink(path, os.path.join(work, "lua"))
        done = subprocess.run(["sh", os.path.join(work, "debian", "tests", "interpreter")], cwd=work, env=dict(os.environ, PATH=work + ":" + os.environ["PATH"]),
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, check=False)
        return done.stdout if done.stdout or not done.returncode else "status %d" % done.returncode


def main():
    where = source()
    choice = random.Random(draw.number())
    every = "--all" in sys.argv
    built, plain = build(where, ARCHES if every else [lab.NATIVE, choice.choice(ARCHES[1:])])
    print("built for " + ", ".join(a.name for a in built))
    named = [a for a in sys.argv[1:] if not a.startswith("--")]
    scripts = [Script(os.path.abspath(path)) for path in named or sorted(glob.glob(os.path.join(HERE, "scripts", "*.lua")))]
    if not named and not every:
        scripts = sorted(choice.sample(scripts, SAMPLE), key=lambda s: s.name)
    journeys = [(script, start) for script in scripts for start in (built if every else [choice.choice(list(built))])]
    results = lab.parallel(lambda item: "%-26s %s" % (item[0].short, check(item[0], built, plain, item[1])), journeys)
    print("\n".join(results))
    failures = sum(" FAIL " in line for line in results)
    print("%d journeys, %d failures" % (len(results), failures))
    wrong = own_test(built[lab.NATIVE])
    print("debian/tests/interpreter: " + ("FAIL: " + wrong if wrong else "passed"))
    failures += bool(wrong)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
