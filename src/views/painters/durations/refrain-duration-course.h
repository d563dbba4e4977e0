/* refrain-duration-course.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: durations over the run, a dot each, or a column from least to greatest where
 * several share a pixel.
 */
#pragma once

#include "refrain-occurrences.h"
#include "refrain-style.h"

typedef struct
{
  RefrainOccurrences *occurrences;
  RefrainDurations *durations;
  const guint32 *order;       /* by start */
  const guint8 *is_outlier;   /* by occurrence */
  double first, last;         /* logarithms at the lower and upper edge */
  RefrainTime start, end;     /* at the left and right edge */
  double x, y, width, height; /* of the plot */
} RefrainDurationCourse;

void refrain_duration_course_paint (const RefrainDurationCourse *self,
                                    cairo_t *cr,
                                    const RefrainStyle *style);
/* Where occurrence @i, and a duration, stand. */
double refrain_duration_course_get_x (const RefrainDurationCourse *self, guint32 i);
double refrain_duration_course_get_y (const RefrainDurationCourse *self, double duration);
/* The occurrence drawn nearest to (x, y), or REFRAIN_NONE. */
guint32 refrain_duration_course_find (const RefrainDurationCourse *self, double x, double y);
