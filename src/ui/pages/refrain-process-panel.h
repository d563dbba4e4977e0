/* refrain-process-panel.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which processes are shown: a list to check, with a filter.
 */
#pragma once

#include "refrain-page.h"

G_BEGIN_DECLS

#define REFRAIN_TYPE_PROCESS_PANEL (refrain_process_panel_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainProcessPanel, refrain_process_panel, REFRAIN, PROCESS_PANEL, RefrainPage)

G_END_DECLS
