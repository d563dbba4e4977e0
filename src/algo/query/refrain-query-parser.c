/* refrain-query-parser.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The clauses of a query in whatever order.
 */
#include "refrain-query-parser.h"

#include <string.h>

#include <glib/gi18n.h>

/* ---- Clauses ---- */

static void
narrow (RefrainQueryParser *self, RefrainQueryNode *node)
{
  refrain_query_node_add (self->query->condition, node);
}

/* In what interval @self's rows have to be called, both ends included. */
static gboolean
narrow_time (RefrainQueryParser *self, gint64 from, gint64 to, RefrainQueryPlace place)
{
  RefrainQuerySyntax *query = self->query;
  /* A message "received between" lies where it is received. */
  const RefrainQueryField field
      = query->source == REFRAIN_QUERY_SOURCE_MESSAGES && self->received && !self->sent
            ? REFRAIN_QUERY_FIELD_END
            : REFRAIN_QUERY_FIELD_TIME;

  if (from > to)
    return refrain_query_parser_fail (self, place, _ ("the interval ends before it begins"));
  if (query->source == REFRAIN_QUERY_SOURCE_PROCESSES)
    {
      query->from = MAX (query->from, from);
      query->to = MIN (query->to, to);
    }
  else
    narrow (self, refrain_query_node_new_range (field, MAX (from, -REFRAIN_TIME_LIMIT),
                                                MIN (to, REFRAIN_TIME_LIMIT)));
  return TRUE;
}

/* "[TIME] t1 AND [TIME] t2", with @between for AND. */
static gboolean
parse_interval (RefrainQueryParser *self, const char *between)
{
  RefrainQueryPlace place = self->token.place;
  gint64 from, to;

  refrain_query_parser_take (self, "TIME");
  if (!refrain_query_parse_number (self, REFRAIN_QUERY_TYPE_TIME, &from)
      || !refrain_query_parser_require (self, between))
    return FALSE;
  refrain_query_parser_take (self, "TIME");
  if (!refrain_query_parse_number (self, REFRAIN_QUERY_TYPE_TIME, &to))
    return FALSE;
  place.length = self->token.place.start - place.start;
  return narrow_time (self, from, to, place);
}

static gboolean
begins_time (RefrainQueryParser *self)
{
  return refrain_query_parser_is (self, "TIME")
         || (self->token.kind == REFRAIN_QUERY_TOKEN_NUMBER
             && !refrain_query_parser_is_next (self, ",")
             && !refrain_query_parser_is_next (self, "-"));
}

/* "From 0 to 1", of processes or of seconds: which, the query has to say. TRUE where it does. */
static gboolean
is_plain_interval (RefrainQueryParser *self)
{
  RefrainQueryParser ahead = *self;
  RefrainQueryPlace place = self->token.place;
  gint64 process;

  if (self->query->source == REFRAIN_QUERY_SOURCE_CALLS
      || self->query->source == REFRAIN_QUERY_SOURCE_PROCESSES
      || !refrain_query_read_number (refrain_query_parser_get_word (self),
                                     REFRAIN_QUERY_TYPE_PROCESS, &process)
      || !refrain_query_parser_is_next (self, "TO"))
    return TRUE;
  refrain_query_parser_advance (&ahead);
  refrain_query_parser_advance (&ahead);
  if (!refrain_query_parser_is (&ahead, "PROCESS")
      && (ahead.token.kind != REFRAIN_QUERY_TOKEN_NUMBER
          || !refrain_query_read_number (refrain_query_parser_get_word (&ahead),
                                         REFRAIN_QUERY_TYPE_PROCESS, &process)
          || refrain_query_word_is_unit (refrain_query_parser_get_next_word (&ahead),
                                         REFRAIN_QUERY_TYPE_TIME)))
    return TRUE;
  place.length = ahead.token.place.start + ahead.token.place.length - place.start;
  return refrain_query_parser_fail (self, place,
                                    _ ("processes or times? Write FROM PROCESS 0 TO PROCESS 1, or "
                                       "FROM 0 s TO 1 s"));
}

