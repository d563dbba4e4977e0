/* refrain-nlr-shapes.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room: the shapes of terms, equal ones numbered alike. See refrain-nlr-stack.h.
 */
#pragma once

#include "refrain-nlr-stack.h"
#include "refrain-sequence-table.h"

G_BEGIN_DECLS

typedef struct
{
  gsize body;          /* in the words of the table */
  gsize step;          /* in the steps */
  guint32 n_body;      /* 0 for a leaf */
  guint32 n_numbers;   /* with the count */
  gboolean is_moving;  /* some number advances */
  gboolean is_varying; /* ... and some count among them */
} RefrainNlrShapeEntry;

typedef struct
{
  guint32 n_leaves;
  GArray *entries; /* of RefrainNlrShapeEntry */
  GArray *steps;   /* of gint64 */
  GArray *key;     /* of guint32: scratch */
  RefrainSequenceTable loops;
} RefrainNlrShapes;

void refrain_nlr_shapes_init (RefrainNlrShapes *self, const guint8 *n_numbers, guint32 n_leaves);
void refrain_nlr_shapes_clear (RefrainNlrShapes *self);
/* The shape of a loop; @n_numbers of its body, and @count_at telling which of them are counts is
 * found from the body. O(n_body + n_numbers). */
guint32 refrain_nlr_shapes_add_loop (RefrainNlrShapes *self,
                                     const guint32 *body,
                                     guint32 n_body,
                                     const gint64 *step,
                                     guint32 n_numbers);

static inline const RefrainNlrShapeEntry *
refrain_nlr_shapes_get (const RefrainNlrShapes *self, guint32 shape)
{
  return &g_array_index (self->entries, RefrainNlrShapeEntry, shape);
}

static inline const guint32 *
refrain_nlr_shapes_get_body (const RefrainNlrShapes *self, const RefrainNlrShapeEntry *entry)
{
  return &g_array_index (self->loops.words, guint32, entry->body);
}

static inline const gint64 *
refrain_nlr_shapes_get_step (const RefrainNlrShapes *self, const RefrainNlrShapeEntry *entry)
{
  return &g_array_index (self->steps, gint64, entry->step);
}

G_END_DECLS
