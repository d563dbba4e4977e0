/* refrain-routine-looks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tables by name, and a colour a kind.
 */
#include "refrain-routine-looks.h"

#include <math.h>
#include <string.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-object.h"

#define N_KINDS (REFRAIN_ROUTINE_MPI + 1)

struct _RefrainRoutineLooks
{
  GHashTable *colors; /* name to RefrainColor */
  GHashTable *hidden; /* names */
  RefrainColor kinds[N_KINDS];
  gboolean has_kind[N_KINDS];
};

RefrainRoutineLooks *
refrain_routine_looks_new (void)
{
  RefrainRoutineLooks *self = g_atomic_rc_box_new0 (RefrainRoutineLooks);

  self->colors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->hidden = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

REFRAIN_DEFINE_CLEAR (clear, RefrainRoutineLooks, g_hash_table_unref (x->colors);
                      g_hash_table_unref (x->hidden))

REFRAIN_DEFINE_SHARED (RefrainRoutineLooks, refrain_routine_looks, clear)

RefrainRoutineLooks *
refrain_routine_looks_copy (const RefrainRoutineLooks *self)
{
  RefrainRoutineLooks *copy = refrain_routine_looks_new ();
  GHashTableIter iter;
  gpointer name, color;

  if (self == NULL)
    return copy;
  g_hash_table_iter_init (&iter, self->colors);
  while (g_hash_table_iter_next (&iter, &name, &color))
    refrain_routine_looks_set_color (copy, name, color);
  g_hash_table_iter_init (&iter, self->hidden);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    refrain_routine_looks_set_hidden (copy, name, TRUE);
  memcpy (copy->kinds, self->kinds, sizeof copy->kinds);
  memcpy (copy->has_kind, self->has_kind, sizeof copy->has_kind);
  return copy;
}

void
refrain_routine_looks_set_color (RefrainRoutineLooks *self,
                                 const char *name,
                                 const RefrainColor *color)
{
  g_return_if_fail (self != NULL && name != NULL);

  if (color == NULL)
    g_hash_table_remove (self->colors, name);
  else
    g_hash_table_insert (self->colors, g_strdup (name), g_memdup2 (color, sizeof *color));
}

void
refrain_routine_looks_set_hidden (RefrainRoutineLooks *self, const char *name, gboolean hidden)
{
  g_return_if_fail (self != NULL && name != NULL);

  if (hidden)
    g_hash_table_add (self->hidden, g_strdup (name));
  else
    g_hash_table_remove (self->hidden, name);
}

void
refrain_routine_looks_set_kind_color (RefrainRoutineLooks *self,
                                      RefrainRoutineKind kind,
                                      const RefrainColor *color)
{
  g_return_if_fail (self != NULL && kind < N_KINDS);

  self->has_kind[kind] = color != NULL;
  if (color != NULL)
    self->kinds[kind] = *color;
}

const RefrainColor *
refrain_routine_looks_get_color (const RefrainRoutineLooks *self, const char *name)
{
  return self != NULL ? g_hash_table_lookup (self->colors, name) : NULL;
}

gboolean
refrain_routine_looks_get_hidden (const RefrainRoutineLooks *self, const char *name)
{
  return self != NULL && g_hash_table_contains (self->hidden, name);
}

const RefrainColor *
refrain_routine_looks_get_kind_color (const RefrainRoutineLooks *self, RefrainRoutineKind kind)
{
  return self != NULL && kind < N_KINDS && self->has_kind[kind] ? &self->kinds[kind] : NULL;
}

RefrainColorRole
refrain_routine_get_role (RefrainRoutineKind kind)
{
  static const RefrainColorRole roles[] = {
    [REFRAIN_ROUTINE_USER] = REFRAIN_COLOR_ROUTINE,
    [REFRAIN_ROUTINE_P2P] = REFRAIN_COLOR_P2P,
    [REFRAIN_ROUTINE_WAIT] = REFRAIN_COLOR_WAIT,
    [REFRAIN_ROUTINE_COLLECTIVE] = REFRAIN_COLOR_COLLECTIVE,
    [REFRAIN_ROUTINE_MPI] = REFRAIN_COLOR_MPI,
  };

  return roles[kind];
}

RefrainColor
refrain_routine_get_palette_color (const RefrainStyle *style,
                                   RefrainRoutineKind kind,
                                   const char *name)
{
  return kind == REFRAIN_ROUTINE_USER ? refrain_style_get_routine_color (style, name)
                                      : style->colors[refrain_routine_get_role (kind)];
}

gboolean
refrain_routine_looks_is_empty (const RefrainRoutineLooks *self)
{
  for (guint k = 0; self != NULL && k < N_KINDS; k++)
    if (self->has_kind[k])
      return FALSE;
  return self == NULL
         || (g_hash_table_size (self->colors) == 0 && g_hash_table_size (self->hidden) == 0);
}

/* ---- Text ---- */

static guint
to_byte (double part)
{
  return (guint) round (CLAMP (part, 0, 1) * 255);
}

static char *
write_color (const char *word, const RefrainColor *color, const char *what)
{
  return g_strdup_printf ("%s #%02x%02x%02x %s", word, to_byte (color->red), to_byte (color->green),
                          to_byte (color->blue), what);
}

GStrv
refrain_routine_looks_write (const RefrainRoutineLooks *self)
{
  g_autoptr (GPtrArray) lines = NULL;
  GHashTableIter iter;
  gpointer name, color;

  if (refrain_routine_looks_is_empty (self))
    return NULL;
  lines = g_ptr_array_new ();
  g_hash_table_iter_init (&iter, self->colors);
  while (g_hash_table_iter_next (&iter, &name, &color))
    g_ptr_array_add (lines, write_color ("colour", color, name));
  g_hash_table_iter_init (&iter, self->hidden);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (lines, g_strdup_printf ("hide %s", (const char *) name));
  for (guint k = 0; k < N_KINDS; k++)
    if (self->has_kind[k])
      {
        g_autofree char *number = g_strdup_printf ("%u", k);

        g_ptr_array_add (lines, write_color ("colour-of-kind", &self->kinds[k], number));
      }
  g_ptr_array_sort (lines, refrain_compare_text);
  g_ptr_array_add (lines, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&lines), FALSE);
}

