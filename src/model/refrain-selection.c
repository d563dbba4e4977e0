/* refrain-selection.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Properties that notify when they change, and nothing else: what follows from a change is decided
 * by those who listen.
 */
#include "refrain-selection.h"

#include <math.h>

#include "refrain-free.h"
#include "refrain-notices.h"
#include "refrain-object.h"

/* More windows than anybody walks back; the oldest are forgotten. */
#define MAX_HISTORY 200

typedef struct
{
  double start, end;
} Window;

struct _RefrainSelection
{
  GObject parent_instance;

  RefrainTrace *trace;
  Window window;
  GArray *back;    /* of Window, the newest last */
  GArray *forward; /* of Window, the next last */
  RefrainPick pick;
  RefrainTime range_start, range_end;
  RefrainOpSet *highlight, *current;
  GArray *processes; /* of guint */
};

REFRAIN_DEFINE_NOTIFIER (RefrainSelection,
                         refrain_selection,
                         finalize,
                         "window",
                         "pick",
                         "processes",
                         "highlight",
                         "current",
                         "range",
                         "can-go-back",
                         "can-go-forward")

gboolean
refrain_pick_equal (const RefrainPick *a, const RefrainPick *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  if (a->kind != b->kind)
    return FALSE;
  switch (a->kind)
    {
    case REFRAIN_PICK_OP:
    case REFRAIN_PICK_CALL:
      return a->process == b->process && a->row == b->row;
    case REFRAIN_PICK_PROCESS:
      return a->process == b->process;
    case REFRAIN_PICK_CHANNEL:
      return a->process == b->process && a->peer == b->peer;
    case REFRAIN_PICK_NONE:
    default:
      return TRUE;
    }
}

RefrainSelection *
refrain_selection_new (RefrainTrace *trace)
{
  RefrainSelection *self;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  self = g_object_new (REFRAIN_TYPE_SELECTION, NULL);
  self->trace = g_object_ref (trace);
  for (guint i = 0; i < refrain_trace_get_n_processes (trace); i++)
    g_array_append_val (self->processes, i);
  self->window.start = (double) refrain_trace_get_start (trace);
  self->window.end = (double) refrain_trace_get_end (trace);
  return self;
}

void
refrain_selection_get_window (RefrainSelection *self, double *start, double *end)
{
  g_return_if_fail (REFRAIN_IS_SELECTION (self));
  if (start != NULL)
    *start = self->window.start;
  if (end != NULL)
    *end = self->window.end;
}

static void
notify_history (RefrainSelection *self, gboolean could_back, gboolean could_forward)
{
  if (could_back != (self->back->len > 0))
    g_object_notify (G_OBJECT (self), "can-go-back");
  if (could_forward != (self->forward->len > 0))
    g_object_notify (G_OBJECT (self), "can-go-forward");
}

void
refrain_selection_set_window (RefrainSelection *self, double start, double end, gboolean remember)
{
  gboolean could_back, could_forward;

  g_return_if_fail (REFRAIN_IS_SELECTION (self));
  g_return_if_fail (isfinite (start) && isfinite (end) && start <= end);

  if (start == self->window.start && end == self->window.end)
    return;

  could_back = self->back->len > 0;
  could_forward = self->forward->len > 0;
  if (remember)
    {
      if (self->back->len >= MAX_HISTORY)
        g_array_remove_index (self->back, 0);
      g_array_append_val (self->back, self->window);
      g_array_set_size (self->forward, 0);
    }
  self->window = (Window){ start, end };
  g_object_notify (G_OBJECT (self), "window");
  notify_history (self, could_back, could_forward);
}

/* Takes the last window of @from, and lays the present one on @to. */
static gboolean
step_history (RefrainSelection *self, GArray *from, GArray *to)
{
  gboolean could_back = self->back->len > 0;
  gboolean could_forward = self->forward->len > 0;

  if (from->len == 0)
    return FALSE;
  g_array_append_val (to, self->window);
  self->window = g_array_index (from, Window, from->len - 1);
  g_array_set_size (from, from->len - 1);
  g_object_notify (G_OBJECT (self), "window");
  notify_history (self, could_back, could_forward);
  return TRUE;
}

gboolean
refrain_selection_go_back (RefrainSelection *self)
{
  g_return_val_if_fail (REFRAIN_IS_SELECTION (self), FALSE);
  return step_history (self, self->back, self->forward);
}

gboolean
refrain_selection_go_forward (RefrainSelection *self)
{
  g_return_val_if_fail (REFRAIN_IS_SELECTION (self), FALSE);
  return step_history (self, self->forward, self->back);
}

REFRAIN_GETTER (RefrainSelection, refrain_selection, gboolean, can_go_back, self->back->len > 0)
REFRAIN_GETTER (
    RefrainSelection, refrain_selection, gboolean, can_go_forward, self->forward->len > 0)

