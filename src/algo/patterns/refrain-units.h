/* refrain-units.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the module: units, the pieces of process streams that communication patterns are made
 * of: segments, split at their tandem repeats.
 */
#pragma once

#include "refrain-segments.h"
#include "refrain-sequence-table.h"

/* Elements [first, first + n) of a process' stream. */
typedef struct
{
  guint32 first;
  guint32 n;
  guint32 segment; /* of the process */
  guint32 content; /* number in the process' contents */
  guint32 split;   /* innermost split of the segment's kind that made it, or REFRAIN_NONE */
  guint8 cut;      /* cut out of its run as the partners are split: refrain_units_cut_runs() */
  guint8 whole;    /* put together again: its runs are not cut any more */
} RefrainUnit;

typedef struct
{
  GArray *units;                 /* of RefrainUnit, in stream order, covering the stream */
  RefrainSequenceTable contents; /* general forms: symbols, runs of one symbol as one */
  guint32 *kind;                 /* of each segment: equal ones have the same */
  GArray *first_split;           /* of guint32, by kind: in splits */
  GArray *splits;                /* of RefrainTandemSplit: those of each kind */
} RefrainProcessUnits;

typedef enum
{
  REFRAIN_UNITS_WHOLE,  /* each segment is one unit */
  REFRAIN_UNITS_SPLIT,  /* at its tandem repeats, each from where it begins */
  REFRAIN_UNITS_TURNED, /* iterations begin where most repeats of the process agree: RefrainTurns */
} RefrainUnitsMode;

typedef struct
{
  RefrainSegments *segments;
  guint n_processes;
  RefrainProcessUnits *processes;
  guint32 *first; /* n_processes + 1: number of each process' first unit */
  RefrainUnitsMode mode;
  gint n_refs; /* who uses them */
  gint turned; /* whether REFRAIN_UNITS_TURNED differs from REFRAIN_UNITS_SPLIT */
} RefrainUnits;

/* Equal segments are split once. NULL when cancelled or when there are more than 2^32 - 2 units.
 * O(operations · log segment). */
RefrainUnits *
refrain_units_new (RefrainSegments *segments, RefrainUnitsMode mode, GCancellable *cancellable);
/* Cuts runs of one event as their partners are split: where the messages of a run come from, or go
 * to, several units of one segment of another process, one after the other, the run is cut into one
 * unit for each of these. A run has no period of its own to be split by: the first and the last
 * process of a pipeline only send, or only receive. @unit_of_op: of each process, by row of its
 * operations, the unit that holds it, or REFRAIN_NONE. FALSE when nothing is to be cut, or when
 * there would be too many units. O(operations). */
gboolean refrain_units_cut_runs (RefrainUnits *self, guint32 *const *unit_of_op);
/* For whoever changed the units themselves: numbers units and contents (those that are
 * REFRAIN_NONE) anew. */
void refrain_units_renumber (RefrainUnits *self);
void refrain_units_free (RefrainUnits *self);
/* Another reference: they are freed when each was. No caller may change them then. */
RefrainUnits *refrain_units_ref (RefrainUnits *self);

/* The process that unit number @unit belongs to. O(log processes). */
guint refrain_units_get_process (const RefrainUnits *self, guint32 unit);
static inline const RefrainUnit *
refrain_units_get (const RefrainUnits *self, guint process, guint32 unit)
{
  return &g_array_index (self->processes[process].units, RefrainUnit, unit - self->first[process]);
}

/* The same, going up from @process, which is not above it: for walks over ascending units. */
static inline guint
refrain_units_next_process (const RefrainUnits *self, guint process, guint32 unit)
{
  while (self->first[process + 1] <= unit)
    process++;
  return process;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainUnits, refrain_units_free)
