/* refrain-study-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The analyses: the one place to add one. For refrain-study.c.
 */
#pragma once

#include "refrain-study.h"

typedef struct
{
  const char *name;
  RefrainOptionGroups uses; /* also what those use that it is made of */
  /* Makes it, an object, in whatever thread, with @ask's options (never NULL), of what it asks
   * @study for with the same @ask. NULL with @error. */
  gpointer (*make) (RefrainStudy *study, const RefrainStudyAsk *ask, GError **error);
  gsize (*measure) (gpointer result); /* bytes that it takes; NULL: not worth counting */
} RefrainStudyEntry;

extern const RefrainStudyEntry refrain_study_table[REFRAIN_N_ANALYSES];

/* Whether a team, of which each member has its own processes alone, finds @analysis together. */
gboolean refrain_study_is_shared (RefrainAnalysis analysis);
