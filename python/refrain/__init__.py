# SPDX-License-Identifier: GPL-3.0-or-later
"""Communication patterns, loops, phases and times of MPI traces.

    import refrain
    t = refrain.open("run.otf2")
    t.analyse("patterns")          # as refrain-cli patterns --json
    t.messages()                   # a table of all messages
    t.occurrences(pattern=1)       # when and how long, each time; as refrain-cli numbers it

Tables are pandas DataFrames where pandas is installed, else dictionaries of numpy arrays. Times in
tables are seconds; those of column() are nanoseconds.
"""

import builtins as _builtins
import ctypes as _ctypes
import json as _json
import os as _os
import tempfile as _tempfile

import gi as _gi

_gi.require_version("Refrain", "1")
from gi.repository import GLib as _GLib  # noqa: E402
from gi.repository import Refrain as _Refrain  # noqa: E402
import numpy as _numpy  # noqa: E402

__version__ = "0.1.0"
__all__ = ["Error", "Figure", "Trace", "analyses", "compare", "open", "views"]

_TYPES = {
    _Refrain.DataType.UINT8: _numpy.uint8,
    _Refrain.DataType.UINT16: _numpy.uint16,
    _Refrain.DataType.INT32: _numpy.int32,
    _Refrain.DataType.UINT32: _numpy.uint32,
    _Refrain.DataType.INT64: _numpy.int64,
    _Refrain.DataType.UINT64: _numpy.uint64,
    _Refrain.DataType.DOUBLE: _numpy.float64,
}


class Error(Exception):
    """What could not be done: one sentence that names file, place and cause."""


def _call(function, *arguments):
    try:
        return function(*arguments)
    except _GLib.Error as error:
        raise Error(error.message) from None


def _values(data, column):
    """The values of a column, not copied; they keep the table alive."""
    n = data.get_n_rows()
    kind = _TYPES[data.get_data_type(column)]
    address = data.get_values(column)
    if n == 0 or not address:
        return _numpy.empty(0, kind)
    memory = (_ctypes.c_byte * (n * _numpy.dtype(kind).itemsize)).from_address(address)
    memory.owner = data
    values = _numpy.frombuffer(memory, kind)
    values.flags.writeable = False
    return values


def _names(data, column):
    return list(data.get_labels(column) or []) or None


def _pandas():
    try:
        import pandas
    except ImportError:
        return None
    return pandas


def _column(data, column, pandas):
    values, names = _values(data, column), _names(data, column)
    if names is None:
        return values
    # A number beyond the last name is none.
    if pandas is not None:
        codes = _numpy.where(values < len(names), values.astype(_numpy.int64), -1)
        known = list(dict.fromkeys(names))
        if len(known) < len(names):
            place = {name: i for i, name in enumerate(known)}
            codes = _numpy.append([place[name] for name in names], -1)[codes]
        return pandas.Categorical.from_codes(codes, known)
    table = _numpy.array(names + [None], dtype=object)
    return table[_numpy.minimum(values, len(names)).astype(_numpy.int64)]


def _table(data):
    if data is None:
        return None
    pandas = _pandas()
    columns = {data.get_name(i): _column(data, i, pandas) for i in range(data.get_n_columns())}
    return columns if pandas is None else pandas.DataFrame(columns, copy=False)


def _words(options):
    """Options as on a command line: method="suffix", keep_tandem=True, wrapper=["a", "b"]."""
    words = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        for one in value if isinstance(value, (list, tuple)) else [value]:
            words.append(option if one is True else f"{option}={one}")
    return words


class Figure:
    """A view of a trace as a figure, drawn when it is shown or saved."""

    def __init__(self, file, view, options):
        options = {
            name: f"{value}mm" if name in ("width", "height") and isinstance(value, (int, float)) else value
            for name, value in options.items()
        }
        self._file, self._view, self._options = file, view, _words(options)

    def __repr__(self):
        return f"<refrain.Figure: {self._view} of {self._file.get_name()!r}>"

    def save(self, path):
        """Writes it as .svg, .pdf or .png."""
        _call(self._file.draw, self._view, _os.fspath(path), self._options, None)

    def _repr_svg_(self):
        with _tempfile.TemporaryDirectory() as folder:
            path = _os.path.join(folder, "figure.svg")
            self.save(path)
            with _builtins.open(path, encoding="utf-8") as file:
                return file.read()


