"""demo.py - an image with something of everything, for any origin: demo(name, state) -> Image.

The same program state each time: `name` only says how the origin stores it, `state` what is in the variables.
"""
import struct

import imagelib as I

# triple, big-endian, bytes of pointer and long, char signed, digits of long double
ORIGINS = {
    "x86_64": ("x86_64-linux-gnu", False, 8, True, 64),
    "i386": ("i686-linux-gnu", False, 4, True, 64),
    "s390x": ("s390x-linux-gnu", True, 8, False, 113),
    "powerpc": ("powerpc-linux-gnu", True, 4, False, 106),
    "arm": ("arm-linux-gnueabihf", False, 4, False, 53),
    "aarch64": ("aarch64-linux-gnu", False, 8, False, 113),
    "riscv64": ("riscv64-linux-gnu", False, 8, False, 113),
}


class State:
    """What differs between two images of a test."""

    def __init__(self, **changes):
        self.rho = [0.25] * 20
        self.step, self.title, self.values = 17, b"first\0\0\0", [10, 20, 30]
        self.nodes, self.numbers, self.position, self.big = [1, 2, 3, 4, 5, 6], [1.0, 2.0, 3.0], 2, 5000000
        self.visit = 7
        self.__dict__.update(changes)


def long_double(ldbl, value):
    """A double's value in the image's encoding of long double."""
    if ldbl == 53:
        return struct.pack(">d", value)
    if ldbl == 106:
        return struct.pack(">dd", value, 0.0)
    bits = struct.unpack(">Q", struct.pack(">d", value))[0]
    if not bits << 1 & I.M64:
        return I.u64(bits) + I.u64(0)
    exponent = (bits >> 52 & 0x7ff) - 1023 + 16383
    fraction = (bits & (1 << 52) - 1) << 60
    return ((bits >> 63) << 127 | exponent << 112 | fraction).to_bytes(16, "big")


def state(name):
    """first; other: some changes of every sort."""
    if name == "first":
        return State()
    rho = [0.25] * 20
    rho[17] = 0.625
    return State(rho=rho, step=18, title=b"second\0\0", values=[10, 21, 30, 40], nodes=[1, 2, 3, 4, 5], numbers=[1.0, 2.0, 3.0],
                 position=1, visit=8)


