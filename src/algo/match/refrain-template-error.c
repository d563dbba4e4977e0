/* refrain-template-error.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is wrong with a pattern that somebody wrote.
 */
#include "config.h"

#include "refrain-template-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-error.h"

gboolean
refrain_template_fail (GError **error, const char *format, ...)
{
  va_list arguments;
  char *message;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, message);
  g_free (message);
  return FALSE;
}

char *
refrain_template_quote (const char *text)
{
  g_autofree char *start = g_strndup (text, 40);
  g_autofree char *valid = g_utf8_make_valid (start, -1);

  for (char *at = valid; *at != '\0'; at++)
    if (g_ascii_iscntrl (*at))
      *at = ' ';
  return g_strdup_printf ("“%s”", valid);
}

gboolean
refrain_template_refuse_event (const char *word, GError **error)
{
  static const char *const fields[] = { "tag", "comm", "size" };
  g_autofree char *quoted = refrain_template_quote (word);

  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_autofree char *inside = g_strdup_printf (" %s ", fields[i]);

      if (g_str_equal (word, fields[i]) || strstr (word, inside) != NULL)
        return refrain_template_fail (
            error,
            _ ("events are told apart by “%s”, but can only be matched by "
               "their processes (--fields op,peer)"),
            fields[i]);
    }
  if (strchr ("SRsrM", *word) != NULL && (word[1] == '\0' || word[1] == 'x'))
    return refrain_template_fail (error,
                                  _ ("%s names no other process, without which no message can be "
                                     "matched (--fields op,peer)"),
                                  quoted);
  if (*word == 'M' && g_ascii_isdigit (word[1]))
    return refrain_template_fail (error,
                                  _ ("%s is neither a send nor a receive, without which no message "
                                     "can be matched (--fields op,peer)"),
                                  quoted);
  if (g_str_has_prefix (word, "MPI_"))
    return refrain_template_fail (
        error, _ ("%s is a collective operation; only sends and receives can be matched"), quoted);
  return refrain_template_fail (error, _ ("%s is not an event such as S1, R2 or S1x30"), quoted);
}
