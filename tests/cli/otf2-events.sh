# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by tests that compare archives.
# shellcheck shell=bash

# otf2_events ANCHOR: the events as otf2-print shows them, location by location, without the numbers
# by which definitions are referred to, in times from the first event, and with Fortran's trailing
# underscores gone.
otf2_events() {
  otf2-print "$1" | perl -ne '
    next unless s/^([A-Z_]+) +([0-9]+) +([0-9]+) *//;
    $first //= $3;
    my $event = "$2 $1 " . ($3 - $first);
    s/ <[0-9]+>//g;
    s/_+"/"/g;
    print "$event $_"' | LC_ALL=C sort -s -n -k1,1
}
