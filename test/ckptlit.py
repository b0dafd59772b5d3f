# ckptlit.py - the two kinds of test that lit runs here.
import os
import subprocess

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


class ShellTest(lit.formats.ShTest):
    """RUN: lines. Tests that drive programs from scripts are told of `--long` by CKPT_LONG (a program that runs without
    a script between would warn of a variable that it does not know)."""

    def execute(self, test, lit_config):
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
