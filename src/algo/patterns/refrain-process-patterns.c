/* refrain-process-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Repeats are looked for in the general form, which also tells what was repeated contiguously, and
 * each is then looked up in the original, where it may be gone through more often.
 */
#include "refrain-process-patterns.h"

#include "refrain-compare.h"
#include "refrain-hash.h"
#include "refrain-object.h"
#include "refrain-repeats.h"
#include "refrain-sequence-table.h"
#include "refrain-tandem.h"
#include "refrain-free.h"

/* ---- General form --------------------------------------------------------------------------- */

/* The general form of a sequence, as units are split (refrain_tandem_split()): what stands several
 * times in a row stands once. */
typedef struct
{
  gsize n;
  guint32 *symbol;
  gboolean *boundary; /* starts a new piece */
  guint32 *element;   /* of each symbol of the original: the element it is an instance of */
} GeneralForm;

/* Each round at least halves something; programs need two or three. */
#define MAX_ROUNDS 64

static void
general_form_free (GeneralForm *self)
{
  refrain_free (self->symbol, self->boundary, self->element, self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GeneralForm, general_form_free)

/* Leaves out the elements whose representative is another one; a representative is its own, and
 * before those it stands for. */
static void
keep (GeneralForm *self, gsize n_original, guint32 *representative)
{
  gsize kept = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      if (representative[i] != i)
        {
          representative[i] = representative[representative[i]];
          continue;
        }
      self->symbol[kept] = self->symbol[i];
      self->boundary[kept] = self->boundary[i];
      representative[i] = (guint32) kept++;
    }
  self->n = kept;
  for (gsize i = 0; i < n_original; i++)
    self->element[i] = representative[self->element[i]];
}

/* Runs of one symbol. */
static void
keep_one_of_runs (GeneralForm *self, gsize n_original, guint32 *representative)
{
  for (gsize i = 0; i < self->n; i++)
    representative[i] = i > 0 && !self->boundary[i] && self->symbol[i] == self->symbol[i - 1]
                            ? representative[i - 1]
                            : (guint32) i;
  keep (self, n_original, representative);
}

/* The element of the first instance of every split around it that stands at the place of @at. */
static guint32
first_instance (const GArray *splits, guint32 split, guint32 at)
{
  while (split != G_MAXUINT32)
    {
      const RefrainTandemSplit *own = &g_array_index (splits, RefrainTandemSplit, split);

      at = own->first + (at - own->first) % own->period;
      split = own->parent;
    }
  return at;
}

/* One round over all pieces; FALSE when nothing was split. */
static gboolean
keep_one_of_splits (GeneralForm *self, gsize n_original, guint32 *representative)
{
  g_autoptr (GArray) units = g_array_new (FALSE, FALSE, sizeof (RefrainTandemUnit));
  g_autoptr (GArray) splits = g_array_new (FALSE, FALSE, sizeof (RefrainTandemSplit));
  gboolean any = FALSE;
  gsize end;

  for (gsize start = 0; start < self->n; start = end)
    {
      for (end = start + 1; end < self->n && !self->boundary[end]; end++)
        ;
      g_array_set_size (units, 0);
      g_array_set_size (splits, 0);
      refrain_tandem_split (self->symbol + start, end - start, units, splits);
      any = any || splits->len > 0;
      for (guint u = 0; u < units->len; u++)
        {
          const RefrainTandemUnit *unit = &g_array_index (units, RefrainTandemUnit, u);

          for (guint32 i = unit->first; i < unit->first + unit->n; i++)
            representative[start + i] = (guint32) start + first_instance (splits, unit->split, i);
        }
    }
  if (any)
    keep (self, n_original, representative);
  return any;
}

/* Leaves one symbol of each run of one symbol and one instance of each split, again and again until
 * nothing is left to leave out. Nothing is joined across a @boundary (NULL: none).
 * Near-linear. NULL when cancelled. */
