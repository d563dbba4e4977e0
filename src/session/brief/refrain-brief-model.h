/* refrain-brief-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the window says first of a run: the sentences of a RefrainBrief, those of phases and of what
 * is waited for as soon as these are known, and where each of them leads. Main thread only.
 */
#pragma once

#include "refrain-brief.h"
#include "refrain-session.h"

/* A line of it. */
typedef struct
{
  char *sentence;
  char *shown;       /* as much of it as there is room for */
  GArray *patterns;  /* of RefrainBriefPattern, in order: those that it names; or NULL */
  const char *page;  /* that it leads to, by the window's name for it; NULL: it leads nowhere */
  const char *where; /* ... in words, translated: "Show this iteration" */
  guint32 routine;   /* whose longest call it leads to, or REFRAIN_NONE */
  guint room;        /* letters to keep free for it: what stands there may become longer, but no
                        longer than that; 0: as many as it has */
} RefrainBriefLine;

/* A pattern that a line names. */
typedef struct
{
  guint start, end; /* where its name stands in `shown`, in bytes */
  guint32 index;    /* of the composite pattern */
} RefrainBriefPattern;

#define REFRAIN_TYPE_BRIEF_MODEL (refrain_brief_model_get_type ())
G_DECLARE_FINAL_TYPE (RefrainBriefModel, refrain_brief_model, REFRAIN, BRIEF_MODEL, GObject)

/* Property that notifies: "lines". Begins to look at the trace of @session, which is kept, and has
 * it found out what is waited for where the run is not large. */
RefrainBriefModel *refrain_brief_model_new (RefrainSession *session);

/* Of RefrainBriefLine, most telling first; empty until the first are known. What is still looked
 * for has a line, "…", so that nothing moves when it comes. Valid until "lines". */
const GPtrArray *refrain_brief_model_get_lines (RefrainBriefModel *self);
/* Selects and lights up what line @i tells of, and moves the window there; to turn to its page and
 * to go to its routine are left to the caller. */
void refrain_brief_model_follow (RefrainBriefModel *self, guint i);
/* Selects pattern @k of those that line @i names; the window stays. */
void refrain_brief_model_follow_pattern (RefrainBriefModel *self, guint i, guint k);
/* NULL until it is known. */
RefrainBrief *refrain_brief_model_get_brief (RefrainBriefModel *self);
