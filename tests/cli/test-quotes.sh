#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The commands that the README, the help, manual pages and pages for users quote run, and print what is quoted. With
# --write (and REFRAIN_SOURCE and REFRAIN_BUILD set, as tap.sh says) brings the quoted output up to date.
. "$(dirname "$0")/tap.sh"

command -v python3 >/dev/null || skip_all "python3 is not installed"
python3 "$here/quotes.py" "$@" "$cli" "$REFRAIN_SOURCE" "$REFRAIN_SOURCE"/README.md \
  "$REFRAIN_SOURCE"/docs/{recording,commands,faq,worked-case,gallery,ci,glossary,words,two-runs,mtf,mtf-compact,clusters,formats,library,query,scaling,database,security,architecture}.md "$REFRAIN_SOURCE"/help/C/*.page "$REFRAIN_SOURCE"/docs/man/*.1
exit $?
