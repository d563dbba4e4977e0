/* refrain-pattern.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-pattern.h"

#include <string.h>

#include "refrain-pattern-private.h"

enum
{
  PROP_0,
  PROP_ID,
  PROP_NAME,
  PROP_OCCURRENCES,
  PROP_PROCESSES,
  PROP_ROUTINE,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (RefrainPattern, refrain_pattern, G_TYPE_OBJECT)

static void
refrain_pattern_finalize (GObject *object)
{
  RefrainPattern *self = REFRAIN_PATTERN (object);

  g_free (self->name);
  g_free (self->own_name);
  g_clear_object (&self->symbols);
  g_array_unref (self->parts);
  g_free (self->part_words);
  g_free (self->occurrences);
  g_free (self->spans);
  G_OBJECT_CLASS (refrain_pattern_parent_class)->finalize (object);
}

static void
refrain_pattern_get_property (GObject *object, guint property_id, GValue *value, GParamSpec *pspec)
{
  RefrainPattern *self = REFRAIN_PATTERN (object);

  switch (property_id)
    {
    case PROP_ID:
      g_value_set_uint (value, self->id);
      break;
    case PROP_NAME:
      g_value_set_string (value, refrain_pattern_get_name (self));
      break;
    case PROP_OCCURRENCES:
      g_value_set_uint64 (value, self->n_occurrences);
      break;
    case PROP_PROCESSES:
      g_value_set_uint (value, self->parts->len);
      break;
    case PROP_ROUTINE:
      g_value_set_object (value, self->routine);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
refrain_pattern_set_property (GObject *object,
                              guint property_id,
                              const GValue *value,
                              GParamSpec *pspec)
{
  switch (property_id)
    {
    case PROP_NAME:
      refrain_pattern_set_name (REFRAIN_PATTERN (object), g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
refrain_pattern_class_init (RefrainPatternClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = refrain_pattern_finalize;
  object_class->get_property = refrain_pattern_get_property;
  object_class->set_property = refrain_pattern_set_property;
  properties[PROP_ID] = g_param_spec_uint ("id", NULL, NULL, 0, G_MAXUINT, 0, readable);
  properties[PROP_NAME]
      = g_param_spec_string ("name", NULL, NULL, NULL,
                             G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_OCCURRENCES]
      = g_param_spec_uint64 ("occurrences", NULL, NULL, 0, G_MAXUINT64, 0, readable);
  properties[PROP_PROCESSES]
      = g_param_spec_uint ("processes", NULL, NULL, 0, G_MAXUINT, 0, readable);
  properties[PROP_ROUTINE]
      = g_param_spec_object ("routine", NULL, NULL, REFRAIN_TYPE_ROUTINE, readable);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
refrain_pattern_init (RefrainPattern *self)
{
  self->parts = g_array_new (FALSE, FALSE, sizeof (RefrainPatternPart));
}

/* Appends the symbols of @unit, runs of one symbol as one with a count, to the last part. */
static void
append_form (GArray *words, guint from, const guint32 *symbols, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (words->len > from && g_array_index (words, guint32, words->len - 2) == symbols[i])
      {
        g_array_index (words, guint32, words->len - 1)++;
      }
    else
      {
        const guint32 pair[2] = { symbols[i], 1 };

        g_array_append_vals (words, pair, 2);
      }
}

/* The parts, as the first occurrence has them. */
static void
make_parts (RefrainPattern *self)
{
  g_autoptr (GArray) words = g_array_new (FALSE, FALSE, sizeof (guint32)); /* symbol, count, … */
  gsize done = 0;

  for (gsize k = 0; k < self->n_occurrence_parts; k++)
    {
      const RefrainOccurrencePart *piece = &self->occurrences[k];
      const RefrainSymbolStream *stream
          = refrain_symbols_get_stream (self->symbols, piece->process);
      RefrainPatternPart *last
          = self->parts->len > 0
                ? &g_array_index (self->parts, RefrainPatternPart, self->parts->len - 1)
                : NULL;

      if (last == NULL || last->process != piece->process)
        {
          const RefrainPatternPart part = { .process = piece->process, .n = 0 };

          g_array_append_val (self->parts, part);
          last = &g_array_index (self->parts, RefrainPatternPart, self->parts->len - 1);
          done = words->len;
        }
      append_form (words, (guint) done, stream->symbol + piece->first, piece->n);
      last->n = (words->len - done) / 2;
    }
  self->part_words = g_new (guint32, MAX (words->len, 1));
  for (guint i = 0; i < words->len / 2; i++)
    {
      self->part_words[i] = g_array_index (words, guint32, 2 * i);
      self->part_words[words->len / 2 + i] = g_array_index (words, guint32, 2 * i + 1);
    }
  done = 0;
  for (guint i = 0; i < self->parts->len; i++)
    {
      RefrainPatternPart *part = &g_array_index (self->parts, RefrainPatternPart, i);

      part->symbol = self->part_words + done;
      part->count = self->part_words + words->len / 2 + done;
      done += part->n;
    }
}

