/* refrain-turn-sequence.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is done by processes that have nothing to do with each other meanwhile may stand in any
 * order, which time gives by chance.
 */
#include "config.h"

#include "refrain-turn-sequence.h"

#include <glib/gi18n-lib.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-main-loop.h"

/* Of more patterns none is named by where it is. */
#define MOST_PLACED 32
/* Sizes or tags tell a pattern's occurrences apart where they are so few, and each comes so often.
 */
#define MOST_MARKS     4
#define FEWEST_OF_MARK 3
/* Rows that are as long as the one before stand so by chance unless these are so many standard
 * deviations more than of rows in any order. */
#define NOT_BY_CHANCE 3

/* ---- Names ----------------------------------------------------------------------------------- */

/* Of each pattern the first one of its shape among as many processes. Free with g_free(). */
static guint32 *
find_kinds (RefrainPatternSet *set)
{
  const guint n = refrain_pattern_set_get_n_patterns (set);
  guint32 *kinds = g_new (guint32, (gsize) n + 1);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < n; i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      char *key = g_strdup_printf ("%u %s", refrain_pattern_get_metrics (pattern)->processes,
                                   refrain_pattern_is_collective (pattern)
                                       ? refrain_pattern_get_name (pattern)
                                       : refrain_pattern_get_shape_name (pattern));
      gpointer first;

      kinds[i] = i;
      if (g_hash_table_lookup_extended (seen, key, NULL, &first))
        {
          kinds[i] = GPOINTER_TO_UINT (first);
          g_free (key);
        }
      else
        g_hash_table_insert (seen, key, GUINT_TO_POINTER (i));
    }
  return kinds;
}

/* What patterns, or kinds of them, are called. Free with g_ptr_array_unref(). */
static GPtrArray *
list_names (RefrainPatternSet *set, const guint32 *kinds)
{
  const guint n = refrain_pattern_set_get_n_patterns (set);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autofree guint *members = g_new0 (guint, (gsize) n + 1);
  g_autofree gboolean *differ = g_new0 (gboolean, (gsize) n + 1);

  for (guint i = 0; i < n; i++)
    {
      const guint kind = kinds != NULL ? kinds[i] : i;
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      RefrainPattern *first = refrain_pattern_set_get_pattern (set, kind);

      members[kind]++;
      differ[kind] |= !g_str_equal (refrain_pattern_get_plain_name (pattern),
                                    refrain_pattern_get_plain_name (first));
    }
  for (guint i = 0; i < n; i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);

      g_ptr_array_add (
          names,
          members[i] > 1 && !differ[i] ? g_strdup (refrain_pattern_get_plain_name (pattern))
          : members[i] > 1
              /* Translators: a kind of pattern, "Sweep", and how many there are. */
              ? g_strdup_printf (ngettext ("%s (%u variant)", "%s (%u variants)", members[i]),
                                 refrain_pattern_get_shape_name (pattern), members[i])
              : n <= MOST_PLACED ? refrain_main_loop_name_pattern (set, i)
                                 : g_strdup (refrain_pattern_get_name (pattern)));
    }
  return names;
}

/* ---- Order ----------------------------------------------------------------------------------- */

/* A place of the sequence of patterns on a process. */
typedef struct
{
  guint32 first; /* operation of the process */
  guint32 place;
} Own;

REFRAIN_DEFINE_COMPARE (compare_own, Own, REFRAIN_RISING (first) ?: REFRAIN_RISING (place))

typedef struct
{
  RefrainPatternSet *set;
  const RefrainPatternEvent *events;
  gsize n;
  GPtrArray *own;    /* of GArray of Own: what each process does, in its order */
  guint *at;         /* of each process: what comes next there */
  guint32 *awaits;   /* of each place: on how many processes something comes before it */
  guint8 *is_placed; /* ... whether it is */
  GArray *ready;     /* of guint32: places before which nothing comes */
} Order;

