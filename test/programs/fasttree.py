#!/usr/bin/env python3
"""fasttree.py - a real program with OpenMP: FastTree (phylogenetic trees) from Debian's source package.

Unchanged, with a side file that puts one site into the loop over the nodes of the tree that both phases of its search share, it is stopped in the middle on
x86-64 and s390x, with one number of threads, and goes on there or on the other, with another number: the tree that it prints is that of an uninterrupted run.
Its state at the site is some thousand heap blocks (profiles, a tree, tables of rates) behind pointers of structures, and matrices in static variables.

usage: fasttree.py      Output: a line per step; status 0 if all is well, 77 if the source cannot be had (no network)
"""
import os
import random
import sys

import upstream
from upstream import lab

WORK = os.path.join(lab.BUILD, "test", "fasttree")
SITES = """site name(node) fasttree.c:NNI:"nni_t choice = ABvsCD;"
"""
FLAGS = ["-DOPENMP", "-DUSE_DOUBLE", "-fopenmp", "-w"]


def alignment(sequences, length):
    """Sequences that have come of each other by mutations, as FASTA."""
    draw = random.Random(1)
    lines = ["".join(draw.choice("ACGT") for _ in range(length))]
    while len(lines) < sequences:
        lines.append("".join(draw.choice("ACGT") if draw.random() < 0.05 else letter for letter in draw.choice(lines)))
    return "".join(">s%d\n%s\n" % item for item in enumerate(lines)).encode()


os.makedirs(WORK, exist_ok=True)
where = upstream.unpack(upstream.tarball("fasttree", WORK), os.path.join(WORK, "source"))
with open(os.path.join(where, "sites"), "w", encoding="ascii") as sites:
    sites.write(SITES)
s390x = lab.BY_NAME["s390x"]
program = lab.Program("fasttree", sources=[os.path.join(where, "fasttree.c")], args=["-nt", "-nopr", "input"], inputs={"input": alignment(25, 150)},
                      flags=FLAGS, root="/")
built = {}
for arch in (lab.NATIVE, s390x):
    compiler = "gcc" if arch is lab.NATIVE else arch.cc       # LLVM's OpenMP keeps its threads at sites
    built[arch] = lab.build(program, arch, extra=["--ckpt-annotations=" + os.path.join(where, "sites")], cc=compiler)
plain = lab.build(program, lab.NATIVE, "plain", cc="gcc")
with lab.Run(program) as run:
    done = run.run(lab.NATIVE, plain, {"OMP_NUM_THREADS": 2})
    assert done.status == 0, done.err
    tree = done.out
print("plain: %d bytes of tree" % len(tree))
failures = 0
for a, b, visit, threads in ((lab.NATIVE, lab.NATIVE, 5, (2, 3)), (lab.NATIVE, s390x, 140, (3, 2)), (s390x, lab.NATIVE, 30, (2, 4))):
    with lab.Run(program) as run:
        one = run.run(a, built[a], {"CKPT_DIR": run.images, "CKPT_AT": visit, "CKPT_EXIT": 1, "OMP_NUM_THREADS": threads[0]})
        two = run.run(b, built[b], {"CKPT_DIR": run.images, "CKPT_RESTART": "latest", "OMP_NUM_THREADS": threads[1]})
    good = (one.status, two.status, one.out + two.out) == (lab.STATUS_STOPPED, 0, tree)
    failures += not good
    print("stopped at node %d on %s with %d threads, went on on %s with %d: %s" % (
        visit, a, threads[0], b, threads[1], "identical" if good else "FAIL (%s, %s) %s" % (one.status, two.status, lab.tail(one.err + two.err))))
sys.exit(1 if failures else 0)
