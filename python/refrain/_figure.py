# SPDX-License-Identifier: GPL-3.0-or-later
"""Figures: drawn by refrain-cli, which has the painters."""

import os
import shutil
import subprocess
import tempfile


def _program():
    return os.environ.get("REFRAIN_CLI") or shutil.which("refrain-cli")


class Figure:
    def __init__(self, path, view, options, words, error):
        self._options = dict(options)
        for name in ("width", "height"):
            if isinstance(self._options.get(name), (int, float)):
                self._options[name] = f"{self._options[name]}mm"
        self._path, self._view, self._words, self._error = path, view, words, error

    def __repr__(self):
        return f"<refrain.Figure: {self._view} of {os.path.basename(self._path)!r}>"

    def save(self, path):
        """Writes it as .svg, .pdf or .png."""
        program = _program()
        if program is None:
            raise self._error("refrain-cli is not installed: it draws figures")
        done = subprocess.run(
            [program, "export", f"--view={self._view}", "-o", os.fspath(path)]
            + self._words(self._options) + [self._path],
            capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise self._error(done.stderr.strip().removeprefix("refrain-cli: "))

    def _repr_svg_(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "figure.svg")
            self.save(path)
            with open(path, encoding="utf-8") as file:
                return file.read()
