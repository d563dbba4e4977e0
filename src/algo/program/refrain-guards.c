/* refrain-guards.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A set of processes is projected onto each axis; what the axis must tell apart are the values that
 * occur among those who come to the line. The shortest way to say so of each axis: if their product
 * is the set, it is the guard. If not, the product of those who are left out; then the rank as an
 * axis of its own.
 */
#include "refrain-guards.h"

#include <string.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-mapping.h"
#include "refrain-object.h"
#include "refrain-sequence-table.h"

/* The axis that always tells. */
#define RANK (-1)

/* An atom with what is known of it. */
typedef struct
{
  RefrainGuardAtom atom;
  char *text;
  guint64 *holds;
  gboolean listed;
} Atom;

struct _RefrainGuards
{
  RefrainMapping *mapping;
  guint n_processes, n_words, n_dimensions;
  RefrainSequenceTable atom_keys; /* kind, axis, values */
  GArray *atoms;                  /* of Atom */
  RefrainSequenceTable guards;    /* numbers of atoms, ascending */
  GArray *lengths;                /* of guint: bytes of each guard's text */
  RefrainSequenceTable questions; /* wanted, among */
  GArray *answers;                /* of guint32: a guard each */
  gboolean *wanted_values, *among_values;
};

#define TEST(set, p) (((set)[(p) >> 6] >> ((p) &63) & 1) != 0)
#define SET(set, p)  ((set)[(p) >> 6] |= G_GUINT64_CONSTANT (1) << ((p) &63))

REFRAIN_DEFINE_CLEAR (
    clear_atom,
    Atom,
    refrain_free ((gpointer) x->atom.values, (gpointer) x->atom.parts, x->text, x->holds))

static guint32
add_guard (RefrainGuards *self, const guint32 *atoms, gsize n)
{
  gboolean is_new;
  const guint32 number = refrain_sequence_table_add (&self->guards, atoms, n, &is_new);
  guint length = 0;

  if (!is_new)
    return number;
  for (gsize i = 0; i < n; i++)
    length += (guint) strlen (g_array_index (self->atoms, Atom, atoms[i]).text) + (i > 0);
  g_array_append_val (self->lengths, length);
  return number;
}

RefrainGuards *
refrain_guards_new (RefrainMapping *mapping)
{
  RefrainGuards *self = g_new0 (RefrainGuards, 1);
  guint longest;

  self->mapping = g_object_ref (mapping);
  self->n_processes = refrain_mapping_get_n_processes (mapping);
  self->n_words = self->n_processes / 64 + 1;
  self->n_dimensions = refrain_mapping_get_n_dimensions (mapping);
  longest = self->n_processes;
  for (guint a = 0; a < self->n_dimensions; a++)
    longest = MAX (longest, refrain_mapping_get_size (mapping, a));
  self->wanted_values = g_new0 (gboolean, longest + 1);
  self->among_values = g_new0 (gboolean, longest + 1);
  refrain_sequence_table_init (&self->atom_keys);
  refrain_sequence_table_init (&self->guards);
  refrain_sequence_table_init (&self->questions);
  self->atoms = g_array_new (FALSE, FALSE, sizeof (Atom));
  g_array_set_clear_func (self->atoms, clear_atom);
  self->lengths = g_array_new (FALSE, FALSE, sizeof (guint));
  self->answers = g_array_new (FALSE, FALSE, sizeof (guint32));
  add_guard (self, NULL, 0);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_guards_free, RefrainGuards, g_object_unref (x->mapping);
                             refrain_free (x->wanted_values, x->among_values);
                             refrain_sequence_table_clear (&x->atom_keys);
                             refrain_sequence_table_clear (&x->guards);
                             refrain_sequence_table_clear (&x->questions);
                             refrain_unref_arrays (x->atoms, x->lengths, x->answers))

REFRAIN_READER (refrain_guards_get_n_words, RefrainGuards, guint, self->n_words)

