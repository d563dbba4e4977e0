/* refrain-main-loop-turns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sequence of patterns is what repeats, so that counts may vary; operations tell when.
 */
#include "config.h"

#include "refrain-main-loop-turns.h"

#include <glib/gi18n-lib.h>

#include "refrain-arrays.h"
#include "refrain-cycle-name.h"
#include "refrain-free.h"
#include "refrain-loose-turns.h"
#include "refrain-main-loop.h"
#include "refrain-search.h"
#include "refrain-trace-shares.h"
#include "refrain-turn-times.h"
#include "refrain-uneven-turns.h"

/* Longer sequences than this are not looked at. */
#define MOST_OCCURRENCES 2000000
/* Finer steps explain so much of all, and are so many times as many as coarser ones. */
#define FINER_COVERED 0.9
#define FINER         3
#define SEVERAL       1.4
/* They are so many more than those of them that repeat exactly. */
#define MORE 1.2
/* Groups of iterations are as long as this says, of which there are so many. */
#define EVEN_GROUPS   1.5
#define FEWEST_GROUPS 3
/* So much of a group is one. */
#define NEARLY 0.66

static const char *const *
get_names (const RefrainTurnSequence *self)
{
  return (const char *const *) self->names->pdata;
}

/* ---- Inner loops ----------------------------------------------------------------------------- */

/* Turns of @self that are more than @known of it, and hold @inner iterations of something, or 0; in
 * @even ones all counts agree. *@nested: how deep loops lie in them; 0: there are none. */
static char *
find_uneven (const RefrainTurnSequence *self,
             double known,
             guint32 inner,
             gboolean even,
             RefrainIterations **iterations,
             gboolean *uneven,
             guint *nested)
{
  const guint32 *kinds = (const guint32 *) (gpointer) self->kinds->data;
  g_auto (RefrainUnevenTurns) turns = { 0 };
  char *text;

  refrain_uneven_turns_find (&turns, self->symbols, self->weights, kinds, self->n, self->n_symbols);
  if (turns.n == 0 || turns.coverage <= known
      || (inner > 0 && !refrain_uneven_turns_can_hold (&turns, inner))
      || (even && !refrain_uneven_turns_are_even (&turns)))
    return NULL;
  text = refrain_uneven_turns_describe (&turns, get_names (self));
  if (text != NULL)
    *iterations = refrain_turn_times_of_sequence (self->source, turns.n, turns.first);
  *uneven = !refrain_uneven_turns_are_even (&turns);
  *nested = refrain_uneven_turns_get_depth (&turns);
  if (*nested == 0)
    *nested = even && refrain_uneven_turns_are_mixed (&turns, kinds);
  return text;
}

/* Instead of @text, in which one thing comes once or twice, turns with inner loops where @marked
 * tells it apart: rounds of an exchange, each with a sum, and another sum behind them. As many
 * turns in which loops lie deeper, where these are some already: steps of a solve each. */
static char *
take_told_apart (const RefrainTurnSequence *marked,
                 char *text,
                 double known,
                 RefrainIterations **iterations,
                 gboolean *uneven,
                 guint *nested)
{
  g_autoptr (RefrainIterations) others = NULL;
  gboolean other_uneven = FALSE;
  guint other_nested = 0;
  g_autofree char *other
      = find_uneven (marked, known, 0, FALSE, &others, &other_uneven, &other_nested);

  if (other == NULL || other_nested <= *nested
      || (*nested > 0
          && refrain_iterations_get_n (others) != refrain_iterations_get_n (*iterations)))
    return text;
  *nested = other_nested;
  g_free (text);
  g_set_object (iterations, others);
  *uneven = other_uneven;
  return g_steal_pointer (&other);
}

/* ---- What comes and goes --------------------------------------------------------------------- */

/* Whether something else of the kind of what turns of @told begin with comes in them, more often in
 * some: then they begin where one of that kind does more than the others. */
static gboolean
begins_within (const RefrainLooseTurns *turns, const RefrainTurnSequence *told)
{
  const guint32 begin = told->symbols[turns->first[0]];
  const guint32 *kinds = (const guint32 *) (gpointer) told->kinds->data;

  for (guint i = 0; i < turns->items->len; i++)
    {
      const RefrainLooseItem *item = &g_array_index (turns->items, RefrainLooseItem, i);

      if (item->symbol != begin && kinds[item->symbol] == kinds[begin] && item->most > item->least)
        return TRUE;
    }
  return FALSE;
}

