/* refrain-loops-place.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In which loop and iteration events lie.
 */
#include "config.h"
#include "refrain-loops-private.h"

static const RefrainLoopPositions *
get_positions (RefrainLoops *self, guint process)
{
  const gpointer key = GUINT_TO_POINTER (process);
  gpointer positions;

  if (!g_hash_table_lookup_extended (self->positions, key, NULL, &positions))
    {
      positions = refrain_loop_positions_new (self->model, process, NULL);
      g_hash_table_insert (self->positions, key, positions);
    }
  return positions;
}

GArray *
refrain_loops_find_place (RefrainLoops *self, guint process, gsize op)
{
  const RefrainLoopPositions *positions;
  RefrainLoopEvents *events;
  guint64 position;

  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), NULL);

  if (self->model == NULL)
    return NULL;
  events = refrain_loop_model_get_events (self->model);
  if (process >= refrain_loop_events_get_n_processes (events)
      || !refrain_loop_stream_find (refrain_loop_events_get_stream (events, process), op,
                                    &position))
    return NULL;
  positions = get_positions (self, process);
  return positions != NULL ? refrain_loop_place_find (self->model, positions, position) : NULL;
}

/* The picked operation, or the first one in the picked call. */
static gboolean
get_picked_op (RefrainLoops *self, guint *process, gsize *op)
{
  const RefrainPick *pick = refrain_selection_get_pick (self->selection);
  const RefrainCalls *calls;
  const RefrainOps *ops;

  if ((pick->kind != REFRAIN_PICK_OP && pick->kind != REFRAIN_PICK_CALL)
      || pick->process >= refrain_trace_get_n_processes (self->trace))
    return FALSE;
  *process = pick->process;
  *op = pick->row;
  if (pick->kind == REFRAIN_PICK_OP)
    return TRUE;
  calls = refrain_process_get_calls (refrain_trace_get_process (self->trace, pick->process));
  ops = refrain_process_get_ops (refrain_trace_get_process (self->trace, pick->process));
  for (gsize i = 0; pick->row < calls->n && i < ops->n; i++)
    if (ops->time[i] >= calls->start[pick->row] && ops->time[i] <= calls->end[pick->row])
      {
        *op = i;
        return TRUE;
      }
  return FALSE;
}

void
refrain_loops_update_here (RefrainLoops *self)
{
  GArray *here = NULL;
  guint process;
  gsize op;

  if (self->model != NULL && get_picked_op (self, &process, &op))
    here = refrain_loops_find_place (self, process, op);
  if (here == NULL && self->here == NULL)
    return;
  g_clear_pointer (&self->here, g_array_unref);
  self->here = here;
  refrain_loops_notify (self, REFRAIN_LOOPS_HERE);
}

const GArray *
refrain_loops_get_here (RefrainLoops *self)
{
  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), NULL);
  return self->here;
}

guint32
refrain_loops_get_loop_here (RefrainLoops *self)
{
  guint32 found = REFRAIN_NONE;

  g_return_val_if_fail (REFRAIN_IS_LOOPS (self), REFRAIN_NONE);

  for (guint i = 0; self->here != NULL && i < self->here->len; i++)
    {
      const RefrainLoopStep *step = &g_array_index (self->here, RefrainLoopStep, i);

      if (step->iteration > 0)
        found = step->construct;
    }
  return found;
}

char *
refrain_loops_format_place (RefrainLoops *self, const GArray *place)
{
  GString *text = g_string_new (NULL);
  const RefrainConstruct *constructs;
  guint32 n;

  g_return_val_if_fail (REFRAIN_IS_LOOPS (self) && self->model != NULL, NULL);

  constructs = refrain_loop_model_get_constructs (self->model, &n);
  for (guint i = 0; place != NULL && i < place->len; i++)
    {
      const RefrainLoopStep *step = &g_array_index (place, RefrainLoopStep, i);

      if (step->iteration > 0)
        g_string_append_printf (text, "%si%u = %" G_GINT64_FORMAT, text->len > 0 ? ", " : "",
                                constructs[step->construct].depth, step->iteration);
    }
  return g_string_free (text, FALSE);
}

char *
refrain_loops_format_processes (RefrainLoops *self, guint32 construct)
{
  GString *text = g_string_new (NULL);
  guint n, first = 0;
  gboolean inside = FALSE;

  g_return_val_if_fail (REFRAIN_IS_LOOPS (self) && self->model != NULL, NULL);

  n = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (self->model));
  for (guint i = 0; i <= n; i++)
    {
      const gboolean covers = i < n && refrain_loop_model_covers (self->model, construct, i);

      if (covers && !inside)
        first = i;
      else if (!covers && inside)
        {
          g_string_append_printf (text, "%s%u", text->len > 0 ? ", " : "", first);
          if (i - 1 > first)
            g_string_append_printf (text, "%s%u", i - 2 > first ? "–" : ", ", i - 1);
        }
      inside = covers;
    }
  return g_string_free (text, FALSE);
}
