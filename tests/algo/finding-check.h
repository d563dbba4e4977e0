/* finding-check.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is found in a program with planted causes, and what such programs do.
 */
#pragma once

#include "refrain-findings.h"
#include "time-program.h"

#define US 1000
#define MS (1000 * US)

typedef struct
{
  RefrainTrace *trace;
  RefrainWaits *waits;
  RefrainFindings *findings;
  const RefrainFinding *list;
  gsize n;
} Found;

/* Takes @trace. */
Found found_find (RefrainTrace *trace);
void found_clear (Found *found);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Found, found_clear)
/* The first finding is so, with what the run would save, within 5 %, and nothing comes near. */
void found_check_first (
    const Found *found, RefrainFindingKind kind, guint process, const char *routine, double time);
/* A little more or less, the same each time. */
RefrainTime found_jitter (RefrainTime time, guint p, guint i);
/* Both neighbours on a ring. */
void found_exchange (TimeProgram *program, guint p, guint n);
/* One block after another in a line of @count, of which this is @at: neighbours are @stride apart.
 */
void
found_solve (TimeProgram *program, guint p, guint at, guint count, gint stride, gboolean waits);
