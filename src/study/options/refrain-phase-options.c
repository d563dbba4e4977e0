/* refrain-phase-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the options, the file of --merge among them, and finds the phases.
 */
#include "config.h"

#include "refrain-phase-options.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-report-options.h"
#include "refrain-union-find.h"

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_phase_arguments_clear,
                             RefrainPhaseArguments,
                             g_free (x->merge))

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_phase_part_clear, RefrainPhasePart, g_clear_object (&x->found))

/* Whether a strength was given, which may be none that there is. */
static gboolean
is_cut (const RefrainPhaseArguments *self)
{
  return !isfinite (self->strength) || self->strength > REFRAIN_NO_STRENGTH;
}

static double
get_strength (const RefrainPhaseArguments *self)
{
  return is_cut (self) ? self->strength : 0;
}

gboolean
refrain_phase_arguments_are_by_hand (const RefrainPhaseArguments *self)
{
  return is_cut (self) || self->collapse || self->merge != NULL;
}

double
refrain_phase_arguments_get_strength (const RefrainPhaseArguments *self,
                                      const RefrainPhasesFound *found)
{
  return found != NULL && found->chosen ? found->choice.strength : get_strength (self);
}

const char *
refrain_phase_arguments_get_first (const RefrainPhaseArguments *self)
{
  return is_cut (self)               ? "--strength"
         : self->collapse            ? "--collapse"
         : self->without_collectives ? "--without-collectives"
         : self->merge != NULL       ? "--merge"
                                     : NULL;
}

gboolean
refrain_phase_arguments_check (const RefrainPhaseArguments *self, GError **error)
{
  return (get_strength (self) >= -1 && isfinite (self->strength))
         || refrain_report_refuse (
             error, _ ("--strength: %g is not a strength such as 0.5; none is below -1"),
             self->strength);
}

/* ---- Which symbols count as one ---------------------------------------------------------------
 */

static gboolean
find_symbol (const char *word, GHashTable *numbers, guint n, guint32 *symbol)
{
  gpointer known;
  guint64 id;

  if (numbers != NULL)
    {
      if (!g_hash_table_lookup_extended (numbers, word, NULL, &known))
        return FALSE;
      *symbol = GPOINTER_TO_UINT (known);
      return TRUE;
    }
  if (!g_ascii_string_to_unsigned (word, 10, 1, MAX (n, 1), &id, NULL) || n == 0)
    return FALSE;
  *symbol = (guint32) id - 1;
  return TRUE;
}

/* Joins the symbols of a line. Gives the word that is no symbol, or NULL. */
static const char *
read_line (char *line, GHashTable *numbers, guint n, guint32 *merge)
{
  guint32 first = G_MAXUINT32, symbol;

  for (char *word; (word = strsep (&line, " \t\r\f\v")) != NULL;)
    {
      if (*word == '\0')
        continue;
      if (!find_symbol (word, numbers, n, &symbol))
        return word;
      if (first == G_MAXUINT32)
        first = symbol;
      /* The first one of the line stands for the others. */
      merge[refrain_union_find_root (merge, symbol)] = refrain_union_find_root (merge, first);
    }
  return NULL;
}

/* Reads the file at @path: on each line the symbols that count as one, as words of @words or, where
 * that is NULL, as numbers from 1 to @n. Lines that begin with "#" say nothing. Gives for each of
 * the @n symbols the one that it counts as, to be freed with g_free(); or NULL with @error. */
