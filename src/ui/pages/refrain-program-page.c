/* refrain-program-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row of the list is a line of the program; the first row holds the topology and the names of the
 * picture's columns, the last ones say what the names of lists of directions mean. The program is
 * made when the page is first turned to.
 */
#include "refrain-program-page.h"

#include <glib/gi18n.h>
#include <math.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-table-view.h"
#include "refrain-template.h"
#include "refrain-time-format.h"
#include "refrain-visible.h"
#include "refrain-widget-style.h"

/* The first row is no line. */
#define N_HEADS 1
/* Letters that the text's column has room for at least. */
#define LEAST_LETTERS 26
/* The drawing is no wider, in pixels: numbers stand at its right. */
#define MOST_PICTURE 300

struct _RefrainProgramPage
{
  RefrainPage parent_instance;

  RefrainProgramModel *model;
  GListStore *rows;

  GtkLabel *sentence;
  GtkWidget *cancel, *lead_box;
  GtkLabel *lead_label;
  GtkWidget *lines_button;
  RefrainTableView *list;
  gboolean shows_lines; /* although they are no page */
};

G_DEFINE_FINAL_TYPE (RefrainProgramPage, refrain_program_page, REFRAIN_TYPE_PAGE)

REFRAIN_GETTER (
    RefrainProgramPage, refrain_program_page, RefrainProgramModel *, get_model, self->model)

static RefrainProgram *
get_program (RefrainProgramPage *self)
{
  return self->model != NULL ? refrain_program_model_get_program (self->model) : NULL;
}

/* ---- A row ----------------------------------------------------------------------------------- */

#define REFRAIN_TYPE_PROGRAM_ROW (refrain_program_row_get_type ())
G_DECLARE_FINAL_TYPE (RefrainProgramRow, refrain_program_row, REFRAIN, PROGRAM_ROW, GObject)

struct _RefrainProgramRow
{
  GObject parent_instance;

  guint32 line; /* REFRAIN_NONE: it is above or below the lines */
  guint depth;
  char *text;
  char *whole;                   /* what it says at length; NULL: nothing more */
  gboolean names;                /* it names the picture's columns */
  const RefrainLineTimes *times; /* the model's; NULL where there is no line */
};

REFRAIN_DEFINE_OBJECT (RefrainProgramRow, refrain_program_row)

static void
refrain_program_row_finalize (RefrainProgramRow *self)
{
  refrain_free (self->text, self->whole);
}

static void
add_row (RefrainProgramPage *self, guint32 line, guint depth, const char *text, const char *whole)
{
  g_autoptr (RefrainProgramRow) row = g_object_new (REFRAIN_TYPE_PROGRAM_ROW, NULL);

  row->line = line;
  row->text = g_strdup (text);
  row->whole = whole != NULL && g_str_equal (text, whole) ? NULL : g_strdup (whole);
  row->depth = depth;
  row->names = g_list_model_get_n_items (G_LIST_MODEL (self->rows)) < N_HEADS;
  if (line != REFRAIN_NONE)
    row->times = refrain_program_times_get (refrain_program_model_get_times (self->model), line);
  g_list_store_append (self->rows, row);
}

/* ---- Columns --------------------------------------------------------------------------------- */

static GtkWidget *
make_text (GtkListItem *cell, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), LEAST_LETTERS);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_lines (GTK_LABEL (label), 3);
  gtk_widget_add_css_class (label, "monospace");
  return label;
}

static void
show_text (GtkWidget *label, GtkListItem *cell, gpointer item, gpointer data)
{
  RefrainProgramRow *row = item;

  if (row == NULL)
    return;
  gtk_label_set_text (GTK_LABEL (label), row->text);
  refrain_widget_set_long_tooltip (label, row->whole);
  gtk_widget_set_margin_start (label, (int) (18 * MIN (row->depth, 20)));
  (row->line == REFRAIN_NONE ? gtk_widget_add_css_class
                             : gtk_widget_remove_css_class) (label, "dim-label");
}

static char *
get_text (gpointer item, guint id, gpointer data)
{
  const RefrainProgramRow *row = item;

  return g_strdup_printf ("%*s%s", (int) (2 * row->depth), "",
                          row->whole != NULL ? row->whole : row->text);
}

