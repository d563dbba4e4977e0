/* refrain-paraver-labels.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The names that lie beside a Paraver trace: those of values (.pcf) and of processes, threads and
 * machines (.row). Both files may be missing.
 */
#pragma once

#include <gio/gio.h>

typedef enum
{
  REFRAIN_PARAVER_LEVEL_NODE,
  REFRAIN_PARAVER_LEVEL_TASK,
  REFRAIN_PARAVER_LEVEL_THREAD,
  REFRAIN_PARAVER_N_LEVELS
} RefrainParaverLevel;

typedef struct _RefrainParaverLabels RefrainParaverLabels;

/* Reads the files that belong to the trace at @path (x.prv or x.prv.gz: x.pcf and x.row). NULL with
 * @error only where one is there and cannot be read. Free with refrain_paraver_labels_free(). */
RefrainParaverLabels *
refrain_paraver_labels_new (const char *path, GCancellable *cancellable, GError **error);
void refrain_paraver_labels_free (RefrainParaverLabels *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainParaverLabels, refrain_paraver_labels_free)

/* The name of a value of the type of event, or of a state, or NULL; belongs to @self. */
const char *
refrain_paraver_labels_get_value (RefrainParaverLabels *self, guint32 type, gint64 value);
const char *refrain_paraver_labels_get_state (RefrainParaverLabels *self, gint64 state);
/* The @n values of user functions, in the order of the file; belongs to @self. */
const gint64 *refrain_paraver_labels_get_functions (RefrainParaverLabels *self, gsize *n);
/* The name of the i-th thing of a level, from 0, or NULL; belongs to @self. */
const char *
refrain_paraver_labels_get_row (RefrainParaverLabels *self, RefrainParaverLevel level, gsize i);

/* "x.pcf" for "x.prv" and "x.prv.gz". Free with g_free(). */
char *refrain_paraver_name_beside (const char *path, const char *extension);
