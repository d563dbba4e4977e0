/* refrain-list-filter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which rows a list has: what people fill in, as one query (docs/query.md).
 */
#pragma once

#include "refrain-types.h"

typedef enum
{
  REFRAIN_LIST_MESSAGES,
  REFRAIN_LIST_COLLECTIVES,
  REFRAIN_LIST_CALLS,
  REFRAIN_N_LISTS
} RefrainListKind;

/* "messages", "collectives", "calls": untranslated. */
const char *refrain_list_kind_get_name (RefrainListKind kind);

typedef enum
{
  REFRAIN_LIST_PROCESSES,    /* "0-3, 7"; of messages either side */
  REFRAIN_LIST_SENDERS,      /* likewise */
  REFRAIN_LIST_RECEIVERS,    /* likewise */
  REFRAIN_LIST_ROUTINE,      /* a name, "*" for any letters; of collectives their kind */
  REFRAIN_LIST_COMMUNICATOR, /* a name */
  REFRAIN_LIST_TAGS,         /* "5, 10-12" */
  REFRAIN_LIST_SIZE_FROM,    /* "4 KiB" */
  REFRAIN_LIST_SIZE_TO,
  REFRAIN_LIST_DURATION_FROM, /* "1.5 ms" */
  REFRAIN_N_LIST_FIELDS
} RefrainListField;

/* What people call it, translated. */
const char *refrain_list_field_get_title (RefrainListField field);
/* Whether lists of @kind have it. */
gboolean refrain_list_field_is_of (RefrainListField field, RefrainListKind kind);

/* What is filled in; empty fields let everything through. */
typedef struct
{
  char *fields[REFRAIN_N_LIST_FIELDS]; /* NULL or "" where nothing is */
} RefrainListFilter;

void refrain_list_filter_clear (RefrainListFilter *self);
void refrain_list_filter_copy (RefrainListFilter *self, const RefrainListFilter *other);
gboolean refrain_list_filter_equal (const RefrainListFilter *a, const RefrainListFilter *b);

/* When rows may be: those that have begun by @end and not ended before @start; all when start >
 * end.
 */
typedef struct
{
  RefrainTime start, end;
} RefrainListSpan;

/* The rows of @kind that fulfil @self and are in @span, of @set (the id of a pattern; 0: all). NULL
 * with @error, a sentence that names the field which cannot be read. Free with g_free(). */
char *refrain_list_filter_to_query (const RefrainListFilter *self,
                                    RefrainListKind kind,
                                    RefrainListSpan span,
                                    guint set,
                                    GError **error);
