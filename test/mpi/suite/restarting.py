"""restarting.py - stop one of MPICH's tests at lines, go on under either MPI, and ask for the outcome that it has without a stop.

Purpose     a test looks at what it has received, and at its handles, to its end: after a restart it does so with what the restart made.
How         It goes on from the last line that it left behind when it ran to its end. And: a line is asked for at the k-th call of some rank, drawn among all its calls; the job stops when that is committed (75); half of the jobs that
            went on are stopped once more. What all starts printed together has to be " No Errors" and nothing else, with status 0.
Lines       a job may be over before its line is committed. It is tried again with more visits at each call, the last time from the first call on.
"""
import os
import shutil

import running

STOPPED = 75
VISITS = (2, 6, 60)                    # at a call, while the line is made


class Restarts:
    """A test's stops and restarts. verdict: "pass", "no line", or what went wrong; how: what was done."""

    def __init__(self, test, paths, settings, calls, limit, chance):
        """paths, settings: the program, and variables for it, under each MPI."""
        self.test, self.paths, self.settings, self.calls, self.limit, self.chance = test, paths, settings, max(calls, 1), limit, chance
        self.verdict, self.how, self.output, self.seconds = "no line", "", "", 0.0

    def start(self, mpi, directory, settings, before=b""):
        settings = dict(self.settings[mpi], CKPT_DIR=os.path.join(directory, "ckpt"), **settings)
        self.how += "%s%s" % (mpi, " at call %s (%s visits)" % (settings["SUITE_LINE"], settings["SUITE_VISITS"]) if "SUITE_LINE" in settings else "")
        outcome = running.run(self.test, mpi, self.paths[mpi], settings, self.limit, directory, before)
        self.seconds += outcome.seconds
        self.output = outcome.output
        return outcome

    def stop_at(self, call, visits):
        return {"CKPT_EXIT": "1", "SUITE_LINE": str(call), "SUITE_VISITS": str(visits)}

    def first(self, mpi, directory):
        """The start that was stopped; None if there was none."""
        how = self.how
        for visits in VISITS:
            call = 1 if visits == VISITS[-1] else self.chance.randint(1, self.calls)
            self.how = how
            shutil.rmtree(os.path.join(directory, "ckpt"), ignore_errors=True)
            outcome = self.start(mpi, directory, self.stop_at(call, visits))
            if outcome.status == STOPPED and outcome.lines:
                self.call, self.visits = call, visits
                return outcome
            if not outcome.passed:
                self.verdict = "to be stopped: " + outcome.verdict
                return None
        self.how += ": no line"
        return None

    def go_on(self, directory, settings, printed):
        return self.start(self.chance.choice(sorted(self.paths)), directory, dict(settings, CKPT_RESTART="latest"), printed)

    def from_last(self, directory):
        """The job that ended goes on from its last line: what it printed after that, it prints again."""
        self.how = "from its last line, "
        self.verdict = self.go_on(directory, {}, b"").verdict

    def stopped(self, mpi, directory):
        self.how += "; "
        stopped = self.first(mpi, directory)
        if not stopped:
            return
        printed, again = stopped.printed, self.chance.random() < 0.5
        while True:
            settings = self.stop_at(self.chance.randint(self.call + 1, self.calls), self.visits) if again and self.call < self.calls else {}
            self.how += ", "
            outcome = self.go_on(directory, settings, printed)
            if outcome.status != STOPPED or not settings:
                self.verdict = outcome.verdict
                return
            printed += outcome.printed
            again = False
