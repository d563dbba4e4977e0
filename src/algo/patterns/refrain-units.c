/* refrain-units.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-units.h"

#include <string.h>

#include "refrain-tandem.h"

/* The units of one kind of segment, counted from its first element. */
typedef struct
{
  guint first; /* in the templates */
  guint n;
} Kind;

typedef struct
{
  const RefrainSymbolStream *stream;
  RefrainProcessUnits *result;
  RefrainSequenceTable kinds_seen;
  GArray *kinds;     /* of Kind, by number in kinds_seen */
  GArray *templates; /* of RefrainUnit */
  GArray *split;     /* of RefrainTandemUnit: room */
  GArray *nested;    /* of RefrainTandemSplit: room */
  GArray *form;      /* of guint32: room */
} Splitter;

typedef struct
{
  RefrainUnits *units;
  gboolean split;
  GCancellable *cancellable;
} Job;

/* The number of the general form of @n symbols. */
static guint32
number_content (RefrainProcessUnits *result, GArray *form, const guint32 *symbols, guint32 n)
{
  g_array_set_size (form, 0);
  for (guint32 i = 0; i < n; i++)
    if (i == 0 || symbols[i] != symbols[i - 1])
      g_array_append_val (form, symbols[i]);
  return refrain_sequence_table_add (&result->contents, (const guint32 *) (gpointer) form->data,
                                     form->len, NULL);
}

/* Splits a kind of segment that has not been met before. */
static void
add_kind (Splitter *self, const guint32 *symbols, guint32 n, gboolean split)
{
  Kind kind = { self->templates->len, 0 };
  const guint32 first_split = self->result->splits->len;

  g_array_append_val (self->result->first_split, first_split);
  g_array_set_size (self->split, 0);
  g_array_set_size (self->nested, 0);
  if (split)
    {
      refrain_tandem_split_nested (symbols, n, self->split, self->nested);
      g_array_append_vals (self->result->splits, self->nested->data, self->nested->len);
    }
  else
    {
      const RefrainTandemUnit all = { 0, n, G_MAXUINT32 };

      g_array_append_val (self->split, all);
    }
  for (guint i = 0; i < self->split->len; i++)
    {
      const RefrainTandemUnit *piece = &g_array_index (self->split, RefrainTandemUnit, i);
      const RefrainUnit unit
          = { piece->first,
              piece->n,
              0,
              number_content (self->result, self->form, symbols + piece->first, piece->n),
              piece->split,
              FALSE,
              FALSE };

      g_array_append_val (self->templates, unit);
    }
  kind.n = self->split->len;
  g_array_append_val (self->kinds, kind);
}

static void
split_process (gsize item, gpointer data)
{
  const Job *job = data;
  RefrainProcessUnits *result = &job->units->processes[item];
  gsize n_segments;
  const RefrainSegment *segments
      = refrain_segments_get (job->units->segments, (guint) item, &n_segments);
  Splitter self = { .stream = refrain_symbols_get_stream (
                        refrain_segments_get_symbols (job->units->segments), (guint) item),
                    .result = result };

  result->units = g_array_sized_new (FALSE, FALSE, sizeof (RefrainUnit), (guint) n_segments);
  result->kind = g_new (guint32, MAX (n_segments, 1));
  result->first_split = g_array_new (FALSE, FALSE, sizeof (guint32));
  result->splits = g_array_new (FALSE, FALSE, sizeof (RefrainTandemSplit));
  refrain_sequence_table_init (&result->contents);
  refrain_sequence_table_init (&self.kinds_seen);
  self.kinds = g_array_new (FALSE, FALSE, sizeof (Kind));
  self.templates = g_array_new (FALSE, FALSE, sizeof (RefrainUnit));
  self.split = g_array_new (FALSE, FALSE, sizeof (RefrainTandemUnit));
  self.nested = g_array_new (FALSE, FALSE, sizeof (RefrainTandemSplit));
  self.form = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (gsize s = 0; s < n_segments; s++)
    {
      const guint32 *symbols = self.stream->symbol + segments[s].first;
      gboolean is_new;
      const guint32 number
          = refrain_sequence_table_add (&self.kinds_seen, symbols, segments[s].n, &is_new);
      Kind kind;
      guint from = result->units->len;

      if (s % 1024 == 0 && g_cancellable_is_cancelled (job->cancellable))
        break;
      if (is_new)
        add_kind (&self, symbols, segments[s].n, job->split);
      result->kind[s] = number;
      kind = g_array_index (self.kinds, Kind, number);
      g_array_append_vals (result->units, &g_array_index (self.templates, RefrainUnit, kind.first),
                           kind.n);
      for (; from < result->units->len; from++)
        {
          RefrainUnit *unit = &g_array_index (result->units, RefrainUnit, from);

          unit->first += segments[s].first;
          unit->segment = (guint32) s;
        }
    }
  refrain_sequence_table_clear (&self.kinds_seen);
  g_array_unref (self.kinds);
  g_array_unref (self.templates);
  g_array_unref (self.split);
  g_array_unref (self.nested);
  g_array_unref (self.form);
}

