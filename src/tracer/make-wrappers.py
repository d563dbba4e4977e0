#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""make-wrappers.py TABLE NAMES.h WRAPPERS.c COMPILER...
make-wrappers.py --about COMPILER...

The latter prints which MPI library COMPILER is for, openmpi or mpich, and the folder of its mpi.h.

The former writes the routines that the tracer puts in front of those of MPI: which, and what they record, says
TABLE (mpi-functions.table); their prototypes are those of the mpi.h that COMPILER finds."""

import re
import subprocess
import sys

TYPES = """BARRIER BCAST GATHER GATHERV SCATTER SCATTERV ALLGATHER ALLGATHERV ALLTOALL ALLTOALLV
ALLTOALLW ALLREDUCE REDUCE REDUCE_SCATTER SCAN EXSCAN REDUCE_SCATTER_BLOCK CREATE_HANDLE
DESTROY_HANDLE ALLOCATE DEALLOCATE CREATE_HANDLE_AND_ALLOCATE DESTROY_HANDLE_AND_DEALLOCATE
UNKNOWN""".split()

# The outputs that records are made of, even where the program does not want them.
OWN = {
    "status": "MPI_Status own_status;\n  if (status == MPI_STATUS_IGNORE)\n    status = &own_status;",
    "statuses": "statuses = tracer_statuses (t, count, statuses);",
}


def fail(message):
    sys.exit("make-wrappers.py: " + message)


def split_arguments(text):
    """The arguments between commas that stand in no parentheses."""
    parts, depth, part = [], 0, ""
    for c in text:
        depth += (c in "([") - (c in ")]")
        if c == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += c
    return parts + [part.strip()] if part.strip() else parts


def declare(argument, name):
    """The argument of a prototype, which has any name or none, with the name @name."""
    if argument == "...":
        return argument
    argument = re.sub(r"\s+", " ", argument)
    brackets = re.search(r"((?:\[[^]]*\])+)$", argument)
    tail = brackets.group(1) if brackets else ""
    stem = argument[: len(argument) - len(tail)].rstrip()
    # A function pointer keeps its own type's name: MPI has types for all of them.
    words = re.match(r"^(.*[\s*])(\w+)$", stem)
    if words and words.group(2) not in ("int", "void", "char"):
        stem = words.group(1).rstrip()
    return f"{stem} {name}{tail}"


def preprocess(compiler, text, *options):
    """What the compiler makes of mpi.h, of the extensions to it, and of @text behind them."""
    text = "#include <mpi.h>\n#if __has_include(<mpi-ext.h>)\n#include <mpi-ext.h>\n#endif\n" + text
    return subprocess.run([*compiler, "-E", *options, "-x", "c", "-"], input=text, capture_output=True,
                          text=True, check=True).stdout


# MPICH and those made of it, whose programs load its library as well.
LIBRARIES = """#if defined OPEN_MPI
refrain_mpi openmpi
#elif defined MPICH_VERSION || defined MPICH_NUMVERSION || defined MVAPICH2_VERSION || defined I_MPI_VERSION
refrain_mpi mpich
#endif
"""


def tell_about(compiler):
    try:
        text = preprocess(compiler, LIBRARIES)
    except subprocess.CalledProcessError as error:
        sys.exit((error.stderr.strip() or "it does not run").splitlines()[0])
    library = re.search(r"^refrain_mpi (\w+)", text, re.MULTILINE)
    header = re.search(r'^# *(?:line )?\d+ "(.*)/mpi\.h"', text, re.MULTILINE)
    if not library or not header:
        sys.exit("its mpi.h is that of neither Open MPI nor MPICH")
    print(library.group(1), header.group(1), sep="\n")


def read_prototypes(compiler):
    """By name: "Send" of MPI_Send, "X_Bcast_init" of MPIX_Bcast_init."""
    text = preprocess(compiler, "", "-P")
    prototypes = {}
    for match in re.finditer(r"\bint\s+MPI(?:_|(?=X_))(\w+)\s*\(", text):
        depth, end = 1, match.end()
        while depth > 0:
            depth += (text[end] == "(") - (text[end] == ")")
            end += 1
        arguments = split_arguments(text[match.end() : end - 1])
        prototypes[match.group(1)] = [] if arguments == ["void"] else arguments
    return prototypes


class Routine:
    def __init__(self, names, arguments, kind):
        self.names, self.arguments, self.kind = names, arguments, kind
        self.code = {"before": [], "after": [], "bytes": [], "instead": []}


def read_table(path):
    routines, internal, last = [], [], None
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        line = line.rstrip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("internal:"):
            internal += line.split()[1:]
            continue
        more = re.match(r"^\s+(before|after|bytes|instead): (.*)$", line)
        if more and last:
            last.code[more.group(1)].append(more.group(2))
            continue
        match = re.match(r"^(\w[\w ]*?) \((.*?)\)(?: (\w+))?$", line)
        if not match or (match.group(3) and match.group(3) not in TYPES):
            fail(f"{path}:{number}: cannot be understood")
        last = Routine(match.group(1).split(), split_arguments(match.group(2)), match.group(3))
        routines.append(last)
    return routines, internal


def full_name(name):
    return "MPI" + name if name.startswith("X_") else "MPI_" + name


def wrap(name, prototype, names, plain, body):
    """A wrapper of MPI_name; @plain: instead of recording."""
    variadic = prototype[-1:] == ["..."]
    fixed = [n for n in names if n != "..."]
    parameters = ", ".join(declare(a, n) for a, n in zip(prototype, names)) or "void"
    full = full_name(name)
    real = f"MPIX ({name[2:]})" if name.startswith("X_") else f"MPI ({name})"
    call = f"{real} ({', '.join(fixed)})"
    lines = [f"EXPORT int\n{full} ({parameters})\n{{"]
    if plain:
        lines += ["  if (!tracer_ready)\n    tracer_resolve ();"]
        lines += ["  " + line for line in plain] + [f"  return {call};", "}"]
    else:
        lines += [f"  TracerThread *t = tracer_enter (TRACER_MPI_{name});", "  int result;", "",
                  f"  if (t == NULL)\n    return {call};"]
        lines += [line.replace("@CALL@", call) for line in body]
        lines += [f"  tracer_leave (t, TRACER_MPI_{name});", "  return result;", "}"]
    alias = "..." if variadic else None
    lines.append(f"EXPORT int P{full} ({parameters}) __attribute__ ((alias (\"{full}\")));")
    return "\n".join(lines) + "\n"


def make_body(routine, names, before, after):
    used = " ".join(before + after)
    body = ["  " + OWN[n] for n in names if n in OWN and re.search(rf"\b{n}\b", used)]
    body += ["  " + line for line in before]
    body += ["  result = @CALL@;", "  tracer_return (t);"]
    if after:
        body += ["  if (result == MPI_SUCCESS)", "    {"] + ["      " + line for line in after] + ["    }"]
    return body


BYTES_OF = """\
uint64_t sent = 0, received = 0;
const TracerComm about = *tracer_comm_get (t, comm);
const uint64_t size = (uint64_t) about.size, me = (uint64_t) about.rank;
const uint64_t n = about.remote_size > 0 ? (uint64_t) about.remote_size : size;
const bool is_root = about.remote_size > 0 ? @ROOT@ == MPI_ROOT : @ROOT@ == about.rank;
const bool outside = about.remote_size > 0 && (@ROOT@ == MPI_ROOT || @ROOT@ == MPI_PROC_NULL);
const uint64_t in_degree = (uint64_t) about.in_degree, out_degree = (uint64_t) about.out_degree;
(void) n, (void) me, (void) size, (void) is_root, (void) outside, (void) in_degree, (void) out_degree;
"""


def collective_forms(routine):
    """The routine's names, arguments, and code before and after, of each of its forms."""
    name, names = routine.names[0], routine.arguments
    root = "root" if "root" in names else "-1"
    count = BYTES_OF.replace("@ROOT@", root)
    if not name.startswith("Neighbor_"):
        count = count.replace("(uint64_t) about.in_degree", "0").replace("(uint64_t) about.out_degree", "0")
    count = count.splitlines() + routine.code["bytes"]
    what = f"TRACER_TYPE_{routine.kind}, comm, {root}, sent, received"
    lead = "Ineighbor" + name[8:] if name.startswith("Neighbor") else "I" + name[0].lower() + name[1:]
    return [
        (name, names, ["tracer_collective_begin (t);"], count + [f"tracer_collective_end (t, {what});"]),
        (lead, names + ["request"], ["tracer_collective_request (t);"],
         count + [f"tracer_keep_collective (t, request, {what});"]),
        (name + "_init", names + ["info", "request"], [],
         count + [f"tracer_keep_collective_init (t, request, {what});"]),
    ]