static void
draw_picture (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  GtkListItem *item = data;
  RefrainProgramRow *row = gtk_list_item_get_item (item);
  RefrainProgramPage *self = g_object_get_data (G_OBJECT (area), "refrain-page");
  RefrainProgramPainter *painter
      = self->model != NULL ? refrain_program_model_get_painter (self->model) : NULL;
  RefrainStyle style;

  if (painter == NULL || row == NULL)
    return;
  refrain_widget_get_style (GTK_WIDGET (area), refrain_page_get_session (REFRAIN_PAGE (self)),
                            &style);
  if (row->names)
    refrain_program_painter_draw_heads (painter, cr, &style, width, height);
  else if (row->line != REFRAIN_NONE)
    refrain_program_painter_draw_row (painter, cr, &style, row->line, width, height);
}

static GtkWidget *
make_picture (GtkListItem *cell, gpointer data)
{
  GtkWidget *area = gtk_drawing_area_new ();

  g_object_set_data (G_OBJECT (area), "refrain-page", data);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), 24);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_picture, cell, NULL);
  return area;
}

static void
show_picture (GtkWidget *area, GtkListItem *cell, gpointer item, gpointer data)
{
  RefrainProgramPage *self = data;
  RefrainProgramRow *row = item;

  if (row == NULL)
    return;
  if (row->names && self->model != NULL)
    {
      const char *what = _ ("One process and its neighbours. If there are many, a small map: "
                            "receivers filled, senders framed");
      RefrainProgramPainter *painter = refrain_program_model_get_painter (self->model);
      g_autofree char *short_names
          = painter != NULL ? refrain_program_painter_explain_heads (painter) : NULL;
      g_autofree char *text
          = short_names != NULL ? g_strconcat (what, ".\n", short_names, NULL) : g_strdup (what);

      refrain_widget_set_long_tooltip (area, text);
    }
  else
    refrain_widget_set_long_tooltip (area, row->whole);
  gtk_widget_queue_draw (area);
}

static char *
format_count (gpointer item, guint id, gpointer data)
{
  const RefrainLineTimes *times = REFRAIN_PROGRAM_ROW (item)->times;

  return times != NULL && times->n > 0 ? refrain_count_format (times->n) : g_strdup ("");
}

static char *
format_median (gpointer item, guint id, gpointer data)
{
  const RefrainLineTimes *times = REFRAIN_PROGRAM_ROW (item)->times;

  return times != NULL && times->n > 0 ? refrain_time_format (times->median, 3) : g_strdup ("");
}

static char *
format_spread (gpointer item, guint id, gpointer data)
{
  const RefrainLineTimes *times = REFRAIN_PROGRAM_ROW (item)->times;
  g_autofree char *low = NULL, *high = NULL;

  if (times == NULL || times->n < 3)
    return g_strdup ("");
  low = refrain_time_format (times->low, 2);
  high = refrain_time_format (times->high, 2);
  return g_strdup_printf ("%s – %s", low, high);
}

static char *
format_waiting (gpointer item, guint id, gpointer data)
{
  const RefrainLineTimes *times = REFRAIN_PROGRAM_ROW (item)->times;

  return times != NULL && times->waiting > 0 ? refrain_time_format (times->waiting, 3)
                                             : g_strdup ("");
}

/* Behind the first two. */
#define NUMBER(name, words, function, width)                                                       \
  {                                                                                                \
    .title = name, .meaning = words, .flags = REFRAIN_TABLE_RIGHT, .text = function,               \
    .needs = width                                                                                 \
  }

enum
{
  COLUMN_TEXT,
  COLUMN_PICTURE
};

static const RefrainTableColumn columns[] = {
  [COLUMN_TEXT] = { .title = N_ ("Common Program"),
                    .flags = REFRAIN_TABLE_EXPAND,
                    .text = get_text,
                    .make = make_text,
                    .show = show_text },
  [COLUMN_PICTURE] = { .title = N_ ("Partners"), .make = make_picture, .show = show_picture },
  NUMBER (N_ ("Count"), N_ ("Executions on all processes"), format_count, 480),
  NUMBER (N_ ("Median"), N_ ("A call or iteration, each process"), format_median, 0),
  NUMBER (N_ ("Range"), N_ ("10th to 90th percentile"), format_spread, 860),
  NUMBER (N_ ("Waiting"), N_ ("Total time waiting for others"), format_waiting, 600),
};

