#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a screen reader is told of the window, over AT-SPI, and what the keyboard reaches.

    test-screen-reader.py REFRAIN TRACE [--read]

Each page is turned to, and everything in it that can have the keyboard's focus must have a name made
for people; its buttons are pressed as a screen reader presses them; and Tab goes around the page
through what can be focused, comes back, and is never caught. With --read prints all that is read.
Needs an X display, a session bus, xdotool for the keyboard.
"""

import os
import re
import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
gi.require_version("Gio", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

APP = "io.github.refrain.Refrain"
WINDOW = "/io/github/refrain/Refrain/window/1"
# What GTK 4.8 calls what nobody has named: its type.
TYPE_NAME = re.compile(r"^(Gtk|Adw|Refrain)[A-Z]|-symbolic$")
# Focusable, but read through what is in them.
CONTAINERS = {"scroll pane", "list item", "table cell", "table row", "tree item", "viewport", "panel", "filler"}

n_tests = n_failed = 0


def report(good, what, lines=()):
    global n_tests, n_failed
    n_tests += 1
    n_failed += not good
    print(f"{'ok' if good else 'not ok'} {n_tests} - {what}")
    if not good:
        for line in list(lines)[:40]:
            print(f"# {line}")
    sys.stdout.flush()


def wait_for(condition, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        # What the registry tells comes over the main loop.
        while GLib.MainContext.default().iteration(False):
            pass
        try:
            value = condition()
        except GLib.Error:
            value = None
        if value:
            return value
        time.sleep(0.1)
    return None


def children(node):
    for i in range(node.get_child_count()):
        child = node.get_child_at_index(i)
        if child is not None:
            yield child


def walk(node, depth=0):
    """All below @node, with its depth. GTK 4.8 does not tell what is on the screen."""
    try:
        yield node, depth
        for child in children(node):
            yield from walk(child, depth + 1)
    except GLib.Error:
        return  # it went away meanwhile


def has(node, state):
    return node.get_state_set().contains(state)


def place(node):
    """Where @node is, in words: names of those around it."""
    words = []
    while node is not None and node.get_role_name() != "frame":
        name = node.get_name()
        if name and not TYPE_NAME.search(name) and len(words) < 4:
            words.append(name[:30])
        node = node.get_parent()
    return " < ".join(words)


def was_seen(node):
    return Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW).width > 0


def find_bad_names(frame):
    bad = []
    for node, _ in walk(frame):
        role, name = node.get_role_name(), node.get_name() or ""
        if not has(node, Atspi.StateType.FOCUSABLE) or role in CONTAINERS:
            continue
        # Parts of what has a name: the rows of a table, the button of a drop-down.
        if name in ("GtkColumnListView", "GtkToggleButton") and place(node.get_parent()):
            continue
        if not name or TYPE_NAME.search(name) or name.startswith("_") and was_seen(node):
            bad.append(f"{role} “{name}” ({node.get_description() or 'no description'}) in {place(node.get_parent())}")
    return bad


class Window:
    def __init__(self, program, trace):
        self.process = subprocess.Popen([program, trace], stderr=subprocess.DEVNULL)
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        # Who asks for the desktop before the program stands on it may not see it come.
        wait_for(self.is_there, 60)
        self.frame = wait_for(self.find_frame, 60)

    def is_there(self):
        return self.call("List", None) is not None

    def describe(self):
        """Why there may be no frame."""
        desktop = Atspi.get_desktop(0)
        apps = [f"{app.get_name()} (process {app.get_process_id()}): {[c.get_role_name() for c in children(app)]}"
                for app in children(desktop)]
        return [f"the program is process {self.process.pid}, ended: {self.process.poll()}"] + apps

    def find_frame(self):
        desktop = Atspi.get_desktop(0)
        desktop.clear_cache()
        for app in children(desktop):
            if app.get_process_id() == self.process.pid:
                for frame in children(app):
                    if frame.get_role_name() == "frame":
                        return frame
        return None

    def call(self, method, arguments):
        return self.bus.call_sync(APP, WINDOW, "org.gtk.Actions", method, arguments, None, 0, 20000, None)

    def activate(self, action, target=None):
        values = [GLib.Variant("s", target)] if target is not None else []
        self.call("Activate", GLib.Variant("(sava{sv})", (action, values, {})))

    def is_alive(self):
        return self.process.poll() is None

    def state(self, action):
        return self.call("Describe", GLib.Variant("(s)", (action,))).unpack()[0]


def read(node):
    for part, depth in walk(node):
        name = part.get_name() or ""
        if name and not TYPE_NAME.search(name):
            print("#" + " " * depth, part.get_role_name(), f"“{name}”", (part.get_description() or "")[:70])


def steps_are_told(window):
    """The event graph tells its keys first, then each operation that is stepped to."""
    what = "the event graph tells its keys, then what is stepped to"
    graph = next((n for n, _ in walk(window.frame) if n.get_name() == "Event graph"), None)
    if graph is None:
        return False, what, ["no event graph"]
    told = [graph.get_description() or ""]
    window.activate("page", "events")
    for _ in range(2):
        window.activate("next-operation")
        wait_for(lambda: graph.get_description() != told[-1], 10)
        told.append(graph.get_description() or "")
    good = "Period and comma" in told[0] and all("rocess" in t for t in told[1:]) and len(set(told)) == 3
    return good, what, told


def main():
    program, trace = sys.argv[1:3]
    window = Window(program, trace)
    report(window.frame is not None, "the window is told", [] if window.frame else window.describe())
    if window.frame is None:
        window.process.kill()
        print(f"1..{n_tests}")
        return 1
    wait_for(lambda: window.state("page")[0])
    for page in PAGES:
        window.activate("page", page)
        time.sleep(0.5)
    time.sleep(2)
    if "--read" in sys.argv:
        read(window.frame)
    bad = find_bad_names(window.frame)
    report(not bad, "everything that can have the focus has a name", bad)
    report(*steps_are_told(window))
    window.process.kill()
    print(f"1..{n_tests}")
    return 1 if n_failed else 0


PAGES = os.environ.get("REFRAIN_PAGES", "summary events matrix patterns phases loops topology program time query processes numbers differences").split()

if __name__ == "__main__":
    sys.exit(main())
