/* refrain-divisor.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What two numbers have in common.
 */
#pragma once

#include <glib.h>

/* The greatest common divisor (Euclid); 0 and a number have that number. */
static inline guint64
refrain_find_divisor (guint64 a, guint64 b)
{
  while (b != 0)
    {
      const guint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}
