/* refrain-list-filter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Only what a field can mean gets into the query, so that its text always parses; what the trace
 * does not have, the query says itself.
 */
#include "refrain-list-filter.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-error.h"

#define OF(kind)      (1u << REFRAIN_LIST_##kind)
#define OF_EVERYTHING (OF (MESSAGES) | OF (COLLECTIVES) | OF (CALLS))
#define OF_OPERATIONS (OF (MESSAGES) | OF (COLLECTIVES))

/* How a field is written. */
typedef enum
{
  WRITTEN_AS_RANGES,
  WRITTEN_AS_NAME,
  WRITTEN_AS_AMOUNT
} Writing;

static const struct
{
  const char *title;
  guint kinds;
  Writing writing;
  const char *condition;
} fields[REFRAIN_N_LIST_FIELDS] = {
  [REFRAIN_LIST_PROCESSES]
  = { N_ ("Processes"), OF_EVERYTHING, WRITTEN_AS_RANGES, "PROCESS IN (%s)" },
  [REFRAIN_LIST_SENDERS] = { N_ ("From"), OF (MESSAGES), WRITTEN_AS_RANGES, "SENDER IN (%s)" },
  [REFRAIN_LIST_RECEIVERS] = { N_ ("To"), OF (MESSAGES), WRITTEN_AS_RANGES, "RECEIVER IN (%s)" },
  [REFRAIN_LIST_ROUTINE]
  = { N_ ("Routine"), OF_EVERYTHING, WRITTEN_AS_NAME, "ROUTINE LIKE \"%s\"" },
  [REFRAIN_LIST_COMMUNICATOR]
  = { N_ ("Communicator"), OF_OPERATIONS, WRITTEN_AS_NAME, "COMM = \"%s\"" },
  [REFRAIN_LIST_TAGS] = { N_ ("Tags"), OF (MESSAGES), WRITTEN_AS_RANGES, "TAG IN (%s)" },
  [REFRAIN_LIST_SIZE_FROM]
  = { N_ ("Size at least"), OF_OPERATIONS, WRITTEN_AS_AMOUNT, "SIZE >= %s" },
  [REFRAIN_LIST_SIZE_TO] = { N_ ("Size at most"), OF_OPERATIONS, WRITTEN_AS_AMOUNT, "SIZE <= %s" },
  [REFRAIN_LIST_DURATION_FROM]
  = { N_ ("Duration at least"), OF_EVERYTHING, WRITTEN_AS_AMOUNT, "DURATION >= %s" },
};

static const char *const tables[REFRAIN_N_LISTS] = {
  [REFRAIN_LIST_MESSAGES]
  = "SELECT start, sender, receiver, tag, size, duration, routine, caller, communicator "
    "FROM MESSAGES",
  [REFRAIN_LIST_COLLECTIVES]
  = "SELECT start, process, kind, root, sent, received, duration, caller, communicator "
    "FROM COLLECTIVES",
  [REFRAIN_LIST_CALLS] = "SELECT start, process, routine, duration, depth, caller FROM CALLS",
};

const char *
refrain_list_kind_get_name (RefrainListKind kind)
{
  static const char *const names[REFRAIN_N_LISTS] = { "messages", "collectives", "calls" };

  g_return_val_if_fail (kind < REFRAIN_N_LISTS, NULL);
  return names[kind];
}

const char *
refrain_list_field_get_title (RefrainListField field)
{
  g_return_val_if_fail (field < REFRAIN_N_LIST_FIELDS, NULL);
  return _ (fields[field].title);
}

gboolean
refrain_list_field_is_of (RefrainListField field, RefrainListKind kind)
{
  g_return_val_if_fail (field < REFRAIN_N_LIST_FIELDS, FALSE);
  return (fields[field].kinds >> kind & 1) != 0;
}

/* ---- The value ------------------------------------------------------------------------------- */

static gboolean
is_filled (const char *text)
{
  return text != NULL && *text != '\0';
}

void
refrain_list_filter_clear (RefrainListFilter *self)
{
  for (guint f = 0; f < REFRAIN_N_LIST_FIELDS; f++)
    g_clear_pointer (&self->fields[f], g_free);
}

void
refrain_list_filter_copy (RefrainListFilter *self, const RefrainListFilter *other)
{
  for (guint f = 0; f < REFRAIN_N_LIST_FIELDS; f++)
    {
      char *text = is_filled (other->fields[f]) ? g_strdup (other->fields[f]) : NULL;

      g_free (self->fields[f]);
      self->fields[f] = text;
    }
}

gboolean
refrain_list_filter_equal (const RefrainListFilter *a, const RefrainListFilter *b)
{
  for (guint f = 0; f < REFRAIN_N_LIST_FIELDS; f++)
    {
      const gboolean filled = is_filled (a->fields[f]);

      if (filled != is_filled (b->fields[f])
          || (filled && !g_str_equal (a->fields[f], b->fields[f])))
        return FALSE;
    }
  return TRUE;
}

