/* refrain-template-file.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Patterns written down: a line a process, as text or comma-separated; or the JSON of one
 * communication pattern. All say the same to one reader, label by label and event by event.
 */
#include "refrain-pattern-template.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-json.h"

/* Spreadsheets begin a text with it. */
#define BYTE_ORDER_MARK "\xef\xbb\xbf"
#define MAX_FILE_BYTES  (64u << 20)

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
  gboolean open;    /* inside braces */
  GArray *brackets; /* of Bracket: those that are open */
} Line;

/* Where a "(" stands. */
typedef struct
{
  guint event; /* the next one in the reader */
  guint32 step;
} Bracket;

/* ---- What is wrong ---- */

/* Sets @error (REFRAIN_ERROR_FORMAT); FALSE. */
static gboolean fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (GError **error, const char *format, ...)
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

/* At most 40 bytes of what the user wrote. Free with g_free(). */
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

/* Sets @error to why @word is no event to look for; FALSE. */
static gboolean
refuse_event (const char *word, GError **error)
{
  static const char *const fields[] = { "tag", "comm", "size" };
  g_autofree char *quoted = quote (word);

  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_autofree char *inside = g_strdup_printf (" %s ", fields[i]);

      if (g_str_equal (word, fields[i]) || strstr (word, inside) != NULL)
        return fail (error,
                     _ ("events are told apart by “%s”, but can only be matched by "
                        "their processes (--fields op,peer)"),
                     fields[i]);
    }
  if (strchr ("SRsrM", *word) != NULL && (word[1] == '\0' || word[1] == 'x'))
    return fail (error,
                 _ ("%s names no other process, without which no message can be "
                    "matched (--fields op,peer)"),
                 quoted);
  if (*word == 'M' && g_ascii_isdigit (word[1]))
    return fail (error,
                 _ ("%s is neither a send nor a receive, without which no message "
                    "can be matched (--fields op,peer)"),
                 quoted);
  if (g_str_has_prefix (word, "MPI_"))
    return fail (error, _ ("%s is a collective operation; only sends and receives can be matched"),
                 quoted);
  return fail (error, _ ("%s is not an event such as S1, R2 or S1x30"), quoted);
}

/* ---- A process and its events ---- */

