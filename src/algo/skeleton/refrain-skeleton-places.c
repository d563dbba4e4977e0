/* refrain-skeleton-places.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For as many processes as there were, all is the page's. For another number a grid keeps its kind
 * and number of axes and gets sizes as even as MPI_Dims_create() would choose them; a grid of two
 * places an axis (a hypercube) can lose axes. Trees and stars keep their kind; what is done for all
 * children or leaves is done for those that are new, too. A guard keeps its meaning where it names
 * the ends of an axis or every so many places, on a tree or star the root; all else, and single
 * ranks, say nothing about other sizes. Nor do offsets that may be as long as they are because of
 * the axis: those of half its places or more.
 */
#include "config.h"

#include "refrain-skeleton-places.h"

#include <glib/gi18n-lib.h>

#include "refrain-compare.h"
#include "refrain-draft.h"
#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-mapping.h"

/* ---- Sizes ------------------------------------------------------------------------------------
 */

typedef struct
{
  guint size, axis;
} Axis;

REFRAIN_DEFINE_COMPARE (compare_axes, Axis, REFRAIN_FALLING (size) ?: REFRAIN_RISING (axis))

static void
give_factor (guint *sizes, guint n_sizes, guint factor)
{
  guint least = 0;

  for (guint i = 1; i < n_sizes; i++)
    if (sizes[i] < sizes[least])
      least = i;
  sizes[least] *= factor;
}

/* Whether all axes longer than one have two places. */
static gboolean
is_cube (RefrainMapping *mapping)
{
  for (guint a = 0; a < refrain_mapping_get_n_dimensions (mapping); a++)
    if (refrain_mapping_get_size (mapping, a) > 2)
      return FALSE;
  return TRUE;
}

/* The sizes of a grid of @n processes with as many axes longer than one as @mapping, as even as can
 * be, the longest where it was. FALSE where one would be of length one. */
static gboolean
choose_sizes (RefrainMapping *mapping, guint n, guint *sizes)
{
  const guint n_axes = refrain_mapping_get_n_dimensions (mapping);
  Axis axes[REFRAIN_MAX_DIMENSIONS];
  guint even[REFRAIN_MAX_DIMENSIONS], factors[32];
  guint n_long = 0, n_factors = 0;

  for (guint a = 0; a < n_axes; a++)
    {
      sizes[a] = 1;
      if (refrain_mapping_get_size (mapping, a) > 1)
        axes[n_long++] = (Axis){ refrain_mapping_get_size (mapping, a), a };
    }
  for (guint f = 2; n > 1; f++)
    {
      if ((guint64) f * f > n)
        f = n;
      for (; n % f == 0; n /= f)
        factors[n_factors++] = f;
    }
  for (guint i = 0; i < n_long; i++)
    even[i] = 1;
  if (n_factors < n_long && n_factors > 0 && is_cube (mapping) && factors[n_factors - 1] == 2)
    {
      for (guint i = 0; i < n_factors; i++) /* the fastest axes stay */
        sizes[axes[n_long - 1 - i].axis] = 2;
      return TRUE;
    }
  if (n_factors < n_long || n_long == 0)
    return FALSE;
  while (n_factors-- > 0)
    give_factor (even, n_long, factors[n_factors]);
  refrain_sort (axes, n_long, sizeof *axes, compare_axes);
  for (guint i = 1; i < n_long; i++)
    for (guint j = i; j > 0 && even[j] > even[j - 1]; j--)
      {
        const guint swap = even[j];

        even[j] = even[j - 1];
        even[j - 1] = swap;
      }
  for (guint i = 0; i < n_long; i++)
    sizes[axes[i].axis] = even[i];
  return TRUE;
}

/* Kinds whose directions mean the same on any number of processes. */
static gboolean
is_tree (RefrainMapping *mapping)
{
  const RefrainTopologyKind kind = refrain_mapping_get_kind (mapping);

  return kind == REFRAIN_TOPOLOGY_TREE || kind == REFRAIN_TOPOLOGY_BINOMIAL
         || kind == REFRAIN_TOPOLOGY_STAR;
}

