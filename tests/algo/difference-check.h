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
/* The same, and there is no other one than this, of @kind, with @words in its sentence. */
const RefrainRunDifference *
difference_check_only (RefrainDifferences *differences, RefrainDifferent kind, const char *words);
