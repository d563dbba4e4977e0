/* refrain-template-file.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns written down: a line a process, as text or comma-separated; or JSON.
 */
#include "config.h"

#include "refrain-template-private.h"

#include <string.h>

#include <glib/gi18n.h>

/* Spreadsheets begin a text with it. */
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* Whether @n more events may be there. */
static gboolean
check_size (const RefrainTemplateReader *self, guint64 n, GError **error)
{
  if (self->events->len + n <= REFRAIN_TEMPLATE_MAX_EVENTS)
    return TRUE;
  return refrain_template_fail (error, _ ("the pattern has more than %u events"),
                                REFRAIN_TEMPLATE_MAX_EVENTS);
}

/* Reads a whole number below @limit from all of [@text, @end). */
static gboolean
read_number (const char *text, const char *end, guint limit, guint *number)
{
  guint64 value = 0;

  if (text == end)
    return FALSE;
  for (; text < end; text++)
    {
      if (!g_ascii_isdigit (*text))
        return FALSE;
      value = value * 10 + (*text - '0');
      if (value >= limit)
        return FALSE;
    }
  *number = value;
  return TRUE;
}

static gboolean
read_rank (RefrainTemplateReader *self, const char *text, const char *end, guint base, guint *rank)
{
  if (!read_number (text, end, REFRAIN_TEMPLATE_MAX_PROCESSES + base, rank) || *rank < base)
    return FALSE;
  *rank -= base;
  self->n_ranks = MAX (self->n_ranks, *rank + 1);
  return TRUE;
}

gboolean
refrain_template_read_label (RefrainTemplateReader *self,
                             const char *text,
                             RefrainTemplateLine *line,
                             GError **error)
{
  guint base = *text == 'P' || *text == 'p';
  guint rank;

  if (!read_rank (self, text + base, text + strlen (text), base, &rank))
    {
      g_autofree char *quoted = refrain_template_quote (text);

      return refrain_template_fail (error, _ ("%s is not a process such as 0 or P1"), quoted);
    }
  if (self->defined[rank / 8] & 1 << rank % 8)
    return refrain_template_fail (error, _ ("process %s is given twice"), text);
  self->defined[rank / 8] |= 1 << rank % 8;
  *line = (RefrainTemplateLine){ .process = rank, .base = base };
  return TRUE;
}

gboolean
refrain_template_read_event (RefrainTemplateReader *self,
                             const char *word,
                             guint times,
                             RefrainTemplateLine *line,
                             GError **error)
{
  const char *sign = strstr (word, "×"), *count = NULL, *end = word + strlen (word);
  RefrainTemplateFileEvent event = { .process = line->process };
  guint64 repeat = times;
  guint number = 1;

  if (sign != NULL)
    count = sign + strlen ("×");
  else if ((sign = strchr (word, 'x')) != NULL)
    count = sign + 1;
  event.event.send = *word == 'S' || *word == 's';
  if ((!event.event.send && *word != 'R' && *word != 'r')
      || !read_rank (self, word + 1, sign != NULL ? sign : end, line->base, &event.event.peer)
      || (count != NULL
          && (!read_number (count, end, REFRAIN_TEMPLATE_MAX_EVENTS + 1, &number) || number == 0)))
    return refrain_template_refuse_event (word, error);
  repeat *= number;
  if (!check_size (self, repeat, error))
    return FALSE;
  for (; repeat > 0; repeat--)
    {
      event.event.step = line->open ? line->step : line->step++;
      g_array_append_val (self->events, event);
    }
  return TRUE;
}

/* A step with something in it is over. */
static void
close_brace (const RefrainTemplateReader *self, RefrainTemplateLine *line)
{
  const RefrainTemplateFileEvent *last = NULL;

  if (self->events->len > 0)
    last = &g_array_index (self->events, RefrainTemplateFileEvent, self->events->len - 1);
  if (last != NULL && last->process == line->process && last->event.step == line->step)
    line->step++;
  line->open = FALSE;
}