static RefrainMapping *
make_mapping (RefrainMapping *old, guint n, GError **error)
{
  const guint n_axes = refrain_mapping_get_n_dimensions (old);
  guint sizes[REFRAIN_MAX_DIMENSIONS];
  guint wrapped = 0;

  if (refrain_mapping_get_kind (old) != REFRAIN_TOPOLOGY_GRID && !is_tree (old))
    g_set_error (
        error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
        _ ("only grids, tori, trees and stars keep their directions with another number of "
           "processes, and this run is on %s"),
        refrain_mapping_get_title (old));
  else if (!refrain_mapping_is_rank_order (old))
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                 _ ("the ranks of this run are not in the order of their places, so those of "
                    "another number of processes are not known"));
  else if (is_tree (old) && n > 1)
    return refrain_mapping_new (refrain_mapping_get_kind (old), refrain_mapping_get_name (old), n,
                                refrain_mapping_get_kind (old) == REFRAIN_TOPOLOGY_TREE
                                    ? refrain_mapping_get_n_directions (old) - 2
                                    : 0,
                                NULL);
  else if (is_tree (old))
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                 _ ("one process has no partner, and this run is on %s"),
                 refrain_mapping_get_title (old));
  else if (!choose_sizes (old, n, sizes))
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                 _ ("%u processes cannot form a grid with the axes of %s"), n,
                 refrain_mapping_get_title (old));
  else
    {
      for (guint a = 0; a < n_axes; a++)
        wrapped |= (guint) (refrain_mapping_is_wrapped (old, a) ? 1u << a : 0);
      return refrain_mapping_new_grid (sizes, n_axes, wrapped, NULL);
    }
  return NULL;
}

/* ---- Guards -----------------------------------------------------------------------------------
 */

static gpointer
keep (RefrainSkeletonPlaces *self, gpointer memory)
{
  g_ptr_array_add (self->memory, memory);
  return memory;
}

/* What value @v on an axis of @old places is on one of @now; -1: nobody knows. */
static gint64
move_value (guint32 v, guint old, guint now)
{
  if (old == now)
    return v;
  if (old <= 2)
    return -1;
  return v == 0 ? 0 : v == old - 1 ? (gint64) now - 1 : -1;
}

/* On a tree or star: the root against all others, or on a binomial tree a level of it. */
static gboolean
is_about_root (RefrainMapping *mapping, const RefrainGuardAtom *atom)
{
  switch (atom->kind)
    {
    case REFRAIN_ATOM_IN:
    case REFRAIN_ATOM_NOT_IN:
      return atom->n_values == 1 && atom->values[0] == 0;
    case REFRAIN_ATOM_AT_LEAST:
    case REFRAIN_ATOM_BELOW:
      return atom->values[0] == 1;
    case REFRAIN_ATOM_MODULO:
      return refrain_mapping_get_kind (mapping) == REFRAIN_TOPOLOGY_BINOMIAL
             && (atom->values[0] & (atom->values[0] - 1)) == 0;
    case REFRAIN_ATOM_NOT:
    default:
      return FALSE;
    }
}

/* FALSE where the atom says nothing about other sizes. */
static gboolean
move_atom (RefrainSkeletonPlaces *self, RefrainGuardAtom *atom)
{
  RefrainMapping *old = refrain_program_get_mapping (self->program);
  guint before, now;
  guint32 *values;

  if (atom->kind == REFRAIN_ATOM_NOT)
    {
      RefrainGuardAtom *parts
          = keep (self, g_memdup2 (atom->parts, atom->n_parts * sizeof *atom->parts));

      atom->parts = parts;
      for (guint32 i = 0; i < atom->n_parts; i++)
        if (!move_atom (self, &parts[i]))
          return FALSE;
      return TRUE;
    }
  if (atom->axis < 0)
    return FALSE;
  before = refrain_mapping_get_size (old, (guint) atom->axis);
  now = refrain_mapping_get_size (self->mapping, (guint) atom->axis);
  if (is_tree (old))
    return is_about_root (old, atom);
  if (before == now || (atom->kind == REFRAIN_ATOM_MODULO && now % atom->values[0] == 0))
    return TRUE;
  if (atom->kind == REFRAIN_ATOM_MODULO)
    return FALSE;
  if ((atom->kind == REFRAIN_ATOM_AT_LEAST || atom->kind == REFRAIN_ATOM_BELOW)
      && atom->values[0] == 1 && before > 2)
    return TRUE; /* the first place against all others */
  values = keep (self, g_memdup2 (atom->values, atom->n_values * sizeof *values));
  for (guint32 i = 0; i < atom->n_values; i++)
    {
      const gint64 value = move_value (values[i], before, now);

      if (value < 0)
        return FALSE;
      values[i] = (guint32) value;
    }
  atom->values = values;
  return TRUE;
}

