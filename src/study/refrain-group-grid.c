/* refrain-group-grid.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Communicators of one size, each process in one of them, are the lines of a grid along one of its
 * dimensions. Dimensions are those of a grid where their lengths multiply to the number of
 * processes, and lines of two of them have one process in common at most.
 */
#include "config.h"

#include "refrain-group-grid.h"

#include <glib/gi18n-lib.h>

/* A grid of more dimensions is not told. */
#define MOST_DIMENSIONS 4

/* The lines along one dimension. */
typedef struct
{
  guint size, n;     /* of a line; lines */
  gint32 stride;     /* from the first process of a line to the second */
  guint32 *group;    /* of each process: its line + 1, or 0 */
  gboolean in_order; /* processes of a line have consecutive ranks */
} Lines;

/* Rows first, as the last dimension of MPI_Cart_create. */
static int
compare_lines (gconstpointer a, gconstpointer b)
{
  const Lines *x = *(Lines *const *) a, *y = *(Lines *const *) b;

  return x->stride < y->stride ? -1 : x->stride > y->stride;
}

static void
lines_free (gpointer data)
{
  Lines *self = data;

  g_free (self->group);
  g_free (self);
}

/* Of each communicator whether a collective operation is called on it. Free with g_free(). */
static gboolean *
find_used (RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_communicators (trace);
  gboolean *used = g_new0 (gboolean, (gsize) n + 1);

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, p));

      for (gsize i = 0; i < ops->n; i++)
        if (ops->kind[i] == REFRAIN_OP_COLLECTIVE && ops->comm[i] != REFRAIN_NONE
            && refrain_collective_get_flow ((RefrainCollective) ops->tag[i]) != REFRAIN_FLOW_NONE)
          used[ops->comm[i]] = TRUE;
    }
  return used;
}

/* Whether the processes could be one more line of @lines: none of them is in another one. */
static gboolean
is_apart (const Lines *lines, const gint32 *members, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (lines->group[members[i]] != 0)
      return FALSE;
  return TRUE;
}

static gboolean
is_same_line (const Lines *lines, const gint32 *members, gsize n)
{
  const guint32 group = lines->group[members[0]];

  for (gsize i = 1; i < n; i++)
    if (lines->group[members[i]] != group)
      return FALSE;
  return group != 0;
}

/* Adds it to the lines of its size that it is apart from; copies of a communicator are one. */
static void
add_line (GPtrArray *all, const gint32 *members, gsize n, guint n_processes)
{
  Lines *lines = NULL;

  for (guint i = 0; i < all->len && lines == NULL; i++)
    {
      Lines *other = all->pdata[i];

      if (other->size != n)
        continue;
      if (is_same_line (other, members, n))
        return;
      if (is_apart (other, members, n))
        lines = other;
    }
  if (lines == NULL)
    {
      lines = g_new0 (Lines, 1);
      lines->size = (guint) n;
      lines->stride = members[1] - members[0];
      lines->group = g_new0 (guint32, n_processes);
      lines->in_order = TRUE;
      g_ptr_array_add (all, lines);
    }
  lines->n++;
  for (gsize i = 0; i < n; i++)
    {
      lines->group[members[i]] = lines->n;
      lines->in_order &= i == 0 || members[i] == members[i - 1] + 1;
    }
}

/* Those of which each process is in one; of Lines. Free with g_ptr_array_unref(). */
static GPtrArray *
list_lines (RefrainTrace *trace)
{
  const guint n_processes = refrain_trace_get_n_processes (trace);
  GPtrArray *all = g_ptr_array_new_with_free_func (lines_free);
  g_autofree gboolean *used = find_used (trace);

  for (guint c = 0; c < refrain_trace_get_n_communicators (trace); c++)
    {
      RefrainCommunicator *communicator = refrain_trace_get_communicator (trace, c);
      gsize n, n_remote;
      const gint32 *members = refrain_communicator_get_members (communicator, &n);
      gboolean known = TRUE;

      refrain_communicator_get_remote (communicator, &n_remote);
      for (gsize i = 0; i < n && known; i++)
        known = members[i] >= 0 && (guint) members[i] < n_processes;
      if (used[c] && known && n_remote == 0 && n >= 2 && n < n_processes)
        add_line (all, members, n, n_processes);
    }
  for (guint i = all->len; i > 0; i--)
    {
      const Lines *lines = all->pdata[i - 1];

      if ((guint64) lines->n * lines->size != n_processes)
        g_ptr_array_remove_index (all, i - 1);
    }
  g_ptr_array_sort (all, compare_lines);
  return all;
}

/* Whether no line of @a has two processes in common with one of @b. */
static gboolean
cross (const Lines *a, const Lines *b, guint n_processes)
{
  g_autofree guint8 *seen = NULL;

  if ((guint64) a->size * b->size > n_processes)
    return FALSE;
  seen = g_new0 (guint8, (gsize) a->n * b->n);
  for (guint p = 0; p < n_processes; p++)
    {
      guint8 *cell = &seen[(gsize) (a->group[p] - 1) * b->n + b->group[p] - 1];

      if (*cell != 0)
        return FALSE;
      *cell = 1;
    }
  return TRUE;
}

static gboolean
is_grid (const GPtrArray *all, guint n_processes)
{
  guint64 product = 1;

  if (all->len < 2 || all->len > MOST_DIMENSIONS)
    return FALSE;
  for (guint i = 0; i < all->len; i++)
    {
      product *= ((const Lines *) all->pdata[i])->size;
      for (guint k = 0; k < i; k++)
        if (!cross (all->pdata[k], all->pdata[i], n_processes))
          return FALSE;
    }
  return product == n_processes;
}

char *
refrain_trace_describe_group_grid (RefrainTrace *trace)
{
  g_autoptr (GPtrArray) all = list_lines (trace);
  g_autoptr (GString) text = g_string_new (NULL);

  if (all->len == 0)
    return NULL;
  if (is_grid (all, refrain_trace_get_n_processes (trace)))
    {
      for (guint i = all->len; i > 0; i--)
        g_string_append_printf (text, "%s%u", i < all->len ? "×" : "",
                                ((const Lines *) all->pdata[i - 1])->size);
      g_string_append (text, _ (" grid by the communicators of collective operations: "));
    }
  else
    g_string_append (text, _ ("none; communicators of collective operations: "));
  for (guint i = 0; i < all->len; i++)
    {
      const Lines *lines = all->pdata[i];

      g_string_append (text, i > 0 ? ", " : "");
      g_string_append_printf (text, lines->in_order ? _ ("%u rows of %u") : _ ("%u columns of %u"),
                              lines->n, lines->size);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
