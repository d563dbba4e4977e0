/* refrain-phases-found.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * By what describes the run most briefly, or as the user says it; merged patterns are told apart by
 * keys, as their numbers are others in another run.
 */
#include "config.h"
#include "refrain-phases-found.h"

#include <glib/gi18n-lib.h>

#include "refrain-compare.h"
#include "refrain-object.h"
#include "refrain-pattern-names.h"
#include "refrain-run.h"

/* A repetition in words tells no more than so many symbols. */
#define MAX_BODY_SHOWN 8
/* ... and what is no repetition no more patterns. */
#define MAX_PATTERNS_SHOWN 4
/* A run is told by its phases where so many, but no more, have this share of its operations, each
 * its own loop, and none more than that. */
#define LEAST_PARTS     2
#define MOST_PARTS      8
#define LEAST_OF_PART   0.1
#define MOST_OF_PART    0.75
#define FEWEST_IN_PART  10
#define MOSTLY_ONE_LOOP 0.6

REFRAIN_DEFINE_OBJECT (RefrainPhasesFound, refrain_phases_found)

static void
refrain_phases_found_finalize (RefrainPhasesFound *self)
{
  g_clear_object (&self->phases);
  g_clear_pointer (&self->pieces, g_array_unref);
  g_free (self->leaves);
  g_free (self->key);
}

/* For each pattern of @set the one that it counts as, or NULL where each counts as itself. */
static guint32 *
make_merge (RefrainPatternSet *set, const RefrainStudyPhaseOptions *options)
{
  const guint n = refrain_pattern_set_get_n_patterns (set);
  const GPtrArray *merged = options->merged_keys;
  g_autoptr (GHashTable) groups = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree guint32 *first = NULL;
  guint32 *merge;

  if (merged == NULL || merged->len == 0)
    return NULL;
  first = g_new (guint32, merged->len);
  for (guint i = 0; i < merged->len; i++)
    {
      first[i] = REFRAIN_NONE;
      for (char **key = merged->pdata[i]; *key != NULL; key++)
        g_hash_table_insert (groups, *key, GUINT_TO_POINTER (i + 1));
    }
  merge = g_new (guint32, n + 1);
  for (guint32 i = 0; i < n; i++)
    {
      g_autofree char *key = refrain_pattern_names_make_key (
          refrain_pattern_set_get_pattern (set, i), refrain_pattern_set_get_symbols (set));
      const guint group = GPOINTER_TO_UINT (g_hash_table_lookup (groups, key));

      merge[i] = i;
      if (group == 0)
        continue;
      if (first[group - 1] == REFRAIN_NONE)
        first[group - 1] = i;
      merge[i] = first[group - 1];
    }
  return merge;
}

/* The phases that are read best. What counts as one is told of elementary patterns. */
static RefrainPhases *
choose (RefrainPatternSet *elementary,
        RefrainComposites *composites,
        const RefrainStudyPhaseOptions *how,
        RefrainPhaseChoice *choice,
        GCancellable *cancellable,
        GError **error)
{
  g_autofree guint32 *merge = elementary != NULL ? make_merge (elementary, how) : NULL;
  const RefrainPhaseOptions options = {
    .without_collectives = how->without_collectives,
    .merge = merge,
    .n_merge = merge != NULL ? refrain_pattern_set_get_n_patterns (elementary) : 0,
  };

  if (how->level == REFRAIN_PHASES_OF_COMPOSITE)
    return refrain_phases_choose (NULL, refrain_composites_get_set (composites), &options, choice,
                                  cancellable, error);
  return merge == NULL && how->level == REFRAIN_PHASES_OF_EITHER
             ? refrain_phases_choose_level (composites, &options, choice, cancellable, error)
             : refrain_phases_choose (elementary, NULL, &options, choice, cancellable, error);
}

