/* refrain-query-parse-condition.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Conditions: OR of AND of NOT of comparisons. Chains are one node each, so that depth is that of
 * parentheses and NOT, which is bounded.
 */
#include "refrain-query-parser.h"

#include <glib/gi18n.h>

typedef enum
{
  COMPARE_EQUAL,
  COMPARE_UNEQUAL,
  COMPARE_LESS,
  COMPARE_AT_MOST,
  COMPARE_GREATER,
  COMPARE_AT_LEAST,
  COMPARE_BETWEEN,
} Compare;

static RefrainQueryNode *parse_or (RefrainQueryParser *self);

/* An operator as a sign. */
static gboolean
take_sign (RefrainQueryParser *self, Compare *compare)
{
  static const struct
  {
    const char *sign;
    Compare compare;
  } signs[] = {
    { "=", COMPARE_EQUAL },
    { "==", COMPARE_EQUAL },
    { "<", COMPARE_LESS },
    { "<=", COMPARE_AT_MOST },
    { ">", COMPARE_GREATER },
    { ">=", COMPARE_AT_LEAST },
    { "<>", COMPARE_UNEQUAL },
    { "!=", COMPARE_UNEQUAL },
    { "\342\211\244", COMPARE_AT_MOST },
    { "\342\211\245", COMPARE_AT_LEAST },
    { "\342\211\240", COMPARE_UNEQUAL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (refrain_query_parser_take (self, signs[i].sign))
      {
        *compare = signs[i].compare;
        return TRUE;
      }
  return FALSE;
}

/* An operator in words: "is less than", "at least", "is not", "not in", "between". */
static gboolean
take_words (RefrainQueryParser *self, Compare *compare, gboolean *negated)
{
  static const char *const more[] = { "GREATER", "MORE", "LARGER", "LONGER", NULL };
  static const char *const less[] = { "LESS", "FEWER", "SMALLER", "SHORTER", NULL };
  static const char *const equal[] = { "EQUAL", "EQUALS", NULL };
  gboolean any = refrain_query_parser_take (self, "IS");

  if (refrain_query_parser_take (self, "NOT"))
    any = *negated = TRUE;
  *compare = COMPARE_EQUAL;
  if (refrain_query_parser_take_any (self, less))
    {
      refrain_query_parser_take (self, "THAN");
      *compare = COMPARE_LESS;
    }
  else if (refrain_query_parser_take_any (self, more))
    {
      refrain_query_parser_take (self, "THAN");
      *compare = COMPARE_GREATER;
    }
  else if (refrain_query_parser_is (self, "AT") && refrain_query_parser_is_next (self, "LEAST"))
    {
      refrain_query_parser_advance (self);
      refrain_query_parser_advance (self);
      *compare = COMPARE_AT_LEAST;
    }
  else if (refrain_query_parser_is (self, "AT") && refrain_query_parser_is_next (self, "MOST"))
    {
      refrain_query_parser_advance (self);
      refrain_query_parser_advance (self);
      *compare = COMPARE_AT_MOST;
    }
  else if (refrain_query_parser_take_any (self, equal))
    refrain_query_parser_take (self, "TO");
  else if (refrain_query_parser_take (self, "BETWEEN"))
    *compare = COMPARE_BETWEEN;
  else if (!refrain_query_parser_take (self, "IN") && !refrain_query_parser_take (self, "LIKE"))
    return any;
  return TRUE;
}

static gboolean
is_ordered (RefrainQueryField field)
{
  const RefrainQueryType type = refrain_query_field_get_info (field)->type;

  return type != REFRAIN_QUERY_TYPE_ROUTINE && type != REFRAIN_QUERY_TYPE_COMMUNICATOR
         && type != REFRAIN_QUERY_TYPE_KIND && type != REFRAIN_QUERY_TYPE_TEXT
         && type != REFRAIN_QUERY_TYPE_SET_ID;
}

static RefrainQueryNode *
parse_ordered (RefrainQueryParser *self, RefrainQueryField field, Compare compare)
{
  const RefrainQueryType type = refrain_query_field_get_info (field)->type;
  gint64 a, b;

  if (!refrain_query_parse_number (self, type, &a))
    return NULL;
  switch (compare)
    {
    case COMPARE_LESS:
      return refrain_query_node_new_range (field, REFRAIN_QUERY_NOTHING + 1, a - 1);
    case COMPARE_AT_MOST:
      return refrain_query_node_new_range (field, REFRAIN_QUERY_NOTHING + 1, a);
    case COMPARE_AT_LEAST:
      return refrain_query_node_new_range (field, a, G_MAXINT64);
    case COMPARE_BETWEEN:
      if (!refrain_query_parser_require (self, "AND"))
        return NULL;
      refrain_query_parser_take (self, "TIME");
      if (!refrain_query_parse_number (self, type, &b))
        return NULL;
      return refrain_query_node_new_range (field, a, b);
    case COMPARE_EQUAL:
    case COMPARE_UNEQUAL:
    case COMPARE_GREATER:
    default:
      /* Nothing is greater than the greatest number. */
      return refrain_query_node_new_range (field, a < G_MAXINT64 ? a + 1 : G_MAXINT64,
                                           a < G_MAXINT64 ? G_MAXINT64 : 0);
    }
}

/* "SIZE OF DATA SENT/RECEIVED". */
static RefrainQueryField
parse_size (RefrainQueryParser *self)
{
  gboolean sent = FALSE, received = FALSE;
  const gboolean sides = self->query->source == REFRAIN_QUERY_SOURCE_OPERATIONS;

  refrain_query_parser_take (self, "OF");
  refrain_query_parser_take (self, "DATA");
  for (;;)
    if (refrain_query_parser_take (self, "SENT"))
      sent = TRUE;
    else if (refrain_query_parser_take (self, "RECEIVED"))
      received = TRUE;
    else if (!(sent
               && (refrain_query_parser_take (self, "/")
                   || refrain_query_parser_take (self, "OR"))))
      break;
  return !sides || sent == received ? REFRAIN_QUERY_FIELD_SIZE
         : sent                     ? REFRAIN_QUERY_FIELD_SENT
                                    : REFRAIN_QUERY_FIELD_RECEIVED;
}

/* The field that a comparison is of. FALSE with an error. */
static gboolean
parse_field (RefrainQueryParser *self, RefrainQueryField *field)
{
  static const char *const words[]
      = { "TIME",    "SIZE",     "TAG",     "PROCESS", "SENDER",  "RECEIVER", "PEER",     "KIND",
          "ROUTINE", "COMM",     "PATTERN", "PHASE",   "LOOP",    "CALLER",   "DURATION", "END",
          "SENT",    "RECEIVED", "DEPTH",   "ROOT",    "MATCHED", "UNMATCHED" };
  const RefrainQueryWord word = refrain_query_parser_get_word (self);
  const RefrainQuerySource source = self->query->source;

  if (self->token.kind != REFRAIN_QUERY_TOKEN_KEYWORD
      && self->token.kind != REFRAIN_QUERY_TOKEN_NAME)
    return refrain_query_parser_expect (self, _ ("a condition such as SIZE > 1 KiB"), NULL, 0);
  *field = refrain_query_field_find (word, source);
  /* Of a message: either side. */
  if (*field == REFRAIN_QUERY_N_FIELDS && source == REFRAIN_QUERY_SOURCE_MESSAGES
      && refrain_query_field_find (word, REFRAIN_QUERY_SOURCE_OPERATIONS)
             == REFRAIN_QUERY_FIELD_PROCESS)
    *field = REFRAIN_QUERY_FIELD_PROCESS;
  if (*field == REFRAIN_QUERY_N_FIELDS && refrain_query_word_is_field (word))
    return refrain_query_parser_expect (self, _ ("something that the rows asked for have"), NULL,
                                        0);
  if (*field == REFRAIN_QUERY_N_FIELDS)
    return refrain_query_parser_expect (self, _ ("a condition such as SIZE > 1 KiB"), words,
                                        G_N_ELEMENTS (words));
  refrain_query_parser_advance (self);
  if (*field == REFRAIN_QUERY_FIELD_SIZE
      && (refrain_query_parser_is (self, "OF") || refrain_query_parser_is (self, "SENT")
          || refrain_query_parser_is (self, "RECEIVED")))
    *field = parse_size (self);
  return TRUE;
}

/* A node of the process of a message stands for both sides. */
static RefrainQueryNode *
split_sides (RefrainQueryParser *self, RefrainQueryNode *node, RefrainQueryField field)
{
  RefrainQueryNode *either;

  if (node == NULL || field != REFRAIN_QUERY_FIELD_PROCESS
      || self->query->source != REFRAIN_QUERY_SOURCE_MESSAGES)
    return node;
  either = refrain_query_node_new (REFRAIN_QUERY_NODE_OR);
  refrain_query_node_add (either, refrain_query_node_copy_for (node, REFRAIN_QUERY_FIELD_SENDER));
  refrain_query_node_add (either, refrain_query_node_copy_for (node, REFRAIN_QUERY_FIELD_RECEIVER));
  refrain_query_node_free (node);
  return either;
}

static RefrainQueryNode *
parse_comparison (RefrainQueryParser *self)
{
  Compare compare = COMPARE_EQUAL;
  gboolean negated = FALSE, given;
  RefrainQueryPlace place = self->token.place;
  RefrainQueryField field = REFRAIN_QUERY_N_FIELDS;
  RefrainQueryNode *node;

  if (refrain_query_parser_take (self, "UNMATCHED"))
    return refrain_query_node_new_range (REFRAIN_QUERY_FIELD_MATCHED, 0, 0);
  if (!parse_field (self, &field))
    return NULL;
  if (field == REFRAIN_QUERY_FIELD_MATCHED || field == REFRAIN_QUERY_FIELD_SELF)
    return refrain_query_node_new_range (field, 1, 1);
  place = self->token.place;
  given = take_sign (self, &compare) || take_words (self, &compare, &negated);
  if (!given && !refrain_query_parser_is (self, "(")
      && (self->token.kind == REFRAIN_QUERY_TOKEN_OPERATOR || refrain_query_parser_is_end (self)))
    {
      refrain_query_parser_expect (self, _ ("a comparison such as =, < or IN"), NULL, 0);
      return NULL;
    }
  if (compare == COMPARE_UNEQUAL)
    negated = TRUE;
  if (compare == COMPARE_EQUAL || compare == COMPARE_UNEQUAL)
    node = split_sides (self, refrain_query_parse_values (self, field), field);
  else if (is_ordered (field))
    node = split_sides (self, parse_ordered (self, field, compare), field);
  else
    {
      refrain_query_parser_fail (self, place, _ ("names and ids can only be equal or not"));
      return NULL;
    }
  return node != NULL && negated ? refrain_query_node_new_not (node) : node;
}

/* One deeper. FALSE with an error. */
static gboolean
go_down (RefrainQueryParser *self)
{
  if (self->depth == REFRAIN_QUERY_MAX_DEPTH)
    return refrain_query_parser_fail (self, self->token.place,
                                      _ ("the condition is nested too deeply"));
  self->depth++;
  return TRUE;
}

static RefrainQueryNode *
parse_not (RefrainQueryParser *self)
{
  RefrainQueryNode *node = NULL;
  gboolean negated = FALSE;

  /* Any number of them takes no depth. */
  while (refrain_query_parser_take (self, "NOT"))
    negated = !negated;
  if (!refrain_query_parser_take (self, "("))
    node = parse_comparison (self);
  else if (go_down (self))
    {
      node = parse_or (self);
      self->depth--;
      if (node != NULL && !refrain_query_parser_require (self, ")"))
        g_clear_pointer (&node, refrain_query_node_free);
    }
  return node != NULL && negated ? refrain_query_node_new_not (node) : node;
}

static RefrainQueryNode *
parse_chain (RefrainQueryParser *self,
             RefrainQueryNodeKind kind,
             const char *word,
             RefrainQueryNode *(*parse) (RefrainQueryParser *) )
{
  g_autoptr (RefrainQueryNode) chain = NULL;
  RefrainQueryNode *node = parse (self);

  if (node == NULL || !refrain_query_parser_is (self, word))
    return node;
  chain = refrain_query_node_add (refrain_query_node_new (kind), node);
  while (refrain_query_parser_take (self, word))
    {
      node = parse (self);
      if (node == NULL)
        return NULL;
      refrain_query_node_add (chain, node);
    }
  return g_steal_pointer (&chain);
}

static RefrainQueryNode *
parse_and (RefrainQueryParser *self)
{
  return parse_chain (self, REFRAIN_QUERY_NODE_AND, "AND", parse_not);
}

static RefrainQueryNode *
parse_or (RefrainQueryParser *self)
{
  return parse_chain (self, REFRAIN_QUERY_NODE_OR, "OR", parse_and);
}

RefrainQueryNode *
refrain_query_parse_condition (RefrainQueryParser *self)
{
  return parse_or (self);
}
