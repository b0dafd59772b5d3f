# usage: try.sh ORIGIN GOES_ON: the first is stopped at its second visit, the other one goes on to the same output.
rm -rf of."$1"
./"$1" > plain.out || exit 1
env CKPT_DIR=of."$1" CKPT_AT=2 CKPT_EXIT=1 ./"$1" > first.out; test $? = 75 || exit 1
env CKPT_DIR=of."$1" CKPT_RESTART=latest CKPT_SPOIL=1 ./"$2" >> first.out || exit 1
diff plain.out first.out
