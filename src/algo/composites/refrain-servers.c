/* refrain-servers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who talks to whom falls into two sides, in one way at most where all are connected.
 */
#include "refrain-servers.h"

#include <glib/gi18n.h>

#include "refrain-compare.h"
#include "refrain-time-format.h"

/* Servers are no more than one of so many processes, and their numbers are told up to so many. */
#define ONE_OF    3
#define MOST_TOLD 8

typedef struct
{
  GArray *pairs; /* of guint64: sender << 32 | receiver, each once, ascending */
  guint n;
  gint8 *side;           /* of each process: 0, 1; -1: has no messages */
  guint64 *sends, *gets; /* messages of each process */
} Sides;

static void
sides_clear (Sides *self)
{
  g_array_unref (self->pairs);
  g_free (self->side);
  g_free (self->sends);
  g_free (self->gets);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sides, sides_clear)

static Sides
count_messages (RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_processes (trace);
  Sides self = { .pairs = g_array_new (FALSE, FALSE, sizeof (guint64)),
                 .n = n,
                 .side = g_new (gint8, (gsize) n + 1),
                 .sends = g_new0 (guint64, (gsize) n + 1),
                 .gets = g_new0 (guint64, (gsize) n + 1) };
  guint kept = 0;

  for (guint p = 0; p < n; p++)
    {
      const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, p));

      self.side[p] = -1;
      for (gsize i = 0; i < ops->n; i++)
        if (REFRAIN_OP_IS_SEND (ops->kind[i]) && ops->partner[i] != REFRAIN_NONE)
          {
            const guint64 pair = (guint64) p << 32 | (guint32) ops->peer[i];

            g_array_append_val (self.pairs, pair);
            self.sends[p]++;
            self.gets[ops->peer[i]]++;
          }
    }
  g_array_sort (self.pairs, refrain_compare_uint64);
  for (guint i = 0; i < self.pairs->len; i++)
    if (i == 0
        || g_array_index (self.pairs, guint64, i) != g_array_index (self.pairs, guint64, kept - 1))
      g_array_index (self.pairs, guint64, kept++) = g_array_index (self.pairs, guint64, i);
  g_array_set_size (self.pairs, kept);
  return self;
}

/* From the first pair on, whoever has to do with one side is on the other. FALSE where that is no
 * two sides, or some have nothing to do with these. */
static gboolean
find_sides (Sides *self)
{
  gboolean changed = self->pairs->len > 0;

  if (changed)
    self->side[g_array_index (self->pairs, guint64, 0) >> 32] = 0;
  while (changed)
    {
      changed = FALSE;
      for (guint i = 0; i < self->pairs->len; i++)
        {
          const guint64 pair = g_array_index (self->pairs, guint64, i);
          gint8 *from = &self->side[pair >> 32], *to = &self->side[(guint32) pair];

          if (*from >= 0 && *from == *to)
            return FALSE;
          changed = changed || (*from < 0) != (*to < 0);
          if (*from < 0 && *to >= 0)
            *from = 1 - *to;
          else if (*to < 0 && *from >= 0)
            *to = 1 - *from;
        }
    }
  for (guint p = 0; p < self->n; p++)
    if (self->side[p] < 0)
      return FALSE;
  return self->pairs->len > 0;
}

char *
refrain_servers_describe (RefrainTrace *trace)
{
  g_auto (Sides) sides = count_messages (trace);
  g_autoptr (GString) who = g_string_new (NULL);
  guint counts[2] = { 0, 0 };
  guint64 asked = 0, answered = 0;
  g_autofree char *in = NULL, *out = NULL;
  gint8 small;

  if (!find_sides (&sides))
    return NULL;
  for (guint p = 0; p < sides.n; p++)
    {
      if (sides.sends[p] == 0 || sides.gets[p] == 0)
        return NULL;
      counts[sides.side[p]]++;
    }
  small = counts[1] < counts[0];
  if (counts[small] < 2 || counts[small] > MOST_TOLD || ONE_OF * counts[small] > sides.n)
    return NULL;
  for (guint p = 0; p < sides.n; p++)
    if (sides.side[p] == small)
      {
        g_string_append_printf (who, "%s%u", who->len > 0 ? ", " : "", p);
        asked += sides.gets[p];
        answered += sides.sends[p];
      }
  in = refrain_count_format (asked);
  out = refrain_count_format (answered);
  /* Translators: ranks of processes, how many others, and messages. */
  return g_strdup_printf (
      _ ("processes %s serve %u others, which send them %s messages and get %s"), who->str,
      counts[!small], in, out);
}