static void
open_bracket (RefrainTemplateReader *self, RefrainTemplateLine *line)
{
  RefrainTemplateBracket bracket = { self->events->len, line->step };

  g_array_append_val (line->brackets, bracket);
}

/* What the last "(" has begun stands @times over. */
static gboolean
close_bracket (RefrainTemplateReader *self, RefrainTemplateLine *line, guint times, GError **error)
{
  RefrainTemplateBracket bracket
      = g_array_index (line->brackets, RefrainTemplateBracket, line->brackets->len - 1);
  guint n = self->events->len - bracket.event;
  guint32 steps = line->step - bracket.step;

  g_array_set_size (line->brackets, line->brackets->len - 1);
  if (n == 0 || times <= 1)
    return TRUE;
  if (!check_size (self, (guint64) n * (times - 1), error))
    return FALSE;
  for (guint round = 1; round < times; round++, line->step += steps)
    for (guint i = 0; i < n; i++)
      {
        RefrainTemplateFileEvent event
            = g_array_index (self->events, RefrainTemplateFileEvent, bracket.event + i);

        event.event.step += round * steps;
        g_array_append_val (self->events, event);
      }
  return TRUE;
}

/* The "x6" or "×6" behind a ")", if any: moves *text behind it. */
static gboolean
read_times (char **text, guint *times, GError **error)
{
  char *at = *text;
  gsize length;

  *times = 1;
  if (g_str_has_prefix (at, "×"))
    at += strlen ("×");
  else if (*at == 'x')
    at++;
  else
    return TRUE;
  length = strspn (at, "0123456789");
  *text = at + length;
  return (read_number (at, at + length, REFRAIN_TEMPLATE_MAX_EVENTS + 1, times) && *times > 0)
         || refrain_template_fail (error, _ ("a bracket is not followed by a count such as x6"));
}

/* What stands between two events: @stop is a bracket, a brace or nothing of that. */
static gboolean
read_stop (
    RefrainTemplateReader *self, char stop, char **text, RefrainTemplateLine *line, GError **error)
{
  guint times;

  if ((stop == '{' && line->open) || (stop == '}' && !line->open))
    return refrain_template_fail (error, _ ("a brace has no counterpart"));
  if ((stop == '(' || stop == ')') && line->open)
    return refrain_template_fail (error, _ ("a bracket stands inside braces"));
  if (stop == ')' && line->brackets->len == 0)
    return refrain_template_fail (error, _ ("a bracket has no counterpart"));
  if (stop == '{')
    line->open = TRUE;
  if (stop == '}')
    close_brace (self, line);
  if (stop == '(')
    open_bracket (self, line);
  return stop != ')'
         || (read_times (text, &times, error) && close_bracket (self, line, times, error));
}

/* The events of a line, in which braces and brackets stand by themselves or touch an event. */
static gboolean
read_events (RefrainTemplateReader *self, char *text, RefrainTemplateLine *line, GError **error)
{
  for (char *at = text; *at != '\0';)
    {
      gsize length = strcspn (at, " \t\r,;{}()");
      char stop = at[length];

      at[length] = '\0';
      if (length > 0 && !refrain_template_read_event (self, at, 1, line, error))
        return FALSE;
      at += length + (stop != '\0');
      if (!read_stop (self, stop, &at, line, error))
        return FALSE;
    }
  if (line->open)
    return refrain_template_fail (error, _ ("a brace has no counterpart"));
  if (line->brackets->len > 0)
    return refrain_template_fail (error, _ ("a bracket has no counterpart"));
  return TRUE;
}

