# SPDX-License-Identifier: GPL-3.0-or-later
# What the shell tests share: refrain-cli as a user runs it, in a folder of their own, reporting in
# TAP. Sourced; meson sets REFRAIN_SOURCE and REFRAIN_BUILD.
# shellcheck shell=bash

set -u
# Debian's programs first: its python3 has the modules that are asked for, and that of a version manager, which is
# found before it where there is one, takes a second to begin.
PATH=/usr/bin:/bin:$PATH
here=$(cd "$(dirname "$0")" && pwd)
cli=$REFRAIN_BUILD/src/cli/refrain-cli
demo=$REFRAIN_SOURCE/data/demo/wavefront.otf2
data=$REFRAIN_SOURCE/tests/data
shared=${REFRAIN_SHARED_TRACES:-$REFRAIN_SOURCE/../shared/traces}
work=$(mktemp -d "${TMPDIR:-/tmp}/refrain test XXXXXX")
trap 'chmod -R u+rwX "$work"; rm -rf "$work"' EXIT
cd "$work" || exit 99
tests=0 failures=0
# Seconds until a command counts as hanging: more than the slowest machine takes.
patience=60
[ "${REFRAIN_SANITIZE:-none}" = none ] || patience=600

skip_all() {
  echo "1..0 # SKIP $1"
  exit 0
}

command -v jq >/dev/null || skip_all "jq is not installed"
# jq 1.6 takes longer to begin than most of what it is asked here; gojq does not. It always sorts keys and does
# not know of -S.
if command -v gojq >/dev/null; then
  jq() {
    case $1 in
      -S) shift ;;
      -*S*) set -- "${1//S/}" "${@:2}" ;;
    esac
    gojq "$@"
  }
fi

# report STATUS DESCRIPTION
report() {
  tests=$((tests + 1))
  if [ "$1" -eq 0 ]; then
    echo "ok $tests - $2"
  else
    failures=$((failures + 1))
    echo "not ok $tests - $2"
  fi
}

# Lines of a TAP stream that say more about the last report.
tell() {
  printf '%s\n' "$@" | sed 's/^/# /'
}

# ok DESCRIPTION COMMAND...: the command succeeds. Its output is in out and err afterwards.
ok() {
  local description=$1 status=0
  shift
  "$@" >out 2>err || status=$?
  report "$status" "$description"
  [ "$status" -eq 0 ] || tell "exit $status from: $*" "$(head -n 20 err)" "$(head -n 20 out)"
}

# is DESCRIPTION GOT EXPECTED
is() {
  [ "$2" = "$3" ]
  report $? "$1"
  [ "$2" = "$3" ] || tell "got:      $2" "expected: $3"
}

# within KIBIBYTES COMMAND...: in so much address space, and in time. The checks of a sanitizer reserve
# terabytes of addresses: with them, in time only.
within() (
  [ "${REFRAIN_SANITIZE:-none}" != none ] || ulimit -v "$1"
  shift
  timeout $patience "$@"
)

# refused STATUS DESCRIPTION COMMAND...: ends with STATUS, silent on standard output, and on standard
# error one sentence (status 1) or anything (status 2).
refused() {
  local expected=$1 description=$2 status=0 bad=0
  shift 2
  timeout $patience "$@" >out 2>err || status=$?
  [ "$status" -eq "$expected" ] || bad=1
  [ ! -s out ] || bad=1
  case $expected in
    1) [ "$(wc -l <err)" -eq 1 ] || bad=1 ;;
    *) [ -s err ] || bad=1 ;;
  esac
  report $bad "$description"
  [ $bad -eq 0 ] || tell "exit $status, expected $expected, from: $*" "stdout: $(head -c 300 out)" "stderr: $(head -n 20 err)"
}

# survives DESCRIPTION COMMAND...: ends by itself with 0 and a silent standard error, or with 1 and
# one sentence; soon, in any case.
survives() {
  local description=$1 status=0 bad=0
  shift
  timeout $patience "$@" >out 2>err || status=$?
  case $status in
    0) [ ! -s err ] || bad=1 ;;
    1) [ "$(wc -l <err)" -eq 1 ] && [ ! -s out ] || bad=1 ;;
    *) bad=1 ;;
  esac
  report $bad "$description"
  [ $bad -eq 0 ] || tell "exit $status from: $*" "stderr: $(head -n 20 err)"
}

# numbers TRACE: all that `info --json` counts, whatever the file's name and format.
numbers() {
  "$cli" info --json "$1" | jq -c '{processes, events, calls, mpi_calls, point_to_point, messages,
    unmatched, collectives, collective_instances, communicators, routines, start, "end", depth}' ||
    echo "no numbers of $1"
}

# number KEY TRACE: one number of `info --json`.
number() {
  "$cli" info --json "$2" | jq -r ".$1"
}

# archive_of NAME: where the real trace NAME is: beside the source tree or, one of them, in it.
archive_of() {
  local folder
  for folder in "$shared" "$data"; do
    if [ -e "$folder/$1.tar.xz" ]; then
      echo "$folder/$1.tar.xz"
      return
    fi
  done
}

# unpack NAME: the real trace NAME, whose anchor file is in anchor afterwards. Without it nothing is
# tried.
unpack() {
  local archive
  archive=$(archive_of "$1")
  [ -n "$archive" ] || skip_all "no $1.tar.xz in ../shared/traces or \$REFRAIN_SHARED_TRACES"
  command -v xz >/dev/null || skip_all "xz is not installed"
  tar -xf "$archive" || skip_all "$1.tar.xz cannot be unpacked"
  anchor=$(find "$1" -maxdepth 1 -name '*.otf2')
  [ -n "$anchor" ] || anchor=$(find "$1" -name '*.otf2' | head -n 1)
}

# copy_archive ANCHOR FOLDER: a writable copy of an OTF2 archive, for damaging.
copy_archive() {
  local base=${1%.otf2}
  mkdir -p "$2"
  cp -r "$base.otf2" "$base.def" "$base" "$2"
  chmod -R u+rw "$2"
}

done_testing() {
  echo "1..$tests"
  exit $((failures > 0))
}
