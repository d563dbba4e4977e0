/* refrain-process-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row of the table of processes: one, or a group of them.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-numbers.h"
#include "refrain-process-groups.h"

/* What stands in a row beside its name. */
typedef enum
{
  REFRAIN_PROCESS_LOAD, /* computing over the mean of all that are counted */
  REFRAIN_PROCESS_COMPUTING,
  REFRAIN_PROCESS_MPI,
  REFRAIN_PROCESS_WAITING,
  REFRAIN_PROCESS_MESSAGES, /* that it sends */
  REFRAIN_PROCESS_BYTES,
  REFRAIN_N_PROCESS_VALUES
} RefrainProcessValue;

#define REFRAIN_TYPE_PROCESS_ROW (refrain_process_row_get_type ())
G_DECLARE_FINAL_TYPE (RefrainProcessRow, refrain_process_row, REFRAIN, PROCESS_ROW, GObject)

RefrainProcessRow *refrain_process_row_new (RefrainProcess *process);
/* Of group @index of @groups, whose name is copied. */
RefrainProcessRow *refrain_process_row_new_group (const RefrainProcessGroups *groups, guint index);

/* The processes it stands for, ascending; owned by @self. */
const guint32 *refrain_process_row_get_processes (RefrainProcessRow *self, guint *n);
/* The process of a row of one; NULL of a group. */
RefrainProcess *refrain_process_row_get_process (RefrainProcessRow *self);
/* The number of a group; REFRAIN_NONE of a process. */
guint refrain_process_row_get_group (RefrainProcessRow *self);
/* "MPI Rank 3", "3 · master", or the group's name. */
const char *refrain_process_row_get_name (RefrainProcessRow *self);
/* Of a group the mean of its processes. NAN where none of them is counted, or it is unknown. */
double refrain_process_row_get_value (RefrainProcessRow *self,
                                      RefrainNumbers *numbers,
                                      RefrainProcessValue value);
