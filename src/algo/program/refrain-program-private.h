/* refrain-program-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a program is made of, for those who make it and write it.
 */
#pragma once

#include "refrain-draft.h"
#include "refrain-program-words.h"

struct _RefrainProgram
{
  GObject parent_instance;

  RefrainLoopEvents *events;
  RefrainMapping *mapping;
  gboolean is_axis;        /* a ring that messages do not go round: only how peers are numbered */
  guint periodic;          /* a bit for each dimension that is; 0 until it is the one to be read */
  GArray *lines;           /* of RefrainProgramLine */
  GArray *line_directions; /* of guint32 */
  guint32 start;
  GArray *directions;          /* of RefrainDirection */
  GArray *guards;              /* of RefrainGuard */
  GArray *tags;                /* of RefrainTagRule */
  GArray *groups;              /* of RefrainGroupRule */
  GArray *header;              /* of guint32: RefrainDraft.header, empty without BY_DIRECTION */
  RefrainSequenceTable shapes; /* of the events: kind, name and group to number */
  guint32 **group_of;          /* of a group rule: the events' group of each process, or NULL */
  RefrainProgramFacts facts;
  GMutex lock;
  guint64 **n_operations; /* of a process: of each line, in one turn of it; NULL before the first
                             question; under the lock */
};

/* A program out of @body and the definitions of @draft, of which it takes what it needs: the draft
 * is then only good for freeing. */
RefrainProgram *refrain_program_assemble (RefrainDraft *draft, const GArray *body);
/* Tells whether its mapping is a ring that messages go round. O(operations) where it is one. */
void refrain_program_judge_ring (RefrainProgram *self);
/* Bytes that the text needs to say which rank is where; 0 in rank order. */
gsize refrain_program_measure_ranks (RefrainMapping *mapping);
/* Finds which dimensions are periodic, and counts the words for that among its bytes: no program is
 * worse for them. O(operations). */
void refrain_program_tell_periods (RefrainProgram *self);
RefrainWords refrain_program_get_words (RefrainProgram *self);
