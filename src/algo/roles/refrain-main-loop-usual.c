/* refrain-main-loop-usual.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is in most iterations, and what only some have besides.
 */
#include "config.h"

#include "refrain-main-loop-usual.h"

#include "refrain-compare.h"
#include "refrain-loose-turns.h"
#include "refrain-main-loop-exchanges.h"
#include "refrain-parallel.h"
#include "refrain-trace-shares.h"

/* What is in so many iterations is in an iteration. */
#define USUAL 0.8
/* What is in so many, of so many, is told. */
#define LEAST_SHARE 0.05
#define FEWEST      3
#define FEWEST_EVEN 2 /* where they are evenly far apart */
#define MOST_TOLD   3
/* Exchanges that differ from iteration to iteration lead where they have so many of the messages.
 */
#define MOST_MESSAGES 0.5
/* Patterns times iterations that are looked at. */
#define MOST_CELLS 16000000

typedef struct
{
  RefrainPatternSet *set;
  RefrainIterations *iterations;
  guint32 n;
  guint8 *has;    /* of each pattern, of each iteration: whether it is there */
  guint32 *turns; /* of each pattern, in how many */
} Usual;

/* The pattern of operation @op of @process; REFRAIN_NONE where it belongs to none. */
static guint32
find_pattern (const Usual *self, guint process, gsize op)
{
  RefrainPatternEvent event;

  return refrain_pattern_set_find_occurrence (self->set, process, op, &event) ? event.pattern
                                                                              : REFRAIN_NONE;
}

static void
mark (Usual *self, guint32 pattern, guint32 i)
{
  guint8 *has = i != REFRAIN_NONE ? &self->has[(gsize) pattern * self->n + i] : NULL;

  if (has == NULL || *has != 0)
    return;
  *has = 1;
  self->turns[pattern]++;
}

/* What stands between two operations of one iteration is in it. */
static void
look_at_part (Usual *self, guint32 pattern, const RefrainOccurrencePart *part)
{
  const guint32 *op
      = refrain_symbols_get_stream (refrain_pattern_set_get_symbols (self->set), part->process)->op
        + part->first;
  guint32 first = op[0], last = op[0], i;

  for (guint32 k = 1; k < part->n; k++)
    {
      first = MIN (first, op[k]);
      last = MAX (last, op[k]);
    }
  i = refrain_iterations_find (self->iterations, part->process, first);
  if (i == refrain_iterations_find (self->iterations, part->process, last))
    mark (self, pattern, i);
  else
    for (guint32 k = 0; k < part->n; k++)
      mark (self, pattern, refrain_iterations_find (self->iterations, part->process, op[k]));
}

static void
look_at_pattern (gsize item, gpointer data)
{
  Usual *self = data;
  RefrainPattern *pattern = refrain_pattern_set_get_pattern (self->set, (guint) item);

  for (gsize i = 0; i < refrain_pattern_get_n_occurrences (pattern); i++)
    {
      gsize n_parts;
      const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, i, &n_parts);

      for (gsize k = 0; k < n_parts; k++)
        if (parts[k].n > 0)
          look_at_part (self, (guint32) item, &parts[k]);
    }
}

static gboolean
is_usual (const Usual *self, guint32 pattern)
{
  return self->turns[pattern] >= USUAL * self->n;
}

static gboolean
is_any_usual (const Usual *self)
{
  for (guint32 pattern = 0; pattern < refrain_pattern_set_get_n_patterns (self->set); pattern++)
    if (is_usual (self, pattern))
      return TRUE;
  return FALSE;
}

static gboolean
has_all (const Usual *self, guint32 i)
{
  for (guint32 pattern = 0; pattern < refrain_pattern_set_get_n_patterns (self->set); pattern++)
    if (is_usual (self, pattern) && !self->has[(gsize) pattern * self->n + i])
      return FALSE;
  return TRUE;
}

static gboolean
has_others (const Usual *self, guint32 i)
{
  for (guint32 pattern = 0; pattern < refrain_pattern_set_get_n_patterns (self->set); pattern++)
    if (!is_usual (self, pattern) && self->has[(gsize) pattern * self->n + i])
      return TRUE;
  return FALSE;
}

/* The iteration that takes as long as the median, or the next one that has all that most have, if
 * possible nothing else: what stands in the place of a part of it would be missing. */
static guint32
choose_iteration (const Usual *self)
{
  const guint32 median = refrain_iterations_find_usual (self->iterations);

  for (guint others = 0; others < 2; others++)
    for (guint32 i = 0; i < self->n; i++)
      {
        const guint32 at = (median + i) % self->n;

        if (has_all (self, at) && (others > 0 || !has_others (self, at)))
          return at;
      }
  return median;
}

/* @of without what most iterations lack. */
static RefrainOpSet *
keep_usual (const Usual *self, const RefrainOpSet *of)
{
  RefrainTrace *trace = refrain_pattern_set_get_trace (self->set);
  RefrainOpSet *kept = refrain_op_set_new (trace);

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const gsize n_ops = refrain_trace_get_ops (trace, p)->n;

      for (gsize op = refrain_op_set_find_next (of, p, 0, n_ops); op < n_ops;
           op = refrain_op_set_find_next (of, p, op + 1, n_ops))
        {
          const guint32 pattern = find_pattern (self, p, op);

          if (pattern == REFRAIN_NONE || is_usual (self, pattern))
            refrain_op_set_add (kept, p, op);
        }
    }
  return kept;
}

