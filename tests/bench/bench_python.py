# SPDX-License-Identifier: GPL-3.0-or-later
"""What Python adds: from a trace to a table of all its messages, against `refrain-cli info`. Prints rows as
bench_row() does.

    bench_python.py REFRAIN-CLI TRACE"""

import statistics
import subprocess
import sys
import time

RUNS = 7


def take(function):
    """The median of the seconds that it takes."""
    seconds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def row(name, value, unit, limit, note):
    print(name, f"{value:.4g}", unit, limit, note, sep="\t", flush=True)


def main(cli, path):
    import pandas  # noqa: F401
    import refrain

    tables = []

    def read():
        tables[:] = [refrain.open(path).messages()]

    info = take(lambda: run(cli, "info", path))
    once = take(read)
    whole = take(lambda: run(sys.executable, "-c", "import refrain, sys; refrain.open(sys.argv[1]).messages()", path))
    table = tables[0]
    columns = ("source", "destination", "tag", "bytes", "start", "end", "waiting")
    copied = sum(table[name].to_numpy().nbytes for name in columns if table[name].to_numpy().flags.owndata)
    row("Python: trace to DataFrame of all messages / info", once / info, "", "<= 2",
        f"{len(table)} messages; Python, numpy and pandas are there already")
    row("Python: the same with starting Python, numpy and pandas / info", whole / info, "", "", "")
    row("Python: bytes of that DataFrame's columns that are copies", copied, "bytes", "<= 0",
        f"of {sum(table[name].to_numpy().nbytes for name in columns)}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
