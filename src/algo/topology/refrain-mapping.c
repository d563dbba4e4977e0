/* refrain-mapping.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lattices have tables: the coordinates of each process, the direction of each set of steps of one.
 * The other kinds are refrain-place-rule.c.
 */
#include "refrain-mapping.h"

#include <string.h>

#include "refrain-arrays.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-place-rule.h"

#define NOWHERE G_MAXUINT32

struct _RefrainMapping
{
  GObject parent_instance;

  RefrainTopologyKind kind;
  char *name;
  char *title; /* of lattices */
  guint n, n_dimensions;
  guint sizes[REFRAIN_MAX_DIMENSIONS];
  guint wrapped;
  gboolean rank_order;
  guint32 *place_of;   /* each process */
  guint32 *process_at; /* each place */
  guint *coordinates;  /* n_dimensions a process */

  guint n_directions;
  const char **names; /* each direction */
  gint *opposites;
  GStringChunk *strings;
  gint *steps;           /* lattices: n_dimensions a direction */
  gint *step_codes;      /* the direction of each set of steps of one, by its digits in base 3 */
  guint n_near;          /* directions from here on have steps of more than one */
  RefrainPlaceRule rule; /* the other kinds */
  guint32 *targets;      /* user: of the rule */
};

REFRAIN_DEFINE_OBJECT (RefrainMapping, refrain_mapping)

static void
refrain_mapping_finalize (RefrainMapping *self)
{
  refrain_free (self->name, self->title, self->place_of, self->process_at, self->coordinates,
                self->names, self->opposites);
  if (self->strings != NULL)
    g_string_chunk_free (self->strings);
  refrain_free (self->steps, self->step_codes, self->targets);
}

static gboolean
is_permutation (const guint32 *places, guint n)
{
  g_autofree guint8 *seen = g_malloc0 (n);

  for (guint i = 0; i < n; i++)
    if (places[i] >= n || seen[places[i]]++)
      return FALSE;
  return TRUE;
}

/* ---- Names of axes and steps ------------------------------------------------------------------
 */

static const char *
get_axis_name (const RefrainMapping *self, guint axis)
{
  return refrain_mapping_name_axis (self->n_dimensions - 1 - axis);
}

static gboolean
is_wrapped (const RefrainMapping *self, guint axis)
{
  return self->wrapped >> axis & 1;
}

/* A step along an axis the short way round: (-size / 2, size / 2] where it is wrapped. */
static inline gint
fold_step (const RefrainMapping *self, guint axis, gint step)
{
  const gint size = (gint) self->sizes[axis];

  if (!is_wrapped (self, axis))
    return step;
  if (step > size / 2)
    return step - size;
  return -step >= size - size / 2 ? step + size : step;
}

/* Is it the same there and back? */
static gboolean
is_half_way (const RefrainMapping *self, guint axis, gint step)
{
  return is_wrapped (self, axis) && step > 0 && 2 * (guint) step == self->sizes[axis];
}

static char *
name_steps (const RefrainMapping *self, const gint *steps)
{
  GString *name = g_string_new (NULL);

  for (guint k = self->n_dimensions; k-- > 0;)
    if (steps[k] != 0)
      {
        g_string_append_c (name, is_half_way (self, k, steps[k]) ? '*' : steps[k] > 0 ? '+' : '-');
        if (ABS (steps[k]) > 1)
          g_string_append_printf (name, "%d", ABS (steps[k]));
        g_string_append (name, get_axis_name (self, k));
      }
  return g_string_free (name, FALSE);
}

/* ---- Making -----------------------------------------------------------------------------------
 */

static RefrainMapping *
begin (RefrainTopologyKind kind, guint n, const guint *sizes, guint n_dimensions)
{
  RefrainMapping *self = g_object_new (REFRAIN_TYPE_MAPPING, NULL);

  self->kind = kind;
  self->n = n;
  self->n_dimensions = n_dimensions;
  refrain_copy (self->sizes, sizes, n_dimensions * sizeof *sizes);
  self->strings = g_string_chunk_new (256);
  return self;
}

static void
set_places (RefrainMapping *self, const guint32 *places)
{
  self->place_of = g_new (guint32, self->n);
  self->process_at = g_new (guint32, self->n);
  self->coordinates = g_new (guint, (gsize) self->n * self->n_dimensions);
  self->rank_order = TRUE;
  for (guint i = 0; i < self->n; i++)
    {
      guint *coordinates = &self->coordinates[(gsize) i * self->n_dimensions];
      guint32 rest = places != NULL ? places[i] : i;

      self->rank_order &= rest == i;
      self->place_of[i] = rest;
      self->process_at[rest] = i;
      for (guint a = self->n_dimensions; a-- > 0;)
        {
          coordinates[a] = rest % self->sizes[a];
          rest /= self->sizes[a];
        }
    }
}

