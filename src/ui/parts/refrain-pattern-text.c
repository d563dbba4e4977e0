/* refrain-pattern-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sentences are put together of parts with a dot between them.
 */
#include "config.h"
#include "refrain-pattern-text.h"

#include <glib/gi18n.h>

#include "refrain-time-format.h"
#include "refrain-visible.h"
#include "refrain-widget-style.h"

/* Adds " · " and @text, which it takes. */
static void
add (GString *string, char *text)
{
  if (string->len > 0)
    g_string_append (string, " · ");
  g_string_append (string, text);
  g_free (text);
}

/* The plural form for a number that may not fit an unsigned long. */
static gulong
get_plural (guint64 n)
{
  return (gulong) (n < 1000000 ? n : n % 1000000 + 1000000);
}

char *
refrain_pattern_text_get_metrics (RefrainPattern *pattern)
{
  const RefrainPatternMetrics *metrics;
  GString *text;
  g_autofree char *messages = NULL, *bytes = NULL;

  g_return_val_if_fail (REFRAIN_IS_PATTERN (pattern), NULL);

  metrics = refrain_pattern_get_metrics (pattern);
  text = g_string_new (NULL);
  add (text, g_strdup_printf (
                 g_dngettext (GETTEXT_PACKAGE, "%u process", "%u processes", metrics->processes),
                 metrics->processes));
  if (!refrain_pattern_is_collective (pattern))
    {
      messages = refrain_count_format (metrics->messages);
      add (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s message", "%s messages",
                                               get_plural (metrics->messages)),
                                  messages));
    }
  bytes = refrain_bytes_format (metrics->bytes);
  add (text, g_strdup_printf (_ ("%s in all"), bytes));
  if (!refrain_pattern_is_collective (pattern))
    add (text, g_strdup_printf (_ ("%.1f %% of all messages"), 100 * metrics->message_share));
  add (text, g_strdup_printf (_ ("%.1f %% of communication time"), 100 * metrics->time_share));
  add (text, g_strdup_printf (_ ("depth %u"), metrics->depth));
  add (text, g_strdup_printf (_ ("regularity %.2f"), metrics->regularity));
  return g_string_free (text, FALSE);
}

void
refrain_pattern_text_show_notes (GtkLabel *label, RefrainPatterns *patterns)
{
  const char *loop = patterns != NULL ? refrain_patterns_get_main_loop (patterns) : NULL;
  const char *notes = patterns != NULL ? refrain_patterns_get_notes (patterns) : "";
  g_auto (GStrv) lines = g_strsplit (notes, "\n", -1);
  g_autofree char *told = NULL, *text = NULL;

  g_return_if_fail (GTK_IS_LABEL (label));

  for (char **line = lines; *line != NULL; line++)
    {
      char *sentence = refrain_visible_capital (*line);

      g_free (*line);
      *line = sentence;
    }
  told = g_strjoinv ("\n", lines);
  text = loop != NULL ? g_strconcat (told, *told != '\0' ? "\n" : "", loop, NULL) : g_strdup (told);
  refrain_label_set_sentence (label, text);
  refrain_widget_set_long_tooltip (GTK_WIDGET (label), *text != '\0' ? text : NULL);
  gtk_widget_set_visible (GTK_WIDGET (label), *text != '\0');
}
