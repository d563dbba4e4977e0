/* refrain-program-columns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A line of few directions is drawn as arrows; its directions want columns, and those that most
 * lines want get them, diagonals of grids excepted where a fan can show them. What has no column
 * goes to the fan.
 */
#include "refrain-program-columns.h"

#include <string.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-mapping.h"
#include "refrain-program-fan.h"

/* As many can be told apart beside a text. */
#define MOST_COLUMNS 12

/* Below 0: the direction leads to a lower place. */
static int
get_side (const RefrainDirection *direction, guint n_dimensions)
{
  if (direction->kind == REFRAIN_STEP_OFFSET)
    for (guint i = 0; i < n_dimensions; i++)
      if (direction->offset[i] != 0)
        return direction->offset[i];
  return direction->kind == REFRAIN_STEP_SELF ? 0 : 1;
}

/* The direction a shift receives from when it sends to @direction, or -1. */
static gint32
get_source (RefrainProgram *program, guint32 line, guint32 direction)
{
  const RefrainProgramLine *lines = refrain_program_get_lines (program, &(guint32){ 0 });

  return lines[line].kind != REFRAIN_LINE_SHIFT
             ? -1
             : refrain_program_get_directions (program, &(guint32){ 0 })[direction].opposite;
}

static gboolean
is_diagonal (const RefrainDirection *direction, guint n_dimensions)
{
  guint n = 0;

  for (guint a = 0; direction->kind == REFRAIN_STEP_OFFSET && a < n_dimensions; a++)
    n += direction->offset[a] != 0;
  return n > 1;
}

typedef struct
{
  guint32 direction, count;
} Wish;

REFRAIN_DEFINE_COMPARE (compare_wishes, Wish, REFRAIN_FALLING (count) ?: REFRAIN_RISING (direction))

/* How many lines want an arrow there; a wish a direction. */
static GArray *
count_wishes (RefrainProgram *program)
{
  const guint n_dimensions
      = refrain_mapping_get_n_dimensions (refrain_program_get_mapping (program));
  const gboolean cells = refrain_program_fan_has_cells (program);
  const RefrainDirection *directions;
  GArray *wishes = g_array_new (FALSE, TRUE, sizeof (Wish));
  guint32 n_lines, n_directions, n;

  refrain_program_get_lines (program, &n_lines);
  directions = refrain_program_get_directions (program, &n_directions);
  g_array_set_size (wishes, n_directions);
  for (guint32 d = 0; d < n_directions; d++)
    g_array_index (wishes, Wish, d).direction = d;
  for (guint32 i = 0; i < n_lines; i++)
    {
      const guint32 *named = refrain_program_get_line_directions (program, i, &n);

      for (guint32 d = 0; d < n && n <= REFRAIN_PROGRAM_FEW; d++)
        {
          const gint32 source = get_source (program, i, named[d]);

          g_array_index (wishes, Wish, named[d]).count++;
          if (source >= 0)
            g_array_index (wishes, Wish, source).count++;
        }
    }
  for (guint32 d = 0; cells && d < n_directions; d++)
    if (is_diagonal (&directions[d], n_dimensions))
      g_array_index (wishes, Wish, d).count = 0;
  return wishes;
}

static void
place_columns (RefrainProgramColumns *self, RefrainProgram *program, const gboolean *wanted)
{
  const guint n_dimensions
      = refrain_mapping_get_n_dimensions (refrain_program_get_mapping (program));
  guint32 n;
  const RefrainDirection *directions = refrain_program_get_directions (program, &n);

  self->column = g_new (guint32, (gsize) n + 1);
  self->heads = g_new (guint32, (gsize) n + 1);
  for (guint32 d = 0; d < n; d++)
    self->column[d] = REFRAIN_NONE;
  for (int side = -1; side <= 1; side += 2)
    {
      for (guint32 d = 0; d < n; d++)
        {
          const int sign = get_side (&directions[d], n_dimensions);

          if (!wanted[d] || sign == 0 || (sign < 0) != (side < 0))
            continue;
          self->column[d] = self->n;
          self->heads[self->n++] = d;
        }
      if (side < 0)
        {
          self->here = self->n;
          self->heads[self->n++] = REFRAIN_NONE;
        }
    }
  for (guint32 d = 0; d < n; d++)
    if (get_side (&directions[d], n_dimensions) == 0)
      self->column[d] = self->here;
}

