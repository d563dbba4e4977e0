/* refrain-cycles.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The light of a cycle is worked out in the background: it may be most of the run. When other
 * patterns are found, or somebody else takes the light, no cycle is selected.
 */
#include "config.h"
#include "refrain-cycles.h"

#include <glib/gi18n.h>

#include "refrain-lighting.h"

struct _RefrainCycles
{
  GObject parent_instance;

  RefrainPatterns *patterns;
  RefrainTaskRunner *runner;
  RefrainSelection *selection;
  guint32 selected;
  RefrainJob *light; /* that lights it up, while it runs */
  gboolean has_current;
  gsize current;
};

G_DEFINE_FINAL_TYPE (RefrainCycles, refrain_cycles, G_TYPE_OBJECT)

enum
{
  PROP_SELECTED = 1,
  PROP_CURRENT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* ---- What is selected ---- */

GPtrArray *
refrain_cycles_get_list (RefrainCycles *self)
{
  RefrainComposites *composites;

  g_return_val_if_fail (REFRAIN_IS_CYCLES (self), NULL);

  composites = refrain_patterns_get_composites (self->patterns);
  return composites != NULL ? refrain_composites_get_cycles (composites) : NULL;
}

guint32
refrain_cycles_get_selected (RefrainCycles *self)
{
  g_return_val_if_fail (REFRAIN_IS_CYCLES (self), REFRAIN_NONE);
  return self->selected;
}

static RefrainCycle *
get_cycle (RefrainCycles *self)
{
  return self->selected != REFRAIN_NONE ? refrain_cycles_get_list (self)->pdata[self->selected]
                                        : NULL;
}

static RefrainSymbols *
get_symbols (RefrainCycles *self)
{
  return refrain_pattern_set_get_symbols (
      refrain_composites_get_set (refrain_patterns_get_composites (self->patterns)));
}

/* Forgets what is selected, leaving what is lit up alone. */
static void
forget (RefrainCycles *self)
{
  if (self->selected == REFRAIN_NONE)
    return;
  refrain_job_stop (&self->light);
  self->selected = REFRAIN_NONE;
  if (self->has_current)
    {
      self->has_current = FALSE;
      if (refrain_selection_get_source (self->selection) == self)
        refrain_selection_set_current (self->selection, NULL);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CURRENT]);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

/* Somebody lit up something else. */
static void
on_source (RefrainCycles *self)
{
  if (refrain_selection_get_source (self->selection) != self)
    forget (self);
}

/* The cycles are others, or not looked at. */
static void
on_found (RefrainCycles *self)
{
  refrain_cycles_select (self, REFRAIN_NONE);
}

/* ---- Lighting up ---- */

typedef struct
{
  RefrainCycle *cycle;
  RefrainSymbols *symbols;
} LightWork;

static void
light_work_free (gpointer data)
{
  LightWork *work = data;

  g_object_unref (work->cycle);
  g_object_unref (work->symbols);
  g_free (work);
}

static gpointer
light_in_thread (RefrainJob *job, gpointer data, GError **error)
{
  LightWork *work = data;

  return refrain_cycle_get_op_set (work->cycle, work->symbols);
}

void
refrain_cycles_select (RefrainCycles *self, guint32 index)
{
  GPtrArray *list;
  LightWork *work;

  g_return_if_fail (REFRAIN_IS_CYCLES (self));

  list = refrain_cycles_get_list (self);
  if (list == NULL || index >= list->len)
    index = REFRAIN_NONE;
  if (index == self->selected)
    return;
  forget (self);
  if (index == REFRAIN_NONE)
    {
      if (refrain_selection_get_source (self->selection) == self)
        refrain_selection_light (self->selection, NULL, NULL);
      return;
    }
  refrain_selection_light (self->selection, NULL, self);
  self->selected = index;
  work = g_new0 (LightWork, 1);
  work->cycle = g_object_ref (get_cycle (self));
  work->symbols = g_object_ref (get_symbols (self));
  refrain_lighting_start (self->runner, &self->light, self->selection, _ ("Lighting up a cycle"),
                          light_in_thread, work, light_work_free, self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

/* ---- Going from one iteration to the next ---- */

gboolean
refrain_cycles_get_current (RefrainCycles *self, gsize *iteration)
{
  g_return_val_if_fail (REFRAIN_IS_CYCLES (self), FALSE);

  if (self->has_current && iteration != NULL)
    *iteration = self->current;
  return self->has_current;
}

RefrainOccurrencePart *
refrain_cycles_get_parts (RefrainCycles *self, gsize *n_parts)
{
  g_return_val_if_fail (REFRAIN_IS_CYCLES (self), NULL);
  g_return_val_if_fail (n_parts != NULL, NULL);

  *n_parts = 0;
  return self->has_current ? refrain_cycle_get_iteration (get_cycle (self), self->current, n_parts)
                           : NULL;
}

/* When iteration @i begins on the process that begins first. */
static RefrainTime
get_start (RefrainCycles *self, gsize i)
{
  RefrainTrace *trace
      = refrain_pattern_set_get_trace (refrain_patterns_get_elementary (self->patterns));
  RefrainSymbols *symbols = get_symbols (self);
  gsize n;
  g_autofree RefrainOccurrencePart *parts = refrain_cycle_get_iteration (get_cycle (self), i, &n);
  RefrainTime start = G_MAXINT64;

  for (gsize k = 0; k < n; k++)
    {
      const RefrainOps *ops
          = refrain_process_get_ops (refrain_trace_get_process (trace, parts[k].process));
      const guint32 op = refrain_symbols_get_stream (symbols, parts[k].process)->op[parts[k].first];

      start = MIN (start, ops->time[op]);
    }
  return start;
}

/* The first iteration from @from on, or the last before it. */
static gsize
find_near (RefrainCycles *self, int direction, RefrainTime from)
{
  const gsize n = refrain_cycle_get_count (get_cycle (self));
  gsize low = 0, high = n;

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (get_start (self, middle) < from)
        low = middle + 1;
      else
        high = middle;
    }
  return direction > 0 ? low % n : (low + n - 1) % n;
}

gboolean
refrain_cycles_step (RefrainCycles *self, int direction, RefrainTime from)
{
  g_autofree RefrainOccurrencePart *parts = NULL;
  g_autoptr (RefrainOpSet) ops = NULL;
  gsize n, n_parts;

  g_return_val_if_fail (REFRAIN_IS_CYCLES (self), FALSE);
  g_return_val_if_fail (direction == 1 || direction == -1, FALSE);

  if (self->selected == REFRAIN_NONE)
    return FALSE;
  n = refrain_cycle_get_count (get_cycle (self));
  self->current = self->has_current ? (self->current + n + (gsize) (gssize) direction) % n
                                    : find_near (self, direction, from);
  self->has_current = TRUE;
  parts = refrain_cycles_get_parts (self, &n_parts);
  ops = refrain_occurrence_get_op_set (get_symbols (self), parts, n_parts);
  refrain_selection_set_current (self->selection, ops);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CURRENT]);
  return TRUE;
}

