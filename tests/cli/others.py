# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what convert writes for programs of others, with none of our code, and compares it with --json."""
import csv
import json
import sqlite3
import struct
import sys


def fail(text):
    print(text)
    sys.exit(1)


def same(what, got, expected):
    if got != expected:
        fail(f"{what}: {got}, expected {expected}")


def count_messages(info):
    """Those of one-sided operations and of neighbours among them."""
    return info["messages"] + info.get("remote_messages", 0)


def database(path, info, patterns, _):
    base = sqlite3.connect(f"file:{path}?mode=ro", uri=True)

    def one(query):
        return base.execute(query).fetchone()[0]

    same("integrity", one("PRAGMA integrity_check"), "ok")
    same("version", one("PRAGMA user_version"), 1)
    same("processes", one("SELECT processes FROM about"), info["processes"])
    same("messages", one("SELECT count(*) FROM messages"), count_messages(info))
    same("calls", one("SELECT count(*) FROM calls"), info["calls"])
    if "remote_messages" not in info:  # fences and neighbours count otherwise there
        same("collectives", one("SELECT count(*) FROM collectives") - info.get("file_operations", 0),
             info["collectives"])
    same("routines", one("SELECT count(*) FROM calls WHERE routine IS NULL"), 0)
    tables = {name for (name,) in base.execute("SELECT name FROM sqlite_master")}
    if "findings" in tables:
        same("numbers of patterns", one("SELECT type FROM pragma_table_info('findings') WHERE name = 'pattern'"),
             "INTEGER")
        same("whole ones", one("SELECT count(*) FROM findings WHERE typeof(pattern) NOT IN ('integer', 'null')"), 0)
    expected = [(p["id"], p["occurrences"]) for p in patterns["composite_patterns"]]
    same("patterns", base.execute("SELECT id, occurrences FROM patterns ORDER BY id").fetchall(), expected)
    same("occurrences",
         base.execute("SELECT pattern, count(*) FROM occurrences GROUP BY pattern ORDER BY pattern").fetchall(),
         [row for row in expected if row[1] > 0])


def fields(data):
    """The fields of a message: number, value."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(data):
        key = varint()
        kind = key & 7
        if kind == 0:
            yield key >> 3, varint()
        elif kind == 1:
            yield key >> 3, struct.unpack_from("<Q", data, at)[0]
            at += 8
        elif kind == 2:
            n = varint()
            if at + n > len(data):
                fail("a message is cut off")
            yield key >> 3, data[at:at + n]
            at += n
        else:
            fail(f"wire type {kind}")


def phase_spans(path):
    """Of each phase its begin and end, in nanoseconds since the first begins; None where parts are listed."""
    with open(path, encoding="utf-8") as file:
        rows = [*csv.DictReader(file)]
    if rows and "phase" not in rows[0]:
        return None
    spans = [(round(float(row["from_s"]) * 1e9), round(float(row["to_s"]) * 1e9)) for row in rows]
    first = min((start for start, _ in spans), default=0)
    return [(start - first, end - first) for start, end in spans]


def perfetto(path, info, patterns, phases):
    names, tracks, events = {}, {}, []
    with open(path, "rb") as file:
        data = file.read()
    for number, packet in fields(data):
        same("packet", number, 1)
        content = dict(fields(packet))
        same("sequence", content.get(10), 1)
        if 12 in content:
            same("names come first, alone", (content.get(13), len(names)), (3, 0))
            for _, entry in fields(content[12]):
                entry = dict(fields(entry))
                names[entry[1]] = entry[2].decode()
        elif 60 in content:
            track = dict(fields(content[60]))
            if track[1] in tracks:
                fail("a track has two descriptions")
            if 5 in track and track[5] not in tracks:
                fail("a track comes before its parent")
            tracks[track[1]] = track
        else:
            event = [*fields(content[11])]
            events.append((content[8], dict(event), [v for n, v in event if n == 47],
                           [v for n, v in event if n == 48]))
    slices, sent, received, beside, spans = 0, {}, {}, {}, {}
    # As Perfetto's reader: by time, what is equal as it stands in the file.
    stacks = {}
    for time, event, flows, ends in sorted(events, key=lambda e: e[0]):
        track = event[11]
        if track not in tracks:
            fail("an event has no track")
        stack = stacks.setdefault(track, [])
        if event[9] == 1:
            stack.append((event[10], time))
            if 4 in tracks[track]:
                slices += 1
            else:
                beside[names[event[10]]] = beside.get(names[event[10]], 0) + 1
        elif event[9] == 2:
            if not stack:
                fail("a slice ends that did not begin")
            # What ends is what is on top, whatever was meant.
            name, start = stack.pop()
            if 4 not in tracks[track]:
                spans.setdefault(names[name], []).append((start, time))
        for flow in flows:
            sent[flow] = time
        for flow in ends:
            received[flow] = time
    same("open slices", sum(map(len, stacks.values())), 0)
    expected = phase_spans(phases)
    if expected is not None:
        got = [span for k in range(len(expected)) for span in spans.get(f"Phase {k + 1}", [])]
        first = min((start for start, _ in got), default=0)
        same("phases", [(start - first, end - first) for start, end in got], expected)
    same("calls", slices, info["calls"])
    same("processes", sum(3 in track for track in tracks.values()), info["processes"])
    same("messages", len(sent), count_messages(info))
    same("messages that arrive", set(sent) == set(received), True)
    for pattern in patterns["composite_patterns"]:
        if beside.get(pattern["name"], 0) < pattern["occurrences"]:
            fail(f"{pattern['name']}: {beside.get(pattern['name'])} slices of {pattern['occurrences']} occurrences")


KIND, PATH, INFO, PATTERNS, PHASES = sys.argv[1:]
with open(INFO) as one, open(PATTERNS) as two:
    {"database": database, "perfetto": perfetto}[KIND](PATH, json.load(one), json.load(two), PHASES)
print("the same")
