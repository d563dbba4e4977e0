/* refrain-compare.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GCompareFuncs for arrays of numbers, ascending.
 */
#pragma once

#include <glib.h>

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
