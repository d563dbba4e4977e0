/* refrain-compass.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A direction is a key of a few words: its kind and number, or the offset. On a wrapped axis the
 * shorter way; half way round is one direction, which is its own opposite.
 */
#include "refrain-compass.h"

#include <stdlib.h>
#include <string.h>

#include "refrain-free.h"
#include "refrain-mapping.h"
#include "refrain-object.h"
#include "refrain-sequence-table.h"

#define MAX_KEY (REFRAIN_MAX_DIMENSIONS + 1)

struct _RefrainCompass
{
  RefrainMapping *mapping;
  guint n_processes, n_dimensions;
  gboolean is_grid;
  gint32 transpose; /* CG: the direction that leads who is on the diagonal to himself, else -1 */
  RefrainSequenceTable keys;
  GArray *directions; /* of RefrainDirection */
  GPtrArray *who;     /* of guint64 *, or NULL where not asked for yet */
};

REFRAIN_DEFINE_CLEAR (clear_direction, RefrainDirection, g_free (x->name);
                      g_free ((gpointer) x->offset))

/* On the diagonal the transposed place is the process' own. */
static gint32
find_transpose (RefrainMapping *mapping)
{
  const guint n = refrain_mapping_get_n_directions (mapping);

  if (refrain_mapping_get_kind (mapping) == REFRAIN_TOPOLOGY_CG)
    for (guint d = 0; d < n; d++)
      if (strcmp (refrain_mapping_get_direction_name (mapping, (gint) d), "transpose") == 0)
        return (gint32) d;
  return -1;
}

RefrainCompass *
refrain_compass_new (RefrainMapping *mapping)
{
  RefrainCompass *self = g_new0 (RefrainCompass, 1);

  self->mapping = g_object_ref (mapping);
  self->n_processes = refrain_mapping_get_n_processes (mapping);
  self->n_dimensions = refrain_mapping_get_n_dimensions (mapping);
  self->is_grid = refrain_mapping_get_kind (mapping) == REFRAIN_TOPOLOGY_GRID;
  self->transpose = find_transpose (mapping);
  refrain_sequence_table_init (&self->keys);
  self->directions = g_array_new (FALSE, FALSE, sizeof (RefrainDirection));
  g_array_set_clear_func (self->directions, clear_direction);
  self->who = g_ptr_array_new_with_free_func (g_free);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_compass_free, RefrainCompass, g_object_unref (x->mapping);
                             refrain_sequence_table_clear (&x->keys);
                             g_clear_pointer (&x->directions, g_array_unref);
                             g_ptr_array_unref (x->who))

GArray *
refrain_compass_steal (RefrainCompass *self)
{
  return g_steal_pointer (&self->directions);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_directions_free, GArray, g_array_unref (x))

REFRAIN_READER (refrain_compass_get_n, RefrainCompass, guint32, self->directions->len)

const RefrainDirection *
refrain_compass_get (RefrainCompass *self, guint32 direction)
{
  return REFRAIN_AT_INDEX (self->directions, RefrainDirection, direction);
}

/* ---- Names ---------------------------------------------------------------------------------- */

/* "+x", "-2y", "*z"; x, the last axis, first. */
static char *
name_offset (RefrainCompass *self, const gint32 *offset)
{
  g_autoptr (GString) name = g_string_new (NULL);

  for (guint a = self->n_dimensions; a-- > 0;)
    {
      const gint32 k = offset[a];
      const gint32 size = (gint32) refrain_mapping_get_size (self->mapping, a);
      const gboolean half = refrain_mapping_is_wrapped (self->mapping, a) && 2 * abs (k) == size;

      if (k == 0)
        continue;
      g_string_append_c (name, half ? '*' : k > 0 ? '+' : '-');
      if (abs (k) > 1)
        g_string_append_printf (name, "%d", abs (k));
      g_string_append (name, refrain_mapping_get_axis_name (self->mapping, a));
    }
  return g_string_free (g_steal_pointer (&name), FALSE);
}

/* One word: "child2". */
static char *
name_mapped (RefrainCompass *self, gint32 number)
{
  char *name = g_strdup (refrain_mapping_get_direction_name (self->mapping, number));
  char *to = name;

  for (const char *from = name; *from != '\0'; from++)
    if (*from != ' ')
      *to++ = *from;
  *to = '\0';
  return name;
}

