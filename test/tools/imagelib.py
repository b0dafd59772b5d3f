"""imagelib.py - images made and taken apart in Python, after docs/image-format.md and nothing else.

Purpose     tests of readers that do not depend on the code that writes images: any origin, any value, any damage.
Use         image = Image(triple="s390x-linux-gnu", big_endian=True); n = image.type(INT, "int", size=4);
            image.variable("total", n, 42); image.frame("main", ...); image.bytes()
            sections(data) -> [Section]; join(sections) -> data with all checksums right again
"""
import struct

VOID, BOOL, CHAR, SCHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG, LLONG, ULLONG, INT128, UINT128 = range(15)
FLOAT, DOUBLE, LDOUBLE, CFLOAT, CDOUBLE, CLDOUBLE, ENUM, POINTER, ARRAY, STRUCT, FUNCTION, STREAM, OPAQUE, FLOAT128, VARIANT = range(15, 30)
HEAP, GLOBAL, STATIC, LOCAL, LITERAL, OFUNCTION, OSTREAM, SPECIAL = range(1, 9)
NODATA, REGISTER, VLA, FLEXIBLE, TAIL, RAW, ALIGNED, DECLARED, BY_TAG, GUESSED = (1 << i for i in range(10))
MAGIC = b"\x89CKPT\r\n\x1a"
M64 = (1 << 64) - 1


def xxh64(data, seed=0):
    p1, p2, p3, p4, p5 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)

    def rol(v, n):
        return (v << n | v >> (64 - n)) & M64

    def stir(acc, word):
        return rol((acc + word * p2) & M64, 31) * p1 & M64

    n, at = len(data), 0
    if n >= 32:
        v = [(seed + p1 + p2) & M64, (seed + p2) & M64, seed, (seed - p1) & M64]
        while at <= n - 32:
            v = [stir(a, w) for a, w in zip(v, struct.unpack_from("<4Q", data, at))]
            at += 32
        h = (rol(v[0], 1) + rol(v[1], 7) + rol(v[2], 12) + rol(v[3], 18)) & M64
        for a in v:
            h = ((h ^ stir(0, a)) * p1 + p4) & M64
    else:
        h = (seed + p5) & M64
    h = (h + n) & M64
    while at + 8 <= n:
        h = (rol(h ^ stir(0, struct.unpack_from("<Q", data, at)[0]), 27) * p1 + p4) & M64
        at += 8
    if at + 4 <= n:
        h = (rol(h ^ struct.unpack_from("<I", data, at)[0] * p1 & M64, 23) * p2 + p3) & M64
        at += 4
    for byte in data[at:]:
        h = rol(h ^ byte * p5 & M64, 11) * p1 & M64
    h ^= h >> 33
    h = h * p2 & M64
    h ^= h >> 29
    h = h * p3 & M64
    return h ^ h >> 32


def u32(n):
    return struct.pack(">I", n & 0xffffffff)


def u64(n):
    return struct.pack(">Q", n & M64)


def pad(data):
    return data + bytes(-len(data) % 4)


def string(text):
    data = text if isinstance(text, bytes) else text.encode()
    return u32(len(data)) + pad(data)


class Section:
    def __init__(self, tag, payload, flags=0, raw=None):
        self.tag, self.payload, self.flags = tag, payload, flags
        self.raw = len(payload) if raw is None else raw


def sections(data):
    """The sections of a file, the last one (TEND) left out; checksums are not looked at."""
    found, at = [], 12
    while at + 24 <= len(data):
        tag, flags, stored, raw = struct.unpack_from(">4sIQQ", data, at)
        if tag == b"TEND":
            break
        found.append(Section(tag, data[at + 24:at + 24 + stored], flags, raw))
        at += 24 + stored + -stored % 4 + 8
    return found


