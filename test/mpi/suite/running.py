"""running.py - run one of MPICH's tests and judge it as its own runtests does.

A test passes if it prints " No Errors" and nothing else, and ends with status 0; marked resultTest=TestStatus or TestErrFatal, if it ends
with another. Lines of the layer's own (`ckpt: ...`) are no output of the test.
"""
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
OWN = re.compile(rb"(ckpt: |\[\d\]ckpt: )")


class Outcome:
    def __init__(self, verdict, output, lines=0, abandoned=0, seconds=0.0):
        self.verdict, self.output, self.lines, self.abandoned, self.seconds = verdict, output, lines, abandoned, seconds

    @property
    def passed(self):
        return self.verdict == "pass"


def judge(test, status, output):
    expected = [line for line in output.splitlines() if line.strip() and not OWN.match(line)]
    if test.marks.get("resultTest") in ("TestStatus", "TestErrFatal"):
        return "pass" if status else "status 0"
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


def run(test, mpi, path, settings, timeout):
    """settings: variables for the run, "CKPT_DIR": a directory that is made here."""
    directory = tempfile.mkdtemp(prefix="ckpt-suite.")
    environment = {n: v for n, v in os.environ.items() if not n.startswith(("CKPT_", "MPIR_CVAR"))}
    environment.update(test.env)
    environment.update({n: os.path.join(directory, v) if n == "CKPT_DIR" else v for n, v in settings.items()})
    begun = time.time()
    process = subprocess.Popen(LAUNCH[mpi] + ["-n", str(test.ranks), path] + test.args, cwd=directory, env=environment,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        output = process.communicate(timeout=timeout)[0]
        verdict = judge(test, process.returncode, output)
    except subprocess.TimeoutExpired:
        kill_all(path)
        process.terminate()
        try:
            output = process.communicate(timeout=10)[0]
        except subprocess.TimeoutExpired:
            process.kill()
            output = process.communicate()[0]
        verdict = "over %d s" % timeout
    commits = [int(n[5:11]) for n in os.listdir(os.path.join(directory, settings["CKPT_DIR"])) if n.endswith(".commit")] \
        if "CKPT_DIR" in settings and os.path.isdir(os.path.join(directory, settings["CKPT_DIR"])) else []
    shutil.rmtree(directory, ignore_errors=True)
    return Outcome(verdict, output.decode(errors="replace"), max(commits, default=0), output.count(b" is abandoned"), time.time() - begun)
