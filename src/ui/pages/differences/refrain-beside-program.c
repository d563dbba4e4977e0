/* refrain-beside-program.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row of the table is a line of A, of B, or of both. Lines are the same where their texts are but
 * for numbers, at the same depth.
 */
#include "refrain-beside-program.h"

#include <glib/gi18n.h>

#include "refrain-comparison.h"
#include "refrain-object.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

/* Letters that a text has room for at least. */
#define LEAST_LETTERS 20
/* Pixels that a line is moved in for each body around it. */
#define INDENT 18
/* It is moved in no further. */
#define MOST_DEPTH 20

struct _RefrainBesideProgram
{
  GtkWidget parent_instance;

  RefrainProgramModel *models[2];
  GListStore *rows;
  GtkStack *stack; /* "table", "message" */
  GtkLabel *message;
  RefrainTableView *table;
};

G_DEFINE_FINAL_TYPE (RefrainBesideProgram, refrain_beside_program, GTK_TYPE_WIDGET)

RefrainProgramModel *
refrain_beside_program_get_model (RefrainBesideProgram *self, guint side)
{
  g_return_val_if_fail (REFRAIN_IS_BESIDE_PROGRAM (self), NULL);
  g_return_val_if_fail (side < 2, NULL);
  return self->models[side];
}

GtkWidget *
refrain_beside_program_new (void)
{
  return g_object_new (REFRAIN_TYPE_BESIDE_PROGRAM, NULL);
}

/* ---- A row ---- */

#define REFRAIN_TYPE_BESIDE_LINE (refrain_beside_line_get_type ())
G_DECLARE_FINAL_TYPE (RefrainBesideLine, refrain_beside_line, REFRAIN, BESIDE_LINE, GObject)

struct _RefrainBesideLine
{
  GObject parent_instance;

  guint32 lines[2]; /* REFRAIN_NONE: that run has none */
  gboolean differs;
};

G_DEFINE_FINAL_TYPE (RefrainBesideLine, refrain_beside_line, G_TYPE_OBJECT)

static void
refrain_beside_line_class_init (RefrainBesideLineClass *klass)
{
}

static void
refrain_beside_line_init (RefrainBesideLine *self)
{
}

static const char *
get_line (RefrainBesideProgram *self, guint side, guint32 line)
{
  return refrain_program_painter_get_brief (refrain_program_model_get_painter (self->models[side]))
      ->lines[line];
}

static void
add_row (RefrainBesideProgram *self, guint32 a, guint32 b)
{
  g_autoptr (RefrainBesideLine) row = g_object_new (REFRAIN_TYPE_BESIDE_LINE, NULL);

  row->lines[0] = a;
  row->lines[1] = b;
  row->differs = a == REFRAIN_NONE || b == REFRAIN_NONE
                 || !g_str_equal (get_line (self, 0, a), get_line (self, 1, b));
  g_list_store_append (self->rows, row);
}

/* ---- Columns: @id is the side ---- */

static char *
get_text (gpointer item, guint id, gpointer data)
{
  const guint32 line = REFRAIN_BESIDE_LINE (item)->lines[id];
  RefrainBesideProgram *self = data;
  guint depth;

  if (line == REFRAIN_NONE || self->models[id] == NULL)
    return g_strdup ("");
  depth = refrain_program_painter_get_depth (refrain_program_model_get_painter (self->models[id]),
                                             line);
  return g_strdup_printf ("%*s%s", (int) (2 * depth), "", get_line (self, id, line));
}

static GtkWidget *
make_text (GtkListItem *cell, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), LEAST_LETTERS);
  gtk_widget_add_css_class (label, "monospace");
  return label;
}

static void
show_text (GtkWidget *label, gpointer item, guint side, RefrainBesideProgram *self)
{
  const guint32 line = item != NULL ? REFRAIN_BESIDE_LINE (item)->lines[side] : REFRAIN_NONE;
  g_autofree char *whole = NULL;

  gtk_label_set_text (GTK_LABEL (label), line != REFRAIN_NONE && self->models[side] != NULL
                                             ? get_line (self, side, line)
                                             : "");
  if (line != REFRAIN_NONE && self->models[side] != NULL)
    {
      RefrainProgramModel *model = self->models[side];
      const guint depth
          = refrain_program_painter_get_depth (refrain_program_model_get_painter (model), line);

      whole = refrain_program_dup_line (refrain_program_model_get_program (model), line);
      gtk_widget_set_margin_start (label, (int) (INDENT * MIN (depth, MOST_DEPTH)));
    }
  refrain_widget_set_long_tooltip (label, whole);
  (item != NULL && REFRAIN_BESIDE_LINE (item)->differs
       ? gtk_widget_add_css_class
       : gtk_widget_remove_css_class) (label, "accent");
}