def join(parts, version=1):
    """A file of these sections, all checksums and the end right."""
    out, checks = MAGIC + u32(version), b""
    for i, s in enumerate(parts):
        head = s.tag + u32(s.flags) + u64(len(s.payload)) + u64(s.raw)
        check = u64(xxh64(head + s.payload, i))
        out += head + pad(s.payload) + check
        checks += check
    end = u64(len(parts)) + u64(len(out) + 24 + 24 + 8) + u64(xxh64(checks))
    head = b"TEND" + u32(0) + u64(24) + u64(24)
    return out + head + end + u64(xxh64(head + end, len(parts)))


def pointer(target=0, leaf=0, kind=0):
    """kind 0: the leaf; 1: just after it; 2: a byte."""
    return ("pointer", u32(target) + u64(4 * leaf + kind))


NULL = pointer()


def small(n):
    return ("pointer", u32(0) + u64(4 * n + 1))


def unknown(n):
    return ("pointer", u32(0) + u64(4 * n + 2))


class Image:
    def __init__(self, triple="x86_64-linux-gnu", big_endian=False, pointer_bytes=8, char_signed=True, ldbl=64,
                 layout_bound=False, visit=7, site="", program="demo.c"):
        self.__dict__.update(triple=triple, big_endian=big_endian, pointer_bytes=pointer_bytes, char_signed=char_signed,
                             ldbl=ldbl, layout_bound=layout_bound, visit=visit, site=site, program=program)
        self.names, self.types, self.runs, self.data, self.frames = {}, [], [], b"", []
        self.unknowns, self.process, self.nobjects = [], [], 0

    def name(self, text):
        return u32(self.names.setdefault(text, len(self.names) + 1)) if text else u32(0)

    # ---- types ----

    def type(self, kind, name="", size=0, signed=None, mant=0, elem=0, count=0, fields=(), flags=0, file="", line=0):
        """fields: (name, type, offset, bits)"""
        if signed is None:
            signed = kind in (SCHAR, SHORT, INT, LONG, LLONG, INT128) or (kind == CHAR and self.char_signed)
        self.types.append(dict(kind=kind, name=name, size=size, flags=flags | bool(signed), mant=mant, elem=elem, count=count,
                               fields=list(fields), file=file, line=line))
        return len(self.types)

    def _type_record(self, t):
        out = u32(t["kind"]) + u32(t["flags"]) + u32(t["mant"]) + self.name(t["name"]) + u64(t["size"]) + u32(t["elem"])
        out += u64(t["count"]) + self.name(t["file"]) + u32(t["line"]) + u32(len(t["fields"]))
        for name, kind, offset, bits in t["fields"]:
            out += self.name(name) + u32(kind) + u64(offset) + u32(bits) + u32(0)
        return out

    # ---- values ----

    def _real(self, value, mant):
        if isinstance(value, bytes):
            return value
        return struct.pack(">f" if mant == 24 else ">d", value)

    def encode(self, type_id, value, packed=False):
        t = self.types[type_id - 1]
        kind = t["kind"]
        if kind == ENUM:
            return self.encode(t["elem"], value)
        if kind in (BOOL, CHAR, SCHAR, UCHAR) and packed:
            return bytes([value & 255])
        if kind <= UINT:
            return u32(value) if kind else b""
        if kind <= ULLONG:
            return u64(value) if t["size"] == 8 else u32(value)
        if kind in (INT128, UINT128):
            return u64(value >> 64) + u64(value)
        if kind in (FLOAT, DOUBLE, LDOUBLE, FLOAT128):
            return self._real(value, t["mant"])
        if kind in (CFLOAT, CDOUBLE, CLDOUBLE):
            return self._real(value[0], t["mant"]) + self._real(value[1], t["mant"])
        if kind == POINTER:
            return value[1]
        if kind == ARRAY:
            return self.array(t["elem"], value)
        if kind == VARIANT:
            return value  # its encoding
        if kind == STRUCT:
            return b"".join(self.encode(f[1], v) for f, v in zip(t["fields"], value))
        return b""

    def array(self, elem, values):
        if isinstance(values, bytes):
            return pad(values)
        packed = self.types[elem - 1]["kind"] in (BOOL, CHAR, SCHAR, UCHAR)
        out = b"".join(self.encode(elem, v, packed) for v in values)
        return pad(out) if packed else out

    # ---- objects ----

    def object(self, kind, type_id=0, values=(), count=None, name="", unit="", function="", line=0, flags=0, flex=None, tail=None,
               repeat=1, align=None):
        """values: of the elements; of a repeated heap block a list of such lists. Returns the (first) object's number."""
        flags |= (FLEXIBLE if flex is not None else 0) | (TAIL if tail is not None else 0) | (ALIGNED if align else 0)
        one = values[0] if repeat > 1 else values
        out = u32(kind | flags << 8) + u32(repeat) + u32(type_id) + u64(len(one) if count is None else count)
        if kind != HEAP:
            out += self.name(name) + self.name(unit) + self.name(function) + u32(line)
        out += u64(len(flex)) if flex is not None else b""
        out += u64(len(tail)) if tail is not None else b""
        out += u64(align) if align else b""
        self.runs.append(out)
        if not flags & NODATA and type_id:
            for v in values if repeat > 1 else [values]:
                self.data += self.array(type_id, v)
            if flex is not None:
                last = self.types[type_id - 1]["fields"][-1][1]
                self.data += self.array(self.types[last - 1]["elem"], flex)
            self.data += pad(tail) if tail is not None else b""
        self.nobjects += repeat
        return self.nobjects - repeat + 1

    def variable(self, name, type_id, value, **more):
        return self.object(GLOBAL, type_id, [value], name=name, unit=more.pop("unit", self.program), **more)

    def static(self, name, type_id, value, **more):
        return self.object(STATIC, type_id, [value], name=name, unit=more.pop("unit", self.program), **more)

    def local(self, name, function, type_id, value, **more):
        return self.object(LOCAL, type_id, [value], name=name, unit=self.program, function=function, **more)

    def heap(self, type_id, *values, **more):
        return self.object(HEAP, type_id, list(values), **more)

    def literal(self, elem, text, **more):
        return self.object(LITERAL, elem, text + b"\0", unit=more.pop("unit", self.program), **more)

    def frame(self, function, line=1, callees=(None,), resume=0, locals=(), site="", file=None, function_line=1):
        out = self.name(function) + self.name(file or self.program) + u32(function_line) + u32(resume) + self.name(site) + u32(line)
        out += u32(len(callees)) + b"".join(self.name(c) for c in callees)
        self.frames.append(out + u32(len(locals)) + b"".join(u32(i) for i in locals))

    # ---- all ----

    def parts(self):
        types = u32(len(self.types)) + b"".join(self._type_record(t) for t in self.types)
        head = u32(self.layout_bound) + u32(self.big_endian) + u32(self.pointer_bytes) + u32(self.char_signed) + u32(self.ldbl)
        head += u64(1) + u64(2) + u64(self.visit) + u64(1795255846) + u32(123456789)
        head += string(self.program) + string(self.triple) + string("host") + string(self.site) + string("at")
        strings = u32(len(self.names)) + b"".join(string(n) for n in self.names)
        unknowns = u32(len(self.unknowns)) + b"".join(u32(o) + u64(l) + u32(h) for o, l, h in self.unknowns)
        parts = [Section(b"HEAD", head), Section(b"STRS", strings), Section(b"TYPE", types),
                 Section(b"OBJS", u32(self.nobjects) + u32(len(self.runs)) + b"".join(self.runs)),
                 Section(b"FRAM", u32(len(self.frames)) + b"".join(self.frames)), Section(b"UNKN", unknowns)]
        return parts + [Section(b"PROC", p) for p in self.process] + [Section(b"DATA", self.data)]

    def bytes(self, version=1):
        return join(self.parts(), version)