/* Turns of @self, told by @told. @inner: with inner loops. FALSE where there are none. */
static gboolean
find_loose (const RefrainTurnSequence *self,
            const RefrainTurnSequence *told,
            gboolean inner,
            RefrainLooseTurns *turns)
{
  refrain_loose_turns_find (turns, self->symbols, self->weights, self->n, self->n_symbols, inner);
  if (turns->n > 0)
    refrain_loose_turns_count (turns, told->symbols, told->n_symbols);
  if (turns->n > 0 && !begins_within (turns, told))
    return TRUE;
  refrain_loose_turns_clear (turns);
  turns->n = 0;
  return FALSE;
}

/* Turns of @self in which things come or do not. Where @known ones repeat exactly, these have to be
 * most of them, and those that have something the others lack. */
static gboolean
find_optional (const RefrainTurnSequence *self, guint32 known, RefrainLooseTurns *turns)
{
  gboolean lack = known == 0;

  refrain_loose_turns_find_optional (turns, self->symbols, self->weights, self->n, self->n_symbols,
                                     REFRAIN_NONE);
  for (guint i = 0; i < turns->items->len; i++)
    {
      const RefrainLooseItem *item = &g_array_index (turns->items, RefrainLooseItem, i);

      lack
          = lack
            || (item->turns < turns->n - 1 && item->turns + 1 >= known && item->turns <= known + 1);
    }
  if (turns->n > 0 && lack && (known == 0 || turns->n < 2 * known))
    return TRUE;
  refrain_loose_turns_clear (turns);
  turns->n = 0;
  return FALSE;
}

static char *
take_loose (const RefrainTurnSequence *told,
            const RefrainLooseTurns *turns,
            RefrainIterations **iterations)
{
  *iterations = refrain_turn_times_of_sequence (told->source, turns->n, turns->first);
  return refrain_loose_turns_describe (turns, get_names (told));
}

/* The turn of @turns in which place @place of the sequence is; their number where it is behind. */
static guint32
find_turn (const RefrainLooseTurns *turns, guint32 place)
{
  const gsize after = REFRAIN_LOWER_BOUND (i, 0, (gsize) turns->n + 1, turns->first[i] <= place);

  return after > 0 ? (guint32) after - 1 : 0;
}

/* The turns of @turns in which @symbol of @self stands, of guint32; NULL where it is not as even as
 * what comes once in each of a few groups of them is. */
static GArray *
find_marks (const RefrainTurnSequence *self, const RefrainLooseTurns *turns, guint32 symbol)
{
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 least = G_MAXUINT32, most = 0, around;

  for (guint32 i = turns->first[0]; i < self->n; i++)
    if (self->symbols[i] == symbol)
      {
        const guint32 turn = find_turn (turns, i);

        g_array_append_val (marks, turn);
      }
  if (marks->len < FEWEST_GROUPS || marks->len * FEWEST_GROUPS > turns->n)
    return NULL;
  for (guint i = 1; i < marks->len; i++)
    {
      const guint32 gap = g_array_index (marks, guint32, i) - g_array_index (marks, guint32, i - 1);

      least = MIN (least, gap);
      most = MAX (most, gap);
    }
  around = g_array_index (marks, guint32, 0) + turns->n
           - g_array_index (marks, guint32, marks->len - 1);
  return least > 1 && most <= EVEN_GROUPS * least && around <= EVEN_GROUPS * most
             ? g_steal_pointer (&marks)
             : NULL;
}

/* Where groups of @turns begin that have one of @marks each, and the last one ends; of guint32. */
static GArray *
find_groups (const RefrainLooseTurns *turns, const GArray *marks)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (guint32));
  const guint32 first = g_array_index (marks, guint32, 0);
  const guint32 last = g_array_index (marks, guint32, marks->len - 1), end = turns->n;
  const guint32 usual = (last - first) / (marks->len - 1);
  const gboolean ends = first >= end - last;
  guint32 begin = 0;

  if (ends)
    g_array_append_val (groups, begin);
  for (guint i = 0; i < marks->len; i++)
    {
      begin = MIN (g_array_index (marks, guint32, i) + ends, end);
      if (groups->len == 0 || begin > g_array_index (groups, guint32, groups->len - 1))
        g_array_append_val (groups, begin);
    }
  begin = g_array_index (groups, guint32, groups->len - 1);
  if (!ends || end - begin >= NEARLY * usual)
    g_array_append_val (groups, end);
  return groups;
}

