/* refrain-query-parse-values.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers with units, names, processes and what has ids.
 */
#include "refrain-query-parser.h"

#include <string.h>

#include <glib/gi18n.h>

/* What a value of @type is called where one is expected. */
static const char *
describe_type (RefrainQueryType type)
{
  switch (type)
    {
    case REFRAIN_QUERY_TYPE_TIME:
    case REFRAIN_QUERY_TYPE_DURATION:
      return _ ("a time such as 1.5 ms");
    case REFRAIN_QUERY_TYPE_BYTES:
      return _ ("a size such as 4096 or 4 KiB");
    case REFRAIN_QUERY_TYPE_PROCESS:
      return _ ("a process such as 3, 1-4 or (1, 4)");
    case REFRAIN_QUERY_TYPE_ROUTINE:
      return _ ("the name of a routine");
    case REFRAIN_QUERY_TYPE_COMMUNICATOR:
      return _ ("the name of a communicator");
    case REFRAIN_QUERY_TYPE_KIND:
      return _ ("a kind of operation such as isend or MPI_Bcast");
    case REFRAIN_QUERY_TYPE_TEXT:
      return _ ("a name");
    case REFRAIN_QUERY_TYPE_COUNT:
    case REFRAIN_QUERY_TYPE_NUMBER:
    case REFRAIN_QUERY_TYPE_SET_ID:
    default:
      return _ ("a number");
    }
}

gboolean
refrain_query_parse_number (RefrainQueryParser *self, RefrainQueryType type, gint64 *value)
{
  RefrainQueryWord word = refrain_query_parser_get_word (self), unit;
  g_autofree char *joined = NULL;
  gboolean negative = FALSE;

  if (refrain_query_parser_is (self, "-") && self->next.kind == REFRAIN_QUERY_TOKEN_NUMBER)
    {
      refrain_query_parser_advance (self);
      negative = TRUE;
      word = refrain_query_parser_get_word (self);
    }
  if (self->token.kind != REFRAIN_QUERY_TOKEN_NUMBER)
    return refrain_query_parser_expect (self, describe_type (type), NULL, 0);
  unit = refrain_query_parser_get_next_word (self);
  if (self->next.kind != REFRAIN_QUERY_TOKEN_END && self->next.kind != REFRAIN_QUERY_TOKEN_STRING
      && refrain_query_word_is_unit (unit, type) && word.length < 64
      && !g_ascii_isalpha (word.text[word.length - 1]))
    {
      joined = g_strdup_printf ("%.*s%.*s", (int) word.length, word.text, (int) unit.length,
                                unit.text);
      word = (RefrainQueryWord){ joined, strlen (joined) };
    }
  if (!refrain_query_read_number (word, type, value))
    return refrain_query_parser_expect (self, describe_type (type), NULL, 0);
  if (joined != NULL)
    refrain_query_parser_advance (self);
  refrain_query_parser_advance (self);
  if (negative)
    *value = -*value;
  return TRUE;
}

/* What stands between quotes, a doubled one once. */
static char *
unquote (RefrainQueryWord word)
{
  GString *name = g_string_sized_new (word.length);

  for (gsize i = 1; i + 1 < word.length; i++)
    {
      g_string_append_c (name, word.text[i]);
      i += word.text[i] == word.text[0];
    }
  return g_string_free (name, FALSE);
}

char *
refrain_query_parse_name (RefrainQueryParser *self, const char *what)
{
  const RefrainQueryWord word = refrain_query_parser_get_word (self);
  char *name;

  if (word.length > REFRAIN_QUERY_MAX_NAME_LENGTH || ++self->n_names > REFRAIN_QUERY_MAX_NAMES)
    {
      refrain_query_parser_fail (self, self->token.place,
                                 word.length > REFRAIN_QUERY_MAX_NAME_LENGTH
                                     ? _ ("the name is too long")
                                     : _ ("the query has too many names"));
      return NULL;
    }
  switch (self->token.kind)
    {
    case REFRAIN_QUERY_TOKEN_STRING:
      name = unquote (word);
      break;
    case REFRAIN_QUERY_TOKEN_KEYWORD:
    case REFRAIN_QUERY_TOKEN_NAME:
    case REFRAIN_QUERY_TOKEN_NUMBER:
      name = g_strndup (word.text, word.length);
      break;
    case REFRAIN_QUERY_TOKEN_END:
    case REFRAIN_QUERY_TOKEN_OPERATOR:
    case REFRAIN_QUERY_TOKEN_STRAY:
    default:
      refrain_query_parser_expect (self, what, NULL, 0);
      return NULL;
    }
  refrain_query_parser_advance (self);
  return name;
}

