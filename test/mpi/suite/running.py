"""running.py - run one of MPICH's tests and judge it as its own runtests does.

A test passes if it prints " No Errors" and nothing else, and ends with status 0; marked resultTest=TestStatus or TestErrFatal, if it ends
with another. Lines of the layer's own (`ckpt: ...`) are no output of the test.
"""
import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

LAUNCH = {"mpich": ["mpiexec.mpich"],
          "openmpi": ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]}
EXPECTED = re.compile(rb"\s*(No [Ee]rrors|Test Passed)\s*$")
OUR_STATUS = (75, 78)                   # stopped at a line; a restart that cannot be as it was
OWN = re.compile(rb"(ckpt: |\[\d\]ckpt: )")


class Outcome:
    """status: what the launcher ended with, or None; printed: standard output alone."""

    def __init__(self, verdict, output, lines=0, abandoned=0, seconds=0.0, status=None, printed=b""):
        self.verdict, self.output, self.lines, self.abandoned, self.seconds = verdict, output, lines, abandoned, seconds
        self.status, self.printed, self.calls = status, printed, 0

    @property
    def passed(self):
        return self.verdict == "pass"


def judge(test, status, output):
    expected = [line for line in output.splitlines() if line.strip() and not OWN.match(line)]
    if test.marks.get("resultTest") in ("TestStatus", "TestErrFatal"):
        return "pass" if status and status not in OUR_STATUS else "status %d" % status
    if status:
        return "status %d" % status
    if not any(EXPECTED.match(line) for line in expected):
        return "silent"
    strange = [line for line in expected if not EXPECTED.match(line)]
    return "pass" if not strange else "prints: " + strange[0].decode(errors="replace").strip()[:60]


def kill_all(path):
    """Whatever is left of that program: ranks whose launcher is gone."""
    for pid in os.listdir("/proc"):
        try:
            if pid.isdigit() and os.readlink("/proc/%s/exe" % pid) == path:
                os.kill(int(pid), signal.SIGKILL)
        except OSError:
            pass


def committed(directory):
    """The number of the last line."""
    numbers = [int(n[5:11]) for n in os.listdir(directory) if n.endswith(".commit")] if os.path.isdir(directory) else []
    return max(numbers, default=0)


def finish(process, path, timeout):
    """(status or None, standard output, standard error)"""
    try:
        out, err = process.communicate(timeout=timeout)
        return process.returncode, out, err
    except subprocess.TimeoutExpired:
        kill_all(path)
        process.terminate()
        try:
            out, err = process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
        return None, out, err
    except BaseException:                               # this run is ended itself
        kill_all(path)
        process.kill()
        raise


def run(test, mpi, path, settings, timeout, directory, before=b""):
    """settings: variables for the run; `before`: what earlier starts of the same job printed."""
    environment = {n: v for n, v in os.environ.items() if not n.startswith(("CKPT_", "MPIR_CVAR", "SUITE_"))}
    environment.update(test.env)
    environment.update(settings)
    begun = time.time()
    process = subprocess.Popen(LAUNCH[mpi] + ["-n", str(test.ranks), path] + test.args, cwd=directory, env=environment,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    status, out, err = finish(process, path, timeout)
    seconds = time.time() - begun
    verdict = "over %d s" % timeout if status is None else judge(test, status, before + out + b"\n" + err)
    return Outcome(verdict, (before + out + err).decode(errors="replace"), committed(settings["CKPT_DIR"]) if "CKPT_DIR" in settings else 0,
                   err.count(b" is abandoned"), seconds, status, out)


@contextlib.contextmanager
def own_directory():
    directory = tempfile.mkdtemp(prefix="ckpt-suite.")
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)