static const RefrainOccurrencePart *
get_parts (RefrainPatternSet *set, const RefrainPatternEvent *event, gsize *n)
{
  return refrain_pattern_get_occurrence (refrain_pattern_set_get_pattern (set, event->pattern),
                                         event->occurrence, n);
}

/* @process goes on to what it does next that has no place yet. */
static void
pass_placed (Order *self, guint32 process)
{
  const GArray *own = self->own->pdata[process];
  guint *at = &self->at[process];

  while (*at < own->len && self->is_placed[g_array_index (own, Own, *at).place])
    ++*at;
  if (*at < own->len)
    {
      const guint32 next = g_array_index (own, Own, *at).place;

      if (--self->awaits[next] == 0)
        g_array_append_val (self->ready, next);
    }
}

static void
place (Order *self, guint32 i)
{
  gsize n;
  const RefrainOccurrencePart *parts = get_parts (self->set, &self->events[i], &n);

  self->is_placed[i] = TRUE;
  for (gsize k = 0; k < n; k++)
    if ((k == 0 || parts[k].process != parts[k - 1].process)
        && g_array_index ((GArray *) self->own->pdata[parts[k].process], Own,
                          self->at[parts[k].process])
                   .place
               == i)
      pass_placed (self, parts[k].process);
}

static void
order_init (Order *self)
{
  const guint n_processes
      = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (self->set));

  self->own = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint p = 0; p < n_processes; p++)
    g_ptr_array_add (self->own, g_array_new (FALSE, FALSE, sizeof (Own)));
  self->at = g_new0 (guint, (gsize) n_processes + 1);
  self->awaits = g_new0 (guint32, self->n + 1);
  self->is_placed = g_new0 (guint8, self->n + 1);
  self->ready = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < self->n; i++)
    {
      gsize n;
      const RefrainOccurrencePart *parts = get_parts (self->set, &self->events[i], &n);

      for (gsize k = 0; k < n; k++)
        if (k == 0 || parts[k].process != parts[k - 1].process)
          {
            const Own own = { parts[k].first, i };

            g_array_append_val ((GArray *) self->own->pdata[parts[k].process], own);
            self->awaits[i]++;
          }
    }
  for (guint p = 0; p < n_processes; p++)
    {
      g_array_sort (self->own->pdata[p], compare_own);
      pass_placed (self, p);
    }
}

REFRAIN_DEFINE_AUTO (order_clear, Order, g_clear_pointer (&x->own, g_ptr_array_unref);
                     g_free (x->at);
                     g_free (x->awaits);
                     g_free (x->is_placed);
                     g_clear_pointer (&x->ready, g_array_unref))

/* Of what is ready, from @from on, what is of the first pattern; REFRAIN_NONE: nothing is. */
static guint32
take_ready (Order *self, guint from)
{
  guint best = G_MAXUINT;
  guint32 place;

  for (guint i = from; i < self->ready->len; i++)
    {
      const guint32 own = g_array_index (self->ready, guint32, i);
      const guint32 other
          = best != G_MAXUINT ? g_array_index (self->ready, guint32, best) : REFRAIN_NONE;

      if (best == G_MAXUINT || self->events[own].pattern < self->events[other].pattern
          || (self->events[own].pattern == self->events[other].pattern && own < other))
        best = i;
    }
  if (best == G_MAXUINT)
    return REFRAIN_NONE;
  place = g_array_index (self->ready, guint32, best);
  g_array_remove_index (self->ready, best);
  return place;
}

/* The sequence of patterns of @set, but what has no process in common in an order that does not
 * depend on who was faster: what the processes of one do next follows it, as far as they need not
 * wait for others. Free with g_free(). O(n log n) in occurrences, times groups of processes that
 * have nothing to do with each other. */
