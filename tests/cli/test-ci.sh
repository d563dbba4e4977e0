#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What continuous integration says at the end of its four runs, with a ./dev that only says how tests went.
. "$(dirname "$0")/tap.sh"

mkdir -p "$work/.ci"
cp "$REFRAIN_SOURCE/.ci/run" "$work/.ci"

# ci FIRST STATUS SECOND STATUS: the output, where the first run closes with FIRST, that with gcc's sanitizers with
# SECOND; one test that takes long passes, and two with those of clang.
ci() {
  cat >"$work/dev" <<DEV
#!/usr/bin/env bash
echo "1/2 some test"
case "\$*" in
  "test --no-suite long --no-suite again") echo "$1"; exit $2 ;;
  test\ --sanitize=clang*) echo "2 passed, 0 failed"; exit 0 ;;
  "test --suite long --no-suite whole") echo "1 passed, 0 failed"; exit 0 ;;
  test\ --sanitize*) echo "$3"; exit $4 ;;
esac
echo "0 passed, 9 failed"
DEV
  chmod +x "$work/dev"
  "$work/.ci/run" 2>&1
}

# closing OUTPUT: the lines that a machine would read.
closing() {
  grep -E '[0-9]+ passed, [0-9]+ failed' <<<"$1"
}

out=$(ci "12 passed, 0 failed, 3 skipped" 0 "5 passed, 0 failed" 0)
is "all runs succeed: status" $? 0
is "all are counted, in one line" "$(closing "$out")" "20 passed, 0 failed"
is "which is the last" "$(tail -n 1 <<<"$out")" "20 passed, 0 failed"
is "parts are told in other words" "$(grep -c 'tests passed and 0 failed' <<<"$out")" 4

out=$(ci "12 passed, 0 failed" 0 "4 passed, 1 failed" 1)
is "the sanitized run fails: status" $? 1
is "its failures count" "$(closing "$out")" "19 passed, 1 failed"

out=$(ci $'not ok 3 - it is so\n# got: nothing\n11 passed, 1 failed' 1 "5 passed, 0 failed" 0)
is "what failed is said again at the end" "$(tail -n 3 <<<"$out")" \
  $'not ok 3 - it is so\n# got: nothing\n19 passed, 1 failed'
is "the count once" "$(closing "$out")" "19 passed, 1 failed"

out=$(ci "10 passed, 2 failed" 1 "5 passed, 0 failed" 0)
is "the first run fails: status" $? 1
is "the second is made all the same" "$(closing "$out")" "18 passed, 2 failed"

out=$(ci "12 passed, 0 failed" 0 "no display" 1)
is "a run without a count: status" $? 1
is "is a failure" "$(closing "$out")" "15 passed, 1 failed"

out=$(ci "12 passed, 0 failed" 0 "0 passed, 0 failed" 0)
is "a run of no test: status" $? 1
is "is one, too" "$(closing "$out")" "15 passed, 1 failed"

done_testing
