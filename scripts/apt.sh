# apt.sh - package lists of our own, for scripts that source this.
#
# Input      build: the build directory; say: prints a line for the user
# Output     private_apt fetches the lists once, into BUILD/apt; `options` has apt-get and apt-cache use them. BUILD/apt/done: they are there
# shellcheck shell=bash

# An apt of our own: the system's sources, with deb-src, and all architectures that Debian has packages of.
apt=$build/apt
options=(-o "Dir::State=$apt/state" -o "Dir::Cache=$apt/cache" -o "Dir::Etc::SourceList=$apt/sources.list"
    -o "Dir::Etc::SourceParts=$apt/sources.list.d" -o Dir::State::status=/var/lib/dpkg/status
    -o APT::Sandbox::User=root -o Debug::NoLocking=1
    -o "APT::Architectures::=$(dpkg --print-architecture)" -o APT::Architectures::=i386 -o APT::Architectures::=s390x
    -o APT::Architectures::=armhf -o APT::Architectures::=arm64)
private_apt() {
    [ ! -e "$apt/done" ] || return 0
    say "fetching package lists"
    rm -rf "$apt"
    mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial" "$apt/sources.list.d"
    cp /etc/apt/sources.list.d/*.sources "$apt/sources.list.d/" || true
    sed -i 's/^Types:.*/Types: deb deb-src/' "$apt"/sources.list.d/*.sources || true
    sed -n 's/^deb\(-src\)\{0,1\} \(.*\)/deb \2\ndeb-src \2/p' /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
        sort -u >"$apt/sources.list" || true
    # The next release's sources, for a tarball that the mirror has lost.
    local mirror
    mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\) .*/\2/p' \
        "$apt"/sources.list.d/*.sources "$apt/sources.list" | grep '/debian/\{0,1\}$' | head -n 1)
    echo "deb-src ${mirror:-http://deb.debian.org/debian} trixie main" >>"$apt/sources.list"
    # An index that is out of step on the mirror is no reason to stop: a package that is really missing says so below.
    apt-get "${options[@]}" -o Acquire::Retries=3 update -q || true
    apt-cache "${options[@]}" show libtirpc-dev:s390x | grep '^Version' || {
        say "no package list could be fetched"
        exit 1
    }
    touch "$apt/done"
}
