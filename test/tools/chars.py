"""chars.py - an image with plain chars that are no text: chars.py ORIGIN FILE [other]. With `other`, three of them have another value."""
import sys

import imagelib as I
from demo import ORIGINS


def chars(origin, other):
    triple, big, word, char_signed, ldbl = ORIGINS[origin]
    m = I.Image(triple=triple, big_endian=big, pointer_bytes=word, char_signed=char_signed, ldbl=ldbl, visit=1, site="step", program="chars.c")
    t_char, t_schar = m.type(I.CHAR, "char", 1), m.type(I.SCHAR, "signed char", 1)
    t_bytes = m.type(I.ARRAY, "char[4]", 4, elem=t_char, count=4)
    t_record = m.type(I.STRUCT, "struct record", 8, fields=[("mark", t_char, 0, 0), ("low", t_char, 1, 3), ("text", t_bytes, 2, 0), ("n", t_schar, 6, 0)])

    def plain(byte, bits=8):  # what char's sign makes of it
        return byte - (1 << bits) if char_signed and byte >> (bits - 1) else byte

    m.static("control", t_bytes, b"C\xff\0\x80")
    m.static("one", t_char, plain(0xfe if other else 0xff))
    m.static("two", t_char, plain(0x80))
    m.static("record", t_record, [plain(0xc8), plain(6 if other else 7, 3), b"a\0\xc9" + (b"b" if other else b"c"), -3])
    m.static("block", m.type(I.POINTER, "struct record *", word, elem=t_record), I.pointer(6))
    m.heap(t_record, [plain(0x90), plain(4, 3), b"\xf0\0\0\1", -1])
    m.frame("main", 3, site="step")
    return m


with open(sys.argv[2], "wb") as out:
    out.write(chars(sys.argv[1], len(sys.argv) > 3).bytes())
