#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every file of the program names its licence.
. "$(dirname "$0")/tap.sh"

cd "$REFRAIN_SOURCE" || exit 99
is "files without an SPDX line" "$(
  find dev .ci src data po tests docs/man help flatpak debian -type f \
    \( -name '*.[ch]' -o -name '*.sh' -o -name '*.ui' -o -name '*.xml' -o -name '*.in' -o -name '*.svg' \
    -o -name '*.css' -o -name "*.po" -o -name "*.page" -o -name "*.xsl" -o -name "*.yml" -o -name "check-*" -o -name '*.1' -o -perm -u+x \) \
    ! -path 'tests/*/data/*' ! -path 'tests/data/*' ! -path 'data/demo/*' -exec grep -L 'SPDX-License-Identifier' {} +
)" ""
done_testing
