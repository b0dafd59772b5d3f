# usage: grown.sh DIRECTORY: is the newest image of rank 0 more than 2 KiB larger than the one before?
set -- $(wc -c < "$(ls "$1"/rank-0000/*.img | head -n 1)") $(wc -c < "$(ls "$1"/rank-0000/*.img | tail -n 1)")
echo "first $1 bytes, last $2"
test "$2" -le $(($1 + 2048))
