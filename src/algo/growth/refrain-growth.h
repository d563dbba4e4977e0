/* refrain-growth.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a number grows with the number n of processes, out of a few runs: c + d · n^a · log2(n)^b,
 * with a and b from a short list, as in Extra-P (Calotoiu, Hoefler, Poke and Wolf: Using automated
 * performance modeling to find scalability bugs in complex codes, SC13). Which one is decided by
 * cross-validation: every count is left out once and foretold from the others.
 */
#pragma once

#include <glib.h>

/* Of fewer different counts nothing is said: any two parameters fit three points well. */
#define REFRAIN_GROWTH_LEAST 4

typedef enum
{
  REFRAIN_GROWTH_UNCLEAR,  /* too few counts, or none of the terms foretells */
  REFRAIN_GROWTH_CONSTANT, /* the same everywhere, but for noise */
  REFRAIN_GROWTH_TERM,     /* it rises or falls as the term does */
} RefrainGrowthKind;

typedef struct
{
  RefrainGrowthKind kind;
  guint term;              /* index of the list */
  double constant, factor; /* c and d */
  double error;            /* of foretold values, in the mean: 0.1 is a tenth */
} RefrainGrowth;

/* @values, none negative, of runs with @counts processes, in any order; counts may repeat: then the
 * middle value counts. O(n² · terms). */
RefrainGrowth refrain_growth_find (const guint *counts, const double *values, gsize n);
/* What the model says for @count; not of one that is unclear. */
double refrain_growth_foretell (const RefrainGrowth *self, guint count);
/* "n·log n", "constant"; NULL where unclear. Not translated. */
const char *refrain_growth_get_name (const RefrainGrowth *self);