static gboolean
contains (const RefrainGuardAtom *atom, guint32 value)
{
  for (guint32 i = 0; i < atom->n_values; i++)
    if (atom->values[i] == value)
      return TRUE;
  return FALSE;
}

static gboolean
atom_holds (const RefrainGuardAtom *atom, const guint *coordinates)
{
  const guint32 value = atom->kind == REFRAIN_ATOM_NOT ? 0 : coordinates[atom->axis];

  switch (atom->kind)
    {
    case REFRAIN_ATOM_NOT:
      for (guint32 i = 0; i < atom->n_parts; i++)
        if (!atom_holds (&atom->parts[i], coordinates))
          return TRUE;
      return FALSE;
    case REFRAIN_ATOM_IN:
      return contains (atom, value);
    case REFRAIN_ATOM_NOT_IN:
      return !contains (atom, value);
    case REFRAIN_ATOM_AT_LEAST:
      return value >= atom->values[0];
    case REFRAIN_ATOM_BELOW:
      return value < atom->values[0];
    case REFRAIN_ATOM_MODULO:
    default:
      return value % atom->values[0] == atom->values[1];
    }
}

/* The guard for the new sizes, or NULL. */
static RefrainGuard *
move_guard (RefrainSkeletonPlaces *self, const RefrainGuard *old)
{
  RefrainGuard *guard = keep (self, g_memdup2 (old, sizeof *old));
  RefrainGuardAtom *atoms = keep (self, g_memdup2 (old->atoms, old->n_atoms * sizeof *old->atoms));
  guint64 *holds = keep (self, g_new0 (guint64, self->n / 64 + 1));

  if (old->listed)
    return NULL;
  for (guint32 i = 0; i < old->n_atoms; i++)
    if (!move_atom (self, &atoms[i]))
      return NULL;
  for (guint p = 0; p < self->n; p++)
    {
      const guint *coordinates = refrain_mapping_get_coordinates (self->mapping, p);
      gboolean all = TRUE;

      for (guint32 i = 0; i < old->n_atoms && all; i++)
        all = atom_holds (&atoms[i], coordinates);
      if (all)
        holds[p >> 6] |= G_GUINT64_CONSTANT (1) << (p & 63);
    }
  guard->atoms = atoms;
  guard->holds = holds;
  return guard;
}

/* ---- Lines ------------------------------------------------------------------------------------
 */

/* Whether offset @k on an axis of @size places may owe its length to that size: half way round or
 * more, up to the way back from the end to the beginning. On two places that is a step; in a
 * direction along @n_axes axes it may be the end of a row that goes on in the next one. */
static gboolean
depends_on_size (gint32 k, guint size, guint n_axes)
{
  const guint64 length = (guint64) ABS ((gint64) k);

  return length > 1 ? 2 * length >= size : length == 1 && size == 2 && n_axes > 1;
}

