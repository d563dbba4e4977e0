/* refrain-skeleton-c.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * skeleton.c: where a process sits, who its neighbours are, the functions. Only what the program
 * uses is declared, so that it compiles without a warning.
 */
#include "config.h"

#include <string.h>

#include "refrain-mapping.h"
#include "refrain-skeleton-c-private.h"

typedef struct
{
  RefrainSkeleton *skeleton;
  const RefrainSkeletonStyle *style;
  RefrainProgram *program;
  RefrainMapping *mapping;
  guint n;
  const RefrainProgramLine *lines;
  const RefrainDirection *directions;
  const RefrainSkeletonSlot *slots;
  const RefrainSkeletonAct *acts;
  char **idents; /* of directions; NULL where one is not used */
  guint32 n_directions;
  gboolean at_used;   /* at() is called */
  gboolean axes_used; /* coordinates are */
  GHashTable *groups; /* numbers of group rules that need a communicator */
  GString *tables;    /* declarations */
  GString *text;      /* functions */
  guint n_tables;
  guint loop; /* depth of loops */
  guint indent;
} Writer;

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
name_directions (Writer *self)
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
note_uses (Writer *self)
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

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const guint left = GPOINTER_TO_UINT (a), right = GPOINTER_TO_UINT (b);

  return (left > right) - (left < right);
}

/* ---- Tables -----------------------------------------------------------------------------------
 */

typedef gint64 (*TableFunc) (Writer *self, guint process, gconstpointer data);

/* "static const TYPE NAME[] = { ... };" of a value a process. */
static void
add_table (Writer *self, const char *name, TableFunc get, gconstpointer data)
{
  gsize column;

  g_string_append_printf (self->tables, "static const int %s[N_PROCESSES] = {", name);
  column = 80;
  for (guint p = 0; p < self->n; p++)
    {
      const gsize before = self->tables->len;

      g_string_append_printf (
          self->tables, column > 70 ? "\n    %" G_GINT64_FORMAT "," : " %" G_GINT64_FORMAT ",",
          get (self, p, data));
      column = column > 70 ? self->tables->len - before - 1 : column + self->tables->len - before;
    }
  g_string_append (self->tables, "\n};\n");
}

static gint64
get_size_of (Writer *self, guint process, gconstpointer data)
{
  const RefrainSkeletonSlot *slot = data;

  return (gint64) MIN (slot->table[process], REFRAIN_SKELETON_MOST_BYTES);
}

static gint64
get_tag_of (Writer *self, guint process, gconstpointer data)
{
  const RefrainTagRule *rule = data;

  return MAX (rule->numbers[process], 0);
}

static gint64
get_place_of (Writer *self, guint process, gconstpointer data)
{
  return refrain_mapping_get_place (self->mapping, process);
}

static gint64
get_coordinate_of (Writer *self, guint process, gconstpointer data)
{
  return refrain_mapping_get_coordinates (self->mapping, process)[GPOINTER_TO_UINT (data)];
}

static gint64
get_neighbour_of (Writer *self, guint process, gconstpointer data)
{
  return refrain_program_get_neighbour (self->program, GPOINTER_TO_UINT (data), process);
}

/* The process at each place. */
static gint64
get_process_at (Writer *self, guint place, gconstpointer data)
{
  const guint32 *process = data;

  return process[place];
}

/* ---- Expressions ------------------------------------------------------------------------------
 */

static void
append_bytes (Writer *self, GString *line, const RefrainSkeletonSlot *slot)
{
  guint64 most = REFRAIN_SKELETON_MOST_BYTES;

  if (slot->direction == REFRAIN_NONE) /* parts of all processes are counted with an int */
    most /= MAX (self->n, 1);
  if (slot->table == NULL
      || self->n != refrain_trace_get_n_processes (refrain_skeleton_get_trace (self->skeleton)))
    {
      g_string_append_printf (line, "%" G_GUINT64_FORMAT, MIN (slot->bytes, most));
      return;
    }
  {
    g_autofree char *name = g_strdup_printf ("bytes_%u", ++self->n_tables);

    add_table (self, name, get_size_of, slot);
    g_string_append_printf (line, "%s[rank]", name);
  }
}

