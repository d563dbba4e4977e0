# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the notebooks of docs/notebooks without Jupyter, cell by cell, and looks at what they find. TAP.

    run_notebooks.py [--write] FOLDER

With --write what they show is kept in them, as Jupyter keeps it."""

import ast
import contextlib
import io
import json
import os
import sys
import traceback


def run_cell(source, names):
    """What the cell prints, and the value of its last expression."""
    tree = ast.parse(source)
    last = tree.body.pop().value if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        value = eval(compile(ast.Expression(last), "cell", "eval"), names) if last is not None else None
    return printed.getvalue(), value


def show(printed, value, count):
    """As notebooks keep it."""
    outputs = []
    if printed:
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.splitlines(keepends=True)})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        for kind, method in (("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_")):
            if hasattr(value, method):
                data[kind] = getattr(value, method)().splitlines(keepends=True)
        outputs.append({"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return outputs


def run_notebook(path):
    """The notebook with what it shows, and its names."""
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    names = {"__name__": "__main__"}
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"] = count
            cell["outputs"] = show(*run_cell("".join(cell["source"]), names), count)
    return notebook, names


def find_kinds(notebook):
    return {kind for cell in notebook["cells"] for output in cell.get("outputs", []) for kind in output.get("data", {})}


# What each finds, whatever its numbers are.
FINDS = {
    "scaling.ipynb": [
        ("as many rows as runs", lambda names: list(names["growth"].index) == [4, 8, 16]),
        ("sweeps last longer on more processes", lambda names: names["growth"]["median, ms"].is_monotonic_increasing),
        ("messages are in proportion", lambda names: names["table"].loc["messages", "growth"] == "n"),
    ],
    "outliers.ipynb": [
        ("the iteration that was made slow", lambda names: names["outliers"]["number"].iloc[0] == 18),
        ("in the routine and on the process where it was",
         lambda names: (names["causes"]["routine"][0], names["causes"]["process"][0]) == ("work", 2)),
        ("by one call", lambda names: names["work"]["seconds"].max() > 10 * names["work"]["seconds"].median()),
    ],
    "two-runs.ipynb": [
        ("the same messages", lambda names: names["same"]),
        ("the process that was made slow", lambda names: names["table"]["first run"].idxmax() == 3),
        ("differences add up",
         lambda names: abs(sum(one["seconds"] for one in names["difference"]["differences"])
                           + names["difference"]["unexplained"]
                           - (names["difference"]["b"] - names["difference"]["a"])) < 1e-6),
    ],
}


def main(folder, write):
    tests = failures = 0

    def check(what, good):
        nonlocal tests, failures
        tests += 1
        failures += not good
        print("ok" if good else "not ok", tests, "-", what)

    os.chdir(folder)
    check("each notebook is known here", sorted(FINDS) == sorted(n for n in os.listdir() if n.endswith(".ipynb")))
    for name, finds in FINDS.items():
        try:
            notebook, names = run_notebook(name)
        except Exception:
            check(f"{name} runs", False)
            print("# " + traceback.format_exc().replace("\n", "\n# "))
            continue
        check(f"{name} runs", True)
        check(f"{name} shows tables and a figure", {"text/html", "image/svg+xml"} <= find_kinds(notebook))
        for what, holds in finds:
            check(f"{name}: {what}", bool(holds(names)))
        if write:
            with open(name, "w", encoding="utf-8") as file:
                json.dump(notebook, file, indent=1, ensure_ascii=False)
                file.write("\n")
    print(f"1..{tests}")
    return failures > 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[-1], sys.argv[1] == "--write"))
