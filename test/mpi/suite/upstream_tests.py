"""upstream_tests.py - what there is to test: MPICH's own test lists, its Makefiles, our exclusions.

A line of a test list: program, number of processes, then marks: arg=, env=, timeLimit=, resultTest=, mem=, xfail=, strict=.
"""
import os
import re

DIRECTORIES = ["pt2pt", "coll", "comm", "datatype", "group", "topo", "init", "attr", "errhan"]
HERE = os.path.dirname(os.path.abspath(__file__))


class Test:
    """One line of a list."""

    def __init__(self, directory, words):
        self.directory, self.program = directory, words[0]
        self.ranks = int(words[1]) if len(words) > 1 else 2
        self.args, self.env, self.marks = [], {}, {}
        for word in words[2:]:
            name, _, value = word.partition("=")
            if name == "arg":
                self.args.append(value)
            elif name == "env":
                variable, _, value = value.partition("=")
                self.env[variable] = value
            elif value:
                self.marks[name] = value

    @property
    def key(self):
        return "%s/%s" % (self.directory, self.program)

    @property
    def name(self):
        """As exclusions and --tests spell it: DIRECTORY/PROGRAM RANKS ARGUMENTS ENVIRONMENT"""
        return " ".join([self.key, str(self.ranks)] + self.args + ["%s=%s" % e for e in sorted(self.env.items())])


def tests(root, directories):
    """All lines, each once: what differs only in a setting for a device of MPICH's that this machine lacks is one test."""
    seen, found = set(), []
    for directory in directories:
        for file in ("testlist.in", "testlist"):
            path = os.path.join(root, directory, file)
            if not os.path.exists(path):
                continue
            for line in open(path):
                line = line.replace("@largetest@", "").split("#")[0].strip()
                words = line.split()
                if not words or words[1:2] == ["test/mpi/pt2pt/sendself"]:
                    continue
                words = [w for w in words if not w.startswith("test/mpi/")]
                test = Test(directory, words)
                test.env = {n: v for n, v in test.env.items() if "CH4" not in n and "ASYNC" not in n and "CLIQUE" not in n}
                if test.name not in seen:
                    seen.add(test.name)
                    found.append(test)
            break
    return found


class Makefile:
    """Sources and flags of the programs of one directory, as its Makefile.am says."""

    def __init__(self, root, directory):
        text = open(os.path.join(root, directory, "Makefile.am")).read().replace("\\\n", " ")
        self.directory = os.path.join(root, directory)
        self.sources = dict(re.findall(r"^(\w+)_SOURCES\s*=\s*(.*)$", text, re.M))
        self.flags = dict(re.findall(r"^(\w+)_CPPFLAGS\s*=\s*(.*)$", text, re.M))

    def of(self, program):
        """(sources, defines)"""
        sources = self.sources.get(program, program + ".c").split()
        return ([os.path.join(self.directory, s) for s in sources if s.endswith(".c")],
                [f for f in self.flags.get(program, "").split() if f.startswith("-D")])


class Exclusions:
    """exclusions.txt: `PATTERN [MPI]: reason`, `restart PATTERN [MPI]: reason`. A pattern is a test's name or its beginning, by whole words."""

    def __init__(self, path=os.path.join(HERE, "exclusions.txt")):
        self.list, self.restart_list = [], []
        for line in open(path):
            if line.strip() and not line.startswith("#"):
                what, _, reason = line.strip().partition(": ")
                m = re.match(r"(.*?)(?: \[(\w+)\])?$", what)
                of_restarts = m.group(1).startswith("restart ")
                (self.restart_list if of_restarts else self.list).append((m.group(1)[8 * of_restarts:], m.group(2), reason))

    def reason(self, test, mpi):
        """Why that test is left out under that MPI, or None."""
        return self.first(self.list, test, mpi)

    def restart_reason(self, test, mpi):
        """Why it is not stopped and restarted, or None."""
        return self.first(self.restart_list, test, mpi)

    @staticmethod
    def first(exclusions, test, mpi):
        for pattern, where, reason in exclusions:
            if where in (None, mpi) and (test.name + " ").startswith(pattern + " "):
                return reason
        return None
