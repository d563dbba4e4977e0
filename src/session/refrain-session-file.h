/* refrain-session-file.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the user told about a trace, kept beside it: names of patterns, chosen wrappers, bookmarks,
 * and what is known about phases. The file is called as the trace with ".refrain.json" behind;
 * where the trace's folder cannot be written, it goes to the user's data directory. Members it does
 * not know are kept. No GTK; any thread, one at a time.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-bookmarks.h"
#include "refrain-phase-memory.h"

typedef struct _RefrainSessionFile RefrainSessionFile;

/* For the trace at @trace_path. Reads nothing yet. */
RefrainSessionFile *refrain_session_file_new (const char *trace_path);
void refrain_session_file_free (RefrainSessionFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainSessionFile, refrain_session_file_free)

/* Where it is beside the trace, and where else it may be. For tests. */
const char *refrain_session_file_get_path (RefrainSessionFile *self);
const char *refrain_session_file_get_fallback_path (RefrainSessionFile *self);

/* Reads the newer of the two; neither is no error. FALSE with @error when it is damaged: nothing is
 * taken from it then, and saving first moves it out of the way. */
gboolean refrain_session_file_load (RefrainSessionFile *self, GError **error);
/* Writes beside and renames; in the user's data directory where the trace's folder refuses. */
gboolean refrain_session_file_save (RefrainSessionFile *self, GError **error);

/* The same members, read from nowhere. */
RefrainSessionFile *refrain_session_file_copy (RefrainSessionFile *self);
/* What @self holds, which another program may have written meanwhile, with what changed from @base
 * to
 * @ours: names and values of one key as @ours has them where both changed, of lists what neither
 * took away. All of @ours where @self holds nothing. O(members, of lists squared). */
void refrain_session_file_merge (RefrainSessionFile *self,
                                 RefrainSessionFile *base,
                                 RefrainSessionFile *ours);

/* Names of routines, NULL where none were chosen. Free with g_strfreev(). */
GStrv refrain_session_file_get_wrappers (RefrainSessionFile *self);
void refrain_session_file_set_wrappers (RefrainSessionFile *self, const char *const *wrappers);
/* How routines are drawn, lines of refrain_routine_looks_write(); likewise. */
GStrv refrain_session_file_get_looks (RefrainSessionFile *self);
void refrain_session_file_set_looks (RefrainSessionFile *self, const char *const *looks);
/* Key of a pattern → its name; a new table. */
GHashTable *refrain_session_file_get_names (RefrainSessionFile *self);
void refrain_session_file_set_names (RefrainSessionFile *self, GHashTable *names);
/* How phases are looked for, their names and notes; free with refrain_phase_memory_free(). What the
 * file does not tell is as in a new one. */
RefrainPhaseMemory *refrain_session_file_get_phases (RefrainSessionFile *self);
void refrain_session_file_set_phases (RefrainSessionFile *self, const RefrainPhaseMemory *memory);
/* Named places in time; empty where there are none. Free with refrain_bookmarks_unref(). */
RefrainBookmarks *refrain_session_file_get_bookmarks (RefrainSessionFile *self);
void refrain_session_file_set_bookmarks (RefrainSessionFile *self, RefrainBookmarks *bookmarks);