static void
allocate_directions (RefrainMapping *self, guint n)
{
  self->n_directions = n;
  self->names = g_new0 (const char *, n);
  self->opposites = g_new (gint, n);
  self->names[REFRAIN_DIRECTION_SELF] = "self";
  for (guint d = 0; d < n; d++)
    self->opposites[d] = d == REFRAIN_DIRECTION_SELF ? (gint) d : REFRAIN_DIRECTION_NONE;
}

static void G_GNUC_PRINTF (4, 5)
    name_direction (RefrainMapping *self, guint direction, gint opposite, const char *format, ...)
{
  g_autofree char *name = NULL;
  va_list args;

  va_start (args, format);
  name = g_strdup_vprintf (format, args);
  va_end (args);
  self->names[direction] = g_string_chunk_insert (self->strings, name);
  self->opposites[direction] = opposite;
}

/* ---- Lattices ---------------------------------------------------------------------------------
 */

/* x before y before z; forth before back. */
static int
compare_steps (gconstpointer a, gconstpointer b, gpointer data)
{
  const gint n = GPOINTER_TO_INT (data), *x = a, *y = b;
  gint n_x = 0, n_y = 0;

  for (gint k = 0; k < n; k++)
    {
      n_x += x[k] != 0;
      n_y += y[k] != 0;
    }
  if (n_x != n_y)
    return n_x - n_y;
  for (gint k = n; k-- > 0;)
    if (x[k] != y[k])
      {
        if (x[k] == 0 || y[k] == 0)
          return x[k] == 0 ? 1 : -1;
        if ((x[k] > 0) != (y[k] > 0))
          return x[k] > 0 ? -1 : 1;
        return ABS (x[k]) - ABS (y[k]);
      }
  return 0;
}

/* A step of -1, 0 or 1 that this axis has, and that is not the same as another. */
static gboolean
has_near_step (const RefrainMapping *self, guint axis, gint step)
{
  if (step == 0)
    return TRUE;
  if (self->sizes[axis] == 1)
    return FALSE;
  return step > 0 || !is_wrapped (self, axis) || self->sizes[axis] > 2;
}

static void
append_near_steps (const RefrainMapping *self, GArray *steps)
{
  gint step[REFRAIN_MAX_DIMENSIONS] = { 0 };
  guint n_codes = 1;

  if (self->n_dimensions > REFRAIN_MAX_DIAGONALS)
    {
      for (guint a = 0; a < self->n_dimensions; a++)
        {
          for (step[a] = -1; step[a] <= 1; step[a] += 2)
            if (has_near_step (self, a, step[a]))
              g_array_append_vals (steps, step, 1);
          step[a] = 0;
        }
      return;
    }
  for (guint a = 0; a < self->n_dimensions; a++)
    n_codes *= 3;
  for (guint code = 0; code < n_codes; code++)
    {
      gboolean any = FALSE, has = TRUE;
      guint rest = code;

      for (guint a = self->n_dimensions; a-- > 0; rest /= 3)
        {
          step[a] = (gint) (rest % 3) - 1;
          any |= step[a] != 0;
          has &= has_near_step (self, a, step[a]);
        }
      if (any && has)
        g_array_append_vals (steps, step, 1);
    }
}

/* The code of a set of steps of one, or -1. */
static inline gint
encode_steps (const RefrainMapping *self, const gint *steps)
{
  gint code = 0;

  for (guint a = 0; a < self->n_dimensions; a++)
    {
      if (steps[a] < -1 || steps[a] > 1)
        return -1;
      code = code * 3 + steps[a] + 1;
    }
  return code;
}

static gint
find_steps (const RefrainMapping *self, const gint *steps)
{
  const gsize size = self->n_dimensions * sizeof *steps;
  guint first = 1;

  if (self->step_codes != NULL)
    {
      const gint code = encode_steps (self, steps);

      if (code >= 0)
        return self->step_codes[code];
      first = self->n_near;
    }
  for (guint d = first; d < self->n_directions; d++)
    if (memcmp (&self->steps[d * self->n_dimensions], steps, size) == 0)
      return (gint) d;
  return REFRAIN_DIRECTION_NONE;
}

