/* refrain-servers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who talks to whom falls into two sides, in one way at most where all are connected.
 */
#include "refrain-servers.h"

#include <glib/gi18n.h>

#include "refrain-matrix.h"
#include "refrain-time-format.h"

/* Servers are no more than one of so many processes, and their numbers are told up to so many. */
#define ONE_OF    3
#define MOST_TOLD 8

/* From the first pair on, whoever has to do with one side is on the other. FALSE where that is no
 * two sides, or some have nothing to do with these. Who is furthest is reached through each server
 * once: what takes more turns has too many of them, as a long line has. */
static gboolean
find_sides (RefrainMatrix *matrix, const RefrainMatrixCell *sent, gint8 *side)
{
  const guint n = refrain_matrix_get_n_processes (matrix);
  gboolean changed = FALSE;
  guint turns = 0;

  for (guint p = 0; p < n; p++)
    {
      side[p] = sent[p].count > 0 && !changed ? 0 : -1;
      changed = changed || side[p] == 0;
    }
  while (changed)
    {
      if (turns++ > 2 * MOST_TOLD)
        return FALSE;
      changed = FALSE;
      for (guint p = 0; p < n; p++)
        {
          gsize n_cells;
          const RefrainMatrixCell *cells = refrain_matrix_get_row (matrix, p, &n_cells);

          for (gsize i = 0; i < n_cells; i++)
            {
              gint8 *from = &side[p], *to = &side[cells[i].destination];

              if (*from >= 0 && *from == *to)
                return FALSE;
              changed = changed || (*from < 0) != (*to < 0);
              if (*from < 0 && *to >= 0)
                *from = 1 - *to;
              else if (*to < 0 && *from >= 0)
                *to = 1 - *from;
            }
        }
    }
  for (guint p = 0; p < n; p++)
    if (side[p] < 0)
      return FALSE;
  return n > 0;
}

char *
refrain_servers_describe (RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_processes (trace);
  g_autoptr (RefrainMatrix) matrix = refrain_matrix_new (trace, G_MININT64, G_MAXINT64, NULL, NULL);
  g_autofree RefrainMatrixCell *sent = g_new (RefrainMatrixCell, (gsize) n + 1);
  g_autofree RefrainMatrixCell *received = g_new (RefrainMatrixCell, (gsize) n + 1);
  g_autofree gint8 *side = g_new (gint8, (gsize) n + 1);
  g_autoptr (GString) who = g_string_new (NULL);
  guint counts[2] = { 0, 0 };
  guint64 asked = 0, answered = 0;
  g_autofree char *in = NULL, *out = NULL;
  gint8 small;

  refrain_matrix_get_sums (matrix, sent, received);
  if (!find_sides (matrix, sent, side))
    return NULL;
  for (guint p = 0; p < n; p++)
    {
      if (sent[p].count == 0 || received[p].count == 0)
        return NULL;
      counts[side[p]]++;
    }
  small = counts[1] < counts[0];
  if (counts[small] < 2 || counts[small] > MOST_TOLD || ONE_OF * counts[small] > n)
    return NULL;
  for (guint p = 0; p < n; p++)
    if (side[p] == small)
      {
        g_string_append_printf (who, "%s%u", who->len > 0 ? ", " : "", p);
        asked += received[p].count;
        answered += sent[p].count;
      }
  in = refrain_count_format (asked);
  out = refrain_count_format (answered);
  /* Translators: ranks of processes, how many others, and messages. */
  return g_strdup_printf (
      _ ("processes %s serve %u others, which send them %s messages and get %s"), who->str,
      counts[!small], in, out);
}