/* @stop is what stands between a process and its events. */
static gboolean
read_line (RefrainTemplateReader *self, char *text, char stop, GError **error)
{
  g_autoptr (GArray) brackets = NULL;
  RefrainTemplateLine line;
  char *behind;

  text[strcspn (text, "#")] = '\0';
  g_strstrip (text);
  if (*text == '\0')
    return TRUE;
  behind = strchr (text, stop);
  if (behind == NULL)
    return refrain_template_fail (
        error, stop == ':' ? _ ("expected a process, a colon and its events, such as “0: S1 R1”")
                           : _ ("expected a process and its events, such as “0,S1,R1”"));
  *behind = '\0';
  g_strchomp (text);
  if (!refrain_template_read_label (self, text, &line, error))
    return FALSE;
  brackets = g_array_new (FALSE, FALSE, sizeof (RefrainTemplateBracket));
  line.brackets = brackets;
  return read_events (self, behind + 1, &line, error);
}

/* What stands between the cells of a table as refrain_pattern_write_table() writes it, and as
 * others save it again, if @line, stripped in place, heads one; or '\0'. */
static char
get_separator (char *line)
{
  static const char head[] = "process";
  const char *stripped = g_strstrip (line);
  const char separator = g_str_has_prefix (stripped, head) ? stripped[strlen (head)] : '\0';

  return (separator == ',' || separator == ';') && g_str_has_prefix (stripped + sizeof head, "e1")
             ? separator
             : '\0';
}

static gboolean
read_lines (
    RefrainTemplateReader *self, const char *text, gsize length, const char *source, GError **error)
{
  const char *end = text + length;
  gboolean begun = FALSE;
  char separator = ':';

  for (guint number = 1; text < end; number++)
    {
      const char *stop = memchr (text, '\n', end - text);
      g_autofree char *line = g_strndup (text, (stop != NULL ? stop : end) - text);
      const char heads = begun ? '\0' : get_separator (line);

      if (heads != '\0')
        separator = heads;
      else if (!read_line (self, line, separator, error))
        {
          g_prefix_error (error, _ ("%s, line %u: "), source, number);
          return FALSE;
        }
      begun = begun || *line != '\0';
      if (stop == NULL)
        break;
      text = stop + 1;
    }
  return TRUE;
}

/* The template of what was read; NULL with @error where it contradicts itself. */
static RefrainPatternTemplate *
finish (RefrainTemplateReader *self, const char *source, GError **error)
{
  g_autoptr (RefrainPatternTemplate) template = NULL;

  if (self->events->len == 0)
    {
      refrain_template_fail (error, _ ("%s: the pattern has no events"), source);
      return NULL;
    }
  template = refrain_pattern_template_new (self->n_ranks, g_path_get_basename (source));
  for (guint i = 0; i < self->events->len; i++)
    {
      const RefrainTemplateFileEvent *event
          = &g_array_index (self->events, RefrainTemplateFileEvent, i);

      g_array_append_val (template->events[event->process], event->event);
    }
  if (!refrain_pattern_template_check (template, error))
    {
      g_prefix_error (error, "%s: ", source);
      return NULL;
    }
  return g_steal_pointer (&template);
}

RefrainPatternTemplate *
refrain_template_parse (const char *text, gsize length, const char *source, GError **error)
{
  RefrainPatternTemplate *template = NULL;
  RefrainTemplateReader reader = { 0 };
  gsize start = 0;
  gboolean read;

  g_return_val_if_fail (text != NULL || length == 0, NULL);
  g_return_val_if_fail (source != NULL, NULL);

  if (length >= strlen (BYTE_ORDER_MARK)
      && memcmp (text, BYTE_ORDER_MARK, strlen (BYTE_ORDER_MARK)) == 0)
    {
      text += strlen (BYTE_ORDER_MARK);
      length -= strlen (BYTE_ORDER_MARK);
    }
  while (start < length && g_ascii_isspace (text[start]))
    start++;
  reader.events = g_array_new (FALSE, FALSE, sizeof (RefrainTemplateFileEvent));
  reader.defined = g_new0 (guint8, REFRAIN_TEMPLATE_MAX_PROCESSES / 8 + 1);
  if (start < length && text[start] == '{')
    read = refrain_template_read_json (&reader, text, length, source, error);
  else
    read = read_lines (&reader, text, length, source, error);
  if (read)
    template = finish (&reader, source, error);
  g_array_unref (reader.events);
  g_free (reader.defined);
  return template;
}