static RefrainPatternEvent *
order_events (RefrainPatternSet *set, gsize *n)
{
  g_auto (Order) self = { .set = set };
  RefrainPatternEvent *ordered;
  guint32 earliest = 0;
  guint before = 0;

  self.events = refrain_pattern_set_get_sequence (set, n);
  self.n = *n;
  order_init (&self);
  ordered = g_new (RefrainPatternEvent, self.n + 1);
  for (gsize i = 0; i < self.n; i++)
    {
      guint32 next = take_ready (&self, before);

      if (next == REFRAIN_NONE)
        next = take_ready (&self, 0);
      /* Two of which each comes first on some process stand as they begin. */
      while (next == REFRAIN_NONE)
        {
          if (!self.is_placed[earliest])
            next = earliest;
          earliest++;
        }
      ordered[i] = self.events[next];
      before = self.ready->len;
      place (&self, next);
    }
  return ordered;
}

/* ---- Sequences ------------------------------------------------------------------------------- */

void
refrain_turn_source_init (RefrainTurnSource *self, RefrainPatternSet *set)
{
  self->set = set;
  self->kinds = find_kinds (set);
  self->events = order_events (set, &self->n);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_turn_source_clear,
                             RefrainTurnSource,
                             g_clear_pointer (&x->kinds, g_free);
                             g_clear_pointer (&x->events, g_free))

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_turn_sequence_clear,
                             RefrainTurnSequence,
                             g_clear_pointer (&x->symbols, g_free);
                             g_clear_pointer (&x->weights, g_free);
                             g_clear_pointer (&x->names, g_ptr_array_unref);
                             g_clear_pointer (&x->kinds, g_array_unref))

RefrainTurnSequence
refrain_turn_sequence_list (const RefrainTurnSource *source, gboolean as_kinds)
{
  const guint n_patterns = refrain_pattern_set_get_n_patterns (source->set);
  RefrainTurnSequence self = { .source = source,
                               .symbols = g_new (guint32, source->n + 1),
                               .weights = g_new0 (guint32, source->n + 1),
                               .n = (guint32) source->n,
                               .n_symbols = n_patterns,
                               .names = list_names (source->set, as_kinds ? source->kinds : NULL),
                               .kinds = g_array_new (FALSE, FALSE, sizeof (guint32)) };

  g_array_append_vals (self.kinds, source->kinds, n_patterns);
  for (gsize i = 0; i < source->n; i++)
    {
      const guint32 pattern = source->events[i].pattern;
      gsize n_parts;
      const RefrainOccurrencePart *parts = get_parts (source->set, &source->events[i], &n_parts);

      self.symbols[i] = as_kinds ? source->kinds[pattern] : pattern;
      for (gsize k = 0; k < n_parts; k++)
        self.weights[i] += parts[k].n;
    }
  return self;
}

/* The size of the first operation at place @at, or the least tag of what its first process does. */
static guint64
get_mark (const RefrainTurnSequence *self, guint32 at, RefrainTurnMark by)
{
  RefrainPatternSet *set = self->source->set;
  gsize n_parts;
  const RefrainOccurrencePart *part = get_parts (set, &self->source->events[at], &n_parts);
  const RefrainOps *ops = refrain_process_get_ops (
      refrain_trace_get_process (refrain_pattern_set_get_trace (set), part->process));
  const guint32 *op
      = refrain_symbols_get_stream (refrain_pattern_set_get_symbols (set), part->process)->op
        + part->first;
  gint64 least = G_MAXINT32;

  if (by == REFRAIN_TURN_MARK_SIZE)
    return ops->bytes[op[0]];
  for (guint32 i = 0; i < part->n; i++)
    least = MIN (least, ops->tag[op[i]]);
  return (guint64) (least - G_MININT32);
}

typedef struct
{
  guint32 symbol;
  guint64 mark;
  guint32 place;
} Marked;

REFRAIN_DEFINE_COMPARE (compare_marked,
                        Marked,
                        REFRAIN_RISING (symbol) ?: REFRAIN_RISING (mark) ?: REFRAIN_RISING (place))