/* ---- Processes ---- */

/* "3" or, as the thesis has it, "p3". */
static gboolean
parse_process (RefrainQueryParser *self, gint64 *process)
{
  RefrainQueryWord word = refrain_query_parser_get_word (self);

  if (self->token.kind == REFRAIN_QUERY_TOKEN_NAME && word.length > 1
      && g_ascii_tolower (word.text[0]) == 'p')
    {
      word.text++;
      word.length--;
    }
  else if (self->token.kind != REFRAIN_QUERY_TOKEN_NUMBER)
    return refrain_query_parser_expect (self, describe_type (REFRAIN_QUERY_TYPE_PROCESS), NULL, 0);
  if (!refrain_query_read_number (word, REFRAIN_QUERY_TYPE_PROCESS, process))
    return refrain_query_parser_expect (self, describe_type (REFRAIN_QUERY_TYPE_PROCESS), NULL, 0);
  refrain_query_parser_advance (self);
  return TRUE;
}

static gboolean
parse_process_ranges (RefrainQueryParser *self, RefrainQueryField field, RefrainQueryNode *any)
{
  do
    {
      RefrainQueryPlace place = self->token.place;
      RefrainQueryNode *range;
      gint64 low, high;

      refrain_query_parser_take (self, "PROCESS");
      if (!parse_process (self, &low))
        return FALSE;
      high = low;
      place.length = refrain_query_parser_get_word (self).text - self->text - place.start;
      if (refrain_query_parser_take (self, "-") && !parse_process (self, &high))
        return FALSE;
      if (high < low)
        return refrain_query_parser_fail (self, place, _ ("the range ends before it begins"));
      range = refrain_query_node_new_range (field, low, high);
      range->must_exist = TRUE;
      range->place = place;
      refrain_query_node_add (any, range);
    }
  while (refrain_query_parser_take (self, ","));
  return TRUE;
}

gboolean
refrain_query_parse_processes (RefrainQueryParser *self,
                               RefrainQueryField field,
                               RefrainQueryNode **node)
{
  static const char *const articles[]
      = { "THE",      "A",      "SPECIFIC", "SELECTED", "GROUP", "SET",
          "SEQUENCE", "NUMBER", "OF",       "ONE",      "ONLY",  NULL };
  static const char *const nouns[] = { "PROCESSES", "PROCESS", NULL };
  static const char *const words[] = { "PROCESS", "PROCESSES", "ALL", "MEMBERS" };
  g_autoptr (RefrainQueryNode) any = refrain_query_node_new (REFRAIN_QUERY_NODE_OR);
  g_autoptr (RefrainQueryNode) members = NULL;
  gboolean all, named, parenthesis;

  *node = NULL;
  all = refrain_query_parser_take (self, "ALL");
  while (refrain_query_parser_take_any (self, articles))
    ;
  if (refrain_query_parser_take (self, "MEMBERS"))
    {
      refrain_query_parser_take (self, "OF");
      members = refrain_query_parse_communicator (self, REFRAIN_QUERY_NODE_MEMBERS);
      if (members != NULL)
        *node = refrain_query_node_copy_for (members, field);
      return members != NULL;
    }
  named = refrain_query_parser_take_any (self, nouns);
  parenthesis = refrain_query_parser_take (self, "(");
  if (!parenthesis && (named || all) && self->token.kind != REFRAIN_QUERY_TOKEN_NUMBER
      && (self->token.kind != REFRAIN_QUERY_TOKEN_NAME))
    return TRUE;
  if (!named && self->token.kind != REFRAIN_QUERY_TOKEN_NUMBER && !parenthesis
      && !(self->token.kind == REFRAIN_QUERY_TOKEN_NAME
           && g_ascii_tolower (self->text[self->token.place.start]) == 'p'
           && self->token.place.length > 1
           && g_ascii_isdigit (self->text[self->token.place.start + 1])))
    return refrain_query_parser_expect (self, describe_type (REFRAIN_QUERY_TYPE_PROCESS), words,
                                        G_N_ELEMENTS (words));
  if (!parse_process_ranges (self, field, any)
      || (parenthesis && !refrain_query_parser_require (self, ")")))
    return FALSE;
  *node = g_steal_pointer (&any);
  return TRUE;
}

/* ---- Values of fields ---- */

