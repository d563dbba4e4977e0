/* refrain-role-ops.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: operations by what they are for. A role is a kind of operation, the class
 * of its tag, how many processes use its communicator, and the routine that calls for it: not with
 * whom, nor how often, nor which way. So a program whose partners change still says the same.
 */
#pragma once

#include "refrain-trace.h"

typedef enum
{
  REFRAIN_ROLE_SENDS,
  REFRAIN_ROLE_RECEIVES,
  REFRAIN_ROLE_OTHER, /* a collective or a file operation */
} RefrainRoleWay;

/* An operation. Receives stand where they are posted. */
typedef struct
{
  RefrainTime start, end; /* taken up, completed */
  guint64 bytes;
  guint32 role;
  guint32 row; /* of the process' operations; REFRAIN_NONE for a file operation */
  gint32 peer; /* or -1 */
  gint32 tag;
  guint8 way;      /* RefrainRoleWay */
  guint8 blocking; /* whether the next cannot be taken up before it is complete */
} RefrainRoleOp;

typedef struct
{
  char *name;          /* "MPI_Allreduce"; NULL for messages */
  gboolean is_message; /* of one process to another */
  gboolean is_handle;  /* makes or frees a communicator, a window or a file */
  gboolean is_wide;    /* all processes use its communicator */
  guint32 reach;       /* how many do */
} RefrainRole;

typedef struct
{
  RefrainRoleOp *ops; /* by start */
  gsize n;
} RefrainRoleProcess;

typedef struct
{
  guint n_processes;
  RefrainRoleProcess *processes;
  GArray *roles; /* of RefrainRole */
  guint64 messages;
} RefrainRoleOps;

/* The operations between MPI_Init and MPI_Finalize. What only one process takes part in is left
 * out. A tag that counts, or is rare, tells nothing; two roles of messages that follow each other
 * in any order and number are one. Free with refrain_role_ops_free(). O(operations · log
 * operations). */
RefrainRoleOps *refrain_role_ops_new (RefrainTrace *trace);
void refrain_role_ops_free (RefrainRoleOps *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainRoleOps, refrain_role_ops_free)

/* Whether calls of @routine open, read, write or close a file. */
gboolean refrain_role_is_file_operation (RefrainRoutine *routine);

static inline const RefrainRole *
refrain_role_ops_get_role (const RefrainRoleOps *self, guint32 role)
{
  return &g_array_index (self->roles, RefrainRole, role);
}
