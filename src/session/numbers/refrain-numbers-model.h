/* refrain-numbers-model.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What costs the part of a run that is looked at, and the run itself: of the visible window, the
 * measured interval or what is lit up, on the processes that are shown. One a session, made when
 * it is first asked for. While it is watched, it follows; each change is a job, when there
 * was no other for a moment. Main thread only.
 */
#pragma once

#include "refrain-numbers.h"
#include "refrain-session.h"

typedef enum
{
  REFRAIN_NUMBERS_WINDOW,
  REFRAIN_NUMBERS_INTERVAL, /* the measured one, or that of a selected phase or iteration */
  REFRAIN_NUMBERS_SELECTION,
  REFRAIN_NUMBERS_RUN, /* all processes */
  REFRAIN_N_NUMBERS_SCOPES
} RefrainNumbersScope;

/* "window": an untranslated name for actions. */
const char *refrain_numbers_scope_get_name (RefrainNumbersScope scope);

#define REFRAIN_TYPE_NUMBERS_MODEL (refrain_numbers_model_get_type ())
G_DECLARE_FINAL_TYPE (RefrainNumbersModel, refrain_numbers_model, REFRAIN, NUMBERS_MODEL, GObject)

/* Properties that notify: "scope", "numbers" (or the run's, or there is another problem). The model
 * of @session, which owns it. */
RefrainNumbersModel *refrain_numbers_model_get (RefrainSession *session);

/* Follows what is looked at until refrain_numbers_model_unwatch() was called as often. */
void refrain_numbers_model_watch (RefrainNumbersModel *self);
void refrain_numbers_model_unwatch (RefrainNumbersModel *self);

void refrain_numbers_model_set_scope (RefrainNumbersModel *self, RefrainNumbersScope scope);
RefrainNumbersScope refrain_numbers_model_get_scope (RefrainNumbersModel *self);

/* Of the scope, and of all the run; NULL until they are there. Those of the scope stay, as they
 * were, while others are worked out. Owned by @self. */
RefrainNumbers *refrain_numbers_model_get_numbers (RefrainNumbersModel *self);
RefrainNumbers *refrain_numbers_model_get_run (RefrainNumbersModel *self);
/* Why the scope has no numbers, and what to do about it; or NULL. */
const char *refrain_numbers_model_get_problem (RefrainNumbersModel *self);
/* "Visible: 173 ms of 2.1 s, 4 of 8 processes": what is counted; "" until there are numbers.
 * *@whole: all of the run's time, or nothing yet. Free with g_free(). */
char *refrain_numbers_model_describe_scope (RefrainNumbersModel *self, gboolean *whole);
/* Whether something is worked out now. For tests. */
gboolean refrain_numbers_model_is_running (RefrainNumbersModel *self);
