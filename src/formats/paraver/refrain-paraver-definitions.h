/* refrain-paraver-definitions.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a Paraver trace says of its applications before its records: the header line, and the lines
 * of communicators behind it.
 *
 *   #Paraver (22/11/2026 at 14:30):1000_ns:1(2):1:2(1:1,1:1),1
 *   c:1:1:2:1:2
 */
#pragma once

#include "refrain-claims.h"
#include "refrain-paraver-labels.h"
#include "refrain-trace-builder.h"

/* Tasks of all applications are processes, one after the other. */
typedef struct
{
  guint first_process, n_tasks;
  guint32 world; /* communicator of all its tasks, or REFRAIN_NONE until all are known */
} RefrainParaverApplication;

typedef struct
{
  gint64 wall_clock;    /* of the header's date, or -1 */
  gint64 scale;         /* nanoseconds in a unit of time */
  GArray *applications; /* of RefrainParaverApplication */
  GArray *threads;      /* guint32: of each process */
  GArray *nodes;        /* guint32: of each process, from 1, or 0 */
  GHashTable *comms;    /* of application << 32 | id: index + 1 */
  GPtrArray *members;   /* of each communicator: a GArray of gint32 */
  GHashTable *groups;   /* of application << 32 | id: a GArray of gint32, of groups that are no
                           communicators of their own */
  guint32 self;         /* the communicator that is MPI_COMM_SELF of all, or REFRAIN_NONE */
} RefrainParaverDefinitions;

/* What the name of a group ends with that only says who is on one side of a communicator. */
#define REFRAIN_PARAVER_GROUP_NAME "(Refrain group)"

/* Takes a whole number off @at, and the ':' or ',' behind it; FALSE where there is none. */
gboolean refrain_paraver_take_number (char **at, gint64 *number);

/* Reads the header @line; NULL, with *@cause translated. Free with
 * refrain_paraver_definitions_free(). */
RefrainParaverDefinitions *refrain_paraver_definitions_new (char *line, const char **cause);
void refrain_paraver_definitions_free (RefrainParaverDefinitions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainParaverDefinitions, refrain_paraver_definitions_free)

/* Gives @builder the processes. */
void refrain_paraver_definitions_add_processes (RefrainParaverDefinitions *self,
                                                RefrainParaverLabels *labels,
                                                RefrainTraceBuilder *builder);
/* Reads the line of a communicator ("c:…", "i:…"); FALSE, with *@cause translated. */
gboolean refrain_paraver_definitions_add_communicator (RefrainParaverDefinitions *self,
                                                       char *line,
                                                       RefrainParaverLabels *labels,
                                                       RefrainTraceBuilder *builder,
                                                       RefrainClaims *claims,
                                                       const char **cause);
/* Once all communicators are known: those of all tasks, made where they are missing. */
void refrain_paraver_definitions_find_worlds (RefrainParaverDefinitions *self,
                                              RefrainTraceBuilder *builder);
/* The communicator @id of an application, from 0, or REFRAIN_NONE. */
guint32 refrain_paraver_definitions_find_communicator (RefrainParaverDefinitions *self,
                                                       guint application,
                                                       gint64 id);
