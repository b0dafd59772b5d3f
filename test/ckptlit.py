# ckptlit.py - the two kinds of test that lit runs here.
import os
import re
import subprocess
import time
import zlib

import draw
import lit.formats
import lit.Test


def other_ckptcc(ckptcc, compiler, options, directory):
    """A ckptcc in that directory that uses another compiler than cc, or other options (a level among them) unless a test gives them."""
    os.makedirs(directory, exist_ok=True)
    path = os.path.join(directory, "ckptcc")
    with open(path + ".new", "w", encoding="ascii") as script:
        script.write('#!/bin/sh\nCKPT_CC=${CKPT_CC-%s} exec %s %s "$@"\n' % (compiler or "cc", ckptcc, options))
    os.chmod(path + ".new", 0o755)
    os.replace(path + ".new", path)
    return path


LATE = 4  # of tests that are begun late on a slow machine one in so many is run


def left_out(test, until, late):
    """Why a check of everything does not run this test; None: it does."""
    with open(test.getSourcePath(), encoding="utf-8", errors="replace") as source:
        sampled = re.search(r"^(?:#|//) SAMPLED: ([0-9]+)", source.read(4096), re.MULTILINE)
    parts = int(sampled.group(1)) if sampled else LATE if time.time() > late else 1
    if (draw.number() + zlib.crc32("/".join(test.path_in_suite).encode())) % parts:
        return "%s (one in %d)" % ("not drawn this time" if sampled else "late, and not drawn", parts)
    return "no time is left for it" if sampled and time.time() > until else None


class ShellTest(lit.formats.ShTest):
    """RUN: lines. Tests that drive programs from scripts are told of `--long` by CKPT_LONG (a program that runs without
    a script between would warn of a variable that it does not know).

    `SAMPLED: N` in a test's head: a check of everything (parameter sampled) runs it for one state of the sources in N, drawn by the
    state and the test's name, and only while there is time (parameter until, in seconds since 1970); of the others those that begin late (parameter late) are drawn, too.
    `--long`, and whoever names tests, runs all."""

    def execute(self, test, lit_config):
        if lit_config.params.get("sampled") and not lit_config.params.get("long"):
            why = left_out(test, *(float(lit_config.params.get(name, "inf")) for name in ("until", "late")))
            if why:
                return lit.Test.UNSUPPORTED, why
        if lit_config.params.get("long") and test.path_in_suite[0] not in ("restart", "lang", "driver", "precompiler"):
            test.config.environment["CKPT_LONG"] = "1"
        return super().execute(test, lit_config)


class UnitTest(lit.formats.FileBasedTest):
    """A cmocka program that CMake built into build/test/unit; its exit status is the verdict."""

    def execute(self, test, lit_config):
        name = os.path.splitext(os.path.basename(test.getSourcePath()))[0]
        program = os.path.join(test.config.ckpt_build, "test", "unit", name)
        if not os.access(program, os.X_OK):
            return lit.Test.UNRESOLVED, "not built: " + program
        directory = test.getExecPath() + ".tmp"
        os.makedirs(directory, exist_ok=True)
        run = subprocess.run(["timeout", "300", program], cwd=directory, env=test.config.environment,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return (lit.Test.PASS if run.returncode == 0 else lit.Test.FAIL), run.stdout.decode("utf-8", "replace")