/* ---- What is shown --------------------------------------------------------------------------- */

/* Whether the operations one by one are no page, and nobody asked for them. */
static gboolean
hides_lines (RefrainProgramPage *self)
{
  const RefrainPageLead *lead
      = self->model != NULL ? refrain_program_model_get_lead (self->model) : NULL;

  return lead != NULL && lead->kind != REFRAIN_PAGE_IS_THERE && !self->shows_lines;
}

static char *
describe (RefrainProgramPage *self)
{
  RefrainProgram *program = get_program (self);
  const RefrainProgramFacts *facts;
  g_autofree char *operations = NULL, *exceptions = NULL;
  guint n;

  if (self->model == NULL)
    return g_strdup ("");
  if (refrain_program_model_is_running (self->model))
    return g_strdup (_ ("Writing the program…"));
  if (program == NULL)
    return g_strdup (refrain_program_model_get_problem (self->model));
  if (hides_lines (self))
    return NULL;
  facts = refrain_program_get_facts (program);
  n = refrain_mapping_get_n_processes (refrain_program_get_mapping (program));
  if (facts->n_operations == 0)
    return g_strdup (_ ("No process communicates, so there is no program."));
  operations = refrain_count_format (facts->n_operations);
  exceptions = refrain_count_format (facts->n_exceptions);
  return facts->n_exceptions == 0
             ? g_strdup_printf (ngettext ("One text for %u process: it stands for exactly its %s "
                                          "operations",
                                          "One text for all %u processes: it stands for exactly "
                                          "their %s operations",
                                          n),
                                n, operations)
             : g_strdup_printf (ngettext ("One text for %u process and its %s operations, %s of "
                                          "them spelled out by rank",
                                          "One text for all %u processes and their %s "
                                          "operations, %s of them spelled out by rank",
                                          n),
                                n, operations, exceptions);
}

static void
update_sentence (RefrainProgramPage *self)
{
  g_autofree char *text = describe (self);

  gtk_label_set_text (self->sentence, text != NULL ? text : "");
  refrain_widget_set_long_tooltip (GTK_WIDGET (self->sentence), text);
  gtk_widget_set_visible (self->cancel,
                          self->model != NULL && refrain_program_model_is_running (self->model));
}

