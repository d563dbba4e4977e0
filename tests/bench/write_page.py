#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""write_page.py ROWS ALL PAGE PICTURES MACHINE: of what run-bench measured, all rows as a table (ALL, a product of the
build), and for docs/ a page with the fifteen rows that users ask for, the limits that do not hold, and two pictures
in the folder PICTURES.

ROWS: tab-separated name, value, unit, limit, note, copies of 64 MB; "#curve" lines are of bench-curves.c.
"""
import datetime
import math
import os
import statistics
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
# What runs along the pictures of bench-curves, and what a tick says.
ALONG = {"events": "events", "processes": "processes, 8 million events"}
COLOURS = ["#1f4e79", "#c0392b", "#27823b", "#8e44ad", "#b9770e", "#117a8b", "#5d4037", "#d81b60", "#455a64", "#7a7a00"]
MILLISECONDS = {"s": 1e3, "ms": 1.0, "µs": 1e-3}
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


def copy_milliseconds(rows):
    """What a copy of 64 MB took, the median beside all rows of a time."""
    both = [(float(row[1]) * MILLISECONDS[row[2]], float(row[5])) for row in rows if row[5] and row[2] in MILLISECONDS]
    return statistics.median(time / copies for time, copies in both if copies > 0)


def write_missed(rows, title):
    out = f"\n{title}\n\n" if rows else ""
    for row in rows:
        out += f"- {row[0]}: {f'{row[1]} {row[2]}'.strip()} ({row[3].replace('<=', '≤').replace('>=', '≥')})\n"
    return out


def write_row(row):
    name, value, unit, limit, note, copies = row
    limit = limit.replace("<=", "≤").replace(">=", "≥")
    verdict = {None: "", True: "yes", False: "**no**"}[holds(row)]
    return f"| {name} | {f'{value} {unit}'.strip()} | {copies} | {limit} | {verdict} | {note} |\n"


def read_curves(path):
    """By picture and command: (place along it, seconds of processors, bytes)."""
    curves = {name: {} for name in ALONG}
    for line in open(path, encoding="utf-8"):
        if line.startswith("#curve\t"):
            _, name, at, command, _, seconds, memory = line.rstrip("\n").split("\t")
            curves[name].setdefault(command, []).append((int(at), float(seconds), float(memory)))
    return curves


def spread(wanted, gap, most):
    """Heights of labels as near to WANTED as those are apart by GAP, none below MOST."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    out = list(wanted)
    for k, i in enumerate(order):
        out[i] = max(wanted[i], out[order[k - 1]] + gap if k else wanted[i])
    below = most
    for i in reversed(order):
        out[i] = min(out[i], below)
        below = out[i] - gap
    return out


def say_number(value, unit):
    """10000000, "s" or "B": in powers of ten, or as people say it."""
    if unit == "s":
        return f"{value * 1e3:g} ms" if value < 1 else f"{value:g} s"
    if unit == "B":
        return f"{value / 1e6:g} MB" if value < 1e9 else f"{value / 1e9:g} GB"
    return f"{value:,}" if value < 1e6 else f"{value / 1e6:,g} M"