/* Sender in @from and receiver in @to, either NULL: everybody. */
static RefrainQueryNode *
new_direction (const RefrainQueryNode *from, const RefrainQueryNode *to)
{
  RefrainQueryNode *both = refrain_query_node_new (REFRAIN_QUERY_NODE_AND);

  if (from != NULL)
    refrain_query_node_add (both, refrain_query_node_copy_for (from, REFRAIN_QUERY_FIELD_SENDER));
  if (to != NULL)
    refrain_query_node_add (both, refrain_query_node_copy_for (to, REFRAIN_QUERY_FIELD_RECEIVER));
  return both;
}

/* Whether rows of @query have one process and no other end. */
static gboolean
is_one_ended (const RefrainQuerySyntax *query)
{
  return query->source == REFRAIN_QUERY_SOURCE_CALLS
         || query->source == REFRAIN_QUERY_SOURCE_PROCESSES
         || query->kind_low >= REFRAIN_QUERY_KIND_COLLECTIVE;
}

/* Those rows with two ends of which @ends (taken) is true, and the others of the processes in
 * @members (NULL: all). */
static void
narrow_ends (RefrainQueryParser *self, RefrainQueryNode *ends, const RefrainQueryNode *members)
{
  const RefrainQuerySyntax *query = self->query;

  if (query->source == REFRAIN_QUERY_SOURCE_OPERATIONS
      && query->kind_high >= REFRAIN_QUERY_KIND_COLLECTIVE)
    {
      RefrainQueryNode *either = refrain_query_node_new (REFRAIN_QUERY_NODE_OR);
      RefrainQueryNode *collective = refrain_query_node_new (REFRAIN_QUERY_NODE_AND);

      refrain_query_node_add (collective,
                              refrain_query_node_new_range (REFRAIN_QUERY_FIELD_KIND,
                                                            REFRAIN_QUERY_KIND_COLLECTIVE,
                                                            REFRAIN_QUERY_N_KINDS));
      if (members != NULL)
        refrain_query_node_add (collective,
                                refrain_query_node_copy_for (members, REFRAIN_QUERY_FIELD_PROCESS));
      refrain_query_node_add (either, ends);
      ends = refrain_query_node_add (either, collective);
    }
  narrow (self, ends);
}

/* Both ends among @node, which is taken; @apart: two different ones. */
static void
narrow_both (RefrainQueryParser *self, RefrainQueryNode *node, gboolean apart)
{
  RefrainQueryNode *ends;

  if (node == NULL)
    return;
  if (is_one_ended (self->query))
    narrow (self, refrain_query_node_copy_for (node, REFRAIN_QUERY_FIELD_PROCESS));
  else
    {
      ends = new_direction (node, node);
      if (apart)
        refrain_query_node_add (ends,
                                refrain_query_node_new_range (REFRAIN_QUERY_FIELD_SELF, 0, 0));
      narrow_ends (self, ends, node);
    }
  refrain_query_node_free (node);
}

/* One end in @a and the other, of another process, in @b; either may be NULL: everybody. */
static void
narrow_across (RefrainQueryParser *self, const RefrainQueryNode *a, const RefrainQueryNode *b)
{
  g_autoptr (RefrainQueryNode) members = NULL;
  RefrainQueryNode *ends, *either;

  if (a != NULL && b != NULL)
    {
      members = refrain_query_node_new (REFRAIN_QUERY_NODE_OR);
      refrain_query_node_add (members,
                              refrain_query_node_copy_for (a, REFRAIN_QUERY_FIELD_PROCESS));
      refrain_query_node_add (members,
                              refrain_query_node_copy_for (b, REFRAIN_QUERY_FIELD_PROCESS));
    }
  if (is_one_ended (self->query))
    {
      narrow (self, g_steal_pointer (&members));
      return;
    }
  either = refrain_query_node_new (REFRAIN_QUERY_NODE_OR);
  refrain_query_node_add (either, new_direction (a, b));
  refrain_query_node_add (either, new_direction (b, a));
  ends = refrain_query_node_new (REFRAIN_QUERY_NODE_AND);
  refrain_query_node_add (ends, either);
  refrain_query_node_add (ends, refrain_query_node_new_range (REFRAIN_QUERY_FIELD_SELF, 0, 0));
  narrow_ends (self, ends, members);
}

