/* refrain-patterns-menu.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which processes are shown because of the selected patterns.
 */
#pragma once

#include "refrain-page.h"

/* Shows just the processes of the selected patterns of @session, or all again where just these are
 * shown. FALSE where no pattern is selected. O(processes of the patterns). */
gboolean refrain_patterns_toggle_only (RefrainSession *session);