/* " + 3 * x", " - x" behind something; "3 * x" at the beginning. */
static void
append_term (GString *line, gsize beginning, gint64 factor, const char *variable)
{
  if (factor == 0)
    return;
  if (line->len > beginning)
    g_string_append (line, factor < 0 ? " - " : " + ");
  else if (factor < 0)
    g_string_append_c (line, '-');
  if (ABS (factor) != 1)
    g_string_append_printf (line, "%" G_GINT64_FORMAT " * ", ABS (factor));
  g_string_append (line, variable);
}

static void
append_tag (Writer *self, GString *line, const RefrainSkeletonSlot *slot)
{
  const RefrainTagRule *rule = slot->tag;
  const gsize beginning = line->len;

  if (rule->kind == REFRAIN_TAG_TABLE)
    {
      g_autofree char *name = g_strdup_printf ("tags_%u", ++self->n_tables);

      add_table (self, name, get_tag_of, rule);
      g_string_append_printf (line, "%s[rank]", name);
      return;
    }
  if (rule->kind == REFRAIN_TAG_CONSTANT || rule->kind == REFRAIN_TAG_NAMED)
    {
      g_string_append_printf (line, "%d",
                              rule->kind == REFRAIN_TAG_NAMED ? 0 : MAX (rule->value, 0));
      return;
    }
  if (rule->value != 0)
    g_string_append_printf (line, "%d", rule->value);
  if (rule->kind == REFRAIN_TAG_COORDINATES)
    for (guint a = 0; a < refrain_mapping_get_n_dimensions (self->mapping); a++)
      append_term (line, beginning, rule->numbers[a],
                   refrain_mapping_get_axis_name (self->mapping, a));
  else
    append_term (line, beginning, rule->factor,
                 rule->kind == REFRAIN_TAG_PLACE ? "rank" : self->idents[slot->direction]);
  if (line->len == beginning)
    g_string_append_c (line, '0');
}

static void
append_group (Writer *self, GString *line, const RefrainSkeletonSlot *slot)
{
  const guint32 number = self->lines[slot->line].group;
  const RefrainGroupRule *rule = refrain_program_get_group_rule (self->program, number);

  if (rule->kind == REFRAIN_GROUP_ALL)
    g_string_append (line, "MPI_COMM_WORLD");
  else if (rule->kind == REFRAIN_GROUP_SELF)
    g_string_append (line, "MPI_COMM_SELF");
  else
    g_string_append_printf (line, "group_%u", number);
}

/* ---- Statements -------------------------------------------------------------------------------
 */

static void
add_line (Writer *self, const char *line)
{
  g_string_append_printf (self->text, "%*s%s\n", (int) (4 * self->indent), "", line);
}

/* Behind a statement: how many sizes it does not tell. */
static void
append_remark (GString *line, const RefrainSkeletonSlot *slot)
{
  if (slot->n_other > 0)
    g_string_append_printf (line,
                            " /* %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                            " had other sizes: %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT " */",
                            slot->n_other, slot->n_times, slot->least, slot->most);
}

static void
append_compute (Writer *self, GString *line, const RefrainSkeletonSlot *slot)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (!self->style->drawn)
    {
      g_string_append_printf (line, "compute(%s);",
                              g_ascii_formatd (number, sizeof number,
                                               slot->time < 1000000 ? "%.4g" : "%.0f",
                                               (double) slot->time / 1e3));
      return;
    }
  g_string_append_printf (self->tables, "static const double us_%u[%d] = {", ++self->n_tables,
                          REFRAIN_SKELETON_QUANTILES);
  for (guint q = 0; q < REFRAIN_SKELETON_QUANTILES; q++)
    g_string_append_printf (
        self->tables, "%s%s,", q % 8 == 0 ? "\n    " : " ",
        g_ascii_formatd (number, sizeof number, "%.5g", (double) slot->quantiles[q] / 1e3));
  g_string_append (self->tables, "\n};\n");
  g_string_append_printf (line, "compute_one_of(us_%u);", self->n_tables);
}

static void
append_collective (Writer *self, GString *line, const RefrainSkeletonSlot *slot)
{
  gboolean rooted, sized;
  const char *name = refrain_skeleton_get_collective (slot->collective, &rooted, &sized);

  g_string_append_printf (line, "%s(", name);
  append_group (self, line, slot);
  if (rooted)
    g_string_append_printf (line, ", %d", MAX (slot->root, 0));
  if (sized)
    {
      g_string_append (line, ", ");
      append_bytes (self, line, slot);
    }
  g_string_append (line, ");");
  if (sized)
    append_remark (line, slot);
}