/* @steps: those of one first. */
static void
set_steps (RefrainMapping *self, GArray *steps, guint n_near)
{
  const guint n = self->n_dimensions;

  allocate_directions (self, steps->len + 1);
  self->n_near = n_near + 1;
  self->steps = g_new0 (gint, (gsize) self->n_directions * n);
  for (guint d = 1; d < self->n_directions; d++)
    refrain_copy (&self->steps[d * n], steps->data + (gsize) (d - 1) * n * sizeof (gint),
                  n * sizeof (gint));
  if (n <= REFRAIN_MAX_DIAGONALS)
    {
      guint n_codes = 1;

      for (guint a = 0; a < n; a++)
        n_codes *= 3;
      self->step_codes = g_new (gint, n_codes);
      for (guint code = 0; code < n_codes; code++)
        self->step_codes[code] = REFRAIN_DIRECTION_NONE;
      for (guint d = 0; d < self->n_near; d++)
        self->step_codes[encode_steps (self, &self->steps[d * n])] = (gint) d;
    }
  for (guint d = 1; d < self->n_directions; d++)
    {
      gint back[REFRAIN_MAX_DIMENSIONS];
      g_autofree char *name = name_steps (self, &self->steps[d * n]);

      for (guint a = 0; a < n; a++)
        back[a] = fold_step (self, a, -self->steps[d * n + a]);
      name_direction (self, d, find_steps (self, back), "%s", name);
    }
}

/* Appends the steps and their opposite unless they are there or are none. */
static void
append_offset (const RefrainMapping *self, GArray *steps, const gint *offset)
{
  for (gint sign = 1; sign >= -1; sign -= 2)
    {
      gint step[REFRAIN_MAX_DIMENSIONS];
      gboolean known = FALSE, any = FALSE, far = FALSE;

      for (guint a = 0; a < self->n_dimensions; a++)
        {
          const gint size = (gint) self->sizes[a];

          step[a] = sign * offset[a];
          if (is_wrapped (self, a))
            step[a] = fold_step (self, a, step[a] % size);
          any |= step[a] != 0;
          far |= ABS (step[a]) >= size;
        }
      for (guint i = 0; i < steps->len && !known; i++)
        known = memcmp (steps->data + (gsize) i * self->n_dimensions * sizeof (gint), step,
                        self->n_dimensions * sizeof (gint))
                == 0;
      if (any && !far && !known)
        g_array_append_vals (steps, step, 1);
    }
}

RefrainMapping *
refrain_mapping_new_stencil (const char *name,
                             const guint *sizes,
                             guint n_dimensions,
                             guint wrapped,
                             const gint *offsets,
                             guint n_offsets,
                             const guint32 *places)
{
  g_autoptr (GArray) steps = NULL;
  RefrainMapping *self;
  guint64 n = 1;
  guint n_near;

  g_return_val_if_fail (sizes != NULL, NULL);
  g_return_val_if_fail (n_dimensions > 0 && n_dimensions <= REFRAIN_MAX_DIMENSIONS, NULL);
  for (guint a = 0; a < n_dimensions; a++)
    {
      g_return_val_if_fail (sizes[a] > 0, NULL);
      n *= sizes[a];
      g_return_val_if_fail (n <= G_MAXINT32, NULL);
    }
  g_return_val_if_fail (places == NULL || is_permutation (places, n), NULL);

  self = begin (REFRAIN_TOPOLOGY_GRID, n, sizes, n_dimensions);
  self->wrapped = wrapped;
  for (guint a = 0; a < n_dimensions; a++)
    if (sizes[a] == 1)
      self->wrapped &= ~(1u << a);
  self->name = name != NULL ? g_strdup (name)
                            : refrain_mapping_make_lattice_name (sizes, n_dimensions, wrapped);
  self->title = refrain_mapping_make_title (self->name, sizes, n_dimensions, wrapped, NULL);
  set_places (self, places);
  steps = g_array_new (FALSE, FALSE, n_dimensions * sizeof (gint));
  append_near_steps (self, steps);
  g_array_sort_with_data (steps, compare_steps, GINT_TO_POINTER (n_dimensions));
  n_near = steps->len;
  for (guint i = 0; i < n_offsets; i++)
    append_offset (self, steps, offsets + (gsize) i * n_dimensions);
  set_steps (self, steps, n_near);
  return self;
}

RefrainMapping *
refrain_mapping_new_grid (const guint *sizes,
                          guint n_dimensions,
                          guint wrapped,
                          const guint32 *places)
{
  return refrain_mapping_new_stencil (NULL, sizes, n_dimensions, wrapped, NULL, 0, places);
}

static inline gint
get_lattice_direction (const RefrainMapping *self, guint from, guint to)
{
  const guint *a = &self->coordinates[(gsize) from * self->n_dimensions];
  const guint *b = &self->coordinates[(gsize) to * self->n_dimensions];
  gint steps[REFRAIN_MAX_DIMENSIONS];

  for (guint k = 0; k < self->n_dimensions; k++)
    steps[k] = fold_step (self, k, (gint) b[k] - (gint) a[k]);
  return find_steps (self, steps);
}

