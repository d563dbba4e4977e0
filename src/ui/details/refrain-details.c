/* refrain-details.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls, processes and channels. Operations are in refrain-details-op.c.
 */
#include "config.h"
#include "refrain-details-private.h"

#include <glib/gi18n.h>

#include "refrain-pick-text.h"
#include "refrain-time-format.h"

/* A deeper chain of callers is cut. */
#define MAX_CALLERS 64

static void
add (GListStore *list,
     RefrainDetailKind kind,
     const char *label,
     const char *value,
     const RefrainPick *target)
{
  g_autoptr (RefrainDetail) detail = refrain_detail_new (kind, label, value, target);

  g_list_store_append (list, detail);
}

void
refrain_details_add_title (GListStore *list, const char *label, const char *value)
{
  add (list, REFRAIN_DETAIL_TITLE, label, value, NULL);
}

void
refrain_details_add_header (GListStore *list, const char *label)
{
  add (list, REFRAIN_DETAIL_HEADER, label, NULL, NULL);
}

void
refrain_details_add (GListStore *list, const char *label, char *value)
{
  add (list, REFRAIN_DETAIL_VALUE, label, value, NULL);
  g_free (value);
}

void
refrain_details_add_link (GListStore *list,
                          const char *label,
                          char *value,
                          const RefrainPick *target)
{
  add (list, REFRAIN_DETAIL_VALUE, label, value, target);
  g_free (value);
}

char *
refrain_details_format_time (RefrainTime time)
{
  return refrain_time_format (time, 9);
}

void
refrain_details_add_times (GListStore *list, RefrainTime start, RefrainTime end)
{
  refrain_details_add (list, _ ("Start"), refrain_details_format_time (start));
  refrain_details_add (list, _ ("End"), refrain_details_format_time (end));
  refrain_details_add (list, _ ("Duration"), refrain_time_format (end - start, 5));
}

void
refrain_details_add_process (GListStore *list, RefrainTrace *trace, guint process)
{
  RefrainPick pick = { REFRAIN_PICK_PROCESS, process, 0, 0 };

  refrain_details_add_link (
      list, _ ("Process"),
      g_strdup_printf ("%u · %s", process,
                       refrain_process_get_name (refrain_trace_get_process (trace, process))),
      &pick);
}

void
refrain_details_add_callers (GListStore *list, RefrainTrace *trace, guint process, guint32 call)
{
  const RefrainCalls *calls
      = refrain_process_get_calls (refrain_trace_get_process (trace, process));

  if (call == REFRAIN_NONE || call >= calls->n)
    return;
  refrain_details_add_header (list, _ ("Called From"));
  for (guint i = 0; call != REFRAIN_NONE && call < calls->n && i < MAX_CALLERS; i++)
    {
      RefrainPick pick = { REFRAIN_PICK_CALL, process, 0, call };
      g_autofree char *name = refrain_pick_get_title (trace, &pick);

      refrain_details_add_link (list, name != NULL ? name : _ ("Unknown routine"),
                                refrain_time_format (calls->end[call] - calls->start[call], 3),
                                &pick);
      call = calls->parent[call];
    }
}

/* "main.c:3"; a line that is not known is left out. */
static char *
format_source (RefrainRoutine *routine)
{
  if (refrain_routine_get_line (routine) == 0)
    return g_strdup (refrain_routine_get_file (routine));
  return g_strdup_printf ("%s:%u", refrain_routine_get_file (routine),
                          refrain_routine_get_line (routine));
}

static void
add_call (GListStore *list, RefrainTrace *trace, guint process, gsize row)
{
  const RefrainCalls *calls
      = refrain_process_get_calls (refrain_trace_get_process (trace, process));
  RefrainPick pick = { REFRAIN_PICK_CALL, process, 0, row };
  g_autofree char *title = refrain_pick_get_title (trace, &pick);
  RefrainRoutine *routine = NULL;

  if (calls->routine[row] < refrain_trace_get_n_routines (trace))
    routine = refrain_trace_get_routine (trace, calls->routine[row]);
  refrain_details_add_title (list, title, _ ("Call of a routine"));
  refrain_details_add_process (list, trace, process);
  refrain_details_add_times (list, calls->start[row], calls->end[row]);
  refrain_details_add (list, _ ("Depth"), g_strdup_printf ("%u", calls->depth[row]));
  if (routine != NULL)
    {
      refrain_details_add_header (list, _ ("Routine"));
      if (g_strcmp0 (refrain_routine_get_source_name (routine), title) != 0)
        refrain_details_add (list, _ ("In the trace"),
                             g_strdup (refrain_routine_get_source_name (routine)));
      if (refrain_routine_get_file (routine) != NULL)
        refrain_details_add (list, _ ("Source"), format_source (routine));
      refrain_details_add (list, _ ("Calls"),
                           refrain_count_format (refrain_routine_get_calls (routine)));
      refrain_details_add (list, _ ("Own time"),
                           refrain_time_format (refrain_routine_get_time (routine), 4));
      if (refrain_routine_get_calls (routine) > 0)
        refrain_details_add (
            list, _ ("Mean own time"),
            refrain_time_format (refrain_routine_get_time (routine)
                                     / (RefrainTime) MAX (1, refrain_routine_get_calls (routine)),
                                 4));
    }
  refrain_details_add_callers (list, trace, process, calls->parent[row]);
}

