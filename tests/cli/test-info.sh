#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli info: the numbers of known traces.
. "$(dirname "$0")/tap.sh"

# expect TRACE KEY=VALUE...
expect() {
  local trace=$1 pair
  shift
  "$cli" info --json "$trace" >info.json || report 1 "info --json $trace"
  for pair; do
    is "$(basename "$trace"): $pair" "$(jq -c ".${pair%%=*}" info.json)" "${pair#*=}"
  done
}

# 8 processes in a 2 x 4 grid, 8 iterations, 10 planes. The grid has 10 inner edges: an exchange is 20
# messages, a sweep 100. Collective calls: broadcast, creation of the grid, barrier, 8 sums, 2 gathers.
expect "$demo" processes=8 messages=1760 point_to_point=3520 unmatched=0 collectives=104 \
  collective_instances=13
# 10 rounds there and back, one message that nobody receives, one barrier.
expect "$data/ping-pong.otf2" processes=2 messages=20 sent_messages=21 point_to_point=41 unmatched=1 collectives=2 \
  collective_instances=1
# 3 threads a process, 5 rounds there and back each.
expect "$data/threads.otf2" processes=2 messages=30 point_to_point=60 unmatched=0 collectives=2

is "info is one JSON object" "$("$cli" info --json "$demo" | jq -s 'map(type) | join(" ")')" '"object"'
for key in processes events calls mpi_calls point_to_point messages unmatched collectives \
  collective_instances communicators routines start end depth; do
  is "key $key" "$("$cli" info --json "$demo" | jq "has(\"$key\")")" true
done
is "end is in seconds" "$("$cli" info --json "$demo" | jq '.end > 0.05 and .end < 10')" true

# Every enter and leave counts, as the source's own printer counts them.
if command -v otf2-print >/dev/null; then
  for trace in "$demo" "$data/ping-pong.otf2" "$data/threads.otf2"; do
    is "$(basename "$trace"): events as otf2-print" "$(number events "$trace")" \
      "$(otf2-print "$trace" 2>/dev/null | grep -cE '^[A-Z_]+ +[0-9]+ +[0-9]+')"
  done
fi

# Where the time goes.
"$cli" info --json "$demo" >info.json
is "sizes of all messages" "$(jq '[.message_sizes[].messages] | add' info.json)" 1760
is "24 numbers of 8 bytes are 100 bytes to 1 kB" \
  "$(jq -c '.message_sizes[] | [.from, .to, .bytes]' info.json)" "[100,999,$((1760 * 192))]"
is "calls of all routines" "$(jq '([.routine_times[].calls] | add) == .calls' info.json)" true
is "those of MPI" "$(jq '([.routine_times[] | select(.mpi).calls] | add) == .mpi_calls' info.json)" true
is "shares are a whole" "$(jq '[.routine_times[].share] | add | . > 0.999 and . < 1.001' info.json)" true
is "the longest first" "$(jq '[.routine_times[].time] | . == (sort | reverse)' info.json)" true
is "a process computes or is in MPI" \
  "$(jq '[.per_process[] | (.computing + .mpi - (.end - .start)) | fabs < 1e-6] | all' info.json)" true
is "messages of each process" "$(jq -c '[.per_process[] | .sends] | [add, length]' info.json)" "[1760,8]"
is "the share of MPI" \
  "$(jq '([.per_process[].mpi] | add) as $m | ([.per_process[].computing] | add) as $c | (.mpi_share - $m / ($m + $c)) | fabs < 1e-6' info.json)" true

ok "info as text" "$cli" info "$demo"
is "the second line says how long, and how much of it in MPI" \
  "$(sed -n 2p out | grep -cE '^8 processes, .*: .* between MPI_Init and MPI_Finalize; [0-9.]+ % of that time is spent in MPI\.$')" 1
is "the third which process has most to do" "$(sed -n 3p out | grep -cE '^(Process [0-9]+ computes|Evenly loaded)')" 1
is "every process" "$(sed -n '/^Processes/,$p' out | grep -cE '^ +[0-7] ')" 8
is "the text names processes and messages" "$(grep -ciE 'process|message' out | awk '{ print ($1 >= 2) }')" 1
ok "from another folder, by a relative path" sh -c 'cd "$1" && "$2" info wavefront.otf2' sh "$(dirname "$demo")" "$cli"
ok "a trace whose name begins with a dash is written" "$cli" convert -- "$data/ping-pong.otf2" -dash.gxl
ok "and read" "$cli" info --json -- -dash.gxl
is "as it was" "$(jq .messages out)" 20
is "only the first -- ends the options" "$("$cli" convert -- -dash.gxl -- 2>&1 | grep -c '^refrain-cli: --: ')" 1
ok "among the arguments of match" "$cli" match --ring -- -dash.gxl
ok "the folder of an archive" "$cli" info "$(dirname "$demo")"

