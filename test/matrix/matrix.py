#!/usr/bin/env python3
"""matrix.py - stop on one architecture, go on on another: is the output that of an uninterrupted run?

usage: matrix.py [--long] [--sample N] [--seed S] [--from ARCH,...] [--to ARCH,...] [--mode MODE,...] [example ...]
  --long      every pair of architectures x example x {early, middle, late} x {async, sync, inplace}
  --sample    otherwise: N random cases for each ordered pair (default 4)
  --seed      of the sample (default: CKPT_SEED, else the current commit); printed, so that a failure can be had again
Modes async and sync: run with CKPT_AT=v CKPT_EXIT=1 on A (must end with 75), restart on B; what both wrote, one after the
other, must be the reference. Mode inplace: the run on A rebuilds itself from its image at v and must finish as the
reference; then B restarts from that image, must write a tail of the reference and leave the same files.
"""
import argparse
import collections
import itertools
import os
import random
import subprocess
import sys

import catalogue
import lab

Case = collections.namedtuple("Case", "program origin target visit mode")


def options():
    parser = argparse.ArgumentParser(add_help=True)
    parser.add_argument("--long", action="store_true", default=lab.LONG)
    parser.add_argument("--sample", type=int, default=4)
    parser.add_argument("--seed", default=os.environ.get("CKPT_SEED"))
    parser.add_argument("--from", dest="origins", default="")
    parser.add_argument("--to", dest="targets", default="")
    parser.add_argument("--mode", default="async,sync,inplace")
    parser.add_argument("examples", nargs="*")
    got = parser.parse_args()
    if got.seed is None:
        head = subprocess.run(["git", "-C", lab.SOURCE, "rev-parse", "HEAD"], capture_output=True, text=True)
        got.seed = head.stdout.strip()[:12] or "0"
    return got


def arches(names):
    return [lab.BY_NAME[n] for n in names.split(",")] if names else lab.ARCHES


def visits_of(reference):
    """An early, a middle and a late visit."""
    last = reference.visits
    return [min(2, last), max(1, last // 2), last]


def compare(run, reference, out):
    if out != reference.out:
        return "output differs: " + lab.first_difference(out, reference.out)
    return compare_files(run, reference)


def compare_files(run, reference):
    files = run.files()
    for name, content in reference.files.items():
        if files[name] != content:
            return "file %s differs: %s" % (name, "missing" if files[name] is None
                                            else lab.first_difference(files[name], content))
    return None


def stop(case, run, first):
    """Run until the checkpoint; returns (what it wrote, error)."""
    env = {"CKPT_DIR": run.images, "CKPT_AT": case.visit, "CKPT_MODE": case.mode}
    reference = references[case.program]
    if case.mode != "inplace":
        env["CKPT_EXIT"] = 1
    result = run.run(case.origin, first, env)
    wanted = reference.status if case.mode == "inplace" else lab.STATUS_STOPPED
    if result.status != wanted:
        return b"", "first part: %s, not %d: %s" % (lab.status_text(result.status), wanted, lab.tail(result.err))
    if case.mode == "inplace":
        error = compare(run, reference, result.out)
        return b"", error and "in place: " + error
    return result.out, None


def check(case):
    first, second = built[(case.program, case.origin, "ckpt")], built[(case.program, case.target, "ckpt")]
    for path in (first, second):
        if isinstance(path, RuntimeError):
            return "not built: " + lab.tail(str(path).encode(), 4)
    reference = references[case.program]
    with lab.Run(case.program) as run:
        before, error = stop(case, run, first)
        if error:
            return error
        result = run.run(case.target, second, {"CKPT_DIR": run.images, "CKPT_RESTART": "latest"})
        if result.status != reference.status:
            return "restart: %s: %s" % (lab.status_text(result.status), lab.tail(result.err))
        if case.mode == "inplace":
            if not reference.out.endswith(result.out):
                return "restart: not a tail of the output: %r" % result.out[:200]
            return compare_files(run, reference)
        return compare(run, reference, before + result.out)


def choose_cases(programs, got):
    pairs = list(itertools.product(arches(got.origins), arches(got.targets)))
    modes = got.mode.split(",")
    if got.long:
        return [Case(p, a, b, v, m) for a, b in pairs for p in programs
                for v in sorted(set(visits_of(references[p]))) for m in modes]
    dice = random.Random(got.seed)
    cases = []
    pool = []
    for a, b in pairs:
        for _ in range(got.sample):
            if not pool:                                  # each example about as often as any other
                pool = programs[:]
                dice.shuffle(pool)
            p = pool.pop()
            cases.append(Case(p, a, b, dice.choice(visits_of(references[p])), dice.choice(modes)))
    return sorted(set(cases), key=cases.index)


def table(title, rows, columns, key, results):
    """Passed/all for each row and column."""
    cells = collections.Counter()
    good = collections.Counter()
    for case, error in results.items():
        cells[key(case)] += 1
        good[key(case)] += error is None
    print("%-12s %s" % (title, " ".join("%9s" % c for c in columns)))
    for r in rows:
        print("%-12s %s" % (r, " ".join("%9s" % ("%d/%d" % (good[r, c], cells[r, c]) if cells[r, c] else "-")
                                        for c in columns)))


got = options()
programs = catalogue.choose(got.examples)
lab.build_all([(p, lab.NATIVE, f) for p in programs for f in ("plain", "count")])
references = dict(zip(programs, lab.parallel(lab.Reference, programs)))
cases = choose_cases(programs, got)
used = {(c.program, a) for c in cases for a in (c.origin, c.target)}
built = lab.build_all([(p, a, "ckpt") for p, a in sorted(used, key=str)])
results = dict(zip(cases, lab.parallel(check, cases)))

print("seed %s, %d cases" % (got.seed, len(cases)))
names = [a.name for a in lab.ARCHES]
table("from \\ to", names, names, lambda c: (c.origin.name, c.target.name), results)
print()
table("example", [p.name for p in programs], got.mode.split(","), lambda c: (c.program.name, c.mode), results)
failed = [(c, e) for c, e in results.items() if e]
for c, e in failed[:40]:
    print("FAIL %s: %s -> %s, visit %d of %d, %s: %s" % (c.program, c.origin, c.target, c.visit,
                                                      references[c.program].visits, c.mode, e))
print("%d of %d identical" % (len(cases) - len(failed), len(cases)))
sys.exit(1 if failed else 0)
