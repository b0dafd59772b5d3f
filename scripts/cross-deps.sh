#!/usr/bin/env bash
# cross-deps.sh - static libtirpc, zstd, xxhash and libffi for one target.
#
# usage      cross-deps.sh BUILD TRIPLE
# Output     BUILD/lib/TRIPLE/lib{tirpc,zstd,xxhash,ffi}.a, BUILD/sysroot/TRIPLE/include; nothing is done if they are there.
# Sources    Debian's own packages of that architecture; where Debian has none (powerpc, riscv64), Debian's source packages,
#            built with the cross compiler. apt works on an index of its own in BUILD/apt: the system's is not touched.
set -euo pipefail

build=$(cd "$1" && pwd) triple=$2
lib=$build/lib/$triple include=$build/sysroot/$triple/include work=$build/sysroot/$triple/work
stamp=$build/sysroot/$triple/done
log=$build/sysroot/$triple/log
[ ! -e "$stamp" ] || exit 0
rm -rf "$work" "$include"
mkdir -p "$lib" "$include" "$work"
exec 3>&1 4>&2
exec >"$log" 2>&1
# What failed for want of a file may be in newer lists: the next run fetches them.
trap '[ $? = 0 ] || { rm -f "$build/apt/done"; tail -n 5 "$log"; echo "cross-deps: $triple: failed; all of it is in $log"; } >&4; rm -rf "$work"' EXIT
say() { echo "cross-deps: $triple: $*" >&3; }

packages=(libtirpc-dev libzstd-dev libxxhash-dev libffi-dev)
case $triple in
    x86_64-linux-gnu | "$(dpkg-architecture -qDEB_HOST_MULTIARCH)") arch=native ;;
    i686-linux-gnu) arch=i386 ;;
    s390x-linux-gnu) arch=s390x ;;
    arm-linux-gnueabihf) arch=armhf ;;
    aarch64-linux-gnu) arch=arm64 ;;
    *) arch=source ;;
esac

. "$(dirname "$0")/apt.sh"

from_packages() {
    say "from Debian's packages"
    private_apt
    cd "$work"
    apt-get "${options[@]}" download -q "${packages[@]/%/:$arch}"
    for package in *.deb; do dpkg -x "$package" root; done
    cp -r root/usr/include/. "$include/"
    for nested in "$include"/*-linux-gnu*; do
        [ ! -d "$nested" ] || { cp -r "$nested/." "$include/"; rm -r "$nested"; }
    done
    cp "$(find root -name libtirpc.a)" "$(find root -name libzstd.a)" "$(find root -name libxxhash.a)" \
        "$(find root -name libffi.a)" "$lib/"
}

from_sources() {
    say "from Debian's source packages (a few minutes)"
    private_apt
    rm -rf "$work"
    work=$(mktemp -d)                                # make install of libffi and libtirpc wants no blanks in it
    cd "$work"
    for name in libtirpc libzstd xxhash libffi; do
        apt-get "${options[@]}" source -q --download-only "$name=$(source_version bookworm $name)" || {
            rm -f "${name}_"*
            apt-get "${options[@]}" source -q --download-only "$name=$(source_version trixie $name)"
        }
    done
    for dsc in *.dsc; do dpkg-source --no-check -x "$dsc" "${dsc%%_*}"; done
    local cc=$triple-gcc tools=(CC="$triple-gcc" AR="$triple-ar" RANLIB="$triple-ranlib") jobs=-j2
    make $jobs -C libzstd/lib "${tools[@]}" CFLAGS='-O2 -DZSTD_LEGACY_SUPPORT=0' ZSTD_LEGACY_SUPPORT=0 libzstd.a
    cp libzstd/lib/libzstd.a "$lib/"
    cp libzstd/lib/zstd.h libzstd/lib/zstd_errors.h "$include/"
    make $jobs -C xxhash "${tools[@]}" CFLAGS=-O2 libxxhash.a
    cp xxhash/libxxhash.a "$lib/"
    cp xxhash/xxhash.h "$include/"
    configured libffi --disable-shared --disable-docs --disable-exec-static-tramp
    configured libtirpc --disable-shared --disable-gssapi
    find stage -name 'lib*.a' -exec cp {} "$lib/" \;
    cp -r stage/usr/include/. "$include/"
}

# source_version RELEASE NAME: newest version of a source package in that release.
source_version() {
    apt-get indextargets --format '$(FILENAME)' "${options[@]}" 'Created-By: Sources' "Codename: $1" |
        xargs -r -d '\n' /usr/lib/apt/apt-helper cat-file |
        awk -v name="$2" '$1 == "Package:" { on = $2 == name } on && $1 == "Version:" { print $2 }' | sort -V | tail -n 1
}

# configured DIR OPTION...: configure, make, install into stage/
configured() {
    local dir=$1
    shift
    # One time for all files: Debian's patches must not make make run autoconf.
    find "$dir" -type f -exec touch -d 2020-01-01 {} +
    (cd "$dir" && ./configure --host="$triple" --prefix=/usr CC="$triple-gcc" "$@" &&
        make -j2 && make install DESTDIR="$work/stage")
}

case $arch in
    native)
        for name in tirpc zstd xxhash ffi; do
            cp "$("$(command -v gcc)" -print-file-name=lib$name.a)" "$lib/"
        done
        cp -r /usr/include/tirpc /usr/include/zstd.h /usr/include/zstd_errors.h /usr/include/xxhash.h \
            /usr/include/"$triple"/ffi.h /usr/include/"$triple"/ffitarget.h "$include/"
        ;;
    source) from_sources ;;
    *) from_packages ;;
esac
cd "$build"
rm -rf "$work"
touch "$stamp"