/* The phases as the user says it, whatever would be read better. */
static RefrainPhases *
look (RefrainPatternSet *set,
      const RefrainStudyPhaseOptions *how,
      GCancellable *cancellable,
      const RefrainProgress *progress,
      GError **error)
{
  const GArray *given = how->merge;
  g_autofree guint32 *merge = given != NULL    ? g_memdup2 (given->data, given->len * sizeof *merge)
                              : how->composite ? NULL
                                               : make_merge (set, how);
  const RefrainPhaseOptions options = {
    .collapse = how->collapse,
    .without_collectives = how->without_collectives,
    .merge = merge,
    .n_merge = given != NULL   ? given->len
               : merge != NULL ? refrain_pattern_set_get_n_patterns (set)
                               : 0,
    .least = how->least,
  };

  return refrain_phases_new (set, &options, cancellable, progress, error);
}

/* What tells a sequence of symbols apart from others in every run of the program: a digest of its
 * symbols in order, each by the key of its pattern. */
static char *
make_key (RefrainPhases *phases)
{
  g_autoptr (GChecksum) digest = g_checksum_new (G_CHECKSUM_SHA256);
  RefrainPatternSet *set;
  g_autofree guint32 *number = NULL;
  guint32 n_seen = 0;
  const guint32 *symbols;
  gsize n;

  set = refrain_phases_get_pattern_set (phases);
  symbols = refrain_phases_get_symbols (phases, &n);
  number = g_new0 (guint32, refrain_pattern_set_get_n_patterns (set) + 1);
  /* Patterns by what they are where they first come, then by number. */
  for (gsize i = 0; i < n; i++)
    {
      guint32 written;

      if (number[symbols[i]] == 0)
        {
          g_autofree char *key
              = refrain_pattern_names_make_key (refrain_pattern_set_get_pattern (set, symbols[i]),
                                                refrain_pattern_set_get_symbols (set));

          number[symbols[i]] = ++n_seen;
          g_checksum_update (digest, (const guchar *) key, -1);
        }
      written = GUINT32_TO_LE (number[symbols[i]]);
      g_checksum_update (digest, (const guchar *) &written, sizeof written);
    }
  return g_strdup (g_checksum_get_string (digest));
}

/* Fills in the phases chosen, and which of them are shown as one. */
static void
find_pieces (RefrainPhasesFound *self)
{
  self->leaves = refrain_segmentation_get_leaves (refrain_phases_get_segmentation (self->phases),
                                                  self->choice.strength, &self->n_leaves);
  if (self->n_leaves == 0)
    return;
  g_array_unref (self->pieces);
  self->pieces = refrain_phases_join_pieces (self->phases, self->leaves, self->n_leaves);
}

RefrainPhasesFound *
refrain_phases_found_new (RefrainPatternSet *elementary,
                          RefrainComposites *composites,
                          const RefrainStudyPhaseOptions *options,
                          GCancellable *cancellable,
                          const RefrainProgress *progress,
                          GError **error)
{
  g_autoptr (RefrainPhasesFound) self = NULL;

  g_return_val_if_fail (elementary != NULL || composites != NULL, NULL);

  if (elementary == NULL)
    elementary = refrain_composites_get_elementary (composites);
  self = g_object_new (REFRAIN_TYPE_PHASES_FOUND, NULL);
  self->chosen = !options->by_hand;
  self->least = options->least;
  self->pieces = g_array_new (FALSE, FALSE, sizeof (RefrainPhasePiece));
  if (self->chosen)
    self->phases = choose (elementary, composites, options, &self->choice, cancellable, error);
  else
    self->phases = look (options->composite ? refrain_composites_get_set (composites) : elementary,
                         options, cancellable, progress, error);
  if (self->phases == NULL)
    return NULL;
  self->composite = refrain_phases_get_pattern_set (self->phases) != elementary;
  if (self->chosen)
    find_pieces (self);
  refrain_phases_find_fillings (self->phases);
  self->key = make_key (self->phases);
  return g_steal_pointer (&self);
}

