/* refrain-pattern-match.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Group by group of processes that exchange messages: first the occurrences of each group, in all
 * orders of its events that count; then those of all groups that belong together, by their time.
 */
#include "refrain-pattern-match.h"

#include <glib/gi18n.h>

#include "refrain-compare.h"
#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-matching.h"

/* The most ways to skip that are compared: beyond, each goes with that of its number. */
#define MAX_WAYS ((guint64) 1 << 26)

/* An occurrence of a group, or of the whole pattern, with when it is. */
typedef struct
{
  const RefrainMatching *matching; /* whose windows it has, if it is a group's */
  RefrainGroupOccurrence occurrence;
  guint32 logical; /* the first logical time in it */
  guint32 n_parts; /* of a whole one, whose first_window then counts in the parts */
  RefrainTime start, end;
} Dated;

/* What has been found so far. */
typedef struct
{
  GArray *occurrences; /* of Dated */
  GArray *parts;       /* of RefrainOccurrencePart */
  gboolean limited;
} Found;

REFRAIN_DEFINE_FREE_OR_NULL (refrain_match_result_free,
                             RefrainMatchResult,
                             refrain_unref_arrays (x->occurrences, x->parts))

static void
date_window (const RefrainMatching *matching, const RefrainMatchWindow *window, Dated *dated)
{
  const RefrainMatchMember *member = &matching->members[window->member];
  const RefrainCalls *calls
      = refrain_trace_get_calls (refrain_symbols_get_trace (matching->symbols), member->rank);

  for (guint32 i = window->first; i < window->first + window->n; i++)
    {
      guint32 op = member->stream->op[i], call = member->stream->call[i];
      RefrainTime start = member->ops->time[op], end = start;

      if (call != REFRAIN_NONE)
        {
          start = MIN (start, calls->start[call]);
          end = MAX (end, calls->end[call]);
        }
      dated->logical = MIN (dated->logical, member->ops->logical[op]);
      dated->start = MIN (dated->start, start);
      dated->end = MAX (dated->end, end);
    }
}

REFRAIN_DEFINE_COMPARE (compare_dated,
                        Dated,
                        REFRAIN_RISING (logical)
                            ?: REFRAIN_RISING (start)
                            ?: REFRAIN_RISING (occurrence.first_window))

/* Appends the occurrences of a group. */
static void
date_group (const RefrainMatching *matching, guint group, GArray *result)
{
  const GArray *occurrences = matching->occurrences[group];
  gsize n = matching->group_first[group + 1] - matching->group_first[group];

  for (guint i = 0; i < occurrences->len; i++)
    {
      Dated dated = { .matching = matching,
                      .occurrence = g_array_index (occurrences, RefrainGroupOccurrence, i),
                      .logical = G_MAXUINT32,
                      .start = G_MAXINT64,
                      .end = G_MININT64 };

      for (gsize k = 0; k < n; k++)
        date_window (matching,
                     &g_array_index (matching->windows, RefrainMatchWindow,
                                     dated.occurrence.first_window + k),
                     &dated);
      g_array_append_val (result, dated);
    }
}

REFRAIN_DEFINE_COMPARE (compare_parts, RefrainOccurrencePart, REFRAIN_RISING (process))

static void
add_parts (const RefrainMatching *matching, gsize first, gsize n, GArray *parts)
{
  for (gsize i = first; i < first + n; i++)
    {
      const RefrainMatchWindow *window = &g_array_index (matching->windows, RefrainMatchWindow, i);
      RefrainOccurrencePart part
          = { matching->members[window->member].rank, window->first, window->n };

      if (window->n > 0)
        g_array_append_val (parts, part);
    }
}

static guint64
get_distance (guint32 a, guint32 b)
{
  return a > b ? a - b : b - a;
}

/* For each of @n occurrences one of @m others, no fewer, in their order, such that the sum of the
 * differences of their logical times, both rising, is least; where that is too much work, the one
 * of its number. O(n (m - n + 1)). Free with g_free(). */
