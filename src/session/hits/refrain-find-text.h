/* refrain-find-text.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the user types to find messages, "128 bytes", "3>5", "tag 7", "> 2 ms", as questions in the
 * language of queries. No GTK; any thread.
 */
#pragma once

#include "refrain-trace.h"

typedef struct
{
  char *title; /* "Messages of 128 B": translated */
  char *query; /* "MESSAGES WHERE SIZE = 128 B" */
} RefrainFindQuestion;

/* Of RefrainFindQuestion, the likelier first; empty where @text asks for nothing of the kind. A
 * number alone may be a tag or a size. @text may be a query itself. Of pairs, processes are looked
 * up in @trace: those it does not have are no question. Free with g_ptr_array_unref(). */
GPtrArray *refrain_find_text_read (const char *text, RefrainTrace *trace);
/* The question for all calls of the routine called @name. */
RefrainFindQuestion *refrain_find_question_new_calls (const char *name);
RefrainFindQuestion *refrain_find_question_copy (const RefrainFindQuestion *self);
void refrain_find_question_free (RefrainFindQuestion *self);
