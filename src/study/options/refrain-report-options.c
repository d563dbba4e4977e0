/* refrain-report-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sentences about wrong usage, the same for every kind of report, and the options that many have.
 */
#include "config.h"

#include "refrain-report-options.h"

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-names.h"
#include "refrain-query-words.h"
#include "refrain-time-format.h"

gboolean
refrain_report_lack (GError **error, const char *format, ...)
{
  va_list arguments;

  if (error == NULL)
    return FALSE;
  va_start (arguments, format);
  *error = g_error_new_valist (REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT, format, arguments);
  va_end (arguments);
  return FALSE;
}

gboolean
refrain_report_refuse (GError **error, const char *format, ...)
{
  va_list arguments;

  if (error == NULL)
    return FALSE;
  va_start (arguments, format);
  *error = g_error_new_valist (REFRAIN_ERROR, REFRAIN_ERROR_USAGE, format, arguments);
  va_end (arguments);
  return FALSE;
}

/* Takes out the "--" that ends the options, which GOption leaves before arguments with a dash. */
static void
drop_separator (char **words)
{
  char **to = words;

  while (*to != NULL && !g_str_equal (*to, "--"))
    to++;
  g_free (*to);
  for (; *to != NULL; to++)
    *to = to[1];
}

/* The sentence about the first of @words that is no option of @context, with the option that is
 * nearest. GOption has no list of them but its help. */
static gboolean
refuse_option (GOptionContext *context, char **words, GError **error)
{
  g_autofree char *help = g_option_context_get_help (context, FALSE, NULL);
  g_auto (GStrv) names = g_strsplit_set (help, " ,=\n", -1);
  guint n = 0;

  for (char **name = names; *name != NULL; name++)
    if (g_str_has_prefix (*name, "--"))
      {
        char *kept = names[n];

        names[n++] = *name;
        *name = kept;
      }
  for (char **word = words; *word != NULL && !g_str_equal (*word, "--"); word++)
    {
      const RefrainQueryWord given = { *word, strcspn (*word, "=") };
      const char *near;
      gboolean known = !g_str_has_prefix (*word, "--");

      for (guint i = 0; i < n && !known; i++)
        known = strncmp (names[i], given.text, given.length) == 0 && names[i][given.length] == '\0';
      if (known)
        continue;
      near = refrain_query_find_near (given, (const char *const *) names, n);
      if (near != NULL)
        return refrain_report_refuse (error, _ ("unknown option “%.*s”; did you mean “%s”?"),
                                      (int) given.length, given.text, near);
      return refrain_report_refuse (error, _ ("unknown option “%.*s”"), (int) given.length,
                                    given.text);
    }
  return refrain_report_refuse (error, _ ("unknown option"));
}

gboolean
refrain_report_parse (GOptionContext *context, char ***words, GError **error)
{
  g_autoptr (GError) problem = NULL;
  const gboolean is_named = g_get_prgname () != NULL;
  const gboolean done = g_option_context_parse_strv (context, words, &problem);

  if (!is_named)
    g_set_prgname (NULL);
  if (g_error_matches (problem, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION))
    return refuse_option (context, *words, error);
  if (!done)
    return refrain_report_refuse (error, "%s", problem->message);
  drop_separator (*words);
  return TRUE;
}

gboolean
refrain_report_expect_trace (char **words, GError **error)
{
  const guint n = g_strv_length (words);

  return n == 1 || refrain_report_refuse (error, _ ("expects one trace, got %u"), n);
}

gboolean
refrain_report_expect_trace_or_file (char **words,
                                     const char *name,
                                     const char *file,
                                     GError **error)
{
  return g_strv_length (words) == (file != NULL ? 0 : 1)
         || refrain_report_refuse (error, _ ("expects a trace, or %s FILE instead"), name);
}

gboolean
refrain_report_check_id (const char *name, int id, GError **error)
{
  return id >= 0 || id == G_MININT
         || refrain_report_refuse (error, _ ("%s: %d is a negative number"), name, id);
}

gboolean
refrain_report_choose (
    const char *option, const char *text, const char *const *names, guint *choice, GError **error)
{
  const int found = text != NULL ? refrain_names_find (names, text) : (int) *choice;
  g_autofree char *all = NULL;

  if (found >= 0)
    {
      *choice = (guint) found;
      return TRUE;
    }
  all = g_strjoinv (", ", (char **) names);
  return refrain_report_refuse (error, _ ("%s: “%s” is not one of %s"), option, text, all);
}

gboolean
refrain_report_choose_some (
    const char *option, const char *text, const char *const *names, guint *bits, GError **error)
{
  g_auto (GStrv) parts = NULL;

  if (text == NULL)
    return TRUE;
  parts = g_strsplit (text, ",", -1);
  *bits = 0;
  for (char **part = parts; *part != NULL; part++)
    {
      guint bit = 0;

      if (!refrain_report_choose (option, *part, names, &bit, error))
        return FALSE;
      *bits |= 1u << bit;
    }
  return TRUE;
}

gboolean
refrain_report_refuse_both (const char *a, const char *b, GError **error)
{
  return refrain_report_refuse (error, _ ("%s does not go with %s"), a, b);
}

/* Reads "1.2" (seconds) or "300ms" for option @name; leaves *@time where @text is NULL. */
static gboolean
refrain_report_parse_time (const char *name, const char *text, RefrainTime *time, GError **error)
{
  return text == NULL || refrain_time_parse (text, time)
         || refrain_report_refuse (error, _ ("%s: “%s” is not a time such as 1.5 or 300ms"), name,
                                   text);
}

gboolean
refrain_report_parse_process (
    const char *name, const char *text, guint n, int *process, GError **error)
{
  guint64 number = 0;

  *process = -1;
  if (text == NULL)
    return TRUE;
  if (n == 0)
    return refrain_report_lack (error, _ ("there are no processes"));
  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT, &number, NULL))
    return refrain_report_refuse (error, _ ("%s: “%s” is not a number such as 3"), name, text);
  if (number >= n)
    return refrain_report_lack (error, _ ("no process %u (0 to %u)"), (guint) number, n - 1);
  *process = (int) number;
  return TRUE;
}

gboolean
refrain_report_check_window (double window, GError **error)
{
  return (window > 0 && window < 1)
         || refrain_report_refuse (error, _ ("--window: %g is not between 0 and 1"), window);
}

RefrainStudyOptions *
refrain_report_copy_options (RefrainStudy *study, const RefrainStudyAsk *ask, RefrainStudyAsk *own)
{
  g_autoptr (RefrainStudyOptions) base = NULL;

  *own = ask != NULL ? *ask : (RefrainStudyAsk){ 0 };
  base = own->options != NULL ? refrain_study_options_ref (own->options)
                              : refrain_study_ref_options (study);
  return own->options = refrain_study_options_copy (base);
}

void
refrain_report_range_init (RefrainReportRange *self)
{
  *self = (RefrainReportRange){ .start = -REFRAIN_TIME_LIMIT, .end = REFRAIN_TIME_LIMIT };
}

gboolean
refrain_report_range_check (RefrainReportRange *self, GError **error)
{
  if (!refrain_report_parse_time ("--from", self->from, &self->start, error)
      || !refrain_report_parse_time ("--to", self->to, &self->end, error))
    return FALSE;
  return self->start <= self->end || refrain_report_refuse (error, _ ("--from lies after --to"));
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_report_range_clear, RefrainReportRange, g_free (x->from);
                             g_free (x->to))
