/* refrain-skeleton-writer.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A skeleton in the making: what its parts of text agree on.
 */
#pragma once

#include "refrain-skeleton-c.h"

typedef struct
{
  RefrainSkeleton *skeleton;
  const RefrainSkeletonStyle *style;
  RefrainProgram *program;
  RefrainMapping *mapping;
  guint n;
  const RefrainProgramLine *lines;
  const RefrainDirection *directions;
  const RefrainSkeletonSlot *slots;
  const RefrainSkeletonAct *acts;
  char **idents; /* of directions: variables of skeleton.h; NULL where one is not used */
  guint32 n_directions;
  gboolean at_used;   /* at() is called */
  gboolean axes_used; /* coordinates are */
  GHashTable *groups; /* numbers of group rules that need a communicator */
  GString *tables;    /* declarations */
  GString *text;      /* functions */
  guint n_tables;
  guint loop; /* depth of loops */
  guint indent;
  GHashTable *lists; /* of lists of neighbours, sizes: the table that has it */
} RefrainSkeletonWriter;

void refrain_skeleton_writer_init (RefrainSkeletonWriter *self,
                                   RefrainSkeleton *skeleton,
                                   const RefrainSkeletonStyle *style);
void refrain_skeleton_writer_clear (RefrainSkeletonWriter *self);

/* A line of a function, indented. */
void refrain_skeleton_writer_add (RefrainSkeletonWriter *self, const char *line);

typedef gint64 (*RefrainSkeletonTableFunc) (RefrainSkeletonWriter *self,
                                            guint process,
                                            gconstpointer data);

/* "static const int NAME[N_PROCESSES] = { ... };" of a value a process. */
void refrain_skeleton_writer_add_table (RefrainSkeletonWriter *self,
                                        const char *name,
                                        RefrainSkeletonTableFunc get,
                                        gconstpointer data);
/* "TYPE NAME[SIZE] = { ... };", in one line where that is short. @size may be "". */
void refrain_skeleton_writer_add_values (RefrainSkeletonWriter *self,
                                         const char *declaration,
                                         const GPtrArray *values);

/* Where a process sits, who its neighbours are, its communicators: declarations, at() and
 * take_place(). */
void refrain_skeleton_add_places (RefrainSkeletonWriter *self, GString *text);
/* The statements of function @function, between its braces. */
void refrain_skeleton_add_body (RefrainSkeletonWriter *self, guint32 function);
/* "part_a"; of any but the last function. Free with g_free(). */
char *refrain_skeleton_name_function (guint32 function);

/* The function of a collective in skeleton.h, whether it takes a root and a size. Static. */
const char *
refrain_skeleton_get_collective (RefrainCollective collective, gboolean *rooted, gboolean *sized);
