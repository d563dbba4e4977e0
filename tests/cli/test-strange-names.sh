#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Names out of a trace are a stranger's words: whatever a command prints of them, a terminal obeys none.
. "$(dirname "$0")/tap.sh"

strange=$REFRAIN_BUILD/tests/cli/strange-names

# obeyed FILE: characters that act, as code points, and forged lines (a CSV cell may have several).
obeyed() {
  iconv -f UTF-8 -t UTF-8 "$1" >/dev/null 2>&1 || echo "not UTF-8"
  perl -CSD -ne '
    s/\r\n\z/\n/;
    $seen{sprintf "%x", ord $1} = 1 while /([\x00-\x08\x0b-\x1f\x7f-\x9f\x{61c}\x{200e}\x{200f}\x{2028}-\x{202e}\x{2066}-\x{2069}])/g;
    $seen{"forged line"} = 1 if /^FORGED/;
    END { print join " ", sort keys %seen }' "$1"
}

# quiet ARGUMENTS...: nothing that is printed is obeyed; the exit status is at most $worst.
worst=1
quiet() {
  local status=0 called
  "$cli" "$@" >out 2>err || status=$?
  called=$(printf '%q ' "$@")
  is "$called ends well" "$([ "$status" -le "$worst" ] && echo yes)" yes
  case " $* " in
    *" --csv "*) sed -i 's/^FORGED/cell/' out ;;
  esac
  is "$called: output" "$(obeyed out)" ""
  is "$called: errors" "$(obeyed err)" ""
}

ok "a trace" "$strange" strange.mtf.h5
trace=strange.mtf.h5
for command in info validate matrix patterns phases loops waits critical-path topology efficiency \
  findings structure points logical durations numbers; do
  quiet "$command" "$trace"
  quiet "$command" --json "$trace"
  if [ "$command" != loops ]; then
    is "$command: JSON" "$("$cli" "$command" --json "$trace" | jq -e . >/dev/null && echo yes)" yes
  fi
done
for arguments in "numbers --csv" "durations --csv" "patterns --elementary" "patterns --stored" \
  "structure --process 0" "topology --each communicator" \
  "topology --each pattern" "loops --logical" "loops --expand 0" "matrix --waiting" "skeleton -o skeleton" \
  "match --ring" "durations --loop 1" "durations --pattern 1" "compare --pattern 1"; do
  # shellcheck disable=SC2086
  quiet $arguments "$trace"
done
for form in "" --csv --json; do
  # shellcheck disable=SC2086
  quiet query $form "$trace" "SELECT CALLS LIMIT 30"
  # shellcheck disable=SC2086
  quiet query $form "$trace" "SELECT COUNT FROM MESSAGES GROUP BY COMM, ROUTINE"
  # shellcheck disable=SC2086
  quiet query $form "$trace" "SELECT PROCESSES"
done
worst=2
quiet query "$trace" $'SELECT CALLS OF "no\e]0;title\a"'

name=$("$cli" info --json "$trace" | jq -c '[.. | .name? // empty | strings | select(startswith("work "))][0] | explode | [.[5:8], .[-5:]]')
is "JSON has the names themselves" "$name" '[[1,2,3],[27,91,51,49,109]]'

# Figures draw what is not seen.
for view in events overview matrix; do
  ok "a figure of $view" "$cli" export --view "$view" -o figure.svg "$trace"
  is "no text of $view turns around" "$(obeyed figure.svg)" ""
done

# Names of files and what a user types.
worst=2
quiet info $'no such\e[31m file\u202e'
quiet info $'no such \xff file'
quiet $'no such\e[31m command'
quiet info --$'option\a' "$trace"
quiet matrix --communicator $'none\e[0m' "$trace"
cp "$trace" $'a\e[31mb\u202e.mtf.h5'
quiet info $'a\e[31mb\u202e.mtf.h5'
quiet convert $'a\e[31mb\u202e.mtf.h5' $'c\e[31m.events'
quiet convert --compact "$trace" $'d\e[31m.mtf.h5'
quiet convert --patterns "$trace" kept.mtf.h5
quiet patterns --stored kept.mtf.h5
quiet info --symbols /dev/null
printf 'a\eb\xe2\x80\xaec a\eb\xe2\x80\xaec d' >words
quiet patterns --symbols words
# Characters of several bytes over the ends of all buffers.
perl -e 'print "a", "\xc3\xa9" x 100000, "\n"' >words
is "a long word stays whole" "$("$cli" patterns --json --symbols words | jq -r '.form[0]' | cksum)" "$(cksum <words)"
done_testing
