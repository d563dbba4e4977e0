/* refrain-bookmarks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Places and spans of time that the user gave names and notes, and how they are drawn over whatever
 * has a time axis. An immutable list by time; reference-counted.
 */
#pragma once

#include "refrain-axis.h"
#include "refrain-painter.h"

typedef struct
{
  RefrainTime start, end; /* equal: a place */
  const char *name;       /* never NULL */
  const char *note;       /* or NULL */
  const char *subject; /* what was selected, as refrain_subjects_make_token() writes it; or NULL */
} RefrainBookmark;

#define REFRAIN_TYPE_BOOKMARKS (refrain_bookmarks_get_type ())
typedef struct _RefrainBookmarks RefrainBookmarks;
/* A boxed type. */
GType refrain_bookmarks_get_type (void);

/* A copy of the @n bookmarks @items, sorted by start, end and name. */
RefrainBookmarks *refrain_bookmarks_new (const RefrainBookmark *items, gsize n);
RefrainBookmarks *refrain_bookmarks_ref (RefrainBookmarks *self);
void refrain_bookmarks_unref (RefrainBookmarks *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainBookmarks, refrain_bookmarks_unref)

/* Owned by @self. */
const RefrainBookmark *refrain_bookmarks_get (const RefrainBookmarks *self, gsize *n);

/* Draws them over a plot: a dashed line for a place, two and a tint for a span, and a flag with the
 * name at the top, as many as fit in three rows. */
void refrain_bookmarks_paint (const RefrainBookmarks *self,
                              RefrainAxis *axis,
                              cairo_t *cr,
                              const RefrainViewport *viewport,
                              const RefrainStyle *style);
/* The same without flags. */
void refrain_bookmarks_paint_lines (const RefrainBookmarks *self,
                                    RefrainAxis *axis,
                                    cairo_t *cr,
                                    const RefrainViewport *viewport,
                                    const RefrainStyle *style);
/* The bookmark whose line is nearest to @x, if nearer than @reach; -1: none. O(n). */
gssize refrain_bookmarks_find_at (const RefrainBookmarks *self,
                                  RefrainAxis *axis,
                                  const RefrainViewport *viewport,
                                  double x,
                                  double reach);