def main():
    if sys.argv[1] == "--about":
        tell_about(sys.argv[2:])
        return
    table, names_path, wrappers_path, *compiler = sys.argv[1:]
    prototypes = read_prototypes(compiler)
    routines, internal = read_table(table)
    known, wrappers = [], []
    for routine in routines:
        forms = [(n, routine.arguments, routine.code["before"], routine.code["after"]) for n in routine.names]
        if routine.kind:
            forms = collective_forms(routine)
        for name, arguments, before, after in forms:
            for name in (name, name + "_c", *(["X_" + name] if name.endswith("_init") else [])):
                if name not in prototypes or name in known:
                    continue
                names = arguments
                bare = not before and not after and not routine.code["instead"]
                if bare and not names:
                    names = [f"a{i}" for i in range(len(prototypes[name]))]
                if len(names) != len(prototypes[name]):
                    fail(f"{table}: MPI_{name} has {len(prototypes[name])} arguments in mpi.h, not {len(names)}")
                known.append(name)
                wrappers.append(wrap(name, prototypes[name], names, routine.code["instead"],
                                     make_body(routine, names, before, after)))
    wrapped = len(known)
    known += [name for name in internal if name not in known and name in prototypes]
    with open(names_path, "w", encoding="utf-8") as out:
        out.write("/* Made by make-wrappers.py. */\n#pragma once\n\nenum\n{\n")
        out.writelines(f"  TRACER_MPI_{name},\n" for name in known)
        out.write(f"  TRACER_N_NAMES,\n  TRACER_N_WRAPPED = {wrapped},\n}};\n\nenum\n{{\n")
        out.writelines(f"  TRACER_TYPE_{name},\n" for name in TYPES)
        out.write("};\n\n#define TRACER_ALL_NAMES \\\n")
        out.write(", \\\n".join(f"  \"{full_name(name)}\"" for name in known) + "\n")
    with open(wrappers_path, "w", encoding="utf-8") as out:
        out.write("/* Made by make-wrappers.py. */\n#include \"tracer-wrapping.h\"\n\n")
        out.write("\n".join(wrappers))


if __name__ == "__main__":
    main()
