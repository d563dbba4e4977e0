/* refrain-finding-kind.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of kinds are part of the JSON that programs read: they are never changed.
 */
#include <glib/gi18n.h>

#include "refrain-findings.h"

/* From this confidence on. */
#define HIGH   0.5
#define MEDIUM 0.2

const char *
refrain_finding_kind_get_name (RefrainFindingKind kind)
{
  static const char *const names[REFRAIN_N_FINDINGS] = {
    [REFRAIN_FINDING_SLOW_PROCESS] = "slow_process",
    [REFRAIN_FINDING_SLOW_GROUP] = "slow_group",
    [REFRAIN_FINDING_IMBALANCE] = "imbalance",
    [REFRAIN_FINDING_LARGE_TASKS] = "large_tasks",
    [REFRAIN_FINDING_WANDERING] = "wandering",
    [REFRAIN_FINDING_SLOW_ITERATION] = "slow_iteration",
    [REFRAIN_FINDING_TREND] = "trend",
    [REFRAIN_FINDING_STEP] = "step",
    [REFRAIN_FINDING_PERIODIC] = "periodic",
    [REFRAIN_FINDING_NOISE] = "noise",
    [REFRAIN_FINDING_CHAIN] = "chain",
    [REFRAIN_FINDING_ORDER_OF_CALLS] = "order_of_calls",
    [REFRAIN_FINDING_MISSING_BUFFER] = "missing_buffer",
    [REFRAIN_FINDING_LATE_RECEIVER] = "late_receiver",
    [REFRAIN_FINDING_LOST_OVERLAP] = "lost_overlap",
    [REFRAIN_FINDING_SMALL_MESSAGES] = "small_messages",
    [REFRAIN_FINDING_TOO_MANY_BYTES] = "too_many_bytes",
    [REFRAIN_FINDING_NEEDLESS_BARRIER] = "needless_barrier",
    [REFRAIN_FINDING_LOCK_CONTENTION] = "lock_contention",
    [REFRAIN_FINDING_INPUT_OUTPUT] = "input_output",
    [REFRAIN_FINDING_SHARED_CORES] = "shared_cores",
    [REFRAIN_FINDING_SLOW_CALLS] = "slow_calls",
    [REFRAIN_FINDING_LATE_SENDER] = "late_sender",
    [REFRAIN_FINDING_SLOW_ROOT] = "slow_root",
    [REFRAIN_FINDING_HANG] = "hang",
    [REFRAIN_FINDING_START_UP] = "start_up",
    [REFRAIN_FINDING_CLOCKS] = "clocks",
  };

  g_return_val_if_fail (kind < REFRAIN_N_FINDINGS, NULL);
  return names[kind];
}

const char *
refrain_finding_describe_confidence (const RefrainFinding *finding)
{
  return finding->confidence >= HIGH     ? _ ("confidence: high")
         : finding->confidence >= MEDIUM ? _ ("confidence: medium")
                                         : _ ("confidence: low");
}

const char *
refrain_finding_describe_culprits (const RefrainFinding *finding)
{
  switch (finding->kind)
    {
    case REFRAIN_FINDING_SHARED_CORES:
    case REFRAIN_FINDING_SLOW_CALLS:
    case REFRAIN_FINDING_INPUT_OUTPUT:
      return _ ("slow calls");
    default:
      return _ ("late process");
    }
}
