/* refrain-pattern-alike.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-pattern-alike.h"

#include "refrain-symbols-private.h"

/* Appends what the units of instance @i do, ranks counted from the first of its processes. */
static void
append_shape (RefrainInstances *self, RefrainSymbols *symbols, guint32 i, GArray *key)
{
  const guint origin
      = refrain_units_get_process (self->units, self->members[self->instances[i].first]);
  guint process = 0;

  for (guint64 m = self->instances[i].first; m < self->instances[i + 1].first; m++)
    {
      const RefrainUnit *unit;
      guint32 head[2];
      gsize n;
      const guint32 *content;

      process = refrain_units_next_process (self->units, process, self->members[m]);
      unit = refrain_units_get (self->units, process, self->members[m]);
      content = refrain_sequence_table_get (&self->units->processes[process].contents,
                                            unit->content, &n);
      head[0] = process - origin;
      head[1] = (guint32) n;
      g_array_append_vals (key, head, 2);
      for (gsize k = 0; k < n; k++)
        {
          guint32 words[REFRAIN_SYMBOL_N_WORDS];

          refrain_symbols_get_shifted (symbols, content[k], origin, words);
          g_array_append_vals (key, words, REFRAIN_SYMBOL_N_WORDS);
        }
    }
}

guint32 *
refrain_instances_find_alike (RefrainInstances *self, gboolean merge)
{
  RefrainSymbols *symbols = refrain_segments_get_symbols (self->units->segments);
  guint32 *shape = g_new (guint32, MAX (self->n_patterns, 1));
  g_auto (RefrainSequenceTable) seen;
  g_autoptr (GArray) key = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) first = g_array_new (FALSE, FALSE, sizeof (guint32));

  refrain_sequence_table_init (&seen);
  for (guint32 k = 0; k < self->n_patterns; k++)
    {
      gboolean is_new;
      guint32 number;

      shape[k] = k;
      if (!merge)
        continue;
      g_array_set_size (key, 0);
      append_shape (self, symbols, self->example[k], key);
      number = refrain_sequence_table_add (&seen, (const guint32 *) (gpointer) key->data, key->len,
                                           &is_new);
      if (is_new)
        g_array_append_val (first, k);
      shape[k] = g_array_index (first, guint32, number);
    }
  return shape;
}
