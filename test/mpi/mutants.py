#!/usr/bin/env python3
"""mutants.py - every point of the protocol is needed: an execution that is right with the layer, and noticeably wrong without that point.

usage       mutants.py [--mpi mpich] [--only NAME,...] [--slow] [--turns K/N] [--late receipt]
How         the programs of test/mpi/mutants force an execution (runtime/mpi/protocol/steer.h): a job stops at a line, or two, and is restarted, once
            right, and with each mutant (runtime/mpi/protocol/mutants.h), CKPT_MPI_MUTANT, in all its starts. Each mutant has to come to
            the end that its point predicts: that other result, that refusal, that line which is not made.
--slow      also the cases that take long;  --turns K/N: every N-th case, from the K-th
--late      CKPT_MPI_LATE: with `receipt` the executions are run as they are, without mutants, and without those that count on the drain
Output      a line per case and per mutant: what was wrong; status 1 if anything was wrong without a mutant, or nothing or something else with one. With all cases: if
            a mutant of mutants.h has none, here or in another test.

Points without a mutant, for no execution is wrong without them that we could make:
- That MPI is asked, just before the checkpoint, what has completed: what it has completed and the layer does not know of is late, or sent again,
  which is as right.
- That a line waits until a rank has made the communicators that others have: the call that makes one returns on no member before all have entered
  it, and a rank that is in it hears of no end of its log.
- That a status says its signature and elements, and that values of the layer's own are translated in calls: without that no call of MPI_Get_count,
  and no call at all, is right, with a line or without (`untranslated` shows the latter at a restart under another MPI).
- That what a rank gives in place to a reduction is kept until that is complete: when an MPI overwrites it is the MPI's affair.
Without `restored_end` lines are only abandoned that need not be: what is left of a log goes with the next image whole (restart_log), so nothing
that was fixed is cut. The same for `freed_request` and `cancel_count`: a line waits for messages that nobody receives.
"""
import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import job
import kill
import shim

HERE = os.path.dirname(os.path.abspath(__file__))
LIST = os.path.join(job.SOURCE, "runtime", "mpi", "protocol", "mutants.h")
LIMIT = 60                                              # seconds of a right run
TRIES = 4                                               # of a mutant: what is steered is not all that may come first


class Case:
    """lines: that many starts end at a line before the last one; expect: what they print in all; status: of the last start; message: in what it
    says; settings: what is set to the lab's patience (seconds, or so many bytes); mutants: what makes it wrong, and the end that it must come to then (a pattern of what class Wrong says); before: the first start goes on to its end, and prints that; abandoned: no line comes to be."""

    def __init__(self, program, name, mutants, expect=(), ranks=2, lines=1, status=0, message="", settings=(), abandoned=False, damage=None,
                 before=None, to=None, slow=False, delay=False, other=False, hangs=False, only=None, steer=0):
        self.program, self.name, self.mutants, self.expect = program, name, dict(mutants), list(expect)
        self.ranks, self.lines, self.status, self.message, self.settings = ranks, lines, status, message, dict(settings)
        self.abandoned, self.damage, self.to, self.slow, self.before, self.delay = abandoned, damage, to, slow, before, delay
        # Goes on under the other MPI; a mutant hangs (which no other may); its mutants can be noticed under that MPI only.
        self.other, self.hangs, self.only = other, hangs, only
        self.steer = steer                              # the first start makes lines up to this number


def block_part(directory):
    """Rank 1 cannot write its part."""
    os.makedirs(os.path.join(directory, "rank-0001", "line-000001.msg", "x"))


def spoil_newest(directory):
    newest = max(n[5:-7] for n in os.listdir(directory) if n.endswith(".commit"))
    with open(os.path.join(directory, "rank-0001", "line-%s.msg" % newest), "r+b") as part:
        part.truncate(20)


# Ends that mutants must come to.
ANOTHER_MESSAGE = r"rank \d sends another message to rank \d"
ONCE_MORE = r"^WRONG: 1 then 1"                         # a message that was had
NOT_SENT = r"ends without message 1 to rank 1"
UNNOTICED = r"^not refused: status 0$"
TOO_SOON = r"^WRONG: complete before its receive"
TOO_LONG = r"^no line: .*CKPT_MPI_MAX_TIME"
STOPPED = r"^status %d$|^a line is committed" % job.STOPPED
NOT_THERE = r"another member of a communicator of 2 ranks does not have it"
CRASH = r"^status (6|7|11|134|135|139)$"                # an address or a handle of the process before

