/* refrain-process-rows.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the user has the rows of processes: grouped by something, some groups folded into one row, in
 * an order of their own. What others see of it is the session's order of processes; what others
 * make that order (a topology) is where this begins. Main thread only.
 */
#pragma once

#include "refrain-process-groups.h"
#include "refrain-session.h"

typedef enum
{
  REFRAIN_GROUPING_NONE,
  REFRAIN_GROUPING_NODE,
  REFRAIN_GROUPING_COMMUNICATOR,
  REFRAIN_GROUPING_BEHAVIOUR,
  REFRAIN_GROUPING_X, /* coordinates of the topology */
  REFRAIN_GROUPING_Y,
  REFRAIN_GROUPING_Z,
  REFRAIN_N_GROUPINGS
} RefrainGrouping;

/* "node": an untranslated name for actions. */
const char *refrain_grouping_get_name (RefrainGrouping grouping);
/* "By Node", translated. */
const char *refrain_grouping_get_label (RefrainGrouping grouping);

#define REFRAIN_TYPE_PROCESS_ROWS (refrain_process_rows_get_type ())
G_DECLARE_FINAL_TYPE (RefrainProcessRows, refrain_process_rows, REFRAIN, PROCESS_ROWS, GObject)

/* Properties that notify: "groups" (others, or another problem). */
RefrainProcessRows *refrain_process_rows_new (RefrainSession *session);

/* Groups rows; unfolds those that are folded. The topology is looked for in the background. */
void refrain_process_rows_set_grouping (RefrainProcessRows *self, RefrainGrouping grouping);
RefrainGrouping refrain_process_rows_get_grouping (RefrainProcessRows *self);
/* NULL: none, or not there yet; owned by @self. */
const RefrainProcessGroups *refrain_process_rows_get_groups (RefrainProcessRows *self);
/* Why there are none, a sentence; or NULL. */
const char *refrain_process_rows_get_problem (RefrainProcessRows *self);

/* Whether group @group is in one row of the views. */
gboolean refrain_process_rows_is_folded (RefrainProcessRows *self, guint group);
/* Puts exactly these groups (a flag each) in one row each; NULL: none. */
void refrain_process_rows_fold (RefrainProcessRows *self, const guint8 *folded);
/* Shows processes in this order (each once) in all views; NULL: as if the user had not ordered
 * them. What is folded stays so. */
void refrain_process_rows_set_order (RefrainProcessRows *self, const guint32 *order);
gboolean refrain_process_rows_has_order (RefrainProcessRows *self);