static gboolean
parse_between (RefrainQueryParser *self)
{
  g_autoptr (RefrainQueryNode) a = NULL, b = NULL;

  if (begins_time (self))
    return parse_interval (self, "AND");
  if (!refrain_query_parse_processes (self, REFRAIN_QUERY_FIELD_PROCESS, &a))
    return FALSE;
  if (!refrain_query_parser_take (self, "AND"))
    narrow_both (self, g_steal_pointer (&a), TRUE);
  else if (refrain_query_parse_processes (self, REFRAIN_QUERY_FIELD_PROCESS, &b))
    narrow_across (self, a, b);
  else
    return FALSE;
  return TRUE;
}

/* Rows of the processes in @node, which is taken: a message is its sender's and its receiver's. */
static void
narrow_processes (RefrainQueryParser *self, RefrainQueryNode *node)
{
  RefrainQueryNode *either;

  if (node == NULL)
    return;
  if (self->query->source != REFRAIN_QUERY_SOURCE_MESSAGES)
    {
      narrow (self, node);
      return;
    }
  either = refrain_query_node_new (REFRAIN_QUERY_NODE_OR);
  refrain_query_node_add (either, refrain_query_node_copy_for (node, REFRAIN_QUERY_FIELD_SENDER));
  refrain_query_node_add (either, refrain_query_node_copy_for (node, REFRAIN_QUERY_FIELD_RECEIVER));
  refrain_query_node_free (node);
  narrow (self, either);
}

/* "FROM t1 TO t2", "FROM PROCESS a TO PROCESS b", or one half of the second. */
static gboolean
parse_from (RefrainQueryParser *self)
{
  RefrainQueryNode *node;

  if (begins_time (self))
    return is_plain_interval (self) && parse_interval (self, "TO");
  if (self->query->source == REFRAIN_QUERY_SOURCE_CALLS
      || self->query->source == REFRAIN_QUERY_SOURCE_PROCESSES)
    return refrain_query_parser_expect (self, _ ("a time such as 1.5 ms"), NULL, 0);
  if (!refrain_query_parse_processes (self, REFRAIN_QUERY_FIELD_SENDER, &node))
    return FALSE;
  narrow (self, node);
  return TRUE;
}

static gboolean
parse_to (RefrainQueryParser *self)
{
  RefrainQueryNode *node;

  if (self->query->source == REFRAIN_QUERY_SOURCE_CALLS
      || self->query->source == REFRAIN_QUERY_SOURCE_PROCESSES)
    return refrain_query_parser_expect (self, _ ("the end of the query"), NULL, 0);
  if (!refrain_query_parse_processes (self, REFRAIN_QUERY_FIELD_RECEIVER, &node))
    return FALSE;
  narrow (self, node);
  return TRUE;
}

