/* refrain-compare.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GCompareFuncs for arrays of numbers, ascending, and of rows by fields that are numbers.
 */
#pragma once

#include <glib.h>
#include <string.h>

static inline int
refrain_compare_int32 (gconstpointer a, gconstpointer b)
{
  const gint32 x = *(const gint32 *) a, y = *(const gint32 *) b;

  return (x > y) - (x < y);
}

static inline int
refrain_compare_uint32 (gconstpointer a, gconstpointer b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return (x > y) - (x < y);
}

static inline int
refrain_compare_uint64 (gconstpointer a, gconstpointer b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

static inline int
refrain_compare_int64 (gconstpointer a, gconstpointer b)
{
  const gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Not for NaN. */
static inline int
refrain_compare_double (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Of strings, as strcmp(). */
static inline int
refrain_compare_text (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Defines the GCompareFunc @name for rows of @Type by @order, keys joined by "?:", of which each
 * counts where those before it are equal:
 *
 *   REFRAIN_DEFINE_COMPARE (compare_kinds, Kind, REFRAIN_FALLING (times) ?: REFRAIN_RISING (name))
 */
#define REFRAIN_DEFINE_COMPARE(name, Type, order)                                                  \
  static int name (gconstpointer a, gconstpointer b)                                               \
  {                                                                                                \
    const Type *x = a, *y = b;                                                                     \
                                                                                                   \
    return order;                                                                                  \
  }

/* The same for rows that are pointers to @Type. */
#define REFRAIN_DEFINE_COMPARE_POINTERS(name, Type, order)                                         \
  static int name (gconstpointer a, gconstpointer b)                                               \
  {                                                                                                \
    const Type *x = *(const Type *const *) a, *y = *(const Type *const *) b;                       \
                                                                                                   \
    return order;                                                                                  \
  }

/* Keys of both: a field that is a number, the smallest or the largest first. */
#define REFRAIN_RISING(field)  ((x->field > y->field) - (x->field < y->field))
#define REFRAIN_FALLING(field) ((x->field < y->field) - (x->field > y->field))
