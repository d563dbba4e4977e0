/* refrain-own-bytes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * No format says how its sizes are counted: the operations themselves give it away.
 */
#include "refrain-own-bytes.h"

/* No number that is summed up is smaller. */
#define LEAST_NUMBER 4

/* Whether the root of broadcast @i sends several times what others get: 1 or 0; -1 if unknown. */
static int
ask_broadcast (RefrainTrace *trace, const RefrainCollectives *all, gsize i)
{
  for (guint64 m = all->first[i]; m < all->first[i + 1]; m++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, all->process[m]);
      const RefrainOps *ops = refrain_process_get_ops (process);
      const guint32 op = all->op[m], record = ops->record[op];
      const guint64 received
          = record != REFRAIN_NONE ? refrain_process_get_records (process)->size[record] : 0;

      if (ops->peer[op] == (gint32) all->process[m] && received > 0)
        return ops->bytes[op] > received;
    }
  return -1;
}

gboolean
refrain_trace_counts_for_members (RefrainTrace *trace)
{
  const RefrainCollectives *all = refrain_trace_get_collectives (trace);
  gboolean any = FALSE, may = TRUE;

  for (gsize i = 0; i < all->n; i++)
    {
      const guint64 n = all->first[i + 1] - all->first[i];

      if (n < 2)
        continue;
      if (all->type[i] == REFRAIN_COLLECTIVE_BCAST)
        {
          const int answer = ask_broadcast (trace, all, i);

          if (answer >= 0)
            return answer > 0;
        }
      else if (all->type[i] == REFRAIN_COLLECTIVE_ALLREDUCE)
        {
          const RefrainOps *ops = refrain_trace_get_ops (trace, all->process[all->first[i]]);
          const guint64 bytes = ops->bytes[all->op[all->first[i]]];

          any |= bytes > 0;
          may &= bytes == 0 || (bytes % n == 0 && bytes / n >= LEAST_NUMBER);
        }
    }
  return any && may;
}

guint64
refrain_trace_get_own_bytes (RefrainTrace *trace, guint process, gsize op, gboolean for_members)
{
  RefrainProcess *own = refrain_trace_get_process (trace, process);
  const RefrainOps *ops = refrain_process_get_ops (own);
  const RefrainCollectives *all = refrain_trace_get_collectives (trace);
  const guint32 instance = ops->partner[op], record = ops->record[op];
  guint64 n;

  if (ops->kind[op] != REFRAIN_OP_COLLECTIVE)
    return ops->bytes[op];
  n = instance == REFRAIN_NONE ? 1 : MAX (all->first[instance + 1] - all->first[instance], 1);
  switch (refrain_collective_get_flow ((RefrainCollective) ops->tag[op]))
    {
    case REFRAIN_FLOW_FROM_ROOT:
      return record != REFRAIN_NONE && refrain_process_get_records (own)->size[record] > 0
                 ? refrain_process_get_records (own)->size[record]
                 : ops->bytes[op];
    case REFRAIN_FLOW_TO_ALL:
      return for_members ? ops->bytes[op] / n : ops->bytes[op];
    default:
      return ops->bytes[op];
    }
}
