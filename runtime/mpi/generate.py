#!/usr/bin/env python3
"""generate.py - what is made from calls.def.

usage    generate.py DIRECTORY OUTPUT
Output   OUTPUT/ckpt_mpi_values.h   enumerators of datatypes, operations, error classes, for our mpi.h
         OUTPUT/ckpt_mpi_calls.h    prototypes for our mpi.h; each call has a linker's name of its own (ckpt_MPI_NAME), so that the
                                    MPI library never calls ours (ckpt_call_MPI_NAME, of entries.inc); unsupported calls have one
                                    that nothing defines
         OUTPUT/shim_calls.h        declarations of what the shim provides: ckptm_NAME
         OUTPUT/shim_calls.inc      their definitions, compiled against the real mpi.h
         OUTPUT/wrap_local.inc      wrappers of `local` calls
         OUTPUT/wrap_calls.h        declarations of all wrappers
         OUTPUT/entries.inc         what the program calls: look at the arguments, call the wrapper, raise the error if there is one
"""
import os
import re
import sys

CALL = re.compile(r"(logged|recorded|asked|local|unsupported) (\w+) (MPI_\w+)\((.*)\)$")
HANDLES = {"MPI_Comm": "comm", "MPI_Datatype": "type", "MPI_Op": "op", "MPI_Group": "group"}
RANKS = {"dest", "source", "root", "rank"}
SAME_NUMBER = re.compile(r"(Comm|Type|Group|Request|Op|Errhandler|Info|Message)_(c2f|f2c)$")       # Fortran's handles are ours
BY_HAND = {"Get_count", "Get_version", "Get_library_version", "Pcontrol", "Query_thread", "Status_set_cancelled",
           "Status_set_elements", "Status_set_elements_x"}     # local, but not MPI's to answer: in wrappers/


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
    def label(self):
        """What the program calls: an entry, where there can be an error."""
        return ("ckpt_" if self.result != "int" or "..." in self.text else "ckpt_call_") + self.name

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
    for name, macro, prefix in (("basics.def", "BASIC|PAIR", "MPI_"), ("ops.def", "OP", "MPI_"), ("errors.def", "ERROR", "MPI_ERR_")):
        for m in re.finditer(r"CKPTM_(?:%s)\((\d+), (\w+)" % macro, open(os.path.join(directory, name)).read()):
            if m.group(2) != "NAME":
                out.write("    %s%s = %s,\n" % (prefix, m.group(2), m.group(1)))


def prototypes(calls, out):
    for c in calls:
        label = c.label if c.status != "unsupported" else "ckpt_unsupported_" + c.name
        text = re.sub(r"(\w*weights)\[\]", r"*\1", c.text)   # MPI_UNWEIGHTED leads to no array: gcc warns of one that is read
        for name in (c.name, "P" + c.name):             # the profiling interface's names are the same calls
            out.write('%s %s(%s) __asm__("%s");\n' % (c.result, name, text, label))


def shimmed(calls):
    """All calls that the shim translates by itself."""
    for c in calls:
        if c.status == "local" and c.short not in BY_HAND and not SAME_NUMBER.match(c.short):
            yield c


def head(c):
    return "%s ckptm_%s(%s)" % (c.result, c.short, c.ours())


def shim_body(c):
    args = []
    for p in c.params:
        if p.type in HANDLES and not p.array:
            args.append("ckptm_real_%s(%s)" % (HANDLES[p.type], p.name))
        elif p.type == "int" and p.name in RANKS:
            args.append("real_rank(%s)" % p.name)
        elif p.type == "void*":
            args.append("real_buffer(%s)" % p.name)
        else:
            args.append(p.name)
    call = "PMPI_%s(%s)" % (c.short, ", ".join(args))
    return ["    return %s;" % (call if c.result != "int" else "ckptm_our_error(%s)" % call)]


def shim(calls, header, body):
    for c in shimmed(calls):
        header.write(head(c) + ";\n")
        if c.short in ("Init", "Abort"):
            continue                                        # by hand, in shim.c
        body.write(head(c) + "\n{\n" + "\n".join(shim_body(c)) + "\n}\n\n")


def wrapper(c, call):
    args = ", ".join(p.name for p in c.params)
    return "%s ckpt_%s(%s)\n{\n    return %s(%s);\n}\n\n" % (c.result, c.name, c.ours(), call, args)


def local(calls, out):
    for c in calls:
        if SAME_NUMBER.match(c.short):
            out.write("%s ckpt_%s(%s)\n{\n    return %s;\n}\n\n" % (c.result, c.name, c.ours(), c.params[0].name))
    for c in shimmed(calls):
        if c.short not in ("Abort", "Initialized", "Finalized", "Get_processor_name"):
            out.write(wrapper(c, "ckptm_" + c.short))


BY_WRAPPER = {"MPI_Send"}              # its buffer: MPI looks at it, and the wrapper where MPI does not hear of it at once
UNCHECKED = {"MPI_Abort"}              # does what it is for whatever it is given
ELSEWHERE = {"peer_comm"}              # looked at by the wrapper: it counts on one rank only
TYPE = "type(datatype)"


