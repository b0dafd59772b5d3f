#!/usr/bin/env python3
"""cost.py - what instrumentation costs while nothing fails and no checkpoint is taken.

Instructions as callgrind counts them, compiled by gcc and by clang, plain and with ckptcc. Starting up is left out: each number is the
difference of a long and a short run. `restarted` is the steady state after a restart, in the cold copies of the functions: a run
restarted at the last visit of the short one minus one restarted at the last visit of the long one. The allocation-heavy
program is also timed.

usage: cost.py [--counts] [--nas] [program ...]      Output: a table; status 1 if a limit is exceeded
--counts   times are shown, not judged: for a machine on which other things run
--nas      the kernels of the NAS benchmarks (nas-cg-S, ...), instead of the examples
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "matrix"), os.path.join(HERE, "nas"), HERE]
import kernels
import lab
from callgrind import instructions

# name, arguments of a long run, of a short one, limit
CASES = [
    (lab.Program("heat", args=[128, 60, 60]), [128, 1, 60], 1.01),
    (lab.Program("cg", args=[40, 1, 40]), [40, 1, 1], 1.01),
    (lab.Program("nbody", args=[60, 60, 60]), [60, 1, 60], 1.01),
    (lab.Program("queens", args=[10, 0]), [1, 0], 1.15),
    (lab.Program("allocate", args=[60000], root=os.path.join(HERE, "programs")), [1], 1.25),
    (lab.Program("lists", args=[30000], root=os.path.join(HERE, "programs")), [10000], 4.5),
]
# Not from the first iteration on: an image with arrays still at zero is compressed, which the second has to undo.
NAS = [(kernels.kernel(name, args=[long]), [2], 1.01)
       for name, long in (("cg", 3), ("ep", 4), ("ft", 3), ("is", 5), ("lu", 4), ("mg", 3))]
NAMES = [a for a in sys.argv[1:] if not a.startswith("--")]
JUDGE_TIMES = "--counts" not in sys.argv
COMPILERS = [("gcc", "gcc"), ("clang", "clang-19")]


def restarted(program, short, path):
    """Instructions of a restarted run, from the last visit of the short run to that of the long one."""
    visits = [lab.Reference(program, arguments).visits for arguments in (None, [str(a) for a in short])]
    counts = []
    for visit in (visits[1], visits[0]):
        with lab.Run(program) as run:
            first = run.run(lab.NATIVE, path, {"CKPT_DIR": run.images, "CKPT_AT": visit, "CKPT_EXIT": 1})
            if first.status != lab.STATUS_STOPPED:
                raise RuntimeError("not stopped at visit %d: %s" % (visit, lab.tail(first.err)))
            counts.append(instructions(run, path, program.args, {"CKPT_DIR": run.images, "CKPT_RESTART": "latest"}))
    return counts[0] - counts[1]


def wall(path, arguments):
    start = time.perf_counter()
    subprocess.run([path] + [str(a) for a in arguments], stdout=subprocess.DEVNULL, check=True,
                   env={k: v for k, v in os.environ.items() if not k.startswith("CKPT_")})
    return time.perf_counter() - start


def timed(plain, instrumented, arguments):
    """Ratio of the shortest of runs taken in turn: what else the machine does only adds."""
    times = [(wall(plain, arguments), wall(instrumented, arguments)) for _ in range(11)]
    return min(t[1] for t in times) / min(t[0] for t in times)


def measure(program, short, name, compiler):
    plain = lab.build(program, lab.NATIVE, "plain-" + name, cc=compiler)
    instrumented = lab.build(program, lab.NATIVE, "ckpt-" + name, cc=compiler)
    with lab.Run(program) as run:
        base = instructions(run, plain, program.args) - instructions(run, plain, short)
        idle = instructions(run, instrumented, program.args) - instructions(run, instrumented, short)
        armed_env = {"CKPT_DIR": run.images, "CKPT_INTERVAL": 86400}
        armed = instructions(run, instrumented, program.args, armed_env) - instructions(run, instrumented, short, armed_env)
    ratios = {"idle": idle / base, "armed": armed / base}
    if program.name not in ("allocate", "lists"):
        ratios["restarted"] = restarted(program, short, instrumented) / base
    else:
        ratios["wall"] = timed(plain, instrumented, [400000])
    return base, ratios


failures = 0
print("%-10s %-6s %14s %8s %8s %10s %8s  limit" % ("", "", "instructions", "idle", "armed", "restarted", "wall"))
chosen = NAS if "--nas" in sys.argv else CASES
if set(NAMES) - {program.name for program, _, _ in chosen}:
    sys.exit("cost.py: there are " + ", ".join(program.name for program, _, _ in chosen))
for program, short, limit in chosen:
    if NAMES and program.name not in NAMES:
        continue
    for name, compiler in COMPILERS:
        if not shutil.which(compiler):
            continue
        try:
            base, ratios = measure(program, short, name, compiler)
        except RuntimeError as error:
            print("%-10s %-6s FAIL %s" % (program, name, error))
            failures += 1
            continue
        over = [k for k, v in ratios.items() if v > limit and (JUDGE_TIMES or k != "wall")]
        failures += bool(over)
        cells = ["%.4f" % ratios[k] if k in ratios else "-" for k in ("idle", "armed", "restarted", "wall")]
        print("%-10s %-6s %14d %8s %8s %10s %8s  %.2f %s" % (program, name, base, *cells, limit,
                                                            "OVER: " + ", ".join(over) if over else ""))
sys.exit(1 if failures else 0)
