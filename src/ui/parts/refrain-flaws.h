/* refrain-flaws.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is wrong with a trace, as one list for people: defects, then each constraint of the format
 * that it breaks, with its violations.
 */
#pragma once

#include "refrain-selection.h"
#include "refrain-validation.h"

#define REFRAIN_TYPE_FLAW (refrain_flaw_get_type ())
G_DECLARE_FINAL_TYPE (RefrainFlaw, refrain_flaw, REFRAIN, FLAW, GObject)

/* Translated: "C7, 11 times: No process leaves a barrier ..." */
const char *refrain_flaw_get_sentence (RefrainFlaw *self);
/* Whether it is one violation of the constraint told before. */
gboolean refrain_flaw_is_violation (RefrainFlaw *self);
/* Whether it is of the recorder, not of the program. */
gboolean refrain_flaw_is_recorders (RefrainFlaw *self);
/* The defect, or NULL. */
RefrainDefect *refrain_flaw_get_defect (RefrainFlaw *self);
/* Where it is, or the first of them. FALSE where it has no place. */
gboolean refrain_flaw_get_pick (RefrainFlaw *self, RefrainPick *pick);

/* Those of @trace, and of @validation (NULL: not known yet); of each constraint the first 100. A
 * GListStore of RefrainFlaw, what the recorder alone is to blame for last. O(violations). */
GListModel *refrain_flaws_new (RefrainTrace *trace, RefrainValidation *validation);
/* The constraints that are broken by more than the recorder. */
guint refrain_flaws_count_broken (RefrainValidation *validation);
