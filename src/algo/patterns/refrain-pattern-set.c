/* refrain-pattern-set.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-pattern-set.h"

#include <glib/gi18n.h>

#include "refrain-pattern-private.h"
#include "refrain-pattern-alike.h"

struct _RefrainPatternSet
{
  GObject parent_instance;

  RefrainPatternMethod method;
  RefrainSymbols *symbols;
  RefrainInstances *instances;
  RefrainWrapperChoice *choice; /* NULL: no routine delimits */
  GPtrArray *delimiters;        /* of RefrainRoutine, which the trace owns */
  GPtrArray *patterns;          /* of RefrainPattern */
  RefrainPatternEvent *event_of_instance;
  RefrainPatternEvent *sequence; /* one for each instance */
};

static GType
refrain_pattern_set_get_item_type (GListModel *model G_GNUC_UNUSED)
{
  return REFRAIN_TYPE_PATTERN;
}

static guint
refrain_pattern_set_get_n_items (GListModel *model)
{
  return REFRAIN_PATTERN_SET (model)->patterns->len;
}

static gpointer
refrain_pattern_set_get_item (GListModel *model, guint position)
{
  RefrainPatternSet *self = REFRAIN_PATTERN_SET (model);

  return position < self->patterns->len ? g_object_ref (self->patterns->pdata[position]) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = refrain_pattern_set_get_item_type;
  iface->get_n_items = refrain_pattern_set_get_n_items;
  iface->get_item = refrain_pattern_set_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (RefrainPatternSet,
                               refrain_pattern_set,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
refrain_pattern_set_finalize (GObject *object)
{
  RefrainPatternSet *self = REFRAIN_PATTERN_SET (object);

  g_clear_object (&self->symbols);
  g_clear_pointer (&self->instances, refrain_instances_free);
  g_clear_pointer (&self->choice, refrain_wrapper_choice_free);
  g_ptr_array_unref (self->delimiters);
  g_ptr_array_unref (self->patterns);
  g_free (self->event_of_instance);
  g_free (self->sequence);
  G_OBJECT_CLASS (refrain_pattern_set_parent_class)->finalize (object);
}

static void
refrain_pattern_set_class_init (RefrainPatternSetClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_pattern_set_finalize;
}

static void
refrain_pattern_set_init (RefrainPatternSet *self)
{
  self->delimiters = g_ptr_array_new ();
  self->patterns = g_ptr_array_new_with_free_func (g_object_unref);
}

/* ---- Making ------------------------------------------------------------------------------------
 */

static void
tell (RefrainProgressFunc progress, gpointer data, double fraction, const char *sentence)
{
  if (progress != NULL)
    progress (fraction, sentence, data);
}

/* The routines that delimit segments of sends and receives. */
static void
find_delimiters (RefrainPatternSet *self)
{
  RefrainTrace *trace = refrain_symbols_get_trace (self->symbols);
  const guint n_routines = refrain_trace_get_n_routines (trace);
  g_autofree gboolean *delimits = g_new0 (gboolean, MAX (n_routines, 1));

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);
      const RefrainCalls *calls = refrain_process_get_calls (process);
      const RefrainOps *ops = refrain_process_get_ops (process);
      const RefrainSymbolStream *stream = refrain_symbols_get_stream (self->symbols, p);
      gsize n;
      const RefrainSegment *segments
          = refrain_segments_get (self->instances->units->segments, p, &n);

      for (gsize s = 0; s < n; s++)
        if (segments[s].call != REFRAIN_NONE
            && REFRAIN_OP_IS_P2P (ops->kind[stream->op[segments[s].first]]))
          delimits[calls->routine[segments[s].call]] = TRUE;
    }
  for (guint r = 0; r < n_routines; r++)
    if (delimits[r])
      g_ptr_array_add (self->delimiters, refrain_trace_get_routine (trace, r));
}

static RefrainSegments *
make_segments (RefrainPatternSet *self,
               const RefrainPatternOptions *options,
               GCancellable *cancellable,
               GError **error)
{
  if (options->method == REFRAIN_PATTERNS_SYNTACTIC)
    return refrain_segments_new_syntactic (self->symbols, options->join_collectives);
  if (options->wrappers != NULL)
    self->choice = refrain_wrappers_named (refrain_symbols_get_trace (self->symbols),
                                           options->wrappers, error);
  else
    self->choice = refrain_wrappers_choose (self->symbols, cancellable);
  return self->choice == NULL
             ? NULL
             : refrain_segments_new (self->symbols, self->choice->flags, options->join_collectives);
}

