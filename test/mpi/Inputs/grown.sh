# usage: grown.sh DIRECTORY: is the newest image of rank 0 more than 48 KiB larger than the one before? How many freed communicators are still
# remembered at a line is up to how the ranks run: the tables of them may have doubled once, to 512 places. What is kept of each of the 3,400
# between the images would be more, from 15 bytes on.
set -- $(wc -c < "$(ls "$1"/rank-0000/*.img | head -n 1)") $(wc -c < "$(ls "$1"/rank-0000/*.img | tail -n 1)")
echo "first $1 bytes, last $2"
test "$2" -le $(($1 + 49152))
