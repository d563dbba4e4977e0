/* refrain-report-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-report-options.h"

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-time-format.h"

gboolean
refrain_report_expect_trace (char **words, GError **error)
{
  if (g_strv_length (words) == 1)
    return TRUE;
  g_set_error_literal (error, REFRAIN_ERROR, REFRAIN_ERROR_USAGE, _ ("expects one trace"));
  return FALSE;
}

gboolean
refrain_report_refuse_both (const char *a, const char *b, GError **error)
{
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_USAGE, _ ("%s does not go with %s"), a, b);
  return FALSE;
}

gboolean
refrain_report_parse_time (const char *name, const char *text, RefrainTime *time, GError **error)
{
  if (text == NULL || refrain_time_parse (text, time))
    return TRUE;
  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_USAGE,
               _ ("%s: “%s” is not a time such as 1.5 or 300ms"), name, text);
  return FALSE;
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
  if (self->start <= self->end)
    return TRUE;
  g_set_error_literal (error, REFRAIN_ERROR, REFRAIN_ERROR_USAGE, _ ("--from lies after --to"));
  return FALSE;
}

void
refrain_report_range_clear (RefrainReportRange *self)
{
  g_free (self->from);
  g_free (self->to);
}
