#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Print an MTF trace (.mtf.h5 plain or compact, .gxl, .gxl.gz, .gxl.zst) in one normal form.
Written from its specification alone. What differs by carrier (Lamport times, rows of records) and patterns are left out."""
import decimal, gzip, re, struct, subprocess, sys, zlib
from xml.etree import ElementTree

NONE, NOTEXT = 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF
KINDS = ("isend-complete irecv-request request-test request-cancelled collective-begin collective-request thread-begin "
         "thread-end buffer-flush measurement leave-without-enter other unclosed isend-pending irecv-unposted null-send "
         "null-isend null-recv null-irecv").split()
SYNTHETIC = {"unclosed", "isend-pending", "irecv-unposted"}
OPS = ["send", "isend", "recv", "irecv", "collective"]
TYPES = ["MPI_" + name for name in
         "Barrier Bcast Gather Gatherv Scatter Scatterv Allgather Allgatherv Alltoall Alltoallv Alltoallw Allreduce "
         "Reduce Reduce_scatter Scan Exscan Reduce_scatter_block".split()] + [
             "create handle", "destroy handle", "allocate", "deallocate", "create handle and allocate",
             "destroy handle and deallocate", "unknown"]
EVENTS = {"Send": "send", "NonBlockingSend": "isend", "Receive": "recv", "NonBlockingReceive": "irecv-request",
          "CancelOperation": "request-cancelled", **dict.fromkeys((
              "Barrier Broadcast Gather Scatter Reduce Allgather AllToAll ReduceScatter Scan CollectiveOperation").split(),
              "collective")}

class Trace:
    """What both carriers are turned into."""
    def __init__(self):
        self.head, self.processes, self.routines, self.communicators, self.defects = {}, [], [], [], []
        self.extension = None  # source, schema, texts of definitions
        self.threads = []      # process, id, name, stream, events: each (time, text, op or None, details)

class Op:
    def __init__(self, process, row, kind, peer, comm, tag, size, request=None):
        self.process, self.row, self.kind, self.peer, self.comm, self.tag, self.bytes = process, row, kind, peer, comm, tag, size
        self.request, self.partner, self.instance = request, None, None

# ---------------- printing
def show(text):
    return "-" if text is None else '"' + text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"') + '"'

def dash(value, none=None):
    return "-" if value is None or value == none else str(value)

def print_trace(trace, number, out):
    put = lambda *parts: out.write(" ".join(map(str, parts)) + "\n")
    put("trace", number, *(f"{key}={value}" for key, value in sorted(trace.head.items())))
    for rank, (name, host) in enumerate(trace.processes):
        put("process", rank, show(name), "host", show(host))
    for process, ident, name, stream, events in trace.threads:
        put("thread", process, "id", ident, show(name), "stream" if stream else "cpu", len(events))
    for row, (name, file, line) in enumerate(trace.routines):
        put("routine", row, show(name), "file", show(file), "line", line or "-")
    for row, (name, ident, parent, own, inter, members, remote, grid) in enumerate(trace.communicators):
        put("communicator", row, show(name), "id", ident, "parent", parent, "self" if own else "-", "inter" if inter else "-",
            "members", *members, "remote", *remote, "grid", show(grid))
    for kind, process, count, time, detail in trace.defects:
        put("defect", show(kind), process, count, time, show(detail))
    if trace.extension:
        source, schema, records = trace.extension
        put("extension", source)
        out.writelines(f"schema {line}\n" for line in schema.splitlines())
        out.writelines(f"definition {record}\n" for record in records)
    instances, counts = {}, {}
    for process, ident, _, _, events in trace.threads:
        put("events of", process, ident)
        for time, text, op, details in events:
            kind = op.kind if op else text.split(" ", 1)[0]
            counts[kind] = counts.get(kind, 0) + 1
            if op:
                text = (f"{op.process}.{op.row} {kind} peer={dash(op.peer, -1)} comm={dash(op.comm)} "
                        f"{'type' if kind == 'collective' else 'tag'}={op.tag} bytes={op.bytes} request={dash(op.request)}")
                if op.instance is not None: # numbered as they come
                    instance = instances.setdefault(op.instance, (len(instances), []))
                    instance[1].append(op)
                    text += f" instance={instance[0]}"
                elif op.partner:
                    text += f" partner={op.partner[0]}.{op.partner[1]}"
                    counts["with-partner"] = counts.get("with-partner", 0) + 1
            put(dash(time), text + (f" | {details}" if details else ""))
    for number, members in instances.values():
        put("collective", number, members[0].tag, "comm", dash(members[0].comm), "members",
            *(f"{op.process}.{op.row}" for op in sorted(members, key=lambda op: (op.process, op.row))))
    for kind, count in sorted(counts.items()):
        put("count", kind, count)
    put("count collective-instances", len(instances))

# ---------------- extension
class Schema:
    def __init__(self, text):
        self.words, self.classes = {}, []
        for line in text.splitlines():
            what, name, *parts = line.split(" ") if line and line[0] != "#" else ("", "")
            if what in ("enum", "flags"):
                self.words[name] = [(word, int(n)) for word, n in (part.split("=") for part in parts)]
            elif what in ("definition", "event"):
                self.classes.append((name, [self.type_of(field) for field in parts]))

    @staticmethod
    def type_of(field):
        return re.fullmatch(r"(\w*):(\w+)(?:\((.*)\))?", field).groups()

    def records(self, data):
        at, found = 0, []
        while at < len(data):
            number, at = varint(data, at)
            name, fields = self.classes[number]
            parts = [name]
            for field, kind, inner in fields:
                text, at = self.value(kind, inner, data, at)
                parts.append(f"{field}={text}")
            found.append(" ".join(parts))
        return found

    def value(self, kind, inner, data, at):
        if kind == "list":
            (count, at), (_, kind, inner), texts = varint(data, at), self.type_of(":" + inner), []
            while len(texts) < count:
                text, at = self.value(kind, inner, data, at)
                texts.append(text)
            return "[" + " ".join(texts) + "]", at
        if kind == "float":
            return double_text(take(data, at, 8)), at + 8
        number, at = varint(data, at)
        if kind == "text":
            return quoted(take(data, at, number)), at + number
        if kind == "value":
            name = VALUES[number] if number < len(VALUES) else str(number)
            if number == 0:
                return name, at
            if number in (9, 10):
                data, at = take(data, at, 4 * (number - 8)), at + 4 * (number - 8)
                return f"{name}:" + (double_text(data) if number == 10 else f"0x{data[::-1].hex()}"), at
            inside, at = varint(data, at)
            return f"{name}:{unfold(inside) if 5 <= number <= 8 else inside}", at
        if kind == "signed":
            return str(unfold(number)), at
        if kind == "reference":
            return (str(number - 1) if number else "none"), at
        if kind in ("enum", "flags"):
            words = self.words[inner]
            exact = [word for word, n in words if n == number]
            bits = [(word, n) for word, n in words if kind == "flags" and n and number & n == n]
            if exact or bits and sum(n for _, n in bits) == number:
                return exact[0] if exact else "|".join(word for word, _ in bits), at
        return str(number), at

VALUES = ("none uint8 uint16 uint32 uint64 int8 int16 int32 int64 float double string attribute location region group "
          "metric comm parameter rma-win source-code-location calling-context interrupt-generator io-file io-handle "
          "location-group").split()

def take(data, at, count):
    if at + count > len(data):
        raise IndexError("record is cut short")
    return bytes(data[at:at + count])

def varint(data, at):
    number = shift = 0
    while True:
        byte = data[at]
        number |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return number, at

def unfold(number):
    return number >> 1 ^ -(number & 1)

def double_text(data):
    value = struct.unpack("<d", data)[0]
    if value != value or value in (float("inf"), float("-inf")):
        return f"0x{data[::-1].hex()}"
    text = repr(value)
    return text[:-2] if text.endswith(".0") else text

def quoted(data):
    text = data.decode("utf-8", "surrogateescape")
    return '"' + "".join(
        "\\" + c if c in '"\\' else f"\\x{ord(c) & 255:02x}" if c < " " or c == "\x7f" or "\udc80" <= c <= "\udcff"
        else c for c in text) + '"'

def split_details(data, schema):
    """Entries of a thread: index of event to text."""
    at, event, found = 0, 0, {}
    while at < len(data):
        head, at = varint(data, at)
        texts = []
        if head & 1:
            event, ticks = event + (head >> 7), head >> 1 & 63
        else:
            event += head >> 1
            ticks, at = varint(data, at)
            ticks = unfold(ticks)
            size, at = varint(data, at)
            try:
                texts = schema.records(take(data, at, size))
            except (IndexError, KeyError):
                pass
            at += size
        found[event] = " ".join(([f"{ticks:+d}"] if ticks else []) + (["; ".join(texts)] if texts else []))
        event += 1
    return found

# ---------------- HDF5
SIGNED = set("compact/time compact/peer compact/tag calls/start calls/end ops/time ops/peer ops/tag records/time routines/time "
             "communicators/parent_id communicators/member communicators/remote defects/process defects/time".split())
BYTES = set("text tape/bits details/bytes extension/source extension/schema extension/definitions".split())

def unpack(z, signed):
    n, method, size, transform = int.from_bytes(z[:8], "little"), z[8], z[9], z[10]
    if method == 0:
        raw = zlib.decompress(z[16:])
        values = [int.from_bytes(raw[i * size:(i + 1) * size], "little") for i in range(n)]
    else:
        length = int.from_bytes(z[16:24], "little")
        low, at, values = z[24 + length:], 0, []
        for c in zlib.decompress(z[24:24 + length]):
            if c >= 16:
                bits = 2 + (c - 16) // 4
                kept = int.from_bytes(low[at >> 3:(at >> 3) + 9], "little") >> (at & 7)
                c = (4 + (c - 16) % 4 << bits) + (kept & (1 << bits) - 1)
                at += bits
            values.append(c)
    if len(values) != n or method > 1:
        raise ValueError("damaged column")
    before, mask, top = 0, 2 ** (8 * size) - 1, 2 ** (8 * size - 1) if signed else 2 ** 64
    for i, value in enumerate(values):
        if transform:
            value = before + (unfold(value) if transform == 1 else value)
        before = value & mask
        values[i] = before - mask - 1 if before >= top else before
    return values

# ---------------- HDF5: blocks
BLOCK = 65536
CALL_TIMES = ("calls/start", "calls/end")

def open_blocks(z):
    """What a dataset in blocks says of itself: n, bytes of a number, coding, the packed blocks."""
    n, size, coding = int.from_bytes(z[:8], "little"), z[8], z[9]
    places = struct.unpack_from(f"<{-(-n // BLOCK) + 1}Q", z, 16)
    if zlib.crc32(z[:12] + z[16:places[0]]) != int.from_bytes(z[12:16], "little") or places[-1] != len(z):
        raise ValueError("damaged blocks")
    return n, size, coding, [z[a:b] for a, b in zip(places, places[1:])]

def read_parents(c, codes, firsts):
    parents, first = [], 0
    for block in codes:
        n_rows = min(BLOCK, c["processes/first_call"][-1] - len(parents))
        chain, block = block[:len(block) - n_rows], block[len(block) - n_rows:]
        for left in block:
            row = len(parents)
            if row in firsts:
                first, chain = row, []
            del chain[len(chain) - left:]
            parents.append(chain[-1] if chain else NONE)
            chain.append(row - first)
    return parents

def read_call_times(c, starts, ends, firsts):
    parents, times, first, row = c["calls/parent"], ([], []), 0, 0
    for start, end in zip(starts, ends):
        base, last, stack = row, 0, []
        times[1].extend([None] * len(end))
        def leave():
            call = stack.pop()
            times[1][call] = last + unfold(end[call - base])
            return times[1][call]
        for code in start:
            if row in firsts:
                while stack:
                    last = leave()
                first = row
            while stack and stack[-1] - first != parents[row]:
                last = leave()
            last += unfold(code)
            times[0].append(last)
            stack.append(row)
            row += 1
        while stack:
            last = leave()
    return times

def read_coded(c, path, coding, codes, firsts):
    """A column of operations or records: the last numbers are forgotten where a block begins."""
    table = path.split("/")[0]
    call = c[table + "/call"] if coding in (3, 4) else None
    kind = c[table + "/kind"] if coding in (3, 5, 7) else None
    first_call, values, process = c["processes/first_call"], [], -1
    bounds = sorted(firsts.items())
    for block in codes:
        lasts = {}
        for i, code in enumerate(block):
            row = len(values)
            while process + 1 < len(bounds) and bounds[process + 1][0] <= row:
                process += 1
            rank = bounds[process][1]
            key = 0
            if coding == 5:
                key = ((c["ops/peer"][row] * 31 & 0xFFFFFFFF) + (c["ops/tag"][row] * 7 & 0xFFFFFFFF) + kind[row] * 1009) \
                    % 2**32 % 4096
            elif coding == 7:
                key = kind[row]
            told = lasts.get(key, 0)
            if coding in (3, 4) and call[row] != NONE:
                at = first_call[rank] + call[row]
                if coding == 3 and kind[row] > 1:
                    told = c["calls/end"][at]
                elif i == 0 or row in firsts or call[row - 1] != call[row]:
                    told = c["calls/start"][at]
            if coding in (5, 6):
                value = NONE if code == 0 else told + unfold(code - 1)
            else:
                value = told + unfold(code)
                value = value % 2**64 if coding == 7 else value
            if value != NONE or coding not in (5, 6):
                lasts[key] = value
            values.append(value)
    return values

def read_blocks(c, path):
    """The column @path, and where it is begins or ends of calls the other one."""
    n, size, coding, packed = open_blocks(c.group[path + ".b"][:].tobytes())
    codes = [unpack(block, path in SIGNED and coding == 0) for block in packed]
    if coding == 0:
        return sum(codes, [])
    rows = c["processes/first_" + {"calls": "call", "ops": "op", "records": "record"}[path.split("/")[0]]]
    firsts = {first: rank for rank, (first, end) in enumerate(zip(rows, rows[1:])) if first < end}
    if coding == 1:
        return read_parents(c, codes, firsts)
    if coding == 2:
        other = CALL_TIMES[path == CALL_TIMES[0]]
        others = [unpack(block, False) for block in open_blocks(c.group[other + ".b"][:].tobytes())[3]]
        both = (codes, others) if path == CALL_TIMES[0] else (others, codes)
        return read_call_times(c, *both, firsts)[path == CALL_TIMES[1]]
    return read_coded(c, path, coding, codes, firsts)

class Columns:
    """The datasets of a trace as lists (of bytes as bytes), unpacked, and what expanding gives for those that lack."""
    def __init__(self, group):
        self.group, self.kept = group, {}

    def has(self, path):
        return path in self.kept or path in self.group or path + ".z" in self.group or path + ".b" in self.group

    def __getitem__(self, path):
        if path not in self.kept:
            values = (self.group[path][:].tolist() if path in self.group else
                      read_blocks(self, path) if path + ".b" in self.group else
                      unpack(self.group[path + ".z"][:].tobytes(), path in SIGNED))
            self.kept[path] = bytes(values) if path in BYTES else values
        return self.kept[path]

    def offer(self, path, values): # a column that is there goes first
        if not self.has(path):
            self.kept[path] = values

def walk(c, root):
    """The terms of a rule in order, as often as they stand there."""
    first, what, count, symbols = (c["compact/" + name] for name in ("rule_first", "term_what", "term_count", "symbol_event"))
    stack = [(first[root], first[root + 1], 0)]
    while stack:
        term, end, done = stack.pop()
        if term < end:
            stack.append((term, end, done + 1) if done + 1 < count[term] else (term + 1, end, 0))
            if what[term] < len(symbols):
                yield term
            else:
                rule = what[term] - len(symbols)
                stack.append((first[rule], first[rule + 1], 0))

def expand(c):
    """The event columns of a compact file."""
    event, what, rule_first = c["compact/symbol_event"], c["compact/symbol_what"], c["compact/rule_first"]
    term_what, term_count, symbols = c["compact/term_what"], c["compact/term_count"], len(event)
    of_ops = "peer tag communicator bytes record logical partner".split()
    columns = [("time",), ("time",), ("time", *of_ops), ("time", "id", "size")] # by event of the symbol
    ends = dict.fromkeys(of_ops + ["time", "id", "size"], 0)
    values = {name: c["compact/" + name] for name in ends}
    calls = {name: [] for name in "start end routine parent depth".split()}
    ops = {name: [] for name in "time kind call peer tag communicator bytes record logical partner".split()}
    records = {name: [] for name in "time id size call op kind".split()}
    tape, first_thread = bytearray(), c["processes/first_thread"]
    for rank in range(len(first_thread) - 1):
        call0, op0, record0 = len(calls["end"]), len(ops["time"]), len(records["time"])
        for thread in range(first_thread[rank], first_thread[rank + 1]):
            root = c["compact/root"][thread]
            often, places = {root: 1}, {}
            for rule in range(root if root != NONE else -1, -1, -1): # how often each rule stands in the tape
                for term in range(rule_first[rule], rule_first[rule + 1]) if rule in often else ():
                    if term_what[term] >= symbols:
                        inner = term_what[term] - symbols
                        often[inner] = often.get(inner, 0) + often[rule] * term_count[term]
            for rule in sorted(often) if root != NONE else ():
                for term in range(rule_first[rule], rule_first[rule + 1]):
                    if term_what[term] < symbols:
                        names = columns[event[term_what[term]]]
                        places[term] = [ends[name] for name in names]
                        for name in names:
                            ends[name] += often[rule] * term_count[term]
            codes, now, logical, last_id, stack = [], 0, 0, {}, []
            for term in walk(c, root) if root != NONE else ():
                code, kind = event[term_what[term]], what[term_what[term]]
                got = {name: values[name][at] for name, at in zip(columns[code], places[term])}
                places[term] = [at + 1 for at in places[term]]
                codes.append(code)
                now += got["time"]
                got.update(time=now, kind=kind, call=stack[-1] if stack else NONE, op=NONE)
                if code == 0:
                    stack.append(len(calls["end"]) - call0)
                    for name, v in zip(calls, (now, now, kind, got["call"], min(len(stack) - 1, 65535))):
                        calls[name].append(v)
                elif code == 2:
                    logical = (logical + 1 + got["logical"]) % 2 ** 32
                    k, here = got["record"], len(records["time"]) - record0
                    got.update(logical=logical, record=here - 1 - unfold(k - 1) if k else NONE,
                               peer=-1 if got["peer"] == -2 ** 31 else got["peer"] + rank)
                elif code == 3:
                    base = got["call"] if KINDS[kind] == "unclosed" else last_id.get(kind, 0)
                    last_id[kind] = got["id"] = (got["id"] + base) % 2 ** 64
                if code == 1 or code == 3 and KINDS[kind] == "unclosed":
                    calls["end"][call0 + stack.pop()] = now
                if code > 1:
                    for name, column in (ops if code == 2 else records).items():
                        column.append(got[name])
            if [codes.count(0), codes.count(2), codes.count(3), len(codes)] != [
                    c["threads/n_" + name][thread] for name in ("calls", "ops", "records", "tape")]:
                raise ValueError(f"thread {thread}: its rule has other events than the thread")
            codes += [0] * (-len(codes) % 4)
            tape += bytes(a | b << 2 | d << 4 | e << 6 for a, b, d, e in zip(*[iter(codes)] * 4))
        for row, record in enumerate(ops["record"][op0:]):
            if record != NONE:
                records["op"][record0 + record] = row
    c.offer("tape/bits", bytes(tape))
    packed = ops.pop("partner")
    for group, found in (("calls", calls), ("ops", ops), ("records", records)):
        for name, column in found.items():
            c.offer(f"{group}/{name}", column)
    c.offer("ops/partner", expand_partners(c, packed))

def expand_partners(c, packed):
    first, kind, peer, tag, comm = c["processes/first_op"], c["ops/kind"], c["ops/peer"], c["ops/tag"], c["ops/communicator"]
    channels, taken, partner = {}, {}, [NONE] * len(packed)
    for rank in range(len(first) - 1):
        for at in range(first[rank], first[rank + 1]):
            if kind[at] < 2:
                channels.setdefault((rank, peer[at], tag[at]), []).append(at - first[rank])
    for rank in range(len(first) - 1):
        instances = {}
        for at in range(first[rank], first[rank + 1]):
            if packed[at] and kind[at] in (2, 3):
                key = (peer[at], rank, tag[at])
                place = taken.get(key, 0) + unfold(packed[at] - 1)
                taken[key] = place + 1
                partner[at] = channels[key][place]
                partner[first[peer[at]] + partner[at]] = at - first[rank]
            elif packed[at] and kind[at] == 4:
                partner[at] = instances.get(comm[at], 0) + unfold(packed[at] - 1)
                instances[comm[at]] = partner[at] + 1
    return partner

def read_h5(group):
    c, trace, attributes = Columns(group), Trace(), group.attrs
    if attributes["format"] not in ("MTF", b"MTF") or attributes["version"] != 1 or attributes.get("compact", 1) not in (1, 2):
        raise ValueError("not an MTF file of a known version")
    texts = c["text"]
    text = lambda at: None if at == NOTEXT else texts[at:texts.index(b"\0", at)].decode("utf-8", "replace")
    column = lambda path, n, missing: c[path] if c.has(path) else [missing] * n
    if attributes.get("compact") == 1:
        expand(c)
    creator = attributes["creator"]
    trace.head = {"name": show(text(int(attributes["name"]))), "description": show(text(int(attributes["description"]))),
                  "creator": show(creator.decode() if isinstance(creator, bytes) else creator),
                  "origin": int(attributes["clock_origin"]), "wall": dash(int(attributes["wall_clock"]), -1),
                  "start": int(attributes["start"]), "end": int(attributes["end"])}
    table = lambda group, names: zip(*(c[f"{group}/{name}"] for name in names.split()))
    trace.processes = [(text(a), text(b)) for a, b in table("processes", "name host")]
    trace.routines = [(text(a), text(b), n) for a, b, n in table("routines", "name file line")]
    ranges = lambda first, of: (c[of][a:b] for a, b in zip(c[first], c[first][1:]))
    grids = column("communicators/cartesian", len(c["communicators/id"]), NOTEXT)
    for (name, *numbers), members, remote, grid in zip(
            table("communicators", "name id parent_id self inter"), ranges("communicators/first_member", "communicators/member"),
            ranges("communicators/first_remote", "communicators/remote"), grids):
        trace.communicators.append((text(name), *numbers, members, remote, text(grid)))
    trace.defects = [(text(kind), *numbers, text(detail))
                     for kind, *numbers, detail in table("defects", "kind process count time detail")]
    schema = None
    if "extension" in group:
        schema = Schema(c["extension/schema"].decode())
        trace.extension = (c["extension/source"].decode(), c["extension/schema"].decode(),
                           schema.records(c["extension/definitions"]))
    stream = column("threads/stream", len(c["threads/id"]), 0)
    for rank in range(len(trace.processes)):
        base = {name: c["processes/" + name][rank] for name in
                "first_thread first_call first_op first_record first_tape_byte".split()}
        for thread in range(base["first_thread"], c["processes/first_thread"][rank + 1]):
            details = {}
            if schema and c.has("processes/first_detail"):
                at = c["processes/first_detail"][rank] + c["threads/first_detail"][thread]
                details = split_details(c["details/bytes"][at:at + c["threads/n_details"][thread]], schema)
            trace.threads.append((rank, c["threads/id"][thread], text(c["threads/name"][thread]), stream[thread],
                                  list(h5_events(c, trace, rank, base, thread, details))))
    return trace

def h5_events(c, trace, rank, base, thread, details):
    next_row = [c["threads/" + name][thread] for name in ("first_call", "first_op", "first_record")]
    calls, ops, records, bits = base["first_call"], base["first_op"], base["first_record"], c["tape/bits"]
    place, stack, event = base["first_tape_byte"] * 4 + c["threads/first_tape"][thread], [], 0
    routine = lambda call: trace.routines[c["calls/routine"][calls + call]][0]
    for at in range(place, place + c["threads/n_tape"][thread]):
        code, op, real = bits[at >> 2] >> 2 * (at & 3) & 3, None, True
        row = stack.pop() if code == 1 else next_row[max(code - 1, 0)]
        if code != 1:
            next_row[max(code - 1, 0)] += 1
        if code == 0:
            time, text = c["calls/start"][calls + row], "enter " + routine(row)
            stack.append(row)
        elif code == 1:
            time, text = c["calls/end"][calls + row], "leave " + routine(row)
        elif code == 2:
            time, kind, peer, tag, size, comm, partner, held = (c["ops/" + name][ops + row] for name in (
                "time", "kind", "peer", "tag", "bytes", "communicator", "partner", "record"))
            op = Op(rank, row, OPS[kind], peer, None if comm == NONE else comm, TYPES[tag] if kind == 4 else tag, size)
            if held != NONE and KINDS[c["records/kind"][records + held]] != "collective-begin":
                op.request = c["records/id"][records + held]
            if kind == 4:
                op.instance = None if partner == NONE else partner
            elif partner != NONE:
                op.partner = (peer, partner)
            text = ""
        else:
            time, kind, ident, size = (c["records/" + name][records + row] for name in ("time", "kind", "id", "size"))
            kind = KINDS[kind]
            real = kind not in SYNTHETIC
            text = f"{kind} {'-' if kind == 'collective-begin' else ident} size={size}"
            if kind == "unclosed":
                time, text = None, "unclosed " + routine(stack.pop())
            elif kind == "leave-without-enter":
                text = kind + " " + ("-" if ident == NONE else trace.routines[ident][0])
        if real or kind == "unclosed":
            yield time, text, op, details.get(event) if real else None
        event += real

# ---------------- GXL
HREF = "{http://www.w3.org/1999/xlink}href"

def plain(node):
    """A node as [id, class, attributes, nodes in it]."""
    attributes = {}
    for attr in node.findall("attr"):
        value = attr[0]
        attributes[attr.get("name").lower()] = value.get(HREF).lstrip("#") if value.tag == "locator" else value.text or ""
    return [node.get("id"), class_of(node), attributes, [plain(inner) for inner in node.findall("graph/node")]]

def class_of(item):
    kind = item.find("type")
    return "" if kind is None else kind.get(HREF).rpartition("#")[2]

def natural(node):
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", node[0])]

def nanoseconds(seconds):
    return int((decimal.Decimal(seconds) * 10 ** 9).to_integral_value())

def true(value):
    return value.strip().lower() in ("true", "1")

def read_gxl(graph):
    trace, classes, links, members = Trace(), {}, {}, {}
    for node in graph.findall("node"):
        classes.setdefault(class_of(node), []).append(plain(node))
    for edge in graph.iter("edge"):
        links.setdefault(class_of(edge), []).append((edge.get("from"), edge.get("to"), int(edge.get("fromorder", 0))))
    all_of = lambda name: sorted(classes.get(name, []), key=natural)
    head = classes["Trace"][0][2]
    scenario = next((node[2].get("desc") for node in classes.get("Scenario", [])), None)
    trace.head = {"name": show(head.get("traceid")), "description": show(scenario), "creator": show(head.get("comments")),
                  "origin": head.get("clockorigin", 0), "wall": head.get("wallclock", "-"),
                  "start": nanoseconds(head["starttime"]), "end": nanoseconds(head["endtime"])}
    hosts = {node[0]: node[2].get("processorname") for node in all_of("Processor")}
    on = {a: hosts.get(b) for a, b, _ in links.get("ProcessProcessor", [])}
    ranks = {}
    for node in sorted(classes.get("Process", []), key=lambda node: int(node[2]["rank"])):
        ranks[node[0]] = len(ranks)
        trace.processes.append((node[2].get("processname"), on.get(node[0])))
    trace.routines = [(n[2].get("routinename"), n[2].get("file"), int(n[2].get("line", 0))) for n in all_of("Routine")]
    rows = {}
    for kind in ("CommunicatorProcess", "CommunicatorRemoteProcess"):
        for comm, process, place in links.get(kind, []):
            members.setdefault((kind, comm), {})[place] = ranks[process]
    for ident, _, at, _ in all_of("Communicator"):
        rows[ident], groups = len(rows), []
        for kind, size in (("CommunicatorProcess", "size"), ("CommunicatorRemoteProcess", "remotesize")):
            group = members.get((kind, ident), {})
            groups.append([group.get(i, -1) for i in range(int(at.get(size, max(group, default=-1) + 1)))])
        trace.communicators.append((at.get("commname"), int(at["commid"]), int(at.get("parentid", -1)),
                                    true(at.get("self", "0")), "remotesize" in at, *groups, at.get("cartesian")))
    for _, _, at, _ in all_of("Defect"):
        trace.defects.append((at.get("kind"), ranks.get(at.get("process"), -1), int(at.get("count", 0)),
                              nanoseconds(at["time"]) if "time" in at else -1, at.get("detail")))
    for node in classes.get("Extension", []):
        trace.extension = (node[2]["source"], node[2]["schema"], [n[2]["record"] for n in all_of("ExtensionRecord")])
    threads = sorted(all_of("ProcessTrace"), key=lambda node: ranks[node[2]["process"]])
    units, counts = {}, {}
    for ident, _, at, inner in threads:
        rank = ranks[at["process"]]
        events = list(gxl_events(trace, inner, rank, ranks, rows, units, counts))
        trace.threads.append((rank, int(at.get("threadid", 0)), at.get("threadname"), int(at.get("stream", 0)), events))
    messages = {}
    for unit, message, _ in links.get("MessageLink", []):
        messages.setdefault(message, []).append(units[unit])
    for a, b in messages.values():
        a.partner, b.partner = (b.process, b.row), (a.process, a.row)
    match_collectives(trace)
    return trace

def gxl_events(trace, nodes, rank, ranks, rows, units, counts):
    nodes[:] = [node for node in nodes if "starttime" in node[2] or "time" in node[2]]
    nodes.sort(key=lambda n: (nanoseconds(n[2].get("starttime") or n[2].get("time")), int(n[2].get("order", 0))))
    stack = []

    def leave(level):
        while len(stack) > level:
            name, end, details = stack.pop()
            yield ((None, f"unclosed {name}", None, None) if end is None else
                   (nanoseconds(end), f"leave {name}", None, details))

    for ident, cls, at, inner in nodes:
        start, time, end = at.get("starttime"), at.get("time"), at.get("endtime")
        yield from leave(int(at["nestinglevel"]))
        if start is not None:
            name = at.get("routinecallname", cls)
            yield nanoseconds(start), f"enter {name}", None, at.get("enterdetails")
            stack.append((name, end, at.get("leavedetails")))
        if time is None:
            continue
        when, request, details = nanoseconds(time), at.get("requestid"), at.get("details")
        kind = EVENTS.get(cls, at.get("kind", "other") if cls == "TraceRecord" else "other") # other: of an unknown class
        if cls in ("WaitOperation", "TestOperation"):
            kind = "irecv" if "rcvdatasize" in at else "request-test" if not true(at.get("flag", "1")) else "isend-complete"
        if kind in OPS:
            size, tag = at.get("senddatasize", at.get("rcvdatasize", 0)), at.get("tag", 0)
            if kind == "collective":
                data = next((node[2] for node in inner if node[1] == "CollectiveData"), {})
                size, tag = data.get("sendsize", 0), at.get("mpoperationname", cls)
                if "begintime" in at:
                    yield (nanoseconds(at["begintime"]), f"collective-begin - size={data.get('rcvsize', 0)}", None,
                           at.get("begindetails"))
            op = Op(rank, counts.get(rank, 0), kind, ranks.get(at.get("process"), -1), rows.get(at.get("communicator")), tag,
                    size, request)
            counts[rank] = op.row + 1
            units[ident] = op
            yield when, "", op, details
        elif kind == "leave-without-enter":
            yield when, f"{kind} {at.get('routinecallname', '-')}", None, details
        elif kind not in SYNTHETIC:
            yield when, f"{kind} {at.get('id', 0) if request is None else request} size={at.get('size', 0)}", None, details
    yield from leave(0)

def match_collectives(trace):
    """The specification does not say how: the n-th of each process on a communicator, in the order of rows."""
    seen = {}
    for process, *_, events in trace.threads:
        for _, _, op, _ in events:
            if op is not None and op.kind == "collective" and op.comm is not None:
                place = seen[process, op.comm] = seen.get((process, op.comm), -1) + 1
                op.instance = (op.comm, place, process if trace.communicators[op.comm][3] else None)

# ---------------- main
def main():
    path = sys.argv[-1]
    if path.endswith((".h5", ".hdf5")):
        import h5py
        with h5py.File(path, "r") as file:
            groups = [file] + [file[f"traces/{k}"] for k in range(2, int(file.attrs.get("traces", 1)) + 1)]
            traces = [read_h5(group) for group in groups]
    else:
        if path.endswith(".zst"):
            stream = subprocess.Popen(["zstd", "-dcq", path], stdout=subprocess.PIPE).stdout
        else:
            stream = (gzip.open if path.endswith(".gz") else open)(path, "rb")
        graphs = ElementTree.parse(stream).getroot().findall("graph")
        traces = [read_gxl(graph) for graph in graphs if class_of(graph) != "gxl-1.0"]
    for number, trace in enumerate(traces, 1):
        print_trace(trace, number, sys.stdout)

if __name__ == "__main__":
    main()
