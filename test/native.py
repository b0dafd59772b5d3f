"""native.py - which architectures' programs this machine runs by itself.

Purpose     lab.py, mpi/job.py and lit.cfg.py put an emulator before the others.
Invariants  i386 on x86-64 is tried, with a program of two system instructions: kernels may be without it, and then say "Exec format error".
"""
import functools
import os
import platform
import struct
import subprocess
import tempfile

LOAD, AT = 1, 0x08048000
CODE = b"\xb8\x01\x00\x00\x00\x31\xdb\xcd\x80"      # mov eax, 1 (exit); xor ebx, ebx; int 0x80


def smallest_i386():
    """An ELF file with one segment, all of it (System V ABI, chapter 4 and its supplement for i386)."""
    head, segment = 52, 32
    size = head + segment + len(CODE)
    return (struct.pack("<16sHHIIIIIHHHHHH", b"\x7fELF\x01\x01\x01", 2, 3, 1, AT + head + segment, head, 0, 0, head, segment, 1, 0, 0, 0)
            + struct.pack("<IIIIIIII", LOAD, 0, AT, AT, size, size, 5, 4096) + CODE)


@functools.lru_cache(maxsize=None)
def runs_i386():
    if not os.path.exists("/lib/ld-linux.so.2"):
        return False
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "i386")
        with open(program, "wb") as out:
            out.write(smallest_i386())
        os.chmod(program, 0o700)
        try:
            return subprocess.run([program], check=False).returncode == 0
        except OSError:
            return False


def runs_here(name):
    """Does a program of that architecture (lab.py's name) run without an emulator?"""
    return name == platform.machine() or (name == "i386" and platform.machine() == "x86_64" and runs_i386())