typedef struct
{
  guint32 turns, pattern, every, from;
} Told;

REFRAIN_DEFINE_COMPARE (compare_told, Told, REFRAIN_FALLING (turns) ?: REFRAIN_RISING (pattern))

/* Whether most iterations lack pattern @pattern, and it is of messages. */
static gboolean
is_other_exchange (const Usual *self, guint32 pattern)
{
  return pattern != REFRAIN_NONE && !is_usual (self, pattern)
         && !refrain_pattern_is_collective (refrain_pattern_set_get_pattern (self->set, pattern));
}

static guint32
find_every (const Usual *self, guint32 pattern, guint32 *from)
{
  g_autofree guint32 *some = g_new (guint32, (gsize) self->n + 1);
  guint32 n = 0;

  for (guint32 i = 0; i < self->n; i++)
    if (self->has[(gsize) pattern * self->n + i])
      some[n++] = i;
  *from = n > 0 ? some[0] : 0;
  return refrain_turns_find_every (some, n, self->n);
}

/* @messages: exchanges, too. */
static char *
describe_others (const Usual *self, gboolean messages)
{
  g_autoptr (GArray) told = g_array_new (FALSE, FALSE, sizeof (Told));
  g_autoptr (GArray) some = g_array_new (FALSE, FALSE, sizeof (RefrainSomeTurns));
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < refrain_pattern_set_get_n_patterns (self->set); i++)
    {
      /* Where processes are in different iterations, one occurrence is in two. */
      const gsize n
          = refrain_pattern_get_n_occurrences (refrain_pattern_set_get_pattern (self->set, i));
      guint32 from;
      const guint32 every = find_every (self, i, &from);
      const Told one = { (guint32) MIN (self->turns[i], n), i, every, from };

      if (!is_usual (self, i) && (messages || !is_other_exchange (self, i))
          && one.turns >= (every > 0 ? FEWEST_EVEN : MAX (FEWEST, LEAST_SHARE * self->n)))
        g_array_append_val (told, one);
    }
  g_array_sort (told, compare_told);
  for (guint i = 0; i < MIN (told->len, MOST_TOLD); i++)
    {
      const Told *one = &g_array_index (told, Told, i);

      const char *name
          = refrain_pattern_get_name (refrain_pattern_set_get_pattern (self->set, one->pattern));
      const RefrainSomeTurns other = { one->turns, one->every, one->from, g_strdup (name) };

      g_array_append_val (some, other);
    }
  refrain_turns_append_some (text, some);
  return g_string_free (text, FALSE);
}

/* What messages are in each iteration, where most of them are of patterns that most iterations
 * lack: neighbours change. Else NULL. */
static char *
describe_changing (const Usual *self)
{
  RefrainTrace *trace = refrain_pattern_set_get_trace (self->set);
  g_autoptr (GArray) messages = g_array_new (FALSE, FALSE, sizeof (RefrainToldMessage));
  gboolean all = TRUE;
  gsize n = 0;

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainOps *ops = refrain_trace_get_ops (trace, p);
      RefrainTime start, end;

      all &= refrain_iterations_get_span (self->iterations, p, 0, &start, &end);
      for (gsize op = 0; op < ops->n; op++)
        {
          RefrainToldMessage message
              = { (guint64) p << 32 | (guint32) ops->peer[op], ops->bytes[op], 0, 0 };

          if (!REFRAIN_OP_IS_SEND (ops->kind[op]) || ops->peer[op] < 0)
            continue;
          message.iteration = refrain_iterations_find (self->iterations, p, op);
          if (message.iteration == REFRAIN_NONE)
            continue;
          n++;
          if (is_other_exchange (self, find_pattern (self, p, op)))
            g_array_append_val (messages, message);
        }
    }
  return messages->len > MOST_MESSAGES * (double) n
             ? refrain_told_messages_describe (messages, self->n, all)
             : NULL;
}

RefrainOpSet *
refrain_main_loop_find_usual (RefrainComposites *composites,
                              RefrainIterations *iterations,
                              char **changing,
                              char **others)
{
  RefrainPatternSet *set = refrain_composites_get_set (composites);
  RefrainTrace *trace = refrain_pattern_set_get_trace (set);
  const guint n_patterns = refrain_pattern_set_get_n_patterns (set);
  const guint32 n = refrain_iterations_get_n (iterations);
  g_autofree guint8 *has = NULL;
  g_autofree guint32 *turns = g_new0 (guint32, (gsize) n_patterns + 1);
  g_autoptr (RefrainOpSet) ops = refrain_op_set_new (trace);
  Usual self = { set, iterations, n, NULL, turns };

  *changing = NULL;
  if (refrain_trace_get_shares (trace) != NULL || (guint64) n * n_patterns > MOST_CELLS)
    {
      refrain_iterations_add_ops (iterations, refrain_iterations_find_usual (iterations), ops);
      *others = g_strdup ("");
      return g_steal_pointer (&ops);
    }
  self.has = has = g_new0 (guint8, (gsize) n * n_patterns + 1);
  refrain_parallel_run (n_patterns, look_at_pattern, &self, NULL);
  refrain_iterations_add_ops (iterations, choose_iteration (&self), ops);
  /* Where patterns begin and end otherwise each time, those of one iteration tell. */
  if (!is_any_usual (&self))
    {
      *others = g_strdup ("");
      return g_steal_pointer (&ops);
    }
  *changing = describe_changing (&self);
  *others = describe_others (&self, *changing == NULL);
  return keep_usual (&self, ops);
}