RefrainPhasesFound *
refrain_phases_found_new_listed (RefrainPhasesFound *found, GArray *listed)
{
  RefrainPhasesFound *self;

  g_return_val_if_fail (found != NULL, NULL);

  self = g_object_new (REFRAIN_TYPE_PHASES_FOUND, NULL);
  self->phases = g_object_ref (found->phases);
  self->least = found->least;
  self->composite = found->composite;
  self->chosen = found->chosen;
  self->choice = found->choice;
  self->key = g_strdup (found->key);
  self->n_leaves = listed == NULL ? found->n_leaves : 0;
  self->leaves = g_memdup2 (found->leaves, self->n_leaves * sizeof *found->leaves);
  self->pieces = listed != NULL          ? g_array_ref (listed)
                 : found->pieces != NULL ? g_array_ref (found->pieces)
                                         : NULL;
  return self;
}

/* ---- What fills a phase ---------------------------------------------------------------------- */

/* A pattern, and how often it is there. */
typedef struct
{
  guint32 pattern;
  guint64 count;
  gboolean alone; /* what one process does with nobody */
} PatternCount;

REFRAIN_DEFINE_COMPARE (compare_counts,
                        PatternCount,
                        REFRAIN_RISING (alone) ?: REFRAIN_FALLING (count) ?: REFRAIN_RISING (pattern))

/* The patterns of elements [start, end), those that occur most often first. */
static GArray *
count_patterns (RefrainPhases *phases, guint32 start, guint32 end)
{
  const guint n_patterns
      = refrain_pattern_set_get_n_patterns (refrain_phases_get_pattern_set (phases));
  g_autofree guint64 *count = g_new0 (guint64, (gsize) n_patterns + 1);
  GArray *counts = g_array_new (FALSE, FALSE, sizeof (PatternCount));
  gsize n;
  const guint32 *symbols = refrain_phases_get_symbols (phases, &n);

  for (guint32 e = start; e < end; e++)
    {
      refrain_phases_get_positions (phases, e, &n);
      count[symbols[e]] += n;
    }
  for (guint32 k = 0; k < n_patterns; k++)
    if (count[k] > 0)
      {
        PatternCount own = { .pattern = k, .count = count[k] };
        gsize n_processes;

        refrain_pattern_get_processes (
            refrain_pattern_set_get_pattern (refrain_phases_get_pattern_set (phases), k),
            &n_processes);
        own.alone = n_processes < 2;
        g_array_append_val (counts, own);
      }
  g_array_sort (counts, compare_counts);
  return counts;
}

static const char *
get_pattern_name (RefrainPhases *phases, guint32 pattern)
{
  return refrain_pattern_get_name (
      refrain_pattern_set_get_pattern (refrain_phases_get_pattern_set (phases), pattern));
}

/* "80 × Ring of 8; 2 × MPI_Bcast; 3 more" */
static void
append_counts (GString *text, RefrainPhases *phases, guint32 start, guint32 end)
{
  g_autoptr (GArray) counts = count_patterns (phases, start, end);

  for (guint i = 0; i < MIN (counts->len, MAX_PATTERNS_SHOWN); i++)
    {
      const PatternCount *at = &g_array_index (counts, PatternCount, i);

      g_string_append_printf (text, "%s%" G_GUINT64_FORMAT " × %s", i > 0 ? "; " : "", at->count,
                              get_pattern_name (phases, at->pattern));
    }
  if (counts->len > MAX_PATTERNS_SHOWN)
    g_string_append_printf (text, _ ("; %u more"), counts->len - MAX_PATTERNS_SHOWN);
}

/* "5 × Ring of 8; MPI_Bcast", and how often that comes; NULL where the segment is no repetition, or
 * too long a one. Free with g_free(). */