RefrainPatternSet *
refrain_pattern_set_new (RefrainTrace *trace,
                         const RefrainPatternOptions *options,
                         GCancellable *cancellable,
                         RefrainProgressFunc progress,
                         gpointer progress_data,
                         GError **error)
{
  g_autoptr (RefrainPatternSet) self = NULL;
  g_autoptr (RefrainSegments) segments = NULL;
  g_autofree guint32 *shape = NULL;
  RefrainSymbolScheme scheme;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (options != NULL, NULL);

  self = g_object_new (REFRAIN_TYPE_PATTERN_SET, NULL);
  self->method = options->method;
  scheme = options->scheme;
  scheme.point_to_point = scheme.collectives = TRUE;
  tell (progress, progress_data, 0, _ ("Reading operations"));
  self->symbols = refrain_symbols_new (trace, &scheme, cancellable, error);
  if (self->symbols == NULL)
    return NULL;
  tell (progress, progress_data, 0.1, _ ("Choosing wrappers"));
  segments = make_segments (self, options, cancellable, error);
  if (segments != NULL)
    {
      tell (progress, progress_data, 0.6, _ ("Joining messages"));
      self->instances = refrain_instances_new (segments, !options->keep_tandem, cancellable);
    }
  if (self->instances == NULL)
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  tell (progress, progress_data, 0.8, _ ("Comparing patterns"));
  find_delimiters (self);
  shape = refrain_instances_find_alike (self->instances, options->merge_alike);
  refrain_patterns_make (self->instances, shape, self->patterns, &self->sequence,
                         &self->event_of_instance, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  tell (progress, progress_data, 1, _ ("Patterns found"));
  return g_steal_pointer (&self);
}

/* ---- Reading -----------------------------------------------------------------------------------
 */

RefrainTrace *
refrain_pattern_set_get_trace (RefrainPatternSet *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (self), NULL);
  return refrain_symbols_get_trace (self->symbols);
}

RefrainPatternMethod
refrain_pattern_set_get_method (RefrainPatternSet *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (self), REFRAIN_PATTERNS_ROUTINE);
  return self->method;
}

RefrainSymbols *
refrain_pattern_set_get_symbols (RefrainPatternSet *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (self), NULL);
  return self->symbols;
}

RefrainSegments *
refrain_pattern_set_get_segments (RefrainPatternSet *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (self), NULL);
  return self->instances->units->segments;
}

guint
refrain_pattern_set_get_n_patterns (RefrainPatternSet *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (self), 0);
  return self->patterns->len;
}

RefrainPattern *
refrain_pattern_set_get_pattern (RefrainPatternSet *self, guint i)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (self), NULL);
  g_return_val_if_fail (i < self->patterns->len, NULL);
  return self->patterns->pdata[i];
}

const RefrainWrapper *
refrain_pattern_set_get_wrappers (RefrainPatternSet *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->choice != NULL ? self->choice->wrappers->len : 0;
  return *n > 0 ? &g_array_index (self->choice->wrappers, RefrainWrapper, 0) : NULL;
}

RefrainRoutine *const *
refrain_pattern_set_get_delimiters (RefrainPatternSet *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->delimiters->len;
  return (RefrainRoutine *const *) self->delimiters->pdata;
}

const RefrainPatternEvent *
refrain_pattern_set_get_sequence (RefrainPatternSet *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->instances->n;
  return self->sequence;
}

gboolean
refrain_pattern_set_find_occurrence (RefrainPatternSet *self,
                                     guint process,
                                     gsize op,
                                     RefrainPatternEvent *event)
{
  RefrainTrace *trace;
  guint32 unit;

  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (self), FALSE);
  g_return_val_if_fail (process < self->instances->units->n_processes, FALSE);
  g_return_val_if_fail (event != NULL, FALSE);

  trace = refrain_symbols_get_trace (self->symbols);
  if (op >= refrain_process_get_ops (refrain_trace_get_process (trace, process))->n)
    return FALSE;
  unit = self->instances->unit_of_op[process][op];
  if (unit == REFRAIN_NONE)
    return FALSE;
  *event = self->event_of_instance[self->instances->instance_of_unit[unit]];
  return TRUE;
}

guint
refrain_pattern_set_find (
    RefrainPatternSet *self, guint process, gsize op, guint32 *indices, guint max)
{
  RefrainPatternEvent event;

  if (max == 0 || !refrain_pattern_set_find_occurrence (self, process, op, &event))
    return 0;
  indices[0] = event.pattern;
  return 1;
}
