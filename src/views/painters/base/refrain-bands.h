/* refrain-bands.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Stretches of time behind the events: phases, iterations of a loop. Filled once, then immutable;
 * reference-counted.
 */
#pragma once

#include "refrain-axis.h"
#include "refrain-painter.h"

/* A stretch of time; start > end: none. */
typedef struct
{
  RefrainTime start;
  RefrainTime end;
} RefrainBandInterval;

typedef struct
{
  RefrainTime start; /* on any process */
  RefrainTime end;
  const char *label; /* shown in the overview where it fits; or NULL */
  const char *hue;   /* it is coloured as the routine of this name is; NULL: no colour */
  gboolean highlighted;
} RefrainBand;

#define REFRAIN_TYPE_BANDS (refrain_bands_get_type ())
typedef struct _RefrainBands RefrainBands;
/* A boxed type. */
GType refrain_bands_get_type (void);

/* No bands yet, to be filled with refrain_bands_add() before they are shared. */
RefrainBands *refrain_bands_new (guint n_processes);
/* Any thread. */
RefrainBands *refrain_bands_ref (RefrainBands *self);
/* Frees it with its last reference. */
void refrain_bands_unref (RefrainBands *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainBands, refrain_bands_unref)

/* Appends a copy of @band, which begins no earlier than the ones before. @intervals (one for each
 * process, copied) tells when it is on each of them; NULL: as on any. */
void refrain_bands_add (RefrainBands *self,
                        const RefrainBand *band,
                        const RefrainBandInterval *intervals);
/* The same bands with others lit up: the ones that @highlighted, one for each band, says. O(n);
 * intervals are shared. */
RefrainBands *refrain_bands_light (RefrainBands *self, const gboolean *highlighted);
/* Bands [first, last), at least one, become one that is called @label. */
typedef struct
{
  gsize first, last;
  const char *label;
} RefrainBandJoin;

/* The same bands, but those of each of @joins, in order and apart, as one; it has the colour of the
 * first, and is lit up where all are. O(n × processes). */
RefrainBands *
refrain_bands_join (const RefrainBands *self, const RefrainBandJoin *joins, gsize n_joins);
/* How many there are. */
gsize refrain_bands_get_n (const RefrainBands *self);
/* Owned by @self. */
const RefrainBand *refrain_bands_get (const RefrainBands *self, gsize i);
/* When band @i is on @process; start > end where it is not. */
RefrainBandInterval refrain_bands_get_interval (const RefrainBands *self, gsize i, guint process);
/* Bands [*first, *last) may lie in [start, end]. O(log n). */
void refrain_bands_find (
    const RefrainBands *self, RefrainTime start, RefrainTime end, gsize *first, gsize *last);

/* Draws the bands softly between @y and @y + @height, as they are on @process (REFRAIN_NONE: on
 * any). Of several in one pixel the first is drawn. */
void refrain_bands_paint (const RefrainBands *self,
                          RefrainAxis *axis,
                          cairo_t *cr,
                          const RefrainViewport *viewport,
                          const RefrainStyle *style,
                          guint process,
                          double y,
                          double height);
/* Draws them in full colour, with their labels where they fit. */
void refrain_bands_paint_labels (const RefrainBands *self,
                                 RefrainAxis *axis,
                                 cairo_t *cr,
                                 const RefrainViewport *viewport,
                                 const RefrainStyle *style,
                                 double y,
                                 double height);
