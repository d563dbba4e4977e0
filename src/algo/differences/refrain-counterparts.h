/* refrain-counterparts.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When something in one run happens in another one of the same program: by the operations of a
 * process, not by a clock. Places are known where the operations of a process are the same ones
 * from the beginning of both runs on, or up to their ends.
 */
#pragma once

#include "refrain-trace.h"

typedef struct _RefrainCounterparts RefrainCounterparts;

/* References both. O(operations). */
RefrainCounterparts *refrain_counterparts_new (RefrainTrace *a, RefrainTrace *b);
void refrain_counterparts_free (RefrainCounterparts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainCounterparts, refrain_counterparts_free)

/* When in the other run that happens which process @process (REFRAIN_NONE: most processes) of run
 * @side (0: a) does at @time. FALSE, and nothing is set, where the runs differ there, or before the
 * run. O(log operations) of a process. */
gboolean refrain_counterparts_find (const RefrainCounterparts *self,
                                    guint side,
                                    guint32 process,
                                    RefrainTime time,
                                    RefrainTime *there);
/* Which operation of process @process of the other run operation @op of run @side is. FALSE, and
 * nothing is set, where the runs differ there. */
gboolean refrain_counterparts_find_op (
    const RefrainCounterparts *self, guint side, guint32 process, gsize op, gsize *there);
