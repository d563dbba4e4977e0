/* refrain-process-panel.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Processes: what each costs, which are shown, in which order, in which groups; a table with a
 * filter.
 */
#pragma once

#include "refrain-page.h"
#include "refrain-process-table.h"

#define REFRAIN_TYPE_PROCESS_PANEL (refrain_process_panel_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainProcessPanel, refrain_process_panel, REFRAIN, PROCESS_PANEL, RefrainPage)