static guint32 *
align (const guint32 *times, guint n, const guint32 *others, guint m)
{
  guint32 *result = g_new (guint32, (gsize) n + 1);
  g_autofree guint64 *cost = NULL;
  g_autofree guint8 *skips = NULL; /* whether others[i + k] is skipped: of each i and k */
  gsize n_ways = (gsize) m - n + 1;

  g_assert (n <= m);
  for (guint i = 0; i < n; i++)
    result[i] = i;
  if (n_ways == 1 || n > MAX_WAYS / n_ways)
    return result;
  cost = g_new0 (guint64, n_ways);
  skips = g_new0 (guint8, n * n_ways + 1);
  /* cost[k]: least sum of distances of those before i if k of the others have been skipped. */
  for (guint i = 0; i < n; i++)
    for (gsize k = 0; k < n_ways; k++)
      {
        guint64 here = cost[k] + get_distance (times[i], others[i + k]);

        skips[i * n_ways + k] = k > 0 && cost[k - 1] < here;
        cost[k] = skips[i * n_ways + k] ? cost[k - 1] : here;
      }
  for (gsize i = n, k = n_ways - 1; i-- > 0;)
    {
      while (skips[i * n_ways + k])
        k--;
      result[i] = i + k;
    }
  return result;
}

/* Leaves as many occurrences of each group as the shortest one has: those that are nearest to its
 * own in logical time. */
static void
align_groups (GArray **groups, guint n_groups, guint shortest)
{
  g_autofree guint32 **times = g_new (guint32 *, n_groups);

  for (guint g = 0; g < n_groups; g++)
    {
      times[g] = g_new (guint32, groups[g]->len + 1);
      for (guint i = 0; i < groups[g]->len; i++)
        times[g][i] = g_array_index (groups[g], Dated, i).logical;
    }
  for (guint g = 0; g < n_groups; g++)
    {
      guint n = groups[shortest]->len;
      g_autofree guint32 *chosen = align (times[shortest], n, times[g], groups[g]->len);

      for (guint i = 0; i < n; i++)
        g_array_index (groups[g], Dated, i) = g_array_index (groups[g], Dated, chosen[i]);
      g_array_set_size (groups[g], n);
    }
  for (guint g = 0; g < n_groups; g++)
    g_free (times[g]);
}

/* Puts the @i-th occurrences of all groups together. */
static void
join_groups (const RefrainMatching *matching, GArray **groups, guint i, Found *found)
{
  Dated joined = { .logical = G_MAXUINT32, .start = G_MAXINT64, .end = G_MININT64 };
  gsize first = found->parts->len;

  for (guint g = 0; g < matching->n_groups; g++)
    {
      const Dated *dated = &g_array_index (groups[g], Dated, i);

      joined.logical = MIN (joined.logical, dated->logical);
      joined.start = MIN (joined.start, dated->start);
      joined.end = MAX (joined.end, dated->end);
      joined.occurrence.edits += dated->occurrence.edits;
      add_parts (dated->matching, dated->occurrence.first_window,
                 matching->group_first[g + 1] - matching->group_first[g], found->parts);
    }
  if (joined.occurrence.edits > refrain_matching_get_limit (matching))
    {
      g_array_set_size (found->parts, first);
      return;
    }
  joined.occurrence.first_window = first;
  joined.n_parts = found->parts->len - first;
  if (matching->n_groups > 1)
    refrain_sort (&g_array_index (found->parts, RefrainOccurrencePart, first), joined.n_parts,
                  sizeof (RefrainOccurrencePart), compare_parts);
  g_array_append_val (found->occurrences, joined);
}

/* Of all orders. */
static void
collect (RefrainMatching *const *orders, guint n_orders, Found *found)
{
  const RefrainMatching *matching = orders[0];
  g_autofree GArray **groups = g_new (GArray *, matching->n_groups);
  guint shortest = 0;

  for (guint g = 0; g < matching->n_groups; g++)
    {
      groups[g] = g_array_new (FALSE, FALSE, sizeof (Dated));
      for (guint i = 0; i < n_orders; i++)
        date_group (orders[i], g, groups[g]);
      g_array_sort (groups[g], compare_dated);
      if (groups[g]->len < groups[shortest]->len)
        shortest = g;
    }
  align_groups (groups, matching->n_groups, shortest);
  for (guint i = 0; matching->n_groups > 0 && i < groups[shortest]->len; i++)
    join_groups (matching, groups, i, found);
  for (guint g = 0; g < matching->n_groups; g++)
    g_array_unref (groups[g]);
}

/* An order of events, and how often it occurs if it is looked for alone. */
typedef struct
{
  const RefrainPatternTemplate *wanted;
  guint n;
} Order;

REFRAIN_DEFINE_COMPARE (compare_orders, Order, REFRAIN_FALLING (n))

