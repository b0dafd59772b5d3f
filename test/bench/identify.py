#!/usr/bin/env python3
"""identify.py - is identification linear in the number of distinct envelopes? In instructions (callgrind), which do not depend on the machine's caches.

usage    identify.py        bench/mpi_identify is built by cmake; its own table has times
Output   instructions an envelope (logged three times, identified once) by the number of envelopes; status 1 if eight times as many cost over 1.15 times
         as much each
"""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "matrix"))
import callgrind
import lab

FEW, LIMIT = 50000, 1.15


class Run:
    def __init__(self, directory):
        self.directory = directory


def main():
    path = os.path.join(lab.BUILD, "test", "bench", "mpi_identify")
    with tempfile.TemporaryDirectory(prefix="ckpt-identify.") as directory:
        each = [callgrind.instructions(Run(directory), path, [n, n]) / n for n in (FEW, 8 * FEW)]
    print("%d envelopes: %.0f instructions each; %d: %.0f" % (FEW, each[0], 8 * FEW, each[1]))
    return 0 if each[1] <= LIMIT * each[0] else 1


sys.exit(main())
