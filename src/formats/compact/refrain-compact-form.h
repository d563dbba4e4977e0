/* refrain-compact-form.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The compact form of a trace's events: rules for their order, and the values that differ from one
 * occurrence to the next, put together by their place in the rules (docs/mtf-compact.md).
 */
#pragma once

#include "refrain-columns.h"
#include "refrain-event-grammar.h"

/* Beyond the memory that columns may take, expanded ones take at most so many bytes for each byte
 * of their file, and 2^28 more. */
#define REFRAIN_COMPACT_MAX_GROWTH 1024

/* What the arrays of a form have a length of. */
typedef enum
{
  REFRAIN_COMPACT_SYMBOLS,
  REFRAIN_COMPACT_RULES, /* and one more */
  REFRAIN_COMPACT_TERMS,
  REFRAIN_COMPACT_THREADS,
  REFRAIN_COMPACT_EVENTS, /* on all tapes */
  REFRAIN_COMPACT_OPS,
  REFRAIN_COMPACT_RECORDS,
  REFRAIN_N_COMPACT_LENGTHS
} RefrainCompactLength;

typedef struct
{
  guint64 n[REFRAIN_N_COMPACT_LENGTHS];

  /* The rules, as in RefrainEventGrammar. */
  guint8 *symbol_event;
  guint32 *symbol_what;
  guint64 *rule_first;
  guint32 *term_what, *term_count;
  guint32 *root;

  /* Values: thread by thread, in it term by term, in it as they come. */
  gint64 *time; /* since the event before in the thread; of the first since 0 */
  gint32 *peer; /* less the process' own rank; G_MININT32 for none */
  gint32 *tag;
  guint32 *communicator;
  guint64 *bytes;
  guint32 *partner; /* refrain-compact-links.h */
  guint32 *record;
  guint32 *logical; /* beyond one more than the operation before in the thread */
  guint64 *id;      /* less that of the record of its kind before in the thread */
  guint64 *size;
} RefrainCompactForm;

/* An array of the form, as a dataset. */
typedef struct
{
  const char *path;
  RefrainColumnType type;
  RefrainCompactLength length;
  gsize field; /* offset of the pointer */
} RefrainCompactMember;

/* All arrays. Static. */
const RefrainCompactMember *refrain_compact_form_list (gsize *n);

/* Frees the arrays, which must be the form's own. */
void refrain_compact_form_clear (RefrainCompactForm *self);

/* Where the rows of threads and processes lie among those of all: thread t has its rows at
 * threads[t].first_…, counted from its process' first; process p has the threads
 * [first_thread[p], first_thread[p + 1]) and the rows [first[table][p], first[table][p + 1]). */
typedef struct
{
  guint64 n_processes, n_threads;
  const guint64 *first_thread;
  const guint64 *first[REFRAIN_TABLE_TAPE + 1];
  const guint64 *tape_events; /* by process */
  const RefrainThread *threads;
} RefrainCompactLayout;

/* What of the places of @layout contradicts itself, in words of the user's language; NULL where
 * nothing does. O(threads). */
const char *refrain_compact_layout_check (const RefrainCompactLayout *self);
/* The same of the rules of a form of that layout: they must stand for as many events as the threads
 * have, none may hold itself. O(terms). */
const char *
refrain_compact_form_check (const RefrainCompactForm *self, const RefrainCompactLayout *layout);