static void
append_peer (Writer *self, GString *line, const RefrainSkeletonSlot *slot)
{
  g_string_append_printf (line, "%s, ", self->idents[slot->direction]);
  append_tag (self, line, slot);
}

static char *
name_function (guint32 function)
{
  char letters[16];
  gsize at = sizeof letters;

  letters[--at] = '\0';
  for (guint32 rest = function + 1; rest > 0 && at > 0; rest = (rest - 1) / 26)
    letters[--at] = (char) ('a' + (rest - 1) % 26);
  return g_strdup_printf ("part_%s", letters + at);
}

static void
append_send (Writer *self, GString *line, const char *what, const RefrainSkeletonSlot *slot)
{
  g_string_append_printf (line, "%s(", what);
  append_peer (self, line, slot);
  g_string_append (line, ", ");
  append_bytes (self, line, slot);
}

/* An act without a body. */
static void
add_act (Writer *self, const RefrainSkeletonAct *act)
{
  const RefrainSkeletonSlot *slot = act->slot == REFRAIN_NONE ? NULL : &self->slots[act->slot];
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *name = act->kind == REFRAIN_ACT_CALL ? name_function (act->function) : NULL;

  switch (act->kind)
    {
    case REFRAIN_ACT_CALL:
      g_string_append_printf (line, "%s();", name);
      break;
    case REFRAIN_ACT_COMPUTE:
      append_compute (self, line, slot);
      break;
    case REFRAIN_ACT_SEND:
    case REFRAIN_ACT_START:
      append_send (self, line, act->kind == REFRAIN_ACT_SEND ? "send_to" : "start_to", slot);
      g_string_append (line, ");");
      append_remark (line, slot);
      break;
    case REFRAIN_ACT_EXCHANGE:
      append_send (self, line, "exchange", slot);
      g_string_append (line, ", ");
      append_peer (self, line, slot + 1);
      g_string_append (line, ");");
      append_remark (line, slot);
      break;
    case REFRAIN_ACT_RECV:
      g_string_append (line, "recv_from(");
      append_peer (self, line, slot);
      g_string_append (line, ");");
      break;
    case REFRAIN_ACT_POST:
      g_string_append_printf (line, "post(%u, ", act->request);
      append_peer (self, line, slot);
      g_string_append (line, ");");
      break;
    case REFRAIN_ACT_FINISH:
      g_string_append_printf (line, "finish(%u, %" G_GUINT64_FORMAT ");", act->request, act->count);
      break;
    case REFRAIN_ACT_SETTLE:
      g_string_append (line, "settle();");
      break;
    case REFRAIN_ACT_COLLECTIVE:
      if (slot->collective == REFRAIN_COLLECTIVE_DESTROY_HANDLE)
        return; /* duplicate() frees its own */
      append_collective (self, line, slot);
      break;
    case REFRAIN_ACT_FOR:
    default:
      g_assert_not_reached ();
    }
  add_line (self, line->str);
}

static void add_acts (Writer *self, guint32 first, guint32 end);

static void
add_loop (Writer *self, guint32 number)
{
  const RefrainSkeletonAct *act = &self->acts[number];
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *variable = self->loop < 12 ? g_strdup_printf ("%c", "ijklmnopqstu"[self->loop])
                                              : g_strdup_printf ("i%u", self->loop);

  g_string_append_printf (line, "for (%s %s = 0; %s < %" G_GUINT64_FORMAT "; %s++) {",
                          act->count > G_MAXINT32 ? "long long" : "int", variable, variable,
                          act->count, variable);
  add_line (self, line->str);
  self->indent++;
  self->loop++;
  add_acts (self, number + 1, act->end);
  self->loop--;
  self->indent--;
  add_line (self, "}");
}

/* In one pair of parentheses. */
static void
append_condition (Writer *self, GString *line, guint32 number)
{
  const RefrainGuard *guard = refrain_skeleton_get_guard (self->skeleton, number);
  const gsize at = line->len;

  refrain_guard_append_c (guard, self->mapping, line);
  if (guard->n_atoms == 1 && line->str[at] == '(')
    return;
  g_string_insert_c (line, (gssize) at, '(');
  g_string_append_c (line, ')');
}

