#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""write_page.py ROWS ALL PAGE CURVES MACHINE: of what run-bench measured, all rows as a table (ALL, a product of the
build), and for docs/ a page with the fifteen rows that users ask for, the limits that do not hold, and two curves
(CURVES, an SVG beside PAGE).

ROWS: tab-separated name, value, unit, limit, note, copies of 64 MB.
"""
import datetime
import os
import sys

SHOWN = [
    "First pixels of the overview from OTF2",
    "OTF2 load / OTF2's global reader without callbacks",
    "Memory a loaded event, summaries included",
    ".mtf.h5 open, 20 million events",
    ".mtf.h5, compact",
    "Frame, 20 million events",
    "From click to the frame with all occurrences lit up",
    "patterns of the real trace, wrappers known",
    "patterns of 64 processes, 10 million events",
    "16,384 processes: patterns",
    "NLR events per second on the real trace",
    "Phases, 1 million symbols with 50 distinct",
    "naming a renumbered 2-D torus of 4096 processes",
    "recording: own cost of a send and its receive",
    "Findings / load",
]
CURVES = {shape: f"merging models of %s processes, {shape}" for shape in ("wavefront", "stencil")}
PROCESSES = (64, 256, 1024)
HEAD = "| what | measured | copies of 64 MB | limit | holds | note |\n| --- | --- | --- | --- | --- | --- |\n"


def read_rows(path):
    rows = []
    for line in open(path, encoding="utf-8"):
        if line.strip() and not line.startswith("#"):
            rows.append((line.rstrip("\n").split("\t") + [""] * 6)[:6])
    return rows


def holds(row):
    """None without a limit."""
    if not row[3]:
        return None
    sign, bound = row[3].split()
    return float(row[1]) <= float(bound) if sign == "<=" else float(row[1]) >= float(bound)


def write_row(row):
    name, value, unit, limit, note, copies = row
    limit = limit.replace("<=", "≤").replace(">=", "≥")
    verdict = {None: "", True: "yes", False: "**no**"}[holds(row)]
    return f"| {name} | {f'{value} {unit}'.strip()} | {copies} | {limit} | {verdict} | {note} |\n"


def draw_curves(values):
    """Returns an SVG of milliseconds by processes, a line for each shape, from zero."""
    width, height, left, bottom, top = 480, 240, 48, 32, 16
    most = max(max(points) for points in values.values())
    x = {n: left + (width - left - 100) * n / PROCESSES[-1] for n in PROCESSES}
    y = lambda value: height - bottom - (height - bottom - top) * value / most  # noqa: E731
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<path d="M{left} {top}V{height - bottom}H{width - 90}" fill="none" stroke="black"/>',
        f'<text x="{left + 4}" y="{top + 4}">{most:.1f} ms</text>',
    ]
    for n in PROCESSES:
        out.append(f'<text x="{x[n]:.0f}" y="{height - bottom + 16}" text-anchor="middle">{n}</text>')
    out.append(f'<text x="{(left + width - 90) / 2:.0f}" y="{height - 2}" text-anchor="middle">processes</text>')
    for (name, points), style, down in zip(values.items(), ("none", "5 3"), (0, 14)):
        line = " ".join(f"{x[n]:.1f},{y(value):.1f}" for n, value in zip(PROCESSES, points))
        out.append(f'<polyline points="{line}" fill="none" stroke="#1f4e79" stroke-width="2" stroke-dasharray="{style}"/>')
        out.append(f'<text x="{x[PROCESSES[-1]] + 6:.0f}" y="{y(points[-1]) + 4 + down:.0f}">{name}</text>')
    return "\n".join(out) + "\n</svg>\n"


def main(rows_path, all_path, page_path, curves_path, machine):
    rows = read_rows(rows_path)
    named = {row[0]: row for row in rows}
    limited = [row for row in rows if holds(row) is not None]
    missed = [row for row in limited if not holds(row)]
    intro = (
        f"# Benchmarks\n\nWritten by `./dev bench` on {datetime.date.today()}, on {machine}.\n"
        "An optimised build. Ratios are taken within one run, each number is the median of several. The real trace\n"
        "is `lu-A-8`. As machines differ, times are also given in copies of 64 MB of memory, as many as the machine\n"
        "makes meanwhile; speeds in those that a million events take.\n\n"
    )
    with open(all_path, "w", encoding="utf-8") as out:
        out.write(intro + HEAD + "".join(map(write_row, rows)))
    with open(page_path, "w", encoding="utf-8") as out:
        out.write(intro)
        out.write(f"The rows that users ask for; `./dev bench` leaves all {len(rows)} in `_build-bench/benchmarks.md`.\n\n")
        out.write(HEAD + "".join(write_row(named[name]) for name in SHOWN if name in named))
        out.write(f"\nOf {len(limited)} limits {len(limited) - len(missed)} hold. These do not:\n\n")
        for row in missed:
            out.write(f"- {row[0]}: {f'{row[1]} {row[2]}'.strip()} ({row[3].replace('<=', '≤').replace('>=', '≥')})\n")
        if all(name % n in named for name in CURVES.values() for n in PROCESSES):
            values = {shape: [float(named[name % n][1]) for n in PROCESSES] for shape, name in CURVES.items()}
            with open(curves_path, "w", encoding="utf-8") as svg:
                svg.write(draw_curves(values))
            image = os.path.relpath(curves_path, os.path.dirname(page_path))
            out.write(f"\nMerging the loop models of all processes into one grows with their number:\n\n![Curves]({image})\n")


main(*sys.argv[1:])