/* ---- Atoms ---------------------------------------------------------------------------------- */

static guint
get_value (RefrainGuards *self, gint32 axis, guint process)
{
  return axis == RANK ? process : refrain_mapping_get_coordinates (self->mapping, process)[axis];
}

static gboolean
atom_holds (const RefrainGuardAtom *atom, guint value)
{
  switch (atom->kind)
    {
    case REFRAIN_ATOM_AT_LEAST:
      return value >= atom->values[0];
    case REFRAIN_ATOM_BELOW:
      return value < atom->values[0];
    case REFRAIN_ATOM_MODULO:
      return value % atom->values[0] == atom->values[1];
    case REFRAIN_ATOM_IN:
    case REFRAIN_ATOM_NOT_IN:
    case REFRAIN_ATOM_NOT:
    default:
      for (guint32 i = 0; i < atom->n_values; i++)
        if (atom->values[i] == value)
          return atom->kind == REFRAIN_ATOM_IN;
      return atom->kind != REFRAIN_ATOM_IN;
    }
}

/* "0,3-5" */
static guint
append_values (GString *text, const guint32 *values, guint32 n)
{
  guint n_runs = 0;

  for (guint32 i = 0; i < n;)
    {
      guint32 j = i;

      while (j + 1 < n && values[j + 1] == values[j] + 1)
        j++;
      g_string_append_printf (text, n_runs++ > 0 ? ",%u" : "%u", values[i]);
      if (j > i)
        g_string_append_printf (text, "-%u", values[j]);
      i = j + 1;
    }
  return n_runs;
}

