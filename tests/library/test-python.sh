#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The Python module, with the library of the build: what it gives, with pandas and without, and the notebooks.
#   test-python.sh [pandas|notebooks]
. "$(dirname "$0")/../cli/tap.sh"

typelib=$REFRAIN_BUILD/src/library
[ -e "$typelib/Refrain-1.typelib" ] || skip_all "built without introspection"
python=/usr/bin/python3
"$python" -c 'import gi, numpy' 2>/dev/null || skip_all "python3-gi and python3-numpy are not installed"
export GI_TYPELIB_PATH=$typelib LD_LIBRARY_PATH=$typelib PYTHONPATH=$REFRAIN_SOURCE/python PYTHONDONTWRITEBYTECODE=1 \
  REFRAIN_CLI=$cli
case ${1:-} in
  '') exec "$python" "$here/test_refrain.py" "$demo" ;;
esac
"$python" -c 'import pandas' 2>/dev/null || skip_all "python3-pandas is not installed"
case $1 in
  pandas) exec "$python" "$here/test_refrain.py" "$demo" pandas ;;
  notebooks) exec "$python" "$here/run_notebooks.py" "$REFRAIN_SOURCE/docs/notebooks" ;;
esac
