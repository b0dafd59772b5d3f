#!/usr/bin/env bash
# quickstart.sh - the whole path in one go: install, build, compile, stop on x86-64, go on on s390x, compare.
#
# usage      examples/quickstart.sh        on Debian 12 (bookworm), as root or with sudo
# Input      nothing. Work files go to build/quickstart, which is emptied first.
# Output     one line per step; status 0 if the two halves are identical to an uninterrupted run.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
build=$(realpath -m "${CKPT_BUILD:-$root/build}")
work=$build/quickstart
example=$root/examples/heat.c
arguments=(96 200 20)
foreign=s390x-linux-gnu
targets="ckptcc ckpt ckpt_library ckpt_null"
for name in $(compgen -e CKPT_); do unset "$name"; done

step() { printf '\n[%d/7] %s\n' "$1" "$2"; }
say() { printf '      %s\n' "$*"; }
stop() { printf '\nquickstart: %s\n' "$*" >&2; exit 1; }
quietly() {            # run something long; show its output only if it fails
    "$@" >"$log" 2>&1 || { tail -n 25 "$log" >&2; stop "this failed: $*"; }
}
run_foreign() { qemu-s390x-static -L "/usr/$foreign" "$@"; }

log=$(mktemp)
trap 'rm -f "$log"' EXIT

step 1 "Installing what is missing (compilers for two architectures, Clang's libraries, an emulator)"
"$root/scripts/setup.sh"

step 2 "Building the toolchain, and its runtime library for this machine and for s390x"
quietly cmake -S "$root" -B "$build"                 # always: what setup.sh has just installed is to be found
# shellcheck disable=SC2086
quietly cmake --build "$build" -j"$(nproc)" --target $targets
quietly "$root/scripts/cross.sh" "$build" "$(cc -dumpmachine)" "$foreign"
ckptcc=$build/bin/ckptcc

rm -rf "$work"
mkdir -p "$work"
cd "$work"
step 3 "Compiling examples/heat.c twice. Its one line about checkpoints is:"
say "$(grep -n 'pragma ckpt$' "$example" | tail -n 1 | sed 's/^\([0-9]*\): */heat.c:\1:  /')"
flags=(-O2 -ffp-contract=off)
"$ckptcc" "${flags[@]}" "$example" -o heat
"$ckptcc" --ckpt-cc=$foreign-gcc "${flags[@]}" "$example" -o heat.s390x
say "heat:       $(file -b heat | cut -d, -f1,2)"
say "heat.s390x: $(file -b heat.s390x | cut -d, -f1,2)   (the other byte order)"

step 4 "Running it uninterrupted, as the reference"
./heat "${arguments[@]}" >whole.txt
say "$(wc -l <whole.txt) lines of output"

step 5 "Running it again on $(uname -m), to be stopped at the 100th visit of the site"
status=0
CKPT_DIR=images CKPT_AT=100 CKPT_EXIT=1 ./heat "${arguments[@]}" >first-half.txt || status=$?
[ $status = 75 ] || stop "the program ended with status $status; 75 was expected (stopped after a checkpoint)"
say "stopped with status 75 after $(wc -l <first-half.txt) lines; its state is in $(cd images && ls *.img) ($(stat -c %s images/*.img) bytes)"

step 6 "Going on from there on s390x"
CKPT_DIR=images CKPT_RESTART=latest run_foreign ./heat.s390x "${arguments[@]}" >second-half.txt
say "$(wc -l <second-half.txt) more lines, written by a big-endian machine"

step 7 "Comparing: first half + second half against the uninterrupted run"
cat first-half.txt second-half.txt >halves.txt
cmp whole.txt halves.txt || stop "they differ: see $work"
say "identical"
printf '\nNext: look into the image with\n      %s show %s/images\n' "$build/bin/ckpt" "$work"
