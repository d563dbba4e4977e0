/* refrain-run-slots.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: the runs of one side as slots. A slot is one outermost call of MPI of a
 * thread with the computing since the call before it, so that each instant of a run is in one slot.
 * Calls that only look something up are computing; calls that poll are one slot. What a slot does
 * is its token: routine, tags, caller, whether all processes take part. Neither rank, partner, size
 * nor time is in it.
 */
#pragma once

#include "refrain-run-graph.h"

enum
{
  REFRAIN_SIDE_A,
  REFRAIN_SIDE_B,
  REFRAIN_N_SIDES,
};

/* What the time of a slot is spent in. */
typedef enum
{
  REFRAIN_SLOT_MPI,
  REFRAIN_SLOT_COMPUTING,
  REFRAIN_SLOT_N_PARTS,
} RefrainSlotPart;

/* Who takes part in the call. */
typedef enum
{
  REFRAIN_TOKEN_NOBODY,
  REFRAIN_TOKEN_SOME,
  REFRAIN_TOKEN_ALL,
} RefrainTokenMembers;

/* Numbers of names; 0 is the empty one. */
typedef struct
{
  guint32 op, tags, caller, members;
  guint32 again;  /* whether it follows another such call, as the second of several requests does */
  guint32 family; /* the routine without what makes a variant of it */
  gboolean is_poll;
  gboolean sends, receives; /* messages */
} RefrainToken;

/* Names and tokens of both sides. */
typedef struct
{
  GHashTable *name_ids;
  GPtrArray *names;
  GHashTable *token_ids; /* of RefrainToken: number + 1 */
  GArray *tokens;        /* of RefrainToken */
  gboolean use_tags, use_callers;
  guint n_callers[REFRAIN_N_SIDES]; /* names of callers, of what is asked for first and second */
} RefrainVocabulary;

typedef struct
{
  guint32 row;                 /* of the side */
  guint32 node, end;           /* nodes of the run; the call is the last one */
  guint32 who;                 /* name of the routine that computes before it */
  RefrainTime gap, work, stay; /* ns: computing; in the call, without waiting and with it */
  guint64 bytes;
  guint32 n_members; /* of a collective's communicator; 0 for none */
  guint32 caller;    /* name of the routine that calls; 0 for none */
  guint32 visit;     /* on the critical path; 0: not on it */
  guint32 gap_from;  /* node; that of the first call without a place whose computing is its, too */
} RefrainSlot;

/* Of a slot on the critical path. */
typedef struct
{
  RefrainTime path[REFRAIN_SLOT_N_PARTS]; /* ns */
  guint32 visits[REFRAIN_SLOT_N_PARTS];
} RefrainSlotVisit;

/* A thread of a process of a run. */
typedef struct
{
  guint32 run, process;
  guint32 first, end; /* slots */
} RefrainSlotRow;

typedef struct
{
  RefrainRunGraph *graph;
  RefrainTime time;    /* ns from the end of MPI_Init to MPI_Finalize */
  guint32 *slot_of;    /* of each node */
  guint8 *place;       /* ... whether it is computing, or its gap is polling */
  guint32 *first_line; /* of each process: of its threads */
} RefrainSideRun;

typedef struct
{
  guint n_runs;
  RefrainSideRun *runs;
  guint n_processes; /* of a run, at most */
  GArray *rows;      /* of RefrainSlotRow */
  GArray *slots;     /* of RefrainSlot */
  /* Of each slot; all pass over these again and again. */
  guint32 *tokens, *lines; /* lines are of the page */
  GArray *visits; /* of RefrainSlotVisit; the first one is of all slots that are not on the path */
} RefrainSide;

RefrainVocabulary *refrain_vocabulary_new (void);
void refrain_vocabulary_free (RefrainVocabulary *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainVocabulary, refrain_vocabulary_free)

/* The number of @name, and of @token; new ones are added. */
guint32 refrain_vocabulary_add_name (RefrainVocabulary *self, const char *name);
guint32 refrain_vocabulary_add_token (RefrainVocabulary *self, const RefrainToken *token);
const char *refrain_vocabulary_get_name (const RefrainVocabulary *self, guint32 name);
const RefrainToken *refrain_vocabulary_get_token (const RefrainVocabulary *self, guint32 token);
/* Whether both are the same calls, wherever they stand in a row of such calls. */
gboolean refrain_vocabulary_is_same_call (const RefrainVocabulary *self, guint32 a, guint32 b);
/* Leaves tags out of tokens where one of @graphs has more than 64. */
void
refrain_vocabulary_look_at_tags (RefrainVocabulary *self, RefrainRunGraph *const *graphs, guint n);
/* Leaves callers out of tokens where none of @n_a graphs has one of those of the @n_b that follow:
 * one recorder does not know them, or they have other names. O(calls). */
void refrain_vocabulary_look_at_callers (RefrainVocabulary *self,
                                         RefrainRunGraph *const *graphs,
                                         guint n_a,
                                         guint n_b);
/* Numbers the tokens by what they say, whatever the order in which they were seen. */
void refrain_vocabulary_sort (RefrainVocabulary *self, RefrainSide sides[REFRAIN_N_SIDES]);

/* The routine that calls the node; REFRAIN_NONE for none. */
guint32
refrain_run_find_caller (const RefrainRunGraph *graph, const RefrainCalls *calls, guint32 node);

/* Both sides: slots of the @n_graphs of each (which are taken), with the seconds of the critical
 * path on them. O(calls). */
void refrain_sides_init (RefrainSide sides[REFRAIN_N_SIDES],
                         RefrainVocabulary *vocabulary,
                         RefrainRunGraph **graphs,
                         const guint n_graphs[REFRAIN_N_SIDES]);
void refrain_side_clear (RefrainSide *self);

static inline RefrainSlot *
refrain_side_get_slot (const RefrainSide *self, guint32 slot)
{
  return &g_array_index (self->slots, RefrainSlot, slot);
}

static inline const RefrainSlotVisit *
refrain_side_get_visit (const RefrainSide *self, const RefrainSlot *slot)
{
  return &g_array_index (self->visits, RefrainSlotVisit, slot->visit);
}

static inline const RefrainSlotRow *
refrain_side_get_row (const RefrainSide *self, guint32 row)
{
  return &g_array_index (self->rows, RefrainSlotRow, row);
}

/* When @part of @slot of @graph begins, ns from the graph's start on. */
RefrainTime refrain_slot_get_start (const RefrainRunGraph *graph,
                                    const RefrainSlot *slot,
                                    RefrainSlotPart part);
/* Books the critical path of run @run on its slots. O(its nodes). */
void refrain_side_book_path (RefrainSide *self, guint run);
/* The row that computes for most of what the call @node of @run takes beyond its waiting, instead
 * of taking part in what that transfers; REFRAIN_NONE for none. Once the path is booked. */
guint32 refrain_side_find_absent (const RefrainSide *self, guint run, guint32 node);

/* Bits of RefrainSideRun.place. */
enum
{
  REFRAIN_NODE_COMPUTES = 1 << 0, /* only looks something up */
  REFRAIN_NODE_GOES_ON = 1 << 1,  /* its gap is polling, too */
};
