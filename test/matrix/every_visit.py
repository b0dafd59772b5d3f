#!/usr/bin/env python3
"""every_visit.py - stop and go on at every single visit, each time on the next architecture.

usage: every_visit.py [--long] [--native] [example ...]
Each program runs with its small arguments, as a chain: started on one architecture, stopped at visit 1, restarted on the
next, stopped at visit 2, and so on to its end. All that the links of the chain wrote, joined, must be the reference.
Ordinarily one chain per program, which visits all architectures in turn; with --long one that starts at each architecture, and
also, from each visit, one restart that runs to the end. --native keeps to the machine's own architecture.
"""
import json
import subprocess
import sys

import catalogue
import lab

MODES = ("async", "sync")


def frames_of(run):
    """How many frames the newest image holds (0: cannot be told)."""
    shown = subprocess.run([lab.CKPT, "show", "--json", run.images], capture_output=True, text=True)
    try:
        image = json.loads(shown.stdout)
    except ValueError:
        return 0
    if isinstance(image, list):
        image = image[-1]
    for key in ("frames", "stack", "call_stack", "calls"):
        if isinstance(image.get(key), list):
            return len(image[key])
    return 0


def path(program, arch):
    found = built[(program, arch, "ckpt")]
    if isinstance(found, RuntimeError):
        raise found
    return found


def chain(item):
    """One chain; returns (links, most frames, error)."""
    program, start = item
    reference = references[program]
    out, deepest = b"", 0
    try:
        with lab.Run(program, program.small) as run:
            for visit in range(1, reference.visits + 2):
                arch = ring[(start + visit - 1) % len(ring)]
                env = {"CKPT_DIR": run.images, "CKPT_MODE": MODES[visit % 2]}
                if visit > 1:
                    env["CKPT_RESTART"] = "latest"
                if visit <= reference.visits:
                    env.update(CKPT_AT=visit, CKPT_EXIT=1)
                wanted = lab.STATUS_STOPPED if visit <= reference.visits else reference.status
                result = run.run(arch, path(program, arch), env)
                out += result.out
                if result.status != wanted:
                    return visit, deepest, "visit %d on %s: %s, not %d: %s" % (
                        visit, arch, lab.status_text(result.status), wanted, lab.tail(result.err))
                if visit <= reference.visits and (visit < 8 or visit % 16 == 0):
                    deepest = max(deepest, frames_of(run))
            if out != reference.out:
                return visit, deepest, lab.first_difference(out, reference.out)
            for name, content in run.files().items():
                if content != reference.files[name]:
                    return visit, deepest, "file %s differs" % name
    except RuntimeError as error:
        return 0, 0, "not built: " + lab.tail(str(error).encode(), 4)
    return visit, deepest, None


def single(item):
    """Stop at one visit, restart on another architecture, run to the end."""
    program, visit = item
    reference = references[program]
    a, b = ring[visit % len(ring)], ring[(visit // len(ring) + visit * 3 + 1) % len(ring)]
    try:
        with lab.Run(program, program.small) as run:
            first = run.run(a, path(program, a), {"CKPT_DIR": run.images, "CKPT_AT": visit, "CKPT_EXIT": 1})
            second = run.run(b, path(program, b), {"CKPT_DIR": run.images, "CKPT_RESTART": "latest"})
            if (first.status, second.status) != (lab.STATUS_STOPPED, reference.status):
                return "%s, then %s: %s" % (lab.status_text(first.status), lab.status_text(second.status),
                                            lab.tail(first.err + second.err))
            if first.out + second.out != reference.out or run.files() != reference.files:
                return lab.first_difference(first.out + second.out, reference.out)
    except RuntimeError as error:
        return "not built: " + lab.tail(str(error).encode(), 4)
    return None


arguments = sys.argv[1:]
long = lab.LONG or "--long" in arguments
ring = [lab.NATIVE] if "--native" in arguments else lab.ARCHES
programs = catalogue.choose([a for a in arguments if not a.startswith("--")])
lab.build_all([(p, lab.NATIVE, f) for p in programs for f in ("plain", "count")])
references = dict(zip(programs, lab.parallel(lambda p: lab.Reference(p, p.small), programs)))
built = lab.build_all([(p, a, "ckpt") for p in programs for a in ring])

starts = range(len(ring)) if long else [0]
chains = [(p, (s + n) % len(ring)) for n, p in enumerate(programs) for s in starts]
failures, deep = 0, {}
for (program, start), (links, deepest, error) in zip(chains, lab.parallel(chain, chains)):
    print("%-12s from %-8s %4d visits, %2d frames: %s" % (program, ring[start], references[program].visits, deepest,
                                                         error or "identical"))
    deep[program] = max(deepest, deep.get(program, 0))
    failures += error is not None
if long:
    singles = [(p, v) for p in programs for v in range(1, references[p].visits + 1)]
    bad = [(i, e) for i, e in zip(singles, lab.parallel(single, singles)) if e]
    for (program, visit), error in bad[:20]:
        print("FAIL %s, visit %d: %s" % (program, visit, error))
    print("%d of %d single restarts identical" % (len(singles) - len(bad), len(singles)))
    failures += len(bad)
shown = [n for n in deep.values() if n]
three = sum(n >= 3 for n in shown)
print("%d of %d programs were stopped with three or more live frames" % (three, len(shown)))
if shown and len(programs) > 3 and three * 2 < len(shown):
    failures += 1
sys.exit(1 if failures else 0)
