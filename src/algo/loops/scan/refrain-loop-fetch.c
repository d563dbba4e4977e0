/* refrain-loop-fetch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Read from both ends: the arrow and the attribute behind, the label before the processes.
 */
#include "refrain-loop-fetch.h"

#include <string.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-names.h"
#include "refrain-ranks.h"

static const char *const attributes[] = { "time", "duration", "bytes", "position", NULL };

const char *
refrain_loop_attribute_get_name (RefrainLoopAttribute attribute)
{
  g_return_val_if_fail (attribute < G_N_ELEMENTS (attributes) - 1, NULL);

  return attributes[attribute];
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_loop_fetch_free, RefrainLoopFetch, g_free (x->label);
                             g_array_unref (x->processes))

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

/* "0,1,5", "0-3", "*". */
static gboolean
parse_processes (RefrainLoopFetch *self, const char *text)
{
  guint n = 0;

  self->all = *text == '\0' || g_str_equal (text, "*");
  if (self->all)
    return TRUE;
  if (!refrain_ranks_parse (text, strlen (text), REFRAIN_LOOP_FETCH_MAX_PROCESSES - 1,
                            REFRAIN_LOOP_FETCH_MAX_PROCESSES, self->processes))
    return FALSE;
  g_array_sort (self->processes, refrain_compare_uint32);
  for (guint i = 1; i < self->processes->len; i++)
    if (g_array_index (self->processes, guint32, i) != g_array_index (self->processes, guint32, n))
      g_array_index (self->processes, guint32, ++n) = g_array_index (self->processes, guint32, i);
  g_array_set_size (self->processes, MIN (self->processes->len, n + 1));
  return self->processes->len > 0;
}

static gboolean
parse_label (RefrainLoopFetch *self, char *text, char arrow)
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
parse (RefrainLoopFetch *self, char *text)
{
  char arrow, *dot, *brace, *closing;
  int attribute;

  g_strstrip (text);
  arrow = take_arrow (text);
  dot = strrchr (text, '.');
  attribute = dot != NULL ? refrain_names_find (attributes, g_strstrip (dot + 1)) : -1;
  if (attribute < 0)
    return FALSE;
  self->attribute = (RefrainLoopAttribute) attribute;
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

RefrainLoopFetch *
refrain_loop_fetch_parse (const char *text)
{
  g_autofree char *copy = g_strdup (text);
  RefrainLoopFetch *self = g_new0 (RefrainLoopFetch, 1);

  self->processes = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (!parse (self, copy))
    {
      refrain_loop_fetch_free (self);
      return NULL;
    }
  return self;
}

guint64
refrain_loop_fetch_get_position (const RefrainLoopFetch *self, const RefrainLoopSpan *span)
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

gboolean
refrain_loop_fetch_get_value (const RefrainLoopFetch *self,
                              RefrainLoopEvents *events,
                              guint process,
                              guint64 position,
                              gint64 *value)
{
  static const RefrainLoopValue values[]
      = { REFRAIN_LOOP_VALUE_TIME, REFRAIN_LOOP_VALUE_DURATION, REFRAIN_LOOP_VALUE_BYTES };

  if (self->attribute != REFRAIN_LOOP_FETCH_POSITION)
    return refrain_loop_events_get_value (events, process, position, values[self->attribute],
                                          value);
  *value = (gint64) position;
  return TRUE;
}

gboolean
refrain_loop_fetch_wants (const RefrainLoopFetch *self, guint32 process)
{
  for (guint i = 0; i < self->processes->len; i++)
    if (g_array_index (self->processes, guint32, i) == process)
      return TRUE;
  return self->all;
}

GArray *
refrain_loop_fetch_list_processes (const GPtrArray *fetches,
                                   RefrainLoopModel *model,
                                   guint32 construct)
{
  guint n = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model));
  GArray *processes = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint8 *wanted = g_new0 (guint8, n);

  for (guint i = 0; i < fetches->len; i++)
    {
      const RefrainLoopFetch *fetch = fetches->pdata[i];

      for (guint32 p = 0; fetch->all && p < n; p++)
        wanted[p] |= refrain_loop_model_covers (model, construct, p);
      for (guint k = 0; k < fetch->processes->len; k++)
        {
          const guint32 p = g_array_index (fetch->processes, guint32, k);

          if (p < n)
            wanted[p] = TRUE;
        }
    }
  for (guint32 p = 0; p < n; p++)
    if (wanted[p])
      g_array_append_val (processes, p);
  return processes;
}
