/* refrain-query-words.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words of the query language: what they name, what they are near to. For this folder, and for
 * who reads numbers and names as it does.
 */
#pragma once

#include "refrain-query-syntax.h"

/* A word as it stands in the text, not ended by a NUL. */
typedef struct
{
  const char *text;
  gsize length;
} RefrainQueryWord;

/* Whether they are the same in any case, with "-" for "_". */
gboolean refrain_query_word_is (RefrainQueryWord word, const char *keyword);
gboolean refrain_query_word_is_keyword (RefrainQueryWord word);

typedef struct
{
  const char *name;  /* for JSON */
  const char *title; /* for people, untranslated */
  RefrainQueryType type;
  guint sources; /* bits 1 << RefrainQuerySource: which tables have it */
  gboolean can_add;
} RefrainQueryFieldInfo;

const RefrainQueryFieldInfo *refrain_query_field_get_info (RefrainQueryField field);
/* The field that @word names in @source; REFRAIN_QUERY_N_FIELDS where none. */
RefrainQueryField refrain_query_field_find (RefrainQueryWord word, RefrainQuerySource source);
/* Likewise whatever the source. */
gboolean refrain_query_word_is_field (RefrainQueryWord word);

/* What is asked for: rows of a table, of some kinds. */
typedef struct
{
  const char *word;
  RefrainQuerySource source;
  gint kind_low, kind_high;
  const char *noun; /* for refrain_query_format_noun() */
} RefrainQuerySourceWord;

/* Returns FALSE where @word is none. */
gboolean refrain_query_find_source (RefrainQueryWord word, RefrainQuerySourceWord *found);
/* "1 message", "3 messages": of the @noun of a source. Free with g_free(). */
char *refrain_query_format_noun (const char *noun, guint64 n);
/* The kind of operation that @name means ("bcast", "MPI_Bcast", "isend") is among those set in
 * @table, of REFRAIN_QUERY_N_KINDS bytes; FALSE where none is. Globs are understood. */
gboolean refrain_query_find_kinds (const char *name, guint8 *table);
const char *refrain_query_kind_get_name (guint kind);

/* The one of @n words that @word is nearest to, or NULL where none is near. O(n) of short words. */
const char *refrain_query_find_near (RefrainQueryWord word, const char *const *candidates, gsize n);
/* Whether @name, a glob in any case, means @text. */
gboolean refrain_query_name_matches (const char *name, const char *text);

/* Reads a number with its unit, of a column of @type, whose own unit it has where none is written;
 * @token holds "1.5ms" or "1.5". FALSE where it is none, or beyond all numbers. */
gboolean refrain_query_read_number (RefrainQueryWord token, RefrainQueryType type, gint64 *value);
/* Whether @word is a unit of @type. */
gboolean refrain_query_word_is_unit (RefrainQueryWord word, RefrainQueryType type);