/* "#1c71d8 MPI_Send" behind its first word: the colour, and what stands behind it; or NULL. */
static const char *
read_color (const char *text, RefrainColor *color)
{
  guint64 number = 0;

  if (text[0] != '#' || strlen (text) < 9 || text[7] != ' ')
    return NULL;
  for (guint i = 1; i < 7; i++)
    {
      if (!g_ascii_isxdigit (text[i]))
        return NULL;
      number = number * 16 + (guint) g_ascii_xdigit_value (text[i]);
    }
  *color = (RefrainColor) REFRAIN_RGB (number);
  return text + 8;
}

RefrainRoutineLooks *
refrain_routine_looks_read (const char *const *lines)
{
  RefrainRoutineLooks *self = refrain_routine_looks_new ();

  for (; lines != NULL && *lines != NULL; lines++)
    {
      const char *name, *rest = strchr (*lines, ' ');
      RefrainColor color;

      if (rest == NULL)
        continue;
      rest++;
      if (g_str_has_prefix (*lines, "hide "))
        refrain_routine_looks_set_hidden (self, rest, TRUE);
      else if (g_str_has_prefix (*lines, "colour ") && (name = read_color (rest, &color)) != NULL)
        refrain_routine_looks_set_color (self, name, &color);
      else if (g_str_has_prefix (*lines, "colour-of-kind ")
               && (name = read_color (rest, &color)) != NULL && name[0] >= '0'
               && name[0] < '0' + N_KINDS && name[1] == '\0')
        refrain_routine_looks_set_kind_color (self, (RefrainRoutineKind) (name[0] - '0'), &color);
    }
  return self;
}
