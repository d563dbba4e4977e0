/* refrain-pattern-apart.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How patterns are told apart that do the same elsewhere or in another way: by their ranks first,
 * then by what makes the shortest difference.
 */
#include <glib/gi18n.h>

#include "refrain-pattern-private.h"
#include "refrain-pattern-steps.h"

/* Ranks and rows of ranks that a list names before it is cut short. */
#define MAX_ROWS 5
/* Ranks with one distance are named one by one up to so many. */
#define MAX_STRIDE_NAMED 4

/* ---- Ranks ---- */

/* Whether the @n ranks have one distance; then *@stride. */
static gboolean
has_stride (const guint32 *ranks, gsize n, guint32 *stride)
{
  *stride = n > 1 ? ranks[1] - ranks[0] : 1;
  for (gsize i = 1; i < n; i++)
    if (ranks[i] - ranks[i - 1] != *stride)
      return FALSE;
  return TRUE;
}

/* "0–3, 8, 12–15"; of many rows the first ones, and the last rank. */
static void
append_rows (GString *text, const guint32 *ranks, gsize n)
{
  guint rows = 0;

  for (gsize first = 0, end; first < n; first = end)
    {
      for (end = first + 1; end < n && ranks[end] == ranks[end - 1] + 1; end++)
        ;
      if (rows == MAX_ROWS && end < n)
        {
          g_string_append_printf (text, " … %u", ranks[n - 1]);
          return;
        }
      /* Two neighbours are no shorter as a row. */
      if (end - first == 2)
        end--;
      g_string_append_printf (text, "%s%u", rows++ > 0 ? ", " : "", ranks[first]);
      if (end - first > 1)
        g_string_append_printf (text, "–%u", ranks[end - 1]);
    }
}

char *
refrain_format_ranks (const guint32 *ranks, gsize n)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 stride;

  g_return_val_if_fail (ranks != NULL || n == 0, NULL);

  if (n > MAX_STRIDE_NAMED && has_stride (ranks, n, &stride) && stride > 1)
    g_string_append_printf (text, "%u, %u … %u", ranks[0], ranks[1], ranks[n - 1]);
  else
    append_rows (text, ranks, n);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* "ranks 4–7", "ranks 0, 2, 5–7"; of many the first and the last. Free with g_free(). */
static char *
refrain_pattern_describe_ranks (RefrainPattern *self)
{
  const guint32 *ranks = (const guint32 *) (gpointer) self->processes->data;
  g_autofree char *list = refrain_format_ranks (ranks, self->processes->len);

  /* Translators: %s is "4–7" or "0, 2, 5–7". */
  return g_strdup_printf (ngettext ("rank %s", "ranks %s", self->processes->len), list);
}

char *
refrain_pattern_describe_where (RefrainPattern *self)
{
  const guint all = refrain_trace_get_n_processes (refrain_symbols_get_trace (self->symbols));
  /* The name of what two say to each other has both. */
  const gboolean said = !self->collective && self->processes->len == 2
                        && !g_str_equal (self->shape_name, self->plain_name);

  return self->placed || said || self->processes->len >= all
             ? NULL
             : refrain_pattern_describe_ranks (self);
}

/* ---- Other differences ---- */

/* "root 2": of a collective pattern where the first process' operations have one root. */
static char *
describe_root (RefrainPattern *self)
{
  const RefrainOccurrencePart *part = &self->occurrences[0];
  const RefrainOps *ops
      = refrain_trace_get_ops (refrain_symbols_get_trace (self->symbols), part->process);
  const guint32 *op = refrain_symbols_get_stream (self->symbols, part->process)->op + part->first;

  if (!self->collective || part->n == 0 || ops->peer[op[0]] < 0)
    return NULL;
  for (guint32 i = 1; i < part->n; i++)
    if (ops->peer[op[i]] != ops->peer[op[0]])
      return NULL;
  return g_strdup_printf (_ ("root %d"), ops->peer[op[0]]);
}

static char *
describe_messages (RefrainPattern *self)
{
  const guint64 n = self->metrics.messages;
  g_autofree char *count = g_strdup_printf ("%" G_GUINT64_FORMAT, n);

  return n == 0 ? NULL
                : g_strdup_printf (ngettext ("%s message", "%s messages", (gulong) n), count);
}

static char *
describe_routine (RefrainPattern *self)
{
  return self->routine != NULL ? g_strdup (refrain_routine_get_label (self->routine)) : NULL;
}

static char *
describe_depth (RefrainPattern *self)
{
  const guint n = self->metrics.depth;

  /* Translators: the longest chain of sends and receives that wait for each other. */
  return g_strdup_printf (ngettext ("%u step", "%u steps", n), n);
}

/* ---- All together ---- */

/* How many of the patterns have a name, or a name and what was added. */
static guint
count_name (GHashTable *count, const char *name)
{
  const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (count, name)) + 1;

  g_hash_table_insert (count, g_strdup (name), GUINT_TO_POINTER (known));
  return known;
}

/* Lengthens the names of @names that several have by what @describe tells of their patterns, where
 * that tells some apart. @names: of char *, one a pattern. */
static void
lengthen (GPtrArray *patterns, GPtrArray *names, char *(*describe) (RefrainPattern *) )
{
  g_autoptr (GHashTable) count = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) longer = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < names->len; i++)
    count_name (count, names->pdata[i]);
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = names->pdata[i];
      const guint alike = GPOINTER_TO_UINT (g_hash_table_lookup (count, name));
      g_autofree char *more = alike > 1 ? describe (patterns->pdata[i]) : NULL;

      g_ptr_array_add (longer, more != NULL ? g_strdup_printf ("%s · %s", name, more) : NULL);
    }
  for (guint i = 0; i < names->len; i++)
    if (longer->pdata[i] != NULL)
      count_name (count, longer->pdata[i]);
  for (guint i = 0; i < names->len; i++)
    if (longer->pdata[i] != NULL
        && g_hash_table_lookup (count, longer->pdata[i])
               < g_hash_table_lookup (count, names->pdata[i]))
      {
        g_free (names->pdata[i]);
        names->pdata[i] = g_steal_pointer (&longer->pdata[i]);
      }
}

/* Numbers those that nothing tells apart but the order of what they do. */
static void
number (GPtrArray *patterns, GPtrArray *names)
{
  g_autoptr (GHashTable) count = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < names->len; i++)
    count_name (count, names->pdata[i]);
  for (guint i = 0; i < patterns->len; i++)
    {
      RefrainPattern *pattern = patterns->pdata[i];
      const char *name = names->pdata[i];
      const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (count, name));

      g_free (pattern->own_name);
      pattern->own_name
          = n < 2 ? g_strdup (name)
                  /* Translators: a pattern's name, and which of several that have it
                     and do the same in another order. */
                  : g_strdup_printf (_ ("%s · variant %u of %u"), name, count_name (seen, name), n);
    }
}

void
refrain_patterns_name_apart (GPtrArray *patterns)
{
  static char *(*const differences[]) (RefrainPattern *) = { refrain_pattern_describe_ranks,
                                                             describe_root,
                                                             refrain_pattern_describe_order,
                                                             describe_messages,
                                                             describe_routine,
                                                             describe_depth };
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < patterns->len; i++)
    {
      RefrainPattern *pattern = patterns->pdata[i];
      g_autofree char *where = refrain_pattern_describe_where (pattern);

      g_ptr_array_add (names, where != NULL
                                  ? g_strdup_printf ("%s · %s", pattern->plain_name, where)
                                  : g_strdup (pattern->plain_name));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (differences); i++)
    lengthen (patterns, names, differences[i]);
  number (patterns, names);
}