static char *
spell_atom (RefrainGuards *self, const RefrainGuardAtom *atom, guint *n_runs)
{
  static const char *const signs[] = { "=", "!=", ">=", "<", "%" };
  g_autoptr (GString) text = g_string_new (
      atom->axis == RANK ? "rank"
                         : refrain_mapping_get_axis_name (self->mapping, (guint) atom->axis));

  g_string_append (text, signs[atom->kind]);
  *n_runs = 0;
  if (atom->kind == REFRAIN_ATOM_MODULO)
    g_string_append_printf (text, "%u=%u", atom->values[0], atom->values[1]);
  else
    *n_runs = append_values (text, atom->values, atom->n_values);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
fill_atom (RefrainGuards *self, Atom *atom)
{
  const RefrainGuardAtom *what = &atom->atom;

  atom->holds = g_new0 (guint64, self->n_words);
  if (what->kind == REFRAIN_ATOM_IN && what->axis == RANK)
    for (guint32 i = 0; i < what->n_values; i++)
      SET (atom->holds, what->values[i]);
  else
    for (guint p = 0; p < self->n_processes; p++)
      if (atom_holds (what, get_value (self, what->axis, p)))
        SET (atom->holds, p);
}

static guint32
add_atom (
    RefrainGuards *self, RefrainAtomKind kind, gint32 axis, const guint32 *values, guint32 n_values)
{
  g_autofree guint32 *key = g_new (guint32, n_values + 2);
  Atom atom = { { kind, axis, n_values, NULL, 0, NULL }, NULL, NULL, FALSE };
  gboolean is_new;
  guint32 number;
  guint n_runs;

  key[0] = kind;
  key[1] = (guint32) axis;
  refrain_copy (key + 2, values, n_values * sizeof *values);
  number = refrain_sequence_table_add (&self->atom_keys, key, n_values + 2, &is_new);
  if (!is_new)
    return number;
  atom.atom.values = g_memdup2 (values, n_values * sizeof *values);
  atom.text = spell_atom (self, &atom.atom, &n_runs);
  atom.listed = axis == RANK && n_runs > 1;
  fill_atom (self, &atom);
  g_array_append_val (self->atoms, atom);
  return number;
}

/* "not(x=0 y=0)" of a guard. */
static guint32
add_negation (RefrainGuards *self, guint32 guard)
{
  gsize n;
  const guint32 *parts = refrain_sequence_table_get (&self->guards, guard, &n);
  g_autofree guint32 *copy = g_memdup2 (parts, n * sizeof *parts);
  g_autofree guint32 *key = g_new (guint32, n + 2);
  Atom atom = { { REFRAIN_ATOM_NOT, RANK, 0, NULL, (guint32) n, NULL }, NULL, NULL, FALSE };
  g_autoptr (GString) text = g_string_new ("not(");
  RefrainGuardAtom *inner;
  gboolean is_new;
  guint32 number;

  key[0] = REFRAIN_ATOM_NOT;
  key[1] = 0;
  refrain_copy (key + 2, copy, n * sizeof *copy);
  number = refrain_sequence_table_add (&self->atom_keys, key, n + 2, &is_new);
  if (!is_new)
    return number;
  inner = g_new0 (RefrainGuardAtom, n);
  atom.holds = g_new (guint64, self->n_words);
  refrain_fill (atom.holds, 0xff, self->n_words * sizeof *atom.holds);
  for (gsize i = 0; i < n; i++)
    {
      const Atom *part = &g_array_index (self->atoms, Atom, copy[i]);

      inner[i] = part->atom;
      g_string_append_printf (text, i > 0 ? " %s" : "%s", part->text);
      for (guint w = 0; w < self->n_words; w++)
        atom.holds[w] &= part->holds[w];
      atom.listed |= part->listed;
    }
  for (guint w = 0; w < self->n_words; w++)
    atom.holds[w] = ~atom.holds[w];
  g_string_append_c (text, ')');
  atom.text = g_string_free (g_steal_pointer (&text), FALSE);
  atom.atom.parts = inner;
  g_array_append_val (self->atoms, atom);
  return number;
}

/* ---- One axis ------------------------------------------------------------------------------- */

/* The shortest way to tell values apart; of equally short ones the first that was offered. */
typedef struct
{
  gboolean found;
  guint32 atom;
  gsize length;
} Best;

static void
offer (RefrainGuards *self,
       Best *best,
       RefrainAtomKind kind,
       gint32 axis,
       const guint32 *values,
       guint32 n_values)
{
  const guint32 atom = add_atom (self, kind, axis, values, n_values);
  const gsize length = strlen (g_array_index (self->atoms, Atom, atom).text);

  if (!best->found || length < best->length)
    *best = (Best){ TRUE, atom, length };
}

/* A list of the values that are @wanted, or of those among all that are not. */
static void
offer_lists (RefrainGuards *self, Best *best, gint32 axis, guint size)
{
  g_autofree guint32 *in = g_new (guint32, size);
  g_autofree guint32 *out = g_new (guint32, size);
  guint32 n_in = 0, n_out = 0;

  for (guint v = 0; v < size; v++)
    if (self->wanted_values[v])
      in[n_in++] = v;
    else if (self->among_values[v])
      out[n_out++] = v;
  offer (self, best, REFRAIN_ATOM_IN, axis, in, n_in);
  if (n_out <= 2)
    offer (self, best, REFRAIN_ATOM_NOT_IN, axis, out, n_out);
  if (out[0] > in[n_in - 1])
    offer (self, best, REFRAIN_ATOM_BELOW, axis, &(guint32){ in[n_in - 1] + 1 }, 1);
  if (out[n_out - 1] < in[0])
    offer (self, best, REFRAIN_ATOM_AT_LEAST, axis, in, 1);
}

static void
offer_remainders (RefrainGuards *self, Best *best, gint32 axis, guint size)
{
  for (guint m = 2; m < size && m <= 1024; m *= 2)
    {
      guint32 values[2] = { m, G_MAXUINT32 };
      gboolean good = TRUE;

      for (guint v = 0; v < size && good; v++)
        if (self->wanted_values[v] && values[1] == G_MAXUINT32)
          values[1] = v % m;
        else if (self->wanted_values[v])
          good = values[1] == v % m;
      for (guint v = 0; v < size && good; v++)
        good = !self->among_values[v] || self->wanted_values[v] || v % m != values[1];
      if (good)
        {
          offer (self, best, REFRAIN_ATOM_MODULO, axis, values, 2);
          return;
        }
    }
}

/* The shortest atom on @axis that tells the values of @wanted from the others of @among; FALSE
 * where there is nothing to tell. */
static gboolean
find_atom (
    RefrainGuards *self, gint32 axis, const guint64 *wanted, const guint64 *among, guint32 *atom)
{
  const guint size
      = axis == RANK ? self->n_processes : refrain_mapping_get_size (self->mapping, (guint) axis);
  gboolean differ = FALSE;
  Best best = { FALSE, 0, 0 };

  refrain_fill (self->wanted_values, 0, size * sizeof (gboolean));
  refrain_fill (self->among_values, 0, size * sizeof (gboolean));
  for (guint p = 0; p < self->n_processes; p++)
    if (TEST (among, p))
      {
        const guint v = get_value (self, axis, p);

        self->among_values[v] = TRUE;
        self->wanted_values[v] |= TEST (wanted, p);
      }
  for (guint v = 0; v < size; v++)
    differ |= self->among_values[v] != self->wanted_values[v];
  if (!differ)
    return FALSE;
  offer_lists (self, &best, axis, size);
  offer_remainders (self, &best, axis, size);
  *atom = best.atom;
  return TRUE;
}

/* ---- All axes ------------------------------------------------------------------------------- */

static void
add_holds (RefrainGuards *self, guint32 guard, guint64 *holds)
{
  gsize n;
  const guint32 *atoms = refrain_sequence_table_get (&self->guards, guard, &n);

  for (gsize i = 0; i < n; i++)
    for (guint w = 0; w < self->n_words; w++)
      holds[w] &= g_array_index (self->atoms, Atom, atoms[i]).holds[w];
}

gboolean
refrain_guards_fits (RefrainGuards *self,
                     guint32 guard,
                     const guint64 *wanted,
                     const guint64 *among)
{
  gsize n;
  const guint32 *atoms = refrain_sequence_table_get (&self->guards, guard, &n);

  for (guint w = 0; w < self->n_words; w++)
    {
      guint64 word = among[w];

      for (gsize i = 0; i < n; i++)
        word &= g_array_index (self->atoms, Atom, atoms[i]).holds[w];
      if (word != wanted[w])
        return FALSE;
    }
  return TRUE;
}

/* What the axes say one by one; FALSE where that is not just @wanted. */
static gboolean
find_product (RefrainGuards *self, const guint64 *wanted, const guint64 *among, guint32 *guard)
{
  g_autofree guint32 *atoms = g_new (guint32, self->n_dimensions);
  guint n = 0;

  for (guint a = 0; a < self->n_dimensions; a++)
    if (find_atom (self, (gint32) a, wanted, among, &atoms[n]))
      n++;
  refrain_sort (atoms, n, sizeof *atoms, refrain_compare_uint32);
  *guard = add_guard (self, atoms, n);
  return refrain_guards_fits (self, *guard, wanted, among);
}

/* By rank: always possible. */
static guint32
find_ranks (RefrainGuards *self, const guint64 *wanted, const guint64 *among)
{
  guint32 atom;
  const gboolean found = find_atom (self, RANK, wanted, among, &atom);

  g_assert (found);
  return add_guard (self, &atom, 1);
}

static guint32
search (RefrainGuards *self, const guint64 *wanted, const guint64 *among)
{
  g_autofree guint64 *others = g_new (guint64, self->n_words);
  guint32 guard;

  if (memcmp (wanted, among, self->n_words * sizeof *wanted) == 0)
    return REFRAIN_GUARD_ALWAYS;
  if (find_product (self, wanted, among, &guard))
    return guard;
  for (guint w = 0; w < self->n_words; w++)
    others[w] = among[w] & ~wanted[w];
  if (find_product (self, others, among, &guard))
    {
      const guint32 negation = add_negation (self, guard);

      return add_guard (self, &negation, 1);
    }
  return find_ranks (self, wanted, among);
}

guint32
refrain_guards_find (RefrainGuards *self, const guint64 *wanted, const guint64 *among)
{
  const gsize bytes = self->n_words * sizeof *wanted;
  g_autofree guint64 *key = g_malloc (2 * bytes);
  gboolean is_new;
  guint32 number, guard;

  memcpy (key, wanted, bytes);
  memcpy (key + self->n_words, among, bytes);
  number = refrain_sequence_table_add (&self->questions, (const guint32 *) key,
                                       2 * bytes / sizeof (guint32), &is_new);
  if (!is_new)
    return g_array_index (self->answers, guint32, number);
  guard = search (self, wanted, among);
  g_array_append_val (self->answers, guard);
  return guard;
}

/* ---- Sets of atoms -------------------------------------------------------------------------- */

typedef enum
{
  IN_BOTH = 1,
  IN_FIRST = 2,
  IN_SECOND = 4,
} Take;

static guint32
combine (RefrainGuards *self, guint32 a, guint32 b, guint take)
{
  gsize n_a, n_b, n = 0, i = 0, j = 0;
  const guint32 *first = refrain_sequence_table_get (&self->guards, a, &n_a);
  const guint32 *second = refrain_sequence_table_get (&self->guards, b, &n_b);
  g_autofree guint32 *atoms = g_new (guint32, n_a + n_b + 1);

  while (i < n_a || j < n_b)
    {
      const gboolean from_first = j == n_b || (i < n_a && first[i] <= second[j]);
      const gboolean from_second = i == n_a || (j < n_b && second[j] <= first[i]);
      const guint32 atom = from_first ? first[i] : second[j];

      if ((take & (from_first && from_second ? IN_BOTH : from_first ? IN_FIRST : IN_SECOND)) != 0)
        atoms[n++] = atom;
      i += from_first;
      j += from_second;
    }
  return add_guard (self, atoms, n);
}

guint32
refrain_guards_common (RefrainGuards *self, guint32 a, guint32 b)
{
  return a == b ? a : a == 0 || b == 0 ? 0 : combine (self, a, b, IN_BOTH);
}

guint32
refrain_guards_less (RefrainGuards *self, guint32 a, guint32 b)
{
  return a == b ? 0 : a == 0 || b == 0 ? a : combine (self, a, b, IN_FIRST);
}

guint32
refrain_guards_both (RefrainGuards *self, guint32 a, guint32 b)
{
  return a == 0 ? b : b == 0 || a == b ? a : combine (self, a, b, IN_BOTH | IN_FIRST | IN_SECOND);
}

guint
refrain_guards_get_length (RefrainGuards *self, guint32 guard)
{
  return g_array_index (self->lengths, guint, guard);
}

/* ---- For the program ------------------------------------------------------------------------ */

static void
copy_atom (const RefrainGuardAtom *from, RefrainGuardAtom *to)
{
  RefrainGuardAtom *parts = NULL;

  *to = *from;
  to->values = g_memdup2 (from->values, from->n_values * sizeof *from->values);
  if (from->n_parts > 0)
    parts = g_new0 (RefrainGuardAtom, from->n_parts);
  for (guint32 i = 0; i < from->n_parts; i++)
    copy_atom (&from->parts[i], &parts[i]);
  to->parts = parts;
}

static void
free_atoms (RefrainGuardAtom *atoms, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    {
      g_free ((gpointer) atoms[i].values);
      free_atoms ((RefrainGuardAtom *) atoms[i].parts, atoms[i].n_parts);
    }
  g_free (atoms);
}

REFRAIN_DEFINE_CLEAR (clear_guard,
                      RefrainGuard,
                      free_atoms ((RefrainGuardAtom *) x->atoms, x->n_atoms);
                      refrain_free ((gpointer) x->text, (gpointer) x->holds))

GArray *
refrain_guards_export (RefrainGuards *self)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (RefrainGuard));

  g_array_set_clear_func (all, clear_guard);
  for (guint32 g = 0; g < self->guards.n; g++)
    {
      gsize n;
      const guint32 *numbers = refrain_sequence_table_get (&self->guards, g, &n);
      RefrainGuardAtom *atoms = g_new0 (RefrainGuardAtom, n + 1);
      g_autoptr (GString) text = g_string_new (NULL);
      guint64 *holds = g_new0 (guint64, self->n_words);
      RefrainGuard guard = { (guint32) n, atoms, NULL, holds, FALSE };

      for (guint p = 0; p < self->n_processes; p++)
        SET (holds, p);
      add_holds (self, g, holds);
      for (gsize i = 0; i < n; i++)
        {
          const Atom *atom = &g_array_index (self->atoms, Atom, numbers[i]);

          copy_atom (&atom->atom, &atoms[i]);
          g_string_append_printf (text, i > 0 ? " %s" : "%s", atom->text);
          guard.listed |= atom->listed;
        }
      guard.text = g_string_free (g_steal_pointer (&text), FALSE);
      g_array_append_val (all, guard);
    }
  return all;
}

