/* refrain-spool-cut.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A recording that was switched off for some time still holds the messages and collectives of that
 * time, since what was recorded could not find its other end without them.
 */
#pragma once

#include "refrain-trace.h"

/* @trace without what happened while recording was off (between its MEASUREMENT records), but for
 * the other ends of what happened while it was on. NULL with @error when cancelled. O(events). */
RefrainTrace *refrain_spool_cut (RefrainTrace *trace, GCancellable *cancellable, GError **error);