SHORT = {"CKPT_MPI_MAX_TIME": "2"}                     # a line that waits for ever is abandoned: after some times what the right run takes
CASES = [
    Case("messages", "early", {"prepare_round": ONCE_MORE, "positions_kept": ONCE_MORE, "suppress": ONCE_MORE + "|ends without message 1 to rank 1"},
         ["1: 1 then 2"]),
    Case("messages", "resent", {"no_early_hash": UNNOTICED}, status=78,
         message="rank 0 sends another message to rank 1 (tag 5, MPI_COMM_WORLD of 2 ranks, number 1)"),
    Case("messages", "polls", {"polls": r"^hangs$"}, ["1: 7"], hangs=True),
    Case("messages", "limited", {"limits": STOPPED}, ["1: 7"], abandoned=True, settings={"CKPT_MPI_MAX_BYTES": ""}),
    Case("messages", "between", {"positions_then": r"^hangs$"}, ["1: 7"], hangs=True),
    Case("messages", "completion", {"completion_order": ANOTHER_MESSAGE}, ["1: 1 then 2"]),
    Case("messages", "wider", {"wider": ANOTHER_MESSAGE}, ["1: 1 then 2"]),
    Case("messages", "any_tag", {"drain_by_tag": r"^WRONG: first 2", "late": r"^WRONG: first 3", "queue_first": r"^WRONG: first 3"},
         ["1: 1 with tag 2, then 2, 3"], before=["1: 1 with tag 2, then 2, 3"]),
    Case("messages", "served", {"direct": r"receives by any tag from rank 0 .* where messages of tag [12] and tag [12] have come"}, ["1: 0 wrong"]),
    Case("messages", "reserved", {"reserve": r"^1: 2 then 1$"}, ["1: 1 then 2"]),
    Case("messages", "held", {"awaited": CRASH}, ["1: 1 then 2"]),
    Case("messages", "held_pending", {"suppress": NOT_SENT}, ["1: 1 then 2"]),
    Case("messages", "promised", {}, status=78, message="rank 0 ends without message 1 to rank 1 (tag 5, MPI_COMM_WORLD of 2 ranks)"),
    Case("messages", "freed", {"freed_request": TOO_LONG}, ["1: 1"], settings=SHORT),
    Case("messages", "uncounted", {"cancel_count": TOO_LONG}, ["1: cancelled 1, then 2"], settings=SHORT, delay=True),
    Case("synchronous", "drained", {"drain_synchronous": r"^0: complete before its receive: 1"}, ["0: complete before its receive: 0", "1: 7"],
         before=["0: complete before its receive: 0", "1: 7"]),
    Case("synchronous", "issend", {"issend_answer": TOO_SOON}, ["0: complete", "1: 7"]),
    Case("synchronous", "ssend_init", {"issend_answer": TOO_SOON}, ["0: complete", "1: 7"]),
    Case("synchronous", "two", {"issend_answer": TOO_SOON}, ["0: complete", "1: 7", "1: 8"]),
    Case("synchronous", "taken", {}, ["0: complete", "1: 7"]),
    Case("synchronous", "twice", {"issend_answer": TOO_SOON}, ["0: complete", "1: 7"], lines=2),
    Case("logs", "match", {"log_matches": ANOTHER_MESSAGE}, ["1: rank 2 was first"], ranks=3),
    Case("logs", "probe", {"log_outcomes": ANOTHER_MESSAGE}, ["1: rank 2 was first"], ranks=3),
    Case("logs", "waitany", {"log_outcomes": ANOTHER_MESSAGE}, ["1: rank 2 was first"], ranks=3),
    Case("logs", "test", {"log_outcomes": ANOTHER_MESSAGE}, ["1: rank 2 was first"], ranks=3),
    Case("logs", "clock", {"log_outcomes": ANOTHER_MESSAGE}, ["1: told"], ranks=3),
    Case("logs", "again", {"restart_log": ANOTHER_MESSAGE, "restart_early": r"^WRONG: rank 2 was first; 2, 5$",
                           "restart_queue": r"^WRONG: rank 2 was first; 99, 55$"}, ["1: rank 2 was first; 99, 5"], ranks=3, lines=2),
    Case("logs", "ends", {"log_ends": r"^WRONG: 2 then 1"}, ["0: 1 then 2"], ranks=3),
    Case("logs", "chain", {"log_ends": r"^WRONG: 2 then 1", "fixed_point": r"^WRONG: 2 then 1"}, ["0: 1 then 2"], ranks=4),
    Case("logs", "unlogged", {"unlogged": STOPPED}, ["1: received"], abandoned=True),
    Case("logs", "rendezvous", {"rendezvous": STOPPED}, ["1: received"], abandoned=True),
    Case("logs", "before_it", {"wider": ANOTHER_MESSAGE}, ["1: 7 of any, then 1", "3: told 1"], ranks=4),
    Case("logs", "restored_end", {"restored_end": r"^no line: .*depends on an outcome"}, ["1: 1"], lines=2),
    Case("logs", "cancelled", {"cancel_log": ANOTHER_MESSAGE}, ["1: cancelled 1, then 3"]),
    Case("collectives", "replayed", {"results": r"^WRONG: (3|\d+), 12$"}, ["0: 3, 20", "1: 3, 20"]),
    Case("collectives", "contributed", {"given": UNNOTICED}, status=78,
         message="rank 1 gives something else to a collective (MPI_COMM_WORLD of 2 ranks, number 1)"),
    Case("collectives", "unfilled", {"fresh_memory": r"rank 1 gives something else to a collective"}, ["0: 3", "1: 3"]),
    Case("collectives", "entered", {"entered": r"^0: rank 1 had entered: 0$"}, ["0: rank 1 had entered: 1"], ranks=3),
    Case("collectives", "pending", {"number_sets": r"^WRONG: told 6", "repost": r"^WRONG: sum [012]$"}, ["0: 5, 3, 6", "1: 5, 3, 6"]),
    Case("collectives", "dup", {"made_part": NOT_THERE}, ["0: rank 0 there, other is 1", "1: rank 1 there, other is 0"]),
    Case("collectives", "split", {"made_part": NOT_THERE, "rank_order": r"^0: rank 1 there, other is 0; 1: rank 0 there, other is 1$"},
         ["0: rank 1 there, other is 1", "1: rank 0 there, other is 0"]),
    Case("collectives", "made_many", {}, ["0: 4830", "1: 4830"]),
    # Open MPI has no limit of communicators that this could meet, and our value of the only constant that gets to the border.
    Case("collectives", "freed", {"prune": r"^no line: WRONG: \d+ made"}, ["0: 2500 made", "1: 2500 made"], slow=True, only="mpich"),
    Case("collectives", "lines", {"commit_all": STOPPED}, ["0: done", "1: done"], damage=block_part, abandoned=True),
    Case("collectives", "lines", {"two_kept": r"damaged|starts afresh"},
         ["0: after line 2", "0: after line 3", "0: done", "1: done"], damage=spoil_newest, before=["0: done", "1: done"]),
    Case("collectives", "finalize", {"finalize_serves": UNNOTICED}, ranks=2, settings=SHORT, abandoned=True, message="the program goes on: the program ends"),
    Case("mixed", "abandoned", {}, ["1: 1, 2, 3"], damage=block_part, steer=2),
    Case("mixed", "persistent", {}, ["1: 1, 2, 3"]),
    Case("mixed", "truncated", {}, ["1: truncated, then 9"]),
    Case("mixed", "truncated_pending", {"truncated": r"not truncated"}, ["1: truncated, then 9"]),
    Case("mixed", "buffered", {"attached": r"MPI_ERR_BUFFER|MPI_Buffer_detach"}, ["0: own 10", "1: 4, 5", "1: own 11"]),
    Case("mixed", "freed_comm", {}, ["1: 7"]),
    Case("mixed", "made_late", {}, ["1: 7, 8"]),
    Case("mixed", "made_early", {}, ["1: 7, 8"]),
    Case("mixed", "wildcards", {}, ["1: 1, 2 of tag 6, 3, 4 of tag 7"], lines=2),
    Case("mixed", "barrier", {}, ["0: 2", "1: 2"], lines=2),
    Case("mixed", "held_late", {}, ["1: 1, 2, 3"], lines=2),
    Case("mixed", "held_over", {"still_awaited": r"^hangs$", "suppress": NOT_SENT}, ["1: 1 then 2"], lines=2, hangs=True),
    Case("mixed", "held_on", {"awaited": r"^no line: (status|ckpt: rank 1: MPI_Mrecv)", "suppress": NOT_SENT}, ["1: 1 then 2"], lines=2),
    Case("mixed", "posted_over", {"still_awaited": r"^hangs$", "suppress": NOT_SENT}, ["1: 1 then 2"], lines=2, hangs=True),
    Case("mixed", "posted_on", {"suppress": NOT_SENT}, ["1: 1 then 2"], lines=2),
    Case("mixed", "probed", {}, ["1: 1, 2"]),
    Case("mixed", "cancels", {}, ["1: 1 5, 0 6"]),
    Case("mixed", "exchanged", {}, ["0: 11, 21", "1: 10, 20"]),
    Case("three", "collectives", {}, ["0: 5, 5", "1: 5, 10", "2: 5, 15"], ranks=3),
    Case("three", "around", {}, ["0: 3", "1: 1", "2: 2"], ranks=3),
    Case("three", "communicators", {}, ["0: rank 1 there, 1", "1: rank 0 there, 0"], ranks=3),
    Case("three", "row", {}, ["0: 117", "1: 117", "2: 117"], ranks=3),
    Case("memory", "heap", {"request_buffers": CRASH + "|is no pointer by its type"}, ["1: 1 2 3 4"]),
    Case("memory", "stack", {"request_buffers": CRASH}, ["1: 1 2 3 4"]),
    Case("memory", "constants", {"untranslated": r"^hangs$"}, ["0: 0", "1: 1"], other=True, slow=True, hangs=True, only="mpich"),
    Case("memory", "counted", {"bytes_refused": r"^not refused"}, status=78, message="counts bytes (MPI_BYTE) of", to="i386"),
    Case("memory", "typed", {"untyped": r"the datatype is not known|line 1 cannot be used"}, ["1: 1 -2 3"], to="i386"),
]