static gint64
get_lattice_neighbour (const RefrainMapping *self, guint process, guint direction)
{
  const guint *coordinates = &self->coordinates[(gsize) process * self->n_dimensions];
  const gint *steps = &self->steps[(gsize) direction * self->n_dimensions];
  gint64 place = 0;

  for (guint a = 0; a < self->n_dimensions; a++)
    {
      const gint64 size = self->sizes[a];
      gint64 at = (gint64) coordinates[a] + steps[a];

      if (is_wrapped (self, a))
        at = (at + size) % size;
      if (at < 0 || at >= size)
        return -1;
      place = place * size + at;
    }
  return place;
}

/* ---- The other kinds ---------------------------------------------------------------------------
 */

static void
name_place_directions (RefrainMapping *self)
{
  allocate_directions (self, self->rule.n_directions);
  for (guint d = 1; d < self->n_directions; d++)
    {
      gint opposite;
      g_autofree char *name = refrain_place_rule_name_direction (&self->rule, d, &opposite);

      name_direction (self, d, opposite, "%s", name);
    }
}

RefrainMapping *
refrain_mapping_new (
    RefrainTopologyKind kind, const char *name, guint n, guint parameter, const guint32 *places)
{
  RefrainPlaceRule rule;
  RefrainMapping *self;

  g_return_val_if_fail (kind != REFRAIN_TOPOLOGY_GRID && kind != REFRAIN_TOPOLOGY_USER, NULL);
  g_return_val_if_fail (n > 0 && n <= G_MAXINT32, NULL);
  g_return_val_if_fail (places == NULL || is_permutation (places, n), NULL);

  if (!refrain_place_rule_init (&rule, kind, n, parameter))
    return NULL;
  self = begin (kind, n, rule.sizes, rule.n_dimensions);
  self->rule = rule;
  if (kind == REFRAIN_TOPOLOGY_HYPERCUBE)
    self->wrapped = (1u << rule.n_dimensions) - 1;
  set_places (self, places);
  name_place_directions (self);
  self->name = name != NULL ? g_strdup (name) : refrain_mapping_make_name (kind, n, parameter);
  return self;
}

RefrainMapping *
refrain_mapping_new_user (const char *name,
                          guint n,
                          const char *const *names,
                          guint n_directions,
                          const guint32 *targets,
                          const guint32 *places)
{
  RefrainMapping *self;

  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (n > 0 && n <= G_MAXINT32, NULL);
  g_return_val_if_fail (places == NULL || is_permutation (places, n), NULL);

  self = begin (REFRAIN_TOPOLOGY_USER, n, &n, 1);
  self->name = g_strdup (name);
  set_places (self, places);
  allocate_directions (self, n_directions + 1);
  self->targets = g_memdup2 (targets, (gsize) n * n_directions * sizeof *targets);
  self->rule = (RefrainPlaceRule){ .kind = REFRAIN_TOPOLOGY_USER,
                                   .n = n,
                                   .n_dimensions = 1,
                                   .n_directions = n_directions + 1,
                                   .targets = self->targets };
  for (guint d = 1; d <= n_directions; d++)
    name_direction (self, d, REFRAIN_DIRECTION_NONE, "%s", names[d - 1]);
  return self;
}

void
refrain_mapping_tell_periods (RefrainMapping *self, guint periods)
{
  g_return_if_fail (REFRAIN_IS_MAPPING (self));
  if (self->kind != REFRAIN_TOPOLOGY_GRID || self->title == NULL)
    return;
  g_free (self->title);
  self->title = refrain_mapping_make_title (self->name, self->sizes, self->n_dimensions,
                                            self->wrapped, &periods);
}

/* ---- Asking -----------------------------------------------------------------------------------
 */

REFRAIN_GETTER (RefrainMapping, refrain_mapping, RefrainTopologyKind, get_kind, self->kind)
REFRAIN_GETTER (RefrainMapping, refrain_mapping, const char *, get_name, self->name)
REFRAIN_GETTER (RefrainMapping,
                refrain_mapping,
                const char *,
                get_title,
                self->title != NULL ? self->title : self->name)
REFRAIN_GETTER (RefrainMapping, refrain_mapping, guint, get_n_processes, self->n)
REFRAIN_GETTER (RefrainMapping, refrain_mapping, guint, get_n_dimensions, self->n_dimensions)

