/* refrain-pattern-form.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What one process does in one occurrence of a pattern, in general form: what stands several times
 * in a row stands once, with its count.
 */
#pragma once

#include "refrain-pattern.h"

/* One event, @count times in a row. */
typedef struct
{
  guint32 symbol;
  guint32 count;
  guint32 op; /* row of the first of its operations */
} RefrainPatternElement;

/* Two or more elements [first, first + n) that are gone through @count times. */
typedef struct
{
  guint32 first;
  guint32 n;
  guint32 count;
} RefrainPatternBody;

typedef struct
{
  guint process;
  gsize n;
  RefrainPatternElement *elements;
  gsize n_bodies; /* inner ones before those that hold them */
  RefrainPatternBody *bodies;
  gsize n_ops; /* the operations of the occurrence, in the order of the symbol stream */
  guint32 *ops;
  guint32 *element; /* of each */
} RefrainPatternForm;

/* The forms of occurrence @i of @pattern, one a process, by process: a GPtrArray of
 * RefrainPatternForm that frees them. Expanding counts and bodies gives back exactly the events;
 * where a body's instances differ inside, only events in a row are counted. @symbols are those of
 * the pattern's set. O(n log n) in the operations of the occurrence. */
GPtrArray *refrain_pattern_get_forms (RefrainPattern *pattern, RefrainSymbols *symbols, gsize i);

/* A word for each element, with brackets and counts: "(S1", "R3x2)x30". @times is the sign before a
 * count; processes count from @first_rank. A GPtrArray that frees them. O(n). */
GPtrArray *refrain_pattern_form_get_words (const RefrainPatternForm *self,
                                           RefrainSymbols *symbols,
                                           const char *times,
                                           guint first_rank);
