/* refrain-skeleton-extend.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A line that sends or receives has its new slots at its end; one that does both has them behind
 * its sends and behind its receives, and what refers to these by position is told.
 */
#include "config.h"

#include "refrain-skeleton-extend.h"

typedef struct
{
  const RefrainSkeletonMeasure *old;
  const RefrainSkeletonPlaces *places;
  const RefrainProgramLine *lines;
  guint32 n_lines;
  guint32 n_known; /* directions of the page */
  guint32 n_more;  /* further ones */
} Extension;

/* Where position @position of @line stands now. */
static guint32
move_position (const Extension *self, guint32 line, guint32 position)
{
  const RefrainProgramLine *what = &self->lines[line];

  return line < self->n_lines && self->places->extended[line] && what->kind == REFRAIN_LINE_SWAP
                 && position >= what->n_directions
             ? position + self->n_more
             : position;
}

static guint64
move_key (const Extension *self, guint64 key)
{
  const guint32 line = (guint32) (key >> 32);

  return REFRAIN_SLOT_KEY (line, move_position (self, line, (guint32) key));
}

/* Appends slot @slot of the old ones, @direction instead of its own where that is not NONE. */
static void
copy_slot (const Extension *self,
           RefrainSkeletonMeasure *now,
           guint32 slot,
           guint32 position,
           guint32 direction)
{
  const RefrainSkeletonSlot *from = &self->old->slots[slot];
  const RefrainSlotUse *use = &self->old->uses[slot];
  const guint64 own = REFRAIN_SLOT_KEY (from->line, from->position);
  RefrainSkeletonSlot *to = &now->slots[now->n_slots];

  *to = *from;
  to->position = position;
  if (direction != REFRAIN_NONE)
    to->direction = direction;
  now->uses[now->n_slots] = *use;
  now->uses[now->n_slots].anchor
      = use->anchor == own ? REFRAIN_SLOT_KEY (from->line, position) : move_key (self, use->anchor);
  now->n_slots++;
}

static void
copy_line (const Extension *self, RefrainSkeletonMeasure *now, guint32 line)
{
  const guint32 first = self->old->first_slot[line], end = self->old->first_slot[line + 1];
  const guint32 n = self->lines[line].n_directions;
  guint32 position = 0;

  now->first_slot[line] = now->n_slots;
  for (guint32 s = first; s < end; s++)
    {
      copy_slot (self, now, s, position++, REFRAIN_NONE);
      if (!self->places->extended[line] || (s - first + 1) % n != 0)
        continue;
      for (guint32 i = 0; i < self->n_more; i++)
        copy_slot (self, now, s, position++, self->n_known + i);
    }
}

void
refrain_skeleton_measure_extend (RefrainSkeletonMeasure *self, const RefrainSkeletonPlaces *places)
{
  Extension extension = { .old = self, .places = places };
  RefrainSkeletonMeasure now = { .memory = self->memory };
  gsize most;

  extension.lines = refrain_program_get_lines (places->program, &extension.n_lines);
  refrain_program_get_directions (places->program, &extension.n_known);
  extension.n_more = places->n_directions - extension.n_known;
  most = self->n_slots + 2 * (gsize) extension.n_lines * extension.n_more + 1;
  now.first_slot = g_new (guint32, (gsize) extension.n_lines + 1);
  now.slots = g_new0 (RefrainSkeletonSlot, most);
  now.uses = g_new0 (RefrainSlotUse, most);
  for (guint32 i = 0; i < extension.n_lines; i++)
    copy_line (&extension, &now, i);
  now.first_slot[extension.n_lines] = now.n_slots;
  g_free (self->first_slot);
  g_free (self->slots);
  g_free (self->uses);
  *self = now;
}