static GeneralForm *
general_form_new (const guint32 *symbols,
                  gsize n,
                  const gboolean *boundary,
                  GCancellable *cancellable)
{
  g_autoptr (GeneralForm) self = g_new0 (GeneralForm, 1);
  g_autofree guint32 *representative = g_new (guint32, n + 1);
  gboolean again = TRUE;

  self->n = n;
  self->symbol = g_new (guint32, n + 1);
  self->boundary = g_new0 (gboolean, n + 1);
  self->element = g_new (guint32, n + 1);
  for (gsize i = 0; i < n; i++)
    {
      self->symbol[i] = symbols[i];
      self->boundary[i] = boundary != NULL && boundary[i];
      self->element[i] = (guint32) i;
    }
  for (guint round = 0; again && round < MAX_ROUNDS; round++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return NULL;
      keep_one_of_runs (self, n, representative);
      again = keep_one_of_splits (self, n, representative);
    }
  return g_steal_pointer (&self);
}

/* ---- Process patterns ----------------------------------------------------------------------- */

/* A pattern while it is put together. */
typedef struct
{
  guint32 length;
  guint32 first;  /* elements of the form: one place where it stands */
  GArray *places; /* of guint32: all places in the form; later positions in the sequence */
} Candidate;

struct _RefrainProcessPatterns
{
  guint32 *form;
  gsize n_form;
  GArray *candidates;      /* of Candidate */
  GArray *patterns;        /* of RefrainProcessPattern */
  RefrainRepeats *repeats; /* whose positions the patterns share, or NULL */
};

/* Repeats that stand in more places than this keep the order in which they were found. */
#define MAX_SORTED_PLACES (1 << 22)

static void
clear_candidate (gpointer data)
{
  g_array_unref (((Candidate *) data)->places);
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_process_patterns_free,
                             RefrainProcessPatterns,
                             g_free (x->form);
                             g_clear_pointer (&x->repeats, refrain_repeats_free);
                             refrain_unref_arrays (x->candidates, x->patterns))

/* The candidate that is the piece of @length elements at @first; equal pieces are one. */
static Candidate *
find_candidate (RefrainProcessPatterns *self,
                RefrainSequenceTable *seen,
                guint32 first,
                guint32 length)
{
  gboolean is_new;
  const guint32 number = refrain_sequence_table_add (seen, self->form + first, length, &is_new);

  if (is_new)
    {
      const Candidate candidate = { length, first, g_array_new (FALSE, FALSE, sizeof (guint32)) };

      g_array_append_val (self->candidates, candidate);
    }
  return &g_array_index (self->candidates, Candidate, number);
}

static void
add_repeats (RefrainProcessPatterns *self,
             RefrainSequenceTable *seen,
             const RefrainRepeats *repeats)
{
  for (gsize i = 0; i < refrain_repeats_get_n (repeats); i++)
    {
      const RefrainRepeat *repeat = refrain_repeats_get (repeats, i);
      Candidate *candidate = find_candidate (self, seen, repeat->positions[0], repeat->length);

      g_array_append_vals (candidate->places, repeat->positions, repeat->n);
    }
}

/* Where the sequence steps back in its general form, it repeats what lies between. */
static void
add_bodies (RefrainProcessPatterns *self,
            RefrainSequenceTable *seen,
            const guint32 *element,
            gsize n)
{
  g_autoptr (GHashTable) known
      = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);

  for (gsize i = 1; i < n; i++)
    {
      const guint32 first = element[i], last = element[i - 1];
      gint64 key;

      if (first >= last)
        continue;
      key = (gint64) ((guint64) first << 32 | last);
      if (!g_hash_table_contains (known, &key))
        {
          g_hash_table_add (known, g_memdup2 (&key, sizeof key));
          g_array_append_val (find_candidate (self, seen, first, last - first + 1)->places, first);
        }
    }
}