static guint32 *
read_merge_file (const char *path, const RefrainWords *words, guint n, GError **error)
{
  g_autofree char *text = NULL, *name = g_filename_display_name (path);
  g_autofree guint32 *merge = NULL;
  g_autoptr (GHashTable) numbers = NULL;
  guint number = 0;

  text = refrain_words_read_text (path, error);
  if (text == NULL)
    return NULL;
  if (words != NULL)
    {
      numbers = g_hash_table_new (g_str_hash, g_str_equal);
      for (guint i = 0; i < words->n; i++)
        g_hash_table_insert (numbers, words->words[i], GUINT_TO_POINTER (i));
    }
  merge = refrain_union_find_new (n);
  for (char *at = text, *line; (line = strsep (&at, "\n")) != NULL;)
    {
      const char *wrong = NULL;
      g_autofree char *quoted = NULL;

      number++;
      if (*line != '#')
        wrong = read_line (line, numbers, n, merge);
      if (wrong == NULL)
        continue;
      quoted = refrain_words_quote (wrong);
      return refrain_fail_null (error, REFRAIN_ERROR_FORMAT,
                                words != NULL ? _ ("%s: line %u: “%s” is not in the sequence")
                                              : _ ("%s: line %u: “%s” is not the id of a pattern"),
                                name, number, quoted);
    }
  for (guint32 i = 0; i < n; i++)
    merge[i] = refrain_union_find_root (merge, i);
  return g_steal_pointer (&merge);
}

/* ---- The phases -------------------------------------------------------------------------------
 */

RefrainPhasesFound *
refrain_phase_arguments_find_listed (const RefrainPhaseArguments *self,
                                     RefrainPhaseLevel level,
                                     RefrainStudy *study,
                                     const RefrainStudyAsk *ask,
                                     GError **error)
{
  RefrainStudyAsk own;
  g_autoptr (RefrainStudyOptions) options = refrain_report_copy_options (study, ask, &own);

  options->phases.by_hand = FALSE;
  options->phases.level = level;
  options->phases.without_collectives = self->without_collectives;
  return refrain_study_find (study, REFRAIN_ANALYSIS_PHASES, &own, error);
}

/* Says in @phases which patterns count as one. FALSE with @error. */
static gboolean
merge_patterns (const RefrainPhaseArguments *self,
                RefrainStudy *study,
                const RefrainStudyAsk *ask,
                RefrainStudyPhaseOptions *phases,
                GError **error)
{
  const RefrainPatternArguments level = { .elementary = !phases->composite };
  g_autoptr (RefrainPatternSet) set
      = refrain_pattern_arguments_find (&level, study, ask, NULL, error);
  const guint n = set != NULL ? refrain_pattern_set_get_n_patterns (set) : 0;
  g_autofree guint32 *merge = set != NULL ? read_merge_file (self->merge, NULL, n, error) : NULL;

  if (merge == NULL)
    return FALSE;
  phases->merge = g_array_new (FALSE, FALSE, sizeof *merge);
  g_array_append_vals (phases->merge, merge, n);
  return TRUE;
}

RefrainPhasesFound *
refrain_phase_arguments_find_tree (const RefrainPhaseArguments *self,
                                   gboolean composite,
                                   RefrainStudy *study,
                                   const RefrainStudyAsk *ask,
                                   GError **error)
{
  RefrainStudyAsk own;
  g_autoptr (RefrainStudyOptions) options = refrain_report_copy_options (study, ask, &own);
  RefrainStudyPhaseOptions *phases = &options->phases;

  phases->by_hand = TRUE;
  phases->composite = composite;
  phases->collapse = self->collapse;
  phases->without_collectives = self->without_collectives;
  phases->least = MIN (get_strength (self), 0);
  g_clear_pointer (&phases->merge, g_array_unref);
  return self->merge == NULL || merge_patterns (self, study, &own, phases, error)
             ? refrain_study_find (study, REFRAIN_ANALYSIS_PHASES, &own, error)
             : NULL;
}

/* The tree whether or not @self cuts it. */
static RefrainPhasesFound *
find_tree_of (const RefrainPhaseArguments *self,
              const RefrainPatternArguments *how,
              RefrainStudy *study,
              const RefrainStudyAsk *ask,
              GError **error)
{
  RefrainStudyAsk own;
  g_autoptr (RefrainStudyOptions) options = refrain_report_copy_options (study, ask, &own);

  refrain_pattern_arguments_apply (how, options);
  return refrain_phase_arguments_find_tree (
      self, self->merge != NULL && refrain_pattern_arguments_are_composite (how), study, &own,
      error);
}