/* ---- Object ---- */

RefrainCycles *
refrain_cycles_new (RefrainPatterns *patterns,
                    RefrainTaskRunner *runner,
                    RefrainSelection *selection)
{
  RefrainCycles *self;

  g_return_val_if_fail (REFRAIN_IS_PATTERNS (patterns), NULL);
  g_return_val_if_fail (REFRAIN_IS_TASK_RUNNER (runner), NULL);
  g_return_val_if_fail (REFRAIN_IS_SELECTION (selection), NULL);

  self = g_object_new (REFRAIN_TYPE_CYCLES, NULL);
  self->patterns = g_object_ref (patterns);
  self->runner = g_object_ref (runner);
  self->selection = g_object_ref (selection);
  g_signal_connect_object (selection, "notify::source", G_CALLBACK (on_source), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (patterns, "notify::composites", G_CALLBACK (on_found), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (patterns, "notify::level", G_CALLBACK (on_found), self,
                           G_CONNECT_SWAPPED);
  return self;
}

static void
refrain_cycles_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  RefrainCycles *self = REFRAIN_CYCLES (object);

  switch (id)
    {
    case PROP_SELECTED:
      g_value_set_uint (value, self->selected);
      break;
    case PROP_CURRENT:
      g_value_set_int64 (value, self->has_current ? (gint64) self->current : -1);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
refrain_cycles_finalize (GObject *object)
{
  RefrainCycles *self = REFRAIN_CYCLES (object);

  g_clear_object (&self->light);
  g_clear_object (&self->selection);
  g_clear_object (&self->runner);
  g_clear_object (&self->patterns);
  G_OBJECT_CLASS (refrain_cycles_parent_class)->finalize (object);
}

static void
refrain_cycles_class_init (RefrainCyclesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = refrain_cycles_get_property;
  object_class->finalize = refrain_cycles_finalize;
  properties[PROP_SELECTED]
      = g_param_spec_uint ("selected", NULL, NULL, 0, G_MAXUINT32, REFRAIN_NONE, flags);
  properties[PROP_CURRENT] = g_param_spec_int64 ("current", NULL, NULL, -1, G_MAXINT64, -1, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
refrain_cycles_init (RefrainCycles *self)
{
  self->selected = REFRAIN_NONE;
}
