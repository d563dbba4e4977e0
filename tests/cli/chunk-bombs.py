#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Columns of HDF5 that are larger than their file.

    chunk-bombs.py TRACE CALLS

From a small TRACE of two processes, with CALLS equal calls of the first one in its columns: unstored.mtf.h5
has no chunk of them, chunks.mtf.h5 all, packed as tight as deflate does.
"""

import shutil
import sys

import h5py
import numpy

COLUMNS = ("start", "end", "routine", "parent", "depth")
CHUNK = 1 << 20


def grow(path, source, n, packed):
    """Makes the columns of calls N rows long."""
    shutil.copy(source, path)
    with h5py.File(path, "r+") as file:
        last = file["processes/first_call"][-1] - file["processes/first_call"][1]
        for name in COLUMNS:
            old = file["calls"][name]
            values, kind = old[...], old.dtype
            del file["calls"][name]
            column = file["calls"].create_dataset(
                name, (n,), kind, chunks=(CHUNK,), **({"compression": "gzip", "compression_opts": 9} if packed else {}))
            if packed:
                for row in range(0, n, CHUNK):
                    column[row:min(row + CHUNK, n)] = values[0]
        file["processes/first_call"][...] = numpy.array([0, n - last, n], dtype="u8")
        file["threads/first_call"][...] = numpy.array([0, n - last], dtype="u8")
        file["threads/n_calls"][...] = numpy.array([n - last, last], dtype="u8")
        file.attrs.modify("calls", numpy.uint64(n))


def main():
    source, n = sys.argv[1], int(sys.argv[2])
    grow("unstored.mtf.h5", source, n, False)
    grow("chunks.mtf.h5", source, n, True)


if __name__ == "__main__":
    main()
