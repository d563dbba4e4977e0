/* refrain-find-offers.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What in a session fits what the user types: places in time, processes, routines, patterns,
 * phases, loops, bookmarks, and questions about messages. Makes nothing and goes nowhere.
 */
#pragma once

#include "refrain-session.h"

typedef enum
{
  REFRAIN_OFFER_WINDOW,
  REFRAIN_OFFER_PROCESS,
  REFRAIN_OFFER_QUESTION,
  REFRAIN_OFFER_PATTERN,
  REFRAIN_OFFER_PHASE,
  REFRAIN_OFFER_LOOP,
  REFRAIN_OFFER_BOOKMARK,
  REFRAIN_OFFER_NOTHING, /* a sentence that says what may be typed, or what is wrong */
} RefrainOfferKind;

typedef struct
{
  RefrainOfferKind kind;
  const char *icon;
  char *title;
  char *note;        /* what it is, or how often; or NULL */
  double start, end; /* WINDOW, on the axis; start == end: a place */
  guint32 index;     /* of the process, pattern, phase, loop, bookmark */
  guint question;    /* QUESTION: which of those to be looked for, or G_MAXUINT: known already */
  RefrainFindQuestion *asked; /* QUESTION */
} RefrainOffer;

/* Of RefrainOffer, the likeliest first, a glance of them; none for nothing typed, else at least
 * one. Those of the kind QUESTION whose `question` is a number stand in that order in *@questions,
 * to be given to refrain_hits_look(). Free both with g_ptr_array_unref(). O(routines + processes +
 * phases). */
GPtrArray *
refrain_find_offers_make (RefrainSession *session, const char *text, GPtrArray **questions);