static void
show_a (GtkWidget *label, GtkListItem *cell, gpointer item, gpointer data)
{
  show_text (label, item, 0, data);
}

static void
show_b (GtkWidget *label, GtkListItem *cell, gpointer item, gpointer data)
{
  show_text (label, item, 1, data);
}

static char *
get_median (gpointer item, guint id, gpointer data)
{
  const guint32 line = REFRAIN_BESIDE_LINE (item)->lines[id];
  RefrainBesideProgram *self = data;
  const RefrainLineTimes *times
      = line != REFRAIN_NONE && self->models[id] != NULL
            ? refrain_program_times_get (refrain_program_model_get_times (self->models[id]), line)
            : NULL;

  return times != NULL && times->n > 0 ? refrain_time_format (times->median, 3) : g_strdup ("");
}

#define TEXT(name, side, function)                                                                 \
  {                                                                                                \
    .title = name, .flags = REFRAIN_TABLE_EXPAND, .id = side, .text = get_text, .make = make_text, \
    .show = function                                                                               \
  }
#define MEDIAN(side)                                                                               \
  {                                                                                                \
    .title = N_ ("Median"), .meaning = N_ ("A call or iteration, each process"),                   \
    .flags = REFRAIN_TABLE_RIGHT, .id = side, .text = get_median, .needs = 560                     \
  }

static const RefrainTableColumn columns[]
    = { TEXT (N_ ("A"), 0, show_a), MEDIAN (0), TEXT (N_ ("B"), 1, show_b), MEDIAN (1) };

/* ---- What is shown ---- */

/* What of each line decides whether it is the same: its depth, and its text without numbers. Free
 * with g_free(). */
static guint64 *
make_tokens (RefrainBesideProgram *self, guint side, guint32 *n)
{
  RefrainProgramPainter *painter = refrain_program_model_get_painter (self->models[side]);
  guint64 *tokens;

  refrain_program_get_lines (refrain_program_model_get_program (self->models[side]), n);
  tokens = g_new (guint64, *n + 1);
  for (guint32 i = 0; i < *n; i++)
    {
      guint64 token = 14695981039346656037u ^ refrain_program_painter_get_depth (painter, i);

      for (const char *c = get_line (self, side, i); *c != '\0'; c++)
        if (!g_ascii_isdigit (*c))
          token = (token ^ (guchar) *c) * 1099511628211u;
      tokens[i] = token;
    }
  return tokens;
}

static void
fill_rows (RefrainBesideProgram *self)
{
  g_autofree guint64 *a = NULL, *b = NULL;
  g_autofree guint32 *match = NULL;
  guint32 n, m, next = 0;

  a = make_tokens (self, 0, &n);
  b = make_tokens (self, 1, &m);
  match = g_new (guint32, n + 1);
  refrain_align (a, n, b, m, match);
  for (guint32 i = 0; i < n; i++)
    {
      for (; match[i] != G_MAXUINT32 && next < match[i]; next++)
        add_row (self, REFRAIN_NONE, next);
      add_row (self, i, match[i] != G_MAXUINT32 ? match[i] : REFRAIN_NONE);
      if (match[i] != G_MAXUINT32)
        next = match[i] + 1;
    }
  for (; next < m; next++)
    add_row (self, REFRAIN_NONE, next);
}

static gboolean
has_program (RefrainBesideProgram *self, guint side)
{
  return self->models[side] != NULL
         && refrain_program_model_get_painter (self->models[side]) != NULL
         && refrain_program_model_get_program (self->models[side]) != NULL;
}

