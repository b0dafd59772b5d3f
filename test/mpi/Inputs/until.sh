#!/bin/sh
# until.sh PATTERN PROGRAM ARGUMENT... - stop a job of 3 ranks in run/ at a line whose record matches the pattern; where that is is up to
# how the ranks happen to run, so several are tried. That a job ends without a line is no matter of luck: at most half of them may.
pattern=$1
shift
tries=0
lineless=0
for at in 40 57 71 88 103 119 131 149 163 178 191 206 40 57 71 88 103 119 131 149 163; do
    rm -rf run
    CKPT_DIR=run CKPT_AT=$at CKPT_EXIT=1 mpiexec.mpich -n 3 "$@"
    tries=$((tries + 1))
    ls run/*.commit >/dev/null 2>&1 || lineless=$((lineless + 1))
    if [ $tries -ge 4 ] && [ $((2 * lineless)) -gt $tries ]; then
        echo "$lineless of $tries jobs ended without a line" >&2
        exit 1
    fi
    if grep -q "$pattern" run/*.commit 2>/dev/null; then
        echo "until.sh: $tries tries, $lineless of them without a line" >&2
        exit 0
    fi
done
echo "no line like that in $tries tries, $lineless of them without a line" >&2
exit 1