static char *
describe_body (RefrainPhases *phases, guint32 start, guint32 end, guint32 *times, guint32 *n_items)
{
  RefrainPhaseRepetition repetition;
  g_autoptr (GString) body = g_string_new (NULL);
  gsize n;
  const guint32 *symbols = refrain_phases_get_symbols (phases, &n);

  *n_items = 0;
  refrain_phases_get_repetition_of (phases, start, end, &repetition);
  symbols += repetition.first;
  for (guint32 i = 0, next; i < repetition.period; i = next, (*n_items)++)
    {
      for (next = i + 1; next < repetition.period && symbols[next] == symbols[i];)
        next++;
      if (*n_items == MAX_BODY_SHOWN)
        return NULL;
      g_string_append (body, i > 0 ? "; " : "");
      if (next - i > 1)
        g_string_append_printf (body, "%u × ", next - i);
      g_string_append (body, get_pattern_name (phases, symbols[i]));
    }
  *times = repetition.iterations;
  return repetition.count > 0 ? g_string_free (g_steal_pointer (&body), FALSE) : NULL;
}

/* "(5 × Ring of 8; MPI_Bcast) × 80"; FALSE where there is no such repetition. */
static gboolean
append_repeated (GString *text, RefrainPhases *phases, guint32 start, guint32 end)
{
  guint32 times, n_items;
  g_autofree char *body = describe_body (phases, start, end, &times, &n_items);

  if (body == NULL)
    return FALSE;
  g_string_append_printf (text, "(%s) × %u", body, times);
  return TRUE;
}

/* The routine whose call it is, or the one that fills it: half of its occurrences at least. */
static void
append_name (GString *text, RefrainPhases *phases, guint32 node, guint32 start, guint32 end)
{
  gsize n_there, n;
  RefrainRoutine *routine;
  gboolean whole;

  routine = refrain_phases_get_routine (phases, node, &whole);
  if (routine != NULL && whole && refrain_routine_get_kind (routine) == REFRAIN_ROUTINE_USER)
    {
      g_string_append_printf (text, "%s: ", refrain_routine_get_label (routine));
      return;
    }
  routine = refrain_phases_get_filling (phases, start, end, &n_there, &n);
  if (routine == NULL)
    return;
  if (n_there == n)
    g_string_append_printf (text, "%s: ", refrain_routine_get_label (routine));
  else
    /* Translators: a routine, and how many of a phase's occurrences of patterns are in it. */
    g_string_append_printf (text, _ ("%zu of %zu in %s: "), n_there, n,
                            refrain_routine_get_label (routine));
}

char *
refrain_phases_found_describe (const RefrainPhasesFound *self, const RefrainPhasePiece *piece)
{
  GString *text = g_string_new (NULL);

  append_name (text, self->phases, self->leaves[piece->main], piece->start, piece->end);
  if (!append_repeated (text, self->phases, piece->main_start, piece->main_end))
    append_counts (text, self->phases, piece->start, piece->end);
  else if (piece->main_end < piece->end)
    g_string_append_printf (text, _ (", and a last one of %u"), piece->end - piece->main_end);
  return g_string_free (text, FALSE);
}

double
refrain_phases_count_operations (RefrainPhases *phases, guint32 start, guint32 end)
{
  RefrainPatternSet *set = refrain_phases_get_pattern_set (phases);
  g_autoptr (GArray) counts = count_patterns (phases, start, end);
  double sum = 0;

  for (guint i = 0; i < counts->len; i++)
    {
      const PatternCount *at = &g_array_index (counts, PatternCount, i);
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, at->pattern);
      gsize n_parts;
      const RefrainPatternPart *parts = refrain_pattern_get_parts (pattern, &n_parts);

      for (gsize k = 0; k < n_parts; k++)
        for (gsize e = 0; e < parts[k].n; e++)
          sum += (double) parts[k].count[e] * (double) at->count;
    }
  return sum;
}

/* ---- A run of several loops ------------------------------------------------------------------ */

/* What @piece repeats, be it between barriers: "40 × [MPI_Bcast; Ring of 4]", "80 × Ring of 8".
 * FALSE where nothing is most of it. */
