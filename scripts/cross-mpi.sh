#!/usr/bin/env bash
# cross-mpi.sh - MPICH for another target, from Debian's packages of that architecture, and a compiler command for it.
#
# usage      cross-mpi.sh BUILD TRIPLE            (after cross-deps.sh, whose package lists it uses)
# Output     BUILD/mpi/TRIPLE/mpicc.mpich         as mpicc.mpich; programs find their libraries by RPATH
#            BUILD/mpi/TRIPLE/root                 the packages' files
# A job runs as: mpiexec.mpich -n 4 qemu-ARCH-static -L /usr/TRIPLE ./program
set -euo pipefail

build=$(cd "$1" && pwd) triple=$2
place=$build/mpi/$triple
case $triple in
    i686-linux-gnu) arch=i386 ;;
    s390x-linux-gnu) arch=s390x ;;
    arm-linux-gnueabihf) arch=armhf ;;
    aarch64-linux-gnu) arch=arm64 ;;
    *) exit 0 ;;                                     # Debian bookworm has no packages
esac
[ ! -x "$place/mpicc.mpich" ] || exit 0
mkdir -p "$place/work"
log=$place/log
exec 3>&1 4>&2
exec >"$log" 2>&1
trap '[ $? = 0 ] || { rm -f "$build/apt/done"; echo "cross-mpi: $triple: MPICH could not be had; why is in $log"; } >&4' EXIT
say() { echo "cross-mpi: $triple: $*" >&3; }
say "MPICH from Debian's packages"

. "$(dirname "$0")/apt.sh"
private_apt
options=(-o "Dir::State=$apt/state" -o "Dir::Cache=$apt/cache" -o "Dir::Etc::SourceList=$apt/sources.list"
    -o "Dir::Etc::SourceParts=$apt/sources.list.d" -o Dir::State::status=/dev/null
    -o APT::Sandbox::User=root -o Debug::NoLocking=1 -o "APT::Architecture=$arch" -o "APT::Architectures=$arch")
cd "$place/work"
# What the library needs, but for the C library and compiler's, which come with the cross compiler.
packages=$(apt-get "${options[@]}" install -s --no-install-recommends "libmpich12:$arch" | awk '$1 == "Inst" { print $2 }' |
    grep -v -e '^libc6' -e '^gcc-' -e '^libgcc' -e '^dpkg' -e '^perl' -e '^tar$' -e '^debconf' || true)
# shellcheck disable=SC2086
apt-get "${options[@]}" download -q $(printf "%s:$arch " libmpich-dev $packages)
for package in *.deb; do dpkg -x "$package" "$place/root"; done
rm -rf "$place/work"

library=$(dirname "$(find "$place/root/usr/lib" -name libmpich.so.12 | head -n 1)")
include=$(dirname "$(find "$place/root/usr" -path '*mpich*' -name mpi.h | head -n 1)")
extra=$(find "$place/root" -maxdepth 2 -path "$place/root/lib/*-linux-gnu*" | head -n 1)
# The library may be newer than the cross compiler's C library is told to be: what it lacks, its own dependencies have.
cat >"$place/mpicc.new" <<EOF
#!/bin/sh
# mpicc.mpich for $triple
for word in "\$@"; do
    case \$word in -c | -S | -E | -M | -MM | -dumpmachine) exec $triple-gcc "-I$include" "\$@" ;; esac
done
exec $triple-gcc "-I$include" "\$@" "-L$library" -lmpich -Wl,--disable-new-dtags \\
    "-Wl,-rpath,$library${extra:+:$extra}" "-Wl,-rpath-link,$library${extra:+:$extra}" -Wl,--allow-shlib-undefined
EOF
chmod +x "$place/mpicc.new"
printf '#include <mpi.h>\nint main(void) { return MPI_Init(0, 0); }\n' >"$place/probe.c"
"$place/mpicc.new" "$place/probe.c" -o "$place/probe"
rm "$place/probe" "$place/probe.c"
mv "$place/mpicc.new" "$place/mpicc.mpich"