/* "4 × [200 to 280 × [Halo; MPI_Allreduce]; …]", but for the number: where something comes once in
 * each of a few groups of @turns that are about as long, these are the turns. NULL where nothing
 * does. */
static char *
take_groups (const RefrainTurnSequence *sized,
             const RefrainTurnSequence *told,
             RefrainLooseTurns *turns,
             RefrainIterations **iterations)
{
  g_autoptr (GArray) marks = NULL, groups = NULL;
  g_autofree char *inner = NULL;
  g_autofree guint32 *first = NULL;
  guint32 least = G_MAXUINT32, most = 0;

  for (guint32 i = 0; i < sized->n_symbols; i++)
    {
      g_autoptr (GArray) own = find_marks (sized, turns, i);

      if (own == NULL || (marks != NULL && own->len <= marks->len))
        continue;
      g_clear_pointer (&marks, g_array_unref);
      marks = g_steal_pointer (&own);
    }
  if (marks == NULL)
    return NULL;
  groups = find_groups (turns, marks);
  first = g_new (guint32, groups->len);
  for (guint i = 0; i < groups->len; i++)
    {
      first[i] = turns->first[g_array_index (groups, guint32, i)];
      if (i > 0)
        {
          const guint32 n
              = g_array_index (groups, guint32, i) - g_array_index (groups, guint32, i - 1);

          least = MIN (least, n);
          most = MAX (most, n);
        }
    }
  *iterations = refrain_turn_times_of_sequence (told->source, groups->len - 1, first);
  refrain_loose_turns_forget_some (turns);
  inner = refrain_loose_turns_describe (turns, get_names (told));
  return least < most ? g_strdup_printf (_ ("%u to %u × [%s]; …"), least, most, inner)
                      : g_strdup_printf ("%u × [%s]; …", most, inner);
}

/* ---- All ------------------------------------------------------------------------------------- */

static gboolean
can_be_searched (RefrainPatternSet *set)
{
  gsize n;

  refrain_pattern_set_get_sequence (set, &n);
  return refrain_trace_get_shares (refrain_pattern_set_get_trace (set)) == NULL
         && n <= MOST_OCCURRENCES;
}

/* Whether what has most of @told comes several times in a turn. */
static gboolean
have_inner_loop (const RefrainTurnSequence *told, const RefrainLooseTurns *turns)
{
  g_autofree guint64 *weights = g_new0 (guint64, (gsize) told->n_symbols + 1);
  const RefrainLooseItem *heaviest = NULL;

  for (guint32 i = 0; i < told->n; i++)
    weights[told->symbols[i]] += told->weights[i];
  for (guint i = 0; i < turns->items->len; i++)
    {
      const RefrainLooseItem *item = &g_array_index (turns->items, RefrainLooseItem, i);

      if (heaviest == NULL || weights[item->symbol] > weights[heaviest->symbol])
        heaviest = item;
    }
  return heaviest != NULL && heaviest->all >= SEVERAL * turns->n;
}

/* Steps between coarse turns and their inner iterations, which only sizes tell apart, instead of
 * @text and *@iterations: of a minimiser, whose evaluations find neighbours anew now and then. */
static char *
take_finer (const RefrainTurnSequence *sized,
            const RefrainTurnSequence *told,
            char *text,
            RefrainIterations **iterations)
{
  g_auto (RefrainLooseTurns) turns = { 0 };
  g_auto (RefrainUnevenTurns) coarse = { 0 };

  if (!find_loose (sized, told, TRUE, &turns) || turns.coverage < FINER_COVERED
      || turns.n < FINER * refrain_iterations_get_n (*iterations)
      || !have_inner_loop (told, &turns))
    return text;
  /* They are what @text has a loop of. */
  refrain_uneven_turns_find (&coarse, told->symbols, told->weights,
                             (const guint32 *) (gpointer) told->kinds->data, told->n,
                             told->n_symbols);
  if (refrain_uneven_turns_have_loop (&coarse, turns.n))
    return text;
  g_free (text);
  g_clear_object (iterations);
  return take_loose (told, &turns, iterations);
}

/* Steps that have most in common, by sizes and tags, and more than @known of all, where there are
 * between @least and @most of them; or NULL. */
