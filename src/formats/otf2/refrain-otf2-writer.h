/* refrain-otf2-writer.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an OTF2 archive written by refrain_otf2_save() cannot hold.
 */
#pragma once

#include "refrain-trace.h"

G_BEGIN_DECLS

/* The number of events of @trace that refrain_otf2_save() leaves out: those of types that the model
 * only counts (REFRAIN_RECORD_OTHER). The other formats keep their time and type, but not what they
 * carried either. O(records). */
guint64 refrain_otf2_count_unwritable (RefrainTrace *trace);

/* The number of members, over all communicators of @trace, that refrain_otf2_save() leaves out:
 * those that are no processes of the trace. The ranks of the others close up. O(members). */
guint64 refrain_otf2_count_unknown_members (RefrainTrace *trace);

G_END_DECLS