/* Those of one guard stand in one `if`. */
static void
add_acts (Writer *self, guint32 first, guint32 end)
{
  guint32 guard = 0;

  for (guint32 i = first; i < end; i = self->acts[i].end)
    {
      if (self->acts[i].guard != guard)
        {
          if (guard != 0)
            {
              self->indent--;
              add_line (self, "}");
            }
          guard = self->acts[i].guard;
          if (guard != 0)
            {
              g_autoptr (GString) line = g_string_new ("if ");

              append_condition (self, line, guard);
              g_string_append (line, " {");
              add_line (self, line->str);
              self->indent++;
            }
        }
      if (self->acts[i].kind == REFRAIN_ACT_FOR)
        add_loop (self, i);
      else
        add_act (self, &self->acts[i]);
    }
  if (guard != 0)
    {
      self->indent--;
      add_line (self, "}");
    }
}

static void
add_functions (Writer *self)
{
  const guint32 n = refrain_skeleton_get_n_functions (self->skeleton);
  guint32 first, end;

  for (guint32 f = 0; f + 1 < n; f++) /* called before it stands there? */
    {
      gboolean before = FALSE;
      g_autofree char *name = name_function (f);

      self->acts = refrain_skeleton_get_acts (self->skeleton, f, &first, &end);
      for (guint32 i = 0; i < end; i++)
        before |= self->acts[i].kind == REFRAIN_ACT_CALL && self->acts[i].function == f;
      if (before)
        g_string_append_printf (self->text, "static void %s(void);\n", name);
    }
  for (guint32 f = 0; f + 1 < n; f++)
    {
      g_autofree char *name = name_function (f);

      self->acts = refrain_skeleton_get_acts (self->skeleton, f, &first, &end);
      g_string_append_printf (self->text, "\nstatic void %s(void) {\n", name);
      self->indent = 1;
      add_acts (self, first, end);
      g_string_append (self->text, "}\n");
    }
}

/* ---- Places -----------------------------------------------------------------------------------
 */

static void
append_axis_list (Writer *self, GString *text, const char *format, const char *separator)
{
  const guint n = refrain_mapping_get_n_dimensions (self->mapping);

  for (guint a = n; a-- > 0;)
    {
      const char *name = refrain_mapping_get_axis_name (self->mapping, a);

      for (const char *c = format; *c != '\0'; c++)
        if (*c == '$')
          g_string_append (text, name);
        else if (*c == '@')
          {
            g_autofree char *upper = g_ascii_strup (name, -1);

            g_string_append (text, upper);
          }
        else
          g_string_append_c (text, *c);
      if (a > 0)
        g_string_append (text, separator);
    }
}

static gboolean
is_lattice (Writer *self)
{
  return refrain_mapping_get_kind (self->mapping) == REFRAIN_TOPOLOGY_GRID;
}

/* "enum { X = 4, Y = 2 };", "static int x, y;", the function at(). */
static void
add_places (Writer *self, GString *text)
{
  const guint n = refrain_mapping_get_n_dimensions (self->mapping);
  const gboolean order = refrain_mapping_is_rank_order (self->mapping);
  g_autoptr (GString) term = g_string_new (NULL);

  if (!self->axes_used)
    return;
  if (is_lattice (self))
    {
      g_string_append (text, "enum { ");
      for (guint a = n; a-- > 0;)
        {
          g_autofree char *upper
              = g_ascii_strup (refrain_mapping_get_axis_name (self->mapping, a), -1);

          g_string_append_printf (text, "%s = %u%s", upper,
                                  refrain_mapping_get_size (self->mapping, a), a > 0 ? ", " : "");
        }
      g_string_append (text, " };\n");
    }
  g_string_append (text, "static int ");
  append_axis_list (self, text, "$", ", ");
  g_string_append (text, ";\n");
  if (!self->at_used)
    return;
  g_string_append (text, "\n/* The process there, or nobody. */\nstatic int at(");
  append_axis_list (self, text, "int $", ", ");
  g_string_append (text, ") {\n");
  for (guint a = n; a-- > 0;)
    {
      const char *name = refrain_mapping_get_axis_name (self->mapping, a);
      g_autofree char *upper = g_ascii_strup (name, -1);

      if (refrain_mapping_is_wrapped (self->mapping, a))
        g_string_append_printf (text, "    %s = (%s %% %s + %s) %% %s;\n", name, name, upper, upper,
                                upper);
      else
        g_string_append_printf (text, "    if (%s < 0 || %s >= %s)\n        return NOBODY;\n", name,
                                name, upper);
    }
  for (guint a = 0; a < n; a++) /* Horner, slowest axis first */
    {
      const char *name = refrain_mapping_get_axis_name (self->mapping, a);
      g_autofree char *upper = g_ascii_strup (name, -1);
      g_autofree char *before = g_strdup (term->str);

      if (a == 0)
        g_string_assign (term, name);
      else if (a == 1)
        g_string_printf (term, "%s * %s + %s", before, upper, name);
      else
        g_string_printf (term, "(%s) * %s + %s", before, upper, name);
    }
  g_string_append_printf (text, order ? "    return %s;\n}\n" : "    return process_at[%s];\n}\n",
                          term->str);
}