static gboolean
fits_offset (RefrainSkeletonPlaces *self, const RefrainDirection *direction, GError **error)
{
  RefrainMapping *old = refrain_program_get_mapping (self->program);
  const guint n = refrain_mapping_get_n_dimensions (old);
  guint n_axes = 0;

  for (guint a = 0; a < n; a++)
    n_axes += direction->offset[a] != 0;
  for (guint a = n; a-- > 0;)
    {
      const guint size = refrain_mapping_get_size (old, a);

      if (size == refrain_mapping_get_size (self->mapping, a)
          || !depends_on_size (direction->offset[a], size, n_axes))
        continue;
      return refrain_fail (
          error, REFRAIN_ERROR_ARGUMENT,
          _ ("“%s” may be so long because axis %s has %u places, so how far it leads with "
             "another number of processes is not known"),
          direction->name, refrain_mapping_get_axis_name (old, a), size);
    }
  return TRUE;
}

/* Whether @direction leads as the page says on the new sizes, too: on a ring of two both ways are
 * one, and nobody knows which was meant. */
static gboolean
fits_direction (RefrainSkeletonPlaces *self, const RefrainDirection *direction, GError **error)
{
  RefrainMapping *old = refrain_program_get_mapping (self->program);

  if (direction->kind == REFRAIN_STEP_SELF)
    return TRUE;
  for (guint a = 0;
       direction->kind == REFRAIN_STEP_OFFSET && a < refrain_mapping_get_n_dimensions (old); a++)
    if (direction->offset[a] != 0 && refrain_mapping_is_wrapped (old, a)
        && refrain_mapping_get_size (old, a) <= 2
        && refrain_mapping_get_size (self->mapping, a) > 2)
      return refrain_fail (
          error, REFRAIN_ERROR_ARGUMENT,
          _ ("on an axis of two places both ways are one, so which of them “%s” is with "
             "another number of processes is not known"),
          direction->name);
  if (direction->kind == REFRAIN_STEP_OFFSET)
    return fits_offset (self, direction, error);
  if (direction->kind == REFRAIN_STEP_MAPPING && is_tree (old))
    return TRUE;
  return refrain_fail (error, REFRAIN_ERROR_ARGUMENT,
                       _ ("“%s” is not a direction that another number of processes would have"),
                       direction->name);
}

static gboolean
fits_tag (const RefrainTagRule *rule, const RefrainDirection *direction, GError **error)
{
  if (rule == NULL || rule->kind != REFRAIN_TAG_TABLE)
    return TRUE;
  return refrain_fail (
      error, REFRAIN_ERROR_ARGUMENT,
      _ ("the tags of messages to “%s” follow no rule that another number of processes "
         "could follow"),
      direction->name);
}

static gboolean
fits_line (RefrainSkeletonPlaces *self, guint32 number, GError **error)
{
  guint32 n;
  const RefrainProgramLine *line = &refrain_program_get_lines (self->program, &n)[number];
  const guint32 *named = refrain_program_get_line_directions (self->program, number, &n);
  const RefrainDirection *directions
      = refrain_program_get_directions (self->program, &(guint32){ 0 });

  for (guint32 i = 0; i < n; i++)
    {
      const RefrainTagRule *rule = refrain_program_get_tag_rule (self->program, line->tag);

      if (rule->kind == REFRAIN_TAG_BY_DIRECTION)
        rule = refrain_program_get_direction_tag (self->program, named[i],
                                                  line->kind != REFRAIN_LINE_RECV);
      if (!fits_direction (self, &directions[named[i]], error)
          || !fits_tag (rule, &directions[named[i]], error))
        return FALSE;
    }
  if (line->kind != REFRAIN_LINE_SYNC
      || refrain_program_get_group_rule (self->program, line->group)->kind != REFRAIN_GROUP_LIST)
    return TRUE;
  return refrain_fail (
      error, REFRAIN_ERROR_ARGUMENT,
      _ ("a group of processes is a list of ranks, so that of another number of processes "
         "is not known"));
}

static gboolean
add_guard (RefrainSkeletonPlaces *self, guint32 number, GError **error)
{
  const RefrainGuard *old = refrain_program_get_guard (self->program, number);

  while (self->guards->len <= number)
    g_ptr_array_add (self->guards, NULL);
  if (self->guards->pdata[number] == NULL)
    self->guards->pdata[number] = move_guard (self, old);
  if (self->guards->pdata[number] != NULL)
    return TRUE;
  return refrain_fail (
      error, REFRAIN_ERROR_ARGUMENT,
      _ ("what only the processes at “%s” do is not known of another number of processes"),
      old->text);
}

