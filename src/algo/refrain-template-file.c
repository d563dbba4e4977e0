/* refrain-template-file.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns written down: a line a process, or the JSON of one communication pattern.
 */
#include "config.h"

#include "refrain-pattern-template.h"

#include <string.h>

#include <glib/gi18n.h>
#include <json-glib/json-glib.h>

#include "refrain-error.h"

#define MAX_DEPTH 64

/* What has been read so far. */
typedef struct
{
  GArray *events;  /* of FileEvent */
  guint n_ranks;   /* above all ranks named */
  guint8 *defined; /* bit set of the ranks that have a line */
} Reader;

typedef struct
{
  guint32 process;
  RefrainTemplateEvent event;
} FileEvent;

/* A process' line: what its events are added to. */
typedef struct
{
  guint32 process;
  guint base; /* what counts as the first rank: 0 or 1 */
  guint32 step;
  gboolean open; /* inside braces */
} Line;

G_GNUC_PRINTF (2, 3) static gboolean fail (GError **error, const char *format, ...)
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

/* At most 40 bytes of what the user wrote, for an error. Free with g_free(). */
static char *
quote (const char *text)
{
  g_autofree char *start = g_strndup (text, 40);
  g_autofree char *valid = g_utf8_make_valid (start, -1);

  for (char *at = valid; *at != '\0'; at++)
    if (g_ascii_iscntrl (*at))
      *at = ' ';
  return g_strdup_printf ("“%s”", valid);
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
read_rank (Reader *self, const char *text, const char *end, guint base, guint *rank)
{
  if (!read_number (text, end, REFRAIN_TEMPLATE_MAX_PROCESSES + base, rank) || *rank < base)
    return FALSE;
  *rank -= base;
  self->n_ranks = MAX (self->n_ranks, *rank + 1);
  return TRUE;
}

/* "0" or "P1": begins the line of a process. */
static gboolean
read_label (Reader *self, const char *text, Line *line, GError **error)
{
  guint base = *text == 'P' || *text == 'p';
  guint rank;

  if (!read_rank (self, text + base, text + strlen (text), base, &rank))
    {
      g_autofree char *quoted = quote (text);

      return fail (error, _ ("%s is not a process such as 0 or P1"), quoted);
    }
  if (self->defined[rank / 8] & 1 << rank % 8)
    return fail (error, _ ("process %s is given twice"), text);
  self->defined[rank / 8] |= 1 << rank % 8;
  *line = (Line){ .process = rank, .base = base };
  return TRUE;
}

/* "S1", "R2", "S1x30" or "S1×30". */
static gboolean
read_event (Reader *self, const char *word, Line *line, GError **error)
{
  const char *times = strstr (word, "×"), *count = NULL, *end = word + strlen (word);
  FileEvent event = { .process = line->process };
  guint repeat = 1;

  if (times != NULL)
    count = times + strlen ("×");
  else if ((times = strchr (word, 'x')) != NULL)
    count = times + 1;
  event.event.send = *word == 'S' || *word == 's';
  if ((!event.event.send && *word != 'R' && *word != 'r')
      || !read_rank (self, word + 1, times != NULL ? times : end, line->base, &event.event.peer)
      || (count != NULL && !read_number (count, end, REFRAIN_TEMPLATE_MAX_EVENTS + 1, &repeat)))
    {
      g_autofree char *quoted = quote (word);

      return fail (error, _ ("%s is not an event such as S1, R2 or S1x30"), quoted);
    }
  if (self->events->len + (guint64) repeat > REFRAIN_TEMPLATE_MAX_EVENTS)
    return fail (error, _ ("the pattern has more than %u events"), REFRAIN_TEMPLATE_MAX_EVENTS);
  for (; repeat > 0; repeat--)
    {
      event.event.step = line->open ? line->step : line->step++;
      g_array_append_val (self->events, event);
    }
  return TRUE;
}

/* The events of a line, in which braces stand by themselves or touch an event. */
static gboolean
read_events (Reader *self, char *text, Line *line, GError **error)
{
  for (char *at = text; *at != '\0';)
    {
      gsize length = strcspn (at, " \t\r,{}");
      char stop = at[length];

      at[length] = '\0';
      if (length > 0 && !read_event (self, at, line, error))
        return FALSE;
      if ((stop == '{' && line->open) || (stop == '}' && !line->open))
        return fail (error, _ ("a brace has no counterpart"));
      if (stop == '{' || stop == '}')
        {
          line->open = stop == '{';
          line->step++;
        }
      at += length + (stop != '\0');
    }
  return line->open ? fail (error, _ ("a brace has no counterpart")) : TRUE;
}

static gboolean
read_line (Reader *self, char *text, GError **error)
{
  char *colon;
  Line line;

  text[strcspn (text, "#")] = '\0';
  g_strstrip (text);
  if (*text == '\0')
    return TRUE;
  colon = strchr (text, ':');
  if (colon == NULL)
    return fail (error, _ ("expected a process, a colon and its events, such as “0: S1 R1”"));
  *colon = '\0';
  g_strchomp (text);
  return read_label (self, text, &line, error) && read_events (self, colon + 1, &line, error);
}

static gboolean
read_lines (Reader *self, const char *text, gsize length, const char *source, GError **error)
{
  const char *end = text + length;

  for (guint number = 1; text < end; number++)
    {
      const char *stop = memchr (text, '\n', end - text);
      g_autofree char *line = g_strndup (text, (stop != NULL ? stop : end) - text);

      if (!read_line (self, line, error))
        {
          g_prefix_error (error, _ ("%s, line %u: "), source, number);
          return FALSE;
        }
      if (stop == NULL)
        break;
      text = stop + 1;
    }
  return TRUE;
}

/* Whether no value lies deeper than a pattern needs; the parser calls itself for each level. */
static gboolean
is_shallow (const char *text, gsize length)
{
  gboolean quoted = FALSE;
  guint depth = 0;

  for (gsize i = 0; i < length; i++)
    {
      if (quoted && text[i] == '\\')
        i++;
      else if (text[i] == '"')
        quoted = !quoted;
      else if (!quoted && (text[i] == '{' || text[i] == '['))
        {
          if (++depth > MAX_DEPTH)
            return FALSE;
        }
      else if (!quoted && (text[i] == '}' || text[i] == ']') && depth > 0)
        depth--;
    }
  return TRUE;
}

/* The object that has the processes: the root, or its only communication pattern. */
static JsonObject *
find_events (JsonNode *root, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
  JsonNode *patterns
      = object != NULL ? json_object_get_member (object, "communication_patterns") : NULL;
  JsonNode *events;

  if (patterns != NULL && JSON_NODE_HOLDS_ARRAY (patterns))
    {
      JsonArray *array = json_node_get_array (patterns);

      if (json_array_get_length (array) != 1)
        {
          fail (error, _ ("it holds %u communication patterns; one is needed"),
                json_array_get_length (array));
          return NULL;
        }
      root = json_array_get_element (array, 0);
      object = JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
    }
  events = object != NULL ? json_object_get_member (object, "events") : NULL;
  if (events == NULL || !JSON_NODE_HOLDS_OBJECT (events))
    {
      fail (error, _ ("it has no object “events” that holds the events of each process"));
      return NULL;
    }
  return json_node_get_object (events);
}

static gboolean
read_json_process (Reader *self, const char *label, JsonNode *list, GError **error)
{
  JsonArray *array;
  Line line;

  if (!read_label (self, label, &line, error))
    return FALSE;
  if (!JSON_NODE_HOLDS_ARRAY (list))
    return fail (error, _ ("process %s has no list of events"), label);
  array = json_node_get_array (list);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      const char *word
          = json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node) : NULL;

      if (word == NULL)
        return fail (error, _ ("an event of process %s is not a text such as “S1”"), label);
      if (!read_event (self, word, &line, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_json (Reader *self, const char *text, gsize length, const char *source, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GError) cause = NULL;
  JsonObject *events;
  JsonObjectIter iter;
  const char *label;
  JsonNode *list;

  if (!is_shallow (text, length))
    return fail (error, _ ("%s: nested too deep for a pattern"), source);
  if (!json_parser_load_from_data (parser, text, length, &cause))
    {
      const char *message = cause->message;

      /* "<data>:3:7: what is wrong" names a place of its own. */
      if (g_str_has_prefix (message, "<data>:"))
        return fail (error, "%s%s", source, message + strlen ("<data>"));
      return fail (error, "%s: %s", source, message);
    }
  events = find_events (json_parser_get_root (parser), error);
  if (events == NULL)
    {
      g_prefix_error (error, "%s: ", source);
      return FALSE;
    }
  json_object_iter_init_ordered (&iter, events);
  while (json_object_iter_next_ordered (&iter, &label, &list))
    if (!read_json_process (self, label, list, error))
      {
        g_prefix_error (error, "%s: ", source);
        return FALSE;
      }
  return TRUE;
}

/* The template of what was read; NULL with @error where it contradicts itself. */
static RefrainPatternTemplate *
finish (Reader *self, const char *source, GError **error)
{
  g_autoptr (RefrainPatternTemplate) template = NULL;

  if (self->events->len == 0)
    {
      fail (error, _ ("%s: the pattern has no events"), source);
      return NULL;
    }
  template = refrain_pattern_template_new (self->n_ranks, g_path_get_basename (source));
  for (guint i = 0; i < self->events->len; i++)
    {
      const FileEvent *event = &g_array_index (self->events, FileEvent, i);

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
  Reader reader = { 0 };
  gsize start = 0;
  gboolean read;

  g_return_val_if_fail (text != NULL || length == 0, NULL);
  g_return_val_if_fail (source != NULL, NULL);

  while (start < length && g_ascii_isspace (text[start]))
    start++;
  reader.events = g_array_new (FALSE, FALSE, sizeof (FileEvent));
  reader.defined = g_new0 (guint8, REFRAIN_TEMPLATE_MAX_PROCESSES / 8 + 1);
  if (start < length && text[start] == '{')
    read = read_json (&reader, text, length, source, error);
  else
    read = read_lines (&reader, text, length, source, error);
  if (read)
    template = finish (&reader, source, error);
  g_array_unref (reader.events);
  g_free (reader.defined);
  return template;
}
