/* refrain-otf-record.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A line of an OTF 1 file: a keyword in capitals, a number in small hexadecimal digits, then
 * fields, each a keyword with a number, a list or a text. Keywords are short ("S2L1000T2aC1") or
 * long ("SEND 2 LEN 1000 TAG 2a COMM 1"); both may stand in one file.
 */
#pragma once

#include <glib.h>

typedef enum
{
  REFRAIN_OTF_OTHER, /* of which nothing is made */
  REFRAIN_OTF_DEF_RESOLUTION,
  REFRAIN_OTF_DEF_PROCESS,
  REFRAIN_OTF_DEF_GROUP,
  REFRAIN_OTF_DEF_FUNCTION,
  REFRAIN_OTF_DEF_COLLECTIVE,
  REFRAIN_OTF_DEF_SOURCE,
  REFRAIN_OTF_DEF_SOURCE_FILE,
  REFRAIN_OTF_ENTER,
  REFRAIN_OTF_LEAVE,
  REFRAIN_OTF_SEND,
  REFRAIN_OTF_RECEIVE,
  REFRAIN_OTF_COLLECTIVE,
  REFRAIN_OTF_BEGIN_COLLECTIVE,
  REFRAIN_OTF_END_COLLECTIVE,
} RefrainOtfKind;

typedef enum
{
  REFRAIN_OTF_NAME,
  REFRAIN_OTF_PARENT,
  REFRAIN_OTF_MEMBERS,
  REFRAIN_OTF_SCL,
  REFRAIN_OTF_FILE,
  REFRAIN_OTF_LINE,
  REFRAIN_OTF_TYPE,
  REFRAIN_OTF_LENGTH,
  REFRAIN_OTF_TAG,
  REFRAIN_OTF_COMMUNICATOR,
  REFRAIN_OTF_ROOT,
  REFRAIN_OTF_SENT,
  REFRAIN_OTF_RECEIVED,
  REFRAIN_OTF_DURATION,
  REFRAIN_OTF_HANDLE,
  REFRAIN_OTF_N_FIELDS
} RefrainOtfField;

typedef struct
{
  RefrainOtfKind kind;
  guint64 number;                        /* the first one, 0 where there is none */
  guint64 numbers[REFRAIN_OTF_N_FIELDS]; /* 0 for a field that is not there */
  char *name;                            /* or NULL */
  const char *members;                   /* "1,2,3,", or NULL */
} RefrainOtfRecord;

/* Takes a number in small hexadecimal digits off @at; FALSE where there is none, or one beyond 64
 * bits. */
gboolean refrain_otf_take_number (const char **at, guint64 *number);
/* Cuts @line, to which it writes. FALSE where it is no record. O(length). */
gboolean refrain_otf_record_cut (char *line, RefrainOtfRecord *record);