def demo(origin="x86_64", state=None):
    s = state or State()
    triple, big, word, char_signed, ldbl = ORIGINS[origin]
    m = I.Image(triple=triple, big_endian=big, pointer_bytes=word, char_signed=char_signed, ldbl=ldbl, visit=s.visit,
                site="step", program="src/demo.c")
    t_int, t_long = m.type(I.INT, "int", 4), m.type(I.LONG, "long", word)
    t_double, t_char = m.type(I.DOUBLE, "double", 8, mant=53), m.type(I.CHAR, "char", 1)
    t_ldouble = m.type(I.LDOUBLE, "long double", 16, mant=ldbl)
    t_bool, t_uchar = m.type(I.BOOL, "_Bool", 1), m.type(I.UCHAR, "unsigned char", 1)
    t_i128 = m.type(I.INT128, "__int128", 16)
    t_complex = m.type(I.CDOUBLE, "double _Complex", 16, mant=53)
    t_enum = m.type(I.ENUM, "enum colour", 4, elem=m.type(I.UINT, "unsigned int", 4))
    t_charp = m.type(I.POINTER, "char *", word, elem=t_char)
    t_name = m.type(I.ARRAY, "char[8]", 8, elem=t_char, count=8)
    t_fn = m.type(I.FUNCTION, "int (int)")
    t_fnp = m.type(I.POINTER, "int (*)(int)", word, elem=t_fn)
    t_file = m.type(I.POINTER, "FILE *", word, elem=m.type(I.STREAM, "FILE"))
    t_nodep = len(m.types) + 1
    m.type(I.POINTER, "struct node *", word, elem=t_nodep + 1)
    t_node = m.type(I.STRUCT, "struct node", 2 * word, fields=[("value", t_int, 0, 0), ("next", t_nodep, word, 0)],
                    file="src/demo.c", line=3)
    t_cell = m.type(I.STRUCT, "struct cell", 16, fields=[("rho", t_double, 0, 0), ("on", t_bool, 8, 0), ("flags", t_int, 0, 3)])
    t_cells = m.type(I.ARRAY, "struct cell[20]", 320, elem=t_cell, count=20)
    t_sim = m.type(I.STRUCT, "struct sim", 336, fields=[("grid", t_cells, 0, 0), ("head", t_nodep, 320, 0)], line=9)
    t_ints = m.type(I.ARRAY, "int[]", 0, elem=t_int, count=0)
    t_vec = m.type(I.STRUCT, "struct vec", 4, fields=[("n", t_int, 0, 0), ("items", t_ints, 4, 0)], flags=2)
    t_vecp = m.type(I.POINTER, "struct vec *", word, elem=t_vec)
    t_doublep = m.type(I.POINTER, "double *", word, elem=t_double)
    t_empty = m.type(I.STRUCT, "struct empty", 0)

    # numbers are given in the order of the calls, so pointers are worked out first
    sim, n = 1, len(s.nodes)
    text, relax, stream, first, vec, numbers = 18, 19, 20, 21, 21 + n, 22 + n
    m.variable("sim", t_sim, [[[r, i % 2, i % 8 - 4] for i, r in enumerate(s.rho)], I.pointer(first) if n else I.NULL], line=12)
    m.variable("big", t_long, s.big, line=13)
    m.static("title", t_name, s.title, line=14)
    m.static("calls", t_int, 3, function="relax", line=20)
    m.variable("precise", t_ldouble, long_double(ldbl, 0.75))
    m.variable("huge", t_i128, -(1 << 100))
    m.variable("z", t_complex, (1.5, -2.0))
    m.variable("colour", t_enum, 2)
    m.variable("message", t_charp, I.pointer(text))
    m.variable("action", t_fnp, I.pointer(relax))
    m.variable("log", t_file, I.pointer(stream))
    m.variable("vec", t_vecp, I.pointer(vec))
    m.variable("nothing", t_empty, [])
    m.variable("letter", t_char, ord("x"))
    step = m.local("step", "main", t_int, s.step, line=31)
    at = m.local("at", "relax", t_doublep, I.pointer(numbers, s.position), line=21)
    end = m.local("end", "relax", t_doublep, I.pointer(numbers, len(s.numbers) - 1, 1), line=21)
    assert m.literal(t_char, b"say \"hi\"\n") == text
    assert m.object(I.OFUNCTION, name="relax", flags=I.NODATA, count=1) == relax
    assert m.object(I.OSTREAM, line=3, flags=I.NODATA, count=1) == stream
    if n:
        chain = [[[v, I.pointer(first + i + 1) if i + 1 < n else I.NULL]] for i, v in enumerate(s.nodes)]
        m.object(I.HEAP, t_node, chain if n > 1 else chain[0], repeat=n)
    assert m.object(I.HEAP, t_vec, [[len(s.values)]], flex=s.values) == vec
    assert m.object(I.HEAP, t_double, s.numbers, tail=b"\1\2\3") == numbers
    m.layout_bound = True
    dangling = m.variable("dangling", t_doublep, I.unknown(0))
    m.unknowns.append((dangling, 0, 1))
    raw = m.object(I.HEAP, t_uchar, bytes([1, 2, 255]), flags=I.RAW)
    m.variable("wild", t_charp, I.small(-1))
    m.variable("any", m.type(I.POINTER, "void *", word), I.pointer(raw, 1, 2))
    m.frame("main", 33, callees=[None, "relax", "*"], resume=1, locals=[step], function_line=30)
    m.frame("relax", 24, locals=[at, end], site="step", function_line=20)
    return m


if __name__ == "__main__":
    import sys
    with open(sys.argv[3], "wb") as out:  # demo.py ORIGIN first|other FILE
        out.write(demo(sys.argv[1], state(sys.argv[2])).bytes())
