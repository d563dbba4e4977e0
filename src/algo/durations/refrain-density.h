/* refrain-density.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: a smooth density of sorted numbers, and its maxima.
 */
#pragma once

#include <glib.h>

typedef struct
{
  double *value; /* at from, from + step, ...; its integral is 1. NULL where all are equal */
  gsize n;
  double from, step;
} RefrainDensity;

/* Frees what it holds. */
void refrain_density_clear (RefrainDensity *self);
/* A Gaussian kernel estimate of @n sorted numbers, at least one, as wide as Silverman's rule says
 * (Density Estimation, 1986, 3.31) but at least @narrowest. O(n + range / width). */
void
refrain_density_estimate (RefrainDensity *self, const double *sorted, gsize n, double narrowest);

/* A maximum with what lies between the valleys beside it. */
typedef struct
{
  double at;                 /* where the density is highest */
  double height;             /* ... and how high */
  gsize first, last;         /* of the sorted numbers: [first, last) */
  gsize own_first, own_last; /* ... as long as all maxima had theirs */
} RefrainMode;

/* The maxima of @self that hold @least_share of the @n sorted numbers and at least two, from left
 * to right, with valleys between them that are no higher than @valley of the lower one and
 * that as many numbers stand out of as two alone would; free with
 * g_array_unref(). What is not kept belongs to the neighbour behind the higher valley, so that the
 * kept ones cover all numbers; none is kept where none holds enough. O(places + maxima²). */
GArray *refrain_density_find_modes (
    const RefrainDensity *self, const double *sorted, gsize n, double least_share, double valley);
