/* refrain-program-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The run on one page: one program text for all processes, line by line, with what a process does
 * there with its neighbours, and what that costs.
 */
#pragma once

#include "refrain-page.h"
#include "refrain-program-model.h"

#define REFRAIN_TYPE_PROGRAM_PAGE (refrain_program_page_get_type ())
G_DECLARE_FINAL_TYPE (RefrainProgramPage, refrain_program_page, REFRAIN, PROGRAM_PAGE, RefrainPage)

/* NULL without a session. For tests. */
RefrainProgramModel *refrain_program_page_get_model (RefrainProgramPage *self);