/* ---- Labels ---------------------------------------------------------------------------------- */

char *
refrain_program_columns_shorten (const char *name, guint column)
{
  /* As refrain-mapping.c names directions of kinds without axes. */
  static const struct
  {
    const char *word, *label;
  } words[] = { { "parent", "↑" }, { "child", "c" },  { "row", "r" },    { "worker", "w" },
                { "leaf", "l" },   { "master", "m" }, { "centre", "◦" }, { "transpose", "T" } };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      const char *rest = name;

      if (!g_str_has_prefix (name, words[i].word))
        continue;
      rest += strlen (words[i].word);
      if (*rest == '\0' || (*rest == ' ' && strlen (rest + 1) < REFRAIN_PROGRAM_LABEL))
        return g_strconcat (words[i].label, *rest == ' ' ? rest + 1 : "", NULL);
    }
  if (g_utf8_strlen (name, -1) <= REFRAIN_PROGRAM_LABEL)
    return g_strdup (name);
  return g_strdup_printf ("%c", 'A' + (int) MIN (column, 25));
}

char *
refrain_program_columns_explain (const RefrainProgramColumns *self, RefrainProgram *program)
{
  const RefrainDirection *directions = refrain_program_get_directions (program, &(guint32){ 0 });
  GString *text = g_string_new (NULL);

  for (guint c = 0; c < self->n; c++)
    if (self->labels[c] != NULL && !g_str_equal (self->labels[c], directions[self->heads[c]].name))
      g_string_append_printf (text, "%s%s: %s", text->len > 0 ? ", " : "", self->labels[c],
                              directions[self->heads[c]].name);
  return g_string_free (text, text->len == 0);
}

static void
make_labels (RefrainProgramColumns *self, RefrainProgram *program)
{
  const RefrainDirection *directions = refrain_program_get_directions (program, &(guint32){ 0 });

  self->labels = g_new0 (char *, (gsize) self->n + 1);
  for (guint c = 0; c < self->n; c++)
    if (self->heads[c] != REFRAIN_NONE)
      self->labels[c] = refrain_program_columns_shorten (directions[self->heads[c]].name, c);
}

void
refrain_program_columns_init (RefrainProgramColumns *self, RefrainProgram *program)
{
  g_autoptr (GArray) wishes = count_wishes (program);
  g_autofree gboolean *wanted = g_new0 (gboolean, (gsize) wishes->len + 1);
  guint32 n_lines, n;

  *self = (RefrainProgramColumns){ 0 };
  g_array_sort (wishes, compare_wishes);
  for (guint i = 0; i < MIN (wishes->len, MOST_COLUMNS); i++)
    wanted[g_array_index (wishes, Wish, i).direction] = g_array_index (wishes, Wish, i).count > 0;
  place_columns (self, program, wanted);
  make_labels (self, program);
  refrain_program_get_lines (program, &n_lines);
  self->fans = g_new0 (gboolean, (gsize) n_lines + 1);
  for (guint32 i = 0; i < n_lines; i++)
    {
      const guint32 *named = refrain_program_get_line_directions (program, i, &n);

      self->fans[i] = n > REFRAIN_PROGRAM_FEW;
      for (guint32 d = 0; d < n; d++)
        {
          const gint32 source = get_source (program, i, named[d]);

          self->fans[i] |= self->column[named[d]] == REFRAIN_NONE;
          self->fans[i] |= source >= 0 && self->column[source] == REFRAIN_NONE;
        }
      self->any_fan |= self->fans[i];
    }
}

void
refrain_program_columns_clear (RefrainProgramColumns *self)
{
  refrain_clear (&self->column, &self->heads, &self->fans);
  for (guint c = 0; self->labels != NULL && c < self->n; c++)
    g_free (self->labels[c]);
  g_clear_pointer (&self->labels, g_free);
}
