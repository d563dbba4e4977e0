# SPDX-License-Identifier: GPL-3.0-or-later
"""What the Python module gives, beside what refrain-cli prints. TAP."""

import contextlib
import importlib.util
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest.mock
import zipfile

import numpy

demo = sys.argv[1]
with_pandas = "pandas" in sys.argv[2:]
if not with_pandas:
    sys.modules["pandas"] = None  # as if it were not installed

from gi.repository import Gio, GLib  # noqa: E402

import refrain  # noqa: E402

from gi.repository import Refrain  # noqa: E402

cli = os.environ["REFRAIN_CLI"]
tests = 0
failures = 0


def check(what, good, *more):
    global tests, failures
    tests += 1
    failures += not good
    print(("ok" if good else "not ok"), tests, "-", what)
    if not good:
        for one in more:
            print("#", repr(one)[:400])


def command(name, *arguments):
    done = subprocess.run([cli, name, *arguments, "--json", demo], capture_output=True, check=False)
    return json.loads(done.stdout)


def without_times(value):
    """topology tells how long each of its steps took."""
    if isinstance(value, dict):
        return {k: without_times(v) for k, v in value.items() if k != "steps"}
    return [without_times(v) for v in value] if isinstance(value, list) else value


program = GLib.get_prgname()
t = refrain.open(demo)
check("a trace says what it is", "wavefront" in repr(t) and t.processes > 1, repr(t))
# What needs no more than a trace.
for name in refrain.analyses():
    try:
        expected = command(name)
    except json.JSONDecodeError:
        continue
    got = t.analyse(name)
    check(f"{name} as refrain-cli {name} --json", without_times(got) == without_times(expected))
check("options are those of the command", t.patterns(method="suffix") == command("patterns", "--method=suffix"))
check("a list stands for the same option again",
      t.patterns(wrapper=["send_edges", "receive_edges"])
      == command("patterns", "--wrapper=send_edges", "--wrapper=receive_edges"))

info = t.info()
messages = t.messages()
check("messages() has all messages", len(messages["source"]) == info["messages"])
check("its columns", list(messages) == ["source", "destination", "tag", "bytes", "communicator", "start", "end", "waiting"],
      list(messages))
matrix = numpy.zeros((t.processes, t.processes), int)
numpy.add.at(matrix, (numpy.asarray(messages["source"]), numpy.asarray(messages["destination"])), 1)
check("and they are those of the matrix", matrix.tolist() == t.matrix()["count"])
check("none ends before it starts", bool((numpy.asarray(messages["end"]) >= numpy.asarray(messages["start"])).all()))
check("they are in order", bool((numpy.diff(numpy.asarray(messages["start"])) >= 0).all()))
# A message in the wrong order is a late sender, too.
waited = sum(t.waits()["kinds"][kind] for kind in ("late_sender", "late_receiver"))
check("they wait as long as waits says", abs(float(numpy.sum(messages["waiting"])) - waited) < 1e-6 * max(1, waited),
      float(numpy.sum(messages["waiting"])), waited)
calls = t.calls()
check("calls() has all calls", len(calls["process"]) == info["calls"], len(calls["process"]), info["calls"])
check("collectives() has all of them", len(t.collectives()["process"]) == info["collectives"])

if with_pandas:
    import pandas

    check("tables are DataFrames", all(isinstance(table, pandas.DataFrame) for table in (messages, calls, t.table("waits"))))
    check("their columns are those of the library, not copies",
          not any(messages[name].to_numpy().flags.owndata for name in ("source", "bytes", "start", "end", "waiting")))
    check("names are categories", list(calls["routine"].cat.categories[:1]) == t.names("routine")[:1])
else:
    check("tables are dictionaries", all(isinstance(table, dict) for table in (messages, calls, t.table("waits"))))

start = t.column(process=0, name="start")
again = t.column(process=0, name="start")
check("a column is a numpy array", start.dtype == numpy.int64 and len(start) > 0)
check("it is not copied", start.ctypes.data == again.ctypes.data and not start.flags.owndata)
check("it cannot be written to", not start.flags.writeable)
address, first = start.ctypes.data, int(start[0])
other = refrain.open(demo)
kept = other.column(process=0, name="time")
copy = kept.copy()
del other
check("it stays when the trace is gone", bool((kept == copy).all()))
check("its numbers have names", "MPI_Send" in t.names("routine") and t.names("start") is None)

