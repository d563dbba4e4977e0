#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# convert --compact of traces so regular that they expand more than a thousand times: a small one by rules,
# a large one in blocks, which a command unpacks as it reads, in as little memory as it may have.
. "$(dirname "$0")/tap.sh"

# compact N: a trace of about N events in whole.mtf.h5, what --compact makes of it, and says of the file.
compact() {
  ok "$1 regular events" "$REFRAIN_BUILD/tests/cli/regular-trace" whole.mtf.h5 "$1"
  ok "--compact" "$cli" convert --compact whole.mtf.h5 compact.mtf.h5
  said=$(grep '^compact.mtf.h5: ' out)
}

compact 100000
is "compact" "$(echo "$said" | grep -c 'for the events themselves')" 1
ok "--json" "$cli" convert --compact --json whole.mtf.h5 compact.mtf.h5
is "compact, as JSON" "$(jq -c '.file | [.compacted, .reason, .bytes_per_event < 2]' out)" '[true,null,true]'
ok "--json, event text" "$cli" convert --compact --json whole.mtf.h5 out.events
is "the format is the reason" "$(jq -c '.file | [.compacted, .reason]' out)" '[false,"format"]'

if [ "$(df -Pk . | awk 'NR == 2 { print $4 }')" -gt 1000000 ]; then
  compact 12000000
  is "in blocks" "$(echo "$said" | grep -c 'for the events themselves, kept in blocks.$')" 1
  ok "written out" "$cli" convert compact.mtf.h5 again.mtf.h5
  is "the same trace" "$(cmp whole.mtf.h5 again.mtf.h5 && echo same)" same
  rm again.mtf.h5
  ok "with little memory" env REFRAIN_MEMORY=16M "$cli" convert compact.mtf.h5 again.mtf.h5
  is "the same trace" "$(cmp whole.mtf.h5 again.mtf.h5 && echo same)" same
  rm again.mtf.h5
  ok "unpacked as it is opened" env REFRAIN_LAZY=no "$cli" convert compact.mtf.h5 again.mtf.h5
  is "the same trace" "$(cmp whole.mtf.h5 again.mtf.h5 && echo same)" same
  rm again.mtf.h5
  # One block after another is unpacked into the same memory; only a small budget has it given back in between.
  # Pages are small for that.
  faults() {
    GLIBC_TUNABLES='' REFRAIN_THREADS=1 REFRAIN_MEMORY=$1 python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt)' "$cli" matrix compact.mtf.h5
  }
  if command -v python3 >/dev/null && [ "${REFRAIN_SANITIZE:-none}" = none ] && getconf GNU_LIBC_VERSION >/dev/null 2>&1; then
    is "not half as many page faults" "$(($(faults 2G) * 2 < $(faults 512M)))" 1
  fi
  for view in overview events; do
    for file in whole compact; do
      ok "$view" "$cli" export --view=$view -o $file-$view.svg $file.mtf.h5
    done
    is "the same picture" "$(cmp whole-$view.svg compact-$view.svg && echo same)" same
  done
  ok "info" "$cli" info --json whole.mtf.h5
  jq 'del(.path, .name, .file, .size)' out >whole.json
  ok "info" "$cli" info --json compact.mtf.h5
  jq 'del(.path, .name, .file, .size)' out >compact.json
  is "the same sums" "$(sed 's/compact/whole/g' compact.json | cmp - whole.json && echo same)" same
  # One bit that contradicts nothing is noticed by who looks at it.
  for file in whole compact; do
    at=$(($(stat -c %s $file.mtf.h5) / 10))
    byte=$(od -An -tu1 -j $at -N 1 $file.mtf.h5)
    cp $file.mtf.h5 bad.mtf.h5
    printf "$(printf '\\%o' $((byte ^ 1)))" | dd of=bad.mtf.h5 bs=1 seek=$at conv=notrunc 2>/dev/null
    refused 1 "a flipped bit is noticed" "$cli" convert bad.mtf.h5 again.mtf.h5
    refused 1 "by validate, too" "$cli" validate bad.mtf.h5
    is "in one sentence" \
      "$(grep -c 'bad.mtf.h5: /[a-z/]*: it is damaged, its bytes are not those that were written$' err)" 1
  done
  ok "--json" "$cli" convert --compact --json whole.mtf.h5 again.mtf.h5
  is "the method" "$(jq -c '.file | [.compacted, .reason, .method, .bytes_per_event < 1, .bytes_by_blocks > 0]' out)" \
    '[true,null,"blocks",true,true]'
fi
done_testing
