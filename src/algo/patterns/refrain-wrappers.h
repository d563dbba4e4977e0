/* refrain-wrappers.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which calling level delimits patterns (Alawneh 2012, section 4.4.1: "when the direct callers of
 * the MPI routines are wrapper functions, the routine call at the next higher level is selected").
 * Chosen from what the routines do, never from their names.
 */
#pragma once

#include "refrain-instances.h"
#include "refrain-segments.h"

/* A routine whose calls count as its caller's. */
typedef struct
{
  RefrainRoutine *routine; /* belongs to the trace */
  const char *reason;      /* a translated sentence */
} RefrainWrapper;

typedef struct
{
  gboolean *flags;  /* of each routine */
  GArray *wrappers; /* of RefrainWrapper, by routine */
} RefrainWrapperChoice;

/* Chooses wrappers: (a) while there are routines that are one-way (no call of them both sends and
 * receives) and not complete by themselves, as a gather written by hand is, the deepest of them are
 * passed to their callers; (b) what leaves the segments as they are is taken back; (c) so is what
 * brings two pieces of one process into one instance; (d) a routine that is not complete and whose
 * patterns do not reach all processes is passed to its caller if that gives fewer distinct
 * patterns, a shorter description (symbols of distinct patterns + instances) and no such instance.
 * NULL when cancelled. A few passes over the operations for each routine that communicates.
 * @instances: what comes of it, to be freed; or NULL. */
RefrainWrapperChoice *refrain_wrappers_choose (RefrainSymbols *symbols,
                                               RefrainInstances **instances,
                                               GCancellable *cancellable);
/* The routines called @names; an empty name is no routine's. NULL with @error when one is unknown.
 * Free both with refrain_wrapper_choice_free(). O(names · routines). */
RefrainWrapperChoice *
refrain_wrappers_named (RefrainTrace *trace, const char *const *names, GError **error);
void refrain_wrapper_choice_free (RefrainWrapperChoice *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainWrapperChoice, refrain_wrapper_choice_free)