static void
add_place_tables (Writer *self)
{
  if (is_lattice (self) && self->axes_used && !refrain_mapping_is_rank_order (self->mapping))
    {
      g_autofree guint32 *process = g_new0 (guint32, self->n);

      for (guint p = 0; p < self->n; p++)
        process[refrain_mapping_get_place (self->mapping, p)] = p;
      add_table (self, "place_of", get_place_of, NULL);
      if (self->at_used)
        add_table (self, "process_at", get_process_at, process);
    }
  if (!is_lattice (self) && self->axes_used)
    for (guint a = refrain_mapping_get_n_dimensions (self->mapping); a-- > 0;)
      {
        g_autofree char *name
            = g_strdup_printf ("%s_of", refrain_mapping_get_axis_name (self->mapping, a));

        add_table (self, name, get_coordinate_of, GUINT_TO_POINTER (a));
      }
  for (guint32 d = 0; d < self->n_directions; d++)
    if (self->idents[d] != NULL && self->directions[d].kind == REFRAIN_STEP_MAPPING)
      {
        g_autofree char *name = g_strdup_printf ("%s_of", self->idents[d]);

        add_table (self, name, get_neighbour_of, GUINT_TO_POINTER (d));
      }
}

/* In main(): x, y... of this process. */
static void
add_coordinates (Writer *self)
{
  const guint n = refrain_mapping_get_n_dimensions (self->mapping);
  const char *place = refrain_mapping_is_rank_order (self->mapping) ? "rank" : "place_of[rank]";
  g_autoptr (GString) divisor = g_string_new (NULL);

  for (guint a = n; self->axes_used && a-- > 0;)
    {
      const char *name = refrain_mapping_get_axis_name (self->mapping, a);
      g_autofree char *upper = g_ascii_strup (name, -1);
      g_autoptr (GString) line = g_string_new (NULL);

      if (!is_lattice (self))
        g_string_append_printf (line, "%s = %s_of[rank];", name, name);
      else
        g_string_append_printf (line, "%s = %s%s%s%s;", name, place, divisor->str,
                                a > 0 ? " % " : "", a > 0 ? upper : "");
      g_string_append_printf (divisor, " / %s", upper);
      add_line (self, line->str);
    }
}

static void
add_neighbours (Writer *self)
{
  const guint n = refrain_mapping_get_n_dimensions (self->mapping);

  for (guint32 d = 0; d < self->n_directions; d++)
    {
      const RefrainDirection *direction = &self->directions[d];
      g_autoptr (GString) line = g_string_new (NULL);

      if (self->idents[d] == NULL || direction->kind == REFRAIN_STEP_SELF)
        continue;
      g_string_append_printf (line, "%s = ", self->idents[d]);
      if (direction->kind == REFRAIN_STEP_MAPPING)
        g_string_append_printf (line, "%s_of[rank];", self->idents[d]);
      else if (direction->kind == REFRAIN_STEP_OFFSET)
        {
          g_string_append (line, "at(");
          for (guint a = n; a-- > 0;)
            {
              g_string_append (line, refrain_mapping_get_axis_name (self->mapping, a));
              if (direction->offset[a] != 0)
                g_string_append_printf (line, " %c %d", direction->offset[a] < 0 ? '-' : '+',
                                        ABS (direction->offset[a]));
              g_string_append (line, a > 0 ? ", " : ");");
            }
        }
      else
        g_string_append_printf (line, "rank == %d ? NOBODY : %d;", direction->number,
                                direction->number);
      add_line (self, line->str);
    }
}