static gboolean
take_loop (RefrainPhases *phases, const RefrainPhasePiece *piece, RefrainMainLoopPart *loop)
{
  guint32 times, n_items;
  g_autofree char *body
      = describe_body (phases, piece->main_start, piece->main_end, &times, &n_items);
  g_autoptr (GArray) counts = NULL;
  guint64 all = 0, held = 0, most = 0;
  guint32 best = 0;

  if (body != NULL && times >= FEWEST_IN_PART)
    {
      loop->n = times;
      loop->text = g_strdup_printf (n_items > 1 ? "%u × [%s]" : "%u × %s", times, body);
      return TRUE;
    }
  counts = count_patterns (phases, piece->start, piece->end);
  for (guint i = 0; i < counts->len; i++)
    {
      const PatternCount *at = &g_array_index (counts, PatternCount, i);
      const gboolean holds
          = g_str_has_prefix (get_pattern_name (phases, at->pattern), "MPI_Barrier");

      all += at->count;
      held += holds ? at->count : 0;
      if (!holds && !at->alone && at->count > most)
        {
          most = at->count;
          best = at->pattern;
        }
    }
  if (most < FEWEST_IN_PART || (double) most < MOSTLY_ONE_LOOP * (double) (all - held))
    return FALSE;
  loop->n = (guint32) MIN (most, G_MAXUINT32);
  loop->text
      = g_strdup_printf ("%" G_GUINT64_FORMAT " × %s", most, get_pattern_name (phases, best));
  return TRUE;
}

static void
clear_loop (gpointer data)
{
  g_free (((RefrainMainLoopPart *) data)->text);
}

/* The text of @main, whose brackets say nothing where one thing is in them. */
static char *
copy_text (const RefrainMainLoopPart *main)
{
  g_autofree char *begin = g_strdup_printf ("%u × [", main->n);

  if (!g_str_has_prefix (main->text, begin) || !g_str_has_suffix (main->text, "]")
      || strpbrk (main->text + strlen (begin), ";[") != NULL)
    return g_strdup (main->text);
  return g_strdup_printf ("%u × %.*s", main->n, (int) (strlen (main->text) - strlen (begin) - 1),
                          main->text + strlen (begin));
}

/* What comes most often between @from and @to: "20 × Ring of 8". FALSE where that is little of what
 * is there, or of the run. O(occurrences). */
static gboolean
take_between (RefrainPatternSet *set, RefrainTime from, RefrainTime to, RefrainMainLoopPart *loop)
{
  const guint n_patterns = refrain_pattern_set_get_n_patterns (set);
  g_autofree gsize *counts = g_new0 (gsize, (gsize) n_patterns + 1);
  gsize n, all = 0;
  const RefrainPatternEvent *events = refrain_pattern_set_get_sequence (set, &n);
  guint best = 0;

  for (gsize i = 0; i < n; i++)
    {
      RefrainTime start, end;

      refrain_pattern_get_occurrence_span (refrain_pattern_set_get_pattern (set, events[i].pattern),
                                           events[i].occurrence, &start, &end);
      if (start < from || end > to)
        continue;
      loop->start = all > 0 ? MIN (loop->start, start) : start;
      loop->end = all > 0 ? MAX (loop->end, end) : end;
      all++;
      if (++counts[events[i].pattern] > counts[best])
        best = events[i].pattern;
    }
  loop->share
      = refrain_trace_get_share (refrain_pattern_set_get_trace (set), loop->start, loop->end);
  if (counts[best] < FEWEST_IN_PART || (double) counts[best] < MOSTLY_ONE_LOOP * (double) all
      || loop->share < LEAST_OF_PART)
    return FALSE;
  loop->n = (guint32) MIN (counts[best], G_MAXUINT32);
  loop->text = g_strdup_printf (
      "%u × %s", loop->n, refrain_pattern_get_name (refrain_pattern_set_get_pattern (set, best)));
  return TRUE;
}

