# usage: grown.sh DIRECTORY: is the newest image of rank 0 more than 48 KiB larger than the one before? How many freed communicators are still
# remembered at a line is up to how the ranks run: while it is agreed on none is forgotten, which is why sites are few rounds apart; the tables of
# them may have doubled once. What is kept of each of the 3,700 between the images would be more, from 14 bytes on.
set -- $(wc -c < "$(ls "$1"/rank-0000/*.img | head -n 1)") $(wc -c < "$(ls "$1"/rank-0000/*.img | tail -n 1)")
echo "first $1 bytes, last $2"
test "$2" -le $(($1 + 49152))