def draw_panel(curves, column, unit, left, title, along):
    """One of two diagrams beside each other, both axes logarithmic; the lines are named at their ends."""
    width, top, bottom = 300, 30, 300
    ats = sorted({point[0] for points in curves.values() for point in points})
    values = [point[column] for points in curves.values() for point in points]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    x = lambda at: left + width * math.log(at / ats[0]) / math.log(ats[-1] / ats[0])  # noqa: E731
    y = lambda value: bottom - (bottom - top) * (math.log10(value) - low) / (high - low)  # noqa: E731
    out = [f'<text x="{left}" y="{top - 14}" font-weight="bold">{title}</text>']
    for power in range(low, high + 1):
        at = y(10**power)
        out.append(f'<path d="M{left} {at:.1f}h{width}" stroke="#dddddd"/>')
        out.append(f'<text x="{left - 6}" y="{at + 4:.1f}" text-anchor="end">{say_number(10.0**power, unit)}</text>')
    for at in ats:
        out.append(f'<path d="M{x(at):.1f} {bottom}v4" stroke="black"/>')
        out.append(f'<text x="{x(at):.1f}" y="{bottom + 17}" text-anchor="middle">{say_number(at, "")}</text>')
    out.append(f'<path d="M{left} {top}V{bottom}H{left + width}" fill="none" stroke="black"/>')
    out.append(f'<text x="{left + width / 2}" y="{bottom + 34}" text-anchor="middle">{along}</text>')
    heights = spread([y(points[-1][column]) for points in curves.values()], 13, bottom)
    for k, ((command, points), height) in enumerate(zip(curves.items(), heights)):
        colour = COLOURS[k % len(COLOURS)]
        line = " ".join(f"{x(point[0]):.1f},{y(point[column]):.1f}" for point in points)
        end = points[-1]
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        out.append(
            f'<path d="M{x(end[0]):.1f} {y(end[column]):.1f}L{left + width + 8} {height:.1f}" stroke="{colour}"'
            ' stroke-width="0.5"/>'
        )
        out.append(f'<text x="{left + width + 11}" y="{height + 4:.1f}" fill="{colour}">{command}</text>')
    return out


def draw_curves(curves, along):
    """Returns an SVG of time and memory, a line for each command."""
    out = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 340" font-family="sans-serif" font-size="11">',
        '<rect width="920" height="340" fill="white"/>',
    ]
    out += draw_panel(curves, 1, "s", 58, "Processor time", along)
    out += draw_panel(curves, 2, "B", 512, "Memory that belongs to no file", along)
    return "\n".join(out) + "\n</svg>\n"


def main(rows_path, all_path, page_path, pictures_path, machine):
    rows = read_rows(rows_path)
    named = {row[0]: row for row in rows}
    limited = [row for row in rows if holds(row) is not None]
    missed = [row for row in limited if not holds(row)]
    # Ratios have no unit, and sizes no time: neither depends on how fast the machine is.
    timed = [row for row in missed if row[2] in MILLISECONDS or "/s" in row[2]]
    copy = f"{copy_milliseconds(rows):.1f} ms"
    intro = (
        f"# Benchmarks\n\nWritten by `./dev bench` on {datetime.date.today()}, on {machine}.\n"
        "An optimised build. Ratios are taken within one run, each number is the median of several. The real trace\n"
        "is `lu-A-8`. As machines differ, times are also given in copies of 64 MB of memory, as many as the machine\n"
        f"makes meanwhile; speeds in those that a million events take. One took {copy}.\n\n"
    )
    with open(all_path, "w", encoding="utf-8") as out:
        out.write(intro + HEAD + "".join(map(write_row, rows)))
    with open(page_path, "w", encoding="utf-8") as out:
        out.write(intro)
        out.write(f"The rows that users ask for; `./dev bench` leaves all {len(rows)} in `_build-bench/benchmarks.md`.\n\n")
        out.write(HEAD + "".join(write_row(named[name]) for name in SHOWN if name in named))
        out.write(f"\nOf {len(limited)} limits {len(limited) - len(missed)} hold.\n")
        out.write(write_missed([row for row in missed if row not in timed], "Ratios, shares and sizes that do not hold:"))
        out.write(write_missed(timed, f"Times and speeds that do not hold where a copy of 64 MB takes {copy}:"))
        drawn = {name: curves for name, curves in read_curves(rows_path).items() if curves}
        if drawn:
            out.write("\nProcessor time and memory of commands, of a stencil with sweeps in a compact `.mtf.h5`: below\n"
                      "4.2 million events this is expanded when it is opened, above unpacked where it is read. A line\n"
                      "ends before the first trace that takes too long (`REFRAIN_BENCH_SECONDS`, 15).\n")
        for name, curves in drawn.items():
            path = os.path.join(pictures_path, f"benchmarks-{name}.svg")
            with open(path, "w", encoding="utf-8") as svg:
                svg.write(draw_curves(curves, ALONG[name]))
            out.write(f"\n![By {name}]({os.path.relpath(path, os.path.dirname(page_path))})\n")


main(*sys.argv[1:])