static guint32
add (RefrainCompass *self, const guint32 *key, guint n_words)
{
  gboolean is_new;
  const guint32 number = refrain_sequence_table_add (&self->keys, key, n_words, &is_new);
  RefrainDirection direction = { .kind = (RefrainStepKind) key[0], .opposite = -1 };

  if (!is_new)
    return number;
  direction.number = key[0] == REFRAIN_STEP_OFFSET ? 0 : (gint32) key[1];
  switch (direction.kind)
    {
    case REFRAIN_STEP_OFFSET:
      direction.offset = g_memdup2 (key + 1, self->n_dimensions * sizeof *key);
      direction.name = name_offset (self, direction.offset);
      break;
    case REFRAIN_STEP_MAPPING:
      direction.name = name_mapped (self, direction.number);
      break;
    case REFRAIN_STEP_RANK:
      direction.name = g_strdup_printf ("rank%d", direction.number);
      break;
    case REFRAIN_STEP_SELF:
      direction.name = g_strdup ("self");
      direction.opposite = (gint32) number;
      break;
    case REFRAIN_STEP_UNKNOWN:
    default:
      direction.name = g_strdup ("unknown");
      break;
    }
  g_array_append_val (self->directions, direction);
  g_ptr_array_add (self->who, NULL);
  return number;
}

/* ---- From peers ----------------------------------------------------------------------------- */

/* The shortest way round; half way is positive. */
static gint32
shorten (RefrainCompass *self, guint axis, gint32 k)
{
  const gint32 size = (gint32) refrain_mapping_get_size (self->mapping, axis);

  if (!refrain_mapping_is_wrapped (self->mapping, axis))
    return k;
  k = ((k % size) + size) % size;
  return 2 * k > size ? k - size : k;
}

static guint32
find_offset (RefrainCompass *self, guint from, guint to)
{
  const guint *a = refrain_mapping_get_coordinates (self->mapping, from);
  const guint *b = refrain_mapping_get_coordinates (self->mapping, to);
  guint32 key[MAX_KEY] = { REFRAIN_STEP_OFFSET };

  for (guint i = 0; i < self->n_dimensions; i++)
    key[i + 1] = (guint32) shorten (self, i, (gint32) b[i] - (gint32) a[i]);
  return add (self, key, self->n_dimensions + 1);
}

guint32
refrain_compass_find (RefrainCompass *self, guint process, gint32 peer)
{
  guint32 key[2] = { REFRAIN_STEP_RANK, (guint32) peer };
  gint number;

  if (peer < 0 || (guint) peer >= self->n_processes)
    key[0] = REFRAIN_STEP_UNKNOWN;
  else if ((guint) peer == process && self->transpose >= 0
           && refrain_mapping_get_neighbour (self->mapping, process, self->transpose) < 0)
    key[0] = REFRAIN_STEP_MAPPING, key[1] = (guint32) self->transpose;
  else if ((guint) peer == process)
    key[0] = REFRAIN_STEP_SELF, key[1] = 0;
  else if (self->is_grid)
    return find_offset (self, process, (guint) peer);
  else if ((number = refrain_mapping_get_direction (self->mapping, process, (guint) peer)) >= 0)
    key[0] = REFRAIN_STEP_MAPPING, key[1] = (guint32) number;
  return add (self, key, 2);
}

guint32
refrain_compass_find_hub (RefrainCompass *self, guint process, gint32 hub)
{
  const guint32 key[2] = { REFRAIN_STEP_RANK, (guint32) hub };
  guint32 direction;

  if (!self->is_grid || hub < 0 || (guint) hub >= self->n_processes || (guint) hub == process)
    return refrain_compass_find (self, process, hub);
  direction = add (self, key, 2);
  g_array_index (self->directions, RefrainDirection, direction).is_hub = TRUE;
  return direction;
}