/* Where the first of @marked that are of one symbol end; *@tells: they have few marks, and each
 * comes several times. */
static gsize
find_end_of_symbol (const Marked *marked, gsize i, gsize n, gboolean *tells)
{
  gsize end = i + 1, first = i;
  guint n_marks = 1;

  *tells = TRUE;
  for (; end < n && marked[end].symbol == marked[i].symbol; end++)
    if (marked[end].mark != marked[end - 1].mark)
      {
        *tells = *tells && end - first >= FEWEST_OF_MARK;
        first = end;
        n_marks++;
      }
  *tells = *tells && end - first >= FEWEST_OF_MARK && n_marks > 1 && n_marks <= MOST_MARKS;
  return end;
}

/* Of each place how many of its symbol stand in a row there. Free with g_free(). */
static guint32 *
measure_rows (const RefrainTurnSequence *self)
{
  guint32 *rows = g_new (guint32, (gsize) self->n + 1);

  for (guint32 i = 0, end; i < self->n; i = end)
    {
      for (end = i + 1; end < self->n && self->symbols[end] == self->symbols[i];)
        end++;
      for (guint32 k = i; k < end; k++)
        rows[k] = end - i;
    }
  return rows;
}

/* Whether rows of @symbol, which are of few lengths, follow rows of the same length far more often
 * than by chance: an inner loop has one sum in an iteration, another two (Wald and Wolfowitz'
 * test). O(n). */
static gboolean
stand_together (const RefrainTurnSequence *self, const guint32 *rows, guint32 symbol)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer value;
  double n = 0, together = 1, squares = 0, cubes = 0, mean, variance;
  guint32 last = 0;

  for (guint32 i = 0; i < self->n; i += rows[i])
    if (self->symbols[i] == symbol)
      {
        const gpointer key = GUINT_TO_POINTER (rows[i]);

        together += last > 0 && rows[i] != last;
        last = rows[i];
        n++;
        g_hash_table_insert (
            counts, key,
            GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, key)) + 1));
      }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const double own = GPOINTER_TO_UINT (value);

      squares += own * own;
      cubes += own * own * own;
    }
  if (n < 2)
    return FALSE;
  mean = n + 1 - squares / n;
  variance = (squares * (squares + n * (n + 1)) - 2 * n * cubes - n * n * n) / (n * n * (n - 1));
  return together < mean
         && (mean - together) * (mean - together) >= NOT_BY_CHANCE * NOT_BY_CHANCE * variance;
}

gboolean
refrain_turn_sequence_divide (RefrainTurnSequence *self, RefrainTurnMark by)
{
  const gsize n = self->n;
  g_autofree guint32 *rows = by == REFRAIN_TURN_MARK_ROW ? measure_rows (self) : NULL;
  g_autofree Marked *marked = g_new (Marked, n + 1);
  const guint32 n_before = self->n_symbols;
  gboolean tells;

  for (guint32 i = 0; i < n; i++)
    marked[i] = (Marked){ self->symbols[i], rows != NULL ? rows[i] : get_mark (self, i, by), i };
  refrain_sort (marked, n, sizeof *marked, compare_marked);
  for (gsize i = 0, end; i < n; i = end)
    {
      const guint32 kind = g_array_index (self->kinds, guint32, marked[i].symbol);

      end = find_end_of_symbol (marked, i, n, &tells);
      tells = tells && (rows == NULL || stand_together (self, rows, marked[i].symbol));
      for (gsize k = i + 1; tells && k < end; k++)
        {
          if (marked[k].mark != marked[k - 1].mark)
            {
              g_ptr_array_add (self->names, g_strdup (self->names->pdata[marked[i].symbol]));
              g_array_append_val (self->kinds, kind);
              self->n_symbols++;
            }
          if (marked[k].mark != marked[i].mark)
            self->symbols[marked[k].place] = self->n_symbols - 1;
        }
    }
  return self->n_symbols > n_before;
}
