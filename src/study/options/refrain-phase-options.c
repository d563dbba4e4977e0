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
#include "refrain-phases-found.h"
#include "refrain-report-options.h"
#include "refrain-union-find.h"

void
refrain_phase_arguments_clear (RefrainPhaseArguments *self)
{
  g_free (self->merge);
}

const char *
refrain_phase_arguments_get_first (const RefrainPhaseArguments *self)
{
  return self->strength != 0         ? "--strength"
         : self->collapse            ? "--collapse"
         : self->without_collectives ? "--without-collectives"
         : self->merge != NULL       ? "--merge"
                                     : NULL;
}

gboolean
refrain_phase_arguments_check (const RefrainPhaseArguments *self, GError **error)
{
  return (self->strength >= -1 && isfinite (self->strength))
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
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT,
                   words != NULL ? _ ("%s: line %u: “%s” is not in the sequence")
                                 : _ ("%s: line %u: “%s” is not the id of a pattern"),
                   name, number, quoted);
      return NULL;
    }
  for (guint32 i = 0; i < n; i++)
    merge[i] = refrain_union_find_root (merge, i);
  return g_steal_pointer (&merge);
}

/* ---- The phases -------------------------------------------------------------------------------
 */

gboolean
refrain_phase_arguments_apply (const RefrainPhaseArguments *self,
                               gboolean composite,
                               RefrainStudy *study,
                               const RefrainStudyAsk *ask,
                               RefrainStudyOptions *options,
                               GError **error)
{
  const RefrainPatternArguments level = { .elementary = !composite };
  RefrainStudyPhaseOptions *phases = &options->phases;
  g_autoptr (RefrainPatternSet) set = NULL;
  g_autofree guint32 *merge = NULL;

  phases->by_hand = TRUE;
  phases->composite = composite;
  phases->collapse = self->collapse;
  phases->without_collectives = self->without_collectives;
  phases->least = MIN (self->strength, 0);
  g_clear_pointer (&phases->merge, g_array_unref);
  if (self->merge == NULL)
    return TRUE;
  set = refrain_pattern_arguments_find (&level, study, ask, NULL, error);
  if (set != NULL)
    merge = read_merge_file (self->merge, NULL, refrain_pattern_set_get_n_patterns (set), error);
  if (merge == NULL)
    return FALSE;
  phases->merge = g_array_new (FALSE, FALSE, sizeof *merge);
  g_array_append_vals (phases->merge, merge, refrain_pattern_set_get_n_patterns (set));
  return TRUE;
}

RefrainPhases *
refrain_phase_arguments_find (const RefrainPhaseArguments *self,
                              const RefrainPatternArguments *how,
                              RefrainStudy *study,
                              const RefrainStudyAsk *ask,
                              GError **error)
{
  const gboolean composite = self->merge != NULL && refrain_pattern_arguments_are_composite (how);
  RefrainStudyAsk own;
  g_autoptr (RefrainStudyOptions) options = refrain_report_copy_options (study, ask, &own);
  g_autoptr (RefrainPhasesFound) found = NULL;

  refrain_pattern_arguments_apply (how, options);
  if (refrain_phase_arguments_apply (self, composite, study, &own, options, error))
    found = refrain_study_find (study, REFRAIN_ANALYSIS_PHASES, &own, error);
  return found != NULL ? g_object_ref (found->phases) : NULL;
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
    .least = MIN (self->strength, 0),
  };

  return self->merge == NULL || merge != NULL
             ? refrain_phases_new_for_symbols (symbols, n, &options, NULL, NULL, NULL, error)
             : NULL;
}

gboolean
refrain_phase_arguments_find_segment (const RefrainPhaseArguments *self,
                                      RefrainPhases *phases,
                                      int id,
                                      const char *path,
                                      guint32 *node,
                                      GError **error)
{
  g_autofree char *name = NULL;
  g_autofree guint32 *kept = NULL;
  gsize n;

  kept = refrain_segmentation_prune (refrain_phases_get_segmentation (phases), self->strength, &n);
  if (id > 0 && (gsize) id <= n)
    {
      *node = kept[id - 1];
      return TRUE;
    }
  name = g_filename_display_name (path);
  if (n == 0)
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT, _ ("%s: there are no phases"), name);
  else
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                 _ ("%s: no segment %d (1 to %u; list: phases)"), name, id, (guint) n);
  return FALSE;
}
