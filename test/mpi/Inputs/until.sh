#!/bin/sh
# until.sh PATTERN PROGRAM ARGUMENT... - stop a job of 3 ranks in run/ at a line whose record matches the pattern; where that is is up to
# how the ranks happen to run, so several are tried.
pattern=$1
shift
for at in 40 57 71 88 103 119 131 149 163 178 191 206 40 57 71 88 103 119 131 149 163; do
    rm -rf run
    CKPT_DIR=run CKPT_AT=$at CKPT_EXIT=1 mpiexec.mpich -n 3 "$@"
    grep -q "$pattern" run/*.commit && exit 0
done
echo "no line like that" >&2
exit 1