static void
find_opposite (RefrainCompass *self, guint32 direction)
{
  const RefrainDirection known = *refrain_compass_get (self, direction);
  guint32 key[MAX_KEY] = { known.kind };
  gint number;
  guint32 opposite;

  if (known.kind == REFRAIN_STEP_OFFSET)
    {
      for (guint i = 0; i < self->n_dimensions; i++)
        key[i + 1] = (guint32) shorten (self, i, -known.offset[i]);
      opposite = add (self, key, self->n_dimensions + 1);
    }
  else if (known.kind == REFRAIN_STEP_MAPPING
           && (number = refrain_mapping_get_opposite (self->mapping, known.number)) >= 0)
    {
      key[1] = (guint32) number;
      opposite = add (self, key, 2);
    }
  else
    return;
  g_array_index (self->directions, RefrainDirection, direction).opposite = (gint32) opposite;
}

void
refrain_compass_close (RefrainCompass *self)
{
  for (guint32 d = 0; d < self->directions->len; d++)
    if (refrain_compass_get (self, d)->opposite < 0)
      find_opposite (self, d);
}

gint32
refrain_compass_get_opposite (RefrainCompass *self, guint32 direction)
{
  return refrain_compass_get (self, direction)->opposite;
}

/* ---- And back ------------------------------------------------------------------------------- */

static gint64
follow_offset (const RefrainDirection *direction, RefrainMapping *mapping, guint process)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);
  const guint *from = refrain_mapping_get_coordinates (mapping, process);
  guint to[REFRAIN_MAX_DIMENSIONS];

  for (guint i = 0; i < n; i++)
    {
      const gint64 size = refrain_mapping_get_size (mapping, i);
      gint64 k = (gint64) from[i] + direction->offset[i];

      if (refrain_mapping_is_wrapped (mapping, i))
        k = (k + size) % size;
      if (k < 0 || k >= size)
        return -1;
      to[i] = (guint) k;
    }
  return refrain_mapping_get_process (mapping, to);
}

static gint64
follow_mapped (const RefrainDirection *direction, RefrainMapping *mapping, guint process)
{
  const gint64 to = refrain_mapping_get_neighbour (mapping, process, direction->number);

  return to < 0 && refrain_mapping_get_kind (mapping) == REFRAIN_TOPOLOGY_CG
                 && strcmp (direction->name, "transpose") == 0
             ? (gint64) process
             : to;
}

gint64
refrain_direction_follow (const RefrainDirection *direction, RefrainMapping *mapping, guint process)
{
  switch (direction->kind)
    {
    case REFRAIN_STEP_OFFSET:
      return follow_offset (direction, mapping, process);
    case REFRAIN_STEP_MAPPING:
      return follow_mapped (direction, mapping, process);
    case REFRAIN_STEP_SELF:
      return process;
    case REFRAIN_STEP_RANK: /* itself would be SELF */
      return (gint64) process == direction->number ? -1 : direction->number;
    case REFRAIN_STEP_UNKNOWN:
    default:
      return -1;
    }
}

gint64
refrain_compass_get_neighbour (RefrainCompass *self, guint32 direction, guint process)
{
  return refrain_direction_follow (refrain_compass_get (self, direction), self->mapping, process);
}

const guint64 *
refrain_compass_get_who (RefrainCompass *self, guint32 direction)
{
  guint64 *who = self->who->pdata[direction];

  if (who != NULL)
    return who;
  who = g_new0 (guint64, self->n_processes / 64 + 1);
  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainDirection *known = refrain_compass_get (self, direction);

      if (known->kind == REFRAIN_STEP_UNKNOWN
          || refrain_direction_follow (known, self->mapping, p) >= 0)
        who[p >> 6] |= G_GUINT64_CONSTANT (1) << (p & 63);
    }
  self->who->pdata[direction] = who;
  return who;
}

int
refrain_compass_compare (RefrainCompass *self, guint32 a, guint32 b)
{
  const RefrainDirection *left = refrain_compass_get (self, a);
  const RefrainDirection *right = refrain_compass_get (self, b);

  if (left->kind != right->kind)
    return left->kind < right->kind ? -1 : 1;
  if (left->kind != REFRAIN_STEP_OFFSET)
    return (left->number > right->number) - (left->number < right->number);
  for (guint i = 0; i < self->n_dimensions; i++)
    if (left->offset[i] != right->offset[i])
      return left->offset[i] < right->offset[i] ? -1 : 1;
  return 0;
}