pattern = t.patterns()["composite_patterns"][0]
found = t.occurrences(pattern=pattern["id"])
check("occurrences() of a pattern are as many as it has", len(found["number"]) == pattern["occurrences"])
# There the two levels number patterns otherwise.
api = refrain.open(os.path.join(os.environ["REFRAIN_SOURCE"], "tests/data/api.spool"))
levels = {}
for level, elementary in (("composite_patterns", False), ("communication_patterns", True)):
    expected = {one["id"]: one["occurrences"] for one in api.patterns()[level]}
    got = {i: len(api.occurrences(pattern=i, elementary=elementary)["number"]) for i in expected}
    check(f"of each of {level} by its id", got == expected, got, expected)
    levels[level] = expected
check("which differ", levels["composite_patterns"] != levels["communication_patterns"], levels)
check("with the ranks of each", all(isinstance(ranks, tuple) and len(ranks) > 0 for ranks in found["processes"]))
check("and of a routine", len(t.occurrences(routine="MPI_Allreduce")["number"])
      == sum(t.collectives()["collective"] == "MPI_Allreduce"))
for phase in range(1, len(t.table("phases")["phase"]) + 1):
    told = t.text("durations", phase=phase)
    try:
        n = len(t.occurrences(phase=phase)["number"])
        check(f"and of phase {phase}, which repeats something", n > 0 and "repeats nothing" not in told, n, told)
    except refrain.Error as error:
        check(f"and of phase {phase}, which is one sentence", str(error) == f"{demo}: {told.strip()}", str(error), told)

table = t.table("waits")
csv = subprocess.run([cli, "waits", "--csv", demo], capture_output=True, text=True, check=True).stdout
check("a table has the columns of its CSV", len(list(table)) == len(csv.splitlines()[0].split(",")), list(table))
check("and its rows", len(table[list(table)[0]]) == len(csv.splitlines()) - 1)

if with_pandas:
    # The ten lines of the README, with something in place of matplotlib that keeps what is drawn.
    with open(os.path.join(os.environ["REFRAIN_SOURCE"], "README.md"), encoding="utf-8") as file:
        lines = file.read().split("```python\n")[1].split("```")[0]
    drawn = unittest.mock.MagicMock()
    sys.modules.update({"matplotlib": drawn, "matplotlib.pyplot": drawn.pyplot})
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(lines.replace("run.mtf.h5", demo), {})
    check("the README's ten lines are ten", len([line for line in lines.splitlines() if line]) <= 10)
    check("they draw each occurrence", len(drawn.pyplot.hist.call_args.args[0]) == pattern["occurrences"])
    check("and print the patterns", printed.getvalue().startswith(t.text("patterns")))

with tempfile.TemporaryDirectory() as folder:
    figure = t.figure("events", width=160, height=90)
    path = os.path.join(folder, "a.pdf")
    figure.save(path)
    with open(path, "rb") as file:
        check("a figure is saved", file.read(4) == b"%PDF")
    check("and shown by notebooks", "<svg" in figure._repr_svg_())
    # Each view, as the command draws it.
    more = {"pattern": {"pattern": 1}, "durations": {"pattern": 1}, "compare": {"pattern": 1}}
    for view in refrain.views():
        expected = os.path.join(folder, "expected.svg")
        given = [f"--{name}={value}" for name, value in more.get(view, {}).items()]
        subprocess.run([cli, "export", "--view", view, "-o", expected, *given, demo], check=True)
        with open(expected, encoding="utf-8") as file:
            check(f"the figure {view} is that of refrain-cli export", t.figure(view, **more.get(view, {}))._repr_svg_() == file.read())
        # Whoever does not want it any more gets no figure, or one that was drawn already; never half of one.
        cancelled = Gio.Cancellable()
        cancelled.cancel()
        left = os.path.join(folder, f"cancelled-{view}.svg")
        try:
            Refrain.File.open(demo, None).draw(view, left, given, cancelled)
            check(f"cancelled, the figure {view} is whole", os.path.exists(left))
        except GLib.Error as error:
            check(f"cancelled, there is no figure {view}", not os.path.exists(left), error.message)
    # The command line is not asked.
    check("without refrain-cli", subprocess.run(
        [sys.executable, "-c", "import refrain, sys; refrain.open(sys.argv[1]).figure('matrix').save(sys.argv[2])", demo, path],
        env={**{k: v for k, v in os.environ.items() if k != "REFRAIN_CLI"}, "PATH": "/nowhere"}, check=False).returncode == 0)