/* ---- As C ----------------------------------------------------------------------------------- */

static void
append_list_c (const RefrainGuardAtom *atom, const char *name, GString *text)
{
  const gboolean in = atom->kind == REFRAIN_ATOM_IN;
  guint32 i = 0;

  g_string_append_c (text, '(');
  while (i < atom->n_values)
    {
      guint32 j = i;

      while (j + 1 < atom->n_values && atom->values[j + 1] == atom->values[j] + 1)
        j++;
      if (i > 0)
        g_string_append (text, in ? " || " : " && ");
      if (i == j)
        g_string_append_printf (text, "%s %s %u", name, in ? "==" : "!=", atom->values[i]);
      else
        g_string_append_printf (text, in ? "(%s >= %u && %s <= %u)" : "(%s < %u || %s > %u)", name,
                                atom->values[i], name, atom->values[j]);
      i = j + 1;
    }
  g_string_append_c (text, ')');
}

static void
append_atom_c (const RefrainGuardAtom *atom, RefrainMapping *mapping, GString *text)
{
  const char *name
      = atom->axis == RANK ? "rank" : refrain_mapping_get_axis_name (mapping, (guint) atom->axis);

  switch (atom->kind)
    {
    case REFRAIN_ATOM_AT_LEAST:
      g_string_append_printf (text, "%s >= %u", name, atom->values[0]);
      break;
    case REFRAIN_ATOM_BELOW:
      g_string_append_printf (text, "%s < %u", name, atom->values[0]);
      break;
    case REFRAIN_ATOM_MODULO:
      g_string_append_printf (text, "%s %% %u == %u", name, atom->values[0], atom->values[1]);
      break;
    case REFRAIN_ATOM_NOT:
      g_string_append (text, "!(");
      for (guint32 i = 0; i < atom->n_parts; i++)
        {
          g_string_append (text, i > 0 ? " && " : "");
          append_atom_c (&atom->parts[i], mapping, text);
        }
      g_string_append_c (text, ')');
      break;
    case REFRAIN_ATOM_IN:
    case REFRAIN_ATOM_NOT_IN:
    default:
      append_list_c (atom, name, text);
      break;
    }
}

void
refrain_guard_append_c (const RefrainGuard *guard, RefrainMapping *mapping, GString *text)
{
  if (guard->n_atoms == 0)
    g_string_append_c (text, '1');
  for (guint32 i = 0; i < guard->n_atoms; i++)
    {
      g_string_append (text, i > 0 ? " && " : "");
      append_atom_c (&guard->atoms[i], mapping, text);
    }
}