RefrainPhasesFound *
refrain_phase_arguments_find (const RefrainPhaseArguments *self,
                              const RefrainPatternArguments *how,
                              RefrainStudy *study,
                              const RefrainStudyAsk *ask,
                              GError **error)
{
  RefrainStudyAsk own;
  g_autoptr (RefrainStudyOptions) options = NULL;

  if (refrain_phase_arguments_are_by_hand (self))
    return find_tree_of (self, how, study, ask, error);
  options = refrain_report_copy_options (study, ask, &own);
  refrain_pattern_arguments_apply (how, options);
  return refrain_phase_arguments_find_listed (self,
                                              refrain_pattern_arguments_are_composite (how)
                                                  ? REFRAIN_PHASES_OF_EITHER
                                                  : REFRAIN_PHASES_OF_ELEMENTARY,
                                              study, &own, error);
}

RefrainPhases *
refrain_phase_arguments_find_in_words (const RefrainPhaseArguments *self,
                                       const guint32 *symbols,
                                       gsize n,
                                       const RefrainWords *words,
                                       GError **error)
{
  g_autofree guint32 *merge
      = self->merge != NULL ? read_merge_file (self->merge, words, words->n, error) : NULL;
  const RefrainPhaseOptions options = {
    .collapse = self->collapse,
    .without_collectives = self->without_collectives,
    .merge = merge,
    .n_merge = merge != NULL ? words->n : 0,
    .least = MIN (get_strength (self), 0),
  };

  return self->merge == NULL || merge != NULL
             ? refrain_phases_new_for_symbols (symbols, n, &options, NULL, NULL, error)
             : NULL;
}

/* Segment @id of the tree @found, from 1. */
static gboolean
find_segment (const RefrainPhaseArguments *self,
              const RefrainPhasesFound *found,
              int id,
              const char *name,
              RefrainPhasePart *part,
              GError **error)
{
  const RefrainSegmentation *tree = refrain_phases_get_segmentation (found->phases);
  gsize n, n_nodes;
  g_autofree guint32 *kept = refrain_segmentation_prune (tree, get_strength (self), &n);
  const RefrainSegmentationNode *nodes = refrain_segmentation_get_nodes (tree, &n_nodes);

  if (id > 0 && (gsize) id <= n)
    {
      part->node = kept[id - 1];
      part->start = nodes[part->node].start;
      part->end = nodes[part->node].end;
      return TRUE;
    }
  return n == 0 ? refrain_report_lack (error, _ ("%s: there are no phases"), name)
                : refrain_report_lack (error,
                                       _ ("%s: no segment %d (1 to %u; list: phases --strength 0)"),
                                       name, id, (guint) n);
}

/* Phase @id of those that are listed, from 1. */
static gboolean
find_listed (const RefrainPhasesFound *found,
             int id,
             const char *name,
             RefrainPhasePart *part,
             GError **error)
{
  const guint n = found->pieces->len;

  if (id > 0 && (guint) id <= n)
    {
      const RefrainPhasePiece *piece = &g_array_index (found->pieces, RefrainPhasePiece, id - 1);

      part->node = REFRAIN_NONE;
      part->start = piece->start;
      part->end = piece->end;
      return TRUE;
    }
  return n == 0 ? refrain_report_lack (error, _ ("%s: there are no phases"), name)
                : refrain_report_lack (error, _ ("%s: no phase %d (1 to %u; list: phases)"), name,
                                       id, n);
}

gboolean
refrain_phase_arguments_find_part (const RefrainPhaseArguments *self,
                                   const RefrainPatternArguments *how,
                                   RefrainStudy *study,
                                   const RefrainStudyAsk *ask,
                                   int id,
                                   gboolean segment,
                                   RefrainPhasePart *part,
                                   GError **error)
{
  g_autofree char *name
      = g_filename_display_name (refrain_trace_get_path (refrain_study_get_trace (study)));
  const gboolean listed = !segment && !refrain_phase_arguments_are_by_hand (self);

  refrain_phase_part_clear (part);
  part->found = listed ? refrain_phase_arguments_find (self, how, study, ask, error)
                       : find_tree_of (self, how, study, ask, error);
  if (part->found == NULL)
    return FALSE;
  return listed ? find_listed (part->found, id, name, part, error)
                : find_segment (self, part->found, id, name, part, error);
}
