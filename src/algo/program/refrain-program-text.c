/* refrain-program-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A program as text: lines joined by "; " as far as they fit, bodies of one row behind the line
 * that opens them, others indented below it. Lists of directions that come again get a name.
 */
#include <string.h>

#include "refrain-free.h"
#include "refrain-mapping.h"
#include "refrain-program-mappings.h"
#include "refrain-program-private.h"
#include "refrain-topology-periods.h"

/* Rows are no longer, where lines leave the choice. */
#define WIDTH 110
/* So many ranks are listed where they are not in order; of more processes so many. */
#define MOST_RANKS 64
#define SOME_RANKS 16

typedef struct
{
  RefrainProgram *program;
  RefrainWords words;
  GHashTable *names; /* of a list of directions: its name */
  GString *text;
  RefrainProgramPlace *places;
  guint32 row, indent;
  gboolean open;    /* the row has begun */
  guint most_guard; /* letters of a guard; 0: whole lines, lists of directions too */
} Writer;

static const RefrainProgramLine *
get_line (RefrainProgram *program, guint32 line)
{
  return &g_array_index (program->lines, RefrainProgramLine, line);
}

static gboolean
has_directions (const RefrainProgramLine *line)
{
  return line->kind >= REFRAIN_LINE_SEND && line->kind <= REFRAIN_LINE_SHIFT;
}

static gboolean
has_body (const RefrainProgramLine *line)
{
  return line->kind <= REFRAIN_LINE_DEFINE;
}

/* ---- Lists of directions -------------------------------------------------------------------- */

static char *
dup_directions (RefrainProgram *program, const RefrainProgramLine *line)
{
  const RefrainWords words = refrain_program_get_words (program);
  g_autoptr (GString) text = g_string_new (NULL);

  refrain_words_append_directions (
      text, &words, &g_array_index (program->line_directions, guint32, line->first_direction),
      line->n_directions);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Adds the list of all steps of one along @axes (bit a: axis a), or of @faces only. */
static void
add_stencil (GHashTable *names, RefrainMapping *mapping, guint32 axes, gboolean faces, char *name)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_all = 1;

  for (guint a = 0; a < n; a++)
    n_all *= 3;
  for (guint i = 0; i < n_all; i++)
    {
      g_autoptr (GString) one = g_string_new (NULL);
      gboolean good = TRUE;
      guint rest = i, n_moves = 0;

      for (guint a = n; a-- > 0; rest /= 3)
        if (rest % 3 != 1)
          {
            g_string_append_printf (one, "%c%s", rest % 3 == 2 ? '+' : '-',
                                    refrain_mapping_get_axis_name (mapping, a));
            good &= (axes >> a & 1) != 0;
            n_moves++;
          }
      if (good && n_moves > 0 && (!faces || n_moves == 1))
        g_string_append_printf (text, text->len > 0 ? " %s" : "%s", one->str);
    }
  g_hash_table_replace (names, g_string_free (g_steal_pointer (&text), FALSE), name);
}

/* "all", "faces", "xy"...: names that need no line of their own. */
static void
add_stencils (GHashTable *names, RefrainMapping *mapping)
{
  const guint n = refrain_mapping_get_n_dimensions (mapping);

  if (refrain_mapping_get_kind (mapping) != REFRAIN_TOPOLOGY_GRID || n < 2 || n > 4)
    return;
  for (guint a = 0; a < n; a++)
    if (refrain_mapping_is_wrapped (mapping, a) && refrain_mapping_get_size (mapping, a) <= 2)
      return;
  for (guint32 axes = 1; axes < 1u << n; axes++)
    {
      GString *name = g_string_new (NULL);

      for (guint a = n; a-- > 0;)
        if ((axes >> a & 1) != 0)
          g_string_append (name, refrain_mapping_get_axis_name (mapping, a));
      if (name->len < 2)
        g_string_free (name, TRUE);
      else
        add_stencil (names, mapping, axes, FALSE,
                     axes + 1 == 1u << n ? (g_string_free (name, TRUE), g_strdup ("all"))
                                         : g_string_free (name, FALSE));
    }
  add_stencil (names, mapping, (1u << n) - 1, TRUE, g_strdup ("faces"));
}

typedef struct
{
  const char *list;
  guint count;
} Use;

static int
compare_uses (gconstpointer a, gconstpointer b)
{
  const Use *left = a, *right = b;
  const gsize weight_left = left->count * strlen (left->list);
  const gsize weight_right = right->count * strlen (right->list);

  if (weight_left != weight_right)
    return weight_left > weight_right ? -1 : 1;
  return strcmp (left->list, right->list);
}

