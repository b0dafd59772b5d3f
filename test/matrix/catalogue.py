"""catalogue.py - the example programs as the matrix runs them.

args: an ordinary run; small: few enough visits to stop at every one of them.
"""
from lab import Program

WORDS = b"""It was a bright cold day in the valley, and the wheels of the mill were turning slowly.
A line that is short.

Another one, much longer than the width that the filter is asked to keep to, so that it has to be folded several times over.
tabs\tand  double  spaces   stay where they are
thisisonewordthatislongerthananythingelseandcannotbebrokenanywhereatallhowevermuchonetries
"""
TEXT = b"".join(b"%d. " % i + line + b"\n" for i, line in enumerate(WORDS.splitlines() * 12))
SHORT = b"".join(b"%d. " % i + line + b"\n" for i, line in enumerate(WORDS.splitlines() * 3))

SCRIPT = b"""def tak(x, y, z) { if y < x { return tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y)) } return z }
def sum(n) { s = 0; while 0 < n { s = s + n / 3; n = n - 1; if n % 10 == 0 { print s } } return s }
print sum(40); print tak(6, 3, 1)
"""

EXAMPLES = [
    Program("heat", args=[64, 60, 10], small=[12, 9, 2]),
    Program("cg", args=[16, 2, 30], small=[6, 1, 7]),
    Program("nbody", args=[24, 40, 4], small=[6, 8, 2]),
    Program("pi", args=[16, 600], small=[4, 50]),
    Program("structures", ["structures/main.c", "structures/util.c"], args=[16], small=[6],
            library=["structures/tree.c", "structures/hash.c", "structures/ring.c"]),
    Program("queens", args=[6, 4], small=[4, 2]),
    Program("sudoku", args=[
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"], small=[
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."]),
    Program("filter", args=["-w", 40, "-l", "log", "-o", "out", "in"], small=["-w", 70, "-l", "log", "-o", "out", "short"],
            inputs={"in": TEXT, "short": SHORT}, outputs=["out", "log"]),
    Program("lu", args=[16, 2], small=[4, 1]),
    Program("kinds", args=[40], small=[9]),
    Program("calc", args=[], small=["script"], inputs={"script": SCRIPT}),
]

# The same filter as part of a pipe: from standard input (a regular file) to standard output.
FILTER_STDIN = Program("filter", args=["-w", 50], stdin=SHORT)

BY_NAME = {p.name: p for p in EXAMPLES}


def choose(names):
    """The examples of these names, all of them for none."""
    return [BY_NAME[n] for n in names] if names else EXAMPLES
