#!/usr/bin/env python3
"""typemaps.py - random datatypes: what a program prints of them with the layer is what it prints without, under each MPI.

usage    typemaps.py TYPES SEED...
"""
import os
import subprocess
import sys

SOURCE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.environ.get("CKPT_BUILD") or os.path.join(os.path.dirname(os.path.dirname(SOURCE)), "build")
PROGRAM = os.path.join(SOURCE, "Inputs", "typemaps.c")


def run(program, arguments):
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    done = subprocess.run([os.path.abspath(program)] + arguments, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    if done.returncode:
        sys.exit("%s %s: status %d\n%s" % (program, " ".join(arguments), done.returncode, done.stderr.decode()))
    return done.stdout.decode().splitlines()


def main():
    types, seeds = sys.argv[1], sys.argv[2:]
    for mpi in ("mpich", "openmpi"):
        plain, layer = "plain." + mpi, "layer." + mpi
        subprocess.run(["mpicc." + mpi, "-O1", PROGRAM, "-o", plain], check=True)
        subprocess.run([os.path.join(BUILD, "bin", "ckptcc"), "--ckpt-cc=mpicc." + mpi, "-O1", PROGRAM, "-o", layer], check=True)
        for seed in seeds:
            arguments = [seed, types] + (["elements"] if mpi == "openmpi" else [])
            expected, found = run(plain, arguments), run(layer, arguments)
            if expected != found:
                wrong = next(i for i, pair in enumerate(zip(expected + [""], found + [""])) if pair[0] != pair[1])
                sys.exit("%s, seed %s, line %d:\n%s\n%s" % (mpi, seed, wrong + 1, expected[wrong:wrong + 2], found[wrong:wrong + 2]))
            print("%s, seed %s: %d lines, the same" % (mpi, seed, len(found)))


main()
