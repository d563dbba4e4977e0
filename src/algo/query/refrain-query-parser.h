/* refrain-query-parser.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of the parser share: where it stands, and what it expected there. For this folder
 * only.
 */
#pragma once

#include "refrain-query-words.h"

/* How deep conditions may be nested. */
#define REFRAIN_QUERY_MAX_DEPTH 100

/* How many names a query may hold, and how long each may be; how many columns it may list, and how
 * many of them rows may be put in order by. */
#define REFRAIN_QUERY_MAX_NAMES       1000
#define REFRAIN_QUERY_MAX_NAME_LENGTH 1000
#define REFRAIN_QUERY_MAX_ITEMS       1000
#define REFRAIN_QUERY_MAX_ORDER       16

typedef struct
{
  const char *text;
  gsize length, at;
  RefrainQueryToken token, next; /* the one to be looked at, and the one behind it */
  RefrainQuerySyntax *query;
  guint depth, n_names;
  gboolean sent, received; /* "sent and/or received" was read */
  RefrainQueryPlace *place;
  GError **error;
} RefrainQueryParser;

/* ---- Where it stands (refrain-query-lexer.c) ---- */

/* To the next token. */
void refrain_query_parser_advance (RefrainQueryParser *self);
RefrainQueryWord refrain_query_parser_get_word (RefrainQueryParser *self);
RefrainQueryWord refrain_query_parser_get_next_word (RefrainQueryParser *self);
/* Whether the token is that word, or that operator. */
gboolean refrain_query_parser_is (RefrainQueryParser *self, const char *word);
gboolean refrain_query_parser_is_next (RefrainQueryParser *self, const char *word);
/* The same, and if so, goes behind it. */
gboolean refrain_query_parser_take (RefrainQueryParser *self, const char *word);
/* Either of two, or three. */
gboolean refrain_query_parser_take_any (RefrainQueryParser *self, const char *const *words);
gboolean refrain_query_parser_is_end (RefrainQueryParser *self);
/* Returns FALSE, with an error at the token: @what was expected. @candidates (n of them; NULL:
 * none) are words, one of which may have been meant. */
gboolean refrain_query_parser_expect (RefrainQueryParser *self,
                                      const char *what,
                                      const char *const *candidates,
                                      gsize n);
/* Returns FALSE, with @message as an error at @place. */
gboolean
refrain_query_parser_fail (RefrainQueryParser *self, RefrainQueryPlace place, const char *message);
/* Takes @word or fails. */
gboolean refrain_query_parser_require (RefrainQueryParser *self, const char *word);

/* ---- Values (refrain-query-parse-values.c) ---- */

/* A number of @type with its unit. */
gboolean
refrain_query_parse_number (RefrainQueryParser *self, RefrainQueryType type, gint64 *value);
/* A name, in quotes or not. NULL with an error. */
char *refrain_query_parse_name (RefrainQueryParser *self, const char *what);
/* "3", "1-4", "1,2", "(1-4, 7)", with or without PROCESS before, "ALL PROCESSES", "MEMBERS OF
 * COMM(c)": those in @field, a node, NULL in *@node for all. */
gboolean refrain_query_parse_processes (RefrainQueryParser *self,
                                        RefrainQueryField field,
                                        RefrainQueryNode **node);
/* Values of @field in a list or one alone, of which a row has one. NULL with an error. */
RefrainQueryNode *refrain_query_parse_values (RefrainQueryParser *self, RefrainQueryField field);
/* "COMM(c)", "COMMUNICATOR c" where it stands; the node. NULL with an error. */
RefrainQueryNode *
refrain_query_parse_communicator (RefrainQueryParser *self, RefrainQueryNodeKind kind);
/* "PATTERN 3", "PHASE(1-2)", "LOOP 5". NULL with an error. */
RefrainQueryNode *refrain_query_parse_set (RefrainQueryParser *self, RefrainQueryField field);

/* ---- Parts of a query ---- */

/* Behind WHERE (refrain-query-parse-condition.c). NULL with an error. */
RefrainQueryNode *refrain_query_parse_condition (RefrainQueryParser *self);
/* What is asked for (refrain-query-parse-select.c). */
gboolean refrain_query_parse_selection (RefrainQueryParser *self);
/* Columns, for GROUP BY and ORDER BY. */
gboolean refrain_query_parse_items (RefrainQueryParser *self, GArray *items, gboolean order);
/* When all is read: whether what was asked for fits together. */
gboolean refrain_query_check_items (RefrainQueryParser *self);