static void
add_process (GListStore *list, RefrainTrace *trace, guint index)
{
  RefrainProcess *process = refrain_trace_get_process (trace, index);
  GListModel *defects = refrain_trace_get_defects (trace);
  guint n_defects = g_list_model_get_n_items (defects);
  g_autofree char *title = g_strdup_printf (_ ("Process %u"), index);

  refrain_details_add_title (list, title, refrain_process_get_name (process));
  if (refrain_process_get_host (process) != NULL)
    refrain_details_add (list, _ ("Host"), g_strdup (refrain_process_get_host (process)));
  refrain_details_add (list, _ ("Threads"),
                       refrain_count_format (refrain_process_get_n_threads (process)));
  refrain_details_add (list, _ ("Calls"),
                       refrain_count_format (refrain_process_get_calls (process)->n));
  refrain_details_add (list, _ ("Operations"),
                       refrain_count_format (refrain_process_get_ops (process)->n));
  for (guint i = 0, shown = 0; i < n_defects && shown < 16; i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);

      if (refrain_defect_get_process (defect) != (gint32) index)
        continue;
      if (shown++ == 0)
        refrain_details_add_header (list, _ ("Defects"));
      add (list, REFRAIN_DETAIL_VALUE, refrain_defect_get_sentence (defect), NULL, NULL);
    }
}

static void
add_channel (GListStore *list,
             RefrainTrace *trace,
             const RefrainPick *pick,
             RefrainMatrix *matrix,
             const char *where)
{
  g_autofree char *subtitle = g_strdup_printf (_ ("Messages %s"), where);
  g_autofree char *title = refrain_pick_get_title (trace, pick);
  RefrainPick source = { REFRAIN_PICK_PROCESS, pick->process, 0, 0 };
  RefrainPick destination = { REFRAIN_PICK_PROCESS, pick->peer, 0, 0 };
  RefrainPick back = { REFRAIN_PICK_CHANNEL, pick->peer, pick->process, 0 };
  guint64 count, bytes;

  refrain_details_add_title (list, title, subtitle);
  if (matrix != NULL)
    {
      refrain_matrix_get (matrix, pick->process, pick->peer, &count, &bytes);
      refrain_details_add (list, _ ("Messages"), refrain_count_format (count));
      refrain_details_add (list, _ ("Bytes"), refrain_bytes_format (bytes));
      if (count > 0)
        refrain_details_add (list, _ ("Mean size"), refrain_bytes_format (bytes / count));
    }
  refrain_details_add_link (list, _ ("From"), g_strdup_printf (_ ("Process %u"), pick->process),
                            &source);
  refrain_details_add_link (list, _ ("To"), g_strdup_printf (_ ("Process %u"), pick->peer),
                            &destination);
  if (pick->process != pick->peer)
    refrain_details_add_link (list, _ ("The other way"),
                              g_strdup_printf ("%u → %u", pick->peer, pick->process), &back);
}

GListModel *
refrain_details_new (RefrainTrace *trace,
                     const RefrainPick *pick,
                     RefrainMatrix *matrix,
                     const char *where)
{
  g_autoptr (GListStore) list = g_list_store_new (REFRAIN_TYPE_DETAIL);
  g_autofree char *title = NULL;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (pick != NULL, NULL);

  title = refrain_pick_get_title (trace, pick);
  if (title == NULL)
    return G_LIST_MODEL (g_steal_pointer (&list));
  switch (pick->kind)
    {
    case REFRAIN_PICK_OP:
      refrain_details_add_op (list, trace, pick->process, pick->row);
      break;
    case REFRAIN_PICK_CALL:
      add_call (list, trace, pick->process, pick->row);
      break;
    case REFRAIN_PICK_PROCESS:
      add_process (list, trace, pick->process);
      break;
    case REFRAIN_PICK_CHANNEL:
      add_channel (list, trace, pick, matrix, where != NULL ? where : _ ("in the window"));
      break;
    case REFRAIN_PICK_NONE:
    default:
      break;
    }
  return G_LIST_MODEL (g_steal_pointer (&list));
}