/* "IN COMM(c)", "IN PATTERN 3", "IN the MPI trace". */
static gboolean
parse_in (RefrainQueryParser *self)
{
  static const char *const words[] = { "COMM", "COMMUNICATOR", "PATTERN", "PHASE", "LOOP", "THE" };
  static const char *const articles[] = { "THE", "A", "AN", "MPI", NULL };
  static const char *const nothing[] = { "TRACE", "GROUP", "RUN", NULL };
  RefrainQueryNode *node;

  while (refrain_query_parser_take_any (self, articles))
    ;
  if (refrain_query_parser_take_any (self, nothing))
    return TRUE;
  if (refrain_query_parser_is (self, "COMM") || refrain_query_parser_is (self, "COMMUNICATOR"))
    node = refrain_query_parse_communicator (self, self->query->source == REFRAIN_QUERY_SOURCE_CALLS
                                                           || self->query->source
                                                                  == REFRAIN_QUERY_SOURCE_PROCESSES
                                                       ? REFRAIN_QUERY_NODE_MEMBERS
                                                       : REFRAIN_QUERY_NODE_NAME);
  else if (refrain_query_parser_take (self, "PATTERN"))
    node = refrain_query_parse_set (self, REFRAIN_QUERY_FIELD_PATTERN);
  else if (refrain_query_parser_take (self, "PHASE"))
    node = refrain_query_parse_set (self, REFRAIN_QUERY_FIELD_PHASE);
  else if (refrain_query_parser_take (self, "LOOP"))
    node = refrain_query_parse_set (self, REFRAIN_QUERY_FIELD_LOOP);
  else
    return refrain_query_parser_expect (self, _ ("COMM(name), PATTERN, PHASE or LOOP"), words,
                                        G_N_ELEMENTS (words));
  if (node == NULL)
    return FALSE;
  narrow (self, node);
  return TRUE;
}

static gboolean
parse_one_sided (RefrainQueryParser *self, gboolean after)
{
  const RefrainQueryPlace place = self->token.place;
  gint64 time;

  refrain_query_parser_take (self, "TIME");
  if (!refrain_query_parse_number (self, REFRAIN_QUERY_TYPE_TIME, &time))
    return FALSE;
  return after ? narrow_time (self, time, REFRAIN_TIME_LIMIT, place)
               : narrow_time (self, -REFRAIN_TIME_LIMIT, time, place);
}

static gboolean
parse_limit (RefrainQueryParser *self)
{
  const RefrainQueryPlace place = self->token.place;
  gint64 limit;

  refrain_query_parser_advance (self);
  if (self->query->limit != G_MAXUINT64)
    return refrain_query_parser_fail (self, place, _ ("the query has two limits"));
  if (refrain_query_parser_is (self, "-"))
    return refrain_query_parser_expect (self, _ ("a number from 0 on"), NULL, 0);
  if (!refrain_query_parse_number (self, REFRAIN_QUERY_TYPE_COUNT, &limit))
    return FALSE;
  self->query->limit = (guint64) limit;
  return TRUE;
}

static gboolean
parse_by (RefrainQueryParser *self, GArray *items, gboolean order)
{
  return refrain_query_parser_require (self, "BY")
         && refrain_query_parse_items (self, items, order);
}

static gboolean
parse_where (RefrainQueryParser *self)
{
  RefrainQueryNode *node = refrain_query_parse_condition (self);

  if (node == NULL)
    return FALSE;
  narrow (self, node);
  return TRUE;
}

/* Words that only make a sentence of it, those but that say what is sent and what is received. */
static gboolean
take_filler (RefrainQueryParser *self)
{
  static const char *const fillers[]
      = { "EXECUTED", "EXCHANGED", "CALLED", "BEGUN", "PERFORMED", "TRANSFERRED", "RELATED", NULL };

  if (refrain_query_parser_take (self, "SENT"))
    return self->sent = TRUE;
  if (refrain_query_parser_take (self, "RECEIVED"))
    return self->received = TRUE;
  if ((self->sent || self->received)
      && (refrain_query_parser_is (self, "AND") || refrain_query_parser_is (self, "OR")
          || refrain_query_parser_is (self, "/")))
    {
      refrain_query_parser_advance (self);
      return TRUE;
    }
  if (refrain_query_parser_is (self, "RELATED") && refrain_query_parser_is_next (self, "TO"))
    {
      refrain_query_parser_advance (self);
      refrain_query_parser_advance (self);
      return TRUE;
    }
  return refrain_query_parser_take_any (self, fillers);
}

