/* refrain-query-syntax.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a query says, before any trace is known: what the parser makes and the engine runs. For this
 * folder only.
 */
#pragma once

#include "refrain-query.h"

/* The tables there are. */
typedef enum
{
  REFRAIN_QUERY_SOURCE_MESSAGES,   /* matched pairs; a row is the send */
  REFRAIN_QUERY_SOURCE_OPERATIONS, /* sends, receives and collectives */
  REFRAIN_QUERY_SOURCE_CALLS,      /* of all routines */
  REFRAIN_QUERY_SOURCE_PROCESSES,
  REFRAIN_QUERY_N_SOURCES
} RefrainQuerySource;

/* What is known of a row. */
typedef enum
{
  REFRAIN_QUERY_FIELD_PROCESS,
  REFRAIN_QUERY_FIELD_SENDER,
  REFRAIN_QUERY_FIELD_RECEIVER,
  REFRAIN_QUERY_FIELD_PEER,
  REFRAIN_QUERY_FIELD_ROOT,
  REFRAIN_QUERY_FIELD_KIND,
  REFRAIN_QUERY_FIELD_ROUTINE,
  REFRAIN_QUERY_FIELD_CALLER,
  REFRAIN_QUERY_FIELD_COMM,
  REFRAIN_QUERY_FIELD_TAG,
  REFRAIN_QUERY_FIELD_SIZE,
  REFRAIN_QUERY_FIELD_SENT,
  REFRAIN_QUERY_FIELD_RECEIVED,
  REFRAIN_QUERY_FIELD_TIME, /* what intervals are about */
  REFRAIN_QUERY_FIELD_START,
  REFRAIN_QUERY_FIELD_END,
  REFRAIN_QUERY_FIELD_DURATION,
  REFRAIN_QUERY_FIELD_DEPTH,
  REFRAIN_QUERY_FIELD_SELF,    /* 1 where sender and receiver are one */
  REFRAIN_QUERY_FIELD_MATCHED, /* 1 where it has a partner */
  REFRAIN_QUERY_FIELD_NAME,
  REFRAIN_QUERY_FIELD_HOST,
  REFRAIN_QUERY_FIELD_SENDS,
  REFRAIN_QUERY_FIELD_RECEIVES,
  REFRAIN_QUERY_FIELD_COLLECTIVES,
  REFRAIN_QUERY_FIELD_CALLS,
  REFRAIN_QUERY_FIELD_MPI_TIME,
  REFRAIN_QUERY_FIELD_PATTERN, /* in which sets a row is: of RefrainQuerySetKind */
  REFRAIN_QUERY_FIELD_PHASE,
  REFRAIN_QUERY_FIELD_LOOP,
  REFRAIN_QUERY_N_FIELDS
} RefrainQueryField;

#define REFRAIN_QUERY_FIELD_IS_SET(field) ((field) >= REFRAIN_QUERY_FIELD_PATTERN)

/* A value that a row does not have; less than all others. */
#define REFRAIN_QUERY_NOTHING G_MININT64

/* Kinds of operations as numbers: RefrainOpKind, then the types of collectives. */
#define REFRAIN_QUERY_KIND_COLLECTIVE 4
#define REFRAIN_QUERY_N_KINDS         (REFRAIN_QUERY_KIND_COLLECTIVE + REFRAIN_N_COLLECTIVES)

typedef enum
{
  REFRAIN_QUERY_NODE_AND, /* of no children: everything */
  REFRAIN_QUERY_NODE_OR,
  REFRAIN_QUERY_NODE_NOT,     /* of one child */
  REFRAIN_QUERY_NODE_RANGE,   /* low <= field <= high */
  REFRAIN_QUERY_NODE_NAME,    /* field is called so */
  REFRAIN_QUERY_NODE_MEMBERS, /* the process in field is a member of a communicator called so */
  REFRAIN_QUERY_NODE_SET,     /* the row is in the set with the id `low` */
} RefrainQueryNodeKind;

typedef struct _RefrainQueryNode RefrainQueryNode;
struct _RefrainQueryNode
{
  RefrainQueryNodeKind kind;
  RefrainQueryField field;
  gint64 low, high;
  gboolean must_exist; /* a range of processes that are named */
  char *name;
  GPtrArray *children; /* of nodes, or NULL */
  RefrainQueryPlace place;
};

typedef enum
{
  REFRAIN_QUERY_ITEM_FIELD,
  REFRAIN_QUERY_ITEM_COUNT,
  REFRAIN_QUERY_ITEM_SUM,
  REFRAIN_QUERY_ITEM_MIN,
  REFRAIN_QUERY_ITEM_MAX,
  REFRAIN_QUERY_ITEM_MEAN,
} RefrainQueryItemKind;

/* A column that is asked for. */
typedef struct
{
  RefrainQueryItemKind kind;
  RefrainQueryField field;
  gboolean soft;       /* "BYTES", "DURATION": a sum where others are aggregates, too */
  char *name;          /* calls of routines called so, a column each; or NULL */
  gboolean descending; /* in ORDER BY */
  RefrainQueryPlace place;
} RefrainQueryItem;

typedef struct
{
  RefrainQuerySource source;
  gint kind_low, kind_high; /* of operations */
  const char *noun;         /* of RefrainQueryNouns */
  RefrainQueryNode *condition;
  RefrainTime from, to; /* of processes: what is counted */
  GArray *items;        /* of RefrainQueryItem; empty: what is usual */
  GArray *group;        /* likewise */
  GArray *order;        /* likewise */
  gboolean grouped;     /* rows are groups */
  guint64 limit;        /* G_MAXUINT64: none */
  RefrainQueryNeeds needs;
} RefrainQuerySyntax;

RefrainQuerySyntax *refrain_query_syntax_new (void);
void refrain_query_syntax_free (RefrainQuerySyntax *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainQuerySyntax, refrain_query_syntax_free)

RefrainQueryNode *refrain_query_node_new (RefrainQueryNodeKind kind);
void refrain_query_node_free (RefrainQueryNode *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainQueryNode, refrain_query_node_free)
RefrainQueryNode *refrain_query_node_new_range (RefrainQueryField field, gint64 low, gint64 high);
/* Adds @child (taken; may be NULL: nothing) to the AND or OR @self; returns @self. */
RefrainQueryNode *refrain_query_node_add (RefrainQueryNode *self, RefrainQueryNode *child);
RefrainQueryNode *refrain_query_node_new_not (RefrainQueryNode *child);
/* A copy that stands for another field. */
RefrainQueryNode *
refrain_query_node_copy_for (const RefrainQueryNode *self, RefrainQueryField field);

/* Parses; what refrain_query_parse() does. */
RefrainQuerySyntax *
refrain_query_syntax_parse (const char *text, RefrainQueryPlace *place, GError **error);
/* Inside of RefrainQuery. */
const RefrainQuerySyntax *refrain_query_get_syntax (RefrainQuery *self);
