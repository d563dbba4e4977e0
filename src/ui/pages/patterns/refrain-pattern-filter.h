/* refrain-pattern-filter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which patterns are listed: by name, process, routine and size. No GTK.
 */
#pragma once

#include "refrain-pattern.h"

typedef enum
{
  REFRAIN_PATTERN_ANY,
  REFRAIN_PATTERN_POINT_TO_POINT,
  REFRAIN_PATTERN_COLLECTIVE,
} RefrainPatternKind;

typedef struct _RefrainPatternFilter RefrainPatternFilter;

/* Lets everything through. */
RefrainPatternFilter *refrain_pattern_filter_new (void);
void refrain_pattern_filter_free (RefrainPatternFilter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainPatternFilter, refrain_pattern_filter_free)

/* All words of @text stand in the pattern's name or routine, whatever their case. */
void refrain_pattern_filter_set_text (RefrainPatternFilter *self, const char *text);
/* One of the pattern's processes is in @ranks, as RefrainRankFilter reads it. */
void refrain_pattern_filter_set_ranks (RefrainPatternFilter *self, const char *ranks);
/* The routine that delimits it; NULL for any. */
void refrain_pattern_filter_set_routine (RefrainPatternFilter *self, RefrainRoutine *routine);
/* At least so many processes, and messages in one occurrence. */
void
refrain_pattern_filter_set_size (RefrainPatternFilter *self, guint processes, guint64 messages);
void refrain_pattern_filter_set_kind (RefrainPatternFilter *self, RefrainPatternKind kind);
/* Whether anything but the text is asked for. */
gboolean refrain_pattern_filter_is_narrow (const RefrainPatternFilter *self);

/* O(its processes). */
gboolean refrain_pattern_filter_test (const RefrainPatternFilter *self,
                                      RefrainPattern *pattern,
                                      RefrainTrace *trace);
