/* export-phases.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "export-phases.h"

RefrainPainter *
export_phases_make_painter (RefrainTrace *trace,
                            const RefrainPatternOptions *how,
                            const RefrainPhaseArguments *what,
                            RefrainAxis *axis)
{
  g_autoptr (RefrainPatternSet) set = NULL;
  g_autoptr (RefrainPhases) phases = NULL;
  g_autoptr (GError) error = NULL;

  set = refrain_pattern_set_new (trace, how, NULL, NULL, NULL, &error);
  if (set != NULL)
    phases = refrain_phase_arguments_find (what, set, &error);
  if (phases == NULL)
    {
      refrain_command_fail (error);
      return NULL;
    }
  return REFRAIN_PAINTER (refrain_phase_painter_new (phases, axis, what->strength,
                                                     REFRAIN_PHASE_BAND | REFRAIN_PHASE_TREE));
}
