#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Debian's source package, made of the last commit, as lintian sees it. `./dev package` has it look at what is
# built of it.
. "$(dirname "$0")/tap.sh"

for tool in lintian dpkg-source git; do
  command -v $tool >/dev/null || skip_all "$tool is not installed"
done
git -C "$REFRAIN_SOURCE" rev-parse --git-dir >/dev/null 2>&1 || skip_all "this is no clone"
version=$(sed -n "s/^  version: '\(.*\)',/\1/p" "$REFRAIN_SOURCE/meson.build")
ok "it is made" "$REFRAIN_SOURCE/tests/package/debian-source" "$work/debian"
cd "$work/debian" || exit 99
ok "and packed" dpkg-source -Zgzip -z1 -b refrain
is "lintian finds nothing wrong with it" "$(lintian --color never "refrain_$version-1.dsc" 2>&1 |
  grep -v '^running with root privileges')" ""
is "each test of what is installed is there, to be run" \
  "$(find refrain/debian/tests -type f -executable -printf '%f\n' | sort)" \
  "$(sed -n 's/^Tests: //p' "$REFRAIN_SOURCE/debian/tests/control" | sort)"
done_testing
