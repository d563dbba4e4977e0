/* refrain-spool-file.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file of one thread, and its records one by one. Nothing that stands there is believed.
 */
#pragma once

#include "refrain-file-map.h"
#include "tracer-spool-format.h"

typedef struct
{
  RefrainFileMap *mapping;
  char *path;
  TracerSpoolHeader header; /* texts end with a zero */
  const guint8 *records;
  gsize n;             /* bytes of records */
  gboolean is_cut;     /* the file ends before the records that its header tells of */
  GArray *definitions; /* guint64: where in them each record is that is no event; NULL: not known */
} RefrainSpoolFile;

/* Opens @path; NULL with @error where it is no such file. Free with refrain_spool_file_free(). */
RefrainSpoolFile *refrain_spool_file_open (const char *path, GError **error);
void refrain_spool_file_free (RefrainSpoolFile *self);

/* Text of a record; not terminated. */
typedef struct
{
  const char *text;
  gsize n;
} RefrainSpoolText;

typedef struct
{
  TracerRecord code;
  guint64 time;       /* of an event: nanoseconds since the header's base */
  guint64 request;    /* of an event that has one */
  guint64 numbers[5]; /* as the format lists them, without times and requests */
  RefrainSpoolText texts[2];
  const guint8 *list; /* MEMBERS, CARTESIAN, NEIGHBOURS: where the numbers of the list begin */
  guint64 n_list;
} RefrainSpoolRecord;

typedef struct
{
  const guint8 *at, *end;
  guint64 time, request;
  const RefrainSpoolFile *only; /* its definitions */
  guint next;
} RefrainSpoolCursor;

void refrain_spool_cursor_init (RefrainSpoolCursor *self, const RefrainSpoolFile *file);
/* Looks for definitions, which are few, once for all that read nothing else. */
void refrain_spool_file_find_definitions (RefrainSpoolFile *self);
/* A cursor that gives only these. */
void refrain_spool_cursor_init_definitions (RefrainSpoolCursor *self, const RefrainSpoolFile *file);
/* Returns the next record. FALSE at the end, with *damaged where that comes in the middle of one or
 * of what is none. */
gboolean
refrain_spool_cursor_next (RefrainSpoolCursor *self, RefrainSpoolRecord *record, gboolean *damaged);

/* A number of a list of @record; *at begins at record->list. Lists were checked: there are n_list.
 */
guint64 refrain_spool_list_next (const guint8 **at);
gint64 refrain_spool_unfold (guint64 number);