guint
refrain_mapping_get_size (RefrainMapping *self, guint axis)
{
  g_return_val_if_fail (REFRAIN_IS_MAPPING (self), 0);
  g_return_val_if_fail (axis < self->n_dimensions, 0);
  return self->sizes[axis];
}

gboolean
refrain_mapping_is_wrapped (RefrainMapping *self, guint axis)
{
  g_return_val_if_fail (REFRAIN_IS_MAPPING (self), FALSE);
  g_return_val_if_fail (axis < self->n_dimensions, FALSE);
  return is_wrapped (self, axis);
}

const char *
refrain_mapping_get_axis_name (RefrainMapping *self, guint axis)
{
  g_return_val_if_fail (REFRAIN_IS_MAPPING (self), NULL);
  g_return_val_if_fail (axis < self->n_dimensions, NULL);
  return get_axis_name (self, axis);
}

const guint *
refrain_mapping_get_coordinates (RefrainMapping *self, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_MAPPING (self), NULL);
  g_return_val_if_fail (process < self->n, NULL);
  return &self->coordinates[(gsize) process * self->n_dimensions];
}

guint
refrain_mapping_get_process (RefrainMapping *self, const guint *coordinates)
{
  gsize place = 0;

  g_return_val_if_fail (REFRAIN_IS_MAPPING (self), 0);
  for (guint a = 0; a < self->n_dimensions; a++)
    {
      g_return_val_if_fail (coordinates[a] < self->sizes[a], 0);
      place = place * self->sizes[a] + coordinates[a];
    }
  return self->process_at[place];
}

guint
refrain_mapping_get_place (RefrainMapping *self, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_MAPPING (self), 0);
  g_return_val_if_fail (process < self->n, 0);
  return self->place_of[process];
}

REFRAIN_GETTER (RefrainMapping, refrain_mapping, gboolean, is_rank_order, self->rank_order)

char *
refrain_mapping_dup_label (RefrainMapping *self, guint process)
{
  const guint *coordinates = refrain_mapping_get_coordinates (self, process);
  GString *label;

  g_return_val_if_fail (coordinates != NULL, NULL);
  if (self->n_dimensions == 1)
    return g_strdup_printf ("%u", coordinates[0]);
  label = g_string_new ("(");
  for (guint a = self->n_dimensions; a-- > 0;)
    g_string_append_printf (label, a > 0 ? "%u," : "%u)", coordinates[a]);
  return g_string_free (label, FALSE);
}

gint
refrain_mapping_get_direction (RefrainMapping *self, guint from, guint to)
{
  g_return_val_if_fail (REFRAIN_IS_MAPPING (self), REFRAIN_DIRECTION_NONE);
  g_return_val_if_fail (from < self->n && to < self->n, REFRAIN_DIRECTION_NONE);

  if (from == to)
    return REFRAIN_DIRECTION_SELF;
  if (self->kind == REFRAIN_TOPOLOGY_GRID)
    return get_lattice_direction (self, from, to);
  return refrain_place_rule_get_direction (&self->rule, self->place_of[from], self->place_of[to]);
}

REFRAIN_GETTER (RefrainMapping, refrain_mapping, guint, get_n_directions, self->n_directions)

const char *
refrain_mapping_get_direction_name (RefrainMapping *self, gint direction)
{
  g_return_val_if_fail (REFRAIN_IS_MAPPING (self), NULL);
  g_return_val_if_fail (direction >= 0 && (guint) direction < self->n_directions, NULL);
  return self->names[direction];
}

gint
refrain_mapping_get_opposite (RefrainMapping *self, gint direction)
{
  g_return_val_if_fail (REFRAIN_IS_MAPPING (self), REFRAIN_DIRECTION_NONE);
  g_return_val_if_fail (direction >= 0 && (guint) direction < self->n_directions,
                        REFRAIN_DIRECTION_NONE);
  return self->opposites[direction];
}

gint64
refrain_mapping_get_neighbour (RefrainMapping *self, guint process, gint direction)
{
  gint64 place;

  g_return_val_if_fail (REFRAIN_IS_MAPPING (self), -1);
  g_return_val_if_fail (process < self->n, -1);
  g_return_val_if_fail (direction >= 0 && (guint) direction < self->n_directions, -1);

  if (direction == REFRAIN_DIRECTION_SELF)
    return process;
  if (self->kind == REFRAIN_TOPOLOGY_GRID)
    place = get_lattice_neighbour (self, process, (guint) direction);
  else
    place = refrain_place_rule_get_neighbour (&self->rule, self->place_of[process],
                                              (guint) direction);
  return place >= 0 ? (gint64) self->process_at[place] : -1;
}
