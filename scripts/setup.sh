#!/bin/sh
# setup.sh - install the Debian packages that building and testing need.
#
# Purpose    one command from a fresh Debian bookworm to a machine that can build; quick when nothing is missing.
# Input      none; must be root or able to use sudo, but only if a package is missing.
# Output     status 0 when every package is installed; what it does, in a line each, on stdout.
set -eu

packages='
    g++ gcc make cmake pkg-config python3 python3-psutil file
    clang-19 libclang-19-dev libclang-cpp19 llvm-19-dev llvm-19-tools
    zlib1g-dev libtirpc-dev libffi-dev libzstd-dev libxxhash-dev libjansson-dev libcmocka-dev zstd
    libomp-19-dev qemu-user-static csmith libcsmith-dev valgrind dpkg-dev spin tcl
    gcc-i686-linux-gnu           libc6-dev-i386-cross
    gcc-s390x-linux-gnu          libc6-dev-s390x-cross
    gcc-powerpc-linux-gnu        libc6-dev-powerpc-cross
    gcc-arm-linux-gnueabihf      libc6-dev-armhf-cross
    gcc-aarch64-linux-gnu        libc6-dev-arm64-cross
    gcc-riscv64-linux-gnu        libc6-dev-riscv64-cross
'

# Without one of these sets all but some tests can be built and run, and those say that they were skipped.
wanted_mpi='mpich libmpich-dev openmpi-bin libopenmpi-dev libgsl-dev'       # libgsl-dev: a BLAS for hpcc
wanted_tcl='tcl-dev'                                                        # for SQLite's own tests

missing_of() {
    for package in $1; do
        state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$state" = installed ] || printf ' %s' "$package"
    done
}
missing=$(missing_of "$packages")
missing_mpi=$(missing_of "$wanted_mpi")
missing_tcl=$(missing_of "$wanted_tcl")
missing_wanted=$missing_mpi$missing_tcl
[ -n "$missing$missing_wanted" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    root=
elif command -v sudo >/dev/null 2>&1; then
    root=sudo
else
    echo "setup: must be root (or have sudo) to install:$missing$missing_wanted" >&2
    [ -n "$missing" ] || exit 0
    exit 1
fi
echo "setup: installing$missing$missing_wanted"
$root env DEBIAN_FRONTEND=noninteractive apt-get update -qq || echo "setup: apt-get update had errors; going on"
install() {
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}
# shellcheck disable=SC2086
[ -z "$missing" ] || install $missing
# shellcheck disable=SC2086
[ -z "$missing_mpi" ] || install $missing_mpi ||
    echo "setup: no MPI:$missing_mpi could not be installed; the tests of MPI are skipped" >&2
# shellcheck disable=SC2086
[ -z "$missing_tcl" ] || install $missing_tcl ||
    echo "setup:$missing_tcl could not be installed; SQLite's own tests are skipped" >&2