static char *
take_steps (const RefrainTurnSource *source,
            const RefrainTurnSequence *told,
            double known,
            guint32 least,
            guint32 most,
            RefrainIterations **iterations)
{
  g_auto (RefrainTurnSequence) marked = refrain_turn_sequence_list (source, FALSE);
  g_auto (RefrainLooseTurns) turns = { 0 };

  refrain_turn_sequence_divide (&marked, REFRAIN_TURN_MARK_TAG);
  refrain_turn_sequence_divide (&marked, REFRAIN_TURN_MARK_SIZE);
  refrain_loose_turns_find_common (&turns, marked.symbols,
                                   (const guint32 *) (gpointer) marked.kinds->data, marked.weights,
                                   marked.n, marked.n_symbols);
  if (turns.n == 0 || turns.coverage <= known || turns.n < least || turns.n > most)
    return NULL;
  refrain_loose_turns_count (&turns, told->symbols, told->n_symbols);
  return take_loose (told, &turns, iterations);
}

/* Such steps instead of @text, in which no loop is told, and *@iterations, where they are finer. */
static char *
take_finer_steps (const RefrainTurnSource *source,
                  const RefrainTurnSequence *told,
                  char *text,
                  RefrainIterations **iterations)
{
  g_autoptr (RefrainIterations) steps = NULL;
  char *finer = take_steps (source, told, 0, FINER * refrain_iterations_get_n (*iterations),
                            G_MAXUINT32, &steps);

  if (finer == NULL)
    return text;
  g_free (text);
  g_set_object (iterations, steps);
  return finer;
}

/* Whether something is in most turns, but not in all: then they may begin at the wrong place. */
static gboolean
lack_some (const RefrainLooseTurns *turns)
{
  for (guint i = 0; i < turns->items->len; i++)
    {
      const RefrainLooseItem *item = &g_array_index (turns->items, RefrainLooseItem, i);

      if (item->turns == turns->n ? item->least == 0 : 2 * item->turns > turns->n)
        return TRUE;
    }
  return FALSE;
}

char *
refrain_main_loop_find_turns (RefrainComposites *composites,
                              double known,
                              guint32 inner,
                              RefrainIterations **iterations,
                              gboolean *uneven)
{
  RefrainPatternSet *set = refrain_composites_get_set (composites);
  g_auto (RefrainTurnSequence) sequence = { 0 }, other = { 0 }, rows = { 0 };
  g_auto (RefrainTurnSource) source = { 0 };
  gboolean divided;
  guint nested = 0;
  char *text;

  if (!can_be_searched (set))
    return NULL;
  refrain_turn_source_init (&source, set);
  sequence = refrain_turn_sequence_list (&source, FALSE);
  other = refrain_turn_sequence_list (&source, FALSE);
  rows = refrain_turn_sequence_list (&source, FALSE);
  divided = refrain_turn_sequence_divide (&other, REFRAIN_TURN_MARK_SIZE);
  text = find_uneven (&sequence, known, inner, FALSE, iterations, uneven, &nested);
  if (divided && inner == 0 && text != NULL && *uneven)
    text = take_told_apart (&other, text, known, iterations, uneven, &nested);
  if (inner == 0 && text != NULL && *uneven && nested == 0
      && refrain_turn_sequence_divide (&rows, REFRAIN_TURN_MARK_ROW))
    text = take_told_apart (&rows, text, known, iterations, uneven, &nested);
  if (text == NULL && divided)
    text = find_uneven (&other, known, inner, FALSE, iterations, uneven, &nested);
  if (text != NULL && inner == 0 && nested == 0)
    text = take_finer_steps (&source, &sequence, text, iterations);
  if (text != NULL)
    return divided && inner == 0 ? take_finer (&other, &sequence, text, iterations) : text;
  refrain_turn_sequence_clear (&other);
  other = refrain_turn_sequence_list (&source, TRUE);
  /* Patterns that are only of one kind may follow each other by chance: their counts must agree. */
  return find_uneven (&other, known, inner, TRUE, iterations, uneven, &nested);
}

