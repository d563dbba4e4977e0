/* refrain-clocks-found.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The trace that analyses look at: as it was recorded, or, where the options say so and it needs
 * it, with corrected clocks; and what speaks against the clocks it was recorded with. Immutable.
 */
#pragma once

#include "refrain-clock-correction.h"
#include "refrain-waits.h"

#define REFRAIN_TYPE_CLOCKS_FOUND (refrain_clocks_found_get_type ())
G_DECLARE_FINAL_TYPE (RefrainClocksFound, refrain_clocks_found, REFRAIN, CLOCKS_FOUND, GObject)

struct _RefrainClocksFound
{
  GObject parent_instance;

  RefrainTrace *trace;
  gboolean disagree;              /* so many of both that waits mean little */
  guint64 n_backward, n_messages; /* as recorded: arrive before they leave, of how many */
  guint64 n_torn, n_collectives;  /* likewise: left before another enters, of how many */
  gboolean corrected;
  RefrainClockReport report; /* what was corrected */
};

/* @waits are those of the trace as it was recorded. NULL with @error when cancelled. See
 * refrain_clocks_correct(). */
RefrainClocksFound *refrain_clocks_found_new (RefrainWaits *waits,
                                              gboolean correct,
                                              GCancellable *cancellable,
                                              GError **error);
