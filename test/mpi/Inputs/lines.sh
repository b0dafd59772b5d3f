#!/bin/sh
# lines.sh PROGRAM ARGUMENT... - run/ of a job of 4 ranks that has ended, with two lines; how ranks run decides whether there are.
for at in 30,90 40,120 50,150 60,170 70,190 30,90 40,120; do
    rm -rf run
    CKPT_DIR=run CKPT_AT=$at timeout 60 mpiexec.mpich -n 4 "$@" >/dev/null || exit 1
    [ "$(ls run/*.commit 2>/dev/null | wc -l)" = 2 ] && grep -q "[1-9][0-9]* late" run/*.commit && exit 0
done
echo "two lines were never committed, or nothing was late" >&2
exit 1