# The program receives its late messages after the line, or in another order.
DRAINED = ("any_tag", "served", "typed", "abandoned")


class Wrong(Exception):
    pass


def untranslated_ckptcc(mpi):
    """A ckptcc whose runtime hands constants to the MPI as they are: points of the border are compiled in, there is no switch."""
    tree = os.path.abspath("ckptcc-" + mpi)
    libraries = os.path.join(tree, "lib", "x86_64-linux-gnu")
    theirs = os.path.join(job.BUILD, "lib", "x86_64-linux-gnu")
    border = "libckpt_mpi-%s.a" % mpi
    os.makedirs(libraries)
    os.makedirs(os.path.join(tree, "bin"))
    shutil.copy(job.CKPTCC, os.path.join(tree, "bin", "ckptcc"))
    os.symlink(os.path.join(job.BUILD, "include"), os.path.join(tree, "include"))
    for name in os.listdir(theirs):
        os.symlink(os.path.join(theirs, name), os.path.join(libraries, name))
    os.unlink(os.path.join(libraries, border))
    shutil.copy(os.path.join(theirs, border), libraries)
    for name in ("p2p", "messages"):
        made = "shim-%s-%s.o" % (mpi, name)
        subprocess.run(["mpicc." + mpi, "-DCKPTM_UNTRANSLATED", "-O2", "-w", "-I" + os.path.join(job.SOURCE, "runtime"), "-c",
                        os.path.join(job.SOURCE, "runtime", "mpi", "shim", name + ".c"), "-o", made], check=True)
        if made not in subprocess.run(["ar", "t", border], cwd=libraries, check=True, capture_output=True, text=True).stdout.split():
            sys.exit("%s has no %s" % (border, made))
        subprocess.run(["ar", "r", os.path.join(libraries, border), made], check=True)
    return os.path.join(tree, "bin", "ckptcc")