static RefrainRoutine *
find_routine (RefrainInstances *instances, guint process, guint32 unit)
{
  RefrainUnits *units = instances->units;
  RefrainTrace *trace = refrain_symbols_get_trace (refrain_segments_get_symbols (units->segments));
  gsize n;
  const RefrainSegment *segments = refrain_segments_get (units->segments, process, &n);
  const guint32 call = segments[refrain_units_get (units, process, unit)->segment].call;
  guint32 routine;

  if (call == REFRAIN_NONE)
    return NULL;
  routine = refrain_process_get_calls (refrain_trace_get_process (trace, process))->routine[call];
  return routine == REFRAIN_NONE ? NULL : refrain_trace_get_routine (trace, routine);
}

RefrainPattern *
refrain_pattern_new (RefrainInstances *instances, const guint32 *order, gsize n, guint id)
{
  RefrainPattern *self = g_object_new (REFRAIN_TYPE_PATTERN, NULL);
  RefrainUnits *units = instances->units;
  const RefrainInstance *first = &instances->instances[order[0]];
  RefrainOccurrencePart *part;
  const RefrainOps *ops;
  guint process;

  self->id = id;
  self->symbols = g_object_ref (refrain_segments_get_symbols (units->segments));
  self->n_occurrences = n;
  self->n_occurrence_parts = (gsize) (first[1].first - first->first);
  self->occurrences = g_new (RefrainOccurrencePart, n * self->n_occurrence_parts);
  self->spans = g_new0 (RefrainTime, 2 * n);
  part = self->occurrences;
  for (gsize i = 0; i < n; i++)
    {
      const RefrainInstance *instance = &instances->instances[order[i]];

      g_assert (instance[1].first - instance->first == self->n_occurrence_parts);
      process = 0;
      for (guint64 m = instance->first; m < instance[1].first; m++, part++)
        {
          const RefrainUnit *unit;

          process = refrain_units_next_process (units, process, instances->members[m]);
          unit = refrain_units_get (units, process, instances->members[m]);
          *part = (RefrainOccurrencePart){ process, unit->first, unit->n };
        }
    }
  make_parts (self);
  process = self->occurrences[0].process;
  self->routine = find_routine (instances, process, instances->members[first->first]);
  ops = refrain_process_get_ops (
      refrain_trace_get_process (refrain_symbols_get_trace (self->symbols), process));
  self->collective = ops->kind[refrain_symbols_get_stream (self->symbols, process)
                                   ->op[self->occurrences[0].first]]
                     == REFRAIN_OP_COLLECTIVE;
  self->own_name = refrain_pattern_describe_shape (self);
  return self;
}

guint
refrain_pattern_get_id (RefrainPattern *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN (self), 0);
  return self->id;
}

const char *
refrain_pattern_get_name (RefrainPattern *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN (self), NULL);
  return self->name != NULL ? self->name : self->own_name;
}

void
refrain_pattern_set_name (RefrainPattern *self, const char *name)
{
  g_return_if_fail (REFRAIN_IS_PATTERN (self));

  if (name != NULL && *name == '\0')
    name = NULL;
  if (g_strcmp0 (name, self->name) == 0)
    return;
  g_free (self->name);
  self->name = g_strdup (name);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAME]);
}

gboolean
refrain_pattern_is_collective (RefrainPattern *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN (self), FALSE);
  return self->collective;
}

RefrainRoutine *
refrain_pattern_get_routine (RefrainPattern *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN (self), NULL);
  return self->routine;
}

const RefrainPatternPart *
refrain_pattern_get_parts (RefrainPattern *self, gsize *n)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->parts->len;
  return (const RefrainPatternPart *) (gpointer) self->parts->data;
}

gsize
refrain_pattern_get_n_occurrences (RefrainPattern *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN (self), 0);
  return self->n_occurrences;
}

const RefrainOccurrencePart *
refrain_pattern_get_occurrence (RefrainPattern *self, gsize i, gsize *n_parts)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN (self), NULL);
  g_return_val_if_fail (i < self->n_occurrences, NULL);
  g_return_val_if_fail (n_parts != NULL, NULL);

  *n_parts = self->n_occurrence_parts;
  return self->occurrences + i * self->n_occurrence_parts;
}

void
refrain_pattern_get_occurrence_span (RefrainPattern *self,
                                     gsize i,
                                     RefrainTime *start,
                                     RefrainTime *end)
{
  g_return_if_fail (REFRAIN_IS_PATTERN (self));
  g_return_if_fail (i < self->n_occurrences);

  *start = self->spans[2 * i];
  *end = self->spans[2 * i + 1];
}

const RefrainPatternMetrics *
refrain_pattern_get_metrics (RefrainPattern *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN (self), NULL);
  return &self->metrics;
}

RefrainOpSet *
refrain_pattern_get_op_set (RefrainPattern *self)
{
  g_return_val_if_fail (REFRAIN_IS_PATTERN (self), NULL);
  return refrain_occurrence_get_op_set (self->symbols, self->occurrences,
                                        self->n_occurrences * self->n_occurrence_parts);
}

RefrainOpSet *
refrain_occurrence_get_op_set (RefrainSymbols *symbols, const RefrainOccurrencePart *parts, gsize n)
{
  RefrainOpSet *set;

  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);
  g_return_val_if_fail (parts != NULL || n == 0, NULL);

  set = refrain_op_set_new (refrain_symbols_get_trace (symbols));
  for (gsize k = 0; k < n; k++)
    {
      const RefrainOccurrencePart *part = &parts[k];
      const guint32 *op = refrain_symbols_get_stream (symbols, part->process)->op;

      refrain_op_set_add_rows (set, part->process, op + part->first, part->n);
    }
  return set;
}
