#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Takes the pictures of the window that README.md and the software centres show, and draws the figures of the
# help, all of the demo trace. Needs xvfb and ImageMagick.
#
#     REFRAIN_BUILD=/path/to/_build docs/pictures.sh
set -euo pipefail

source=$(cd "$(dirname "$0")/.." && pwd)
build=${REFRAIN_BUILD:-$source/_build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
size=1400x900

ninja -C "$build" tests/tour/tour data/gschemas.compiled >&2
mkdir "$work/pictures"
cp -r "$source/data/demo" "$work/demo"
env GSETTINGS_BACKEND=memory GSETTINGS_SCHEMA_DIR="$build/data" GSK_RENDERER=cairo LD_LIBRARY_PATH="$build/src/library" \
  XDG_CONFIG_HOME="$work/c" XDG_STATE_HOME="$work/s" XDG_CACHE_HOME="$work/h" XDG_DATA_HOME="$work/d" \
  xvfb-run -a -s "-screen 0 1920x1200x24" dbus-run-session -- \
  "$build/tests/tour/tour" "$work/pictures" light $size "$work/demo/wavefront.otf2" >&2

# pack PICTURE NAME [OPTION...]
pack() {
  convert "$work/pictures/wavefront-$1-light-$size-96.png" "${@:3}" -strip +dither -colors 255 \
    -define png:compression-level=9 "$source/docs/images/$2.png"
}
numbers=()
number() { # X Y N
  numbers+=(-fill '#b5006e' -draw "circle $1,$2 $(($1 + 15)),$2"
    -fill white -pointsize 19 -font DejaVu-Sans-Bold -draw "text $(($1 - 6)),$(($2 + 7)) '$3'")
}
number 205 560 1
number 655 75 2
number 850 210 3
number 600 680 4
number 1376 150 5
pack chosen window
pack chosen annotated "${numbers[@]}"
pack loops loops

# Those of the help, by the commands beside them.
python3 "$source/tests/cli/quotes.py" --keep "$source/help/C/figures" "$build/src/cli/refrain-cli" "$source" \
  "$source"/help/C/{events,matrix,patterns,phases,loops,topology,program,time,calls}.page
sed -i '1a <!-- SPDX-License-Identifier: GPL-3.0-or-later -->' "$source"/help/C/figures/page-*.svg
