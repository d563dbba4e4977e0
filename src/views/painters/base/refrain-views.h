/* refrain-views.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The views that can become figures, one line each: what the command line offers and explains, what
 * the window's export dialog lists, and what the manual has to name.
 */
#pragma once

#include <glib.h>

typedef enum
{
  REFRAIN_VIEW_EVENTS,
  REFRAIN_VIEW_MATRIX,
  REFRAIN_VIEW_OVERVIEW,
  REFRAIN_VIEW_PATTERN, /* one of them by itself */
  REFRAIN_VIEW_PHASES,  /* tree and band, or a divergence curve */
  REFRAIN_VIEW_LOOPS,
  REFRAIN_VIEW_TOPOLOGY,      /* processes and who they speak to, as the graph that has a name */
  REFRAIN_VIEW_PROGRAM,       /* the run on one page, with what its lines cost */
  REFRAIN_VIEW_CRITICAL_PATH, /* the event graph with the path drawn along it */
  REFRAIN_VIEW_DURATIONS,     /* how long what repeats takes */
  REFRAIN_VIEW_COMPARE,       /* two occurrences of it side by side */
  REFRAIN_VIEW_FLAME,         /* who calls whom for how long */
  REFRAIN_VIEW_ITERATIONS,    /* times over the iterations of a loop */
  REFRAIN_VIEW_DIFFERENCES,   /* the same place in two runs, one above the other */
  REFRAIN_N_VIEWS
} RefrainView;

/* What a view can follow of that which a figure can be asked for. */
typedef enum
{
  REFRAIN_VIEW_TAKES_AXIS = 1 << 0,      /* time, compressed time or logical time */
  REFRAIN_VIEW_TAKES_COUNT = 1 << 1,     /* along the symbols of a sequence instead */
  REFRAIN_VIEW_TAKES_TIME = 1 << 2,      /* a part of the run */
  REFRAIN_VIEW_TAKES_PROCESSES = 1 << 3, /* some processes, in an order */
  REFRAIN_VIEW_TAKES_PATTERN = 1 << 4,
  REFRAIN_VIEW_TAKES_SEGMENT = 1 << 5,
  REFRAIN_VIEW_TAKES_BANDS = 1 << 6, /* phases behind it */
  REFRAIN_VIEW_TAKES_LOOP = 1 << 7,
  REFRAIN_VIEW_TAKES_CELLS = 1 << 8,    /* what the cells of a matrix show */
  REFRAIN_VIEW_TAKES_EDGES = 1 << 9,    /* what counts as an edge of a topology */
  REFRAIN_VIEW_TAKES_WAITING = 1 << 10, /* where processes wait, as colours */
  REFRAIN_VIEW_TAKES_SERIES = 1 << 11,  /* occurrences of what repeats */
  REFRAIN_VIEW_TAKES_FOLDS = 1 << 12,   /* what is similar as blocks */
} RefrainViewTakes;

typedef struct
{
  const char *name;  /* on the command line and in names of files */
  const char *title; /* to be translated */
  RefrainViewTakes takes;
  gboolean needs_pattern; /* there is none without it */
  gboolean window_only;   /* it shows what was chosen in the window */
  double width, height;   /* of a figure, unless others are asked for, in millimetres */
} RefrainViewInfo;

/* By RefrainView. */
extern const RefrainViewInfo refrain_views[REFRAIN_N_VIEWS];

/* The names of the views that the command line draws, in the order of RefrainView; ends with NULL.
 * Free the array with g_free(), its strings are the program's. */
const char **refrain_views_list_names (void);