/* Names the lists for which that saves bytes; writes the names of those that nobody knows. */
static void
name_lists (Writer *self)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (Use));
  GHashTableIter iter;
  gpointer list, count;
  guint n_names = 0;

  for (guint32 i = 0; i < self->program->lines->len; i++)
    {
      const RefrainProgramLine *line = get_line (self->program, i);
      char *key;

      if (!has_directions (line) || line->n_directions < 2)
        continue;
      key = dup_directions (self->program, line);
      count = g_hash_table_lookup (counts, key);
      g_hash_table_replace (counts, key, GUINT_TO_POINTER (GPOINTER_TO_UINT (count) + 1));
    }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &list, &count))
    g_array_append_val (uses, ((Use){ list, GPOINTER_TO_UINT (count) }));
  g_array_sort (uses, compare_uses);
  for (guint i = 0; i < uses->len; i++)
    {
      const Use use = g_array_index (uses, Use, i);
      char *name;

      if (g_hash_table_contains (self->names, use.list)
          || (gint64) (use.count - 1) * ((gint64) strlen (use.list) - 2) <= 9)
        continue;
      name = g_strdup_printf ("D%u", ++n_names);
      g_string_append_printf (self->text, "let %s = %s\n", name, use.list);
      self->row++;
      g_hash_table_insert (self->names, g_strdup (use.list), name);
    }
}

/* ---- The head ------------------------------------------------------------------------------- */

/* " ranks 3,0-2": by place, first x rising; nothing where they are in order. Of long lists the
 * beginning: the mapping has all. */
static void
append_ranks (GString *text, RefrainMapping *mapping)
{
  const guint n = refrain_mapping_get_n_processes (mapping);
  g_autofree guint32 *ranks = NULL;

  if (refrain_mapping_is_rank_order (mapping))
    return;
  ranks = g_new (guint32, n + 1);
  for (guint p = 0; p < n; p++)
    ranks[refrain_mapping_get_place (mapping, p)] = p;
  g_string_append (text, " ranks ");
  refrain_words_append_ranks (text, ranks, n > MOST_RANKS ? SOME_RANKS : n);
  if (n > MOST_RANKS)
    g_string_append_printf (text, ",... (%u in all)", n);
}

gsize
refrain_program_measure_ranks (RefrainMapping *mapping)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_ranks (text, mapping);
  return text->len;
}

/* Of a dimension of two messages tell that it is periodic, or the program: *x is not +x or -x
 * either way. */
void
refrain_program_tell_periods (RefrainProgram *self)
{
  RefrainMapping *mapping = self->mapping;
  RefrainTrace *trace = refrain_loop_events_get_trace (self->events);
  g_autoptr (RefrainMapping) said = refrain_program_hear_topology (self->events);
  g_autofree char *text = NULL;
  const guint n = refrain_mapping_get_n_dimensions (mapping);
  gboolean same = said != NULL && refrain_mapping_get_n_dimensions (said) == n;
  const guint met = trace != NULL ? refrain_topology_find_periods (trace, mapping) : 0;

  for (guint a = 0; a < n && same; a++)
    same = refrain_mapping_get_size (said, a) == refrain_mapping_get_size (mapping, a);
  for (guint a = 0; a < n; a++)
    if (refrain_mapping_is_wrapped (mapping, a)
        && (refrain_mapping_get_size (mapping, a) > 2 || (met >> a & 1) != 0
            || (same && refrain_mapping_is_wrapped (said, a))))
      self->periodic |= 1u << a;
  text = refrain_program_dup_text (self, NULL);
  self->facts.bytes = strlen (text);
}

/* "4×4 grid, periodic in dimension 1 (y×x)": as every view names a grid, with the letter that the
 * lines have for each dimension. */
static void
append_grid (GString *text, const RefrainProgram *program)
{
  RefrainMapping *mapping = program->mapping;
  guint sizes[REFRAIN_MAX_DIMENSIONS] = { 0 };
  const guint n = refrain_mapping_get_n_dimensions (mapping);
  g_autoptr (GString) axes = g_string_new (NULL);
  g_autofree char *grid = NULL;

  for (guint a = 0; a < n; a++)
    {
      sizes[a] = refrain_mapping_get_size (mapping, a);
      if (sizes[a] > 1)
        g_string_append_printf (axes, axes->len > 0 ? "×%s" : "%s",
                                refrain_mapping_get_axis_name (mapping, a));
    }
  grid = refrain_mapping_describe_grid (sizes, n, program->periodic);
  g_string_append (text, grid);
  if (axes->len > 0)
    g_string_append_printf (text, " (%s)", axes->str);
}

