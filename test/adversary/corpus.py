#!/usr/bin/env python3
"""corpus.py - programs written to break the toolchain, stopped all along and carried over random architectures.

usage: corpus.py [--seed N] [--all] [--arches A,B,...] [program ...]
Input       programs/NAME.c, or programs/NAME/*.c for several units. A line `ADV: key=value; key=value` in the head says how
            to run it: args, stdin (text, \\n allowed), outputs (files compared, a,b), flags, libs, status, and
            skip-inplace, refused (what a refusal must say: a program that cannot be carried).
Reference   the plain program, compiled by cc, run natively.
What is run each program is compiled with a compiler and an optimisation level of its turn; a chain starts on a random
            architecture, is stopped, goes on on another, ... in modes async, sync and inplace; outputs, files and the exit status
            must be those of the reference. Ordinarily one chain of a few stops over three architectures; with --long (or --all) a
            chain that stops at every visit (up to 60) over all architectures, at each optimisation level.
Output      a line for each failure and a table; status 1 if there is one. The choices depend on the seed and the names only.
"""
import argparse
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "matrix"))
import lab  # noqa: E402

MODES = ("async", "sync", "inplace")
LEVELS = ("-O0", "-O2", "-O3")


def head_of(path):
    """The settings in a program's head."""
    with open(path, encoding="utf-8") as source:
        found = re.search(r"ADV:(.*)", source.read(4000))
    pairs = [p.split("=", 1) for p in (found.group(1).split(";") if found else []) if p.strip()]
    return {p[0].strip(): (p[1].strip() if len(p) > 1 else "") for p in pairs}


def load(name):
    """(lab.Program, settings) of a program of the corpus."""
    folder = os.path.join(HERE, "programs", name)
    units = [folder + ".c"]
    if os.path.isdir(folder):
        units = sorted(os.path.join(folder, f) for f in os.listdir(folder) if f.endswith(".c"))
    settings = head_of(units[0])
    stdin = settings.get("stdin")
    program = lab.Program("adv-" + name, units, args=settings.get("args", "").split(),
                          outputs=[o for o in settings.get("outputs", "").split(",") if o],
                          stdin=stdin.encode().decode("unicode_escape").encode("latin-1") if stdin is not None else None,
                          flags=settings.get("flags", "").split(), libs=["-lm"] + settings.get("libs", "").split(),
                          root=os.path.join(HERE, "programs"))
    return program, settings


def built(program, arch, level, cc=None):
    """The program, compiled for an architecture at a level, by gcc or by cc."""
    flavour = "ckpt%s-%s" % (level, cc or "gcc")
    return lab.build(program, arch, flavour, extra=[level], cc=cc)


def stops(visits, most, choice):
    """At most `most` visits, the first and the last among them."""
    if visits <= most:
        return list(range(1, visits + 1))
    return sorted({1, visits} | set(choice.sample(range(2, visits), most - 2)))


def chain(program, settings, reference, arches, level, clang, visits, choice):
    """Run it stopped at each of visits, each part on another architecture; returns what is wrong, or None."""
    out, story = b"", []
    with lab.Run(program) as run:
        for n, visit in enumerate(visits + [None]):
            arch = choice.choice(arches)
            mode = choice.choice(MODES[:2] if "skip-inplace" in settings else MODES)
            path = built(program, arch, level, "clang-19" if clang and arch is lab.NATIVE else None)
            env = {"CKPT_DIR": run.images, "CKPT_MODE": mode}
            if n:
                env["CKPT_RESTART"] = "latest"
            if visit is not None:
                env.update(CKPT_AT=visit, CKPT_EXIT=1)
            wanted = lab.STATUS_STOPPED if visit is not None else reference.status
            result = run.run(arch, path, env)
            out += result.out
            story.append("%s%s%s" % (arch, "" if n == 0 else " from %d" % visits[n - 1],
                                     " %s" % mode if visit is not None else ""))
            where = "%s %s: %s: " % (level, "clang" if clang else "gcc", ", ".join(story[-2:]))
            if result.status != wanted:
                return where + "%s, not %s: %s" % (lab.status_text(result.status), wanted, lab.tail(result.err))
            if not reference.out.startswith(out):
                return where + "DIFFERENT: " + lab.first_difference(out, reference.out[:len(out)])
        if out != reference.out:
            return where + "DIFFERENT: " + lab.first_difference(out, reference.out)
        for name, content in run.files().items():
            if content != reference.files[name]:
                return where + "DIFFERENT file %s: %s" % (name, "missing" if content is None else lab.first_difference(
                    content, reference.files[name] or b""))
    return None


def uninterrupted(program, reference, arch, level):
    """The compiled program with no CKPT_ variable, compared."""
    with lab.Run(program) as run:
        result = run.run(arch, built(program, arch, level))
        if result.status != reference.status:
            return "uninterrupted on %s: %s: %s" % (arch, lab.status_text(result.status), lab.tail(result.err))
        if result.out != reference.out:
            return "uninterrupted on %s: DIFFERENT: %s" % (arch, lab.first_difference(result.out, reference.out))
    return None


def refusal(program, settings, level):
    """A program that cannot be carried: ckptcc must say so at a line, in the words given."""
    try:
        built(program, lab.NATIVE, level)
    except RuntimeError as error:
        said = str(error)
        if settings["refused"] in said and re.search(r"\.c:\d+", said):
            return None
        return "refused, but not by %r: %s" % (settings["refused"], lab.tail(said.encode()))
    return "not refused"


def examine(name):
    """All runs of one program; (name, failures, number of chains)."""
    choice = random.Random("%d %s" % (options.seed, name))
    program, settings = load(name)
    plans = [(level, n == 1) for n, level in enumerate(LEVELS)] if options.all else [
        (choice.choice(LEVELS), choice.random() < 0.3)]
    if "refused" in settings:
        error = refusal(program, settings, plans[0][0])
        return name, [error] if error else [], 1
    failures = []
    try:
        reference = lab.Reference(program)
        if str(reference.status) != settings.get("status", "0") or not reference.visits:
            return name, ["the plain program: status %s, %d visits" % (reference.status, reference.visits)], 0
        for level, clang in plans:
            arches = options.arches or (lab.ARCHES if options.all else choice.sample(lab.ARCHES, 3))
            where = choice.choice(arches)
            error = uninterrupted(program, reference, where, level) or chain(
                program, settings, reference, arches, level, clang,
                stops(reference.visits, options.stops or (60 if options.all else 6), choice), choice)
            if error:
                failures.append(error)
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        failures.append("not built: " + lab.tail(str(error).encode(), 6))
    return name, failures, len(plans)


def command_line():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", default=lab.LONG)
    parser.add_argument("--arches", type=lambda names: [lab.BY_NAME[n] for n in names.split(",")])
    parser.add_argument("--stops", type=int)
    parser.add_argument("programs", nargs="*")
    return parser.parse_args()


options = command_line()
corpus = options.programs or sorted({os.path.splitext(f)[0] for f in os.listdir(os.path.join(HERE, "programs"))
                                     if not f.startswith(".")})
wrong = chains = 0
for name, failures, tried in lab.parallel(examine, corpus):
    chains += tried
    wrong += bool(failures)
    for failure in failures:
        print("FAIL %s: %s" % (name, failure))
print("%d programs, %d chains, %d programs fail" % (len(corpus), chains, wrong))
sys.exit(1 if wrong else 0)