/* Where the sequence stands at each element of the form. */
typedef struct
{
  guint32 *first; /* n_form + 1: in where */
  guint32 *where; /* ascending for each element */
} Visits;

static Visits
visits_new (const guint32 *element, gsize n, gsize n_form)
{
  Visits visits = { g_new0 (guint32, n_form + 2), g_new (guint32, MAX (n, 1)) };

  for (gsize i = 0; i < n; i++)
    visits.first[element[i] + 2]++;
  for (gsize e = 0; e < n_form; e++)
    visits.first[e + 2] += visits.first[e + 1];
  for (gsize i = 0; i < n; i++)
    visits.where[visits.first[element[i] + 1]++] = (guint32) i;
  return visits;
}

/* Appends every position of the sequence from which it goes through elements [first, last] of the
 * form, leaving out none. @jumps counts the places up to each position where it does. */
static void
add_passes (
    const Visits *visits, const guint32 *jumps, guint32 first, guint32 last, GArray *positions)
{
  guint32 s = visits->first[first], e = visits->first[last];
  const guint32 s_end = visits->first[first + 1], e_end = visits->first[last + 1];

  for (; e < e_end; e++)
    {
      const guint32 end = visits->where[e];

      while (s < s_end && visits->where[s] < end && jumps[visits->where[s]] != jumps[end])
        s++;
      if (s == s_end)
        return;
      if (visits->where[s] > end)
        continue;
      g_array_append_val (positions, visits->where[s]);
      while (s < s_end && visits->where[s] < end)
        s++;
    }
}

static guint32 *
count_jumps (const guint32 *element, gsize n)
{
  guint32 *jumps = g_new0 (guint32, MAX (n, 1));

  for (gsize i = 1; i < n; i++)
    jumps[i] = jumps[i - 1] + (element[i] > element[i - 1] + 1);
  return jumps;
}

/* Replaces the places in the form by the positions in the sequence. */
static void
expand_places (RefrainProcessPatterns *self, const guint32 *element, gsize n)
{
  Visits visits = visits_new (element, n, self->n_form);
  g_autofree guint32 *jumps = count_jumps (element, n);

  for (guint c = 0; c < self->candidates->len; c++)
    {
      Candidate *candidate = &g_array_index (self->candidates, Candidate, c);
      GArray *positions = g_array_new (FALSE, FALSE, sizeof (guint32));
      guint32 last = G_MAXUINT32;

      g_array_sort (candidate->places, refrain_compare_uint32);
      for (guint k = 0; k < candidate->places->len; k++)
        {
          const guint32 place = g_array_index (candidate->places, guint32, k);

          if (place != last)
            add_passes (&visits, jumps, place, place + candidate->length - 1, positions);
          last = place;
        }
      g_array_sort (positions, refrain_compare_uint32);
      g_array_unref (candidate->places);
      candidate->places = positions;
    }
  refrain_free (visits.first, visits.where);
}

REFRAIN_DEFINE_COMPARE (compare_patterns,
                        RefrainProcessPattern,
                        REFRAIN_RISING (positions[0]) ?: REFRAIN_FALLING (n))

static guint64
count_places (const RefrainRepeats *repeats)
{
  guint64 n = 0;

  for (gsize i = 0; i < refrain_repeats_get_n (repeats); i++)
    n += refrain_repeats_get (repeats, i)->n;
  return n;
}

/* Repeats of a sequence that loops may stand in a number of places that grows with its square: they
 * share what holds them, and take no room of their own. */
static void
share_repeats (RefrainProcessPatterns *self, RefrainRepeats *repeats)
{
  self->repeats = repeats;
  for (gsize i = 0; i < refrain_repeats_get_n (repeats); i++)
    {
      const RefrainRepeat *repeat = refrain_repeats_get (repeats, i);
      const RefrainProcessPattern pattern
          = { repeat->length, self->form + repeat->positions[0], repeat->n, repeat->positions };

      g_array_append_val (self->patterns, pattern);
    }
}