/* Whether groups of processes that do the same do it as often as each other. */
static gboolean
are_groups_even (RefrainComposites *composites)
{
  RefrainPatternSet *set = refrain_composites_get_set (composites);
  const guint n_processes = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (set));
  g_autofree gsize *times = g_new (gsize, (gsize) n_processes + 1);

  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      gsize least = G_MAXSIZE, most = 0;

      if (refrain_composites_get_info (composites, i)->n_groups < 2)
        continue;
      refrain_fill (times, 0, n_processes * sizeof *times);
      for (gsize k = 0; k < refrain_pattern_get_n_occurrences (pattern); k++)
        {
          gsize n_parts;
          const RefrainOccurrencePart *parts
              = refrain_pattern_get_occurrence (pattern, k, &n_parts);

          for (gsize j = 0; j < n_parts; j++)
            times[parts[j].process]++;
        }
      for (guint p = 0; p < n_processes; p++)
        if (times[p] > 0)
          {
            least = MIN (least, times[p]);
            most = MAX (most, times[p]);
          }
      if (least < most)
        return FALSE;
    }
  return TRUE;
}

/* Whether turn @a of @turns of @self is the same as turn @b. */
static gboolean
are_same_turns (const RefrainTurnSequence *self,
                const RefrainLooseTurns *turns,
                guint32 a,
                guint32 b)
{
  const guint32 n = turns->first[a + 1] - turns->first[a];

  return n == turns->first[b + 1] - turns->first[b]
         && refrain_is_same (self->symbols + turns->first[a], self->symbols + turns->first[b],
                             n * sizeof *self->symbols);
}

/* "9 × [Halo; 1 to 9 × MPI_Allreduce]": @n iterations that repeat exactly are several turns each
 * that do not, as of a solver in which each direction is made orthogonal to those before. NULL
 * where they are not, or there is more in them. */
static char *
describe_turns_of_each (const RefrainTurnSequence *self, guint32 n)
{
  g_auto (RefrainLooseTurns) turns = { 0 };
  g_autofree char *text = NULL;
  gboolean uneven = FALSE;
  guint32 told = 0;

  if (!find_loose (self, self, TRUE, &turns) || n == 0 || turns.n < 2 * n || turns.n % n > 0
      || turns.coverage < FINER_COVERED)
    return NULL;
  for (guint i = 0; i < turns.items->len; i++)
    {
      const RefrainLooseItem *item = &g_array_index (turns.items, RefrainLooseItem, i);

      if (item->turns < turns.n)
        return NULL;
      uneven |= item->least < item->most;
      told += item->all;
    }
  if (!uneven || told < turns.first[turns.n] - turns.first[0])
    return NULL;
  for (guint32 i = turns.n / n; i < turns.n; i++)
    if (!are_same_turns (self, &turns, i, i - turns.n / n))
      return NULL;
  text = refrain_loose_turns_describe (&turns, get_names (self));
  return text != NULL ? g_strdup_printf ("%u × [%s]", turns.n / n, text) : NULL;
}

char *
refrain_main_loop_find_inner (RefrainComposites *composites, RefrainIterations *exact)
{
  RefrainPatternSet *set = refrain_composites_get_set (composites);
  g_auto (RefrainTurnSource) source = { 0 };
  g_auto (RefrainTurnSequence) plain = { 0 };

  if (!can_be_searched (set) || !are_groups_even (composites))
    return NULL;
  refrain_turn_source_init (&source, set);
  /* As they are; told apart by sizes; by tags. */
  for (guint by = 0; by < 3; by++)
    {
      g_auto (RefrainTurnSequence) sequence = refrain_turn_sequence_list (&source, FALSE);
      g_autoptr (RefrainIterations) turns = NULL;
      gboolean uneven = FALSE;
      guint nested = 0;
      char *text;

      if (by > 0
          && !refrain_turn_sequence_divide (&sequence, by == 1 ? REFRAIN_TURN_MARK_SIZE
                                                               : REFRAIN_TURN_MARK_TAG))
        continue;
      text = find_uneven (&sequence, 0, 0, TRUE, &turns, &uneven, &nested);
      if (text != NULL && nested > 0
          && refrain_iterations_get_n (turns) == refrain_iterations_get_n (exact))
        return text;
      g_free (text);
    }
  plain = refrain_turn_sequence_list (&source, FALSE);
  return describe_turns_of_each (&plain, refrain_iterations_get_n (exact));
}

