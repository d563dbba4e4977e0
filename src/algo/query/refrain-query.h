/* refrain-query.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A query over a trace as text, such as "SELECT ALL MESSAGES BETWEEN PROCESS(1,2) IN COMM(C1)"
 * (Alawneh 2012, 3.5.2, Tables 3.2 to 3.5): parsed once, run on any trace. docs/query.md has the
 * grammar.
 */
#pragma once

#include "refrain-query-result.h"

/* Longer texts are refused. */
#define REFRAIN_QUERY_MAX_LENGTH (1024 * 1024)

/* A stretch of a query's text, in bytes. @length may be 0: just before @start. */
typedef struct
{
  gsize start;
  gsize length;
} RefrainQueryPlace;

/* A query that was understood. Immutable. */
#define REFRAIN_TYPE_QUERY (refrain_query_get_type ())
G_DECLARE_FINAL_TYPE (RefrainQuery, refrain_query, REFRAIN, QUERY, GObject)

/* Parses @text (UTF-8 or any bytes up to its NUL). NULL with @error, a sentence that says what was
 * expected, and where that is in *@place (may be NULL). O(length); nesting is bounded. */
RefrainQuery *refrain_query_parse (const char *text, RefrainQueryPlace *place, GError **error);
/* The text it was parsed from. */
const char *refrain_query_get_text (RefrainQuery *self);

/* The same question in one form, which says how it was understood: SELECT, FROM, WHERE, GROUP BY,
 * ORDER BY, LIMIT. Free with g_free(). */
char *refrain_query_dup_canonical (RefrainQuery *self);

/* What a query can ask for that another module has to compute: bits. */
typedef enum
{
  REFRAIN_QUERY_NEEDS_PATTERNS = 1 << 0,
  REFRAIN_QUERY_NEEDS_PHASES = 1 << 1,
  REFRAIN_QUERY_NEEDS_LOOPS = 1 << 2,
} RefrainQueryNeeds;

/* Which of them it names. */
RefrainQueryNeeds refrain_query_get_needs (RefrainQuery *self);

/* Runs it on @trace. @sets: patterns, phases and loops by their ids, at least those that
 * refrain_query_get_needs() tells; NULL where there are none of these. NULL with @error, and
 * *@place (may be NULL) where the text names what @trace does not have (a length of 0 at the text's
 * end where the error is of no place). Cancellable. O(events of what is asked), over all cores;
 * memory O(rows of the result). The result is the same for any number of threads. */
RefrainQueryResult *refrain_query_run (RefrainQuery *self,
                                       RefrainTrace *trace,
                                       RefrainQuerySets *sets,
                                       RefrainQueryPlace *place,
                                       GCancellable *cancellable,
                                       GError **error);

/* The domain of errors whose message has three lines: a sentence, and, for terminals, what
 * refrain_query_point_out() makes of the text. */
#define REFRAIN_QUERY_ERROR (refrain_query_error_quark ())

typedef enum
{
  REFRAIN_QUERY_ERROR_SYNTAX, /* whatever the trace */
  REFRAIN_QUERY_ERROR_NAME,   /* of something that the trace does not have */
} RefrainQueryError;

GQuark refrain_query_error_quark (void);

/* The line of @text that holds @place, cut to about 70 characters around it, and a second line with
 * a caret under each of its characters, for terminals. Free with g_free(). */
char *refrain_query_point_out (const char *text, const RefrainQueryPlace *place);

/* ---- For highlighting and completion --------------------------------------------------------- */

typedef enum
{
  REFRAIN_QUERY_TOKEN_END,
  REFRAIN_QUERY_TOKEN_KEYWORD,  /* "SELECT", "MESSAGES", "tag", in any case */
  REFRAIN_QUERY_TOKEN_NAME,     /* any other word: of a routine, a communicator */
  REFRAIN_QUERY_TOKEN_STRING,   /* in quotes, these included */
  REFRAIN_QUERY_TOKEN_NUMBER,   /* with what is written on to it: "5", "1.5ms" */
  REFRAIN_QUERY_TOKEN_OPERATOR, /* "<=", "(", "," */
  REFRAIN_QUERY_TOKEN_STRAY,    /* a character that no query has; a string without its end */
} RefrainQueryTokenKind;

typedef struct
{
  RefrainQueryTokenKind kind;
  RefrainQueryPlace place;
} RefrainQueryToken;

/* The token that begins at *@at of @text or behind blanks, which moves behind it. FALSE at the end.
 * Reads text up to @length. O(length of the token). */
gboolean
refrain_query_next_token (const char *text, gsize length, gsize *at, RefrainQueryToken *token);
/* All keywords, in capitals, sorted; ends with NULL. */
const char *const *refrain_query_get_keywords (void);
/* The names of @trace that a query may hold, as they are to be written (in quotes where they must
 * be): first routines, then communicators, sorted; *@n_routines (may be NULL) of them are routines.
 * Free with g_strfreev(). */
char **refrain_query_list_names (RefrainTrace *trace, guint *n_routines);
