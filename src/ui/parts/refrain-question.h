/* refrain-question.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The questions one can ask of a run, in the order of the left column.
 */
#pragma once

#include "refrain-trace.h"

G_BEGIN_DECLS

typedef enum
{
  REFRAIN_QUESTION_SUMMARY,
  REFRAIN_QUESTION_EVENTS,
  REFRAIN_QUESTION_MATRIX,
  REFRAIN_QUESTION_PATTERNS,
  REFRAIN_QUESTION_PHASES,
  REFRAIN_QUESTION_LOOPS,
  REFRAIN_QUESTION_PROCESSES,
  REFRAIN_N_QUESTIONS
} RefrainQuestionKind;

typedef struct
{
  const char *name;  /* of its page, and of the action's state */
  const char *title; /* to be translated */
  const char *icon;
  /* The size of its answer, in few characters; free with g_free(). NULL where the answer changes
   * and the window keeps it up to date. */
  char *(*count) (RefrainTrace *trace);
} RefrainQuestion;

extern const RefrainQuestion refrain_questions[REFRAIN_N_QUESTIONS];

G_END_DECLS