/* With no chance to break a row within "-x-y". */
static char *
dup_unbroken (const char *list)
{
  g_autoptr (GString) text = g_string_new (list);

  g_string_replace (text, "-", "-\u2060", 0);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
fill_rows (RefrainProgramPage *self, RefrainProgram *program)
{
  RefrainProgramPainter *painter = refrain_program_model_get_painter (self->model);
  const RefrainProgramBrief *brief = refrain_program_painter_get_brief (painter);
  guint32 n;

  add_row (self, REFRAIN_NONE, 0, brief->head, NULL);
  refrain_program_get_lines (program, &n);
  for (guint32 i = 0; i < n; i++)
    {
      g_autofree char *whole = refrain_program_dup_line (program, i);

      add_row (self, i, refrain_program_painter_get_depth (painter, i), brief->lines[i], whole);
    }
  for (char **list = brief->lists; *list != NULL; list++)
    {
      g_autofree char *text = dup_unbroken (*list);

      add_row (self, REFRAIN_NONE, 0, text, *list);
    }
}

/* What leads the page: who hands out work to whom, what repeats although it is not the same. */
static char *
describe_lead (const RefrainPageLead *lead)
{
  const char *lack = refrain_page_lead_get_lack (lead);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *joined
      = lead->joined != NULL ? refrain_program_dup_text (lead->joined, NULL) : NULL;
  guint32 n_lines = 0;

  if (lead->joined != NULL)
    refrain_program_get_lines (lead->joined, &n_lines);
  for (guint i = 0; i < lead->sentences->len; i++)
    {
      g_autofree char *sentence = refrain_visible_capital (lead->sentences->pdata[i]);

      g_string_append_printf (text, "%s\n", sentence);
    }
  if (lack != NULL)
    {
      g_autofree char *sentence = refrain_visible_capital (lack);

      g_string_append (text, sentence);
    }
  /* One line says no more than the sentence does. */
  else if (joined != NULL && (n_lines > 1 || lead->sentences->len == 0))
    g_string_append (text, joined);
  return g_strchomp (g_string_free (g_steal_pointer (&text), FALSE));
}

static void
update_lead (RefrainProgramPage *self)
{
  const RefrainPageLead *lead
      = self->model != NULL ? refrain_program_model_get_lead (self->model) : NULL;
  const gboolean hides = hides_lines (self);
  g_autofree char *text = lead != NULL ? describe_lead (lead) : NULL;

  gtk_label_set_text (self->lead_label, text != NULL ? text : "");
  gtk_widget_set_visible (self->lead_box, text != NULL && *text != '\0');
  gtk_widget_set_visible (self->lines_button, hides);
  gtk_widget_set_visible (GTK_WIDGET (self->list), !hides);
}

/* How long the page is; NULL where there is none. */
static char *
describe_length (RefrainProgramPage *self, RefrainProgram *program)
{
  const RefrainPageLead *lead = refrain_program_model_get_lead (self->model);
  guint32 n;

  if (refrain_page_lead_get_lack (lead) != NULL)
    return NULL;
  refrain_program_get_lines (lead->joined != NULL ? lead->joined : program, &n);
  return g_strdup_printf (ngettext ("%u line", "%u lines", n), n);
}

static void
update_program (RefrainProgramPage *self)
{
  RefrainProgram *program = get_program (self);
  RefrainStyle style;

  if (self->rows == NULL)
    return;
  refrain_table_view_hold (self->list);
  g_list_store_remove_all (self->rows);
  if (program != NULL && refrain_program_get_facts (program)->n_operations > 0)
    {
      g_autofree char *length = describe_length (self, program);

      fill_rows (self, program);
      refrain_widget_get_style (GTK_WIDGET (self), refrain_page_get_session (REFRAIN_PAGE (self)),
                                &style);
      gtk_column_view_column_set_fixed_width (
          refrain_table_view_get_column (self->list, COLUMN_PICTURE),
          (int) MIN (ceil (refrain_program_painter_get_columns_width (
                               refrain_program_model_get_painter (self->model))
                           * style.font_size),
                     MOST_PICTURE));
      refrain_page_take_count (REFRAIN_PAGE (self), g_steal_pointer (&length));
    }
  else
    refrain_page_take_count (REFRAIN_PAGE (self), NULL);
  refrain_table_view_release (self->list);
  update_sentence (self);
  update_lead (self);
}

/* ---- Selection ------------------------------------------------------------------------------- */

static void
on_selected (RefrainProgramPage *self)
{
  g_autoptr (RefrainProgramRow) row
      = refrain_table_view_get_item (self->list, refrain_table_view_get_selected (self->list));

  if (self->model != NULL)
    refrain_program_model_select (self->model, row != NULL ? row->line : REFRAIN_NONE);
}

static void
mark_line (RefrainProgramPage *self, guint32 line)
{
  refrain_table_view_select (self->list,
                             line != REFRAIN_NONE ? line + N_HEADS : GTK_INVALID_LIST_POSITION);
}

static void
show_lines (RefrainProgramPage *self)
{
  self->shows_lines = TRUE;
  update_sentence (self);
  update_lead (self);
}

static void
update_selected (RefrainProgramPage *self)
{
  const guint32 selected = refrain_program_model_get_selected (self->model);

  if (selected != REFRAIN_NONE && !self->shows_lines)
    show_lines (self);
  mark_line (self, selected);
}

/* The line of a picked operation is marked; what is lit up stays. */
static void
update_here (RefrainProgramPage *self)
{
  const guint32 here = refrain_program_model_get_here (self->model);

  if (here != REFRAIN_NONE)
    mark_line (self, here);
}

/* ---- Page ------------------------------------------------------------------------------------ */

static void
refrain_program_page_session_changed (RefrainPage *page)
{
  RefrainProgramPage *self = REFRAIN_PROGRAM_PAGE (page);
  RefrainSession *session = refrain_page_get_session (page);

  g_clear_object (&self->model);
  self->shows_lines = FALSE;
  if (session != NULL)
    {
      self->model = refrain_program_model_new (session);
      refrain_page_watch (page, self->model, "notify::program", G_CALLBACK (update_program));
      refrain_page_watch (page, self->model, "notify::running", G_CALLBACK (update_sentence));
      refrain_page_watch (page, self->model, "notify::selected", G_CALLBACK (update_selected));
      refrain_page_watch (page, self->model, "notify::here", G_CALLBACK (update_here));
    }
  update_program (self);
}

static void
refrain_program_page_turned_to (RefrainPage *page)
{
  RefrainProgramPage *self = REFRAIN_PROGRAM_PAGE (page);

  if (self->model != NULL)
    refrain_program_model_start (self->model);
}

static gboolean
refrain_program_page_has_figure (RefrainPage *page, RefrainView view)
{
  return get_program (REFRAIN_PROGRAM_PAGE (page)) != NULL;
}

static RefrainPainter *
refrain_program_page_make_figure (RefrainPage *page, RefrainView view, RefrainViewport *part)
{
  RefrainProgramPage *self = REFRAIN_PROGRAM_PAGE (page);
  RefrainProgramPainter *painter
      = self->model != NULL ? refrain_program_model_get_painter (self->model) : NULL;

  if (painter == NULL)
    return NULL;
  refrain_painter_get_extent (REFRAIN_PAINTER (painter), part);
  return g_object_ref (REFRAIN_PAINTER (painter));
}

/* ---- Actions --------------------------------------------------------------------------------- */

static void
cancel_making (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainProgramPage *self = data;

  if (self->model != NULL)
    refrain_program_model_cancel (self->model);
}

static void
copy_program (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainProgramPage *self = data;
  RefrainProgram *program = get_program (self);
  g_autofree char *text = NULL;

  if (program == NULL)
    return;
  text = g_str_equal (g_variant_get_string (parameter, NULL), "latex")
             ? refrain_program_dup_latex (program)
             : refrain_program_dup_text (program, NULL);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s",
                              _ ("The program is on the clipboard."));
}

