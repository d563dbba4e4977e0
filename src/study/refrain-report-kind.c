/* refrain-report-kind.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of kinds, and how a request becomes a report.
 */
#include "config.h"

#include "refrain-report-kinds.h"
#include "refrain-trace-shares.h"

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-report-options.h"

#define ENTRY(name) &refrain_report_##name,

static const RefrainReportKind *const kinds[] = { REFRAIN_REPORT_KINDS (ENTRY) };

const RefrainReportKind *const *
refrain_report_kinds_list (guint *n)
{
  g_return_val_if_fail (n != NULL, NULL);

  *n = G_N_ELEMENTS (kinds);
  return kinds;
}

const RefrainReportKind *
refrain_report_kind_find (const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i]->name, name))
      return kinds[i];
  return NULL;
}

/* ---- Requests ---- */

/* Leaves the words, and the program its name: GOption gives one to a program that has none. */
static gboolean
read_options (RefrainReportRequest *self, const GOptionEntry *more, GError **error)
{
  static const GOptionEntry end = G_OPTION_ENTRY_NULL;
  g_autoptr (GOptionContext) context = g_option_context_new (self->kind->arguments);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (GOptionEntry));
  g_autofree char *more_words = self->kind->explain != NULL ? self->kind->explain () : NULL;

  if (self->kind->describe != NULL)
    self->kind->describe (self->options, entries);
  if (self->kind->of_patterns)
    {
      const GOptionEntry scheme[] = { REFRAIN_PATTERN_SCHEME_ENTRIES (self->patterns) };

      g_array_append_vals (entries, scheme, G_N_ELEMENTS (scheme));
    }
  g_array_append_val (entries, end);
  g_option_context_set_summary (context, _ (self->kind->summary));
  g_option_context_set_description (context, more_words);
  g_option_context_set_help_enabled (context, more != NULL);
  if (more != NULL)
    g_option_context_add_main_entries (context, more, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, (const GOptionEntry *) (gpointer) entries->data,
                                     GETTEXT_PACKAGE);
  return refrain_report_parse (context, &self->words, error);
}

static gboolean
check (RefrainReportRequest *self, GError **error)
{
  if (!refrain_pattern_arguments_understand_scheme (&self->patterns, error))
    return FALSE;
  return self->kind->check != NULL ? self->kind->check (self->options, self->words, error)
                                   : refrain_report_expect_trace (self->words, error);
}

RefrainReportRequest *
refrain_report_request_new (const RefrainReportKind *kind,
                            const char *const *arguments,
                            const GOptionEntry *more,
                            GError **error)
{
  g_autoptr (RefrainReportRequest) self = NULL;
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_auto (GStrv) rewritten = NULL;

  g_return_val_if_fail (kind != NULL && arguments != NULL, NULL);

  if (kind->rewrite != NULL)
    arguments = (const char *const *) (rewritten = kind->rewrite (arguments));
  self = g_new0 (RefrainReportRequest, 1);
  self->kind = kind;
  self->options = kind->options_size > 0 ? g_malloc0 (kind->options_size) : NULL;
  if (kind->init != NULL)
    kind->init (self->options);
  /* GOption passes over the name of a program. */
  g_strv_builder_add (words, kind->name);
  for (; *arguments != NULL; arguments++)
    g_strv_builder_add (words, *arguments);
  self->words = g_strv_builder_end (words);
  if (!read_options (self, more, error))
    return NULL;
  g_free (self->words[0]);
  for (char **to = self->words; *to != NULL; to++)
    *to = to[1];
  return check (self, error) ? g_steal_pointer (&self) : NULL;
}

void
refrain_report_request_free (RefrainReportRequest *self)
{
  g_return_if_fail (self != NULL);

  if (self->kind->clear != NULL)
    self->kind->clear (self->options);
  g_free (self->options);
  g_strfreev (self->words);
  refrain_pattern_arguments_clear (&self->patterns);
  g_free (self);
}

gboolean
refrain_report_request_narrow (RefrainReportRequest *self,
                               RefrainReportFormat format,
                               GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->kind->narrow == NULL || self->kind->narrow (self->options, format, error);
}

RefrainReport *
refrain_report_request_make (RefrainReportRequest *self,
                             RefrainStudy *study,
                             const RefrainStudyAsk *ask,
                             GError **error)
{
  const RefrainShares *shares = NULL;
  g_autoptr (RefrainStudyOptions) options = NULL;
  RefrainStudyAsk own;
  RefrainReport *report;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail ((study != NULL) == (self->words[0] != NULL), NULL);

  if (study != NULL && refrain_pattern_arguments_get_first (&self->patterns) != NULL)
    {
      options = refrain_report_copy_options (study, ask, &own);
      refrain_pattern_arguments_apply (&self->patterns, options);
      ask = &own;
    }
  report = self->kind->make (study, self->options, ask, error);
  if (study != NULL)
    shares = refrain_trace_get_shares (refrain_study_get_trace (study));
  if (report != NULL && shares != NULL && !refrain_team_finish (shares->team))
    {
      /* What a member of a team lacks, nobody prints. */
      g_set_error_literal (error, REFRAIN_ERROR, REFRAIN_ERROR_IO, self->words[0]);
      g_clear_pointer (&report, refrain_report_unref);
    }
  return report;
}
