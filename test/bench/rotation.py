"""rotation.py - several jobs side by side, of which one runs at a time, in slices: what disturbs a machine for a second disturbs all of them alike.

A job's time is the sum of its slices, from its start to the end of its launcher; between them its processes are stopped (SIGSTOP). What the kernel
does for a stopped job goes on (a write to the disk), and clocks do: a time interval of a job has to be as many times longer as there are jobs.
Its processor time is that of its launcher and of all that the launcher has waited for.
"""
import os
import select
import signal
import subprocess
import tempfile
import time

SLICE = 0.03                     # seconds: what disturbs a machine lasts from tenths of a second to some seconds
LIMIT = 900                      # of all jobs


def descendants(pid):
    """Processes that a process has started, and those have."""
    found, left = [], [pid]
    while left:
        at = left.pop()
        try:
            for task in os.listdir("/proc/%d/task" % at):
                with open("/proc/%d/task/%s/children" % (at, task), encoding="ascii") as children:
                    left += map(int, children.read().split())
        except OSError:
            continue                                 # it has ended
        found.append(at)
    return found[1:]


class Turn:
    """One of the jobs. Its processes are those that run `program`; launchers and their servants go on."""

    def __init__(self, command, program, environment):
        self.command, self.program, self.environment = command, os.path.realpath(program), environment
        self.process, self.seconds, self.cpu, self.status, self.stopped = None, 0.0, 0.0, None, []
        self.out, self.err = tempfile.TemporaryFile("w+"), tempfile.TemporaryFile("w+")

    def own(self):
        own = []
        for pid in descendants(self.process.pid):
            try:
                if os.readlink("/proc/%d/exe" % pid) == self.program:
                    own.append(pid)
            except OSError:
                pass
        return own

    def tell(self, number):
        for pid in self.stopped:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass

    def run(self, seconds):
        """A slice. Begins the job, if need be; it is stopped at the end, if it has not ended."""
        begun = time.monotonic()
        if not self.process:
            self.process = subprocess.Popen(self.command, env=self.environment, stdin=subprocess.DEVNULL, stdout=self.out, stderr=self.err,
                                            start_new_session=True)
            self.ended = os.pidfd_open(self.process.pid)
        else:
            self.tell(signal.SIGCONT)
        while not select.select([self.ended], [], [], seconds)[0]:
            self.stopped = self.own()                # looked up once a slice: that takes a processor from the job
            if self.stopped:
                break                                # else: not begun yet, or just ending
            seconds = 0.01
        else:
            _, status, usage = os.wait4(self.process.pid, 0)
            self.status, self.cpu = os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime
            self.process.returncode = self.status
            os.close(self.ended)
        if self.status is None:
            self.tell(signal.SIGSTOP)
        self.seconds += time.monotonic() - begun

    def said(self):
        """Its output, and its messages."""
        texts = []
        for stream in (self.out, self.err):
            stream.seek(0)
            texts.append(stream.read())
            stream.close()
        return texts

    def end(self):
        """Not waited for any more."""
        if self.process and self.status is None:
            self.stopped = self.own()
            self.tell(signal.SIGKILL)
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def rotate(turns, seconds=SLICE):
    """All of them, by turns, until each has ended."""
    limit = time.monotonic() + LIMIT
    try:
        while any(t.status is None for t in turns):
            if time.monotonic() > limit:
                raise RuntimeError("jobs that do not end: " + " ".join(turns[0].command))
            for turn in turns:
                if turn.status is None:
                    turn.run(seconds)
    finally:
        for turn in turns:
            turn.end()
