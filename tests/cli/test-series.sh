#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli series: what was planted to grow with the number of processes is found to.
. "$(dirname "$0")/tap.sh"

# make PROCESSES WORK DELAY NAME: five rounds, in which each process computes for WORK ns, the first DELAY
# more, and all meet in an MPI_Allreduce.
make() {
  cp "$data/extrae.pcf" "$4.pcf"
  awk -v n="$1" -v work="$2" -v delay="$3" 'BEGIN {
    printf "#Paraver (22/11/2026 at 14:30):%d_ns:1(%d):1:%d(", 5 * (work + delay + 1000), n, n
    for (p = 1; p <= n; p++) printf "%s1:1", (p > 1 ? "," : "")
    printf "),1\nc:1:1:%d", n
    for (p = 1; p <= n; p++) printf ":%d", p
    printf "\n"
    for (round = 0; round < 5; round++) {
      from = round * (work + delay + 1000)
      for (p = 1; p <= n; p++) printf "2:%d:1:%d:1:%d:60000019:1\n", p, p, from
      for (p = n; p >= 1; p--)
        printf "2:%d:1:%d:1:%d:50000002:10:50100001:4:50100002:4:50100004:1\n", p, p,
          from + work + (p == 1 ? delay : 0)
      for (p = 1; p <= n; p++)
        printf "2:%d:1:%d:1:%d:50000002:0\n2:%d:1:%d:1:%d:60000019:0\n", p, p,
          from + work + delay + 500, p, p, from + work + delay + 900
    }
  }' >"$4.prv"
}
# row WHAT: its growth and values.
row() {
  jq -c --arg what "$1" '.rows[] | select(.what == $what) | [.growth, .values]' json
}

# Strong scaling: 16 ms of work in all, and a first process that is late by more and more.
for n in 4 8 16 32; do
  make $n $((16000000 / n)) $((2000 * n)) strong-$n
done
ok "four runs" "$cli" series strong-16.prv strong-4.prv strong-32.prv strong-8.prv
is "the first sentence is about what was planted" \
  "$(head -n 1 out | grep -c '^First to grow: waiting at n-to-n, from .* on 4 processes .* on 32 .* as n^2; on 64 processes')" 1
is "scaling is strong" "$(sed -n 2p out | grep -c 'strong scaling')" 1
"$cli" series --json strong-16.prv strong-4.prv strong-32.prv strong-8.prv >json
is "fewest processes first" "$(jq -c .processes json)" "[4,8,16,32]"
is "waiting is that of waits" "$(row 'waiting at n-to-n' | jq -c '.[1]')" \
  "$(for n in 4 8 16 32; do "$cli" waits --json strong-$n.prv | jq '.kinds.wait_nxn'; done | jq -sc .)"
is "it grows with the square" "$(row 'waiting at n-to-n' | jq -r '.[0]')" "n^2"
is "so many collectives as ever" "$(row collectives)" '["constant",[5,5,5,5]]'
is "computing is nearly the same" "$(row computing | jq -r '.[0]')" constant
is "the routine is there" "$(row 'time in solve' | jq -c '.[1] | length')" 4
is "kinds of waiting that nobody has are not" "$(row 'waiting at barriers')" ""
is "as CSV" "$("$cli" series --csv strong-4.prv strong-8.prv | head -n 1 | tr -d '\r')" "what,unit,on_4,on_8,growth"

# Weak scaling without any growth.
for n in 4 8 16 32; do
  make $n 1000000 0 weak-$n
done
ok "runs that scale" "$cli" series weak-4.prv weak-8.prv weak-16.prv weak-32.prv
is "nothing hurts" "$(head -n 1 out | grep -c '^Neither waiting nor MPI takes more')" 1
is "scaling is weak, and perfect" "$(sed -n 2p out | grep -c '(weak scaling), so scaling efficiency is 100 %')" 1

# Too few.
ok "two counts" "$cli" series strong-4.prv strong-32.prv
is "no law of two" "$(grep -c '^No law of growth: 2 process counts' out)" 1
is "no growth of any row" "$("$cli" series --json strong-4.prv strong-32.prv | jq -c '[.rows[].growth] | unique')" '[null]'
ok "the same count twice" "$cli" series strong-4.prv weak-4.prv
is "is no series" "$(head -n 1 out)" "No growth: all runs have 4 processes."
is "two columns for CSV" "$("$cli" series --csv strong-4.prv weak-4.prv | head -n 1 | tr -d '\r')" "what,unit,on_4,on_4_2,growth"
is "another program is no run of the first" "$("$cli" series strong-4.prv "$demo" | head -n 1 | grep -c 'Possible cause: different programs.$')" 1
refused 2 "one trace" "$cli" series strong-4.prv
refused 1 "one that is not there" "$cli" series strong-4.prv nowhere.prv
done_testing