/* How often the exact occurrences of an order are found alone: the least of all groups. */
static guint
count_alone (RefrainSymbols *symbols,
             const RefrainPatternTemplate *wanted,
             const RefrainMatchOptions *options,
             GCancellable *cancellable)
{
  g_autoptr (RefrainMatching) matching
      = refrain_matching_new (symbols, wanted, options, cancellable);
  guint n = G_MAXUINT;

  for (guint g = 0; g < matching->n_groups && !g_cancellable_is_cancelled (cancellable); g++)
    {
      refrain_matching_find_exact (matching, g);
      n = MIN (n, matching->occurrences[g]->len);
    }
  return n;
}

/* The orders of @wanted, the most frequent first: in a row of repetitions another order occurs as
 * well, across their ends, but once less. */
static GArray *
list_orders (RefrainSymbols *symbols,
             const RefrainPatternTemplate *wanted,
             const RefrainMatchOptions *options,
             GCancellable *cancellable)
{
  GArray *orders = g_array_new (FALSE, FALSE, sizeof (Order));

  for (Order order = { .wanted = wanted }; order.wanted != NULL; order.wanted = order.wanted->next)
    {
      if (wanted->next != NULL && !options->any_order)
        order.n = count_alone (symbols, order.wanted, options, cancellable);
      g_array_append_val (orders, order);
      if (options->any_order)
        break;
    }
  /* Which keeps the order of equals. */
  g_array_sort (orders, compare_orders);
  return orders;
}

/* Finds the exact occurrences of each order in what those before have left. */
static void
find_exact (RefrainMatching *const *orders, guint n_orders, guint group)
{
  gsize size = orders[0]->group_first[group + 1] - orders[0]->group_first[group];

  for (guint i = 0; i < n_orders; i++)
    {
      guint first = orders[i]->occurrences[group]->len;

      refrain_matching_find_exact (orders[i], group);
      for (guint o = first; o < orders[i]->occurrences[group]->len; o++)
        for (guint other = i + 1; other < n_orders; other++)
          refrain_matching_use (orders[other],
                                &g_array_index (orders[i]->windows, RefrainMatchWindow,
                                                g_array_index (orders[i]->occurrences[group],
                                                               RefrainGroupOccurrence, o)
                                                    .first_window),
                                size, TRUE);
    }
}

/* A chain of occurrences where edits are allowed; then, without edits, whatever is left. */
static void
find (RefrainMatching *const *orders, guint n_orders, Found *found, GCancellable *cancellable)
{
  for (guint g = 0; g < orders[0]->n_groups && !g_cancellable_is_cancelled (cancellable); g++)
    {
      if (orders[0]->options->edits_per_process > 0
          && !refrain_matching_find_chain (orders, n_orders, g))
        found->limited = TRUE;
      find_exact (orders, n_orders, g);
    }
  if (!g_cancellable_is_cancelled (cancellable))
    collect (orders, n_orders, found);
}

static RefrainMatchResult *
make_result (Found *found)
{
  RefrainMatchResult *result = g_new (RefrainMatchResult, 1);

  g_array_sort (found->occurrences, compare_dated);
  result->parts = g_array_ref (found->parts);
  result->limited = found->limited;
  result->occurrences
      = g_array_sized_new (FALSE, FALSE, sizeof (RefrainMatchOccurrence), found->occurrences->len);
  for (guint i = 0; i < found->occurrences->len; i++)
    {
      const Dated *dated = &g_array_index (found->occurrences, Dated, i);
      RefrainMatchOccurrence occurrence = { .start = dated->start,
                                            .end = dated->end,
                                            .edits = dated->occurrence.edits,
                                            .n_parts = dated->n_parts,
                                            .first_part = dated->occurrence.first_window };

      g_array_append_val (result->occurrences, occurrence);
    }
  return result;
}

RefrainMatchResult *
refrain_pattern_match (RefrainSymbols *symbols,
                       const RefrainPatternTemplate *wanted,
                       const RefrainMatchOptions *options,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (GArray) orders = NULL;
  g_autoptr (GPtrArray) matchings = NULL;
  RefrainMatchResult *result = NULL;
  RefrainTrace *trace;
  Found found;

  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);
  g_return_val_if_fail (wanted != NULL, NULL);
  g_return_val_if_fail (options != NULL, NULL);

  trace = refrain_symbols_get_trace (symbols);
  if (wanted->n_processes > refrain_trace_get_n_processes (trace))
    return refrain_fail_null (
        error, REFRAIN_ERROR_ARGUMENT, _ ("%s: holds %u processes, and the pattern needs %u"),
        refrain_trace_get_name (trace), refrain_trace_get_n_processes (trace), wanted->n_processes);
  found.limited = FALSE;
  found.occurrences = g_array_new (FALSE, FALSE, sizeof (Dated));
  found.parts = g_array_new (FALSE, FALSE, sizeof (RefrainOccurrencePart));
  orders = list_orders (symbols, wanted, options, cancellable);
  matchings = g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_matching_free);
  for (guint i = 0; i < orders->len; i++)
    g_ptr_array_add (matchings,
                     refrain_matching_new (symbols, g_array_index (orders, Order, i).wanted,
                                           options, cancellable));
  find ((RefrainMatching *const *) matchings->pdata, matchings->len, &found, cancellable);
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    result = make_result (&found);
  g_array_unref (found.occurrences);
  g_clear_pointer (&found.parts, g_array_unref);
  return result;
}

