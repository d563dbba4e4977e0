/* refrain-key-cells.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: the times of a key as a matrix of processes and turns.
 */
#pragma once

#include "refrain-suspect.h"

typedef struct
{
  RefrainSuspectSearch *search;
  const RefrainRunGraph *graph;
  double T;
  guint32 key;
  const guint32 *segs; /* of the key, line after line */
  /* All lines that have it. */
  guint n_lines;
  guint32 *line, *first; /* in segs, one more */
  double *total;
  /* Those that are compared. */
  guint n;      /* rows */
  guint32 *row; /* of each: its place in line */
  guint32 K;    /* turns */
  gboolean by_iteration;
  guint32 *cell; /* n · (K + 1): where it begins in segs */
  guint32
      *usual;    /* of each turn: how many segments half of the rows have at most, once asked for */
  double *d;     /* n · K */
  double *level; /* of each row: mean or median */
  double *ref;   /* of each turn: the others' median */
  gboolean *slow;
  double median; /* of the turns' medians */
} RefrainKeyCells;

static inline guint32 *
refrain_key_cells_get (const RefrainKeyCells *cells, guint row, guint32 k)
{
  return &cells->cell[row * ((gsize) cells->K + 1) + k];
}

static inline double
refrain_key_cells_get_time (const RefrainKeyCells *cells, guint row, guint32 k)
{
  return cells->d[row * (gsize) cells->K + k];
}

static inline guint32
refrain_key_cells_get_line (const RefrainKeyCells *cells, guint row)
{
  return cells->line[cells->row[row]];
}

/* Compares lines that have the usual number of calls, or else all, iteration by iteration. FALSE
 * where neither can be compared; refrain_key_cells_clear() in any case. */
gboolean refrain_key_cells_make (RefrainKeyCells *self);
void refrain_key_cells_clear (RefrainKeyCells *self);
/* Sets the level of each row to its mean. */
void refrain_key_cells_set_means (RefrainKeyCells *self);
/* Marks as slow the rows above the largest step in the sorted levels above half of them. */
void refrain_key_cells_find_slow (RefrainKeyCells *self);
/* Makes segments [@from, @to) of the key take @share of their time in @scenario. */
void refrain_key_cells_scale (
    const RefrainKeyCells *self, RefrainScenario *scenario, guint32 from, guint32 to, double share);
/* Makes a cell take @time in @scenario: all its segments less, or, of more than the others have,
 * the longest, since it is not all work that the others have, too. */
void refrain_key_cells_set (
    const RefrainKeyCells *self, RefrainScenario *scenario, guint row, guint32 k, double time);
/* "all 250 iterations", or calls where the turns are not of iterations; free with g_free(). */
char *refrain_key_cells_describe_turns (const RefrainKeyCells *self, const gboolean *meant);
/* ", in 1 of 20 occurrences": of those in these iterations, where others there are not meant; else
 * "". Free with g_free(). */
char *refrain_key_cells_describe_part (const RefrainKeyCells *self, const gboolean *meant);
/* A suspect of the key; free with refrain_suspect_free(), or give it to the search. */
RefrainSuspect *
refrain_key_cells_suspect (const RefrainKeyCells *self, RefrainFindingKind kind, double weight);
/* By how much more the lines that are @meant compute in all, and also in the routine if it calls
 * MPI: at a border of the program's grid the same work stands between other calls. */
double refrain_key_cells_get_surplus (const RefrainKeyCells *self, const gboolean *meant);
