#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli: help, wrong usage, and manual pages that tell the truth.
. "$(dirname "$0")/tap.sh"

work_address=${PWD// /%20}

ok "--help" "$cli" --help
commands=$(awk '/^Commands:/ { on = 1; next } on && NF == 0 { exit } on { print $1 }' out)
for command in info matrix match convert export; do
  is "--help names $command" "$(printf '%s\n' "$commands" | grep -cx "$command")" 1
done
ok "--version" "$cli" --version
is "--version says the version" "$(grep -cE '[0-9]+[.][0-9]+' out)" 1
# The version, of any command; options before the command.
for command in $commands; do
  is "$command --version" "$("$cli" "$command" --version)" "$("$cli" --version)"
done
is "but not behind --" "$("$cli" record -o none.mtf.h5 -- true --version 2>/dev/null | grep -c refrain-cli)" 0
is "an option before the command" "$("$cli" --json info "$demo")" "$("$cli" info --json "$demo")"
is "and one with a value" "$("$cli" --from 10ms --json numbers "$demo")" "$("$cli" numbers --from=10ms "$demo" --json)"
ok "a value that is a command" "$cli" --view matrix export -o matrix.svg "$demo"
is "draws" "$(grep -c '</svg>' matrix.svg)" 1
is "an option behind the trace" "$("$cli" info "$demo" --json)" "$("$cli" info --json "$demo")"
refused 2 "only options" "$cli" --json

# Names as addresses, and pipes.
mkdir 'a b'
cp "$data/pair.events" 'a b/pair.events'
is "an address" "$("$cli" info --json "file://$work_address/a%20b/pair.events")" "$("$cli" info --json "$PWD/a b/pair.events")"
ok "an address to write to" "$cli" convert 'a b/pair.events' "file://$work_address/out.gxl"
is "is written" "$(number messages out.gxl)" "$(number messages 'a b/pair.events')"
ok "an address as a value" "$cli" export --view matrix "--output=file://$work_address/two.svg" "$demo"
is "is written, too" "$(grep -c '</svg>' two.svg)" 1
refused 1 "an address that is none of ours" "$cli" info https://example.org/x.otf2
# info says the name first.
unnamed='del (.name, .memory, .statements[0])'
is "standard input" "$("$cli" info --json - <"$data/pair.events" | jq -c "$unnamed")" \
  "$("$cli" info --json "$data/pair.events" | jq -c "$unnamed")"
is "binary, too" "$("$cli" info --json - <"$data/pair.mtf.h5" | jq -c .messages)" "$(number messages "$data/pair.mtf.h5")"
refused 1 "nothing on standard input" "$cli" info - </dev/null
refused 1 "one of several files on standard input" "$cli" info - <"$demo"
is "that is said" "$(grep -c 'standard input: is one of the several files of a trace' err)" 1
for extension in .gxl .gxl.gz .mtf.h5 .events; do
  "$cli" convert "$data/pair.events" - --format $extension >"out$extension"
  is "$extension on standard output" "$(number messages "out$extension")" "$(number messages "$data/pair.events")"
done
is "from a pipe to a pipe" "$("$cli" convert - - --format gxl <"$data/pair.events" | "$cli" info --json - | jq .messages)"   "$(number messages "$data/pair.events")"
# Pipes leave nothing behind, however they end; nobody is told of files that he did not name.
mkdir scratch
TMPDIR=$PWD/scratch env --default-signal=PIPE "$cli" convert "$demo" - --format events 2>/dev/null | head -n 1 >/dev/null
is "who does not read on" "$(ls -A scratch)" ""
is "what is left out is told of standard output" \
  "$("$cli" convert "$demo" - --format events 2>&1 >/dev/null | cat)" \
  "refrain-cli: standard output: times and sizes are omitted"
for signal in INT TERM; do
  mkfifo "$signal"
  sleep $patience >"$signal" &
  sleeper=$!
  TMPDIR=$PWD/scratch env --default-signal=INT "$cli" info - <"$signal" 2>err &
  reader=$!
  for _ in $(seq 200); do
    [ ! -e scratch/*/"standard input" ] || break
    sleep 0.05
  done
  is "$signal: the pipe is being read" "$(ls scratch/*)" "standard input"
  kill -s $signal $reader
  wait $reader 2>/dev/null
  is "$signal: nothing is left" "$(ls -A scratch)" ""
  kill $sleeper
  wait $sleeper 2>/dev/null
done
is "what is wrong is said of standard input" "$("$cli" info - 2>&1 <"$here/test-usage.sh" | cut -d : -f 1,2)" "refrain-cli: standard input"
refused 2 "standard output in no format" "$cli" convert "$demo" -
refused 2 "a format for a file" "$cli" convert "$demo" x.gxl --format gxl
refused 2 "a format of several files" "$cli" convert "$demo" - --format otf2
refused 2 "two things on one stream" "$cli" convert --json "$demo" - --format gxl

refused 2 "no command" "$cli"
refused 2 "a command that does not exist" "$cli" sing "$demo"
for word in differences compar; do
  refused 2 "$word" "$cli" $word "$demo" "$demo"
  is "$word: what is meant" "$(grep -c 'did you mean “compare”' err)" 1
done
refused 2 "an option that does not exist" "$cli" info --loudly "$demo"
is "is named" "$(cut -d ' ' -f 3-5 err)" "unknown option “--loudly”"
for words in 'info --jsn' 'export --vew=matrix -o x.svg' 'record --outpt=x.mtf.h5 -- true' 'loops --json --logicl'; do
  refused 2 "$words" "$cli" $words "$demo"
  is "which one may be meant" "$(sed -n 's/.*did you mean “\(.*\)”.*/\1/p' err | grep -cE -- '^--(json|view|output|logical)$')" 1
done
refused 2 "two traces for one" "$cli" topology "$demo" "$demo"
is "how many there are" "$(grep -c 'expects one trace, got 2' err)" 1
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

# A terminal is told of what takes long, and nobody else; the program is stopped for longer than it waits.
if command -v script >/dev/null && [ -e "$shared/lu-W-4.tar.xz" ]; then
  unpack lu-W-4
  cat >stopped.sh <<'STOPPED'
"$@" &
sleep 0.05 && kill -STOP $! && sleep 1.2 && kill -CONT $!
wait $!
STOPPED
  for _ in $(seq 20); do
    TERM=xterm script -qec "bash stopped.sh '$cli' findings '$anchor'" typescript >/dev/null
    ! grep -q '[0-9] %  ' typescript || break
  done
  is "a terminal is shown how far it is" "$(tr '\r' '\n' <typescript | grep -c '^.\[K *[0-9]* %  [A-Z]' | sed 's/[1-9].*/some/')" some
  is "a line that is gone when the answer comes" "$(tr '\r' '\n' <typescript | grep -a 'confidence' | grep -c '[0-9] %  [A-Z]')" 0
  bash stopped.sh "$cli" findings "$anchor" >out 2>err
  is "a file is not" "$(cat err)" ""
fi
done_testing
