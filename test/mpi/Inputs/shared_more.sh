#!/bin/bash
# shared_more.sh RANKS PROGRAM "VISITS" MODE... - each mode alone, then with a line at each visit, a kill behind it and a restart: the same files.
# With TOLD=1 it is enough that a restart says that bytes have changed. Output: a line per run; status 1 if one differs, or if no line at all was committed.
ranks=$1 program=$2 visits=$3 wrong=0 lines=0
shift 3
for mode; do
    rm -rf d log.* die
    mpiexec.mpich -n $ranks ./$program $mode > /dev/null || exit 1
    cat log.* > want 2> /dev/null
    for at in $visits; do
        rm -rf d log.*
        touch die
        CKPT_DIR=d CKPT_AT=2,$at mpiexec.mpich -n $ranks ./$program $mode > /dev/null 2> err
        rm die
        if ! ls d/*.commit > /dev/null 2>&1; then
            echo "$mode $at: no line: $(grep -m1 abandoned err)"
            continue
        fi
        lines=$((lines + 1))
        CKPT_DIR=d CKPT_RESTART=latest mpiexec.mpich -n $ranks ./$program $mode > /dev/null 2> err
        status=$?
        cat log.* > got 2> /dev/null
        if [ $status = 0 ] && cmp -s got want; then
            echo "$mode $at: same"
        elif [ $status = 0 ] && [ "$TOLD" ] && grep -q 'log.txt: bytes below its length at the checkpoint .* were changed since' err; then
            echo "$mode $at: told"
        else
            echo "$mode $at: WRONG, status $status: $(head -c 300 err)"
            wrong=1
        fi
    done
done
[ $lines -gt 0 ] && exit $wrong
