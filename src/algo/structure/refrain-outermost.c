/* refrain-outermost.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Turns of a loop hold the same events, so that they can be compared event by event. What is kept
 * of each process is a few numbers, which a team exchanges; of the chosen one more.
 */
#include "refrain-outermost.h"

#include <math.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-run.h"
#include "refrain-trace-shares.h"

/* Excesses that differ by no more are as large. */
#define AS_LARGE 0.02
/* A loop of fewer turns is looked into where one in it is so much of each. */
#define FEWEST_TURNS 3
#define NEARLY_ALL   0.9

/* The loop of an own process, and what is kept of it where it is chosen. */
typedef struct
{
  RefrainOutermost *found;
  guint32 *first, size; /* events: where each iteration begins, and how many are in one */
  RefrainDurations *durations;
  char *before, *after;
} Draft;

static void
clear_draft (Draft *self)
{
  g_clear_object (&self->durations);
  refrain_clear (&self->first, &self->before, &self->after);
}

/* The iteration nearest to the median. */
static guint32
find_usual (const Draft *self)
{
  gsize n;
  const double *values = refrain_durations_get_values (self->durations, &n);
  const double median = refrain_durations_get_median (self->durations);
  guint32 usual = 0;

  for (guint32 i = 1; i < n; i++)
    if (fabs (values[i] - median) < fabs (values[usual] - median))
      usual = i;
  return usual;
}

static char *
describe_event (RefrainStructure *structure, gsize part, guint64 event)
{
  RefrainGrammarReader reader;
  guint32 symbol = 0;

  refrain_grammar_reader_init (&reader, refrain_structure_get_part (structure, part)->grammar);
  for (guint64 i = 0; i <= event && refrain_grammar_reader_next (&reader, &symbol); i++)
    ;
  refrain_grammar_reader_clear (&reader);
  return refrain_structure_describe (structure, part, symbol);
}

/* Where the slowest turn takes longer than the usual one. */
static void
compare_turns (
    Draft *self, RefrainStructure *structure, gsize part, const RefrainTime *times, guint32 n_times)
{
  const guint32 slow = self->first[self->found->slowest];
  const guint32 usual = self->first[find_usual (self)];
  guint32 gap = 0;

  for (guint32 i = 0; i < self->size && slow + i + 1 < n_times && usual + i + 1 < n_times; i++)
    {
      const RefrainTime lost
          = (times[slow + i + 1] - times[slow + i]) - (times[usual + i + 1] - times[usual + i]);

      if (lost > self->found->lost)
        {
          self->found->lost = lost;
          gap = i;
        }
    }
  self->before = describe_event (structure, part, self->first[0] + gap);
  self->after = describe_event (structure, part, self->first[0] + gap + 1);
}

/* FALSE when cancelled. @run: of the process. */
static gboolean
measure (Draft *self,
         const RefrainTime *times,
         guint32 n_times,
         const RefrainRunSpan *run,
         GCancellable *cancellable,
         GError **error)
{
  const RefrainDurationOptions options = REFRAIN_DURATION_OPTIONS_DEFAULT;
  RefrainOutermost *found = self->found;
  g_autofree double *durations = g_new (double, found->n);
  /* What is of a thread from its first event to its last one, but for start and end of the program.
   */
  const RefrainTime first = MAX (times[0], run->start), last = MIN (times[n_times - 1], run->end);

  found->start = times[self->first[0]];
  found->end = times[self->first[found->n - 1] + self->size - 1];
  for (guint32 i = 0; i < found->n; i++)
    {
      durations[i] = MAX (0, (double) ((i + 1 < found->n ? times[self->first[i + 1]] : found->end)
                                       - times[self->first[i]]));
      if (durations[i] > durations[found->slowest])
        found->slowest = i;
    }
  found->slowest_start = times[self->first[found->slowest]];
  found->share = last > first ? (double) (MIN (found->end, last) - MAX (found->start, first))
                                    / (double) (last - first)
                              : 0;
  self->durations = refrain_durations_new (durations, found->n, &options, cancellable, error);
  if (self->durations == NULL)
    return FALSE;
  found->median = refrain_durations_get_median (self->durations);
  found->maximum = refrain_durations_get_maximum (self->durations);
  found->trend = refrain_durations_get_trend (self->durations)->kind;
  return TRUE;
}

/* The loop that is nearly all of each of the few turns of @loop, and where in one it begins; or
 * NULL. */
static const RefrainTerm *
find_inner (const RefrainGrammar *grammar, const RefrainTerm *loop, guint32 *offset)
{
  const guint32 pattern = loop->what - grammar->n_symbols;
  const double size = (double) refrain_grammar_get_size (grammar, loop) / loop->count;

  *offset = 0;
  if (loop->count >= FEWEST_TURNS || loop->what < grammar->n_symbols)
    return NULL;
  for (guint32 i = grammar->first[pattern]; i < grammar->first[pattern + 1]; i++)
    {
      const RefrainTerm *term = &grammar->terms[i];
      const guint64 own = refrain_grammar_get_size (grammar, term);

      if (term->count >= FEWEST_TURNS && (double) own >= NEARLY_ALL * size)
        return term;
      *offset += (guint32) own;
    }
  return NULL;
}

