/* refrain-beside-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For the refrain-beside*.c files only.
 */
#pragma once

#include "refrain-beside.h"

struct _RefrainBeside
{
  GObject parent_instance;

  RefrainSession *session; /* which owns it */
  RefrainSession *other;   /* or NULL */
  RefrainJob *loading, *comparing;
  char *problem;                      /* or NULL */
  RefrainDifferences *differences[2]; /* by `swapped`; or NULL */
  gboolean swapped;
  guint selected; /* REFRAIN_NONE: none */
  RefrainAligned aligned;
  RefrainAxisKind before_logical; /* what the axes were before they were aligned by logical time */
  RefrainCounterparts *counterparts; /* of the session and the other; NULL: not asked for yet */
  RefrainSession *picked;            /* in which something was picked last; or NULL */
  RefrainComposites *keyed;          /* of which keys were taken; or NULL */
  GHashTable *patterns;              /* of these, by key; both are theirs */
  GPtrArray *further;                /* paths of the runs of a series behind these two; or NULL */
  RefrainReport *series;             /* or NULL */
  char *series_problem;              /* or NULL */
  RefrainJob *measuring;
  RefrainSession *led; /* whose loop was selected here; or NULL */
  guint32 led_loop;    /* that one */
  gboolean moving;     /* a window follows the other one, or what is selected does */
  gboolean lighting;   /* what is lit is changed here */
};

/* From now on, until it goes, what is lit in @session is followed; its window is, with what is
 * selected. */
void refrain_beside_watch_lit (RefrainBeside *self, RefrainSession *session);
void refrain_beside_watch_window (RefrainBeside *self, RefrainSession *session);
/* What is selected in @session is selected in the other run, too. */
void refrain_beside_watch_same (RefrainBeside *self, RefrainSession *session);
/* Of the session and the other run. */
RefrainCounterparts *refrain_beside_get_counterparts (RefrainBeside *self);
void refrain_beside_forget_series (RefrainBeside *self);
/* Shows the chosen places. */
void refrain_beside_show_places (RefrainBeside *self, RefrainBesideRow *row);
void refrain_beside_forget_patterns (RefrainBeside *self);
/* Nothing is chosen any more, and nothing lit. */
void refrain_beside_put_out (RefrainBeside *self);