# The shortest times have an exponent, which JSON writes without a trailing ".0".
cat >tiny.gxl <<'END'
<gxl><graph>
<node id="PRC00001"><attr name="rank"><int>0</int></attr></node>
<node id="trc000001"><attr name="MPOperationName"><string>MPI_Init</string></attr>
<attr name="startTime"><double>0</double></attr>
<attr name="endTime"><double>0.00000001</double></attr></node>
<edge from="trc000001" to="PRC00001"></edge>
</graph></gxl>
END
is "ten nanoseconds are a number" "$(number end tiny.gxl)" "$(jq -n 1e-08)"
# A report in other forms.
is "it says what it is first" "$("$cli" info --json "$demo" | sed -n 2p)" '  "schema" : "refrain/info/1",'
is "options stand before or after the trace" "$("$cli" info --json "$demo" | cksum)" "$("$cli" info "$demo" --json | cksum)"
"$cli" info "$demo" --csv | tr -d '\r' >info.csv
is "the main table as CSV" "$(head -n 1 info.csv)" "share,time_s,calls,name,label,mpi"
is "has the calls of JSON" "$(awk -F , '$4 == "MPI_Send" { print $3 }' info.csv)" \
  "$(jq '.routine_times[] | select(.name == "MPI_Send").calls' info.json)"
is "all of them" "$(tail -n +2 info.csv | wc -l)" "$(jq '.routine_times | length' info.json)"
"$cli" info --latex "$demo" >info.tex
is "for LaTeX" "$(grep -cE '^ +.(top|mid|bottom)rule$' info.tex) $(grep -cF 'MPI\_Send \\' info.tex)" "3 1"
refused 2 "one form at a time" "$cli" info --json --csv "$demo"
refused 2 "one trace at a time" "$cli" info "$demo" "$demo"
(trap '' PIPE; sleep 0.3; "$cli" info --json "$demo" 2>err) | true
is "who does not read on is told nothing" "$(cat err)" ""
refused 1 "no room for what is printed" sh -c '"$1" info "$2" >/dev/full' sh "$cli" "$demo"
# What people read and what the trace has.
printf '0 local %s\n' 'call _ZL17CalcForceForNodesR6Domain' 'call MPI_Barrier' >mangled.events
printf '%s\n' '0 sync MPI_Barrier 0' '0 local return MPI_Barrier' \
  '0 local return _ZL17CalcForceForNodesR6Domain' >>mangled.events
is "routines as the source has them" "$("$cli" info mangled.events | grep -c '  CalcForceForNodes$') $("$cli" info mangled.events | grep -c _ZL17)" "1 0"
is "both names" "$("$cli" info --json mangled.events | jq -c '[.routine_times[] | select(.mpi | not) | .name, .label]')" \
  '["_ZL17CalcForceForNodesR6Domain","CalcForceForNodes"]'

# What is called, and not recorded.
"$cli" convert "$demo" demo.gxl
sed 's/>relax_plane</>MPI_Sendrecv</' demo.gxl >silent.gxl
wanted="1280 calls of MPI_Sendrecv, but the trace does not hold their messages"
is "info says what is not recorded" "$("$cli" info silent.gxl | grep -c "^$wanted")" 1
is "so do patterns" "$("$cli" patterns silent.gxl | head -n 1)" "$wanted"
is "and phases" "$("$cli" phases silent.gxl | head -n 1)" "$wanted"
is "and loops" "$("$cli" loops silent.gxl | head -n 1)" "// $wanted"
is "and findings" "$("$cli" findings silent.gxl | head -n 1)" "$wanted"
# One-sided operations whose target takes no part: each command says it first.
wanted="3 of 108 MPI operations are not analysed: one-sided ones such as MPI_Accumulate, of which their targets have no event"
for command in patterns structure phases findings waits critical-path efficiency durations topology matrix; do
  is "$command says what is not analysed" "$("$cli" $command "$data/api.spool" 2>err | head -n 1)" "$wanted"
done
# Requests that are started, of which nothing is recorded anywhere; and where it is.
printf '0 local %s\n' 'call MPI_Psend_init' 'return MPI_Psend_init' 'call MPI_Allreduce_init' \
  'return MPI_Allreduce_init' 'call MPI_Start' 'return MPI_Start' >started.events
is "persistent and partitioned operations that are not recorded" "$("$cli" info started.events | grep -c \
  '^1 call of MPI_Allreduce_init, 1 call of MPI_Psend_init, but the trace does not hold what they exchange')" 1
sed '/return MPI_Start/i 0 sync MPI_Allreduce 0' started.events >recorded.events
is "and that are" "$("$cli" info recorded.events | grep -c 'but the trace does not')" 0
grep -v MPI_Start started.events >never.events
is "what is never started exchanges nothing" "$("$cli" info never.events | grep -c 'but the trace does not')" 0
# Neighbours of a graph, which the trace does not tell.
for p in 0 1; do
  printf "$p local %s\n" 'call MPI_Neighbor_allgather'
  echo "$p sync collective 0-1"
  printf "$p local %s\n" 'return MPI_Neighbor_allgather'
done >graph.events
wanted="2 calls of MPI_Neighbor_allgather, but the trace does not hold who is whose neighbour there"
for command in info patterns phases topology; do
  is "$command says that neighbours are not known" "$("$cli" $command graph.events | grep -c "^$wanted")" 1
done
"$cli" convert graph.events graph.gxl
is "so does the page" "$("$cli" loops --logical graph.gxl | head -n 1)" "// $wanted"
is "but not what it expands to" "$("$cli" loops --logical --expand 0 graph.gxl | grep -c 'does not hold')" 0
is "nothing is missing of the demo" "$("$cli" info "$demo" | grep -c 'but the trace does not')" 0
done_testing
