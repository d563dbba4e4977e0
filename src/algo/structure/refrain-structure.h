/* refrain-structure.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The events of each thread as a tree of sequences and loops (Trahay et al. 2015).
 */
#pragma once

#include "refrain-event-stream.h"
#include "refrain-grammar.h"

/* How the outermost loop is found. */
typedef enum
{
  REFRAIN_OUTER_COVER, /* the repeat in a row that covers most, then inside and beside it alike */
  REFRAIN_OUTER_PAIRS, /* by the paper's rules, which sometimes break the first and last turns */
} RefrainOuterRule;

typedef struct
{
  RefrainEventScheme events;
  RefrainOuterRule outer;
} RefrainStructureOptions;

#define REFRAIN_STRUCTURE_OPTIONS_DEFAULT                                                          \
  {                                                                                                \
    .events = REFRAIN_EVENT_SCHEME_PAPER                                                           \
  }

/* One thread. */
typedef struct
{
  guint process;
  gsize thread; /* of the process */
  guint32 n_symbols;
  const RefrainEvent *example; /* of each symbol: an event of the thread that is it */
  char *const *words;          /* ... in words; NULL where the events are at hand */
  const RefrainGrammar *grammar;
} RefrainStructurePart;

/* What Table II says of a process; of several threads taken together, of their outermost loops the
 * one with most events. */
typedef struct
{
  guint64 events;
  guint64 patterns;
  guint64 terms;
  guint64 size;       /* events of the pattern of the outermost loop; 0 for none */
  guint64 iterations; /* 0 for none */
  double occupation;  /* of the events those in the outermost loop, 0 to 1 */
  double in_loops;    /* ... in all loops of the outermost level */
  double in_patterns; /* ... in all patterns */
  gsize part;         /* that of the outermost loop, as its owner numbers parts */
} RefrainStructureFigures;

#define REFRAIN_TYPE_STRUCTURE (refrain_structure_get_type ())
G_DECLARE_FINAL_TYPE (RefrainStructure, refrain_structure, REFRAIN, STRUCTURE, GObject)

/* Threads are spread over all cores. Immutable. NULL with @error when cancelled. Nearly O(events);
 * no more memory than a few numbers an event of the threads at work. With the team: each member has
 * the parts of its own processes. */
RefrainStructure *refrain_structure_new (RefrainTrace *trace,
                                         const RefrainStructureOptions *options,
                                         GCancellable *cancellable,
                                         GError **error);

/* What these return belongs to @self. Parts are in order of process and thread. */
RefrainTrace *refrain_structure_get_trace (RefrainStructure *self);
const RefrainStructureOptions *refrain_structure_get_options (RefrainStructure *self);
gsize refrain_structure_get_n_parts (RefrainStructure *self);
const RefrainStructurePart *refrain_structure_get_part (RefrainStructure *self, gsize i);
/* The parts of @process: [*@first, *@end). O(log parts). */
void refrain_structure_find_parts (RefrainStructure *self, guint process, gsize *first, gsize *end);
/* With the team: all members get the parts of @process, too; before anybody else sees @self. */
void refrain_structure_share_parts (RefrainStructure *self, guint process);
/* Of any process. */
const RefrainStructureFigures *
refrain_structure_get_figures (RefrainStructure *self, guint process);
/* A symbol of a part in words; free with g_free(). */
char *refrain_structure_describe (RefrainStructure *self, gsize part, guint32 symbol);
/* What pattern @pattern of a part begins with, in words: "enter ssor"; free with g_free(). */
char *refrain_structure_describe_pattern (RefrainStructure *self, gsize part, guint32 pattern);
/* Bytes that it holds. */
gsize refrain_structure_get_memory (RefrainStructure *self);
