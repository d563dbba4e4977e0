/* refrain-outermost.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Turns of a loop hold the same events, so that they can be compared event by event.
 */
#include "refrain-outermost.h"

#include <math.h>

#include "refrain-free.h"
#include "refrain-object.h"

/* Excesses that differ by no more are as large. */
#define AS_LARGE 0.02

REFRAIN_DEFINE_FREE_OR_NULL (refrain_outermost_free, RefrainOutermost, g_free (x->start);
                             g_clear_object (&x->durations))

static void
choose_turns (RefrainOutermost *self)
{
  gsize n;
  const double *values = refrain_durations_get_values (self->durations, &n);
  const double median = refrain_durations_get_median (self->durations);

  for (guint32 i = 1; i < n; i++)
    {
      if (values[i] > values[self->slowest])
        self->slowest = i;
      if (fabs (values[i] - median) < fabs (values[self->usual] - median))
        self->usual = i;
    }
}

static guint32
find_symbol (const RefrainGrammar *grammar, guint64 event)
{
  RefrainGrammarReader reader;
  guint32 symbol = 0;

  refrain_grammar_reader_init (&reader, grammar);
  for (guint64 i = 0; i <= event && refrain_grammar_reader_next (&reader, &symbol); i++)
    ;
  refrain_grammar_reader_clear (&reader);
  return symbol;
}

/* Where the slowest turn takes longer than the usual one. */
static void
compare_turns (RefrainOutermost *self,
               const RefrainGrammar *grammar,
               const RefrainTime *times,
               guint32 n_times)
{
  const guint32 slow = self->first + self->slowest * self->size;
  const guint32 usual = self->first + self->usual * self->size;

  for (guint32 i = 0; i < self->size && slow + i + 1 < n_times && usual + i + 1 < n_times; i++)
    {
      const RefrainTime lost
          = (times[slow + i + 1] - times[slow + i]) - (times[usual + i + 1] - times[usual + i]);

      if (lost > self->lost)
        {
          self->lost = lost;
          self->gap = i;
        }
    }
  self->before = find_symbol (grammar, self->first + self->gap);
  self->after = find_symbol (grammar, self->first + self->gap + 1);
}

/* FALSE when cancelled. */
static gboolean
measure (RefrainOutermost *self,
         const RefrainTime *times,
         guint32 n_times,
         GCancellable *cancellable,
         GError **error)
{
  const RefrainDurationOptions options = REFRAIN_DURATION_OPTIONS_DEFAULT;
  g_autofree double *durations = g_new (double, self->n);
  const RefrainTime run = times[n_times - 1] - times[0];

  self->start = g_new (RefrainTime, self->n);
  self->end = times[self->first + self->n * self->size - 1];
  for (guint32 i = 0; i < self->n; i++)
    self->start[i] = times[self->first + i * self->size];
  for (guint32 i = 0; i < self->n; i++)
    durations[i]
        = MAX (0, (double) ((i + 1 < self->n ? self->start[i + 1] : self->end) - self->start[i]));
  self->share = run > 0 ? (double) (self->end - self->start[0]) / (double) run : 0;
  self->durations = refrain_durations_new (durations, self->n, &options, cancellable, error);
  return self->durations != NULL;
}

RefrainOutermost *
refrain_outermost_new (RefrainStructure *structure,
                       gsize part,
                       GCancellable *cancellable,
                       GError **error)
{
  const RefrainStructurePart *at = refrain_structure_get_part (structure, part);
  RefrainTrace *trace = refrain_structure_get_trace (structure);
  const RefrainTerm *loop = refrain_grammar_find_outermost (at->grammar);
  g_autoptr (RefrainOutermost) self = NULL;
  g_autofree RefrainTime *times = NULL;
  guint32 n_times;

  if (loop == NULL)
    return NULL;
  self = g_new0 (RefrainOutermost, 1);
  self->part = part;
  self->n = loop->count;
  self->size = (guint32) (refrain_grammar_get_size (at->grammar, loop) / loop->count);
  for (const RefrainTerm *term = at->grammar->terms; term < loop; term++)
    self->first += (guint32) refrain_grammar_get_size (at->grammar, term);
  times = refrain_event_stream_get_times (
      trace, at->process,
      refrain_process_get_thread (refrain_trace_get_process (trace, at->process), at->thread),
      &refrain_structure_get_options (structure)->events, &n_times);
  g_assert (n_times == at->grammar->length);
  if (!measure (self, times, n_times, cancellable, error))
    return NULL;
  choose_turns (self);
  compare_turns (self, at->grammar, times, n_times);
  return g_steal_pointer (&self);
}

/* ---- Of all processes ----------------------------------------------------------------------- */

double
refrain_outermost_get_excess (const RefrainOutermost *self)
{
  return refrain_durations_get_maximum (self->durations)
         - refrain_durations_get_median (self->durations);
}

/* Of two whose slowest iterations lose about as much the one where it is earlier: others lose it
 * later, waiting. */
static gboolean
loses_more (const RefrainOutermost *loop, const RefrainOutermost *other)
{
  const double own = refrain_outermost_get_excess (loop);
  const double most = refrain_outermost_get_excess (other);

  if (fabs (own - most) <= AS_LARGE * MAX (own, most) && loop->n == other->n)
    return loop->slowest < other->slowest || (loop->slowest == other->slowest && own > most);
  return own > most;
}

/* The process whose slowest iteration loses most, among those whose loop covers most: one that
 * covers half as much says little about the run. */
static guint
choose_process (GPtrArray *loops)
{
  guint found = loops->len;
  double widest = 0;

  for (guint p = 0; p < loops->len; p++)
    if (loops->pdata[p] != NULL)
      widest = MAX (widest, ((const RefrainOutermost *) loops->pdata[p])->share);
  for (guint p = 0; p < loops->len; p++)
    {
      const RefrainOutermost *loop = loops->pdata[p];

      if (loop != NULL && loop->share >= widest / 2
          && (found == loops->len || loses_more (loop, loops->pdata[found])))
        found = p;
    }
  return found;
}

static void
free_loop (gpointer loop)
{
  if (loop != NULL)
    refrain_outermost_free (loop);
}

REFRAIN_DEFINE_OBJECT (RefrainOutermosts, refrain_outermosts)

static void
refrain_outermosts_finalize (RefrainOutermosts *self)
{
  g_clear_pointer (&self->loops, g_ptr_array_unref);
}

RefrainOutermosts *
refrain_outermosts_new (RefrainStructure *structure, GCancellable *cancellable, GError **error)
{
  const guint n = refrain_trace_get_n_processes (refrain_structure_get_trace (structure));
  g_autoptr (RefrainOutermosts) self = g_object_new (REFRAIN_TYPE_OUTERMOSTS, NULL);

  self->loops = g_ptr_array_new_with_free_func (free_loop);
  for (guint p = 0; p < n; p++)
    {
      g_autoptr (GError) problem = NULL;
      RefrainStructureFigures figures;

      refrain_structure_get_figures (structure, p, &figures);
      g_ptr_array_add (self->loops, figures.iterations > 0 ? refrain_outermost_new (
                                        structure, figures.part, cancellable, &problem)
                                                           : NULL);
      if (problem != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
    }
  self->chosen = choose_process (self->loops);
  return g_steal_pointer (&self);
}
