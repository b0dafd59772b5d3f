"""json_check.py - `ckpt show --json` has everything, exactly; and what hostile names and texts do to it: nothing.

usage: json_check.py DIRECTORY      (of its own)
"""
import math
import os
import struct
import sys
from fractions import Fraction

import imagelib as I
from check import ckpt, expect, finish, holds, shown, write
from demo import ORIGINS, demo

directory = sys.argv[1]
os.makedirs(directory, exist_ok=True)


def value_of(image, name):
    return next(o["value"] for o in image["objects"] if o.get("name") == name and "value" in o)


def origins():
    for origin, (triple, big, word, char_signed, ldbl) in ORIGINS.items():
        path = write(os.path.join(directory, origin + ".img"), demo(origin).bytes())
        j = shown(path)
        expect("origin", j["origin"], {"triple": triple, "byte_order": "big" if big else "little", "pointer_bytes": word,
                                       "char_signed": char_signed, "long_double_digits": ldbl})
        expect("visit", (j["visit"], j["site"], j["time"]), (7, "step", {"seconds": 1795255846, "nanoseconds": 123456789}))
        expect("grid", [c["rho"]["value"] for c in value_of(j, "sim")["grid"]], [0.25] * 20)
        expect("bit-fields", [c["flags"] for c in value_of(j, "sim")["grid"][:3]], [-4, -3, -2])
        expect("head", value_of(j, "sim")["head"], {"object": 21, "leaf": 0, "to": "&struct node#21"})
        expect("huge", value_of(j, "huge"), str(-(1 << 100)))
        expect("title", value_of(j, "title"), {"text": "first", "size": 8})
        precise = value_of(j, "precise")
        expect("long double", (float.fromhex(precise["hex"]), precise["value"]), (0.75, "0.75" if ldbl > 53 else 0.75))
        expect("complex", value_of(j, "z"), {"real": {"value": 1.5, "hex": "0x1.8p+0"}, "imaginary": {"value": -2.0, "hex": "-0x1p+1"}})
        expect("unknown", (value_of(j, "dangling"), j["unknown"][0]["path"]), ({"unknown": 0}, "dangling"))
        expect("small", value_of(j, "wild"), {"integer": -1})
        expect("byte", value_of(j, "any")["byte"], 1)
        expect("after", value_of(j, "end"), {"object": 28, "after": 2, "to": "&double[3]#28[2] + 1"})
        expect("tail", next(o["tail"] for o in j["objects"] if "tail" in o), "010203")
        expect("flexible", next(o["value"] for o in j["objects"] if o.get("type_name") == "struct vec"), {"n": 3, "items": [10, 20, 30]})
        expect("frames", [(f["function"], f["line"], f["resume"], f["callees"]) for f in j["frames"]],
               [("main", 33, 1, [None, "relax", "*"]), ("relax", 24, 0, [None])])
        expect("paths", [o["path"] for o in j["objects"] if o.get("type_name") == "struct node"][:2], ["sim.head", "sim.head->next"])


def quad(bits):
    sign, exponent, fraction = bits >> 127, bits >> 112 & 0x7fff, bits & (1 << 112) - 1
    value = Fraction(fraction + (1 << 112 if exponent else 0)) * Fraction(2) ** (max(exponent, 1) - 16383 - 112)
    return -value if sign else value


def array(m, name, elem, values):
    m.variable(name, m.type(I.ARRAY, name + "_t", elem=elem, count=len(values)), values)


