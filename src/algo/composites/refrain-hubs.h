/* refrain-hubs.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room: work handed out on demand. What a master says to its workers, whoever comes
 * first, is one long pattern that never comes again; taken apart by partner it is one task, many
 * times.
 */
#pragma once

#include "refrain-instances.h"

G_BEGIN_DECLS

/* Looks for hubs: processes at one end of all messages of an instance that occurs once, more than
 * half of whose other processes (two at least) repeat what they say. Puts them into @hubs (of
 * guint32, ascending), and joins anew with their segments cut by partner. Gives @instances where
 * there is none, else takes them over. NULL when cancelled; then @instances is freed. Near-linear
 * in operations. */
RefrainInstances *
refrain_hubs_split (RefrainInstances *instances, GArray *hubs, GCancellable *cancellable);

G_END_DECLS
