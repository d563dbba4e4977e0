/* refrain-query-parse-select.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is asked for: all rows of a table, or columns and aggregates of it.
 */
#include "refrain-query-parser.h"

#include <glib/gi18n.h>

static const char *const sources[] = { "MESSAGES",
                                       "POINT_TO_POINT_OPERATIONS",
                                       "P2P",
                                       "SENDS",
                                       "RECEIVES",
                                       "COLLECTIVES",
                                       "COLLECTIVE_OPERATIONS",
                                       "OPERATIONS",
                                       "CALLS",
                                       "PROCESSES",
                                       "STATISTICS",
                                       "BROADCAST",
                                       "ALLREDUCE",
                                       "BARRIER",
                                       "COUNT",
                                       "BYTES",
                                       "ALL" };

/* ---- Tables ---- */

static void
add_item (GArray *items, RefrainQueryItemKind kind, RefrainQueryField field, const char *name)
{
  const RefrainQueryItem item = { .kind = kind, .field = field, .name = g_strdup (name) };

  g_array_append_val (items, item);
}

/* Rows per process with the calls of each MPI routine, as Table 3.8 of the thesis. */
static void
ask_for_statistics (RefrainQuerySyntax *query)
{
  add_item (query->items, REFRAIN_QUERY_ITEM_FIELD, REFRAIN_QUERY_FIELD_PROCESS, NULL);
  add_item (query->items, REFRAIN_QUERY_ITEM_FIELD, REFRAIN_QUERY_FIELD_CALLS, "MPI_*");
  add_item (query->items, REFRAIN_QUERY_ITEM_FIELD, REFRAIN_QUERY_FIELD_SENT, NULL);
  add_item (query->items, REFRAIN_QUERY_ITEM_FIELD, REFRAIN_QUERY_FIELD_RECEIVED, NULL);
}

static void
take_source (RefrainQueryParser *self, const RefrainQuerySourceWord *found)
{
  RefrainQuerySyntax *query = self->query;

  query->source = found->source;
  query->kind_low = found->kind_low;
  query->kind_high = found->kind_high;
  query->noun = found->noun;
}

/* "OF MPI_Wait" behind CALLS: these only. */
static gboolean
parse_routine (RefrainQueryParser *self)
{
  RefrainQueryNode *node = refrain_query_parse_values (self, REFRAIN_QUERY_FIELD_ROUTINE);

  if (node == NULL)
    return FALSE;
  refrain_query_node_add (self->query->condition, node);
  return TRUE;
}

/* "p3" */
static gboolean
is_process_name (RefrainQueryWord word)
{
  return word.length > 1 && g_ascii_tolower (word.text[0]) == 'p' && g_ascii_isdigit (word.text[1]);
}

/* Does a routine's name, or a list of names in parentheses, come behind OF or TO? */
static gboolean
is_routine_next (RefrainQueryParser *parser)
{
  static const char *const others[]
      = { "PROCESS", "PROCESSES", "ALL", "MEMBERS", "THE", "A", "ONE", "(" };
  RefrainQueryParser ahead = *parser, *self = &ahead;

  if (refrain_query_parser_is_next (self, "("))
    {
      refrain_query_parser_advance (self);
      if (is_process_name (refrain_query_parser_get_next_word (self)))
        return FALSE;
    }
  if (self->next.kind == REFRAIN_QUERY_TOKEN_STRING)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (refrain_query_parser_is_next (self, others[i]))
      return FALSE;
  return self->next.kind == REFRAIN_QUERY_TOKEN_NAME
         || self->next.kind == REFRAIN_QUERY_TOKEN_KEYWORD;
}

static gboolean
begins_mpi_name (RefrainQueryParser *self)
{
  const RefrainQueryWord word = refrain_query_parser_get_word (self);

  return self->token.kind == REFRAIN_QUERY_TOKEN_NAME && word.length > 4
         && g_ascii_strncasecmp (word.text, "MPI_", 4) == 0;
}

