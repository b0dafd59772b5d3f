#!/usr/bin/env python3
"""entered.py CALL FILE - a restarted run left its collectives no earlier than the call lets it: see Inputs/entered.c, which wrote the file.

A rank that did not do a collective again (it had before its checkpoint) is not in the file: it had entered. At least one collective must have
been replayed (done again by rank 0 and rank 1, and not by rank 2).
"""
import sys

ALL = {0, 1, 2}
WAITS_FOR = {"barrier": lambda r: ALL, "ibarrier": lambda r: ALL, "allreduce": lambda r: ALL, "bcast": lambda r: {1},
             "igather": lambda r: ALL if r == 0 else set(), "scan": lambda r: set(range(r))}


def main():
    call, path = sys.argv[1:]
    lines = [line.split() for line in open(path)]
    at = {(what, int(number), int(rank)): i for i, (what, number, rank) in enumerate(lines)}
    replayed = [k for what, k, rank in at if what == "enter" and rank == 0 and ("enter", k, 2) not in at]
    for (what, number, rank), i in at.items():
        if what != "leave":
            continue
        for other in WAITS_FOR[call](rank):
            if at.get(("enter", number, other), -1) > i:
                sys.exit("rank %d left %s %d before rank %d entered" % (rank, call, number, other))
    if not replayed:
        sys.exit("nothing was replayed")
    print("%d replayed, in order" % len(replayed))


main()