static void
update (RefrainBesideProgram *self)
{
  const gboolean there = has_program (self, 0) && has_program (self, 1);
  const char *problem = NULL;

  refrain_table_view_hold (self->table);
  g_list_store_remove_all (self->rows);
  if (there)
    fill_rows (self);
  refrain_table_view_release (self->table);
  for (guint s = 0; s < 2 && problem == NULL; s++)
    if (self->models[s] != NULL && !refrain_program_model_is_running (self->models[s]))
      problem = refrain_program_model_get_problem (self->models[s]);
  gtk_label_set_text (self->message, problem != NULL ? problem : _ ("Writing the program…"));
  gtk_stack_set_visible_child_name (self->stack, there ? "table" : "message");
}

/* A line that was selected in one run is the row of both. */
static void
update_selected (RefrainBesideProgram *self, GParamSpec *pspec, RefrainProgramModel *model)
{
  const guint side = model == self->models[1];
  const guint32 line = g_str_equal (pspec->name, "here")
                           ? refrain_program_model_get_here (model)
                           : refrain_program_model_get_selected (model);
  const guint n = refrain_table_view_get_n_rows (self->table);

  for (guint i = 0; i < n && line != REFRAIN_NONE; i++)
    {
      g_autoptr (RefrainBesideLine) row = refrain_table_view_get_item (self->table, i);

      if (row->lines[side] == line)
        refrain_table_view_select (self->table, i);
    }
}

static void
on_selected (RefrainBesideProgram *self)
{
  g_autoptr (RefrainBesideLine) row
      = refrain_table_view_get_item (self->table, refrain_table_view_get_selected (self->table));

  for (guint s = 0; s < 2; s++)
    if (self->models[s] != NULL)
      refrain_program_model_select (self->models[s], row != NULL ? row->lines[s] : REFRAIN_NONE);
}

static void
forget (RefrainBesideProgram *self)
{
  for (guint s = 0; s < 2; s++)
    {
      refrain_disconnect (self->models[s], self);
      g_clear_object (&self->models[s]);
    }
}

void
refrain_beside_program_set_sessions (RefrainBesideProgram *self,
                                     RefrainSession *a,
                                     RefrainSession *b)
{
  RefrainSession *const sessions[] = { a, b };

  g_return_if_fail (REFRAIN_IS_BESIDE_PROGRAM (self));

  if (self->models[0] == NULL && a == NULL)
    return;
  g_list_store_remove_all (self->rows);
  forget (self);
  for (guint s = 0; s < 2 && a != NULL && b != NULL; s++)
    {
      self->models[s] = refrain_program_model_new (sessions[s]);
      refrain_connect (self->models[s], "notify::program", update, self);
      refrain_connect (self->models[s], "notify::running", update, self);
      refrain_connect (self->models[s], "notify::selected", update_selected, self);
      refrain_connect (self->models[s], "notify::here", update_selected, self);
      refrain_program_model_start (self->models[s]);
    }
  update (self);
}

/* ---- Widget ---- */

static gboolean
refrain_beside_program_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_BESIDE_PROGRAM (widget)->table));
}

static void
refrain_beside_program_dispose (GObject *object)
{
  RefrainBesideProgram *self = REFRAIN_BESIDE_PROGRAM (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  forget (self);
  if (self->table != NULL)
    refrain_table_view_set_rows (self->table, NULL);
  self->table = NULL;
  g_clear_object (&self->rows);
  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_beside_program_parent_class)->dispose (object);
}

static void
refrain_beside_program_class_init (RefrainBesideProgramClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_beside_program_dispose;
  widget_class->grab_focus = refrain_beside_program_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
refrain_beside_program_init (RefrainBesideProgram *self)
{
  self->rows = g_list_store_new (REFRAIN_TYPE_BESIDE_LINE);
  self->table
      = REFRAIN_TABLE_VIEW (refrain_table_view_new (_ ("Common program"), GTK_SELECTION_SINGLE));
  refrain_table_view_set_columns (self->table, columns, G_N_ELEMENTS (columns), self);
  refrain_table_view_set_rows (self->table, G_LIST_MODEL (self->rows));
  refrain_connect (self->table, "selected", on_selected, self);
  self->message = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->message, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->message), "dim-label");
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->table), "table");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->message), "message");
  gtk_widget_set_parent (GTK_WIDGET (self->stack), GTK_WIDGET (self));
}