/* Repeats of the sequence as it is: already distinct. */
static void
take_repeats (RefrainProcessPatterns *self, const RefrainRepeats *repeats)
{
  for (gsize i = 0; i < refrain_repeats_get_n (repeats); i++)
    {
      const RefrainRepeat *repeat = refrain_repeats_get (repeats, i);
      const Candidate candidate = { repeat->length, repeat->positions[0],
                                    g_array_sized_new (FALSE, FALSE, sizeof (guint32), repeat->n) };

      g_array_append_vals (candidate.places, repeat->positions, repeat->n);
      g_array_sort (candidate.places, refrain_compare_uint32);
      g_array_append_val (self->candidates, candidate);
    }
}

static void
finish (RefrainProcessPatterns *self)
{
  for (guint c = 0; c < self->candidates->len; c++)
    {
      const Candidate *candidate = &g_array_index (self->candidates, Candidate, c);
      const RefrainProcessPattern pattern
          = { candidate->length, self->form + candidate->first, candidate->places->len,
              (const guint32 *) (gpointer) candidate->places->data };

      if (pattern.n_occurrences > 1)
        g_array_append_val (self->patterns, pattern);
    }
  g_array_sort (self->patterns, compare_patterns);
}

/* Contiguous repeats removed first. FALSE when cancelled. */
static gboolean
find_general (RefrainProcessPatterns *self,
              RefrainSequenceTable *seen,
              const guint32 *symbols,
              gsize n,
              const gboolean *boundary,
              GCancellable *cancellable,
              GError **error)
{
  g_autoptr (GeneralForm) form = general_form_new (symbols, n, boundary, cancellable);
  g_autoptr (RefrainRepeats) repeats = NULL;

  if (form == NULL)
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return FALSE;
    }
  repeats = refrain_repeats_find (form->symbol, form->n, form->boundary, cancellable, error);
  if (repeats == NULL)
    return FALSE;
  self->n_form = form->n;
  self->form = g_steal_pointer (&form->symbol);
  add_repeats (self, seen, repeats);
  add_bodies (self, seen, form->element, n);
  expand_places (self, form->element, n);
  return TRUE;
}

RefrainProcessPatterns *
refrain_process_patterns_find (const guint32 *symbols,
                               gsize n,
                               const gboolean *boundary,
                               RefrainRepeatsMethod method,
                               GCancellable *cancellable,
                               GError **error)
{
  g_autoptr (RefrainProcessPatterns) self = NULL;
  g_autoptr (RefrainRepeats) repeats = NULL;
  g_auto (RefrainSequenceTable) seen;

  g_return_val_if_fail (n == 0 || symbols != NULL, NULL);
  g_return_val_if_fail (n < G_MAXUINT32, NULL);

  refrain_sequence_table_init (&seen);
  self = g_new0 (RefrainProcessPatterns, 1);
  self->candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  g_array_set_clear_func (self->candidates, clear_candidate);
  self->patterns = g_array_new (FALSE, FALSE, sizeof (RefrainProcessPattern));
  if (method == REFRAIN_REPEATS_NGRAM)
    {
      if (!find_general (self, &seen, symbols, n, boundary, cancellable, error))
        return NULL;
    }
  else
    {
      repeats = method == REFRAIN_REPEATS_SUFFIX
                    ? refrain_repeats_find_suffix (symbols, n, 2, cancellable, error)
                    : refrain_repeats_find (symbols, n, boundary, cancellable, error);
      if (repeats == NULL)
        return NULL;
      self->n_form = n;
      self->form = g_new (guint32, n + 1);
      refrain_copy (self->form, symbols, n * sizeof *symbols);
      if (count_places (repeats) > MAX_SORTED_PLACES)
        share_repeats (self, g_steal_pointer (&repeats));
      else
        take_repeats (self, repeats);
    }
  finish (self);
  return g_steal_pointer (&self);
}

