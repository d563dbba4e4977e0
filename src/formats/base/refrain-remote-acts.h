/* refrain-remote-acts.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: which records and calls act on windows and files, and what they hold.
 */
#pragma once

#include "refrain-extension.h"
#include "refrain-record-bytes.h"

/* What a record or a call does with windows. */
typedef enum
{
  ACT_NONE,
  ACT_PUT,
  ACT_GET,
  ACT_FENCE,
  ACT_COMPLETE, /* of what this process accesses */
  ACT_EXPOSED,  /* the end of what others access */
  ACT_PASSIVE,  /* an unlock or flush, of which the target knows nothing */
  ACT_MADE,     /* a window is there, or is no more */
  ACT_FREED,
  ACT_INNER,  /* a record of a fence or a lock, which the end of what they guard stands for */
  ACT_LOCK,   /* a lock is had */
  ACT_UNLOCK, /* ... and given back */
  ACT_FILE,   /* an operation on a file */
  ACT_HANDLE, /* opens or closes one */
  ACT_DONE,   /* the end of an operation on a file, which that stands for */
} RefrainRemoteAct;

/* What records of the class @name do, and calls of the routine @name. */
RefrainRemoteAct refrain_remote_classify_record (const char *name);
RefrainRemoteAct refrain_remote_classify_routine (const char *name);

/* The number in the field @name of a record of @class, of which a reference counts from 0. FALSE
 * where there is none. */
gboolean refrain_remote_get_field (const RefrainRecordClass *class,
                                   RefrainRecordBytes fields,
                                   const char *name,
                                   guint64 *number);
/* The first text of a record of @class; "" where there is none. Free with g_free(). */
char *refrain_remote_get_name (const RefrainRecordClass *class, RefrainRecordBytes fields);
