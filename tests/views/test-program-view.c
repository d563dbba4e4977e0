/* test-program-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one-page program as a picture: what has a column of its own, what is one sign, and that the
 * picture shows which neighbours a line has.
 */
#include "config.h"

#include <string.h>

#include "refrain-mapping.h"
#include "refrain-program-columns.h"
#include "refrain-program-fan.h"
#include "refrain-program-painter.h"
#include "test-program.h"

static void
append (RefrainLoopEventsBuilder *builder,
        guint process,
        RefrainLoopEventKind kind,
        gint32 peer,
        gint32 tag)
{
  const RefrainLoopEvent event
      = { refrain_loop_events_builder_add_shape (builder, kind, 0, 0), peer, tag };

  refrain_loop_events_builder_append (builder, process, &event, REFRAIN_NONE);
}

/* @process sends to all or receives from all its neighbours. */
static void
exchange (RefrainLoopEventsBuilder *builder,
          RefrainMapping *grid,
          guint process,
          RefrainLoopEventKind kind)
{
  for (guint d = 0; d < refrain_mapping_get_n_directions (grid); d++)
    {
      const gint64 to = refrain_mapping_get_neighbour (grid, process, (gint) d);

      if (to >= 0)
        append (builder, process, kind, (gint32) to, 1);
    }
}

/* All around each process of a grid with @n_axes axes of three, then a wave along x. */
static RefrainProgram *
make_program (guint n_axes)
{
  static const guint sizes[4] = { 3, 3, 3, 3 };
  g_autoptr (RefrainMapping) grid = refrain_mapping_new_grid (sizes, n_axes, 0, NULL);
  const guint n = refrain_mapping_get_n_processes (grid);
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (n);
  g_autoptr (RefrainLoopEvents) events = NULL;
  g_autoptr (GError) error = NULL;
  RefrainProgram *program;

  for (guint p = 0; p < n; p++)
    for (guint k = 0; k < 3; k++)
      {
        exchange (builder, grid, p, REFRAIN_LOOP_SEND);
        exchange (builder, grid, p, REFRAIN_LOOP_RECV);
        for (gint to = (gint) p - 1; to <= (gint) p + 1; to += 2)
          if (to >= 0 && to / 3 == (gint) p / 3)
            append (builder, p, to < (gint) p ? REFRAIN_LOOP_RECV : REFRAIN_LOOP_SEND, to, 5);
      }
  events = refrain_loop_events_builder_finish (builder, NULL);
  program = refrain_program_new (events, &grid, 1, NULL, &error);
  g_assert_no_error (error);
  return program;
}

static guint
count_directions (RefrainProgram *program, guint32 line)
{
  guint32 n;

  refrain_program_get_line_directions (program, line, &n);
  return n;
}

/* Many neighbours are one sign; what goes along an axis has a column. */
static void
test_columns (void)
{
  for (guint n_axes = 2; n_axes <= 4; n_axes++)
    {
      g_autoptr (RefrainProgram) program = make_program (n_axes);
      RefrainProgramColumns columns;
      guint32 n_lines;
      guint n_fans = 0, n_arrows = 0;

      refrain_program_get_lines (program, &n_lines);
      refrain_program_columns_init (&columns, program);
      for (guint32 i = 0; i < n_lines; i++)
        {
          const guint n = count_directions (program, i);

          g_assert_true (columns.fans[i] == (n > REFRAIN_PROGRAM_FEW));
          n_fans += columns.fans[i];
          n_arrows += n > 0 && !columns.fans[i];
        }
      g_assert_cmpuint (n_fans, >, 0);
      g_assert_cmpuint (n_arrows, >, 0);
      g_assert_true (columns.any_fan);
      g_assert_cmpuint (columns.n, ==, 3); /* -x, itself, +x */
      g_assert_cmpuint (columns.here, ==, 1);
      g_assert_cmpuint (columns.heads[columns.here], ==, REFRAIN_NONE);
      g_assert_true (refrain_program_fan_has_cells (program) == (n_axes <= 3));
      refrain_program_columns_clear (&columns);
    }
}

/* What stands above a column tells it from the others, and is short. */
static void
test_labels (void)
{
  static const struct
  {
    const char *name, *label;
  } cases[] = { { "parent", "↑" },   { "child 0", "c0" },       { "child 12", "c12" },
                { "leaf 3", "l3" },  { "worker 10", "w10" },    { "transpose", "T" },
                { "+x", "+x" },      { "-x+y*2z-3w", "D" },     { "childish", "D" },
                { "child x", "cx" }, { "row 1234567890", "D" }, { "rank12", "rank12" } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *label = refrain_program_columns_shorten (cases[i].name, 3);

      g_assert_cmpstr (label, ==, cases[i].label);
    }
  for (guint n_axes = 2; n_axes <= 4; n_axes++)
    {
      g_autoptr (RefrainProgram) program = make_program (n_axes);
      g_autofree char *text = NULL;
      RefrainProgramColumns columns;

      refrain_program_columns_init (&columns, program);
      g_assert_null (columns.labels[columns.here]);
      text = refrain_program_columns_explain (&columns, program);
      g_assert_null (text); /* -x and +x are short enough */
      g_free (columns.labels[0]);
      columns.labels[0] = g_strdup ("A");
      text = refrain_program_columns_explain (&columns, program);
      g_assert_cmpstr (text, ==, "A: -x");
      refrain_program_columns_clear (&columns);
    }
}

