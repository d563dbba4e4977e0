/* refrain-cycle-name.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A long cycle is told by how often it holds what, as its order fits no line.
 */
#include "config.h"

#include "refrain-cycle-name.h"

#include <glib/gi18n.h>

#include "refrain-compare.h"

/* A line holds no more items than so many in their order, or so many kinds of exchanges. */
#define MAX_ITEMS_NAMED 6
#define MAX_KINDS_NAMED 3
/* A reader still takes in what comes round in so many. */
#define MAX_ITEMS_READ 24

/* "62 × Sweep from 0 to 7" */
static char *
name_times (RefrainPatternSet *set, guint32 pattern, guint64 times)
{
  const char *name = refrain_pattern_get_name (refrain_pattern_set_get_pattern (set, pattern));
  g_autofree char *count = g_strdup_printf ("%" G_GUINT64_FORMAT, times);

  return times > 1 ? g_strdup_printf ("%s × %s", count, name) : g_strdup (name);
}

/* ---- Short ones -------------------------------------------------------------------------------
 */

char *
refrain_cycle_describe_body (RefrainCycle *self, RefrainPatternSet *set, gsize max)
{
  gsize n;
  const RefrainCycleItem *items = refrain_cycle_get_items (self, &n);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *row = NULL;

  for (gsize i = 0; i < MIN (n, max); i++)
    g_ptr_array_add (names, name_times (set, items[i].pattern, items[i].times));
  row = refrain_cycle_describe_items (self, (char *const *) names->pdata, names->len);
  if (n <= max)
    return g_steal_pointer (&row);
  /* Translators: %s is "4 × Ring of 4; MPI_Barrier"; %zu items that are left out. */
  return g_strdup_printf (_ ("%s; … %zu more"), row, n - max);
}

/* ---- Long ones --------------------------------------------------------------------------------
 */

/* How often a cycle goes through a pattern. */
typedef struct
{
  guint32 pattern;
  guint64 times;
} Kind;

REFRAIN_DEFINE_COMPARE (compare_kinds, Kind, REFRAIN_FALLING (times) ?: REFRAIN_RISING (pattern))

/* The patterns of messages, or the collective ones, most frequent first. */
static GArray *
list_kinds (RefrainCycle *self, RefrainPatternSet *set, gboolean collective, guint64 *times)
{
  gsize n;
  const RefrainCycleItem *items = refrain_cycle_get_items (self, &n);
  GArray *kinds = g_array_new (FALSE, FALSE, sizeof (Kind));
  g_autoptr (GHashTable) place = g_hash_table_new (NULL, NULL);

  *times = 0;
  for (gsize i = 0; i < n; i++)
    {
      const gpointer key = GUINT_TO_POINTER (items[i].pattern + 1);
      Kind kind = { items[i].pattern, items[i].times };
      guint at;

      if (refrain_pattern_is_collective (refrain_pattern_set_get_pattern (set, items[i].pattern))
          != collective)
        continue;
      *times += items[i].times;
      at = GPOINTER_TO_UINT (g_hash_table_lookup (place, key));
      if (at > 0)
        {
          g_array_index (kinds, Kind, at - 1).times += kind.times;
          continue;
        }
      g_array_append_val (kinds, kind);
      g_hash_table_insert (place, key, GUINT_TO_POINTER (kinds->len));
    }
  g_array_sort (kinds, compare_kinds);
  return kinds;
}

/* "7 × Ring of 4, 4 × Sweep" of those that come most often. */
static char *
list_most (RefrainPatternSet *set, const GArray *kinds)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (kinds->len, MAX_KINDS_NAMED); i++)
    {
      const Kind *kind = &g_array_index (kinds, Kind, i);
      g_autofree char *name = name_times (set, kind->pattern, kind->times);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", name);
    }
  if (kinds->len > MAX_KINDS_NAMED)
    g_string_append (text, ", …");
  return g_string_free (text, FALSE);
}

static char *
describe_kinds (RefrainCycle *self, RefrainPatternSet *set)
{
  guint64 n_messages, n_collectives;
  g_autoptr (GArray) messages = list_kinds (self, set, FALSE, &n_messages);
  g_autoptr (GArray) collectives = list_kinds (self, set, TRUE, &n_collectives);
  g_autofree char *most = list_most (set, messages);
  g_autofree char *others = list_most (set, collectives);
  g_autofree char *count = g_strdup_printf ("%" G_GUINT64_FORMAT, n_messages);
  g_autofree char *exchanges = NULL;

  if (messages->len <= 1)
    exchanges = g_strdup (most);
  else
    /* Translators: how many exchanges of messages an iteration has, of how many kinds, and the most
     * frequent ones: "7 × Ring of 4, 4 × Sweep, …". */
    exchanges = g_strdup_printf (_ ("%s exchanges of %u kinds: %s"), count, messages->len, most);
  if (n_collectives == 0)
    return g_steal_pointer (&exchanges);
  return messages->len == 0 ? g_steal_pointer (&others)
                            : g_strdup_printf ("%s; %s", exchanges, others);
}

/* ---- Both -------------------------------------------------------------------------------------
 */

static char *
frame (RefrainCycle *self, RefrainPatternSet *set, const char *inner)
{
  const guint n_all = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (set));
  GString *text = g_string_new (NULL);
  gsize n_processes;

  g_string_printf (text, "%" G_GSIZE_FORMAT " × [%s]", refrain_cycle_get_count (self), inner);
  refrain_cycle_get_processes (self, &n_processes);
  if (n_processes < n_all)
    /* Translators: a cycle of patterns is gone through by some processes only. */
    g_string_append_printf (
        text,
        g_dngettext (GETTEXT_PACKAGE, " on %zu process", " on %zu processes", (gulong) n_processes),
        n_processes);
  return g_string_free (text, FALSE);
}

gboolean
refrain_cycle_is_short (RefrainCycle *self)
{
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_CYCLE (self), FALSE);

  refrain_cycle_get_items (self, &n);
  return n <= MAX_ITEMS_READ;
}

char *
refrain_cycle_make_name (RefrainCycle *self, RefrainPatternSet *set)
{
  g_autofree char *inner = NULL;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_CYCLE (self), NULL);
  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (set), NULL);

  refrain_cycle_get_items (self, &n);
  inner = n <= MAX_ITEMS_NAMED ? refrain_cycle_describe_body (self, set, MAX_ITEMS_NAMED)
                               : describe_kinds (self, set);
  return frame (self, set, inner);
}

char *
refrain_cycle_make_full_name (RefrainCycle *self, RefrainPatternSet *set, gsize max)
{
  g_autofree char *inner = NULL;

  g_return_val_if_fail (REFRAIN_IS_CYCLE (self), NULL);
  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (set), NULL);

  inner = refrain_cycle_describe_body (self, set, max);
  return frame (self, set, inner);
}
