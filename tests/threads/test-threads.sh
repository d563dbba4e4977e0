#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ThreadSanitizer over planted races, commands, and a storm in the window. REFRAIN_STORMS is how many
# storms there are (2), REFRAIN_STORM_STEPS how long each (60).
. "$(dirname "$0")/../cli/tap.sh"
library=$REFRAIN_BUILD/tests/threads/libhand-overs.so
command -v xvfb-run >/dev/null || skip_all "xvfb-run is not installed"
unpack sweep3d-2x3-50
# GLib's own allocator would give a thread what another had, unseen.
# Where GLib and GTK read and write is not known: what they do for us is told by hand-overs.c.
cp "$REFRAIN_SOURCE/tests/threads.txt" . # a path with a space would end there
options="suppressions=threads.txt:ignore_noninstrumented_modules=1:history_size=5"
threads=4

# watched PROGRAM...: ends with 66 if there was a race; what there is to say is in the file seen.
watched() {
  timeout $patience env G_SLICE=always-malloc LD_PRELOAD="$library" TSAN_OPTIONS="$options:log_path=log" REFRAIN_THREADS=$threads "$@" >out 2>err
  local status=$?
  cat "$work"/log.* >seen 2>/dev/null || true
  rm -f "$work"/log.*
  return $status
}

# races: one line each.
races() {
  grep -h '^SUMMARY' seen | sed 's/^SUMMARY: ThreadSanitizer: //' | sort | uniq -c | sort -rn | head -n 20
}

# clean STATUS DESCRIPTION: of what was watched last.
clean() {
  is "$2" "$1 $(races)" "0 "
  [ ! -s seen ] || tell "$(head -n 60 seen)"
}

# ---- What must be seen, and what must not ---------------------------------------------------------
for way in task items lock idle; do
  watched "$REFRAIN_BUILD/tests/threads/planted-race" $way-race
  is "a race that was planted is seen: $way" "$? $(races | wc -l)" "66 1"
  watched "$REFRAIN_BUILD/tests/threads/planted-race" $way
  clean $? "without it there is none: $way"
done

# ---- Commands -------------------------------------------------------------------------------------
for format in mtf.h5 gxl prv otf2 events; do
  watched "$cli" convert "$anchor" large.$format
  clean $? "convert to .$format"
done
watched "$cli" convert --compact "$anchor" compact.mtf.h5
clean $? "convert --compact"
for file in "$anchor" large.mtf.h5 large.gxl large.prv large.otf2 large.events compact.mtf.h5 "$data/grid.spool" \
  "$data/vampir.otf" "$data/smpi.trace"; do
  watched "$cli" info "$file"
  clean $? "info $(basename "$file")"
done
for command in brief validate matrix numbers waits critical-path efficiency findings structure points durations patterns phases \
  loops topology logical skeleton; do
  watched "$cli" "$command" "$anchor"
  status=$?
  # What there is to find is no fault here.
  clean $((status == 66 ? 66 : 0)) "$command"
done
watched "$cli" compare "$anchor" large.prv
clean $? "compare"
for view in events matrix loops phases program topology; do
  watched "$cli" export "$anchor" --view $view -o $view.png
  clean $? "export --view $view"
done

# ---- The window -----------------------------------------------------------------------------------
if [ -e "$REFRAIN_BUILD/tests/ui/test-ui" ]; then
  for seed in $(seq "${REFRAIN_STORMS:-2}"); do
    export REFRAIN_STORM="${REFRAIN_STORM_STEPS:-60} $seed"
    timeout $patience xvfb-run -a -s '-screen 0 1280x1024x24' env GDK_BACKEND=x11 GSK_RENDERER=cairo GDK_DEBUG=gl-disable \
      G_SLICE=always-malloc LD_PRELOAD="$library" TSAN_OPTIONS="$options:log_path=log" REFRAIN_THREADS=$threads \
      "$REFRAIN_BUILD/tests/ui/test-ui" window-storm >out 2>err
    status=$?
    cat "$work"/log.* >seen 2>/dev/null || : >seen
    rm -f "$work"/log.*
    clean $status "storm $seed in two windows"
    [ $status -eq 0 ] || tell "$(tail -n 20 err)"
  done
fi

done_testing