/* Whether @n more events may be there. */
static gboolean
check_size (const Reader *self, guint64 n, GError **error)
{
  if (self->events->len + n <= REFRAIN_TEMPLATE_MAX_EVENTS)
    return TRUE;
  return fail (error, _ ("the pattern has more than %u events"), REFRAIN_TEMPLATE_MAX_EVENTS);
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

/* "0" or "P1": begins the line of a process. Without room for brackets. */
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

/* "S1", "R2", "S1x30" or "S1×30", @times over. */
static gboolean
read_event (Reader *self, const char *word, guint times, Line *line, GError **error)
{
  const char *sign = strstr (word, "×"), *count = NULL, *end = word + strlen (word);
  FileEvent event = { .process = line->process };
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
    return refuse_event (word, error);
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

/* ---- Lines ---- */

/* A step with something in it is over. */
static void
close_brace (const Reader *self, Line *line)
{
  const FileEvent *last = NULL;

  if (self->events->len > 0)
    last = &g_array_index (self->events, FileEvent, self->events->len - 1);
  if (last != NULL && last->process == line->process && last->event.step == line->step)
    line->step++;
  line->open = FALSE;
}

static void
open_bracket (Reader *self, Line *line)
{
  Bracket bracket = { self->events->len, line->step };

  g_array_append_val (line->brackets, bracket);
}

/* What the last "(" has begun stands @times over. */
static gboolean
close_bracket (Reader *self, Line *line, guint times, GError **error)
{
  Bracket bracket = g_array_index (line->brackets, Bracket, line->brackets->len - 1);
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
        FileEvent event = g_array_index (self->events, FileEvent, bracket.event + i);

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
         || fail (error, _ ("a bracket is not followed by a count such as x6"));
}

/* What stands between two events: @stop is a bracket, a brace or nothing of that. */
static gboolean
read_stop (Reader *self, char stop, char **text, Line *line, GError **error)
{
  guint times;

  if ((stop == '{' && line->open) || (stop == '}' && !line->open))
    return fail (error, _ ("a brace has no counterpart"));
  if ((stop == '(' || stop == ')') && line->open)
    return fail (error, _ ("a bracket is inside braces"));
  if (stop == ')' && line->brackets->len == 0)
    return fail (error, _ ("a bracket has no counterpart"));
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
read_events (Reader *self, char *text, Line *line, GError **error)
{
  for (char *at = text; *at != '\0';)
    {
      gsize length = strcspn (at, " \t\r,;{}()");
      char stop = at[length];

      at[length] = '\0';
      if (length > 0 && !read_event (self, at, 1, line, error))
        return FALSE;
      at += length + (stop != '\0');
      if (!read_stop (self, stop, &at, line, error))
        return FALSE;
    }
  if (line->open)
    return fail (error, _ ("a brace has no counterpart"));
  if (line->brackets->len > 0)
    return fail (error, _ ("a bracket has no counterpart"));
  return TRUE;
}

/* @stop is what stands between a process and its events. */
static gboolean
read_line (Reader *self, char *text, char stop, GError **error)
{
  g_autoptr (GArray) brackets = NULL;
  Line line;
  char *behind;

  text[strcspn (text, "#")] = '\0';
  g_strstrip (text);
  if (*text == '\0')
    return TRUE;
  behind = strchr (text, stop);
  if (behind == NULL)
    return fail (error, stop == ':'
                            ? _ ("expected a process, a colon and its events, such as “0: S1 R1”")
                            : _ ("expected a process and its events, such as “0,S1,R1”"));
  *behind = '\0';
  g_strchomp (text);
  if (!read_label (self, text, &line, error))
    return FALSE;
  brackets = g_array_new (FALSE, FALSE, sizeof (Bracket));
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
read_lines (Reader *self, const char *text, gsize length, const char *source, GError **error)
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

/* ---- JSON ---- */

/* The object that has the processes: the root, or its only communication pattern. With it, in
 * *counts, the object that tells how often each event stands in a row, or NULL. */
static JsonObject *
find_events (JsonNode *root, JsonObject **counts, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
  JsonNode *patterns
      = object != NULL ? json_object_get_member (object, "communication_patterns") : NULL;
  JsonNode *events, *node;

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
  node = json_object_get_member (object, "counts");
  *counts = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  return json_node_get_object (events);
}

/* How often the @n events of a process stand in a row, or NULL for once each; FALSE with @error
 * where @counts does not fit. */
static gboolean
find_counts (JsonObject *counts, const char *label, guint n, JsonArray **result, GError **error)
{
  JsonNode *node = counts != NULL ? json_object_get_member (counts, label) : NULL;

  *result = NULL;
  if (node == NULL)
    return TRUE;
  if (JSON_NODE_HOLDS_ARRAY (node) && json_array_get_length (json_node_get_array (node)) == n)
    *result = json_node_get_array (node);
  for (guint i = 0; *result != NULL && i < n; i++)
    {
      JsonNode *element = json_array_get_element (*result, i);
      gint64 count
          = json_node_get_value_type (element) == G_TYPE_INT64 ? json_node_get_int (element) : -1;

      if (count < 1 || count > REFRAIN_TEMPLATE_MAX_EVENTS)
        *result = NULL;
    }
  return *result != NULL
         || fail (error, _ ("process %s needs a count for each of its events"), label);
}

static gboolean
read_json_events (Reader *self,
                  const char *label,
                  JsonNode *list,
                  JsonObject *all_counts,
                  Line *line,
                  GError **error)
{
  JsonArray *array, *counts;

  if (!JSON_NODE_HOLDS_ARRAY (list))
    return fail (error, _ ("process %s has no list of events"), label);
  array = json_node_get_array (list);
  if (!find_counts (all_counts, label, json_array_get_length (array), &counts, error))
    return FALSE;
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      const char *word
          = json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node) : NULL;
      guint times = counts != NULL ? (guint) json_array_get_int_element (counts, i) : 1;

      if (word == NULL)
        return fail (error, _ ("an event of process %s is not a text such as “S1”"), label);
      if (!read_event (self, word, times, line, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_json (Reader *self, const char *text, gsize length, const char *source, GError **error)
{
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GError) cause = NULL;
  JsonObject *events, *counts;
  JsonObjectIter iter;
  const char *label;
  JsonNode *list;

  root = refrain_json_parse (text, length, &cause);
  if (root == NULL)
    {
      const char *message = cause->message;

      /* "<data>:3:7: what is wrong" names the place as compilers do. */
      if (g_str_has_prefix (message, "<data>:"))
        return fail (error, "%s%s", source, message + strlen ("<data>"));
      return fail (error, "%s: %s", source, message);
    }
  events = find_events (root, &counts, error);
  if (events == NULL)
    {
      g_prefix_error (error, "%s: ", source);
      return FALSE;
    }
  json_object_iter_init_ordered (&iter, events);
  while (json_object_iter_next_ordered (&iter, &label, &list))
    {
      Line line;

      if (!read_label (self, label, &line, error)
          || !read_json_events (self, label, list, counts, &line, error))
        {
          g_prefix_error (error, "%s: ", source);
          return FALSE;
        }
    }
  return TRUE;
}

/* ---- The pattern ---- */

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

  if (length >= strlen (BYTE_ORDER_MARK)
      && memcmp (text, BYTE_ORDER_MARK, strlen (BYTE_ORDER_MARK)) == 0)
    {
      text += strlen (BYTE_ORDER_MARK);
      length -= strlen (BYTE_ORDER_MARK);
    }
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

RefrainPatternTemplate *
refrain_template_load (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length = 0;
  gboolean failed;
  FILE *file;
  int cause;

  g_return_val_if_fail (path != NULL, NULL);

  file = g_fopen (path, "rb");
  cause = errno;
  failed = file == NULL;
  if (file != NULL)
    {
      text = g_malloc (MAX_FILE_BYTES + 1);
      length = fread (text, 1, MAX_FILE_BYTES + 1, file);
      cause = errno;
      failed = ferror (file) != 0;
      fclose (file);
    }
  if (failed)
    return refrain_fail_null (error, REFRAIN_ERROR_IO, "%s: %s", path, g_strerror (cause));
  if (length > MAX_FILE_BYTES)
    return refrain_fail_null (error, REFRAIN_ERROR_FORMAT,
                              _ ("%s: larger than 64 MiB, which no pattern is"), path);
  return refrain_template_parse (text, length, path, error);
}
