#!/usr/bin/env python3
"""restart.py - the common proof of the tests in test/restart.

usage: restart.py SOURCE [FILE.c ...] [options] [-- ARGUMENT ...]
  --library FILE.c,...   compiled into a static library that is linked last
  --input NAME=FILE      a file that lies in the program's directory (FILE relative to the test);  --stdin FILE
  --output NAME,...      files that must come out identical
  --flags FLAGS          for every compilation;  --libs LIBS  for linking
  --arches A,B,...       architectures to cross to and from (default i386,s390x; with CKPT_LONG all seven)
  --only A,B,...         run only on these, the native one included only if listed
  --visits N             stop at no more than N visits, evenly spread (default 12)
  --no-inplace           leave out mode inplace (the program's library calls hold stack addresses, ...)
  --status N             exit status of the uninterrupted run (default 0)
  --plain                only see that the plain program, compiled by cc, does the same on all architectures
For the compiled program: without any CKPT_ variable it does what the plain one does, and leaves no file behind; stopped at each visit
and restarted natively (modes async and sync in turn) and in mode inplace, the same; the same from the native to each other
architecture and back.
"""
import argparse
import os
import sys

import lab


def options():
    arguments, program_arguments = sys.argv[1:], []
    if "--" in arguments:
        cut = arguments.index("--")
        arguments, program_arguments = arguments[:cut], arguments[cut + 1:]
    parser = argparse.ArgumentParser()
    parser.add_argument("sources", nargs="+")
    parser.add_argument("--library", default="")
    parser.add_argument("--input", action="append", default=[])
    parser.add_argument("--stdin")
    parser.add_argument("--output", default="")
    parser.add_argument("--flags", default="")
    parser.add_argument("--libs", default="-lm")
    parser.add_argument("--arches", default="")
    parser.add_argument("--only", default="")
    parser.add_argument("--visits", type=int, default=12)
    parser.add_argument("--no-inplace", action="store_true")
    parser.add_argument("--status", type=int, default=0)
    parser.add_argument("--plain", action="store_true")
    got = parser.parse_args(arguments)
    got.arguments = program_arguments
    return got


def content(name, beside):
    with open(os.path.join(beside, name), "rb") as file:
        return file.read()


def make_program(got):
    beside = os.path.dirname(os.path.abspath(got.sources[0]))
    inputs = dict(i.split("=", 1) for i in got.input)

    def absolute(names):
        return [os.path.join(beside, n) for n in names if n]

    name = "restart-" + os.path.splitext(os.path.basename(got.sources[0]))[0]
    return lab.Program(name, absolute(got.sources), absolute(got.library.split(",")), got.arguments,
                       inputs={n: content(f, beside) for n, f in inputs.items()},
                       outputs=[n for n in got.output.split(",") if n],
                       stdin=content(got.stdin, beside) if got.stdin else None,
                       flags=got.flags.split(), libs=got.libs.split(), root=beside)


def spread(last, most):
    """At most `most` visits of 1..last, first and last among them."""
    if last <= most:
        return list(range(1, last + 1))
    return sorted({1 + round(i * (last - 1) / (most - 1)) for i in range(most)})


def report(errors, what, result_error):
    if result_error:
        errors.append("%s: %s" % (what, result_error))


def differs(run, out, err):
    if out != reference.out:
        return "output: %s%s" % (lab.first_difference(out, reference.out),
                                 "; stderr: " + lab.tail(err) if err else "")
    files = run.files()
    for name in reference.files:
        if files[name] != reference.files[name]:
            return "file %s: %s" % (name, "missing" if files[name] is None else
                                    lab.first_difference(files[name], reference.files[name] or b""))
    return None


def uninterrupted(arch):
    """What the program does without any CKPT_ variable."""
    with lab.Run(program) as run:
        before = set(os.listdir(run.directory))
        result = run.run(arch, paths[arch])
        if result.status != got.status:
            return lab.status_text(result.status) + ": " + lab.tail(result.err)
        new = set(os.listdir(run.directory)) - before - {o.split("/")[0] for o in program.outputs}
        if new:
            return "left files behind: %s" % ", ".join(sorted(new))
        return differs(run, result.out, result.err)