static void
convert_array (GArray *windows, RefrainWindowFunc func, gpointer data)
{
  for (guint i = 0; i < windows->len; i++)
    {
      Window *window = &g_array_index (windows, Window, i);

      func (&window->start, &window->end, data);
    }
}

void
refrain_selection_convert_windows (RefrainSelection *self, RefrainWindowFunc func, gpointer data)
{
  g_return_if_fail (REFRAIN_IS_SELECTION (self));
  g_return_if_fail (func != NULL);

  convert_array (self->back, func, data);
  convert_array (self->forward, func, data);
  func (&self->window.start, &self->window.end, data);
  g_object_notify (G_OBJECT (self), "window");
}

void
refrain_selection_get_range (RefrainSelection *self, RefrainTime *start, RefrainTime *end)
{
  g_return_if_fail (REFRAIN_IS_SELECTION (self));
  if (start != NULL)
    *start = self->range_start;
  if (end != NULL)
    *end = self->range_end;
}

void
refrain_selection_set_range (RefrainSelection *self, RefrainTime start, RefrainTime end)
{
  g_return_if_fail (REFRAIN_IS_SELECTION (self));

  if (self->range_start == start && self->range_end == end)
    return;
  self->range_start = start;
  self->range_end = end;
  g_object_notify (G_OBJECT (self), "range");
}

REFRAIN_GETTER (RefrainSelection, refrain_selection, const RefrainPick *, get_pick, &self->pick)

void
refrain_selection_set_pick (RefrainSelection *self, const RefrainPick *pick)
{
  static const RefrainPick nothing = { REFRAIN_PICK_NONE, 0, 0, 0 };

  g_return_if_fail (REFRAIN_IS_SELECTION (self));

  if (pick == NULL)
    pick = &nothing;
  if (refrain_pick_equal (&self->pick, pick))
    return;
  self->pick = *pick;
  g_object_notify (G_OBJECT (self), "pick");
}

REFRAIN_GETTER (RefrainSelection, refrain_selection, RefrainOpSet *, get_highlight, self->highlight)

/* Puts @set in place of *@place; whether that is another one. */
static gboolean
replace_set (RefrainOpSet **place, RefrainOpSet *set)
{
  RefrainOpSet *old = *place;

  if (old == set)
    return FALSE;
  *place = set != NULL ? refrain_op_set_ref (set) : NULL;
  g_clear_pointer (&old, refrain_op_set_unref);
  return TRUE;
}

void
refrain_selection_set_highlight (RefrainSelection *self, RefrainOpSet *ops)
{
  g_return_if_fail (REFRAIN_IS_SELECTION (self));
  if (replace_set (&self->highlight, ops))
    g_object_notify (G_OBJECT (self), "highlight");
}

REFRAIN_GETTER (RefrainSelection, refrain_selection, RefrainOpSet *, get_current, self->current)

void
refrain_selection_set_current (RefrainSelection *self, RefrainOpSet *set)
{
  g_return_if_fail (REFRAIN_IS_SELECTION (self));
  if (replace_set (&self->current, set))
    g_object_notify (G_OBJECT (self), "current");
}

REFRAIN_ARRAY_GETTER (
    RefrainSelection, refrain_selection, guint, gsize, get_processes, self->processes)

void
refrain_selection_set_processes (RefrainSelection *self, const guint *processes, gsize n)
{
  guint n_processes;
  g_autofree guint8 *seen = NULL;
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (guint));

  g_return_if_fail (REFRAIN_IS_SELECTION (self));

  n_processes = refrain_trace_get_n_processes (self->trace);
  seen = g_new0 (guint8, n_processes + 1);
  if (processes == NULL)
    n = n_processes;
  for (gsize i = 0; i < n; i++)
    {
      guint process = processes != NULL ? processes[i] : (guint) i;

      if (process >= n_processes || seen[process])
        continue;
      seen[process] = 1;
      g_array_append_val (chosen, process);
    }
  if (chosen->len == self->processes->len
      && refrain_is_same (chosen->data, self->processes->data, chosen->len * sizeof (guint)))
    return;

  g_array_unref (self->processes);
  self->processes = g_steal_pointer (&chosen);
  g_object_notify (G_OBJECT (self), "processes");
}

static void
refrain_selection_finalize (RefrainSelection *self)
{
  g_clear_object (&self->trace);
  g_clear_pointer (&self->highlight, refrain_op_set_unref);
  g_clear_pointer (&self->current, refrain_op_set_unref);
  refrain_unref_arrays (self->back, self->forward, self->processes);
}

static void
refrain_selection_init (RefrainSelection *self)
{
  self->back = g_array_new (FALSE, FALSE, sizeof (Window));
  self->forward = g_array_new (FALSE, FALSE, sizeof (Window));
  self->processes = g_array_new (FALSE, FALSE, sizeof (guint));
  self->range_start = 0;
  self->range_end = -1;
}
