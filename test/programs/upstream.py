"""upstream.py - sources of real programs, from Debian's source packages.

Input       the apt index that scripts/cross-deps.sh keeps in the build directory (it knows deb-src), else the system's
Output      the orig tarball, kept in a directory of the build tree; no file of it is ever part of the repository
"""
import glob
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "matrix"))
import lab

STATUS_SKIPPED = 77


def private_apt():
    """Options for the index of scripts/cross-deps.sh."""
    apt = os.path.join(lab.BUILD, "apt")
    if not os.path.exists(os.path.join(apt, "done")):
        return []
    settings = {"Dir::State": apt + "/state", "Dir::Cache": apt + "/cache", "Dir::Etc::SourceList": apt + "/sources.list",
                "Dir::Etc::SourceParts": apt + "/sources.list.d", "Dir::State::status": "/var/lib/dpkg/status",
                "APT::Sandbox::User": "root", "Debug::NoLocking": "1"}
    return [word for name, value in settings.items() for word in ("-o", "%s=%s" % (name, value))]


def tarball(package, directory):
    """The upstream tarball of a source package, fetched once; ends with status 77 if it cannot be had (no network)."""
    def there():
        return [t for t in glob.glob(os.path.join(directory, package + "_*.orig.tar.*")) if not t.endswith(".asc")]
    if not there():
        got = subprocess.run(["apt-get"] + private_apt() + ["source", "--download-only", "-q", package], cwd=directory,
                             capture_output=True, text=True, timeout=300)
        if not there():
            print("%s: apt-get source fails:" % package, got.stderr.strip().splitlines()[-1:])
            sys.exit(STATUS_SKIPPED)
    return there()[0]


def unpack(tarball, where):
    """The tarball's tree, as upstream made it, anew in `where`."""
    shutil.rmtree(where, ignore_errors=True)
    os.makedirs(where)
    lab.run_command(["tar", "xf", tarball, "--strip-components=1", "-C", where])
    return where
