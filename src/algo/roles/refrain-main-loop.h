/* refrain-main-loop.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The main loop of a run, whose iterations are those that everybody speaks of. Mostly it is what
 * repeats exactly (refrain-iterations.h). Where partners change, operations are told apart by their
 * roles alone, so that iterations, and loops in them, are found where exact patterns find none;
 * these are only looked for where exact patterns explain little, since alone they tell regular
 * programs less well. Immutable.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-composites.h"
#include "refrain-iterations.h"
#include "refrain-regularity.h"

/* A part of the run. */
typedef struct
{
  char *text;             /* "4 × [Exchange with up to 7 partners; MPI_Allreduce]" */
  gboolean is_loop;       /* it repeats */
  guint32 n;              /* iterations; 1: no loop */
  double share;           /* of the time of all processes between MPI_Init and MPI_Finalize */
  RefrainTime start, end; /* of the process that is there first or last */
} RefrainMainLoopPart;

/* An iteration. */
typedef struct
{
  RefrainTime start, end; /* the first and the last operation of any process */
  guint64 messages, bytes;
  guint partners;  /* most partners of a process, either way */
  guint processes; /* that send or receive */
  guint changed;   /* pairs of sender and receiver that are new or gone since the last iteration */
} RefrainMainLoopRow;

#define REFRAIN_TYPE_MAIN_LOOP (refrain_main_loop_get_type ())
G_DECLARE_FINAL_TYPE (RefrainMainLoop, refrain_main_loop, REFRAIN, MAIN_LOOP, GObject)

/* @iterations: what repeats exactly. NULL with @error when cancelled. O(patterns); irregular: O(n
 * log n) in operations, with at most 400 looks at each. */
RefrainMainLoop *refrain_main_loop_new (RefrainComposites *composites,
                                        RefrainIterations *iterations,
                                        GCancellable *cancellable,
                                        GError **error);
/* Whether @iterations are so much of the run that they are the main loop, whatever roles say. */
gboolean refrain_main_loop_is_exact (RefrainIterations *iterations);
/* Whether a main loop of patterns may be another than @iterations of @trace, which repeat exactly:
 * several of its turns may be one, as something is between some of them, roots move on in them, or
 * the last one is not whole; or threads do something beside each other. O(operations of a process).
 */
gboolean refrain_main_loop_may_differ (RefrainTrace *trace, RefrainIterations *iterations);

/* The iterations of the run: none where work is handed out on demand, or no main loop is seen.
 * Owned by @self. */
RefrainIterations *refrain_main_loop_get_iterations (RefrainMainLoop *self);
/* Whether it was found by roles and explains more than the patterns do; if not there are no parts.
 */
gboolean refrain_main_loop_leads (RefrainMainLoop *self);
/* Whether its iterations, which repeat exactly, stand in turns of a loop around them. */
gboolean refrain_main_loop_has_outer (RefrainMainLoop *self);
/* Loops of groups of processes that have nothing to do with each other in them, and as many as
 * there are: with any there are no iterations, and the text of the main loop is of all groups.
 * Owned by @self. */
const RefrainMainLoopPart *refrain_main_loop_get_groups (RefrainMainLoop *self, gsize *n);
static inline gboolean
refrain_main_loop_has_groups (RefrainMainLoop *self)
{
  gsize n;

  refrain_main_loop_get_groups (self, &n);
  return n > 0;
}
/* Whether it is of patterns, and inner loops or what comes and goes make its iterations differ, so
 * that fewer of them in a row are alike by chance. */
gboolean refrain_main_loop_is_uneven (RefrainMainLoop *self);
/* @regularity of the composite patterns, or that it is regular in its own way: what roles find a
 * loop of, or a name for what is in it. */
RefrainRegularity
refrain_main_loop_correct_regularity (RefrainMainLoop *self, RefrainRegularity regularity);
/* By roles, in order of time; owned by @self. */
const RefrainMainLoopPart *refrain_main_loop_get_parts (RefrainMainLoop *self, gsize *n);
/* The part that is the main loop; NULL where none is seen. */
const RefrainMainLoopPart *refrain_main_loop_get_main (RefrainMainLoop *self);
/* Its iterations, if they are the same on all processes; else none. Owned by @self. */
const RefrainMainLoopRow *refrain_main_loop_get_rows (RefrainMainLoop *self, gsize *n);
/* Whether messages are what it was looked for, and iterations differ in these, so that no exact
 * description of one is that of others. */
gboolean refrain_main_loop_varies (RefrainMainLoop *self);
/* The share of messages in patterns that come three times or more. */
double refrain_main_loop_get_repeated (RefrainMainLoop *self);
/* "4 × [Exchange with up to 7 partners; MPI_Allreduce]: 98 % of the run". NULL where there is no
 * main loop. Free with g_free(). */
char *refrain_main_loop_describe (RefrainMainLoop *self);
/* What is in an iteration that repeats exactly: "10 × Sweep from 0 to 7; MPI_Allreduce"; NULL where
 * nothing is known of it. Owned by @self. */
const char *refrain_main_loop_get_content (RefrainMainLoop *self);
/* "processes 0, 1 serve 7 others, which send them 154 messages and get 140", where these ask in an
 * order of their own; or NULL. Belongs to @self. */
const char *refrain_main_loop_get_servers (RefrainMainLoop *self);
/* Whether @cycle, of the same composites, is it: its iterations hold the same patterns, and are no
 * more. What comes between two of them makes those that follow each other fewer. O(items). */
gboolean refrain_main_loop_is_cycle (RefrainMainLoop *self, RefrainCycle *cycle);
/* The patterns of @composites that @ops belong to, those of most operations in the order in which
 * they begin: "Exchange; 10 × Sweep from 0 to 7; MPI_Allreduce". NULL where they belong to none.
 * *@named: that of most operations has a shape with a name, or comes several times; *@placed (may
 * be NULL): one that goes on beyond @ops has one by who sends to whom in them. @items (may be NULL)
 * gets these patterns (of RefrainCycleItem), none where some are only counted. Free with g_free().
 * O(processes + operations of the set). */
char *refrain_main_loop_describe_ops (RefrainComposites *composites,
                                      const RefrainOpSet *ops,
                                      gboolean *named,
                                      gboolean *placed,
                                      GArray *items);
/* The same of @ops of a group of processes, where others do likewise at other times. */
char *refrain_main_loop_describe_group (RefrainComposites *composites, const RefrainOpSet *ops);
/* Whether @pattern is a collective operation whose root is another process of its communicator each
 * time, in turn. O(occurrences). */
gboolean refrain_main_loop_has_moving_root (RefrainPatternSet *set, guint pattern);
/* The name of @pattern, and that its root moves on; of one without a shape what its partners make a
 * place: "Neighbour exchange on a periodic 3×3 grid (72 messages)". Free with g_free().
 * O(operations of an occurrence). */
char *refrain_main_loop_name_pattern (RefrainPatternSet *set, guint pattern);
