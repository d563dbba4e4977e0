/* refrain-numbers-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the part of the run that is looked at costs, beside the whole: time by kind of work and by
 * routine, how even it is, messages by size and by pair.
 */
#pragma once

#include "refrain-page.h"

#define REFRAIN_TYPE_NUMBERS_PAGE (refrain_numbers_page_get_type ())
G_DECLARE_FINAL_TYPE (RefrainNumbersPage, refrain_numbers_page, REFRAIN, NUMBERS_PAGE, RefrainPage)
