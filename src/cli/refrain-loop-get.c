/* refrain-loop-get.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-loop-get.h"

#include <string.h>

#include "refrain-loop-lines.h"

static const char *const attributes[] = { "time", "duration", "bytes", "position" };

void
refrain_loop_get_free (RefrainLoopGet *self)
{
  g_free (self->label);
  g_array_unref (self->processes);
  g_free (self);
}

/* Takes an arrow off the end of @text. 0 without one, else its first character. */
static char
take_arrow (char *text)
{
  char arrow = '\0';

  if (g_str_has_suffix (text, "->") || g_str_has_suffix (text, "<-"))
    {
      arrow = text[strlen (text) - 2];
      text[strlen (text) - 2] = '\0';
      g_strchomp (text);
    }
  return arrow;
}

static gboolean
parse_attribute (RefrainLoopGet *self, const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
    if (g_str_equal (text, attributes[i]))
      {
        self->attribute = (RefrainLoopAttribute) i;
        return TRUE;
      }
  return FALSE;
}

static int
compare_processes (gconstpointer a, gconstpointer b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return (x > y) - (x < y);
}

/* "0,1,5", "0-3", "*". */
static gboolean
parse_processes (RefrainLoopGet *self, const char *text)
{
  RefrainLoopPiece piece = { text, text + strlen (text) };
  guint n = 0;

  self->all = *text == '\0' || g_str_equal (text, "*");
  if (self->all)
    return TRUE;
  if (!refrain_loop_piece_append_group (piece, REFRAIN_LOOP_MAX_PROCESSES, self->processes))
    return FALSE;
  g_array_sort (self->processes, compare_processes);
  for (guint i = 1; i < self->processes->len; i++)
    if (g_array_index (self->processes, guint32, i) != g_array_index (self->processes, guint32, n))
      g_array_index (self->processes, guint32, ++n) = g_array_index (self->processes, guint32, i);
  g_array_set_size (self->processes, MIN (self->processes->len, n + 1));
  return self->processes->len > 0;
}

static gboolean
parse_label (RefrainLoopGet *self, char *text, char arrow)
{
  char *rest;

  g_strstrip (text);
  if (g_str_has_prefix (text, "get ") || g_str_has_prefix (text, "get\""))
    text += 3;
  g_strstrip (text);
  if (*text == '"' && strlen (text) > 1 && g_str_has_suffix (text, "\""))
    {
      text[strlen (text) - 1] = '\0';
      text++;
    }
  self->label = g_strdup (text);
  self->edge = arrow == '<' ? REFRAIN_LOOP_EDGE_AFTER : REFRAIN_LOOP_EDGE_BEFORE;
  if (arrow != '\0')
    return *text != '\0' && strchr (text, '"') == NULL;
  rest = text;
  self->each = g_str_has_prefix (rest, "each");
  if (self->each)
    rest = g_strchug (rest + 4);
  if (g_str_equal (rest, "last"))
    self->edge = REFRAIN_LOOP_EDGE_LAST;
  else if (g_str_equal (rest, "after"))
    self->edge = REFRAIN_LOOP_EDGE_AFTER;
  else
    return g_str_equal (rest, "before") || (self->each && *rest == '\0');
  return TRUE;
}

static gboolean
parse (RefrainLoopGet *self, char *text)
{
  char arrow, *dot, *brace, *closing;

  g_strstrip (text);
  arrow = take_arrow (text);
  dot = strrchr (text, '.');
  if (dot == NULL || !parse_attribute (self, g_strstrip (dot + 1)))
    return FALSE;
  *dot = '\0';
  g_strchomp (text);
  brace = strrchr (text, '{');
  self->all = brace == NULL;
  if (brace != NULL)
    {
      closing = strchr (brace, '}');
      if (closing == NULL || closing[1] != '\0')
        return FALSE;
      *closing = '\0';
      *brace = '\0';
      if (!parse_processes (self, g_strstrip (brace + 1)))
        return FALSE;
    }
  return parse_label (self, text, arrow);
}

RefrainLoopGet *
refrain_loop_get_parse (const char *text)
{
  g_autofree char *copy = g_strdup (text);
  RefrainLoopGet *self = g_new0 (RefrainLoopGet, 1);

  self->processes = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (!parse (self, copy))
    {
      refrain_loop_get_free (self);
      return NULL;
    }
  return self;
}

const char *
refrain_loop_get_attribute_name (const RefrainLoopGet *self)
{
  return attributes[self->attribute];
}

guint64
refrain_loop_get_position (const RefrainLoopGet *self, const RefrainLoopSpan *span)
{
  switch (self->edge)
    {
    case REFRAIN_LOOP_EDGE_LAST:
      return span->first + span->n - 1;
    case REFRAIN_LOOP_EDGE_AFTER:
      return span->first + span->n;
    case REFRAIN_LOOP_EDGE_BEFORE:
    default:
      return span->first;
    }
}

static void
append_seconds (GString *text, gint64 time)
{
  g_string_append_printf (text, "%s%" G_GINT64_FORMAT ".%09d", time < 0 ? "-" : "",
                          ABS (time / 1000000000), (int) ABS (time % 1000000000));
}

gboolean
refrain_loop_get_append_value (const RefrainLoopGet *self,
                               RefrainLoopEvents *events,
                               guint process,
                               guint64 position,
                               GString *text)
{
  static const RefrainLoopValue values[]
      = { REFRAIN_LOOP_VALUE_TIME, REFRAIN_LOOP_VALUE_DURATION, REFRAIN_LOOP_VALUE_BYTES };
  gint64 number;

  if (self->attribute == REFRAIN_LOOP_GET_POSITION)
    g_string_append_printf (text, "%" G_GUINT64_FORMAT, position);
  else if (!refrain_loop_events_get_value (events, process, position, values[self->attribute],
                                           &number))
    return FALSE;
  else if (self->attribute == REFRAIN_LOOP_GET_BYTES)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, number);
  else
    append_seconds (text, number);
  return TRUE;
}
