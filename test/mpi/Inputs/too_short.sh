#!/bin/sh
# too_short.sh PROGRAM RUN... - as it is, over a line, and stopped at one and gone on with it prints the same. Whether there is a line is a matter of time, and of MPI.
program=$1
shift
for what in plain probed; do
    "$@" "$program" $what > $what.whole && grep "^late: too long, 4 of tag 5" $what.whole || exit 1
    for late in drain receipt; do
        rm -rf $what.$late
        CKPT_MPI_LATE=$late CKPT_DIR=$what.$late CKPT_AT=1 "$@" "$program" $what > on && diff on $what.whole || exit 1
        rm -rf $what.$late
        CKPT_MPI_LATE=$late CKPT_DIR=$what.$late CKPT_AT=1 CKPT_EXIT=1 "$@" "$program" $what > stopped
        status=$?
        echo "$what, $late: $status"
        if [ $status = 75 ]; then
            CKPT_MPI_LATE=$late CKPT_DIR=$what.$late CKPT_RESTART=latest "$@" "$program" $what > gone_on && diff gone_on $what.whole || exit 1
        else
            [ $status = 0 ] && diff stopped $what.whole || exit 1
        fi
    done
done
# The line has no more than the receive got, where that is what copies it.
log=probed.receipt/lines.log
[ ! -e $log ] || { cat $log && grep "too long for its receive, after a probe has told its length" $log; }