/* FALSE when there are too many to be numbered. */
static gboolean
number_units (RefrainUnits *self)
{
  guint64 n = 0;

  for (guint p = 0; p < self->n_processes; p++)
    {
      self->first[p] = (guint32) n;
      n += self->processes[p].units->len;
      if (n >= G_MAXUINT32)
        return FALSE;
    }
  self->first[self->n_processes] = (guint32) n;
  return TRUE;
}

RefrainUnits *
refrain_units_new (RefrainSegments *segments, gboolean split, GCancellable *cancellable)
{
  RefrainSymbols *symbols = refrain_segments_get_symbols (segments);
  g_autoptr (RefrainUnits) self = g_new0 (RefrainUnits, 1);
  Job job = { self, split, cancellable };

  self->segments = g_object_ref (segments);
  self->n_processes = refrain_trace_get_n_processes (refrain_symbols_get_trace (symbols));
  self->processes = g_new0 (RefrainProcessUnits, self->n_processes);
  self->first = g_new0 (guint32, (gsize) self->n_processes + 1);
  refrain_segments_run (segments, split_process, &job);
  if (g_cancellable_is_cancelled (cancellable) || !number_units (self))
    return NULL;
  return g_steal_pointer (&self);
}

void
refrain_units_renumber (RefrainUnits *self)
{
  RefrainSymbols *symbols = refrain_segments_get_symbols (self->segments);
  g_autoptr (GArray) form = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint p = 0; p < self->n_processes; p++)
    {
      const guint32 *symbol = refrain_symbols_get_stream (symbols, p)->symbol;

      for (guint u = 0; u < self->processes[p].units->len; u++)
        {
          RefrainUnit *unit = &g_array_index (self->processes[p].units, RefrainUnit, u);

          if (unit->content == REFRAIN_NONE)
            unit->content
                = number_content (&self->processes[p], form, symbol + unit->first, unit->n);
        }
    }
  number_units (self);
}

void
refrain_units_free (RefrainUnits *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    {
      g_clear_pointer (&self->processes[p].units, g_array_unref);
      refrain_sequence_table_clear (&self->processes[p].contents);
      g_free (self->processes[p].kind);
      g_clear_pointer (&self->processes[p].first_split, g_array_unref);
      g_clear_pointer (&self->processes[p].splits, g_array_unref);
    }
  g_free (self->processes);
  g_free (self->first);
  g_clear_object (&self->segments);
  g_free (self);
}

guint
refrain_units_get_process (const RefrainUnits *self, guint32 unit)
{
  guint low = 0, high = self->n_processes;

  while (high - low > 1)
    {
      const guint middle = low + (high - low) / 2;

      if (self->first[middle] <= unit)
        low = middle;
      else
        high = middle;
    }
  return low;
}
