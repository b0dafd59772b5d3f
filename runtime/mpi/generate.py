#!/usr/bin/env python3
"""generate.py - what is made from calls.def.

usage    generate.py DIRECTORY OUTPUT
Output   OUTPUT/ckpt_mpi_values.h   enumerators of datatypes, operations, error classes, for our mpi.h
         OUTPUT/ckpt_mpi_calls.h    prototypes for our mpi.h; each call has a linker's name of its own (ckpt_MPI_NAME), so that the
                                    MPI library never calls ours; unsupported calls have one that nothing defines
         OUTPUT/shim_calls.h        declarations of what the shim provides: ckptm_NAME and, for collectives, ckptm_INAME
         OUTPUT/shim_calls.inc      their definitions, compiled against the real mpi.h
         OUTPUT/wrap_local.inc      wrappers of `local` calls
         OUTPUT/wrap_plain.inc      wrappers of all calls for programs without sites: translate, nothing else
"""
import os
import re
import sys

CALL = re.compile(r"(logged|recorded|local|unsupported) (\w+) (MPI_\w+)\((.*)\)$")
HANDLES = {"MPI_Comm": "comm", "MPI_Datatype": "type", "MPI_Op": "op", "MPI_Group": "group"}
RANKS = {"dest", "source", "root", "rank"}


class Param:
    def __init__(self, text):
        m = re.match(r"(.*?)(\w*)(\[\].*|\.\.\.)?$", text.strip())
        self.array = bool(m.group(3))
        self.base, self.name = m.group(1).strip(), m.group(2)
        self.text = text.strip()
        self.type = self.base.replace("const", "").replace(" ", "")

    def ours(self):
        """The parameter in our ABI, which is plain C: handles are int."""
        text = re.sub(r"\bMPI_(Comm|Datatype|Op|Group|Request|Message|Errhandler|Info|Win|File)\b", "int", self.text)
        return re.sub(r"\bMPI_Aint\b", "long", text)


class Call:
    def __init__(self, status, result, name, params):
        self.status, self.result, self.name = status, result, name
        self.text = params
        self.params = [] if params == "void" else [Param(p) for p in params.split(",")]
        self.short = name[4:]

    @property
    def collective(self):
        names = {p.name for p in self.params}
        return (self.status == "logged" and any(p.type == "MPI_Comm" for p in self.params)
                and not names & {"dest", "source", "tag", "request", "newcomm"})

    def ours(self):
        return ", ".join(p.ours() for p in self.params) or "void"


def read(directory):
    calls = []
    for line in open(os.path.join(directory, "calls.def")):
        if line.startswith("#") or not line.strip():
            continue
        m = CALL.match(line.strip())
        if not m:
            sys.exit("calls.def: cannot read: " + line)
        calls.append(Call(*m.groups()))
    return calls


def values(directory, out):
    for name, macro, prefix in (("basics.def", "BASIC", "MPI_"), ("ops.def", "OP", "MPI_"), ("errors.def", "ERROR", "MPI_ERR_")):
        for m in re.finditer(r"CKPTM_%s\((\d+), (\w+)" % macro, open(os.path.join(directory, name)).read()):
            if m.group(2) != "NAME":
                out.write("    %s%s = %s,\n" % (prefix, m.group(2), m.group(1)))


def prototypes(calls, out):
    for c in calls:
        label = "ckpt_" + c.name if c.status != "unsupported" else "ckpt_unsupported_" + c.name
        out.write('%s %s(%s) __asm__("%s");\n' % (c.result, c.name, c.text, label))


def shimmed(calls):
    """(call, non-blocking) of all that the shim translates by itself."""
    for c in calls:
        if c.collective:
            yield c, True
        elif c.status == "local" and c.short not in ("Get_count",):
            yield c, False


def head(c, asynchronous):
    if asynchronous:
        return "int ckptm_I%s(%s, int slot)" % (c.short.lower(), c.ours())
    return "%s ckptm_%s(%s)" % (c.result, c.short, c.ours())


def shim_body(c, asynchronous):
    before, args = [], []
    for p in c.params:
        if p.type in HANDLES and not p.array:
            args.append("ckptm_real_%s(%s)" % (HANDLES[p.type], p.name))
        elif p.type == "int" and p.name in RANKS:
            args.append("real_rank(%s)" % p.name)
        elif p.type == "void*":
            args.append("real_buffer(%s)" % p.name)
        else:
            args.append(p.name)
    if asynchronous:
        args.append("ckptm_real_request(slot)")
        return before + ["    return ckptm_our_error(PMPI_I%s(%s));" % (c.short.lower(), ", ".join(args))]
    call = "PMPI_%s(%s)" % (c.short, ", ".join(args))
    return before + ["    return %s;" % (call if c.result != "int" else "ckptm_our_error(%s)" % call)]


def shim(calls, header, body):
    for c, asynchronous in shimmed(calls):
        header.write(head(c, asynchronous) + ";\n")
        if c.short in ("Error_string", "Error_class", "Comm_compare", "Init", "Abort"):
            continue                                        # by hand, in shim.c
        body.write(head(c, asynchronous) + "\n{\n" + "\n".join(shim_body(c, asynchronous)) + "\n}\n\n")


def wrapper(c, call):
    args = ", ".join(p.name for p in c.params)
    return "%s ckpt_%s(%s)\n{\n    return %s(%s);\n}\n\n" % (c.result, c.name, c.ours(), call, args)


def local(calls, out):
    for c, asynchronous in shimmed(calls):
        if not asynchronous and c.short not in ("Initialized", "Finalized"):
            out.write(wrapper(c, "ckptm_" + c.short))


def main():
    directory, output = sys.argv[1:]
    calls = read(directory)
    os.makedirs(output, exist_ok=True)

    def made(name):
        f = open(os.path.join(output, name), "w")
        f.write("/* %s - made by generate.py from calls.def */\n" % name)
        return f
    with made("ckpt_mpi_values.h") as f:
        values(directory, f)
    with made("ckpt_mpi_calls.h") as f:
        prototypes(calls, f)
    with made("shim_calls.h") as h, made("shim_calls.inc") as b:
        shim(calls, h, b)
    with made("wrap_local.inc") as f:
        local(calls, f)


main()
