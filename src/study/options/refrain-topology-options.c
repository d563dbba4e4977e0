/* refrain-topology-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rules are the user's own file and those that are named, read as one.
 */
#include "config.h"

#include "refrain-topology-options.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-free.h"
#include "refrain-report-options.h"
#include "refrain-words.h"

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_topology_arguments_clear,
                             RefrainTopologyArguments,
                             g_strfreev (x->rules))

char *
refrain_topology_arguments_get_own_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "refrain", "topologies.rules", NULL);
}

/* Each file is checked by itself, so that errors have its lines; then all are one. */
static gboolean
append_rules (const char *path, GString *all, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *text = refrain_words_read_text (path, error);
  g_autoptr (RefrainTopologyRules) rules = NULL;

  if (text != NULL)
    rules = refrain_topology_rules_parse (text, strlen (text), name, error);
  if (rules == NULL)
    return FALSE;
  g_string_append_printf (all, "%s\n", text);
  return TRUE;
}

gboolean
refrain_topology_arguments_understand (const RefrainTopologyArguments *self,
                                       RefrainTopologyOptions *options,
                                       char **warning,
                                       GError **error)
{
  g_autofree char *own = refrain_topology_arguments_get_own_path ();
  g_autoptr (GString) all = g_string_new (NULL);
  g_autoptr (GError) slip = NULL;

  *warning = NULL;
  if (!(self->threshold >= 0 && self->threshold <= 1))
    return refrain_report_refuse (error, _ ("--threshold: %g is not from 0 to 1"), self->threshold);
  if (!(self->seconds >= 0 && self->seconds <= 1e6))
    return refrain_report_refuse (error, _ ("--seconds: %g is not from 0 to 1,000,000"),
                                  self->seconds);
  for (char **path = self->rules; path != NULL && *path != NULL; path++)
    if (!append_rules (*path, all, error))
      return FALSE;
  /* What the user keeps is read unasked: a slip in it must not be in the way. */
  if (g_file_test (own, G_FILE_TEST_EXISTS) && !append_rules (own, all, &slip))
    *warning = g_strdup_printf (_ ("%s (your own topologies are ignored)"), slip->message);
  *options = (RefrainTopologyOptions){ .threshold = self->threshold,
                                       .by_count = self->by_count,
                                       .seconds = self->seconds };
  if (all->len > 0)
    options->rules = refrain_topology_rules_parse (all->str, all->len, own, error);
  return all->len == 0 || options->rules != NULL;
}

RefrainStudyOptions *
refrain_topology_options_make_study (const RefrainTopologyOptions *options)
{
  RefrainStudyOptions *self = refrain_study_options_new ();

  self->topology.threshold = options->threshold;
  self->topology.seconds = options->seconds;
  self->topology.by_count = options->by_count;
  g_set_object (&self->topology.rules, options->rules);
  return self;
}

static void
warn_of (const char *path, guint n, GStrvBuilder *warnings)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *text = refrain_words_read_text (path, NULL);
  g_autoptr (RefrainTopologyRules) rules = NULL;
  g_autofree char *problem = NULL;

  if (text != NULL)
    rules = refrain_topology_rules_parse (text, strlen (text), name, NULL);
  if (rules != NULL)
    problem = refrain_topology_rules_dup_problem (rules, n, name);
  if (problem != NULL)
    g_strv_builder_add (warnings, problem);
}

char **
refrain_topology_arguments_warn (const RefrainTopologyArguments *self, guint n)
{
  g_autofree char *own = refrain_topology_arguments_get_own_path ();
  g_autoptr (GStrvBuilder) warnings = g_strv_builder_new ();

  for (char **path = self->rules; path != NULL && *path != NULL; path++)
    warn_of (*path, n, warnings);
  if (g_file_test (own, G_FILE_TEST_EXISTS))
    warn_of (own, n, warnings);
  return g_strv_builder_end (warnings);
}

char *
refrain_topology_make_plain_name (const char *name)
{
  g_auto (GStrv) parts = NULL;

  if (name == NULL)
    return NULL;
  parts = g_strsplit (name, "×", -1);
  return g_strjoinv ("x", parts);
}
