#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli: help, wrong usage, and manual pages that tell the truth.
. "$(dirname "$0")/tap.sh"

ok "--help" "$cli" --help
commands=$(awk '/^Commands:/ { on = 1; next } on && NF == 0 { exit } on { print $1 }' out)
for command in info matrix match convert export; do
  is "--help names $command" "$(printf '%s\n' "$commands" | grep -cx "$command")" 1
done
ok "--version" "$cli" --version
is "--version says the version" "$(grep -cE '[0-9]+[.][0-9]+' out)" 1
refused 2 "no command" "$cli"
refused 2 "a command that does not exist" "$cli" sing "$demo"
refused 2 "an option that does not exist" "$cli" info --loudly "$demo"
refused 2 "no trace" "$cli" info

# Options of `--help` on standard input, sorted: "--from", "-o".
options() {
  grep -oE '(^|[ ,\[|(])--?[a-zA-Z][a-z-]*' | grep -oE -- '--?[a-zA-Z][a-z-]*' | grep -vxE -- '-h|--help|--help-all|-\?' | sort -u
}

page=$REFRAIN_SOURCE/docs/man/refrain-cli.1
manual=$(sed 's/\\-/-/g; s/\\f[BIRP]//g' "$page")
for command in $commands; do
  # The manual's subsection of the command, and the one common to all.
  told=$(printf '%s\n' "$manual" | awk -v name="$command" '
    /^\.S[HS] / { on = ($2 == name || $2 == "Common") } on' | grep -v '^\.S' | options)
  is "the options of $command, as its --help tells them, are in the manual" \
    "$("$cli" "$command" --help | sed -n '/Options:/,$p' | options | tr '\n' ' ')" \
    "$(printf '%s' "${told:+$told }" | tr '\n' ' ')"
done
views=$("$cli" export --view none -o x.svg "$demo" 2>&1 | sed -n 's/.* is not one of \(.*\) (see.*/\1/p' | tr -d ',')
is "there are views" "$(printf '%s\n' $views | grep -cx events)" 1
for view in $views; do
  is "export --help names the view $view" "$("$cli" export --help | grep -- '--view=' | grep -cw "$view")" 1
  is "the manual tells what the view $view is" "$(printf '%s\n' "$manual" | awk '
    /^What to draw:/ { on = 1 } /^\.TP/ { on = 0 } on' | grep -cE "^\.BR? $view( |$)")" 1
done
for page in "$REFRAIN_SOURCE"/docs/man/*.1; do
  is "$(basename "$page") is sound" "$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null | head -n 3)" ""
done
done_testing
