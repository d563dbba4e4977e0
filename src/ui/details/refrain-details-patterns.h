/* refrain-details-patterns.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The patterns that an operation belongs to, among its details.
 */
#pragma once

#include "refrain-detail.h"
#include "refrain-patterns.h"

G_BEGIN_DECLS

/* Adds a section to the details in @list, behind what is said about the operation @pick itself.
 * Nothing as long as no patterns are found, or where it belongs to none. */
void
refrain_details_add_patterns (GListStore *list, const RefrainPick *pick, RefrainPatterns *patterns);

G_END_DECLS
