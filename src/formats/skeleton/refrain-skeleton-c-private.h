/* refrain-skeleton-c-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the two texts of a skeleton agree on.
 */
#pragma once

#include "refrain-skeleton-c.h"

G_BEGIN_DECLS

/* The function of a collective in skeleton.h, whether it takes a root and a size. Static. */
const char *
refrain_skeleton_get_collective (RefrainCollective collective, gboolean *rooted, gboolean *sized);
/* Bytes of a buffer. */
guint64 refrain_skeleton_get_room (RefrainSkeleton *skeleton);

G_END_DECLS