/* Behind FROM or OF, the table, where it is one. */
static gboolean
refrain_query_parse_source (RefrainQueryParser *self)
{
  static const RefrainQuerySourceWord calls
      = { "CALLS", REFRAIN_QUERY_SOURCE_CALLS, 0, G_MAXINT, "call" };
  static const char *const rest[] = { "OPERATIONS", "OPERATION", "MESSAGES", "MESSAGE", NULL };
  RefrainQuerySourceWord found;
  gboolean statistics;

  if (refrain_query_parser_is (self, "ROUTINE") && refrain_query_parser_is_next (self, "CALLS"))
    refrain_query_parser_advance (self);
  if (self->token.kind == REFRAIN_QUERY_TOKEN_STRING
      || !refrain_query_find_source (refrain_query_parser_get_word (self), &found))
    {
      if (!begins_mpi_name (self))
        return refrain_query_parser_expect (
            self, _ ("what to select, such as MESSAGES, SENDS, COLLECTIVES or CALLS"), sources,
            G_N_ELEMENTS (sources));
      take_source (self, &calls);
      return parse_routine (self);
    }
  statistics = refrain_query_parser_is (self, "STATISTICS");
  refrain_query_parser_advance (self);
  take_source (self, &found);
  if (statistics && self->query->items->len == 0)
    ask_for_statistics (self->query);
  if (found.source == REFRAIN_QUERY_SOURCE_OPERATIONS)
    refrain_query_parser_take_any (self, rest);
  if (found.source == REFRAIN_QUERY_SOURCE_CALLS
      && (refrain_query_parser_is (self, "OF") || refrain_query_parser_is (self, "TO"))
      && is_routine_next (self))
    {
      refrain_query_parser_advance (self);
      return parse_routine (self);
    }
  return TRUE;
}

/* ---- Columns ---- */