/* ---- More directions --------------------------------------------------------------------------
 */

/* Of a mapping's directions, the first one that is numbered: child 0, leaf 1. Before it stand the
 * process itself and the parent or centre. */
#define FIRST_NUMBERED 2
/* A star that is larger by more leaves is refused: each has a statement of its own, which all
 * others pass by. */
#define MOST_FURTHER 4096

/* The directions that @now has more than @old, behind the page's. */
static void
add_directions (RefrainSkeletonPlaces *self)
{
  RefrainMapping *old = refrain_program_get_mapping (self->program);
  const guint n_old = refrain_mapping_get_n_directions (old);
  const guint n_now = refrain_mapping_get_n_directions (self->mapping);
  guint32 n;
  const RefrainDirection *known = refrain_program_get_directions (self->program, &n);

  if (!is_tree (old) || n_now <= n_old)
    return;
  self->n_directions = n + (n_now - n_old);
  self->directions = g_new0 (RefrainDirection, self->n_directions + 1);
  refrain_copy (self->directions, known, n * sizeof *known);
  for (guint d = n_old; d < n_now; d++)
    {
      g_auto (GStrv) words
          = g_strsplit (refrain_mapping_get_direction_name (self->mapping, (gint) d), " ", -1);
      char *name = g_strjoinv (NULL, words); /* as the page has it */

      self->directions[n + d - n_old] = (RefrainDirection){ .kind = REFRAIN_STEP_MAPPING,
                                                            .name = keep (self, name),
                                                            .number = (gint32) d,
                                                            .opposite = -1 };
    }
}

/* A line that goes through all children or leaves, first to last, is for the new ones, too; one
 * that names the last of them otherwise says nothing about these. */
static gboolean
extend_line (RefrainSkeletonPlaces *self, guint32 number, GError **error)
{
  RefrainMapping *old = refrain_program_get_mapping (self->program);
  const gint32 last = (gint32) refrain_mapping_get_n_directions (old) - 1;
  guint32 n;
  const RefrainLineKind kind = refrain_program_get_lines (self->program, &n)[number].kind;
  const guint32 *named = refrain_program_get_line_directions (self->program, number, &n);
  const guint n_all = (guint) last + 1 - FIRST_NUMBERED;
  gboolean all = n == n_all && kind != REFRAIN_LINE_SHIFT, names_last = FALSE;

  for (guint32 i = 0; i < n; i++)
    {
      const RefrainDirection *direction = &self->directions[named[i]];
      const gboolean numbered = direction->kind == REFRAIN_STEP_MAPPING;

      all &= numbered && direction->number == (gint32) (FIRST_NUMBERED + i);
      names_last |= numbered && direction->number == last;
    }
  self->extended[number] = all;
  if (all || !names_last)
    return TRUE;
  return refrain_fail (
      error, REFRAIN_ERROR_ARGUMENT,
      _ ("what the program does for “%s” it does not do for all like it in the same way, "
         "so what it would do for more of them is not known"),
      self->directions[named[n - 1]].name);
}

static gboolean
extend_lines (RefrainSkeletonPlaces *self, guint32 n_lines, GError **error)
{
  const guint n_old
      = refrain_mapping_get_n_directions (refrain_program_get_mapping (self->program));

  if (refrain_mapping_get_n_directions (self->mapping) > n_old + MOST_FURTHER)
    return refrain_fail (
        error, REFRAIN_ERROR_ARGUMENT,
        _ ("%u processes are too many: one of them would have a message for each other "
           "one"),
        self->n);
  add_directions (self);
  if (self->directions == NULL)
    return TRUE;
  self->extended = g_new0 (gboolean, (gsize) n_lines + 1);
  for (guint32 i = 0; i < n_lines; i++)
    if (!extend_line (self, i, error))
      return FALSE;
  return TRUE;
}

/* ---- Public -----------------------------------------------------------------------------------
 */