static gboolean
begins_processes (RefrainQueryParser *self)
{
  static const char *const words[]
      = { "PROCESS", "PROCESSES", "ALL", "ONE", "MEMBERS", "A", "THE" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (refrain_query_parser_is (self, words[i]))
      return TRUE;
  return FALSE;
}

static gboolean
parse_processes_clause (RefrainQueryParser *self, gboolean among)
{
  RefrainQueryNode *node;

  if (!refrain_query_parse_processes (self, REFRAIN_QUERY_FIELD_PROCESS, &node))
    return FALSE;
  if (among)
    narrow_both (self, node, FALSE);
  else
    narrow_processes (self, node);
  return TRUE;
}

static gboolean
parse_clause (RefrainQueryParser *self)
{
  static const char *const starts[] = { "FOR",   "AMONG", "BETWEEN", "IN",    "FROM",  "TO",
                                        "WHERE", "GROUP", "ORDER",   "LIMIT", "AFTER", "BEFORE" };
  static const char *const owners[] = { "FOR", "OF", "BY", "ON", NULL };

  if (take_filler (self))
    return TRUE;
  if (refrain_query_parser_take (self, "WHERE"))
    return parse_where (self);
  if (refrain_query_parser_take (self, "AMONG"))
    return parse_processes_clause (self, TRUE);
  if (refrain_query_parser_take (self, "BETWEEN"))
    return parse_between (self);
  if (refrain_query_parser_take (self, "IN"))
    return parse_in (self);
  if (refrain_query_parser_take (self, "FROM"))
    return parse_from (self);
  if (refrain_query_parser_take (self, "TO"))
    return parse_to (self);
  if (refrain_query_parser_take (self, "AFTER"))
    return parse_one_sided (self, TRUE);
  if (refrain_query_parser_take (self, "BEFORE"))
    return parse_one_sided (self, FALSE);
  if (refrain_query_parser_take (self, "GROUP"))
    return parse_by (self, self->query->group, FALSE);
  if (refrain_query_parser_take (self, "ORDER"))
    return parse_by (self, self->query->order, TRUE);
  if (refrain_query_parser_is (self, "LIMIT"))
    return parse_limit (self);
  if (refrain_query_parser_take_any (self, owners) || begins_processes (self))
    return parse_processes_clause (self, FALSE);
  return refrain_query_parser_expect (
      self, _ ("FOR, AMONG, BETWEEN, IN, WHERE, GROUP BY, ORDER BY or LIMIT"), starts,
      G_N_ELEMENTS (starts));
}

/* Of point-to-point operations "sent" or "received" only the one half. */
static void
narrow_direction (RefrainQueryParser *self)
{
  RefrainQuerySyntax *query = self->query;

  if (query->source != REFRAIN_QUERY_SOURCE_OPERATIONS || query->kind_low != REFRAIN_OP_SEND
      || query->kind_high != REFRAIN_OP_IRECV || self->sent == self->received)
    return;
  if (self->sent)
    query->kind_high = REFRAIN_OP_ISEND;
  else
    query->kind_low = REFRAIN_OP_RECV;
}

static gboolean
parse_query (RefrainQueryParser *self)
{
  if (self->length > REFRAIN_QUERY_MAX_LENGTH)
    return refrain_query_parser_fail (self, (RefrainQueryPlace){ 0, 0 },
                                      _ ("the query is longer than a megabyte"));
  refrain_query_next_token (self->text, self->length, &self->at, &self->token);
  refrain_query_next_token (self->text, self->length, &self->at, &self->next);
  if (!refrain_query_parse_selection (self))
    return FALSE;
  while (!refrain_query_parser_is_end (self))
    {
      /* A sentence may end. */
      if ((refrain_query_parser_is (self, ";") || refrain_query_parser_is (self, "."))
          && self->next.kind == REFRAIN_QUERY_TOKEN_END)
        break;
      if (!parse_clause (self))
        return FALSE;
    }
  narrow_direction (self);
  return refrain_query_check_items (self);
}

RefrainQuerySyntax *
refrain_query_syntax_parse (const char *text, RefrainQueryPlace *place, GError **error)
{
  g_autoptr (RefrainQuerySyntax) query = refrain_query_syntax_new ();
  RefrainQueryParser self = { .text = text, .length = strlen (text) };

  self.query = query;
  self.place = place;
  self.error = error;
  return parse_query (&self) ? g_steal_pointer (&query) : NULL;
}
