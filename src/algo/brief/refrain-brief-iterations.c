/* refrain-brief-iterations.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The iterations in two sentences: what a usual one consists of, as composite patterns in the order
 * in which they begin, and whether one of them stands out.
 */
#include "config.h"
#include "refrain-brief-private.h"

#include <glib/gi18n.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-time-format.h"

/* More patterns of an iteration are counted, not named. */
#define MOST_ITEMS 4
/* So many times the median is slower than the others. */
#define SLOWER 1.1

/* ---- What is in an iteration ----------------------------------------------------------------- */

/* A pattern, how often it occurs in the iteration, and when first. */
typedef struct
{
  guint32 pattern;
  guint32 times;
  gsize n_ops;
  RefrainTime first;
} Item;

static int
compare_items (gconstpointer a, gconstpointer b)
{
  const Item *x = a, *y = b;

  if (x->first != y->first)
    return x->first < y->first ? -1 : 1;
  return (x->pattern > y->pattern) - (x->pattern < y->pattern);
}

static int
compare_weights (gconstpointer a, gconstpointer b)
{
  const Item *x = a, *y = b;

  if (x->n_ops != y->n_ops)
    return x->n_ops < y->n_ops ? 1 : -1;
  return (x->pattern > y->pattern) - (x->pattern < y->pattern);
}

typedef struct
{
  RefrainPatternSet *set;
  GHashTable *seen;   /* occurrences: pattern << 32 | occurrence */
  GHashTable *places; /* of a pattern in items, and one */
  GArray *items;
} Content;

static void
add_op (Content *content, guint process, gsize op, RefrainTime time)
{
  RefrainPatternEvent event;
  guint64 key;
  guint place;
  Item *item;

  if (!refrain_pattern_set_find_occurrence (content->set, process, op, &event))
    return;
  place
      = GPOINTER_TO_UINT (g_hash_table_lookup (content->places, GUINT_TO_POINTER (event.pattern)));
  if (place == 0)
    {
      const Item first = { .pattern = event.pattern, .first = time };

      g_array_append_val (content->items, first);
      place = content->items->len;
      g_hash_table_insert (content->places, GUINT_TO_POINTER (event.pattern),
                           GUINT_TO_POINTER (place));
    }
  item = &g_array_index (content->items, Item, place - 1);
  item->first = MIN (item->first, time);
  item->n_ops++;
  key = (guint64) event.pattern << 32 | event.occurrence;
  if (g_hash_table_lookup (content->seen, &key) != NULL)
    return;
  g_hash_table_add (content->seen, g_memdup2 (&key, sizeof key));
  item->times++;
}

/* "Exchange, 10 × Sweep from 0 to 7, MPI_Allreduce": those that most operations belong to, in the
 * order in which they begin. */
static char *
write_items (const Content *content)
{
  GArray *items = content->items;
  GString *text = g_string_new (NULL);
  guint left = 0;

  g_array_sort (items, compare_weights);
  /* "1 more" is no shorter than what it is. */
  if (items->len > MOST_ITEMS + 1)
    {
      left = items->len - MOST_ITEMS;
      g_array_set_size (items, MOST_ITEMS);
    }
  g_array_sort (items, compare_items);
  for (guint i = 0; i < items->len; i++)
    {
      const Item *item = &g_array_index (items, Item, i);
      const char *name = refrain_pattern_get_name (
          refrain_pattern_set_get_pattern (content->set, item->pattern));

      g_string_append (text, i > 0 ? "; " : "");
      if (item->times > 1)
        g_string_append_printf (text, "%u × ", item->times);
      g_string_append (text, name);
    }
  if (left > 0)
    {
      g_string_append (text, "; ");
      /* Translators: patterns, behind the names of some. */
      g_string_append_printf (text, ngettext ("%u more", "%u more", left), left);
    }
  return g_string_free (text, FALSE);
}

/* What the operations @ops are. "" where they belong to no pattern. */
static char *
describe_content (RefrainTrace *trace, RefrainComposites *composites, const RefrainOpSet *ops)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (Item));
  Content content = { .seen = seen, .places = places, .items = items };

  if (composites == NULL || ops == NULL)
    return g_strdup ("");
  content.set = refrain_composites_get_set (composites);
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainOps *own = refrain_process_get_ops (refrain_trace_get_process (trace, p));

      for (gsize op = refrain_op_set_find_next (ops, p, 0, own->n); op < own->n;
           op = refrain_op_set_find_next (ops, p, op + 1, own->n))
        add_op (&content, p, op, own->time[op]);
    }
  return write_items (&content);
}

/* ---- The operations of an iteration ---------------------------------------------------------- */

/* Those of iterations @first and @second, which may be the same; FALSE when cancelled. */
static gboolean
collect (RefrainTrace *trace,
         RefrainIterations *iterations,
         guint32 first,
         guint32 second,
         RefrainOpSet *sets[2],
         GCancellable *cancellable)
{
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const gsize n = refrain_process_get_ops (refrain_trace_get_process (trace, p))->n;

      for (gsize op = 0; op < n; op++)
        {
          const guint32 at = refrain_iterations_find (iterations, p, op);

          if ((op & 0xffff) == 0 && g_cancellable_is_cancelled (cancellable))
            return FALSE;
          if (at == first)
            refrain_op_set_add (sets[0], p, op);
          if (at == second)
            refrain_op_set_add (sets[1], p, op);
        }
    }
  return TRUE;
}

