/* refrain-query-completion.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Offers the words of the query language and the names of a trace's routines and communicators
 * while a query is typed.
 */
#pragma once

#include <gtksourceview/gtksource.h>

#include "refrain-trace.h"

/* A GtkSourceCompletionProvider. */
#define REFRAIN_TYPE_QUERY_COMPLETION (refrain_query_completion_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainQueryCompletion, refrain_query_completion, REFRAIN, QUERY_COMPLETION, GObject)

RefrainQueryCompletion *refrain_query_completion_new (void);
/* Offers the names of @trace from now on; NULL: keywords only. O(routines). */
void refrain_query_completion_set_trace (RefrainQueryCompletion *self, RefrainTrace *trace);
/* What is offered to who typed @word, at most @n words, best first. Free with g_strfreev(). For
 * tests. */
char **refrain_query_completion_list (RefrainQueryCompletion *self, const char *word, guint n);