def stopped(item):
    a, b, visit, mode = item
    with lab.Run(program) as run:
        first = run.run(a, paths[a], {"CKPT_DIR": run.images, "CKPT_AT": visit, "CKPT_EXIT": 1, "CKPT_MODE": mode})
        if first.status != lab.STATUS_STOPPED:
            return "first part: %s: %s" % (lab.status_text(first.status), lab.tail(first.err))
        second = run.run(b, paths[b], {"CKPT_DIR": run.images, "CKPT_RESTART": "latest"})
        if second.status != got.status:
            return "restart: %s: %s" % (lab.status_text(second.status), lab.tail(first.err + second.err))
        return differs(run, first.out + second.out, second.err)


def in_place(item):
    arch, visits = item
    with lab.Run(program) as run:
        result = run.run(arch, paths[arch], {"CKPT_DIR": run.images, "CKPT_MODE": "inplace", "CKPT_AT": visits})
        if result.status != got.status:
            return "%s: %s" % (lab.status_text(result.status), lab.tail(result.err))
        return differs(run, result.out, result.err)


def crossings(arches):
    """(from, to, visit, mode): every visit natively, some to each other architecture and back."""
    home = lab.NATIVE if lab.NATIVE in arches else arches[0]
    plan = [(home, home, v, ("async", "sync")[v % 2]) for v in spread(reference.visits, got.visits)]
    for n, other in enumerate(a for a in arches if a is not home):
        some = spread(reference.visits, max(3, got.visits // 3))
        plan += [(home, other, v, "async") for v in some] + [(other, home, v, "sync") for v in some[n % 2::2]]
    return plan


got = options()
program = make_program(got)
names = got.only or got.arches or ("" if lab.LONG else "i386,s390x")
arches = [a for a in lab.ARCHES if not names or a.name in names.split(",") or (a is lab.NATIVE and not got.only)]
if got.plain:
    arches, got.no_inplace = [a for a in lab.ARCHES if not got.only or a.name in got.only.split(",")], True
else:
    arches = [a for a in arches if a.has_runtime]
errors, reference = [], None
try:
    reference = lab.Reference(program, arch=lab.NATIVE if lab.NATIVE in arches else arches[0])
    if reference.status != got.status:
        raise RuntimeError("the plain program ends with " + lab.status_text(reference.status))
    if not reference.visits:
        raise RuntimeError("the plain program visits no site")
    flavour = "plain" if got.plain else "ckpt"
    found = lab.build_all([(program, a, flavour) for a in arches])
    paths = {a: found[program, a, flavour] for a in arches}
    for a in [a for a in arches if isinstance(paths[a], RuntimeError)]:
        errors.append("%s: %s" % (a, paths[a]))
    arches = [a for a in arches if not isinstance(paths[a], RuntimeError)]
    for arch in arches:
        report(errors, "uninterrupted on %s" % arch, uninterrupted(arch))
    plan = crossings(arches) if arches and not got.plain else []
    for (a, b, visit, mode), error in zip(plan, lab.parallel(stopped, plan)):
        report(errors, "%s -> %s, visit %d of %d, %s" % (a, b, visit, reference.visits, mode), error)
    if not got.no_inplace:
        places = [(a, ",".join(map(str, spread(reference.visits, got.visits)))) for a in arches]
        for (a, _), error in zip(places, lab.parallel(in_place, places)):
            report(errors, "in place on %s" % a, error)
except RuntimeError as error:
    errors.append(str(error))
    plan = []
for error in errors[:25]:
    print("FAIL", error)
print("%s: %d visits, %d restarts, %d failures" % (program, reference.visits if reference else 0, len(plan), len(errors)))
sys.exit(1 if errors else 0)
