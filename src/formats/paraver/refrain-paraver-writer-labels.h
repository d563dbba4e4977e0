/* refrain-paraver-writer-labels.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The numbers that stand for what a trace names, and the files that say so beside its records.
 */
#pragma once

#include "refrain-trace.h"

/* The event that stands for a routine. */
typedef struct
{
  guint32 type;
  gint64 value;
  RefrainCollective collective; /* that it is */
  guint8 state;                 /* of a process in it, or 0 where that is its caller's */
} RefrainParaverCall;

typedef struct
{
  RefrainTrace *trace;
  RefrainParaverCall *calls; /* of each routine */
  guint32 *node, *cpu;       /* of each process, from 1; 0 where no host is known */
  GPtrArray *hosts;          /* names, belonging to the trace */
  gint64 *communicators;     /* of each: its number; 0 for MPI_COMM_SELF */
  guint32 world;             /* the one that a message needs not name, or REFRAIN_NONE */
  gint64 self;               /* MPI_COMM_SELF of process p has the number self + p; or 0 */
  GString *groups;           /* the lines of all communicators */
  guint n_groups;
  GString *group_names; /* of the sides of communicators between two groups, for the .pcf */
} RefrainParaverNumbers;

/* Of a communicator that the trace does not know. */
#define REFRAIN_PARAVER_UNKNOWN_COMMUNICATOR G_MAXINT32

void refrain_paraver_numbers_init (RefrainParaverNumbers *self, RefrainTrace *trace);
void refrain_paraver_numbers_clear (RefrainParaverNumbers *self);
/* The number of communicator @comm (or REFRAIN_NONE) as process @process uses it. */
gint64 refrain_paraver_numbers_get_communicator (const RefrainParaverNumbers *self,
                                                 guint32 comm,
                                                 guint process);

/* The first line of the trace; the lines of communicators are @self->groups. The same for .pcf and
 * .row, whole. Free with g_string_free(). */
GString *refrain_paraver_write_header (const RefrainParaverNumbers *self);
GString *refrain_paraver_write_pcf (const RefrainParaverNumbers *self);
GString *refrain_paraver_write_row (const RefrainParaverNumbers *self);