def numbers():
    m = I.Image(ldbl=113)
    double, quads = m.type(I.DOUBLE, "double", 8, mant=53), m.type(I.LDOUBLE, "long double", 16, mant=113)
    ull, flt = m.type(I.ULLONG, "unsigned long long", 8), m.type(I.FLOAT, "float", 4, mant=24)
    two = m.type(I.LDOUBLE, "long double", 16, mant=106)
    doubles = [0.1, -0.0, 5e-324, 1.7976931348623157e308, math.pi, 1e22, 123456789.0, 2.0 ** 70]
    array(m, "doubles", double, doubles)
    array(m, "odd", double, [struct.pack(">Q", 0x7ff4000000000123), struct.pack(">d", -math.inf)])
    wide = [0x3fff921fb54442d18469898cc51701b8, 1, 0x7ffe << 112 | (1 << 112) - 1, 0xbffb999999999999999999999999999a]
    array(m, "wide", quads, [b.to_bytes(16, "big") for b in wide])
    array(m, "ull", ull, [0, 1 << 53, (1 << 64) - 1])
    array(m, "floats", flt, [0.1, 16777216.0])
    array(m, "two", two, [struct.pack(">dd", 1.0, 2.0 ** -80), struct.pack(">dd", 1.0, 2.0 ** -900)])
    m.frame("main")
    j = shown(write(os.path.join(directory, "numbers.img"), m.bytes()))
    for d, got in zip(doubles, value_of(j, "doubles")):
        expect("double", (struct.pack(">d", got["value"]), struct.pack(">d", float.fromhex(got["hex"]))), (struct.pack(">d", d),) * 2)
    expect("odd doubles", value_of(j, "odd"), [{"value": None, "hex": "nan", "bits": "7ff4000000000123"}, {"value": "-inf", "hex": "-inf"}])
    for bits, got in zip(wide, value_of(j, "wide")):
        exact, shown_as = quad(bits), Fraction(got["value"])
        holds("long double %x" % bits, abs(shown_as - exact) <= abs(exact) * Fraction(1, 10 ** 35) and got["bits"] == "%032x" % bits, got)
    expect("pi", value_of(j, "wide")[0]["hex"], "0x1.921fb54442d18469898cc51701b8p+0")
    expect("unsigned long long", value_of(j, "ull"), [0, 1 << 53, str((1 << 64) - 1)])
    expect("float", [struct.pack(">f", v["value"]) for v in value_of(j, "floats")], [struct.pack(">f", v) for v in (0.1, 16777216.0)])
    expect("double-double", Fraction(value_of(j, "two")[0]["value"]) - 1 - Fraction(2) ** -80 < Fraction(1, 10 ** 40), True)
    expect("far apart", (value_of(j, "two")[1]["value"], value_of(j, "two")[1]["bits"][:4]), (None, "3ff0"))


def hostile_text():
    m = I.Image(program=b"pro\x1b]0;title\x07gram.c", site="\u202eetis")
    t_char, t_int = m.type(I.CHAR, "ch\x1b[31mar", 1), m.type(I.INT, "int\n", 4)
    texts = [b"plain", b"\x1b[2Jclear", b"\xff\xfe", "gr\u00fc\u00df".encode(), b'"quoted\\', b"\x9b31m", b"a\0b", b"\x7f", b"\x01a"]
    for i, text in enumerate(texts):
        array(m, "t%d" % i, t_char, text + b"\0")
    m.variable(b"na\x1b[1mme\xc3\x28", t_int, 5)
    m.variable("twice", t_int, 1, unit="a.c")
    m.frame("main")
    path = write(os.path.join(directory, "hostile.img"), m.bytes())
    j = shown(path)
    for i, text in enumerate(texts):
        v = value_of(j, "t%d" % i)
        got = v["text"].encode().ljust(v["size"], b"\0") if "text" in v else bytes.fromhex(v["hex"])
        expect("text %r" % text, got, text + b"\0")
    for option in ("--full", "--types", "--sizes", "--objects", "--globals"):
        out = ckpt("show", option, path).stdout
        holds("control characters by " + option, all(c >= 32 and c != 127 or c == 10 for c in out))
        out.decode()
        holds("direction marks by " + option, "\u202e" not in out.decode())
    out = ckpt("show", path).stdout
    holds("an escape in a name", rb"na\x1b[1mme\xc3( = 5" in out, out)
    holds("text in UTF-8", "gr\u00fc\u00df".encode() in out)
    bad = ckpt("verify", os.path.join(directory, "no\x1b[1m"))
    holds("an escape in a path", b"\x1b" not in bad.stderr and bad.returncode == 65, bad.stderr)


origins()
numbers()
hostile_text()
finish()
