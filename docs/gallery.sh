#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Draws the figures of gallery.md with the commands that it quotes. Needs the traces that tests find in
# ../shared/traces or $REFRAIN_SHARED_TRACES.
#
#     REFRAIN_BUILD=/path/to/_build docs/gallery.sh
set -euo pipefail

source=$(cd "$(dirname "$0")/.." && pwd)
build=${REFRAIN_BUILD:-$source/_build}
mkdir -p "$source/docs/images/gallery"
python3 "$source/tests/cli/quotes.py" --keep "$source/docs/images/gallery" \
  "$build/src/cli/refrain-cli" "$source" "$source/docs/gallery.md"
