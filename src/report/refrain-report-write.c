/* refrain-report-write.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which writer makes which form.
 */
#include "config.h"

#include "refrain-report-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-visible.h"

gboolean
refrain_report_write (const RefrainReport *self,
                      RefrainReportFormat format,
                      RefrainReportWriteFunc write,
                      gpointer data,
                      GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  RefrainSink sink = { .text = text, .write = write, .data = data, .error = error };

  g_return_val_if_fail (self != NULL && write != NULL, FALSE);

  if (format == REFRAIN_REPORT_TEXT)
    refrain_report_write_text (self, &sink);
  else if (format == REFRAIN_REPORT_JSON)
    refrain_report_write_json (self, &sink);
  else if (format == REFRAIN_REPORT_SECTION || format == REFRAIN_REPORT_MARKDOWN)
    refrain_report_write_section (self, format == REFRAIN_REPORT_SECTION, &sink);
  else if (format == REFRAIN_REPORT_LATEX && self->latex != NULL)
    refrain_visible_append (text, self->latex, strlen (self->latex), TRUE, FALSE);
  else if (self->main != NULL)
    refrain_report_write_table (self->main, format, &sink);
  else
    return refrain_fail (error, REFRAIN_ERROR_ARGUMENT, _ ("%s: no table in this result"),
                         self->name);
  refrain_sink_let_go (&sink);
  return !sink.failed;
}

static gboolean
append (const char *bytes, gsize n, gpointer data, GError **error)
{
  g_string_append_len (data, bytes, (gssize) n);
  return TRUE;
}

char *
refrain_report_to_string (const RefrainReport *self, RefrainReportFormat format)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, NULL);

  return refrain_report_write (self, format, append, text, NULL)
             ? g_string_free (g_steal_pointer (&text), FALSE)
             : NULL;
}