class Lab:
    def __init__(self, mpi, late):
        self.mpi, self.late, self.jobs = mpi, late, {}
        self.patience = LIMIT                           # seconds of a line

    def job(self, program, name, untranslated=False):
        if (program, name, untranslated) not in self.jobs:
            self.jobs[program, name, untranslated] = j = job.Job(name)
            source = os.path.join(HERE, "mutants", program + ".c")
            if untranslated:
                os.makedirs("untranslated", exist_ok=True)
                subprocess.run([untranslated_ckptcc(name), "--ckpt-mpi=mutants", "--ckpt-cc=mpicc." + name, "-O2", source, "-o",
                                "untranslated/" + program], check=True)
                j.program = os.path.abspath("untranslated/" + program)
            else:
                j.build(source, "mutants")
        return self.jobs[program, name, untranslated]

    def shim(self):
        path = os.path.abspath("delay.so")
        return path if os.path.exists(path) else shim.build("mpicc." + self.mpi, path)

    def start(self, j, case, settings, limit):
        """Returns status, output, messages. A job that does not end in time is killed with all its ranks."""
        environment = {n: v for n, v in os.environ.items() if not n.startswith("CKPT_")}
        environment.update({name: str(self.patience) for name in case.settings}, CKPT_MPI_LATE=self.late, CKPT_DIR=os.path.abspath("run"), **settings)
        if case.delay:
            environment.update(LD_PRELOAD=self.shim(), CKPT_DELAY_SEED="1")
        p = subprocess.Popen(j.command(case.ranks, [case.name]), env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, start_new_session=True)
        try:
            out, err = p.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            end(p, j.program)
            raise Wrong("hangs") from None
        if b"no such mutant" in err:
            sys.exit(err.decode())
        return p.returncode, out.decode(), err.decode(errors="replace")

    def run(self, case, mutant, limit):
        """All starts of a case. Raises Wrong, with what is."""
        for name in os.listdir("."):
            if name.startswith("flag."):
                os.unlink(name)
        shutil.rmtree("run", ignore_errors=True)
        if case.damage is block_part:
            block_part("run")
        more = {"CKPT_MPI_MUTANT": mutant} if mutant and mutant != "untranslated" else {}
        first, output = self.job(case.program, self.mpi, mutant == "untranslated"), ""
        to = {"mpich": "openmpi", "openmpi": "mpich"}[self.mpi] if case.other and not mutant else case.to
        then = self.job(case.program, to) if to else first
        for line in range(1, case.lines + 1):
            settings = dict(more, CKPT_MPI_STEER=str(case.steer or (3 if case.before else line)), **({"CKPT_RESTART": "latest"} if line > 1 else {}))
            if not case.before:
                settings["CKPT_EXIT"] = "1"
            status, out, err = self.start(first, case, settings, limit)
            output += out
            if case.abandoned or case.before:
                self.check_end(case, status, out, err, case.before or case.expect)
                output = ""
            elif status != job.STOPPED:
                raise Wrong("no line: " + (because(err) or "status %d" % status))
        if case.abandoned:
            if any(n.endswith(".commit") for n in os.listdir("run")):
                raise Wrong("a line is committed that must not be")
            return
        if case.damage and case.damage is not block_part:
            case.damage("run")
        status, out, err = self.start(then, case, dict(more, CKPT_RESTART="latest"), limit)
        if case.damage and "afresh" in err:
            raise Wrong("starts afresh")
        self.check_end(case, status, output + out, err, case.expect)

    def check_end(self, case, status, output, err, expect):
        if case.message:
            if case.message not in err:
                raise Wrong("not refused: status %d" % status)
            return
        if status != case.status:
            raise Wrong(because(err) or "status %d" % status)
        if sorted(output.splitlines()) != sorted(expect):
            raise Wrong("; ".join(sorted(output.splitlines()))[:200] or "no output")