/* Whether messages go anywhere on the mapping. */
static gboolean
has_messages (const RefrainProgram *program)
{
  for (guint i = 0; i < program->lines->len; i++)
    if (g_array_index (program->lines, RefrainProgramLine, i).n_directions > 0)
      return TRUE;
  return FALSE;
}

static void
append_mapping (GString *text, const RefrainProgram *program)
{
  RefrainMapping *mapping = program->mapping;
  const RefrainTopologyKind kind = refrain_mapping_get_kind (mapping);

  /* Without messages a line is an axis for guards, not who is next to whom. */
  if (kind == REFRAIN_TOPOLOGY_GRID && refrain_mapping_get_n_dimensions (mapping) == 1
      && !has_messages (program))
    g_string_append_printf (text, "%u processes (%s)", refrain_mapping_get_n_processes (mapping),
                            refrain_mapping_get_axis_name (mapping, 0));
  else if (program->is_axis)
    g_string_append_printf (text, "%u processes (%s, periodic)",
                            refrain_mapping_get_n_processes (mapping),
                            refrain_mapping_get_axis_name (mapping, 0));
  else if (kind == REFRAIN_TOPOLOGY_GRID)
    append_grid (text, program);
  else
    {
      g_string_append_printf (text, "%s, ", refrain_mapping_get_name (mapping));
      if (kind == REFRAIN_TOPOLOGY_CG)
        append_grid (text, program);
      else
        g_string_append_printf (text, "%u processes", refrain_mapping_get_n_processes (mapping));
    }
  append_ranks (text, mapping);
  g_string_append_c (text, '\n');
}

/* "tags tag0", or "tags +x:tag2 -x:tag1". */
static void
append_header (Writer *self)
{
  const GArray *header = self->program->header;
  guint32 only = REFRAIN_NONE;
  gboolean same = TRUE;

  for (guint i = 0; i < header->len; i++)
    if (g_array_index (header, guint32, i) != REFRAIN_NONE)
      {
        same &= only == REFRAIN_NONE || only == g_array_index (header, guint32, i);
        only = g_array_index (header, guint32, i);
      }
  if (only == REFRAIN_NONE)
    return;
  g_string_append (self->text, "tags");
  for (guint i = 0; i < (same ? 1 : header->len); i++)
    {
      const guint32 tag = same ? only : g_array_index (header, guint32, i);

      if (tag == REFRAIN_NONE)
        continue;
      g_string_append_c (self->text, ' ');
      if (!same)
        g_string_append_printf (self->text, "%s%s:", i % 2 == 1 ? "from-" : "",
                                self->words.directions[i / 2].name);
      refrain_words_append_tag (self->text, &self->words, tag, NULL);
    }
  g_string_append_c (self->text, '\n');
  self->row++;
}

/* ---- Lines ---------------------------------------------------------------------------------- */

/* The directions of @line: their list's name, or all; in few words the first ones. */
static void
append_list (Writer *self, GString *text, const RefrainProgramLine *line)
{
  g_autofree char *list = dup_directions (self->program, line);
  const char *name = self->names != NULL ? g_hash_table_lookup (self->names, list) : NULL;

  if (name == NULL && self->most_guard > 0 && line->n_directions > REFRAIN_PROGRAM_FEW)
    {
      refrain_words_append_directions (
          text, &self->words,
          &g_array_index (self->program->line_directions, guint32, line->first_direction),
          REFRAIN_PROGRAM_FEW - 1);
      g_string_append_printf (text, " … (%u)", line->n_directions);
    }
  else
    g_string_append (text, name != NULL ? name : list);
}

/* " if x=0", in few words " if x=0 y=0 …": cut behind a word. */
static void
append_guard (Writer *self, GString *text, const RefrainGuard *guard)
{
  const gsize length = strlen (guard->text);
  gsize cut = self->most_guard;

  if (self->most_guard == 0 || length <= self->most_guard)
    {
      g_string_append_printf (text, " if %s", guard->text);
      return;
    }
  while (cut > 0 && strchr (" ,", guard->text[cut]) == NULL)
    cut--;
  if (cut == 0)
    cut = self->most_guard;
  g_string_append_printf (text, " if %.*s…", (int) cut, guard->text);
}

