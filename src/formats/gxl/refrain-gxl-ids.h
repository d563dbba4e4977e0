/* refrain-gxl-ids.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The ids that a document has used. Those of events, "o3.17" or "t2-o3.17", are a letter, a process
 * and a row: where they ascend they cost nothing, in any other order 8 bytes each; all others are
 * remembered as they are.
 */
#pragma once

#include <glib.h>

/* An id that is made of numbers; the letter is one of "cormde": call, operation, record, message,
 * collective data and its graph. */
typedef struct
{
  char letter;
  guint64 process; /* the trace in the upper half, 0 where no prefix names it */
  guint64 row;
} RefrainGxlRowId;

/* Whether @id is one of an event. O(length). */
gboolean refrain_gxl_row_id_parse (const char *id, RefrainGxlRowId *row_id);

typedef enum
{
  REFRAIN_GXL_ID_NEW,
  REFRAIN_GXL_ID_TWICE,
  REFRAIN_GXL_ID_DISORDER, /* one of an event, in a place that an ascending one cannot have */
} RefrainGxlIdState;

typedef struct _RefrainGxlIds RefrainGxlIds;

/* @any_order: ids of events may come in any order. Free with refrain_gxl_ids_free(). */
RefrainGxlIds *refrain_gxl_ids_new (gboolean any_order);
void refrain_gxl_ids_free (RefrainGxlIds *self);

/* Notes @id. In any order, whether one of an event is there twice is only known by
 * refrain_gxl_ids_close(). O(1). */
RefrainGxlIdState refrain_gxl_ids_add (RefrainGxlIds *self, const char *id);
/* After the last id of a document in any order: FALSE when one is there twice, of which @twice is
 * told (free with g_free()). O(n log n) where they do not ascend. */
gboolean refrain_gxl_ids_close (RefrainGxlIds *self, char **twice);
/* Whether the document has (so far, where ids ascend) such an id. O(1), O(log n) in any order. */
gboolean refrain_gxl_ids_contain (RefrainGxlIds *self, const char *id);

/* Compares two ids as people count: "RTN9" before "RTN10". */
int refrain_gxl_id_compare (const char *a, const char *b);