class Trace:
    """An open trace; each analysis runs once for its options."""

    def __init__(self, path):
        self._file = _call(_Refrain.File.open, _os.fspath(path), None)

    path = property(lambda self: self._file.get_path(), doc="where it was opened")
    name = property(lambda self: self._file.get_name(), doc="a short name")
    processes = property(lambda self: self._file.get_n_processes(), doc="how many it has")

    def __repr__(self):
        return f"<refrain.Trace {self.name!r}, {self.processes} processes>"

    def _ask(self, name, arguments, options):
        words = _words(options) + [_os.fspath(word) for word in arguments]
        return _call(self._file.ask, name, words, None)

    def analyse(self, name, *arguments, **options):
        """The result of a command of refrain-cli, as its --json: a dictionary."""
        return _json.loads(self._ask(name, arguments, options).to_json())

    def text(self, name, *arguments, **options):
        """The result of a command, as people read it."""
        return self._ask(name, arguments, options).to_text()

    def table(self, name, *arguments, **options):
        """The main table of a command, or None where it has none."""
        return _table(self._ask(name, arguments, options).to_data())

    def messages(self):
        """All messages: source, destination, tag, bytes, communicator, start, end, waiting."""
        return _table(_call(self._file.find_messages, None))

    def calls(self):
        """All routine calls: process, routine, start, end, seconds, depth."""
        return _table(_call(self._file.find_calls, None))

    def collectives(self):
        """All calls of collective operations, by instance and process."""
        return _table(_call(self._file.find_collectives, None))

    def occurrences(self, *, elementary=False, **what):
        """All occurrences of a pattern=, phase=, loop=, routine= or sequence=:
        number, start, end, seconds, processes (a tuple of ranks).

        A pattern is given as the id of one of patterns()["composite_patterns"], by which every
        command numbers patterns; with elementary=True (as --elementary) as that of one of
        patterns()["communication_patterns"]. Of a phase they are what it repeats."""
        if len(what) != 1:
            raise TypeError("occurrences() takes one of pattern, phase, loop, routine and sequence")
        ((kind, name),) = what.items()
        if elementary and kind != "pattern":
            raise TypeError("occurrences() takes elementary with a pattern alone")
        if elementary:
            kind = "elementary"
        data = _call(self._file.find_occurrences, kind, str(name), None)
        table = _table(data)
        last = data.get_n_columns() - 1
        ranks = [tuple(map(int, text.split())) for text in _names(data, last) or []]
        which = _values(data, last)
        processes = _numpy.empty(len(which), dtype=object)
        for i, k in enumerate(which):
            processes[i] = ranks[k]
        table["processes"] = processes
        return table

    def column(self, process, name):
        """A column of a process' routine calls (start, end, routine, parent, depth) or operations
        (time, kind, peer, tag, bytes, communicator, call, partner, logical) as a numpy array, not
        copied. Numbers of routines, communicators and kinds: names()."""
        data, i = self._find(process, name)
        return _values(data, i)

    def names(self, name):
        """What the numbers in a column stand for: a list, or None where they are plain numbers."""
        return _names(*self._find(0, name)) if self.processes > 0 else None

    def _find(self, process, name):
        if not 0 <= process < self.processes:
            raise Error(f"{self.path}: there is no process {process}")
        known = []
        for get in (self._file.get_calls, self._file.get_operations):
            data = _call(get, process)
            for i in range(data.get_n_columns()):
                known.append(data.get_name(i))
                if known[-1] == name:
                    return data, i
        raise Error(f"“{name}” is not one of {', '.join(known)}")

    def figure(self, view="events", **options):
        """A view as a figure, as refrain-cli export draws it: width and height in millimetres,
        from_, to, process, pattern and so on. Shown by notebooks; save("f.pdf") writes it."""
        return Figure(self._file, view, options)


def _add_commands():
    def make(name):
        def command(self, *arguments, **options):
            return self.analyse(name, *arguments, **options)

        command.__name__ = name.replace("-", "_")
        command.__doc__ = f"analyse({name!r}, …): the result as a dictionary"
        return command

    for name in analyses():
        method = name.replace("-", "_")
        if not hasattr(Trace, method):
            setattr(Trace, method, make(name))


def analyses():
    """The names that Trace.analyse() knows."""
    return list(_Refrain.list_analyses())


def views():
    """The names that Trace.figure() knows."""
    return list(_Refrain.list_views())


def open(path):
    """Opens a trace in any format that refrain-cli reads."""
    return Trace(path)


def compare(a, b, **options):
    """What changed from trace a to trace b, as refrain-cli compare --json."""
    return a.analyse("compare", b.path, **options)


_add_commands()
