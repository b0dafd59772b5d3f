"""programs.py - the MPI programs that tests run: examples/mpi/*.c and test/mpi/programs/*.c, with arguments of short runs."""
import os

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ARGUMENTS = {"neurons": ["30", "20", "5"], "gauss_jordan": ["40"], "hard_disks": ["12", "20", "5"], "matmul": ["40"],
             "ring": ["20"], "jacobi": ["32", "20"]}

# MPIs, and architectures of MPICH's, under which a program hangs, crashes or gets what it should not when it is built without the layer: their own
# fault, see its head, and of rings of two ranks runtime/mpi/shim/rings.c.
HANGS = {"idup": ("openmpi",), "overlap": ("openmpi",), "wildcard": ("s390x", "i386"), "rings": ("mpich", "openmpi"), "struct_collectives": ("mpich", "openmpi"),
         "truncate": ("s390x",)} # MPICH 4.0.2 of s390x ends in an assertion where a message is too long for its receive, without the layer, too

# What a restart may say that is refused (docs/mpi.md), instead of going on from some of a program's lines.
REFUSED = {"beside": "its addresses are those of the old process", "told": "does not fit in 32-bit long"}

# Programs that pass no site after their first line could be committed.
LINELESS = ("wrong_arguments",)

RANKS = {"waits": 2} # that it is written for


def sources():
    found = {}
    for folder in ("examples/mpi", "test/mpi/programs"):
        folder = os.path.join(SOURCE, folder)
        for name in sorted(os.listdir(folder)):
            if name.endswith(".c"):
                found[name[:-2]] = os.path.join(folder, name)
    return found


ALL = sources()


def uses_any_tag(name):
    """MPI orders the messages of all tags then, so nothing may let one tag overtake another."""
    with open(ALL[name]) as text:
        return "MPI_ANY_TAG" in text.read()
