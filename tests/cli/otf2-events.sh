# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by tests that compare archives.
# shellcheck shell=bash

# otf2_events ANCHOR: the events as otf2-print shows them, location by location, without the numbers
# by which definitions are referred to, in times from the first event, and with Fortran's trailing
# underscores gone.
otf2_events() {
  otf2-print "$1" | awk '
    $2 ~ /^[0-9]+$/ && $3 ~ /^[0-9]+$/ {
      if (first == "") first = $3
      time = $3 - first
      rest = $0
      sub(/^[A-Z_]+ +[0-9]+ +[0-9]+ */, "", rest)
      gsub(/ <[0-9]+>/, "", rest)
      gsub(/_+"/, "\"", rest)
      printf "%s %s %.0f %s\n", $2, $1, time, rest
    }' | sort -s -n -k1,1
}