/* ---- Groups -----------------------------------------------------------------------------------
 */

static void
add_split (Writer *self, guint32 number)
{
  const RefrainGroupRule *rule = refrain_program_get_group_rule (self->program, number);
  g_autoptr (GString) line = g_string_new ("MPI_Comm_split(MPI_COMM_WORLD, ");
  gboolean first = TRUE;

  if (rule->kind == REFRAIN_GROUP_LIST)
    {
      gsize n;
      const guint32 *members = refrain_loop_events_get_group (
          refrain_program_get_events (self->program), rule->group, &n);

      g_string_append_printf (self->tables, "static const int members_of_%u[] = {", number);
      for (gsize i = 0; i < n; i++)
        g_string_append_printf (self->tables, "%s%u,", i % 12 == 0 ? "\n    " : " ", members[i]);
      g_string_append (self->tables, "\n};\n");
      g_string_append_printf (line, "is_in(members_of_%u, %" G_GSIZE_FORMAT ") ? 0 : MPI_UNDEFINED",
                              number, n);
      first = FALSE;
    }
  for (guint a = 0;
       rule->kind == REFRAIN_GROUP_ALONG && a < refrain_mapping_get_n_dimensions (self->mapping);
       a++)
    if ((rule->axes >> a & 1) == 0)
      {
        const char *name = refrain_mapping_get_axis_name (self->mapping, a);
        const guint size = refrain_mapping_get_size (self->mapping, a);
        g_autofree char *before = g_strdup (line->str + strlen ("MPI_Comm_split(MPI_COMM_WORLD, "));

        g_string_truncate (line, strlen ("MPI_Comm_split(MPI_COMM_WORLD, "));
        if (first)
          g_string_append (line, name);
        else
          g_string_append_printf (line, "(%s) * %u + %s", before, size, name);
        first = FALSE;
      }
  g_string_append_printf (line, "%s, rank, &group_%u);", first ? "0" : "", number);
  add_line (self, line->str);
}

static void
add_splits (Writer *self)
{
  g_autoptr (GList) numbers = g_list_sort (g_hash_table_get_keys (self->groups), compare_numbers);

  for (const GList *at = numbers; at != NULL; at = at->next)
    add_split (self, GPOINTER_TO_UINT (at->data));
}

static void
add_group_declarations (Writer *self, GString *text)
{
  g_autoptr (GList) numbers = g_list_sort (g_hash_table_get_keys (self->groups), compare_numbers);
  gboolean lists = FALSE;

  for (const GList *at = numbers; at != NULL; at = at->next)
    {
      const guint32 number = GPOINTER_TO_UINT (at->data);

      lists |= refrain_program_get_group_rule (self->program, number)->kind == REFRAIN_GROUP_LIST;
      g_string_append_printf (text, "static MPI_Comm group_%u;\n", number);
    }
  if (lists)
    g_string_append (text, "\nstatic int is_in(const int *members, int n) {\n"
                           "    for (int i = 0; i < n; i++)\n"
                           "        if (members[i] == rank)\n"
                           "            return 1;\n"
                           "    return 0;\n"
                           "}\n");
}

/* ---- The file ---------------------------------------------------------------------------------
 */

/* A text in a comment: it must not end it. */
static void
append_in_comment (GString *text, const char *words)
{
  for (const char *c = words; *c != '\0'; c++)
    g_string_append_c (text,
                       (guchar) *c < ' ' || (*c == '/' && c > words && c[-1] == '*') ? '?' : *c);
}

