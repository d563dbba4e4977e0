/* refrain-skeleton-place.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a process sits, who its neighbours are, its communicators.
 */
#include "refrain-skeleton-writer.h"

#include <string.h>

#include "refrain-mapping.h"

/* ---- Tables -----------------------------------------------------------------------------------
 */

static gint64
get_place_of (RefrainSkeletonWriter *self, guint process, gconstpointer data)
{
  return refrain_mapping_get_place (self->mapping, process);
}

static gint64
get_coordinate_of (RefrainSkeletonWriter *self, guint process, gconstpointer data)
{
  return refrain_mapping_get_coordinates (self->mapping, process)[GPOINTER_TO_UINT (data)];
}

static gint64
get_neighbour_of (RefrainSkeletonWriter *self, guint process, gconstpointer data)
{
  return refrain_skeleton_get_neighbour (self->skeleton, GPOINTER_TO_UINT (data), process);
}

/* The process at each place. */
static gint64
get_process_at (RefrainSkeletonWriter *self, guint place, gconstpointer data)
{
  const guint32 *process = data;

  return process[place];
}

/* ---- Places -----------------------------------------------------------------------------------
 */

static void
append_axis_list (RefrainSkeletonWriter *self,
                  GString *text,
                  const char *format,
                  const char *separator)
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
is_lattice (RefrainSkeletonWriter *self)
{
  return refrain_mapping_get_kind (self->mapping) == REFRAIN_TOPOLOGY_GRID;
}

/* "enum { X = 4, Y = 2 };", "static int x, y;", the function at(). */
static void
append_axes (RefrainSkeletonWriter *self, GString *text)
{
  const guint n = refrain_mapping_get_n_dimensions (self->mapping);
  const gboolean order = refrain_mapping_is_rank_order (self->mapping);
  g_autoptr (GString) term = g_string_new (NULL);
  g_autoptr (GString) outside = g_string_new (NULL);

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
        g_string_append_printf (outside, "%s%s < 0 || %s >= %s", outside->len > 0 ? " || " : "",
                                name, name, upper);
    }
  if (outside->len > 0)
    g_string_append_printf (text, "    if (%s)\n        return NOBODY;\n", outside->str);
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
  g_string_append_printf (
      text, order ? "    return %s;\n}\n\n" : "    return process_at[%s];\n}\n\n", term->str);
}

/* Whether neighbours are numbers that C can work out. */
static gboolean
has_formula (RefrainSkeletonWriter *self)
{
  const RefrainTopologyKind kind = refrain_mapping_get_kind (self->mapping);

  return (kind == REFRAIN_TOPOLOGY_STAR || kind == REFRAIN_TOPOLOGY_TREE)
         && refrain_mapping_is_rank_order (self->mapping);
}

/* "rank == 0 ? NOBODY : (rank - 1) / 2": the parent, centre, child or leaf number @number. */
static void
append_formula (RefrainSkeletonWriter *self, GString *line, guint number)
{
  const guint n_children = refrain_mapping_get_n_directions (self->mapping) - 2;

  if (refrain_mapping_get_kind (self->mapping) == REFRAIN_TOPOLOGY_STAR)
    {
      if (number == 1)
        g_string_append (line, "rank == 0 ? NOBODY : 0;");
      else if (number > self->n)
        g_string_append (line, "NOBODY;");
      else
        g_string_append_printf (line, "rank == 0 ? %u : NOBODY;", number - 1);
    }
  else if (number == 1)
    g_string_append_printf (line, "rank == 0 ? NOBODY : (rank - 1) / %u;", n_children);
  else
    g_string_append_printf (line, "%u * rank + %u < N_PROCESSES ? %u * rank + %u : NOBODY;",
                            n_children, number - 1, n_children, number - 1);
}