char *
refrain_main_loop_find_loose_turns (RefrainComposites *composites,
                                    RefrainIterations *exact,
                                    RefrainIterations **iterations)
{
  const guint32 known = refrain_iterations_get_n (exact);
  RefrainPatternSet *set = refrain_composites_get_set (composites);
  g_auto (RefrainTurnSequence) sequence = { 0 }, sized = { 0 };
  g_auto (RefrainLooseTurns) turns = { 0 };
  g_auto (RefrainTurnSource) source = { 0 };
  char *text;

  if (!can_be_searched (set))
    return NULL;
  refrain_turn_source_init (&source, set);
  sequence = refrain_turn_sequence_list (&source, FALSE);
  sized = refrain_turn_sequence_list (&source, FALSE);
  refrain_turn_sequence_divide (&sized, REFRAIN_TURN_MARK_SIZE);
  /* A part of these is what repeats exactly. */
  if (known > 0 && find_optional (&sequence, known, &turns))
    return take_loose (&sequence, &turns, iterations);
  if (find_loose (&sequence, &sequence, FALSE, &turns))
    {
      /* A part of these is what repeats exactly. */
      if (known > 0 && turns.n > MORE * known && turns.n < 2 * known)
        return take_loose (&sequence, &turns, iterations);
      if (known > 0)
        return take_steps (&source, &sequence, refrain_iterations_get_coverage (exact),
                           FINER * known, G_MAXUINT32, iterations);
      text = lack_some (&turns) ? take_steps (&source, &sequence, 0, 0, G_MAXUINT32, iterations)
                                : NULL;
      if (text == NULL)
        text = take_groups (&sized, &sequence, &turns, iterations);
      return text != NULL ? text : take_loose (&sequence, &turns, iterations);
    }
  if (known == 0 && find_optional (&sequence, 0, &turns))
    return take_loose (&sequence, &turns, iterations);
  /* Sizes tell finer steps apart, and so what is around these. */
  if (known == 0
      && (find_loose (&sized, &sequence, TRUE, &turns)
          || find_loose (&sequence, &sequence, TRUE, &turns)))
    return take_loose (&sequence, &turns, iterations);
  return take_steps (&source, &sequence, refrain_iterations_get_coverage (exact), FINER * known,
                     G_MAXUINT32, iterations);
}

/* Whether operation @op has another root than the last of its kind and communicator in @roots,
 * where it is put. */
static gboolean
has_other_root (GHashTable *roots, const RefrainOps *ops, gsize op)
{
  gpointer key = GSIZE_TO_POINTER ((gsize) ops->tag[op] << 32 | ops->comm[op]);
  const gint own = ops->peer[op] + 2, last = GPOINTER_TO_INT (g_hash_table_lookup (roots, key));

  if (ops->kind[op] != REFRAIN_OP_COLLECTIVE || own < 2)
    return FALSE;
  g_hash_table_insert (roots, key, GINT_TO_POINTER (own));
  return last > 0 && last != own;
}

gboolean
refrain_main_loop_may_differ (RefrainTrace *trace, RefrainIterations *iterations)
{
  const guint32 n = refrain_iterations_get_n (iterations);
  g_autoptr (GHashTable) roots = g_hash_table_new (NULL, NULL);
  const RefrainOps *ops = NULL;
  gsize first = 0, n_first = 0, n_last = 0;
  RefrainTime start, end;
  guint p = 0;

  while (n > 0 && p < refrain_trace_get_n_processes (trace)
         && !refrain_iterations_get_span (iterations, p, 0, &start, &end))
    p++;
  if (refrain_iterations_are_interrupted (iterations))
    return TRUE;
  if (n == 0 || p == refrain_trace_get_n_processes (trace)
      || refrain_trace_get_shares (trace) != NULL)
    return FALSE;
  if (refrain_process_get_n_threads (refrain_trace_get_process (trace, p)) > 1)
    return TRUE;
  ops = refrain_process_get_ops (refrain_trace_get_process (trace, p));
  for (gsize op = 0; op < ops->n; op++)
    {
      const guint32 i = refrain_iterations_find (iterations, p, op);

      if (i == 0 && n_first++ == 0)
        first = op;
      n_last += i == n - 1;
      if (i == 0 && has_other_root (roots, ops, op))
        return TRUE;
      if (i == REFRAIN_NONE && n_last > 0 && ops->kind[op] == ops->kind[first]
          && ops->peer[op] == ops->peer[first] && REFRAIN_OP_IS_P2P (ops->kind[op]))
        return TRUE;
    }
  /* What is not whole may as well stand before the first iteration. */
  for (gsize op = 0; op < first; op++)
    if (ops->kind[op] == ops->kind[first] && ops->peer[op] == ops->peer[first]
        && REFRAIN_OP_IS_P2P (ops->kind[op]))
      return TRUE;
  return n_first != n_last;
}