def checks(c):
    """Conditions on the arguments, each the call of a function of entries.c that returns an error."""
    comm = next((p.name for p in c.params if p.type == "MPI_Comm" and p.name not in ELSEWHERE), None)
    names = {p.name for p in c.params}
    for p in c.params:
        if p.array or p.name in ELSEWHERE:
            continue
        if p.type == "MPI_Comm":
            yield "comm(%s)" % p.name
        elif p.type == "MPI_Comm*" and p.name == "comm":
            yield "comm(*comm)"
        elif p.type == "MPI_Group":
            yield "group(%s)" % p.name
        elif p.type == "MPI_Group*" and p.name == "group" and c.short == "Group_free":
            yield "group(*group)"
        elif p.type == "MPI_Info" and not c.short.startswith("Info_") and c.short != "Comm_set_info":
            yield "info(%s)" % p.name
        elif p.name == "count" and c.short.startswith("Type_"):
            yield "count(%s)" % p.name
        elif not comm or p.type not in ("int", "MPI_Datatype", "MPI_Op"):
            continue
        elif p.name == "root":
            yield "root(root, %s)" % comm
        elif p.name in ("dest", "source"):
            yield "%s(%s, %s)" % (p.name, p.name, comm)
        elif p.name in ("tag", "sendtag", "recvtag") and names & {"dest", "source", "newcomm", "newintercomm"}:
            yield "%s(%s)" % ("any_tag" if p.name == "recvtag" or "source" in names and p.name == "tag" else "tag", p.name)
        elif p.name == "count" or (p.name in ("sendcount", "recvcount") and "dest" in names):
            yield "count(%s)" % p.name
        elif p.name == "datatype" and "count" in names:
            yield TYPE
        elif p.type == "MPI_Op":
            yield "op(op)"
    if {"buf", "count", "datatype"} <= names and c.name not in BY_WRAPPER:
        for p in c.params:
            if p.name in ("dest", "source"):
                yield "buffer(buf, count, datatype, %s)" % p.name


def raised_on(c):
    """The communicator whose handler hears of the error."""
    for p in c.params:
        if p.type == "MPI_Comm" and not p.array:
            return p.name
        if p.type == "MPI_Comm*" and p.name == "comm":
            return "*comm"
    for p in c.params:
        if p.type == "MPI_Request*" and not p.array:
            return "comm_of_request(*%s)" % p.name
        if p.type == "MPI_Request" and not p.array:
            return "comm_of_request(%s)" % p.name
        if p.type == "MPI_Message*":
            return "comm_of_message(*%s)" % p.name
    return "MPI_COMM_WORLD"


def entries(calls, declarations, out):
    for c in calls:
        if c.status == "unsupported":
            continue
        declarations.write("%s ckpt_%s(%s);\n" % (c.result, c.name, c.ours()))
        if not c.label.startswith("ckpt_call_"):
            continue
        args = ", ".join(p.name for p in c.params)
        looks = sorted(checks(c), key=lambda check: not check.startswith("comm(")) if c.name not in UNCHECKED else []
        declarations.write("int ckpt_call_%s(%s);\n" % (c.name, c.ours()))
        before = ""
        if TYPE in looks:
            # Arguments are kept across a call only where a datatype is not a simple one: apart, so that the others save no registers.
            entry(c, "static __attribute__((noinline)) int ckpt_call_any_%s" % c.name, "", looks, args, out)
            before = "    if (__builtin_expect(!ckptm_is_simple(datatype), 0))\n        return ckpt_call_any_%s(%s);\n" % (c.name, args)
            looks.remove(TYPE)
        entry(c, "int ckpt_call_%s" % c.name, before, looks, args, out)


def entry(c, head, before, looks, args, out):
    several = any(p.type == "MPI_Request" and p.array for p in c.params)
    if several:                                             # the wrapper says on which communicator one of them has failed
        out.write("%s(%s)\n{\n    int error = 0;\n\n    ckptm_failed_on = 0;\n%s" % (head, c.ours(), before))
    else:
        out.write("%s(%s)\n{\n    int error = 0, on_ = %s;\n\n%s" % (head, c.ours(), raised_on(c), before))
    if c.status in ("logged", "recorded"):
        out.write("    if (__builtin_expect(ckpti_hook_runs, 0))\n        no_part_of_the_run(\"%s\");\n" % c.name)
    if looks:
        out.write("    if (%s)\n    " % " && ".join("!(error = check_%s)" % check for check in looks))
    raises = "raise_of_several(error" if several else "ckptm_raise(on_, error"
    out.write("    error = ckpt_%s(%s);\n    return error ? %s, \"%s\") : 0;\n}\n\n" % (c.name, args, raises, c.name))


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
    with made("wrap_calls.h") as h, made("entries.inc") as f:
        entries(calls, h, f)


main()
