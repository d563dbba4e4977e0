/* refrain-beside-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row of the table of differences: a difference, or a single slow occurrence, which is in none.
 */
#pragma once

#include "refrain-differences.h"

#define REFRAIN_TYPE_BESIDE_ROW (refrain_beside_row_get_type ())
G_DECLARE_FINAL_TYPE (RefrainBesideRow, refrain_beside_row, REFRAIN, BESIDE_ROW, GObject)

/* Row @i of @differences: those that cost most first, then slow occurrences. */
RefrainBesideRow *refrain_beside_row_new (RefrainDifferences *differences, gsize i);
gsize refrain_beside_row_count (RefrainDifferences *differences);

RefrainDifferences *refrain_beside_row_get_differences (RefrainBesideRow *self);
gsize refrain_beside_row_get_number (RefrainBesideRow *self);
/* Exactly one of the two is not NULL. */
const RefrainRunDifference *refrain_beside_row_get_difference (RefrainBesideRow *self);
const RefrainSlowOccurrence *refrain_beside_row_get_slow (RefrainBesideRow *self);
const char *refrain_beside_row_get_sentence (RefrainBesideRow *self);
/* Where it is in A (0) or B (1); FALSE where it is not there, or everywhere. @ops is NULL where
 * operations are not known. */
gboolean
refrain_beside_row_get_place (RefrainBesideRow *self, guint side, RefrainDifferencePlace *place);