gsize
refrain_process_patterns_get_n (const RefrainProcessPatterns *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->patterns->len;
}

const RefrainProcessPattern *
refrain_process_patterns_get (const RefrainProcessPatterns *self, gsize i)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (i < self->patterns->len, NULL);
  return &g_array_index (self->patterns, RefrainProcessPattern, i);
}

const guint32 *
refrain_process_patterns_get_form (const RefrainProcessPatterns *self, gsize *n)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = self->n_form;
  return self->form;
}

RefrainProcessPatterns *
refrain_process_patterns_find_in (RefrainPatternSet *set,
                                  guint process,
                                  RefrainRepeatsMethod method,
                                  GCancellable *cancellable,
                                  GError **error)
{
  RefrainSymbols *symbols;
  const RefrainSymbolStream *stream;
  const RefrainSegment *segments;
  const RefrainOps *ops;
  g_autofree guint32 *kept = NULL;
  g_autofree gboolean *boundary = NULL;
  gboolean by_routine;
  gsize n_segments, n = 0;

  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (set), NULL);

  symbols = refrain_pattern_set_get_symbols (set);
  stream = refrain_symbols_get_stream (symbols, process);
  segments = refrain_segments_get (refrain_pattern_set_get_segments (set), process, &n_segments);
  ops = refrain_trace_get_ops (refrain_symbols_get_trace (symbols), process);
  by_routine = refrain_pattern_set_get_method (set) == REFRAIN_PATTERNS_ROUTINE;
  kept = g_new (guint32, stream->n + 1);
  boundary = g_new0 (gboolean, stream->n + 1);
  for (gsize s = 0; s < n_segments; s++)
    {
      if (!REFRAIN_OP_IS_P2P (ops->kind[stream->op[segments[s].first]]))
        continue;
      boundary[n] = by_routine;
      refrain_copy (kept + n, stream->symbol + segments[s].first, segments[s].n * sizeof *kept);
      n += segments[s].n;
    }
  return refrain_process_patterns_find (kept, n, by_routine ? boundary : NULL, method, cancellable,
                                        error);
}

/* ---- Of every process ----------------------------------------------------------------------- */

typedef struct
{
  RefrainPatternSet *set;
  RefrainRepeatsMethod method;
  GCancellable *cancellable;
  gpointer *found;
  GError **errors; /* of each process */
} Job;

static void
find_process (gsize item, gpointer data)
{
  Job *job = data;

  job->found[item] = refrain_process_patterns_find_in (job->set, (guint) item, job->method,
                                                       job->cancellable, &job->errors[item]);
}

static void
free_process (gpointer data)
{
  if (data != NULL)
    refrain_process_patterns_free (data);
}

REFRAIN_DEFINE_OBJECT (RefrainRunPatterns, refrain_run_patterns)

static void
refrain_run_patterns_finalize (RefrainRunPatterns *self)
{
  g_clear_pointer (&self->processes, g_ptr_array_unref);
}

RefrainRunPatterns *
refrain_run_patterns_new (RefrainPatternSet *set,
                          RefrainRepeatsMethod method,
                          GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (RefrainRunPatterns) self = g_object_new (REFRAIN_TYPE_RUN_PATTERNS, NULL);
  g_autoptr (GError) problem = NULL;
  g_autofree GError **errors = NULL;
  Job job;
  guint n;

  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (set), NULL);

  n = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (set));
  errors = g_new0 (GError *, (gsize) n + 1);
  self->processes = g_ptr_array_new_with_free_func (free_process);
  g_ptr_array_set_size (self->processes, (int) n);
  job = (Job){ set, method, cancellable, self->processes->pdata, errors };
  refrain_parallel_run (n, find_process, &job, cancellable);
  for (guint p = 0; p < n; p++)
    if (problem == NULL)
      problem = errors[p];
    else
      g_clear_error (&errors[p]);
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  else if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    return g_steal_pointer (&self);
  return NULL;
}
