/* refrain-draft.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A program in the making: the steps of a run as seen on one mapping, and what its lines say.
 */
#pragma once

#include "refrain-compass.h"
#include "refrain-guards.h"
#include "refrain-steps.h"

/* Where tags are told. */
typedef enum
{
  REFRAIN_TAGS_IN_LINES,   /* operations with different tags are different */
  REFRAIN_TAGS_AFTERWARDS, /* lines are found without tags, which then are put back */
  REFRAIN_TAGS_IN_HEADER,  /* a direction has one tag: if it has, else as IN_LINES */
} RefrainTagPlace;

/* A line as part of a body: what it says, and for whom. */
typedef struct
{
  guint32 content; /* number in `contents` */
  guint32 guard;
} RefrainItem;

/* Words of a content. Of a leaf: kind, tag rule, name, group rule, directions; of a repeat: kind,
 * count (high, low), items; of a use: kind, number of the definition. */
enum
{
  REFRAIN_CONTENT_KIND,
  REFRAIN_CONTENT_TAG,
  REFRAIN_CONTENT_NAME,
  REFRAIN_CONTENT_GROUP,
  REFRAIN_CONTENT_DIRECTIONS,
  REFRAIN_CONTENT_HIGH = 1,
  REFRAIN_CONTENT_LOW,
  REFRAIN_CONTENT_ITEMS,
  REFRAIN_CONTENT_DEFINITION = 1,
};

/* Words of a token: an operation as its process sees it. */
enum
{
  REFRAIN_TOKEN_KIND, /* RefrainLoopEventKind */
  REFRAIN_TOKEN_WHAT, /* direction; SYNC, LOCAL: name */
  REFRAIN_TOKEN_TAG,  /* tag rule; SYNC: group rule */
  REFRAIN_TOKEN_N_WORDS
};

/* What group of the events a rule means for a process. */
typedef struct
{
  guint32 rule, process, group;
} RefrainGroupUse;

typedef struct
{
  RefrainLoopEvents *events;
  const RefrainSteps *steps;
  RefrainMapping *mapping;
  RefrainCompass *compass;
  RefrainGuards *guards;
  RefrainTagPlace tag_place; /* IN_HEADER only where a direction has one tag */
  gboolean as_read;          /* loops begin where they are first seen, not with their first turn */
  gboolean began;            /* one began earlier than it was seen */

  RefrainSequenceTable tokens;
  gsize *first;        /* of a type of phase: where it begins in the two below */
  guint32 *token;      /* of each of its operations */
  guint32 *tag;        /* ... its tag rule */
  guint32 *token_rank; /* of a token: its place in the order of directions */
  guint32 *counts;     /* of a token: 0, for who counts */
  guint32 *signature;  /* of a type of step: equal where the same operations occur */
  GArray *header;      /* of guint32: IN_HEADER: rule of direction d of travel (2d), of what is
                          received from d (2d + 1); REFRAIN_NONE where there is none */

  RefrainSequenceTable tag_keys;
  GArray *tag_rules; /* of RefrainTagRule */
  RefrainSequenceTable group_keys;
  GArray *group_rules; /* of RefrainGroupRule */
  GArray *group_uses;  /* of RefrainGroupUse */
  RefrainSequenceTable contents;
  GArray *definitions; /* of GArray of RefrainItem: bodies */
  GArray *reach;       /* of guint32: of a content, see refrain_draft_get_reach() */
} RefrainDraft;

/* @events, @steps and @mapping must outlive it. O(distinct phases and steps). */
RefrainDraft *refrain_draft_new (RefrainLoopEvents *events,
                                 const RefrainSteps *steps,
                                 RefrainMapping *mapping,
                                 RefrainTagPlace tag_place);
void refrain_draft_free (RefrainDraft *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainDraft, refrain_draft_free)

/* The number of a tag rule; @numbers are copied. */
guint32 refrain_draft_add_tag (RefrainDraft *self, const RefrainTagRule *rule);
const RefrainTagRule *refrain_draft_get_tag (RefrainDraft *self, guint32 tag);
/* The rule of a tag that differs by process: @tags of the processes of @who, of messages in
 * @direction. O(processes × dimensions). */
guint32 refrain_draft_fit_tags (
    RefrainDraft *self, const guint32 *who, const gint32 *tags, guint n, guint32 direction);
/* @turns: indices of the repeats around, the outermost first. */
gint32 refrain_tag_rule_apply (const RefrainTagRule *rule,
                               RefrainMapping *mapping,
                               guint process,
                               gint64 peer,
                               const guint64 *turns,
                               guint32 n_turns);
/* The number of a content. */
guint32 refrain_draft_add_content (RefrainDraft *self, const guint32 *words, gsize n);
/* Valid until the next is added. */
const guint32 *refrain_draft_get_content (RefrainDraft *self, guint32 content, gsize *n);

/* ---- Steps in order (refrain-schedule.c) ------------------------------------------------------
 */

/* Steps that may happen at the same time and look alike are one. */
typedef struct
{
  RefrainSequenceTable groups; /* phases of all processes, those of the first process first */
  GArray *order;               /* of guint32: numbers of groups */
} RefrainSchedule;

RefrainSchedule *refrain_schedule_new (const RefrainSteps *steps, const guint32 *signature);
void refrain_schedule_free (RefrainSchedule *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainSchedule, refrain_schedule_free)

/* ---- A step as lines (refrain-step-lines.c) ----------------------------------------------------
 */

/* Appends the lines (of RefrainItem) of @phases, the step of some processes in their order. */
void refrain_draft_write_step (RefrainDraft *self, const guint32 *phases, gsize n, GArray *items);

/* ---- Loops and definitions ---------------------------------------------------------------------
 */

/* What came out of folding: a body of RefrainItem. @steps: numbers of lists of items; repeats are
 * looked for among these, or among their lines. */
GArray *refrain_draft_fold (
    RefrainDraft *self, GPtrArray *lists, const guint32 *steps, gsize n_steps, gboolean by_lines);
/* The same, plainly, of any items. */
GArray *refrain_draft_fold_items (RefrainDraft *self, const GArray *items);
/* Whether some lines of @lists differ in nothing but the values of their tags, often enough that
 * these could advance with an index. */
gboolean refrain_draft_has_growing_tags (RefrainDraft *self, GPtrArray *lists);
/* The same with tags that may advance (refrain-fold-indices.c); NULL where a tag would advance by
 * more than 32 bits hold. */
GArray *refrain_draft_fold_indexed (
    RefrainDraft *self, GPtrArray *lists, const guint32 *steps, gsize n_steps, gboolean by_lines);
/* How many repeats around @content its tags depend on: up to the so manieth from the inside. */
guint32 refrain_draft_get_reach (RefrainDraft *self, guint32 content);
/* @content with one more repeat around it, the @depth-th from its inside. */
guint32 refrain_draft_push_inside (RefrainDraft *self, guint32 content, guint32 depth);
/* Names what comes again where that makes the text shorter: replaces @body, adds definitions. */
void refrain_draft_define (RefrainDraft *self, GArray **body);
/* Bytes of @body without definitions, about. */
guint64 refrain_draft_weigh (RefrainDraft *self, const GArray *body);
/* A repeat of @body as an item: what guards all of it guards the repeat. */
RefrainItem
refrain_draft_make_repeat (RefrainDraft *self, guint64 count, const RefrainItem *body, gsize n);
/* Bytes of a content's text without what its body's lines hold. */
guint refrain_draft_measure (RefrainDraft *self, guint32 content);