/* Where the iterations of @loop begin, or those of the loop that is nearly all of its few turns. */
static void
list_turns (Draft *self, const RefrainGrammar *grammar, const RefrainTerm *loop)
{
  guint32 begin = 0, offset;
  const RefrainTerm *inner = find_inner (grammar, loop, &offset);
  const guint32 outer_size = (guint32) (refrain_grammar_get_size (grammar, loop) / loop->count);
  const guint32 n = inner != NULL ? inner->count : 1;

  for (const RefrainTerm *term = grammar->terms; term < loop; term++)
    begin += (guint32) refrain_grammar_get_size (grammar, term);
  self->size
      = inner != NULL ? (guint32) (refrain_grammar_get_size (grammar, inner) / n) : outer_size;
  self->found->n = loop->count * n;
  self->first = g_new (guint32, self->found->n);
  for (guint32 i = 0; i < self->found->n; i++)
    self->first[i] = begin + i / n * outer_size + (inner != NULL ? offset : 0) + i % n * self->size;
}

/* The outermost loop of @part, which has one. FALSE when cancelled. */
static gboolean
find_loop (
    Draft *self, RefrainStructure *structure, gsize part, GCancellable *cancellable, GError **error)
{
  const RefrainStructurePart *at = refrain_structure_get_part (structure, part);
  RefrainTrace *trace = refrain_structure_get_trace (structure);
  const RefrainTerm *loop = refrain_grammar_find_outermost (at->grammar);
  g_autofree RefrainTime *times = NULL;
  guint32 n_times;

  list_turns (self, at->grammar, loop);
  times = refrain_event_stream_get_times (
      trace, at->process,
      refrain_process_get_thread (refrain_trace_get_process (trace, at->process), at->thread),
      &refrain_structure_get_options (structure)->events, &n_times);
  g_assert (n_times == at->grammar->length);
  if (!measure (self, times, n_times, &refrain_trace_get_run (trace)->processes[at->process],
                cancellable, error))
    return FALSE;
  compare_turns (self, structure, part, times, n_times);
  return TRUE;
}

/* ---- Of all processes ----------------------------------------------------------------------- */

double
refrain_outermost_get_excess (const RefrainOutermost *self)
{
  return self->maximum - self->median;
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
choose_process (const RefrainOutermost *loops, guint n)
{
  guint found = n;
  double widest = 0;

  for (guint p = 0; p < n; p++)
    widest = MAX (widest, loops[p].share);
  for (guint p = 0; p < n; p++)
    if (loops[p].n > 0 && loops[p].share >= widest / 2
        && (found == n || loses_more (&loops[p], &loops[found])))
      found = p;
  return found;
}

REFRAIN_DEFINE_OBJECT (RefrainOutermosts, refrain_outermosts)

static void
refrain_outermosts_finalize (RefrainOutermosts *self)
{
  g_free (self->loops);
  g_clear_object (&self->durations);
  refrain_free (self->before, self->after);
}

/* With the team: what the owner of the chosen process knows of it. FALSE when cancelled. */
static gboolean
share_chosen (RefrainOutermosts *self,
              const RefrainShares *shares,
              GCancellable *cancellable,
              GError **error)
{
  const RefrainDurationOptions options = REFRAIN_DURATION_OPTIONS_DEFAULT;
  const guint32 n_durations = self->loops[self->chosen].n;
  g_autoptr (GByteArray) mine = g_byte_array_new ();
  g_autoptr (GPtrArray) all = NULL;
  g_autofree double *durations = NULL;
  RefrainParcel parcel;
  gsize n;

  if (shares == NULL)
    return TRUE;
  if (self->durations != NULL)
    {
      g_byte_array_append (mine,
                           (const guint8 *) refrain_durations_get_values (self->durations, &n),
                           n_durations * (guint) sizeof (double));
      refrain_parcel_put_text (mine, self->before);
      refrain_parcel_put_text (mine, self->after);
    }
  all = refrain_team_gather (shares->team, mine->data, mine->len);
  if (all == NULL || self->durations != NULL)
    return TRUE;
  parcel = refrain_parcel_open (all, refrain_shares_get_owner (shares, self->chosen));
  durations = refrain_parcel_take_array (&parcel, n_durations, sizeof *durations);
  self->before = refrain_parcel_take_text (&parcel);
  self->after = refrain_parcel_take_text (&parcel);
  self->durations = refrain_durations_new (durations, n_durations, &options, cancellable, error);
  return self->durations != NULL;
}

RefrainOutermosts *
refrain_outermosts_new (RefrainStructure *structure, GCancellable *cancellable, GError **error)
{
  RefrainTrace *trace = refrain_structure_get_trace (structure);
  const RefrainShares *shares = refrain_trace_get_shares (trace);
  const guint n = refrain_trace_get_n_processes (trace);
  g_autoptr (RefrainOutermosts) self = g_object_new (REFRAIN_TYPE_OUTERMOSTS, NULL);
  g_autofree Draft *drafts = g_new0 (Draft, (gsize) n + 1);
  gboolean done = TRUE;

  self->loops = g_new0 (RefrainOutermost, (gsize) n + 1);
  for (guint p = 0; p < n && done; p++)
    {
      const RefrainStructureFigures *figures = refrain_structure_get_figures (structure, p);

      drafts[p].found = &self->loops[p];
      if (refrain_shares_own (shares, p) && figures->iterations > 0)
        done = find_loop (&drafts[p], structure, figures->part, cancellable, error);
    }
  if (done)
    {
      refrain_shares_fill (shares, self->loops, sizeof *self->loops);
      self->chosen = choose_process (self->loops, n);
      self->durations = g_steal_pointer (&drafts[self->chosen].durations);
      self->before = g_steal_pointer (&drafts[self->chosen].before);
      self->after = g_steal_pointer (&drafts[self->chosen].after);
      if (self->chosen < n)
        done = share_chosen (self, shares, cancellable, error);
    }
  for (guint p = 0; p < n; p++)
    clear_draft (&drafts[p]);
  return done ? g_steal_pointer (&self) : NULL;
}