gboolean
refrain_skeleton_places_init (RefrainSkeletonPlaces *self,
                              RefrainProgram *program,
                              guint n,
                              GError **error)
{
  RefrainMapping *old = refrain_program_get_mapping (program);
  guint32 n_lines;
  const RefrainProgramLine *lines = refrain_program_get_lines (program, &n_lines);

  *self = (RefrainSkeletonPlaces){ .program = program };
  if (n == 0 || n == refrain_mapping_get_n_processes (old))
    {
      self->mapping = g_object_ref (old);
      self->n = refrain_mapping_get_n_processes (old);
      return TRUE;
    }
  self->n = n;
  self->mapping = make_mapping (old, n, error);
  if (self->mapping == NULL)
    return FALSE;
  self->guards = g_ptr_array_new ();
  self->memory = g_ptr_array_new_with_free_func (g_free);
  for (guint32 i = 0; i < n_lines; i++)
    if (!fits_line (self, i, error) || !add_guard (self, lines[i].guard, error))
      return FALSE;
  return extend_lines (self, n_lines, error);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_skeleton_places_clear,
                             RefrainSkeletonPlaces,
                             refrain_clear (&x->directions, &x->extended);
                             g_clear_object (&x->mapping);
                             g_clear_pointer (&x->guards, g_ptr_array_unref);
                             g_clear_pointer (&x->memory, g_ptr_array_unref))

const RefrainDirection *
refrain_skeleton_places_get_directions (const RefrainSkeletonPlaces *self, guint32 *n)
{
  if (self->directions == NULL)
    return refrain_program_get_directions (self->program, n);
  *n = self->n_directions;
  return self->directions;
}

/* The same as in the page, on the new sizes. */
static gint64
follow_offset (const RefrainSkeletonPlaces *self, const gint32 *offset, guint process)
{
  const guint n = refrain_mapping_get_n_dimensions (self->mapping);
  const guint *from = refrain_mapping_get_coordinates (self->mapping, process);
  guint to[REFRAIN_MAX_DIMENSIONS];

  for (guint a = 0; a < n; a++)
    {
      const gint64 size = refrain_mapping_get_size (self->mapping, a);
      gint64 x = (gint64) from[a] + offset[a];

      if (refrain_mapping_is_wrapped (self->mapping, a) && size > 1)
        x = (x % size + size) % size;
      if (x < 0 || x >= size)
        return -1;
      to[a] = (guint) x;
    }
  return refrain_mapping_get_process (self->mapping, to);
}

gint64
refrain_skeleton_places_get_neighbour (const RefrainSkeletonPlaces *self,
                                       guint32 direction,
                                       guint process)
{
  const RefrainDirection *known;

  if (self->guards == NULL)
    return refrain_program_get_neighbour (self->program, direction, process);
  known = &refrain_skeleton_places_get_directions (self, &(guint32){ 0 })[direction];
  if (known->kind == REFRAIN_STEP_SELF)
    return process;
  if (known->kind == REFRAIN_STEP_OFFSET)
    return follow_offset (self, known->offset, process);
  return known->number < (gint32) refrain_mapping_get_n_directions (self->mapping)
             ? refrain_mapping_get_neighbour (self->mapping, process, known->number)
             : -1;
}

gboolean
refrain_skeleton_places_holds (const RefrainSkeletonPlaces *self, guint32 guard, guint process)
{
  const RefrainGuard *known = self->guards == NULL
                                  ? refrain_program_get_guard (self->program, guard)
                                  : self->guards->pdata[guard];

  return REFRAIN_GUARD_HOLDS (known, process);
}

gint32
refrain_skeleton_places_get_tag (const RefrainSkeletonPlaces *self,
                                 const RefrainTagRule *rule,
                                 guint process,
                                 gint64 peer,
                                 const guint64 *turns,
                                 guint32 n_turns)
{
  RefrainTagRule plain = *rule;

  if (rule->kind == REFRAIN_TAG_NAMED)
    plain.value = 0;
  return refrain_tag_rule_apply (&plain, self->mapping, process, peer, turns, n_turns);
}
