/* refrain-traffic-rows.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The partners of a process in an iteration are compared by a hash of their sorted list.
 */
#include "refrain-traffic-rows.h"

#include "refrain-compare.h"
#include "refrain-free.h"

/* Partners are compared where iterations times processes are no more than this. */
#define MAX_COMPARED 20000000

struct _RefrainTrafficCounter
{
  guint n_processes;
  GArray *rows;    /* of RefrainTrafficRow */
  guint64 *hashes; /* of each iteration and process its partners; or NULL */
  GArray *peers;   /* of gint32, of the process and iteration that is counted */
  guint process;
  gsize row;
};

RefrainTrafficCounter *
refrain_traffic_counter_new (guint n_processes, gsize n_rows)
{
  RefrainTrafficCounter *self = g_new0 (RefrainTrafficCounter, 1);

  self->n_processes = n_processes;
  self->rows = g_array_new (FALSE, TRUE, sizeof (RefrainTrafficRow));
  g_array_set_size (self->rows, (guint) n_rows);
  self->peers = g_array_new (FALSE, FALSE, sizeof (gint32));
  if (n_rows <= MAX_COMPARED / MAX (n_processes, 1))
    self->hashes = g_new0 (guint64, n_rows * n_processes + 1);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_traffic_counter_free,
                             RefrainTrafficCounter,
                             refrain_unref_arrays (x->rows, x->peers);
                             g_free (x->hashes))

/* Closes an iteration of one process: counts its different partners. */
static void
close_peers (RefrainTrafficCounter *self)
{
  RefrainTrafficRow *row;
  guint64 hash = 0;

  if (self->peers->len == 0)
    return;
  row = &g_array_index (self->rows, RefrainTrafficRow, self->row);
  g_array_sort (self->peers, refrain_compare_int32);
  for (guint i = 0; i < self->peers->len; i++)
    {
      const gint32 peer = g_array_index (self->peers, gint32, i);

      if (i > 0 && peer == g_array_index (self->peers, gint32, i - 1))
        continue;
      row->channels++;
      hash = (hash + (guint64) (guint32) peer + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
    }
  g_array_set_size (self->peers, 0);
  if (self->hashes != NULL)
    self->hashes[self->row * self->n_processes + self->process] = hash;
}

void
refrain_traffic_counter_add (RefrainTrafficCounter *self,
                             guint process,
                             gsize row,
                             gint32 peer,
                             guint64 bytes,
                             RefrainTime time)
{
  RefrainTrafficRow *at;

  g_return_if_fail (process < self->n_processes);
  g_return_if_fail (row < self->rows->len);

  if (process != self->process || row != self->row)
    close_peers (self);
  self->process = process;
  self->row = row;
  at = &g_array_index (self->rows, RefrainTrafficRow, row);
  at->from = at->messages > 0 ? MIN (at->from, time) : time;
  at->to = at->messages > 0 ? MAX (at->to, time) : time;
  at->messages++;
  at->bytes += bytes;
  g_array_append_val (self->peers, peer);
}

GArray *
refrain_traffic_counter_finish (RefrainTrafficCounter *self, gboolean *fixed)
{
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (RefrainTrafficRow));
  const guint n = self->n_processes;
  gsize last = 0;

  close_peers (self);
  for (gsize k = 0; k < self->rows->len; k++)
    {
      RefrainTrafficRow row = g_array_index (self->rows, RefrainTrafficRow, k);

      if (row.messages == 0)
        continue;
      for (guint p = 0; kept->len > 0 && self->hashes != NULL && p < n; p++)
        row.changed += self->hashes[k * n + p] != self->hashes[last * n + p];
      g_array_append_val (kept, row);
      last = k;
    }
  *fixed = self->hashes != NULL && kept->len > 1;
  for (guint i = 1; i < kept->len; i++)
    if ((kept->len < 4 || (i > 1 && i + 1 < kept->len))
        && g_array_index (kept, RefrainTrafficRow, i).changed > 0)
      *fixed = FALSE;
  return kept;
}
