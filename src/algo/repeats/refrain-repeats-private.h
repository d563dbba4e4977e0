/* refrain-repeats-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How lists of repeats are made.
 */
#pragma once

#include "refrain-repeats.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 length;
  guint32 n;
  guint32 first; /* smallest position */
  gsize offset;  /* of its positions among all */
} RefrainRepeatEntry;

/* Takes @entries (of RefrainRepeatEntry, sorted here) and @positions. */
RefrainRepeats *refrain_repeats_new (GArray *entries, guint32 *positions);

G_END_DECLS
