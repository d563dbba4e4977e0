/* refrain-spool-objects.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Windows of one-sided communication and files, and what their events say: an extension of the
 * trace (RefrainExtension), with OTF2's names for the classes of events.
 */
#pragma once

#include "refrain-extension.h"
#include "refrain-spool-file.h"

typedef struct RefrainSpoolObjects RefrainSpoolObjects;

RefrainSpoolObjects *refrain_spool_objects_new (void);
void refrain_spool_objects_free (RefrainSpoolObjects *self);

/* Adds what @record, a TRACER_OBJECT of process @process, defines, made of communicator @comm of
 * the trace. @own: each process has its own of that communicator. */
void refrain_spool_objects_add (RefrainSpoolObjects *self,
                                guint process,
                                const RefrainSpoolRecord *record,
                                guint32 comm,
                                gboolean own);
/* Adds what @record, a TRACER_NEIGHBOURS of process @process, tells of communicator @comm of the
 * trace. */
void refrain_spool_objects_add_neighbours (RefrainSpoolObjects *self,
                                           guint process,
                                           const RefrainSpoolRecord *record,
                                           guint32 comm);
/* Adds how many cores the processes of the node @name may use. */
void refrain_spool_objects_add_node (RefrainSpoolObjects *self,
                                     const char *name,
                                     guint64 n_processes,
                                     guint64 n_cores);
/* NULL where there are none. Free with g_object_unref(). */
RefrainExtension *refrain_spool_objects_make_extension (RefrainSpoolObjects *self);

/* Puts into @details what @record, a TRACER_OTHER of process @process, says. FALSE where it is of
 * no type that is known, or of no object. Any number of threads, once all are added. */
gboolean refrain_spool_objects_describe (RefrainSpoolObjects *self,
                                         guint process,
                                         const RefrainSpoolRecord *record,
                                         GByteArray *details);
