/* refrain-skeleton-writer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of neighbours, tables. Only what the program uses is declared, so that it compiles without
 * a warning.
 */
#include "refrain-skeleton-writer.h"

#include <string.h>

#include "refrain-mapping.h"

/* A table of more letters has lines of its own. */
#define SHORT 96

/* ---- Names ------------------------------------------------------------------------------------
 */

/* "+x-2y" as plus_x_minus_2y, "child 2" as child_2. */
static char *
make_ident (const char *name)
{
  GString *ident = g_string_new (NULL);

  for (const char *c = name; *c != '\0'; c++)
    {
      const char *word = *c == '+' ? "plus_" : *c == '-' ? "minus_" : *c == '*' ? "other_" : NULL;

      if (word != NULL && ident->len > 0)
        g_string_append_c (ident, '_');
      if (word != NULL)
        g_string_append (ident, word);
      else
        g_string_append_c (ident, g_ascii_isalnum (*c) ? *c : '_');
    }
  if (ident->len == 0 || g_ascii_isdigit (ident->str[0]))
    g_string_prepend (ident, "to_");
  return g_string_free (ident, FALSE);
}

static void
name_directions (RefrainSkeletonWriter *self)
{
  guint32 n_slots;
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);

  refrain_skeleton_get_slots (self->skeleton, &n_slots);
  self->idents = g_new0 (char *, self->n_directions + 1);
  for (guint32 i = 0; i < n_slots; i++)
    {
      const guint32 d = self->slots[i].direction;

      if (d == REFRAIN_NONE || self->idents[d] != NULL)
        continue;
      self->idents[d] = self->directions[d].kind == REFRAIN_STEP_SELF
                            ? g_strdup ("rank")
                            : make_ident (self->directions[d].name);
      if (!g_hash_table_add (taken, self->idents[d]))
        {
          char *other = g_strdup_printf ("%s_%u", self->idents[d], d);

          g_free (self->idents[d]);
          self->idents[d] = other;
        }
      self->at_used |= self->directions[d].kind == REFRAIN_STEP_OFFSET;
    }
}

/* What is asked of a process' coordinates elsewhere than in at(). */
static void
note_uses (RefrainSkeletonWriter *self)
{
  guint32 n_slots, n_lines;

  refrain_program_get_lines (self->program, &n_lines);
  refrain_skeleton_get_slots (self->skeleton, &n_slots);
  for (guint32 i = 0; i < n_slots; i++)
    {
      const RefrainProgramLine *line = &self->lines[self->slots[i].line];

      self->axes_used
          |= self->slots[i].tag != NULL && self->slots[i].tag->kind == REFRAIN_TAG_COORDINATES;
      if (line->kind == REFRAIN_LINE_SYNC)
        {
          const RefrainGroupKind kind
              = refrain_program_get_group_rule (self->program, line->group)->kind;

          self->axes_used |= kind == REFRAIN_GROUP_ALONG;
          if (kind == REFRAIN_GROUP_ALONG || kind == REFRAIN_GROUP_LIST)
            g_hash_table_add (self->groups, GUINT_TO_POINTER (line->group));
        }
    }
  for (guint32 i = 0; i < n_lines; i++)
    if (self->lines[i].guard != 0)
      self->axes_used
          |= refrain_skeleton_get_guard (self->skeleton, self->lines[i].guard)->n_atoms > 0;
  self->axes_used |= self->at_used;
}

/* ---- Text -------------------------------------------------------------------------------------
 */

void
refrain_skeleton_writer_add (RefrainSkeletonWriter *self, const char *line)
{
  g_string_append_printf (self->text, "%*s%s\n", (int) (4 * self->indent), "", line);
}

void
refrain_skeleton_writer_add_values (RefrainSkeletonWriter *self,
                                    const char *declaration,
                                    const GPtrArray *values)
{
  gsize length = strlen (declaration) + strlen (" = {};"), column = SHORT;

  for (guint i = 0; i < values->len; i++)
    length += strlen (values->pdata[i]) + 2;
  g_string_append_printf (self->tables, "%s = {", declaration);
  for (guint i = 0; i < values->len; i++)
    {
      const char *value = values->pdata[i];

      if (length > SHORT && column + strlen (value) + 2 > SHORT)
        {
          g_string_append (self->tables, "\n   ");
          column = 3;
        }
      g_string_append_printf (self->tables, " %s%s", value,
                              i + 1 < values->len || length > SHORT ? "," : "");
      column += strlen (value) + 2;
    }
  g_string_append (self->tables, length > SHORT ? "\n};\n" : " };\n");
}

void
refrain_skeleton_writer_add_table (RefrainSkeletonWriter *self,
                                   const char *name,
                                   RefrainSkeletonTableFunc get,
                                   gconstpointer data)
{
  g_autofree char *declaration = g_strdup_printf ("static const int %s[N_PROCESSES]", name);
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);

  for (guint p = 0; p < self->n; p++)
    g_ptr_array_add (values, g_strdup_printf ("%" G_GINT64_FORMAT, get (self, p, data)));
  refrain_skeleton_writer_add_values (self, declaration, values);
}

/* ---- All --------------------------------------------------------------------------------------
 */

void
refrain_skeleton_writer_init (RefrainSkeletonWriter *self,
                              RefrainSkeleton *skeleton,
                              const RefrainSkeletonStyle *style)
{
  *self = (RefrainSkeletonWriter){ .skeleton = skeleton, .style = style };
  self->program = refrain_skeleton_get_program (skeleton);
  self->mapping = refrain_skeleton_get_mapping (skeleton);
  self->n = refrain_mapping_get_n_processes (self->mapping);
  self->lines = refrain_program_get_lines (self->program, &(guint32){ 0 });
  self->directions = refrain_skeleton_get_directions (skeleton, &self->n_directions);
  self->slots = refrain_skeleton_get_slots (skeleton, &(guint32){ 0 });
  self->groups = g_hash_table_new (NULL, NULL);
  self->lists = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->tables = g_string_new (NULL);
  self->text = g_string_new (NULL);
  name_directions (self);
  note_uses (self);
}

void
refrain_skeleton_writer_clear (RefrainSkeletonWriter *self)
{
  for (guint32 d = 0; d < self->n_directions; d++)
    g_free (self->idents[d]);
  g_free (self->idents);
  g_hash_table_unref (self->groups);
  g_hash_table_unref (self->lists);
  g_string_free (self->tables, TRUE);
  g_string_free (self->text, TRUE);
}
