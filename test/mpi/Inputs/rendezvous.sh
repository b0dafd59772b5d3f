#!/bin/sh
# rendezvous.sh consistent|abandoned|contradiction LINES PROGRAM SENDER RECEIVER TELLER - stop the job at so many lines, go on where the receiver
# decides otherwise. Consistent: there were that many lines, and the restart from each ended well, with no past that contradicts it; abandoned: the
# same, but lines count, too, that were abandoned for what the restart would contradict, and one of them for the synchronous send at least.
# Contradiction: a restart from one of at most that many lines had such a past. CKPT_MPI_MUTANT holds for the lines. Where a line falls, and which of
# its reasons is told first, is up to how the ranks happen to run: there are many tries.
wanted=$1
lines=$2
found=0
synchronous=0
[ "$wanted" = abandoned ] || synchronous=1
shift 2
positions="12 20 27 34 15 22 29 41 17 24 31 38 13 25 32 44"
for at in $positions $positions $positions $positions; do
    [ $found -lt "$lines" ] || [ $synchronous = 0 ] || break
    rm -rf run
    CKPT_DIR=run CKPT_AT=$at CKPT_EXIT=1 timeout -s KILL 60 mpiexec.mpich -n 3 "$@" >out 2>err
    status=$?
    if ! ls run/*.commit >/dev/null 2>&1; then
        if [ $status != 0 ]; then
            echo "the job that was to stop at visit $at ends with status $status:"
            cat err
            exit 1
        fi
        if [ "$wanted" = abandoned ]; then
            if grep "a synchronous send was complete at the checkpoint" err; then synchronous=1; fi
            ! grep -q "a synchronous send was complete at the checkpoint\|depends on an outcome that is not in the log" err || found=$((found + 1))
        fi
        continue
    fi
    found=$((found + 1))
    env CKPT_DIR=run CKPT_RESTART=latest CHOICE=1 timeout -s KILL 60 mpiexec.mpich -n 3 "$@" >out 2>err
    status=$?
    if grep -q contradiction out; then
        echo "contradiction from visit $at"
        [ "$wanted" = contradiction ]
        exit
    fi
    if [ "$wanted" != contradiction ] && [ $status != 0 ]; then
        echo "the restart from visit $at ends with status $status:"
        cat err
        exit 1
    fi
done
echo "$found lines, no contradiction"
[ "$wanted" != contradiction ] && [ $found -ge "$lines" ] && [ $synchronous = 1 ]
