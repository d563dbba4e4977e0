/* refrain-phases-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the parts of the phases share.
 */
#pragma once

#include "refrain-phases.h"

G_BEGIN_DECLS

struct _RefrainPhases
{
  GObject parent_instance;

  RefrainPatternSet *set; /* or NULL */
  gboolean without_collectives;
  RefrainSegmentation *segmentation;
  guint32 n_elements;
  guint32 *symbols;             /* of each element */
  guint32 *first;               /* of each element in positions; and the end */
  guint32 *positions;           /* of occurrences in the set's sequence */
  RefrainPhaseInterval *spans;  /* of each segment; NULL without a set */
  RefrainPhaseInterval traffic; /* from the first communication to the last */

  GMutex lock;             /* guards: */
  GHashTable *repetitions; /* of segments, RefrainPhaseRepetition: those known that are not tiny */
};

/* Fills in spans and traffic. */
void refrain_phases_find_spans (RefrainPhases *self);
/* Segment @node, or NULL where there is none such. */
const RefrainSegmentationNode *refrain_phases_get_node (RefrainPhases *self, guint32 node);
/* The parts of the occurrence at @position of the set's sequence, by process. */
const RefrainOccurrencePart *
refrain_phases_get_parts (RefrainPhases *self, guint32 position, gsize *n_parts);

G_END_DECLS