/* ---- With what was detected ----------------------------------------------------------------- */

/* Whether match @i, found in @symbols, has an operation of @ops. */
static gboolean
meets (const RefrainMatchResult *result, guint i, RefrainSymbols *symbols, RefrainOpSet *ops)
{
  const RefrainMatchOccurrence *match
      = &g_array_index (result->occurrences, RefrainMatchOccurrence, i);

  for (guint32 k = 0; k < match->n_parts; k++)
    {
      const RefrainOccurrencePart *part
          = &g_array_index (result->parts, RefrainOccurrencePart, match->first_part + k);
      const guint32 *op = refrain_symbols_get_stream (symbols, part->process)->op;

      for (gsize e = part->first; e < (gsize) part->first + part->n; e++)
        if (refrain_op_set_contains (ops, part->process, op[e]))
          return TRUE;
    }
  return FALSE;
}

/* Adds occurrence @i of @pattern; its parts are elements of the streams of its own symbols. */
static void
add_own (RefrainMatchResult *self, RefrainPattern *pattern, gsize i)
{
  gsize n;
  const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, i, &n);
  RefrainMatchOccurrence own = { .first_part = self->parts->len, .n_parts = (guint32) n };

  refrain_pattern_get_occurrence_span (pattern, i, &own.start, &own.end);
  g_array_append_vals (self->parts, parts, (guint) n);
  g_array_append_val (self->occurrences, own);
}

/* By when they begin; who was detected comes before who was not. */
static int
compare_starts (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  const GArray *occurrences = data;
  const RefrainMatchOccurrence *s = &g_array_index (occurrences, RefrainMatchOccurrence, x);
  const RefrainMatchOccurrence *t = &g_array_index (occurrences, RefrainMatchOccurrence, y);

  return s->start != t->start ? (s->start < t->start ? -1 : 1) : (x > y) - (x < y);
}

RefrainMatchResult *
refrain_match_result_join (const RefrainMatchResult *found,
                           RefrainSymbols *symbols,
                           RefrainPattern *pattern,
                           gboolean **detected)
{
  const gsize n_own = refrain_pattern_get_n_occurrences (pattern);
  const guint n_found = found != NULL ? found->occurrences->len : 0;
  g_autoptr (RefrainOpSet) ops = refrain_pattern_get_op_set (pattern);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (RefrainMatchOccurrence));
  g_autofree guint32 *order = g_new (guint32, n_own + n_found + 1);
  RefrainMatchResult *self = g_new0 (RefrainMatchResult, 1);

  self->occurrences = g_steal_pointer (&all);
  self->parts = g_array_new (FALSE, FALSE, sizeof (RefrainOccurrencePart));
  self->limited = found != NULL && found->limited;
  for (gsize i = 0; i < n_own; i++)
    add_own (self, pattern, i);
  for (guint i = 0; i < n_found; i++)
    if (!meets (found, i, symbols, ops))
      {
        RefrainMatchOccurrence other
            = g_array_index (found->occurrences, RefrainMatchOccurrence, i);
        const RefrainOccurrencePart *parts
            = &g_array_index (found->parts, RefrainOccurrencePart, other.first_part);

        other.first_part = self->parts->len;
        g_array_append_vals (self->parts, parts, other.n_parts);
        g_array_append_val (self->occurrences, other);
      }
  for (guint32 i = 0; i < self->occurrences->len; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) self->occurrences->len, sizeof *order, compare_starts,
                     self->occurrences);
  all = self->occurrences;
  self->occurrences = g_array_new (FALSE, FALSE, sizeof (RefrainMatchOccurrence));
  *detected = g_new0 (gboolean, all->len + 1);
  for (guint i = 0; i < all->len; i++)
    {
      g_array_append_val (self->occurrences, g_array_index (all, RefrainMatchOccurrence, order[i]));
      (*detected)[i] = order[i] < n_own;
    }
  return self;
}
