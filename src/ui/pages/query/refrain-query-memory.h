/* refrain-query-memory.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The queries that were asked, newest first, and those that the user keeps under a name: the
 * user's, for all traces. They are in the settings; where these are not installed, they last as
 * long as the window.
 */
#pragma once

#include <gio/gio.h>

/* Queries that are remembered without a name. */
#define REFRAIN_QUERY_HISTORY 40

#define REFRAIN_TYPE_QUERY_MEMORY (refrain_query_memory_get_type ())
G_DECLARE_FINAL_TYPE (RefrainQueryMemory, refrain_query_memory, REFRAIN, QUERY_MEMORY, GObject)

/* Signal "changed". */
RefrainQueryMemory *refrain_query_memory_new (void);

/* Puts @text in front; it is there once only. */
void refrain_query_memory_add (RefrainQueryMemory *self, const char *text);
guint refrain_query_memory_get_n (RefrainQueryMemory *self);
/* The one asked @i queries ago. */
const char *refrain_query_memory_get (RefrainQueryMemory *self, guint i);

/* Keeps @text as @name, in place of another of that name. */
void refrain_query_memory_keep (RefrainQueryMemory *self, const char *name, const char *text);
void refrain_query_memory_forget (RefrainQueryMemory *self, const char *name);
guint refrain_query_memory_get_n_kept (RefrainQueryMemory *self);
/* Number @i of those that are kept, in the order in which they were. */
const char *refrain_query_memory_get_kept (RefrainQueryMemory *self, guint i, const char **text);
