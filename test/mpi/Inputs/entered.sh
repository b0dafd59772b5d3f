#!/bin/sh
# entered.sh DIRECTORY CALL - stop ./entered where ranks 0 and 1 replay, go on, look at the order of what they did.
set -e
sh $1/Inputs/until.sh "rank 0: .* [1-9][0-9]* parts" ./entered $2 order
rm order
CKPT_DIR=run CKPT_RESTART=latest mpiexec.mpich -n 3 ./entered $2 order
python3 $1/entered.py $2 order