static RefrainQueryNode *
parse_value (RefrainQueryParser *self, RefrainQueryField field)
{
  const RefrainQueryType type = refrain_query_field_get_info (field)->type;
  RefrainQueryPlace place = self->token.place;
  RefrainQueryNode *node;
  gint64 low, high;
  char *name;

  if (type == REFRAIN_QUERY_TYPE_ROUTINE || type == REFRAIN_QUERY_TYPE_COMMUNICATOR
      || type == REFRAIN_QUERY_TYPE_KIND || type == REFRAIN_QUERY_TYPE_TEXT)
    {
      name = refrain_query_parse_name (self, describe_type (type));
      if (name == NULL)
        return NULL;
      node = refrain_query_node_new (REFRAIN_QUERY_NODE_NAME);
      node->field = field;
      node->name = name;
      node->place = place;
      return node;
    }
  if (!refrain_query_parse_number (self, type, &low))
    return NULL;
  high = low;
  if (refrain_query_parser_is (self, "-"))
    {
      refrain_query_parser_advance (self);
      if (!refrain_query_parse_number (self, type, &high))
        return NULL;
    }
  place.length = self->token.place.start - place.start;
  while (place.length > 1 && g_ascii_isspace (self->text[place.start + place.length - 1]))
    place.length--;
  if (high < low)
    {
      refrain_query_parser_fail (self, place, _ ("the range ends before it begins"));
      return NULL;
    }
  node = refrain_query_node_new_range (field, low, high);
  node->place = place;
  if (REFRAIN_QUERY_FIELD_IS_SET (field))
    {
      node->kind = REFRAIN_QUERY_NODE_SET;
      self->query->needs
          |= 1 << (REFRAIN_QUERY_SET_PATTERN + (field - REFRAIN_QUERY_FIELD_PATTERN));
    }
  return node;
}

RefrainQueryNode *
refrain_query_parse_values (RefrainQueryParser *self, RefrainQueryField field)
{
  g_autoptr (RefrainQueryNode) any = NULL;
  RefrainQueryNode *node = NULL;
  gboolean parenthesis;

  if (refrain_query_field_get_info (field)->type == REFRAIN_QUERY_TYPE_PROCESS)
    {
      if (!refrain_query_parse_processes (self, field, &node))
        return NULL;
      /* All of them: whoever it is. */
      return node != NULL
                 ? node
                 : refrain_query_node_new_range (field, REFRAIN_QUERY_NOTHING + 1, G_MAXINT64);
    }
  any = refrain_query_node_new (REFRAIN_QUERY_NODE_OR);
  parenthesis = refrain_query_parser_take (self, "(");
  do
    {
      node = parse_value (self, field);
      if (node == NULL)
        return NULL;
      refrain_query_node_add (any, node);
    }
  while (parenthesis && refrain_query_parser_take (self, ","));
  if (parenthesis && !refrain_query_parser_require (self, ")"))
    return NULL;
  return g_steal_pointer (&any);
}

static void
change_kind (RefrainQueryNode *node, RefrainQueryNodeKind kind)
{
  for (guint i = 0; node->children != NULL && i < node->children->len; i++)
    {
      RefrainQueryNode *child = node->children->pdata[i];

      child->kind = kind;
    }
}

RefrainQueryNode *
refrain_query_parse_communicator (RefrainQueryParser *self, RefrainQueryNodeKind kind)
{
  static const char *const words[] = { "COMM", "COMMUNICATOR", NULL };
  RefrainQueryNode *node;

  if (!refrain_query_parser_take_any (self, words))
    {
      refrain_query_parser_expect (self, "COMM", words, 2);
      return NULL;
    }
  node = refrain_query_parse_values (self, REFRAIN_QUERY_FIELD_COMM);
  if (node != NULL && kind == REFRAIN_QUERY_NODE_MEMBERS)
    {
      RefrainQueryNode *members = refrain_query_node_copy_for (node, REFRAIN_QUERY_FIELD_PROCESS);

      change_kind (members, kind);
      refrain_query_node_free (node);
      node = members;
    }
  return node;
}

RefrainQueryNode *
refrain_query_parse_set (RefrainQueryParser *self, RefrainQueryField field)
{
  const guint sources = refrain_query_field_get_info (field)->sources;

  if ((sources & (1u << self->query->source)) == 0)
    {
      refrain_query_parser_fail (self, self->token.place,
                                 _ ("only operations and messages are in patterns, phases and "
                                    "loops: ask for OPERATIONS or MESSAGES"));
      return NULL;
    }
  return refrain_query_parse_values (self, field);
}
