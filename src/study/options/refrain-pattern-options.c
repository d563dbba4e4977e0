/* refrain-pattern-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the words of each option; the defaults are the analysis' own. Finds what an id means.
 */
#include "config.h"

#include "refrain-pattern-options.h"

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-report-options.h"

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_pattern_arguments_clear,
                             RefrainPatternArguments,
                             refrain_free (x->method, x->receive, x->fields);
                             g_strfreev (x->wrappers))

const char *
refrain_pattern_arguments_get_first (const RefrainPatternArguments *self)
{
  const struct
  {
    gboolean given;
    const char *name;
  } options[] = {
    { self->method != NULL, "--method" },
    { self->wrappers != NULL, "--wrapper" },
    { self->keep_tandem, "--keep-tandem" },
    { self->merge_alike, "--merge-alike" },
    { self->join_collectives, "--join-collectives" },
    { self->receive != NULL, "--receive" },
    { self->fields != NULL, "--fields" },
    { self->elementary, "--elementary" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (options[i].given)
      return options[i].name;
  return NULL;
}

static gboolean
parse_fields (const char *text, RefrainSymbolFields *fields, GError **error)
{
  static const char *const names[] = { "op", "peer", "tag", "comm", "size", NULL };
  guint bits = *fields;

  if (!refrain_report_choose_some ("--fields", text, names, &bits, error))
    return FALSE;
  *fields = (RefrainSymbolFields) bits;
  return bits != 0 || refrain_report_refuse (error, _ ("--fields names no field"));
}

gboolean
refrain_pattern_arguments_understand (const RefrainPatternArguments *self,
                                      RefrainPatternOptions *options,
                                      GError **error)
{
  static const char *const methods[] = { "routine", "syntactic", "suffix", NULL };
  static const char *const places[] = { "completion", "posting", NULL };
  guint method = 0, place = 0;
  RefrainPatternOptions unused;

  if (options == NULL)
    options = &unused;
  *options = (RefrainPatternOptions) REFRAIN_PATTERN_OPTIONS_DEFAULT;
  if (!refrain_report_choose ("--method", self->method, methods, &method, error)
      || !refrain_report_choose ("--receive", self->receive, places, &place, error)
      || !parse_fields (self->fields, &options->scheme.fields, error))
    return FALSE;
  options->method = method == 0 ? REFRAIN_PATTERNS_ROUTINE : REFRAIN_PATTERNS_SYNTACTIC;
  options->scheme.receive = place == 0 ? REFRAIN_RECEIVE_COMPLETION : REFRAIN_RECEIVE_POSTING;
  options->wrappers = (const char *const *) self->wrappers;
  options->keep_tandem = self->keep_tandem;
  options->merge_alike = self->merge_alike;
  options->join_collectives = self->join_collectives;
  return TRUE;
}

gboolean
refrain_pattern_arguments_understand_scheme (const RefrainPatternArguments *self, GError **error)
{
  static const char *const methods[] = { "routine", "syntactic", NULL };
  guint method = 0;

  return refrain_report_choose ("--method", self->method, methods, &method, error)
         && refrain_pattern_arguments_understand (self, NULL, error);
}

void
refrain_pattern_arguments_apply (const RefrainPatternArguments *self, RefrainStudyOptions *options)
{
  RefrainPatternArguments how = *self;
  RefrainPatternOptions own = REFRAIN_PATTERN_OPTIONS_DEFAULT;
  const char *const *before = options->patterns.wrappers;

  /* Which of the two levels is meant changes neither. */
  how.elementary = FALSE;
  if (refrain_pattern_arguments_get_first (&how) == NULL)
    return;
  refrain_pattern_arguments_understand (self, &own, NULL);
  options->patterns = own;
  options->patterns.wrappers = before;
  refrain_study_options_set_wrappers (options, own.wrappers);
  options->repeats = g_strcmp0 (self->method, "suffix") == 0 ? REFRAIN_REPEATS_SUFFIX
                     : self->keep_tandem                     ? REFRAIN_REPEATS_VERBATIM
                                                             : REFRAIN_REPEATS_NGRAM;
}

/* ---- What an id means -------------------------------------------------------------------------
 */

const char *
refrain_pattern_arguments_get_elementary (const RefrainPatternArguments *self)
{
  return g_strcmp0 (self->method, "suffix") == 0 ? "--method=suffix"
         : self->keep_tandem                     ? "--keep-tandem"
         : self->merge_alike                     ? "--merge-alike"
         : self->join_collectives                ? "--join-collectives"
         : self->elementary                      ? "--elementary"
                                                 : NULL;
}

gboolean
refrain_pattern_arguments_are_composite (const RefrainPatternArguments *self)
{
  return refrain_pattern_arguments_get_elementary (self) == NULL;
}

RefrainPatternSet *
refrain_pattern_arguments_find (const RefrainPatternArguments *self,
                                RefrainStudy *study,
                                const RefrainStudyAsk *ask,
                                RefrainComposites **composites,
                                GError **error)
{
  RefrainStudyAsk own;
  g_autoptr (RefrainStudyOptions) options = refrain_report_copy_options (study, ask, &own);
  g_autoptr (RefrainComposites) found = NULL;
  RefrainPatternSet *set;

  if (composites != NULL)
    *composites = NULL;
  refrain_pattern_arguments_apply (self, options);
  if (!refrain_pattern_arguments_are_composite (self))
    return refrain_study_find (study, REFRAIN_ANALYSIS_PATTERNS, &own, error);
  found = refrain_study_find (study, REFRAIN_ANALYSIS_COMPOSITES, &own, error);
  if (found == NULL)
    return NULL;
  set = g_object_ref (refrain_composites_get_set (found));
  if (composites != NULL)
    *composites = g_steal_pointer (&found);
  return set;
}

RefrainPattern *
refrain_pattern_arguments_get_pattern (RefrainPatternSet *set,
                                       int id,
                                       const char *path,
                                       GError **error)
{
  const guint n = refrain_pattern_set_get_n_patterns (set);
  g_autofree char *name = NULL;

  /* An id is a place. */
  if (id > 0 && (guint) id <= n)
    return refrain_pattern_set_get_pattern (set, (guint) id - 1);
  name = g_filename_display_name (path);
  if (n == 0)
    return refrain_fail_null (error, REFRAIN_ERROR_ARGUMENT,
                              _ ("%s: there are no communication patterns"), name);
  return refrain_fail_null (error, REFRAIN_ERROR_ARGUMENT,
                            _ ("%s: no pattern %d (1 to %u; list: patterns)"), name, id, n);
}
