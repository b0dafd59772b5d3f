"""shim.py - builds the shim that delays messages (delay/), for the tests that put it under a program."""
import glob
import os
import subprocess

SOURCES = sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "delay", "*.c")))
FLAGS = ["-shared", "-fPIC", "-ldl"]


def build(compiler, path):
    """The shared object for LD_PRELOAD, by that MPI's compiler."""
    subprocess.run([compiler, "-O1", "-w"] + SOURCES + ["-o", path] + FLAGS, check=True)
    return path
