/* refrain-phases-row-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For refrain-phases-row.c and refrain-phases-rows.c only.
 */
#pragma once

#include "refrain-phases-row.h"

G_BEGIN_DECLS

struct _RefrainPhasesRow
{
  GObject parent_instance;

  GHashTable *rows; /* of the list that it is in; NULL: in none any more */
  guint place;
  gboolean stale; /* the list has another segment in its place */
  RefrainPhaseModel *model;
  RefrainPhases *phases;
  RefrainPhaseRange range;
  guint32 node;
  guint32 number;
  gboolean is_phase;
};

/* Says that it stands for another segment. */
void refrain_phases_row_emit_changed (RefrainPhasesRow *self);

G_END_DECLS
