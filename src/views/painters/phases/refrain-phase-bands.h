/* refrain-phase-bands.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Phases as bands behind the events.
 */
#pragma once

#include "refrain-bands.h"
#include "refrain-phases.h"

/* What the user calls elements [start, end) of the sequence. */
typedef struct
{
  guint32 start, end;
  const char *name; /* or NULL: as ever */
  gboolean joined;  /* several phases that are one to the user */
} RefrainPhaseLabel;

/* The name that gives a segment its colour, the same in all views. Free with g_free(). */
char *refrain_phases_get_hue (RefrainPhases *phases, guint32 node);

/* The phases at @strength, with Initialize and Finalize before and after, labelled as the band of
 * the phase painter is. The nodes in @highlighted, leaves or not, are lit up.
 *
 * Without @by_process O(segments that remain): good for each move of a slider. With it, they are
 * placed on every process by itself: O(operations), and 16 bytes for each phase and process. NULL
 * without a trace, or when cancelled. Any thread. */
RefrainBands *refrain_phases_get_bands (RefrainPhases *phases,
                                        double strength,
                                        const guint32 *highlighted,
                                        gsize n_highlighted,
                                        gboolean by_process,
                                        GCancellable *cancellable);

/* The same @bands, made for @strength, with other nodes lit up. O(segments that remain). */
RefrainBands *refrain_phases_light_bands (RefrainPhases *phases,
                                          RefrainBands *bands,
                                          double strength,
                                          const guint32 *highlighted,
                                          gsize n_highlighted);
/* The same @bands, made for @strength, named and joined as @labels say: by start, none of them
 * overlapping one that is joined. After lighting them up, which wants one for each phase.
 * O(segments that remain × processes). */
RefrainBands *refrain_phases_join_bands (RefrainPhases *phases,
                                         RefrainBands *bands,
                                         double strength,
                                         const RefrainPhaseLabel *labels,
                                         gsize n_labels);