/* @main and what repeats before and behind it, which no phase tells from it, as the same exchange
 * without its sums; NULL where nothing does. */
static GArray *
list_around (RefrainPatternSet *set, const RefrainMainLoopPart *main)
{
  g_autoptr (GArray) loops = g_array_new (FALSE, FALSE, sizeof (RefrainMainLoopPart));

  g_array_set_clear_func (loops, clear_loop);
  for (guint i = 0; i < 3; i++)
    {
      RefrainMainLoopPart loop = { .is_loop = TRUE };

      if (i == 1)
        {
          loop = *main;
          loop.text = copy_text (main);
        }
      else if (!take_between (set, i == 0 ? G_MININT64 : main->end,
                              i == 0 ? main->start : G_MAXINT64, &loop))
        continue;
      g_array_append_val (loops, loop);
    }
  return loops->len > 1 ? g_steal_pointer (&loops) : NULL;
}

GArray *
refrain_phases_found_list_loops (const RefrainPhasesFound *self, const RefrainMainLoopPart *main)
{
  g_autoptr (GArray) loops = g_array_new (FALSE, FALSE, sizeof (RefrainMainLoopPart));
  RefrainTrace *trace
      = refrain_pattern_set_get_trace (refrain_phases_get_pattern_set (self->phases));
  gboolean is_said = FALSE;
  guint n_large = 0;
  double all;

  g_array_set_clear_func (loops, clear_loop);
  if (self->pieces->len < LEAST_PARTS && main != NULL && main->is_loop)
    return list_around (refrain_phases_get_pattern_set (self->phases), main);
  if (self->pieces->len < LEAST_PARTS || self->pieces->len > MOST_PARTS)
    return NULL;
  all = refrain_phases_count_operations (
      self->phases, 0, g_array_index (self->pieces, RefrainPhasePiece, self->pieces->len - 1).end);
  for (guint i = 0; i < self->pieces->len; i++)
    {
      const RefrainPhasePiece *piece = &g_array_index (self->pieces, RefrainPhasePiece, i);
      RefrainMainLoopPart loop = { .is_loop = TRUE };
      double weight;
      RefrainTime middle;

      refrain_phases_get_span_of (self->phases, piece->start, piece->end, &loop.start, &loop.end);
      middle = loop.start + (loop.end - loop.start) / 2;
      if (main != NULL && middle >= main->start && middle <= main->end)
        {
          if (is_said)
            continue;
          loop = *main;
          loop.text = copy_text (main);
          g_array_append_val (loops, loop);
          is_said = TRUE;
          n_large++;
          continue;
        }
      loop.share = refrain_trace_get_share (trace, loop.start, loop.end);
      /* Half of operations, half of time. */
      weight = (refrain_phases_count_operations (self->phases, piece->start, piece->end) / all
                + loop.share)
               / 2;
      if (weight > MOST_OF_PART)
        return NULL;
      if ((main == NULL || weight >= LEAST_OF_PART) && take_loop (self->phases, piece, &loop))
        {
          g_array_append_val (loops, loop);
          n_large += weight >= LEAST_OF_PART;
        }
      else if (main == NULL && weight >= LEAST_OF_PART)
        return NULL;
    }
  return n_large >= LEAST_PARTS ? g_steal_pointer (&loops) : NULL;
}

char *
refrain_phases_describe_loops (const GArray *loops)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  g_autofree char *list = NULL;

  if (loops == NULL)
    return NULL;
  for (guint i = 0; i < loops->len; i++)
    g_ptr_array_add (texts, g_array_index (loops, RefrainMainLoopPart, i).text);
  g_ptr_array_add (texts, NULL);
  list = g_strjoinv ("; ", (char **) texts->pdata);
  /* Translators: how many loops, and what each repeats. */
  return g_strdup_printf (
      ngettext ("%u loop after the other: %s", "%u loops one after the other: %s", loops->len),
      loops->len, list);
}
