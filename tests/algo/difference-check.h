/* difference-check.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What holds of any two runs that are compared.
 */
#pragma once

#include "refrain-differences.h"

/* What @b does otherwise than @a; of no topology. */
RefrainDifferences *difference_check_compare (RefrainTrace *a, RefrainTrace *b);
/* All of it is the difference of the run times, to the nanosecond. */
void difference_check_sum (RefrainDifferences *differences);