/* ---- The sentences --------------------------------------------------------------------------- */

typedef struct
{
  RefrainTime median, least, most;
  guint32 usual;   /* the first that takes as long as the median */
  guint32 slowest; /* the first that takes longest */
} Times;

static Times
measure (RefrainIterations *iterations)
{
  const guint32 n = refrain_iterations_get_n (iterations);
  g_autofree RefrainTime *times = g_new (RefrainTime, n);
  g_autofree RefrainTime *sorted = NULL;
  Times all = { 0 };

  for (guint32 i = 0; i < n; i++)
    times[i] = refrain_iterations_get_time (iterations, i);
  sorted = g_memdup2 (times, n * sizeof *times);
  refrain_sort (sorted, n, sizeof *sorted, refrain_compare_int64);
  all = (Times){ .median = sorted[(n - 1) / 2], .least = sorted[0], .most = sorted[n - 1] };
  while (times[all.usual] != all.median)
    all.usual++;
  while (times[all.slowest] != all.most)
    all.slowest++;
  return all;
}

/* Which one it is: "The first iteration", "Iteration 17 of 249". */
static char *
name_iteration (guint32 i, guint32 n)
{
  if (i == 0)
    return g_strdup_printf (_ ("The first of %u iterations"), n);
  if (i + 1 == n)
    return g_strdup_printf (_ ("The last of %u iterations"), n);
  return g_strdup_printf (_ ("Iteration %u of %u"), i + 1, n);
}

static char *
describe_times (const Times *times, guint32 n)
{
  g_autofree char *most = refrain_time_format (times->most, 3);
  g_autofree char *least = refrain_time_format (times->least, 3);
  g_autofree char *name = name_iteration (times->slowest, n);
  g_autofree char *factor = NULL;
  const double ratio = times->median > 0 ? (double) times->most / (double) times->median : 0;

  if (times->most <= 0)
    return NULL;
  if (g_str_equal (least, most))
    /* Translators: a time. */
    return g_strdup_printf (_ ("All iterations take as long: %s."), most);
  if (ratio > 0 && ratio < SLOWER && (double) times->least * SLOWER < (double) times->median)
    /* Translators: two times. */
    return g_strdup_printf (_ ("No iteration is much slower than most: %s to %s."), least, most);
  if (ratio > 0 && ratio < SLOWER)
    /* Translators: two times. */
    return g_strdup_printf (_ ("All iterations take about as long: %s to %s."), least, most);
  if (ratio == 0)
    /* Translators: "The first of 8 iterations", and a time. */
    return g_strdup_printf (_ ("%s is the slowest: %s."), name, most);
  factor = refrain_factor_format (ratio);
  /* Translators: "The first of 8 iterations", a time, and a number. */
  return g_strdup_printf (_ ("%s is the slowest: %s, %s times the median."), name, most, factor);
}

static void
lead_to (RefrainBriefSentence *sentence,
         RefrainIterations *iterations,
         guint32 i,
         RefrainOpSet *ops)
{
  RefrainTime start, end;

  if (!refrain_iterations_get_run_span (iterations, i, &start, &end))
    return;
  sentence->iteration = i;
  sentence->start = start;
  sentence->end = end;
  sentence->ops = refrain_op_set_ref (ops);
}

gboolean
refrain_brief_add_iterations (GArray *sentences,
                              RefrainTrace *trace,
                              RefrainIterations *iterations,
                              RefrainComposites *composites,
                              GCancellable *cancellable)
{
  const guint32 n = refrain_iterations_get_n (iterations);
  const Times times = measure (iterations);
  g_autoptr (RefrainOpSet) usual = refrain_op_set_new (trace);
  g_autoptr (RefrainOpSet) slowest = refrain_op_set_new (trace);
  RefrainOpSet *sets[] = { usual, slowest };
  g_autofree char *time = refrain_time_format (times.median, 3);
  g_autofree char *content = NULL;
  char *text;
  RefrainBriefSentence sentence;

  if (!collect (trace, iterations, times.usual, times.slowest, sets, cancellable))
    return FALSE;
  content = describe_content (trace, composites, usual);
  if (*content != '\0')
    /* Translators: how many, how long one takes, and the patterns in one. */
    text = g_strdup_printf (ngettext ("%u iteration of %s: %s.", "%u iterations of %s: %s.", n), n,
                            time, content);
  else
    text = g_strdup_printf (ngettext ("%u iteration of %s.", "%u iterations of %s.", n), n, time);
  sentence = refrain_brief_say (REFRAIN_BRIEF_ITERATIONS, text);
  lead_to (&sentence, iterations, times.usual, usual);
  g_array_append_val (sentences, sentence);
  text = describe_times (&times, n);
  if (text == NULL)
    return TRUE;
  sentence = refrain_brief_say (REFRAIN_BRIEF_SLOWEST, text);
  lead_to (&sentence, iterations, times.slowest, slowest);
  g_array_append_val (sentences, sentence);
  return TRUE;
}