# What a wheel is made of; nothing is fetched for it.
if importlib.util.find_spec("setuptools") and importlib.util.find_spec("wheel"):
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(os.environ["REFRAIN_SOURCE"], "python"), os.path.join(folder, "python"))
        made = subprocess.run([sys.executable, "-c", "import setuptools.build_meta as b; b.build_wheel('..')"],
                              cwd=os.path.join(folder, "python"), capture_output=True, text=True, check=False)
        wheels = [name for name in os.listdir(folder) if name.endswith(".whl")]
        check("a wheel is made", wheels == [f"refrain-{refrain.__version__}-py3-none-any.whl"], wheels, made.stderr)
        with zipfile.ZipFile(os.path.join(folder, wheels[0])) as wheel, open(refrain.__file__, "rb") as file:
            check("it holds the module", wheel.read("refrain/__init__.py") == file.read())

version = subprocess.run([cli, "--version"], capture_output=True, text=True, check=True).stdout
check("the module's version is the program's", refrain.__version__ in version.split(), refrain.__version__, version)
check("the host program keeps its name", GLib.get_prgname() == program, GLib.get_prgname(), program)
address = refrain.open("file://" + os.path.abspath(demo))
check("an address is a path", address.path == os.path.abspath(demo), address.path)
check("so it is behind a trace", address.analyse("compare", "file://" + os.path.abspath(demo)) == t.analyse("compare", demo))

with tempfile.TemporaryDirectory() as folder:
    # What loops reads itself, as text, and what convert does.
    path = os.path.join(folder, "a line.events")
    with open(path, "w", encoding="utf-8") as file:
        file.write("0 local call main\n")
    line = refrain.open("file://" + path.replace(" ", "%20"))
    for name in ("loops", "logical"):
        done = subprocess.run([cli, name, path], capture_output=True, text=True, check=False)
        try:
            got = line.text(name)
        except refrain.Error as error:
            got = str(error)
        check(f"{name} of one line is what refrain-cli says", got.strip() and got.strip() in done.stdout + done.stderr,
              got, done.stdout, done.stderr)
    path = os.path.join(folder, "a.mtf.h5")
    t.analyse("convert", path)
    check("convert writes a trace", len(refrain.open(path).calls()["process"]) == info["calls"])
check("and is no analysis", "convert" not in refrain.analyses() and not hasattr(t, "convert"))


def refuses(what, function, words, kind=refrain.Error):
    try:
        function()
    except kind as error:
        check(what, words in str(error), str(error))
    else:
        check(what, False, "nothing was refused")


refuses("a file that is not there", lambda: refrain.open("/does/not/exist"), "/does/not/exist")
refuses("a method that is not there", lambda: t.patterns(method="x"), "is not one of")
refuses("an analysis that is not there", lambda: t.analyse("nonsense"), "nonsense")
refuses("a process that is not there", lambda: t.column(process=10**6, name="start"), "no process 1000000")
refuses("a process below the first", lambda: t.column(-1, "start"), "no process -1")
refuses("a column that is not there", lambda: t.column(process=0, name="nonsense"), "“nonsense” is not one of start, ")
refuses("an elementary pattern that is not there", lambda: t.occurrences(pattern=10**6, elementary=True), "1000000")
refuses("two kinds at once", lambda: t.occurrences(pattern=1, loop=1), "one of", TypeError)
refuses("an elementary loop", lambda: t.occurrences(loop=1, elementary=True), "elementary", TypeError)
refuses("a figure that is not there", lambda: t.figure("nonsense").save("/tmp/x.svg"), "nonsense")
refuses("a figure of a pattern that is not there", lambda: t.figure("pattern", pattern=99999)._repr_svg_(), "99999")
refuses("an option that is not there", lambda: t.figure("matrix", nonsense=1)._repr_svg_(), "nonsense")
refuses("a second output", lambda: t.figure("matrix", output="x.svg")._repr_svg_(), "--output")
refuses("help instead of a figure", lambda: t.figure("matrix", help=True)._repr_svg_(), "--help")
with tempfile.TemporaryDirectory() as folder:
    named = os.path.join(folder, "trace.svg")
    shutil.copy(os.path.join(os.environ["REFRAIN_SOURCE"], "tests/data/pair.mtf.h5"), named)
    refuses("a figure over the trace", lambda: refrain.open(named).figure("matrix").save(named), "is the trace itself")
print(f"1..{tests}")
sys.exit(failures > 0)
