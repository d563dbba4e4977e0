/* refrain.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The public interface of librefrain: a trace of an MPI program, its events as columns,
 * everything that Refrain finds in it, and figures of it.
 *
 *     g_autoptr (RefrainFile) file = refrain_file_open ("run.otf2", NULL, &error);
 *     g_autoptr (RefrainAnswer) answer = refrain_file_ask (file, "patterns", NULL, NULL, &error);
 *
 * Objects never change and may be used from any thread. What a function returns as `const` belongs
 * to the object asked. Other symbols of the library are private to Refrain's own programs: they
 * have the version REFRAIN_PRIVATE and change without notice.
 */
#pragma once

#include "refrain-data.h"

G_BEGIN_DECLS

/* ---- Answers ---- */

/**
 * RefrainAnswer:
 *
 * The result of one analysis.
 */
typedef struct _RefrainAnswer RefrainAnswer;

#define REFRAIN_TYPE_ANSWER (refrain_answer_get_type ())
GType refrain_answer_get_type (void);
RefrainAnswer *refrain_answer_ref (RefrainAnswer *self);
void refrain_answer_unref (RefrainAnswer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainAnswer, refrain_answer_unref)

int refrain_answer_get_status (const RefrainAnswer *self);
const char *refrain_answer_get_warning (const RefrainAnswer *self, guint index);
char *refrain_answer_to_text (const RefrainAnswer *self);
char *refrain_answer_to_json (const RefrainAnswer *self);
char *refrain_answer_to_csv (const RefrainAnswer *self);
char *refrain_answer_to_latex (const RefrainAnswer *self);
RefrainData *refrain_answer_to_data (const RefrainAnswer *self);

/* ---- Traces ---- */

/**
 * RefrainFile:
 *
 * An open trace, with everything that was found in it: each analysis runs once for its options.
 */
#define REFRAIN_TYPE_FILE (refrain_file_get_type ())
G_DECLARE_FINAL_TYPE (RefrainFile, refrain_file, REFRAIN, FILE, GObject)

RefrainFile *refrain_file_open (const char *path, GCancellable *cancellable, GError **error);
const char *refrain_file_get_path (RefrainFile *self);
const char *refrain_file_get_name (RefrainFile *self);
guint refrain_file_get_n_processes (RefrainFile *self);
char **refrain_list_analyses (void);
RefrainAnswer *refrain_file_ask (RefrainFile *self,
                                 const char *analysis,
                                 const char *const *arguments,
                                 GCancellable *cancellable,
                                 GError **error);
char **refrain_list_views (void);
gboolean refrain_file_draw (RefrainFile *self,
                            const char *view,
                            const char *path,
                            const char *const *arguments,
                            GCancellable *cancellable,
                            GError **error);
RefrainData *refrain_file_get_calls (RefrainFile *self, guint process, GError **error);
RefrainData *refrain_file_get_operations (RefrainFile *self, guint process, GError **error);
RefrainData *
refrain_file_find_messages (RefrainFile *self, GCancellable *cancellable, GError **error);
RefrainData *refrain_file_find_calls (RefrainFile *self, GCancellable *cancellable, GError **error);
RefrainData *
refrain_file_find_collectives (RefrainFile *self, GCancellable *cancellable, GError **error);
RefrainData *refrain_file_find_occurrences (RefrainFile *self,
                                            const char *kind,
                                            const char *name,
                                            GCancellable *cancellable,
                                            GError **error);

G_END_DECLS