char *
refrain_main_loop_find_threads (RefrainComposites *composites,
                                RefrainIterations **iterations,
                                GArray *items)
{
  GPtrArray *cycles = refrain_composites_get_cycles (composites);
  RefrainCycle *cycle = NULL;
  const RefrainCycleItem *own = NULL;
  gboolean beside = FALSE;
  gsize n = 0;

  for (guint i = 0; i < cycles->len && !beside; i++)
    {
      own = refrain_cycle_get_items (cycles->pdata[i], &n);
      cycle = cycles->pdata[i];
      for (gsize k = 0; k < n; k++)
        beside |= own[k].threads > 1 || own[k].lane > 0;
    }
  if (!beside || !refrain_cycle_is_short (cycle) || refrain_cycle_get_count (cycle) < FEWEST_GROUPS
      || refrain_cycle_get_weight (cycle) < FINER_COVERED)
    return NULL;
  g_array_append_vals (items, own, (guint) n);
  *iterations = refrain_turn_times_of_cycle (refrain_composites_get_set (composites), cycle);
  return refrain_cycle_describe_body (cycle, refrain_composites_get_set (composites), G_MAXSIZE);
}

/* Whether @turns have something behind each of so many of them, where @n groups of so many are
 * turns, too, but the last one of these is not whole. */
static gboolean
are_checked (const RefrainLooseTurns *turns, guint32 n)
{
  guint32 every = 0;

  for (guint i = 0; i < turns->items->len; i++)
    {
      const RefrainLooseItem *item = &g_array_index (turns->items, RefrainLooseItem, i);

      if (item->turns == turns->n && item->least == item->most)
        continue;
      if (item->turns == turns->n || item->every == 0 || (every > 0 && item->every != every))
        return FALSE;
      every = item->every;
    }
  return every > 0 && turns->n % every > 0 && turns->n / every <= n && n <= turns->n / every + 1;
}

char *
refrain_main_loop_find_ends (RefrainComposites *composites,
                             RefrainIterations *exact,
                             RefrainIterations **iterations)
{
  RefrainPatternSet *set = refrain_composites_get_set (composites);
  const guint32 n = refrain_iterations_get_n (exact);
  const guint32 n_patterns = refrain_pattern_set_get_n_patterns (set);
  g_auto (RefrainTurnSource) source = { 0 };

  if (n == 0 || !can_be_searched (set))
    return NULL;
  refrain_turn_source_init (&source, set);
  /* The last is none: what comes most often ends each. */
  for (guint32 i = 0; i <= n_patterns; i++)
    {
      const gboolean moves = i < n_patterns;
      g_auto (RefrainTurnSequence) sequence = { 0 };
      g_auto (RefrainLooseTurns) turns = { 0 };

      if (moves && (source.kinds[i] != i || !refrain_main_loop_has_moving_root (set, i)))
        continue;
      sequence = refrain_turn_sequence_list (&source, moves);
      refrain_loose_turns_find_optional (&turns, sequence.symbols, sequence.weights, sequence.n,
                                         sequence.n_symbols, moves ? i : REFRAIN_NONE);
      if (moves ? turns.n >= 2 * n : are_checked (&turns, n))
        return take_loose (&sequence, &turns, iterations);
    }
  return NULL;
}

char *
refrain_main_loop_find_steps (RefrainComposites *composites,
                              RefrainIterations *exact,
                              RefrainIterations **iterations)
{
  RefrainPatternSet *set = refrain_composites_get_set (composites);
  g_auto (RefrainTurnSequence) sequence = { 0 }, marked = { 0 };
  g_auto (RefrainTurnSource) source = { 0 };

  if (!can_be_searched (set) || !refrain_iterations_are_interrupted (exact))
    return NULL;
  refrain_turn_source_init (&source, set);
  marked = refrain_turn_sequence_list (&source, FALSE);
  if (!refrain_turn_sequence_divide (&marked, REFRAIN_TURN_MARK_TAG)
      && !refrain_turn_sequence_divide (&marked, REFRAIN_TURN_MARK_SIZE))
    return NULL;
  sequence = refrain_turn_sequence_list (&source, FALSE);
  return take_steps (&source, &sequence, 0, 0,
                     (guint32) (refrain_iterations_get_n (exact) / SEVERAL), iterations);
}