def end(launcher, program):
    """Ranks first, for some launchers leave them behind."""
    for pid in kill.processes(program):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    time.sleep(0.1)
    try:
        os.killpg(launcher.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    launcher.communicate()


def because(err):
    """Of what was said, what says why."""
    for line in err.splitlines():
        found = re.search(r"(WRONG: .*|ckpt: .*)", line)
        if found and "unknown variable" not in line:
            return found.group(1)
    return ""


# What unit tests notice: test/unit/mpi_line.c lets messages of the protocol overtake each other as no MPI can be made to, the others ask for what
# no program can be made to do every time.
UNITS = {"mpi_line": ("line_number", "commit_all", "tree", "one_line"), "mpi_ends": ("log_ends", "collective_ends"), "mpi_order": ("sent_order",)}
SIMULATED = tuple(mutant for mutants in UNITS.values() for mutant in mutants)


def simulated():
    """Returns how much was bad."""
    bad = 0
    runtime, libraries = os.path.join(job.SOURCE, "runtime"), os.path.join(job.BUILD, "lib", "x86_64-linux-gnu")
    for unit, mutants in UNITS.items():
        subprocess.run(["cc", "-O1", "-DCKPTM_MUTANTS", "-w", "-I" + runtime, "-I" + os.path.join(runtime, "mpi", "include"),
                        "-I" + os.path.join(job.BUILD, "include", "ckpt", "mpi"), os.path.join(job.SOURCE, "test", "unit", unit + ".c"),
                        os.path.join(HERE, "mutants", "simulated.c"), os.path.join(libraries, "libckpt_mpi_mutants.a"),
                        os.path.join(job.BUILD, "runtime", "libckpt_parts.a"), "-lffi", "-ltirpc", "-lxxhash", "-lzstd",
                        "-lcmocka", "-lm", "-ldl", "-lpthread", "-o", unit], check=True)
        for mutant in ("",) + mutants:
            failed = subprocess.run(["./" + unit], env=dict(os.environ, CKPT_MPI_MUTANT=mutant), capture_output=True, timeout=LIMIT).returncode != 0
            bad += failed != bool(mutant)
            print("%-14s %-18s %s" % ("(%s)" % unit, mutant, ("NOT NOTICED", "noticed")[failed] if mutant else ("right", "WRONG")[failed]), flush=True)
    return bad


def one(lab, case, caught):
    """The case as it is, then without each point. Returns how much was bad."""
    if case.to and not os.path.exists(os.path.join(job.BUILD, "lib", job.TRIPLES[case.to][0], "libckpt_mpi-mpich.a")):
        print("%-14s %-18s skipped: no MPI for %s" % (case.name, "", case.to))
        return 0
    lab.job(case.program, lab.mpi)
    started, lab.patience = time.time(), LIMIT
    try:
        lab.run(case, "", LIMIT)
        print("%-14s %-18s right (%.1f s)" % (case.name, "", time.time() - started), flush=True)
    except Wrong as wrong:
        print("%-14s %-18s WRONG: %s" % (case.name, "", wrong), flush=True)
        return 1
    lab.patience = max(2, 2 * (time.time() - started))
    limit, bad = max(6, 4 * (time.time() - started)) if case.hangs else LIMIT, 0
    for mutant, end in case.mutants.items() if lab.late == "drain" and case.only in (None, lab.mpi) else ():
        started, what = time.time(), ""
        for _ in range(TRIES):
            try:
                lab.run(case, mutant, limit)
                what = what or "NOT NOTICED"
            except Wrong as wrong:
                what = ("noticed: %.110s" if re.search(end, str(wrong)) else "OTHERWISE: %s") % wrong
            if what.startswith("noticed"):
                break
        bad += not what.startswith("noticed")
        caught.add(mutant)
        print("%-14s %-18s %s (%.1f s)" % (case.name, mutant, what, time.time() - started), flush=True)
    return bad


def elsewhere():
    """Mutants that other tests take out: CKPT_MPI_MUTANT=name, or --without name, in a test or its script."""
    found = set()
    for folder in (HERE, os.path.join(HERE, "Inputs")):
        for name in os.listdir(folder):
            if name.endswith((".test", ".sh")):
                with open(os.path.join(folder, name), encoding="utf-8") as text:
                    found.update(re.findall(r"(?:CKPT_MPI_MUTANT=|--without )(\w+)", text.read()))
    return found


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--mpi", default="mpich")
    p.add_argument("--only", default="")
    p.add_argument("--slow", action="store_true")
    p.add_argument("--turns", default="0/1")
    p.add_argument("--late", default="drain", choices=("drain", "receipt"))
    o = p.parse_args()
    lab, bad, caught, begun = Lab(o.mpi, o.late), 0, set(), time.time()
    turn, turns = map(int, o.turns.split("/"))
    chosen = [c for i, c in enumerate(CASES) if (not o.only or c.name in o.only.split(",") or set(c.mutants) & set(o.only.split(","))) and
              i % turns == turn and (o.slow or not c.slow) and (o.late == "drain" or c.name not in DRAINED)]
    if not o.only and turn == 0 and o.late == "drain":
        bad += simulated()
    for case in chosen:
        bad += one(lab, case, caught)
    with open(LIST, encoding="ascii") as text:
        names = set(re.findall(r"^    M\((\w+),", text.read(), re.MULTILINE))
    without = sorted(names - {m for c in CASES for m in c.mutants} - set(SIMULATED) - elsewhere())
    print("%d cases, %d mutants noticed, %d bad; without a test: %s (%.0f s)" % (len(chosen), len(caught), bad, ", ".join(without) or "none",
                                                                               time.time() - begun))
    return 1 if bad or without else 0


if __name__ == "__main__":
    sys.exit(main())