static void
show_program_lines (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  show_lines (data);
}

static const GActionEntry actions[] = {
  { .name = "cancel-program", .activate = cancel_making },
  { .name = "copy-program", .activate = copy_program, .parameter_type = "s" },
  { .name = "show-program-lines", .activate = show_program_lines },
};

/* ---- Widget ---------------------------------------------------------------------------------- */

static gboolean
refrain_program_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_PROGRAM_PAGE (widget)->list));
}

static void
refrain_program_page_dispose (GObject *object)
{
  RefrainProgramPage *self = REFRAIN_PROGRAM_PAGE (object);

  if (self->list != NULL)
    refrain_table_view_set_rows (self->list, NULL);
  refrain_clear_objects (&self->rows, &self->model);
  G_OBJECT_CLASS (refrain_program_page_parent_class)->dispose (object);
}

static void
refrain_program_page_class_init (RefrainProgramPageClass *klass)
{
  static const RefrainView figures[] = { REFRAIN_VIEW_PROGRAM, REFRAIN_N_VIEWS };
  RefrainPageClass *page_class = REFRAIN_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_program_page_dispose;
  page_class->actions = actions;
  page_class->n_actions = G_N_ELEMENTS (actions);
  page_class->figures = figures;
  page_class->session_changed = refrain_program_page_session_changed;
  page_class->turned_to = refrain_program_page_turned_to;
  page_class->has_figure = refrain_program_page_has_figure;
  page_class->make_figure = refrain_program_page_make_figure;
  widget_class->grab_focus = refrain_program_page_grab_focus;
  g_type_ensure (REFRAIN_TYPE_TABLE_VIEW);
  REFRAIN_TEMPLATE (widget_class, "program-page", RefrainProgramPage, sentence, cancel, lead_box,
                    lead_label, lines_button, list);
}

static void
refrain_program_page_init (RefrainProgramPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = g_list_store_new (REFRAIN_TYPE_PROGRAM_ROW);
  refrain_table_view_set_columns (self->list, columns, G_N_ELEMENTS (columns), self);
  refrain_table_view_set_rows (self->list, G_LIST_MODEL (self->rows));
  refrain_connect (self->list, "selected", on_selected, self);
}
