/* refrain-phase-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-phase-options.h"

#include <math.h>

#include "refrain-error.h"
#include "refrain-merge-file.h"

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
refrain_phase_arguments_check (const RefrainPhaseArguments *self, const RefrainCommand *command)
{
  if (self->strength >= -1 && isfinite (self->strength))
    return TRUE;
  refrain_command_usage (command,
                         _ ("--strength: %g is not a strength such as 0.5; none is below -1"),
                         self->strength);
  return FALSE;
}

static RefrainPhaseOptions
get_options (const RefrainPhaseArguments *self, const guint32 *merge, gsize n)
{
  return (RefrainPhaseOptions){
    .collapse = self->collapse,
    .without_collectives = self->without_collectives,
    .merge = merge,
    .n_merge = merge != NULL ? n : 0,
    .least = MIN (self->strength, 0),
  };
}

RefrainPhases *
refrain_phase_arguments_find (const RefrainPhaseArguments *self,
                              RefrainPatternSet *set,
                              GError **error)
{
  const guint n = refrain_pattern_set_get_n_patterns (set);
  g_autofree guint32 *merge = NULL;
  RefrainPhaseOptions options;

  if (self->merge != NULL)
    {
      merge = refrain_merge_file_read (self->merge, NULL, n, error);
      if (merge == NULL)
        return NULL;
    }
  options = get_options (self, merge, n);
  return refrain_phases_new (set, &options, NULL, NULL, NULL, error);
}

RefrainPhases *
refrain_phase_arguments_find_in_trace (const RefrainPhaseArguments *self,
                                       RefrainTrace *trace,
                                       const RefrainPatternOptions *how,
                                       GError **error)
{
  g_autoptr (RefrainPatternSet) set = refrain_pattern_set_new (trace, how, NULL, NULL, NULL, error);

  return set != NULL ? refrain_phase_arguments_find (self, set, error) : NULL;
}

RefrainPhases *
refrain_phase_arguments_find_in_words (const RefrainPhaseArguments *self,
                                       const guint32 *symbols,
                                       gsize n,
                                       const RefrainWords *words,
                                       GError **error)
{
  g_autofree guint32 *merge = NULL;
  RefrainPhaseOptions options;

  if (self->merge != NULL)
    {
      merge = refrain_merge_file_read (self->merge, words, words->n, error);
      if (merge == NULL)
        return NULL;
    }
  options = get_options (self, merge, words->n);
  return refrain_phases_new_for_symbols (symbols, n, &options, NULL, NULL, NULL, error);
}

gboolean
refrain_phase_arguments_find_segment (const RefrainPhaseArguments *self,
                                      RefrainPhases *phases,
                                      int id,
                                      const char *path,
                                      guint32 *node)
{
  g_autofree char *name = NULL;
  g_autofree guint32 *kept = NULL;
  g_autoptr (GError) error = NULL;
  gsize n;

  kept = refrain_segmentation_prune (refrain_phases_get_segmentation (phases), self->strength, &n);
  if (id > 0 && (gsize) id <= n)
    {
      *node = kept[id - 1];
      return TRUE;
    }
  name = g_filename_display_name (path);
  error = n == 0 ? g_error_new (REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                                _ ("%s: there are no phases"), name)
                 : g_error_new (REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                                _ ("%s: there is no segment %d; segments are numbered 1 to %u"),
                                name, id, (guint) n);
  refrain_command_fail (error);
  return FALSE;
}
