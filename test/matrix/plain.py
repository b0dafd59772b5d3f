#!/usr/bin/env python3
"""plain.py - the plain programs print the same bytes on all targets.

Without this, comparing an interrupted run on two machines with an uninterrupted one on a third would prove nothing.
usage: plain.py [example ...]
"""
import sys

import catalogue
import lab


def check(item):
    program, arch = item
    path = built[(program, arch, "plain")]
    if isinstance(path, RuntimeError):
        return str(path)
    with lab.Run(program) as run:
        result = run.run(arch, path)
        if result.status != references[program].status:
            return lab.status_text(result.status) + " " + lab.tail(result.err)
        if result.out != references[program].out:
            return lab.first_difference(result.out, references[program].out)
        if run.files() != references[program].files:
            return "other files"
    return None


programs = catalogue.choose(sys.argv[1:])
items = [(p, a) for p in programs for a in lab.ARCHES]
built = lab.build_all([(p, a, "plain") for p, a in items] + [(p, lab.NATIVE, "count") for p in programs])
references = dict(zip(programs, lab.parallel(lab.Reference, programs)))
results = dict(zip(items, lab.parallel(check, items)))
failures = 0
print("%-12s %7s %7s  %s" % ("", "visits", "bytes", " ".join("%-8s" % a for a in lab.ARCHES)))
for p in programs:
    print("%-12s %7d %7d  %s" % (p, references[p].visits, len(references[p].out),
                                 " ".join("%-8s" % ("FAIL" if results[p, a] else "same") for a in lab.ARCHES)))
for (p, a), reason in results.items():
    if reason:
        failures += 1
        print("%s on %s: %s" % (p, a, reason))
print("%d of %d identical" % (len(items) - failures, len(items)))
sys.exit(1 if failures else 0)
