/* refrain-collective-name.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An operation that does not block stands where it ends, in MPI_Wait or MPI_Test; that it does not
 * is known of the call that began it, which no event connects with it but which the trace has.
 */
#include "refrain-collective-name.h"

/* The routine that does not block and is called as @name, "MPI_Allreduce", is; REFRAIN_NONE where
 * the program calls none. */
static guint32
find_not_blocking (RefrainTrace *trace, const char *name)
{
  const guint n = refrain_trace_get_n_routines (trace);

  if (!g_str_has_prefix (name, "MPI_"))
    return REFRAIN_NONE;
  for (guint r = 0; r < n; r++)
    {
      const char *label = refrain_trace_get_routine_label (trace, r);

      if (g_str_has_prefix (label, "MPI_I") && g_ascii_strcasecmp (label + 5, name + 4) == 0)
        return r;
    }
  return REFRAIN_NONE;
}

guint32
refrain_trace_find_collective_routine (RefrainTrace *trace, guint process, guint32 op)
{
  const RefrainOps *ops = refrain_trace_get_ops (trace, process);
  const guint32 call = ops->call[op];
  const guint32 routine = call != REFRAIN_NONE
                              ? refrain_trace_get_calls (trace, process)->routine[call]
                              : REFRAIN_NONE;
  const char *label
      = routine != REFRAIN_NONE ? refrain_trace_get_routine_label (trace, routine) : "";

  if (!g_str_has_prefix (label, "MPI_"))
    return REFRAIN_NONE;
  if (!g_str_has_prefix (label, "MPI_Wait") && !g_str_has_prefix (label, "MPI_Test"))
    return routine;
  return find_not_blocking (trace, refrain_collective_get_name ((RefrainCollective) ops->tag[op]));
}

const char *
refrain_trace_name_collective (RefrainTrace *trace, guint process, guint32 op)
{
  const RefrainOps *ops = refrain_trace_get_ops (trace, process);
  const guint32 routine = refrain_trace_find_collective_routine (trace, process, op);

  return routine != REFRAIN_NONE ? refrain_trace_get_routine_label (trace, routine)
                                 : refrain_collective_get_name ((RefrainCollective) ops->tag[op]);
}
