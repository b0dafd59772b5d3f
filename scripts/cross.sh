#!/usr/bin/env bash
# cross.sh - libckpt.a and the libraries that it needs, for every target whose compiler is installed.
#
# usage      cross.sh BUILD [TRIPLE ...]
# Output     BUILD/lib/TRIPLE/*.a; the native libckpt.a is CMake's own, only its libraries are put beside it.
# A second run builds what has changed: each target's CMake tree stays in BUILD/cross/TRIPLE.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
build=$1
shift
mkdir -p "$build"
build=$(cd "$build" && pwd)
native=$(cc -dumpmachine)
if [ $# = 0 ]; then
    set -- "$native" i686-linux-gnu s390x-linux-gnu powerpc-linux-gnu arm-linux-gnueabihf aarch64-linux-gnu riscv64-linux-gnu
fi

# Two set-ups of one build directory must not meet.
exec 9>"$build/.cross.lock"
flock 9

for triple in "$@"; do
    if [ "$triple" != "$native" ] && ! command -v "$triple-gcc" >/dev/null; then
        echo "cross: $triple: no $triple-gcc, skipped" >&2
        continue
    fi
    "$root/scripts/cross-deps.sh" "$build" "$triple"
    [ "$triple" != "$native" ] || continue
    "$root/scripts/cross-mpi.sh" "$build" "$triple" || echo "cross: $triple: going on without MPI; its tests are skipped" >&2
    tree=$build/cross/$triple
    if [ ! -f "$tree/Makefile" ] || [ "$build/mpi/$triple/mpicc.mpich" -nt "$tree/Makefile" ]; then
        cmake -S "$root" -B "$tree" -G 'Unix Makefiles' -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_C_COMPILER="$triple-gcc" \
            -DCKPT_RUNTIME_ONLY=ON -DCKPT_LIB_ROOT="$build/lib" -DCKPT_DEPS_INCLUDE="$build/sysroot/$triple/include" >/dev/null
    fi
    cmake --build "$tree" -j2 >"$tree/log" 2>&1 || {
        grep -B2 -A8 -e 'error:' -e 'Error ' "$tree/log" >&2 || tail -n 20 "$tree/log" >&2
        echo "cross: $triple: building libckpt.a failed" >&2
        exit 1
    }
done