/* "tag100+i", by the names of the indices around. */
static void
append_tag (Writer *self, GString *text, const RefrainProgramLine *line)
{
  g_autoptr (GArray) names = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 up = line->parent; up != REFRAIN_NONE; up = get_line (self->program, up)->parent)
    if (get_line (self->program, up)->kind == REFRAIN_LINE_REPEAT)
      g_array_append_val (names, get_line (self->program, up)->index);
  refrain_words_append_tag (text, &self->words, line->tag,
                            (const guint32 *) (gpointer) names->data);
}

/* "repeat 10", or "for i<10" where tags say i. */
static void
append_repeat (GString *text, const RefrainProgramLine *line)
{
  if (line->index == REFRAIN_NONE)
    g_string_append_printf (text, "repeat %" G_GUINT64_FORMAT, line->count);
  else
    {
      g_string_append (text, "for ");
      refrain_words_append_index (text, line->index);
      g_string_append_printf (text, "<%" G_GUINT64_FORMAT, line->count);
    }
}

static void
append_line (Writer *self, GString *text, guint32 number)
{
  const RefrainProgramLine *line = get_line (self->program, number);
  const RefrainGuard *guard = refrain_program_get_guard (self->program, line->guard);

  if (line->kind == REFRAIN_LINE_REPEAT)
    append_repeat (text, line);
  else if (line->kind == REFRAIN_LINE_DEFINE || line->kind == REFRAIN_LINE_USE)
    {
      g_string_append (text, line->kind == REFRAIN_LINE_USE ? "use " : "define ");
      refrain_words_append_name (text, line->kind == REFRAIN_LINE_USE
                                           ? get_line (self->program, line->definition)->definition
                                           : line->definition);
    }
  else if (line->kind == REFRAIN_LINE_SYNC)
    refrain_words_append_collective (text, &self->words, line->name, line->group);
  else if (line->kind == REFRAIN_LINE_LOCAL)
    g_string_append (text, refrain_loop_events_get_name (self->program->events, line->name));
  else
    {
      const gsize from = text->len;

      g_string_append_printf (text, "%s ", refrain_words_get_verb (line->kind));
      append_list (self, text, line);
      g_string_append_c (text, ' ');
      append_tag (self, text, line);
      if (text->str[text->len - 1] == ' ' && text->len > from)
        g_string_truncate (text, text->len - 1);
    }
  if (guard->n_atoms > 0)
    append_guard (self, text, guard);
  if (has_body (line))
    g_string_append_c (text, ':');
}

static void
end_row (Writer *self)
{
  if (!self->open)
    return;
  g_string_append_c (self->text, '\n');
  self->row++;
  self->open = FALSE;
}

/* Puts down a line, in this row or in a new one. Gives its length. */
static void
put_line (Writer *self, guint32 number, const char *before)
{
  if (!self->open)
    for (guint32 i = 0; i < self->indent; i++)
      g_string_append (self->text, "  ");
  else
    g_string_append (self->text, before);
  self->open = TRUE;
  if (self->places != NULL)
    self->places[number] = (RefrainProgramPlace){ .from = self->text->len,
                                                  .row = self->row,
                                                  .indent = self->indent };
  append_line (self, self->text, number);
  if (self->places != NULL)
    self->places[number].to = self->text->len;
}

/* Whether the body of @number is nothing but lines that fit behind it in one row. */
static gboolean
fits (Writer *self, guint32 number)
{
  const RefrainProgramLine *line = get_line (self->program, number);
  g_autoptr (GString) row = g_string_new (NULL);

  append_line (self, row, number);
  for (guint32 i = number + 1; i < line->end; i++)
    {
      if (has_body (get_line (self->program, i)))
        return FALSE;
      g_string_append (row, i > number + 1 ? "; " : " ");
      append_line (self, row, i);
      if (row->len + 2 * self->indent > WIDTH)
        return FALSE;
    }
  return TRUE;
}

