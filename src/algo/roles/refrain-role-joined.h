/* refrain-role-joined.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: iterations of which several were taken for one, as what usually divides
 * them was left out: time steps that need not ask all whether particles went astray; and one that
 * was taken for several.
 */
#pragma once

#include "refrain-role-tree.h"

/* Divides iterations of the loop @node that end with what the usual one communicates, twice or
 * more, if all processes agree how many there are and each computes about as long. Cuts then refer
 * to sequences that belong to @tree and have more elements within the loop. O(operations). */
void refrain_role_divide_joined (RefrainRoleTree *tree, RefrainRoleNode *node);
/* Makes the loop @node one iteration where its iterations are none: in one all ask for messages
 * that are sent in another, and nothing else is in them. O(operations). */
void refrain_role_join_exchange (RefrainRoleNode *node);
