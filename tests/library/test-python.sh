#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The Python module, with the library of the build.
. "$(dirname "$0")/../cli/tap.sh"

typelib=$REFRAIN_BUILD/src/library
[ -e "$typelib/Refrain-1.typelib" ] || skip_all "built without introspection"
python=/usr/bin/python3
"$python" -c 'import gi, numpy' 2>/dev/null || skip_all "python3-gi and python3-numpy are not installed"
export GI_TYPELIB_PATH=$typelib LD_LIBRARY_PATH=$typelib PYTHONPATH=$REFRAIN_SOURCE/python PYTHONDONTWRITEBYTECODE=1 \
  REFRAIN_CLI=$cli
exec "$python" "$here/test_refrain.py" "$demo"