/* ---- As a query ------------------------------------------------------------------------------ */

/* Numbers and ranges of them with commas or blanks between, as the query has them; NULL where @text
 * is nothing like that. */
static char *
read_ranges (const char *text)
{
  g_autoptr (GString) read = g_string_new (NULL);
  gboolean apart = TRUE; /* a number may begin */

  for (const char *at = text; *at != '\0';)
    {
      if (*at == ' ' || *at == ',')
        {
          apart = TRUE;
          at++;
        }
      else if (g_ascii_isdigit (*at) && apart)
        {
          if (read->len > 0)
            g_string_append (read, ", ");
          for (; g_ascii_isdigit (*at); at++)
            g_string_append_c (read, *at);
          if (*at == '-' && g_ascii_isdigit (at[1]))
            for (g_string_append_c (read, *at++); g_ascii_isdigit (*at); at++)
              g_string_append_c (read, *at);
          apart = FALSE;
        }
      else
        return NULL;
    }
  return read->len > 0 ? g_string_free (g_steal_pointer (&read), FALSE) : NULL;
}

/* A name between quotes; what would end it may be any letter. */
static char *
read_name (const char *text)
{
  return g_strdelimit (g_strstrip (g_strdup (text)), "\"\n\r", '?');
}

/* "4 KiB": a number, and letters that the query will know or not. */
static char *
read_amount (const char *text)
{
  const char *at = text;
  gboolean digits = FALSE;

  while (*at == ' ')
    at++;
  for (text = at; g_ascii_isdigit (*at) || *at == '.'; at++)
    digits |= *at != '.';
  while (*at == ' ')
    at++;
  for (; *at != '\0' && *at != ' '; at = g_utf8_next_char (at))
    if (!g_unichar_isalpha (g_utf8_get_char (at)))
      return NULL;
  while (*at == ' ')
    at++;
  return digits && *at == '\0' ? g_strchomp (g_strdup (text)) : NULL;
}

static char *
read_field (RefrainListField field, const char *text)
{
  switch (fields[field].writing)
    {
    case WRITTEN_AS_RANGES:
      return read_ranges (text);
    case WRITTEN_AS_NAME:
      return read_name (text);
    case WRITTEN_AS_AMOUNT:
    default:
      return read_amount (text);
    }
}

static void
fail (RefrainListField field, const char *text, GError **error)
{
  const char *example = fields[field].writing == WRITTEN_AS_RANGES ? "0-3, 7"
                        : field == REFRAIN_LIST_DURATION_FROM      ? "1.5 ms"
                                                                   : "4 KiB";

  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
               /* TRANSLATORS: "“abc” is nothing for “Tags”, where “0-3, 7” could stand". */
               _ ("invalid “%s” for “%s”; such as “%s”"), text,
               refrain_list_field_get_title (field), example);
}

static void
add_condition (GString *query, const char *condition)
{
  g_string_append (query, strstr (query->str, " WHERE ") != NULL ? " AND " : " WHERE ");
  g_string_append (query, condition);
}

/* Collectives are called as their kind is. */
static const char *
get_condition (RefrainListField field, RefrainListKind kind)
{
  return field == REFRAIN_LIST_ROUTINE && kind == REFRAIN_LIST_COLLECTIVES
             ? "KIND LIKE \"%s\""
             : fields[field].condition;
}

char *
refrain_list_filter_to_query (const RefrainListFilter *self,
                              RefrainListKind kind,
                              RefrainListSpan span,
                              guint set,
                              GError **error)
{
  g_autoptr (GString) query = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (kind < REFRAIN_N_LISTS, NULL);

  query = g_string_new (tables[kind]);
  for (guint f = 0; f < REFRAIN_N_LIST_FIELDS; f++)
    {
      g_autofree char *read = NULL, *condition = NULL;
      const char *place;

      if (!is_filled (self->fields[f]) || !refrain_list_field_is_of (f, kind))
        continue;
      read = read_field (f, self->fields[f]);
      if (read == NULL)
        {
          fail (f, self->fields[f], error);
          return NULL;
        }
      place = strstr (get_condition (f, kind), "%s");
      condition = g_strdup_printf ("%.*s%s%s", (int) (place - get_condition (f, kind)),
                                   get_condition (f, kind), read, place + 2);
      add_condition (query, condition);
    }
  if (span.start <= span.end)
    {
      g_autofree char *condition
          = g_strdup_printf ("START <= %" G_GINT64_FORMAT " ns AND END >= %" G_GINT64_FORMAT " ns",
                             MAX (span.end, 0), MAX (span.start, 0));

      add_condition (query, condition);
    }
  if (set > 0)
    {
      g_autofree char *condition = g_strdup_printf ("PATTERN %u", set);

      add_condition (query, condition);
    }
  return g_string_free (g_steal_pointer (&query), FALSE);
}
