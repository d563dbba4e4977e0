/* refrain-phase-memory.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the user told about the phases of a run: how they are looked for, and what is known about
 * single ones. A plain value; no GTK.
 */
#pragma once

#include <glib.h>

/* What the user said about elements [start, end) of one sequence. */
typedef struct
{
  char *sequence; /* the digest of the sequence: refrain_phases_make_key() */
  guint32 start, end;
  char *name;      /* or NULL */
  char *note;      /* or NULL */
  gboolean joined; /* the phases in it are one to the user */
} RefrainPhaseMark;

typedef struct
{
  gboolean by_hand; /* level, collapsing and strength are the user's, not chosen by what is there */
  gboolean composite; /* the composite patterns are cut */
  gboolean collapse;
  gboolean without_collectives;
  double strength;
  GPtrArray *merged; /* of GStrv: keys of patterns that count as one symbol */
  GPtrArray *marks;  /* of RefrainPhaseMark */
} RefrainPhaseMemory;

/* Nothing told. */
RefrainPhaseMemory *refrain_phase_memory_new (void);
RefrainPhaseMemory *refrain_phase_memory_copy (const RefrainPhaseMemory *self);
void refrain_phase_memory_free (RefrainPhaseMemory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainPhaseMemory, refrain_phase_memory_free)

/* The mark of these elements; with @create a new one where there is none, else NULL. O(marks). */
RefrainPhaseMark *refrain_phase_memory_find (
    RefrainPhaseMemory *self, const char *sequence, guint32 start, guint32 end, gboolean create);
/* Forgets marks that say nothing (any more). */
void refrain_phase_memory_clean (RefrainPhaseMemory *self);