static void
append_head (Writer *self, GString *text)
{
  const RefrainSkeletonFacts *facts = refrain_skeleton_get_facts (self->skeleton);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (text, "/* Made by refrain-cli skeleton: what ");
  append_in_comment (text, refrain_trace_get_name (refrain_skeleton_get_trace (self->skeleton)));
  g_string_append_printf (text, " communicates, by %u processes (%s).\n", self->n,
                          refrain_mapping_get_name (self->mapping));
  if (self->n != refrain_trace_get_n_processes (refrain_skeleton_get_trace (self->skeleton)))
    g_string_append_printf (
        text, " * The trace is of %u; loops and sizes are still its own.\n",
        refrain_trace_get_n_processes (refrain_skeleton_get_trace (self->skeleton)));
  if (facts->unmatched_sends + facts->unmatched_recvs + facts->split_collectives > 0)
    g_string_append_printf (
        text,
        " * Left out, since the trace holds one end only: %" G_GUINT64_FORMAT
        " sends, %" G_GUINT64_FORMAT " receives, %" G_GUINT64_FORMAT " collective calls.\n",
        facts->unmatched_sends, facts->unmatched_recvs, facts->split_collectives);
  g_string_append (text, " * Times are in microseconds, sizes in bytes; a message to nobody is "
                         "none. */\n");
  g_string_append_printf (text,
                          "#define _POSIX_C_SOURCE 200809L\n"
                          "#define N_PROCESSES %u\n"
                          "#define SCALE %s\n"
                          "#define MOST_BYTES %d\n"
                          "#define ROOM ((size_t) %" G_GUINT64_FORMAT ")\n"
                          "#define N_POSTED %u\n"
                          "#include \"skeleton.h\"\n\n",
                          self->n,
                          g_ascii_formatd (number, sizeof number, "%.12g", self->style->scale),
                          (int) MIN (facts->most_bytes, REFRAIN_SKELETON_MOST_BYTES),
                          refrain_skeleton_get_room (self->skeleton), facts->n_requests);
}

static void
append_neighbour_declaration (Writer *self, GString *text)
{
  gsize column = 0;

  for (guint32 d = 0; d < self->n_directions; d++)
    if (self->idents[d] != NULL && self->directions[d].kind != REFRAIN_STEP_SELF)
      {
        if (column > 80)
          {
            g_string_append (text, ";\n");
            column = 0;
          }
        g_string_append (text, column == 0 ? "static int " : ", ");
        g_string_append (text, self->idents[d]);
        column += strlen (self->idents[d]) + 2;
      }
  if (column > 0)
    g_string_append (text, ";\n");
}

static void
init (Writer *self, RefrainSkeleton *skeleton, const RefrainSkeletonStyle *style)
{
  *self = (Writer){ .skeleton = skeleton, .style = style };
  self->program = refrain_skeleton_get_program (skeleton);
  self->mapping = refrain_skeleton_get_mapping (skeleton);
  self->n = refrain_mapping_get_n_processes (self->mapping);
  self->lines = refrain_program_get_lines (self->program, &(guint32){ 0 });
  self->directions = refrain_program_get_directions (self->program, &self->n_directions);
  self->slots = refrain_skeleton_get_slots (skeleton, &(guint32){ 0 });
  self->groups = g_hash_table_new (NULL, NULL);
  self->tables = g_string_new (NULL);
  self->text = g_string_new (NULL);
  name_directions (self);
  note_uses (self);
}

static void
clear (Writer *self)
{
  for (guint32 d = 0; d < self->n_directions; d++)
    g_free (self->idents[d]);
  g_free (self->idents);
  g_hash_table_unref (self->groups);
  g_string_free (self->tables, TRUE);
  g_string_free (self->text, TRUE);
}

char *
refrain_skeleton_c_dup_program (RefrainSkeleton *skeleton, const RefrainSkeletonStyle *style)
{
  Writer self;
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 first, end;

  g_return_val_if_fail (REFRAIN_IS_SKELETON (skeleton), NULL);
  init (&self, skeleton, style);
  add_place_tables (&self);
  add_functions (&self);
  g_string_append (self.text, "\nint main(int argc, char **argv) {\n    begin(argc, argv);\n");
  self.indent = 1;
  add_coordinates (&self);
  add_neighbours (&self);
  add_splits (&self);
  g_string_append_c (self.text, '\n');
  self.acts = refrain_skeleton_get_acts (skeleton, refrain_skeleton_get_n_functions (skeleton) - 1,
                                         &first, &end);
  add_acts (&self, first, end);
  g_string_append (self.text, "\n    MPI_Finalize();\n    return 0;\n}\n");

  append_head (&self, text);
  g_string_append (text, self.tables->str);
  add_places (&self, text);
  append_neighbour_declaration (&self, text);
  add_group_declarations (&self, text);
  g_string_append (text, self.text->str);
  clear (&self);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
