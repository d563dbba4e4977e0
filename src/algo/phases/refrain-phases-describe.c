/* refrain-phases-describe.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What phases are called: the one place that says when a segment is a repetition, and in which
 * words.
 */
#include "config.h"

#include "refrain-phases-private.h"

#include <glib/gi18n.h>

gboolean
refrain_phases_repeats (RefrainPhases *self,
                        guint32 node,
                        double strength,
                        RefrainPhaseRepetition *repetition)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES (self), FALSE);
  g_return_val_if_fail (refrain_phases_get_node (self, node) != NULL, FALSE);
  g_return_val_if_fail (repetition != NULL, FALSE);

  return refrain_segmentation_is_leaf (self->segmentation, node, strength)
         && refrain_phases_peek_repetition (self, node, repetition) && repetition->count > 0;
}

/* @name, or the routine of elements [start, end), with dots where more than its call is there; ""
 * where it is not known. */
static char *
name_elements (RefrainPhases *self, guint32 start, guint32 end, const char *name)
{
  RefrainRoutine *routine;
  gboolean whole;

  if (name != NULL)
    return g_strdup (name);
  routine = refrain_phases_get_routine_of (self, start, end, &whole);
  if (routine == NULL)
    return g_strdup ("");
  return g_strconcat (refrain_routine_get_name (routine), whole ? "" : " …", NULL);
}

char *
refrain_phases_describe (RefrainPhases *self, guint32 node, double strength, const char *name)
{
  const RefrainSegmentationNode *at;
  RefrainPhaseRepetition repetition;
  g_autofree char *own = NULL, *often = NULL;

  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);

  at = refrain_phases_get_node (self, node);
  g_return_val_if_fail (at != NULL, NULL);
  own = name_elements (self, at->start, at->end, name);
  if (!refrain_phases_repeats (self, node, strength, &repetition))
    return g_steal_pointer (&own);
  often = g_strdup_printf (self->set != NULL
                               ? ngettext ("%u pattern × %u", "%u patterns × %u", repetition.period)
                               : ngettext ("%u symbol × %u", "%u symbols × %u", repetition.period),
                           repetition.period, repetition.iterations);
  /* Translators: a phase: its name, and what it repeats how often, "solve: 3 patterns × 250". */
  return *own != '\0' ? g_strdup_printf (_ ("%s: %s"), own, often) : g_steal_pointer (&often);
}

char *
refrain_phases_describe_joined (RefrainPhases *self, guint32 start, guint32 end, const char *name)
{
  g_return_val_if_fail (REFRAIN_IS_PHASES (self), NULL);
  g_return_val_if_fail (start < end && end <= self->n_elements, NULL);

  return name_elements (self, start, end, name);
}