static gboolean
find_function (RefrainQueryParser *self, RefrainQueryItemKind *kind)
{
  static const struct
  {
    const char *word;
    RefrainQueryItemKind kind;
  } functions[] = {
    { "SUM", REFRAIN_QUERY_ITEM_SUM },      { "TOTAL", REFRAIN_QUERY_ITEM_SUM },
    { "MIN", REFRAIN_QUERY_ITEM_MIN },      { "MAX", REFRAIN_QUERY_ITEM_MAX },
    { "MEAN", REFRAIN_QUERY_ITEM_MEAN },    { "AVG", REFRAIN_QUERY_ITEM_MEAN },
    { "AVERAGE", REFRAIN_QUERY_ITEM_MEAN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (refrain_query_parser_is (self, functions[i].word))
      {
        *kind = functions[i].kind;
        return TRUE;
      }
  return FALSE;
}

/* The column that the word at hand names; behind it. */
static gboolean
parse_column (RefrainQueryParser *self, RefrainQueryField *field)
{
  const char *names[REFRAIN_QUERY_N_FIELDS];
  gsize n = 0;
  const guint bit = 1u << self->query->source;

  *field
      = self->token.kind == REFRAIN_QUERY_TOKEN_STRING
            ? REFRAIN_QUERY_N_FIELDS
            : refrain_query_field_find (refrain_query_parser_get_word (self), self->query->source);
  for (guint i = 0; i < REFRAIN_QUERY_N_FIELDS; i++)
    if ((refrain_query_field_get_info (i)->sources & bit) != 0)
      names[n++] = refrain_query_field_get_info (i)->name;
  if (*field == REFRAIN_QUERY_N_FIELDS)
    return refrain_query_parser_expect (self, _ ("a column that the rows asked for have"), names,
                                        n);
  refrain_query_parser_advance (self);
  return TRUE;
}

static gboolean
parse_function (RefrainQueryParser *self, RefrainQueryItem *item)
{
  const RefrainQueryFieldInfo *info;
  gboolean parenthesis;

  refrain_query_parser_advance (self);
  parenthesis = refrain_query_parser_take (self, "(");
  if (!parse_column (self, &item->field))
    return FALSE;
  info = refrain_query_field_get_info (item->field);
  if (item->kind == REFRAIN_QUERY_ITEM_SUM ? !info->can_add
                                           : info->type > REFRAIN_QUERY_TYPE_DURATION)
    return refrain_query_parser_fail (self, item->place,
                                      _ ("of this column there is no such number"));
  return !parenthesis || refrain_query_parser_require (self, ")");
}

/* "CALLS(MPI_*)": a column for each routine called so. */
static gboolean
parse_calls (RefrainQueryParser *self, GArray *items, RefrainQueryItem *item)
{
  item->field = REFRAIN_QUERY_FIELD_CALLS;
  refrain_query_parser_advance (self);
  if (!refrain_query_parser_take (self, "("))
    {
      g_array_append_val (items, *item);
      return TRUE;
    }
  do
    {
      item->place = self->token.place;
      item->name = refrain_query_parse_name (self, _ ("the name of a routine"));
      if (item->name == NULL)
        return FALSE;
      g_array_append_val (items, *item);
    }
  while (refrain_query_parser_take (self, ","));
  return refrain_query_parser_require (self, ")");
}

/* Words for sums that are columns, too. */
static gboolean
is_soft (RefrainQueryParser *self)
{
  static const char *const words[]
      = { "BYTES", "DURATION", "FANIN", "FAN_IN", "FANOUT", "FAN_OUT" };

  if (self->query->source == REFRAIN_QUERY_SOURCE_PROCESSES)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (refrain_query_parser_is (self, words[i]))
      return TRUE;
  return FALSE;
}

static gboolean
parse_item (RefrainQueryParser *self, GArray *items)
{
  RefrainQueryItem item = { .place = self->token.place };

  if (self->query->source == REFRAIN_QUERY_SOURCE_PROCESSES
      && refrain_query_parser_is (self, "CALLS"))
    return parse_calls (self, items, &item);
  if (refrain_query_parser_take (self, "COUNT"))
    {
      item.kind = REFRAIN_QUERY_ITEM_COUNT;
      if (refrain_query_parser_take (self, "(")
          && (!refrain_query_parser_require (self, "*")
              || !refrain_query_parser_require (self, ")")))
        return FALSE;
    }
  else if (refrain_query_parser_take (self, "PAIR"))
    {
      if ((refrain_query_field_get_info (REFRAIN_QUERY_FIELD_SENDER)->sources
           & (1u << self->query->source))
          == 0)
        return refrain_query_parser_fail (
            self, item.place, _ ("only messages and operations have pairs of processes"));
      item.field = REFRAIN_QUERY_FIELD_SENDER;
      g_array_append_val (items, item);
      item.field = REFRAIN_QUERY_FIELD_RECEIVER;
    }
  else if (find_function (self, &item.kind))
    {
      if (!parse_function (self, &item))
        return FALSE;
    }
  else
    {
      item.soft = is_soft (self);
      item.kind = item.soft ? REFRAIN_QUERY_ITEM_SUM : REFRAIN_QUERY_ITEM_FIELD;
      if (!parse_column (self, &item.field))
        return FALSE;
      if (REFRAIN_QUERY_FIELD_IS_SET (item.field))
        self->query->needs
            |= 1 << (REFRAIN_QUERY_SET_PATTERN + (item.field - REFRAIN_QUERY_FIELD_PATTERN));
    }
  g_array_append_val (items, item);
  return TRUE;
}

gboolean
refrain_query_parse_items (RefrainQueryParser *self, GArray *items, gboolean order)
{
  static const char *const down[] = { "DESC", "DESCENDING", NULL };
  static const char *const up[] = { "ASC", "ASCENDING", NULL };

  do
    {
      const guint first = items->len;
      gboolean descending;

      if (items->len >= (order ? REFRAIN_QUERY_MAX_ORDER : REFRAIN_QUERY_MAX_ITEMS))
        return refrain_query_parser_fail (self, self->token.place,
                                          _ ("the query lists too many columns"));
      if (!parse_item (self, items))
        return FALSE;
      descending = order && refrain_query_parser_take_any (self, down);
      if (order && !descending)
        refrain_query_parser_take_any (self, up);
      for (guint i = first; i < items->len; i++)
        g_array_index (items, RefrainQueryItem, i).descending = descending;
    }
  while (refrain_query_parser_take (self, ","));
  return TRUE;
}

/* ---- All of it ---- */

static gboolean
is_from (RefrainQueryParser *self)
{
  return refrain_query_parser_is (self, "FROM") || refrain_query_parser_is (self, "OF");
}

static gboolean
is_source_next (RefrainQueryParser *self)
{
  RefrainQuerySourceWord found;

  if (refrain_query_parser_is_next (self, "ALL"))
    return TRUE;
  if (refrain_query_parser_is_next (self, "ROUTINE"))
    return TRUE;
  return self->next.kind != REFRAIN_QUERY_TOKEN_STRING && self->next.kind != REFRAIN_QUERY_TOKEN_END
         && refrain_query_find_source (refrain_query_parser_get_next_word (self), &found);
}

/* Whether the word at hand is the table, not the first of some columns. */
static gboolean
is_whole_table (RefrainQueryParser *self)
{
  RefrainQuerySourceWord found;

  if (self->token.kind == REFRAIN_QUERY_TOKEN_STRING)
    return FALSE;
  if (begins_mpi_name (self)
      || (refrain_query_parser_is (self, "ROUTINE")
          && refrain_query_parser_is_next (self, "CALLS")))
    return TRUE;
  if (!refrain_query_find_source (refrain_query_parser_get_word (self), &found)
      || refrain_query_parser_is_next (self, ",") || refrain_query_parser_is_next (self, "("))
    return FALSE;
  if (refrain_query_parser_is_next (self, "FROM"))
    {
      /* "MESSAGES FROM PROCESS 1" against "SENDS FROM PROCESSES" */
      RefrainQueryParser ahead = *self;

      refrain_query_parser_advance (&ahead);
      if (refrain_query_parser_is_next (&ahead, "PROCESSES")
          && refrain_query_field_find (refrain_query_parser_get_word (self),
                                       REFRAIN_QUERY_SOURCE_PROCESSES)
                 == REFRAIN_QUERY_N_FIELDS)
        return TRUE;
      return !is_source_next (&ahead);
    }
  return TRUE;
}

/* Looks ahead for the table that columns are of. */
static gboolean
find_table (RefrainQueryParser *self)
{
  RefrainQueryParser ahead = *self;

  ahead.error = NULL;
  ahead.place = NULL;
  while (!refrain_query_parser_is_end (&ahead))
    {
      if (is_from (&ahead) && is_source_next (&ahead))
        {
          RefrainQuerySourceWord found;

          refrain_query_parser_advance (&ahead);
          if (refrain_query_parser_is (&ahead, "ALL")
              || refrain_query_parser_is (&ahead, "ROUTINE"))
            refrain_query_parser_advance (&ahead);
          if (!refrain_query_find_source (refrain_query_parser_get_word (&ahead), &found))
            return FALSE;
          take_source (self, &found);
          return TRUE;
        }
      if (refrain_query_parser_is (&ahead, "WHERE") || refrain_query_parser_is (&ahead, "GROUP"))
        return FALSE;
      refrain_query_parser_advance (&ahead);
    }
  return FALSE;
}

/* "TRACES RELATED TO MPI_Bcast", "TRACES RELATED TO PROCESS(3)". */
static gboolean
skip_traces (RefrainQueryParser *self)
{
  static const RefrainQuerySourceWord operations
      = { "OPERATIONS", REFRAIN_QUERY_SOURCE_OPERATIONS, 0, G_MAXINT, "operation" };
  static const char *const articles[] = { "THE", "A", "SPECIFIC", NULL };
  RefrainQuerySourceWord found;

  if (!refrain_query_parser_is (self, "TRACES") || !refrain_query_parser_is_next (self, "RELATED"))
    return FALSE;
  refrain_query_parser_advance (self);
  refrain_query_parser_advance (self);
  refrain_query_parser_take (self, "TO");
  while (refrain_query_parser_take_any (self, articles))
    ;
  /* "a specific collective operation MPI_Bcast" */
  if (refrain_query_parser_is (self, "COLLECTIVE")
      && refrain_query_parser_is_next (self, "OPERATION"))
    {
      refrain_query_parser_advance (self);
      refrain_query_parser_advance (self);
    }
  if (self->token.kind == REFRAIN_QUERY_TOKEN_STRING || refrain_query_parser_is (self, "PROCESSES")
      || (!refrain_query_find_source (refrain_query_parser_get_word (self), &found)
          && !begins_mpi_name (self)))
    {
      take_source (self, &operations);
      return TRUE;
    }
  return FALSE;
}

gboolean
refrain_query_parse_selection (RefrainQueryParser *self)
{
  static const RefrainQuerySourceWord operations
      = { "OPERATIONS", REFRAIN_QUERY_SOURCE_OPERATIONS, 0, G_MAXINT, "operation" };
  static const RefrainQuerySourceWord processes
      = { "PROCESSES", REFRAIN_QUERY_SOURCE_PROCESSES, 0, G_MAXINT, "process" };
  gboolean known;

  refrain_query_parser_take (self, "SELECT");
  refrain_query_parser_take (self, "ALL");
  refrain_query_parser_take (self, "THE");
  if (skip_traces (self))
    return TRUE;
  /* "Processes (3-6)" */
  if ((refrain_query_parser_is (self, "PROCESS") || refrain_query_parser_is (self, "PROCESSES"))
      && (refrain_query_parser_is_next (self, "(")
          || self->next.kind == REFRAIN_QUERY_TOKEN_NUMBER))
    {
      take_source (self, &processes);
      return TRUE;
    }
  if (is_whole_table (self))
    return refrain_query_parse_source (self);
  known = find_table (self);
  if (!known)
    take_source (self, &operations);
  /* Without a table, only what says itself what it is of. */
  if (!known && !is_soft (self))
    {
      /* What is wrong is the table, not that it is counted. */
      if (refrain_query_parser_is (self, "COUNT") && refrain_query_parser_is_next (self, "FROM"))
        {
          refrain_query_parser_advance (self);
          refrain_query_parser_advance (self);
        }
      return refrain_query_parse_source (self);
    }
  if (refrain_query_parser_is (self, "*"))
    refrain_query_parser_advance (self);
  else if (!refrain_query_parse_items (self, self->query->items, FALSE))
    return FALSE;
  if (!known)
    return TRUE;
  if (!is_from (self))
    return refrain_query_parser_require (self, "FROM");
  refrain_query_parser_advance (self);
  refrain_query_parser_take (self, "ALL");
  return refrain_query_parse_source (self);
}

/* ---- Whether it fits together ---- */

static gboolean
has_field (const GArray *items, RefrainQueryField field)
{
  for (guint i = 0; i < items->len; i++)
    if (g_array_index (items, RefrainQueryItem, i).kind == REFRAIN_QUERY_ITEM_FIELD
        && g_array_index (items, RefrainQueryItem, i).field == field)
      return TRUE;
  return FALSE;
}

static gboolean
find_grouped (const RefrainQuerySyntax *query)
{
  gboolean soft = query->items->len > 0;

  for (guint i = 0; i < query->items->len; i++)
    {
      const RefrainQueryItem *item = &g_array_index (query->items, RefrainQueryItem, i);

      if (item->kind != REFRAIN_QUERY_ITEM_FIELD && !item->soft)
        return TRUE;
      soft &= item->soft;
    }
  return query->group->len > 0 || soft;
}

/* Columns of groups: their keys first, and what is usual where no number is asked for. */
static void
complete_groups (RefrainQuerySyntax *query)
{
  const gboolean usual = query->items->len == 0;
  guint at = 0;

  for (guint i = 0; i < query->group->len; i++)
    {
      const RefrainQueryItem *key = &g_array_index (query->group, RefrainQueryItem, i);
      const RefrainQueryItem item = { .kind = key->kind, .field = key->field, .place = key->place };

      if (!has_field (query->items, key->field))
        g_array_insert_val (query->items, at++, item);
    }
  if (!usual)
    return;
  add_item (query->items, REFRAIN_QUERY_ITEM_COUNT, 0, NULL);
  if (query->source != REFRAIN_QUERY_SOURCE_PROCESSES)
    add_item (query->items, REFRAIN_QUERY_ITEM_SUM,
              query->source == REFRAIN_QUERY_SOURCE_CALLS ? REFRAIN_QUERY_FIELD_DURATION
                                                          : REFRAIN_QUERY_FIELD_SIZE,
              NULL);
}

static gboolean
check_rows (RefrainQueryParser *self, GArray *items)
{
  for (guint i = 0; i < items->len; i++)
    {
      RefrainQueryItem *item = &g_array_index (items, RefrainQueryItem, i);

      if (item->soft)
        item->kind = REFRAIN_QUERY_ITEM_FIELD;
      if (item->kind != REFRAIN_QUERY_ITEM_FIELD)
        return refrain_query_parser_fail (self, item->place,
                                          _ ("rows that are not grouped have no such number"));
      if (REFRAIN_QUERY_FIELD_IS_SET (item->field))
        return refrain_query_parser_fail (self, item->place,
                                          _ ("this is only allowed in GROUP BY and after WHERE"));
    }
  return TRUE;
}

static gboolean
check_groups (RefrainQueryParser *self, GArray *items)
{
  for (guint i = 0; i < items->len; i++)
    {
      const RefrainQueryItem *item = &g_array_index (items, RefrainQueryItem, i);

      if (item->kind == REFRAIN_QUERY_ITEM_FIELD
          && (item->name != NULL || !has_field (self->query->group, item->field)))
        return refrain_query_parser_fail (
            self, item->place, _ ("a column of groups must be an aggregate or in GROUP BY"));
    }
  return TRUE;
}

gboolean
refrain_query_check_items (RefrainQueryParser *self)
{
  RefrainQuerySyntax *query = self->query;
  guint sets = 0;

  for (guint i = 0; i < query->group->len; i++)
    {
      RefrainQueryItem *key = &g_array_index (query->group, RefrainQueryItem, i);

      if (key->soft)
        key->kind = REFRAIN_QUERY_ITEM_FIELD;
      if (key->kind != REFRAIN_QUERY_ITEM_FIELD || key->name != NULL)
        return refrain_query_parser_fail (self, key->place,
                                          _ ("groups are made by a column, not by an aggregate"));
      sets += REFRAIN_QUERY_FIELD_IS_SET (key->field);
      if (sets > 1)
        return refrain_query_parser_fail (
            self, key->place, _ ("groups are of patterns, of phases or of loops, not of two"));
    }
  query->grouped = find_grouped (query);
  if (!query->grouped)
    return check_rows (self, query->items) && check_rows (self, query->order);
  complete_groups (query);
  return check_groups (self, query->items) && check_groups (self, query->order);
}
