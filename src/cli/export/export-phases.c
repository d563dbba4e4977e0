/* export-phases.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "export-phases.h"

#include "refrain-divergence-painter.h"
#include "refrain-phase-bands.h"
#include "refrain-phase-painter.h"

/* So that all phases can be told with what they repeat. */
static void
find_repetitions (RefrainPhases *phases, double strength)
{
  gsize n;
  g_autofree guint32 *leaves
      = refrain_segmentation_get_leaves (refrain_phases_get_segmentation (phases), strength, &n);

  refrain_phases_find_repetitions (phases, leaves, n, NULL);
}

RefrainPainter *
export_phases_make_painter (RefrainPhases *phases, double strength, RefrainAxis *axis)
{
  find_repetitions (phases, strength);
  return REFRAIN_PAINTER (
      refrain_phase_painter_new (phases, axis, strength, REFRAIN_PHASE_BAND | REFRAIN_PHASE_TREE));
}

RefrainPainter *
export_phases_make_curve (RefrainPhases *phases, double strength, guint32 node, guint32 number)
{
  g_autofree char *name = NULL;

  refrain_phases_find_repetitions (phases, &node, 1, NULL);
  name = refrain_phases_describe (phases, node, strength, NULL);
  return REFRAIN_PAINTER (refrain_divergence_painter_new (phases, node, number, name));
}

RefrainBands *
export_phases_make_bands (RefrainPhases *phases, double strength)
{
  find_repetitions (phases, strength);
  return refrain_phases_get_bands (phases, strength, NULL, 0, TRUE, NULL);
}