static void
add_place_tables (RefrainSkeletonWriter *self)
{
  if (is_lattice (self) && self->axes_used && !refrain_mapping_is_rank_order (self->mapping))
    {
      g_autofree guint32 *process = g_new0 (guint32, self->n);

      for (guint p = 0; p < self->n; p++)
        process[refrain_mapping_get_place (self->mapping, p)] = p;
      refrain_skeleton_writer_add_table (self, "place_of", get_place_of, NULL);
      if (self->at_used)
        refrain_skeleton_writer_add_table (self, "process_at", get_process_at, process);
    }
  if (!is_lattice (self) && self->axes_used)
    for (guint a = refrain_mapping_get_n_dimensions (self->mapping); a-- > 0;)
      {
        g_autofree char *name
            = g_strdup_printf ("%s_of", refrain_mapping_get_axis_name (self->mapping, a));

        refrain_skeleton_writer_add_table (self, name, get_coordinate_of, GUINT_TO_POINTER (a));
      }
  for (guint32 d = 0; d < self->n_directions; d++)
    if (self->idents[d] != NULL && self->directions[d].kind == REFRAIN_STEP_MAPPING
        && !has_formula (self))
      {
        g_autofree char *name = g_strdup_printf ("%s_of", self->idents[d]);

        refrain_skeleton_writer_add_table (self, name, get_neighbour_of, GUINT_TO_POINTER (d));
      }
}

/* In main(): x, y... of this process. */
static void
add_coordinates (RefrainSkeletonWriter *self)
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
      refrain_skeleton_writer_add (self, line->str);
    }
}

/* Whether @offset leads along an axis of one place. */
static gboolean
is_flat (RefrainSkeletonWriter *self, const gint32 *offset)
{
  for (guint a = 0; a < refrain_mapping_get_n_dimensions (self->mapping); a++)
    if (offset[a] != 0 && refrain_mapping_get_size (self->mapping, a) == 1)
      return TRUE;
  return FALSE;
}

static void
add_neighbours (RefrainSkeletonWriter *self)
{
  const guint n = refrain_mapping_get_n_dimensions (self->mapping);

  for (guint32 d = 0; d < self->n_directions; d++)
    {
      const RefrainDirection *direction = &self->directions[d];
      g_autoptr (GString) line = g_string_new (NULL);

      if (self->idents[d] == NULL || direction->kind == REFRAIN_STEP_SELF)
        continue;
      g_string_append_printf (line, "%s = ", self->idents[d]);
      if (direction->kind == REFRAIN_STEP_OFFSET && is_flat (self, direction->offset))
        g_string_append (line, "NOBODY;");
      else if (direction->kind == REFRAIN_STEP_MAPPING && has_formula (self))
        append_formula (self, line, (guint) direction->number);
      else if (direction->kind == REFRAIN_STEP_MAPPING)
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
      refrain_skeleton_writer_add (self, line->str);
    }
}

static void
append_neighbours (RefrainSkeletonWriter *self, GString *text)
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

/* ---- Groups -----------------------------------------------------------------------------------
 */

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const guint left = GPOINTER_TO_UINT (a), right = GPOINTER_TO_UINT (b);

  return (left > right) - (left < right);
}

static void
add_split (RefrainSkeletonWriter *self, guint32 number)
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
  refrain_skeleton_writer_add (self, line->str);
}

static void
add_splits (RefrainSkeletonWriter *self)
{
  g_autoptr (GList) numbers = g_list_sort (g_hash_table_get_keys (self->groups), compare_numbers);

  for (const GList *at = numbers; at != NULL; at = at->next)
    add_split (self, GPOINTER_TO_UINT (at->data));
}

static void
append_group_declarations (RefrainSkeletonWriter *self, GString *text)
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

/* ---- All --------------------------------------------------------------------------------------
 */

void
refrain_skeleton_add_places (RefrainSkeletonWriter *self, GString *text)
{
  add_place_tables (self);
  self->indent = 1;
  add_coordinates (self);
  add_neighbours (self);
  add_splits (self);
  g_string_append_c (text, '\n');
  g_string_append (text, self->tables->str);
  append_axes (self, text);
  append_neighbours (self, text);
  append_group_declarations (self, text);
  g_string_append_printf (text,
                          "\n/* Where this process is, and who is around it. */\n"
                          "static inline void take_place(void) {\n%s}\n",
                          self->text->str);
}