/* Puts down the lines [first, end). */
static void
put_lines (Writer *self, guint32 first, guint32 end)
{
  g_autoptr (GString) next = g_string_new (NULL);
  gsize row_start = self->text->len;

  for (guint32 i = first; i < end; i = get_line (self->program, i)->end)
    {
      const RefrainProgramLine *line = get_line (self->program, i);

      if (!has_body (line))
        {
          g_string_truncate (next, 0);
          append_line (self, next, i);
          if (self->open && self->text->len - row_start + 2 + next->len > WIDTH)
            end_row (self);
          if (!self->open)
            row_start = self->text->len;
          put_line (self, i, "; ");
          continue;
        }
      end_row (self);
      if (fits (self, i))
        {
          put_line (self, i, "");
          for (guint32 j = i + 1; j < line->end; j++)
            put_line (self, j, j == i + 1 ? " " : "; ");
          end_row (self);
        }
      else
        {
          put_line (self, i, "");
          end_row (self);
          self->indent++;
          put_lines (self, i + 1, line->end);
          self->indent--;
        }
    }
  end_row (self);
}

char *
refrain_program_dup_text (RefrainProgram *self, RefrainProgramPlace **places)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  Writer writer = { .program = self,
                    .words = refrain_program_get_words (self),
                    .names = names,
                    .text = g_string_new (NULL) };

  g_return_val_if_fail (REFRAIN_IS_PROGRAM (self), NULL);
  if (places != NULL)
    *places = writer.places = g_new0 (RefrainProgramPlace, self->lines->len + 1);
  append_mapping (writer.text, self);
  writer.row = 1;
  append_header (&writer);
  add_stencils (names, self->mapping);
  name_lists (&writer);
  put_lines (&writer, 0, self->lines->len);
  return g_string_free (writer.text, FALSE);
}

char *
refrain_program_dup_line (RefrainProgram *self, guint32 line)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Writer writer = { .program = self, .words = refrain_program_get_words (self) };

  g_return_val_if_fail (REFRAIN_IS_PROGRAM (self), NULL);
  g_return_val_if_fail (line < self->lines->len, NULL);
  append_line (&writer, text, line);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Sets head and lists, of what stands above the lines. */
static RefrainProgramBrief *
split_head (const char *text)
{
  RefrainProgramBrief *brief = g_new0 (RefrainProgramBrief, 1);
  g_auto (GStrv) rows = g_strsplit (text, "\n", -1);
  g_autoptr (GPtrArray) lists = g_ptr_array_new ();
  g_autoptr (GString) head = g_string_new (NULL);

  for (char **row = rows; *row != NULL; row++)
    if (g_str_has_prefix (*row, "let "))
      g_ptr_array_add (lists, g_strdup (*row + strlen ("let ")));
    else if (**row != '\0')
      g_string_append_printf (head, head->len > 0 ? "; %s" : "%s", *row);
  g_ptr_array_add (lists, NULL);
  brief->head = g_string_free (g_steal_pointer (&head), FALSE);
  brief->lists = (char **) g_ptr_array_free (g_steal_pointer (&lists), FALSE);
  return brief;
}

RefrainProgramBrief *
refrain_program_dup_brief (RefrainProgram *self, guint most_guard)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) lines = g_ptr_array_new ();
  Writer writer = { .program = self, .names = names, .text = text, .most_guard = most_guard };
  RefrainProgramBrief *brief;

  g_return_val_if_fail (REFRAIN_IS_PROGRAM (self), NULL);
  g_return_val_if_fail (most_guard > 0, NULL);
  writer.words = refrain_program_get_words (self);
  append_mapping (text, self);
  append_header (&writer);
  add_stencils (names, self->mapping);
  name_lists (&writer);
  brief = split_head (text->str);
  for (guint32 i = 0; i < self->lines->len; i++)
    {
      g_string_truncate (text, 0);
      append_line (&writer, text, i);
      g_ptr_array_add (lines, g_strdup (text->str));
    }
  g_ptr_array_add (lines, NULL);
  brief->lines = (char **) g_ptr_array_free (g_steal_pointer (&lines), FALSE);
  return brief;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_program_brief_free, RefrainProgramBrief, g_free (x->head);
                             g_strfreev (x->lists);
                             g_strfreev (x->lines))

/* Inside \begin{alltt}, backslash and braces alone mean something. */
char *
refrain_program_dup_latex (RefrainProgram *self)
{
  g_autofree char *text = refrain_program_dup_text (self, NULL);
  g_autoptr (GString) latex = g_string_new ("% \\usepackage{alltt}\n\\begin{alltt}\n");

  for (const char *at = text; *at != '\0'; at++)
    if (*at == '\\')
      g_string_append (latex, "\\textbackslash{}");
    else if (*at == '{' || *at == '}')
      g_string_append_printf (latex, "\\%c", *at);
    else
      g_string_append_c (latex, *at);
  g_string_append (latex, "\\end{alltt}\n");
  return g_string_free (g_steal_pointer (&latex), FALSE);
}