static cairo_surface_t *
draw_row (RefrainProgramPainter *painter, guint32 line)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 300, 24);
  cairo_t *cr = cairo_create (surface);
  RefrainStyle style;

  refrain_style_init (&style, REFRAIN_PALETTE_LIGHT, 13);
  if (line == REFRAIN_NONE)
    refrain_program_painter_draw_heads (painter, cr, &style, 300, 24);
  else
    refrain_program_painter_draw_row (painter, cr, &style, line, 300, 24);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static gboolean
is_same (cairo_surface_t *a, cairo_surface_t *b)
{
  return memcmp (cairo_image_surface_get_data (a), cairo_image_surface_get_data (b),
                 (gsize) cairo_image_surface_get_stride (a) * 24)
         == 0;
}

/* Lines that do something else look otherwise. */
static void
test_rows (void)
{
  for (guint n_axes = 2; n_axes <= 4; n_axes++)
    {
      g_autoptr (RefrainProgram) program = make_program (n_axes);
      g_autoptr (RefrainProgramPainter) painter = refrain_program_painter_new (program, NULL);
      cairo_surface_t *heads = draw_row (painter, REFRAIN_NONE);
      guint32 n_lines;
      guint n_pairs = 0;

      refrain_program_get_lines (program, &n_lines);
      for (guint32 i = 0; i + 1 < n_lines; i++)
        {
          cairo_surface_t *row = draw_row (painter, i), *next = draw_row (painter, i + 1);
          cairo_surface_t *again = draw_row (painter, i);

          g_assert_true (is_same (row, again));
          g_assert_false (is_same (row, heads));
          g_assert_false (is_same (row, next));
          n_pairs++;
          cairo_surface_destroy (row);
          cairo_surface_destroy (next);
          cairo_surface_destroy (again);
        }
      g_assert_cmpuint (n_pairs, >, 0);
      cairo_surface_destroy (heads);
    }
}

/* No line is long in few words, and each begins as it does in many. */
static void
test_brief (void)
{
  g_autoptr (RefrainProgram) program = make_program (3);
  g_autoptr (RefrainProgramBrief) brief = refrain_program_dup_brief (program, 8);
  guint32 n_lines;
  gboolean shorter = FALSE;

  g_assert_true (g_str_has_prefix (brief->head, "3×3×3 grid (z×y×x)"));
  g_assert_null (strchr (brief->head, '\n'));
  refrain_program_get_lines (program, &n_lines);
  g_assert_cmpuint (g_strv_length (brief->lines), ==, n_lines);
  for (guint32 i = 0; i < n_lines; i++)
    {
      g_autofree char *line = refrain_program_dup_line (program, i);
      const gsize verb = strcspn (line, " ");

      g_assert_cmpint (strncmp (line, brief->lines[i], verb), ==, 0);
      g_assert_cmpuint (strlen (brief->lines[i]), <, 60);
      if (count_directions (program, i) <= 1 && strstr (line, " if ") == NULL)
        g_assert_cmpstr (line, ==, brief->lines[i]);
      shorter |= strlen (line) > 60;
    }
  g_assert_true (shorter);
  for (char **list = brief->lists; *list != NULL; list++)
    g_assert_nonnull (strstr (*list, " = "));
}

static RefrainProgram *
make_on_cube (RefrainLoopEvents *events)
{
  static const guint sizes[3] = { 3, 3, 3 };
  g_autoptr (RefrainMapping) grid = refrain_mapping_new_grid (sizes, 3, 0, NULL);
  g_autoptr (GError) error = NULL;
  RefrainProgram *program = refrain_program_new (events, &grid, 1, NULL, &error);

  g_assert_no_error (error);
  return program;
}

/* A guard that is cut says so; one that has room is whole. */
static void
test_guards (void)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = refrain_loop_events_builder_new (27);
  g_autoptr (RefrainLoopEvents) events = NULL;
  g_autoptr (RefrainProgram) program = NULL;
  guint n_cut = 0;
  guint32 n_lines;

  for (guint p = 0; p < 27; p++)
    for (guint k = 0; k < 4; k++)
      if (p % 9 == 0 || p % 9 == 1) /* y = 0, x < 2 */
        append (builder, p, (p + k) % 2 == 0 ? REFRAIN_LOOP_SEND : REFRAIN_LOOP_RECV,
                (gint32) (p % 9 == 0 ? p + 1 : p - 1), 3);
  events = refrain_loop_events_builder_finish (builder, NULL);
  program = make_on_cube (events);
  refrain_program_get_lines (program, &n_lines);
  for (guint most = 4; most <= 1000; most += 996)
    {
      g_autoptr (RefrainProgramBrief) brief = refrain_program_dup_brief (program, most);

      for (guint32 i = 0; i < n_lines; i++)
        {
          g_autofree char *line = refrain_program_dup_line (program, i);
          const char *guard = strstr (line, " if ");

          g_test_message ("%s: %s", line, brief->lines[i]);
          if (guard == NULL)
            continue;
          if (strcspn (guard + 4, ":") <= most)
            g_assert_true (g_str_has_suffix (brief->lines[i], guard));
          else
            {
              g_assert_nonnull (strstr (brief->lines[i], "…"));
              n_cut++;
            }
        }
    }
  g_assert_cmpuint (n_cut, >, 0);
}

TEST_PROGRAM ("program-view")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/program-view/columns", test_columns);
  g_test_add_func ("/program-view/labels", test_labels);
  g_test_add_func ("/program-view/rows", test_rows);
  g_test_add_func ("/program-view/brief", test_brief);
  g_test_add_func ("/program-view/guards", test_guards);
  return g_test_run ();
}
