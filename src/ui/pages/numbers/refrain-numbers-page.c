/* refrain-numbers-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers come from the model, which follows what is looked at as long as the page is seen.
 */
#include "refrain-numbers-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <gtk/gtk.h>
#include <math.h>

#include "refrain-free.h"
#include "refrain-look-model.h"
#include "refrain-numbers-model.h"
#include "refrain-numbers-text.h"
#include "refrain-object.h"
#include "refrain-part-bar.h"
#include "refrain-report-write.h"
#include "refrain-session.h"
#include "refrain-share-table.h"
#include "refrain-template.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

/* ---- The look of routines ---- */

/* Each choice makes other looks of those there are. */

/* What its signals know. */
typedef struct
{
  RefrainLookModel *model;
  RefrainRoutine *routine;
  RefrainStyle style;
  GtkColorButton *own, *kind;
  GtkSwitch *hide;
  gboolean showing; /* by program */
} Look;

REFRAIN_DEFINE_FREE (look_free, Look, g_object_unref (x->model); g_object_unref (x->routine))

/* The colour that calls of a kind of MPI routines have by the palette. */
static RefrainColor
get_kind_color (const Look *look)
{
  const RefrainRoutineKind kind = refrain_routine_get_kind (look->routine);
  const RefrainColor *own
      = refrain_routine_looks_get_kind_color (refrain_look_model_get_looks (look->model), kind);

  return own != NULL ? *own : look->style.colors[refrain_routine_get_role (kind)];
}

static void
set_button (GtkColorButton *button, RefrainColor color)
{
  const GdkRGBA rgba
      = { (float) color.red, (float) color.green, (float) color.blue, (float) color.alpha };

  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (button), &rgba);
}

static void
show (Look *look)
{
  RefrainRoutineLooks *looks = refrain_look_model_get_looks (look->model);
  const char *name = refrain_routine_get_name (look->routine);
  const RefrainColor *own = refrain_routine_looks_get_color (looks, name);

  look->showing = TRUE;
  set_button (look->own, own != NULL ? *own
                         : refrain_routine_get_kind (look->routine) == REFRAIN_ROUTINE_USER
                             ? refrain_style_get_routine_color (
                                 &look->style, refrain_routine_get_label (look->routine))
                             : get_kind_color (look));
  if (look->kind != NULL)
    set_button (look->kind, get_kind_color (look));
  gtk_switch_set_active (look->hide, refrain_routine_looks_get_hidden (looks, name));
  look->showing = FALSE;
}

static RefrainColor
get_color (GtkColorButton *button)
{
  GdkRGBA rgba;

  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (button), &rgba);
  return (RefrainColor){ rgba.red, rgba.green, rgba.blue, 1 };
}

static void
on_own_set (Look *look)
{
  g_autoptr (RefrainRoutineLooks) looks
      = refrain_routine_looks_copy (refrain_look_model_get_looks (look->model));
  const RefrainColor color = get_color (look->own);

  refrain_routine_looks_set_color (looks, refrain_routine_get_name (look->routine), &color);
  /* TRANSLATORS: what was done, as in "Undo: colour a routine". */
  refrain_look_model_set_looks (look->model, looks, _ ("colour a routine"));
}

static void
on_kind_set (Look *look)
{
  g_autoptr (RefrainRoutineLooks) looks
      = refrain_routine_looks_copy (refrain_look_model_get_looks (look->model));
  const RefrainColor color = get_color (look->kind);

  refrain_routine_looks_set_kind_color (looks, refrain_routine_get_kind (look->routine), &color);
  refrain_look_model_set_looks (look->model, looks, _ ("colour routines"));
}

static void
on_hide (Look *look)
{
  const gboolean hidden = gtk_switch_get_active (look->hide);
  g_autoptr (RefrainRoutineLooks) looks = NULL;

  if (look->showing)
    return;
  looks = refrain_routine_looks_copy (refrain_look_model_get_looks (look->model));
  refrain_routine_looks_set_hidden (looks, refrain_routine_get_name (look->routine), hidden);
  refrain_look_model_set_looks (look->model, looks,
                                hidden ? _ ("hide a routine") : _ ("show a routine"));
}

/* Gives the routine and its kind back the colours of the palette, and shows it. */
static void
on_default (Look *look)
{
  g_autoptr (RefrainRoutineLooks) looks
      = refrain_routine_looks_copy (refrain_look_model_get_looks (look->model));
  const char *name = refrain_routine_get_name (look->routine);

  refrain_routine_looks_set_color (looks, name, NULL);
  refrain_routine_looks_set_kind_color (looks, refrain_routine_get_kind (look->routine), NULL);
  refrain_routine_looks_set_hidden (looks, name, FALSE);
  refrain_look_model_set_looks (look->model, looks, _ ("reset a routine"));
  show (look);
}

static const char *
describe_kind (RefrainRoutineKind kind)
{
  switch (kind)
    {
    case REFRAIN_ROUTINE_P2P:
      return _ ("All Point-to-Point");
    case REFRAIN_ROUTINE_WAIT:
      return _ ("All Wait and Test");
    case REFRAIN_ROUTINE_COLLECTIVE:
      return _ ("All Collective Routines");
    case REFRAIN_ROUTINE_MPI:
    case REFRAIN_ROUTINE_USER:
    default:
      return _ ("All Other MPI");
    }
}

static void
add_choice (GtkListBox *list, const char *title, const char *subtitle, GtkWidget *widget)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (subtitle != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), widget);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), widget);
  gtk_list_box_append (list, row);
}

static void
fill (Look *look, GtkListBox *list)
{
  const RefrainRoutineKind kind = refrain_routine_get_kind (look->routine);

  look->own = GTK_COLOR_BUTTON (gtk_color_button_new ());
  look->hide = GTK_SWITCH (gtk_switch_new ());
  add_choice (list, _ ("Own Colour"),
              kind == REFRAIN_ROUTINE_USER ? NULL : _ ("If calls are wide enough"),
              GTK_WIDGET (look->own));
  if (kind != REFRAIN_ROUTINE_USER)
    {
      look->kind = GTK_COLOR_BUTTON (gtk_color_button_new ());
      add_choice (list, describe_kind (kind), NULL, GTK_WIDGET (look->kind));
      g_signal_connect_swapped (look->kind, "color-set", G_CALLBACK (on_kind_set), look);
    }
  add_choice (list, _ ("Hide in Events"), _ ("Still counted"), GTK_WIDGET (look->hide));
  g_signal_connect_swapped (look->own, "color-set", G_CALLBACK (on_own_set), look);
  g_signal_connect_swapped (look->hide, "notify::active", G_CALLBACK (on_hide), look);
}

static gboolean
on_escape (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  gtk_window_close (GTK_WINDOW (widget));
  return TRUE;
}

/* Of routine @routine of @session's trace, above @parent; what is chosen there holds at once.
 * Belongs to GTK. */
static GtkWindow *
routine_look_new (RefrainSession *session, guint32 routine, GtkWindow *parent)
{
  GtkWidget *window = adw_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *usual = gtk_button_new_with_label (_ ("Reset"));
  GtkEventController *keys = gtk_shortcut_controller_new ();
  Look *look = g_new0 (Look, 1);

  look->model = g_object_ref (refrain_look_model_get (session));
  look->routine
      = g_object_ref (refrain_trace_get_routine (refrain_session_get_trace (session), routine));
  refrain_widget_init_style (&look->style, refrain_session_get_dark (session), 10);
  g_object_set_data_full (G_OBJECT (window), "refrain-look", look, look_free);
  gtk_window_set_title (GTK_WINDOW (window), refrain_routine_get_label (look->routine));
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_modal (GTK_WINDOW (window), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (window), 420, -1);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_callback_action_new (on_escape, NULL, NULL)));
  gtk_widget_add_controller (window, keys);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_widget_set_margin_start (list, 12);
  gtk_widget_set_margin_end (list, 12);
  gtk_widget_set_margin_top (list, 6);
  gtk_widget_set_margin_bottom (list, 12);
  gtk_widget_set_halign (usual, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_bottom (usual, 12);
  gtk_widget_set_tooltip_text (usual, _ ("Reset colours and visibility"));
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), list);
  gtk_box_append (GTK_BOX (box), usual);
  adw_window_set_content (ADW_WINDOW (window), box);
  fill (look, GTK_LIST_BOX (list));
  g_signal_connect_swapped (usual, "clicked", G_CALLBACK (on_default), look);
  show (look);
  return GTK_WINDOW (window);
}

/* ---- The page ---- */

/* Pairs in the table: all are in what is copied as CSV. */
#define MAX_PAIRS 1000
/* Routines and pairs in what is copied as text. */
#define MAX_COPIED 100

/* Columns of the grid of imbalance. */
enum
{
  BALANCE_NAME,
  BALANCE_MEAN,
  BALANCE_MOST,
  BALANCE_PROCESS,
  BALANCE_RATIO,
  BALANCE_RUN,
  N_BALANCE_COLUMNS
};

struct _RefrainNumbersPage
{
  RefrainPage parent_instance;

  RefrainNumbersModel *model; /* NULL without a session */
  gboolean watching;

  RefrainPartBar *part;
  GtkWidget *copy_button;
  GtkStack *stack;
  AdwStatusPage *status;
  GtkBox *content;
  GtkLabel *words;
  RefrainShareTable *work, *routines, *sizes, *pairs;
  GtkWidget *balance_box;
  GtkLabel *balance[REFRAIN_N_BALANCES][N_BALANCE_COLUMNS];
  GtkWidget *messages_box, *pairs_box;
  GtkLabel *pairs_note;
};

G_DEFINE_FINAL_TYPE (RefrainNumbersPage, refrain_numbers_page, REFRAIN_TYPE_PAGE)

static double
share_of (double part, double whole)
{
  return whole > 0 ? part / whole : NAN;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void
add_row (GArray *rows, guint32 id, char *name, const double *values, gsize n)
{
  RefrainShareRowData row = { .id = id, .name = name };

  refrain_copy (row.values, values, n * sizeof *values);
  g_array_append_val (rows, row);
}

static GArray *
begin_rows (void)
{
  return g_array_new (FALSE, TRUE, sizeof (RefrainShareRowData));
}

/* Takes @rows, whose names are freed. */
static void
show_rows (RefrainShareTable *table, GArray *rows)
{
  refrain_share_table_set_rows (table, (const RefrainShareRowData *) (gpointer) rows->data,
                                rows->len);
  for (guint i = 0; i < rows->len; i++)
    g_free ((char *) g_array_index (rows, RefrainShareRowData, i).name);
  g_array_unref (rows);
}

static void
show_work (RefrainNumbersPage *self, RefrainNumbers *numbers, RefrainNumbers *run)
{
  const RefrainProcessNumbers *here = refrain_numbers_get_total (numbers);
  const RefrainProcessNumbers *there = refrain_numbers_get_total (run);
  GArray *rows = begin_rows ();
  gsize n;

  refrain_numbers_get_processes (numbers, &n);
  for (guint w = 0; w <= REFRAIN_N_WORKS; w++)
    {
      const double time = (double) (w < REFRAIN_N_WORKS ? here->work[w] : here->waiting);
      const double whole = (double) (w < REFRAIN_N_WORKS ? there->work[w] : there->waiting);
      const double values[]
          = { time, time / (double) MAX (n, 1), share_of (time, (double) here->length),
              share_of (whole, (double) there->length) };

      if (time < 0 || (time == 0 && whole <= 0))
        continue;
      add_row (rows, w,
               g_strdup (w < REFRAIN_N_WORKS ? refrain_work_get_label (w) : _ ("Waiting (in MPI)")),
               values, G_N_ELEMENTS (values));
    }
  show_rows (self->work, rows);
}

static void
show_routines (RefrainNumbersPage *self, RefrainNumbers *numbers, RefrainNumbers *run)
{
  const double whole = (double) refrain_numbers_get_routine_time (numbers);
  const double whole_run = (double) refrain_numbers_get_routine_time (run);
  gsize n;
  const RefrainRoutineNumbers *routines = refrain_numbers_get_routines (numbers, &n);
  GArray *rows = begin_rows ();

  for (gsize i = 0; i < n; i++)
    {
      const RefrainRoutineNumbers *there = refrain_numbers_get_routine (run, routines[i].routine);
      const double values[]
          = { (double) routines[i].own, share_of ((double) routines[i].own, whole),
              there != NULL ? share_of ((double) there->own, whole_run) : 0,
              (double) routines[i].calls, there != NULL ? (double) there->calls : 0 };

      add_row (rows, routines[i].routine,
               g_strdup (refrain_numbers_get_routine_name (numbers, routines[i].routine)), values,
               G_N_ELEMENTS (values));
    }
  show_rows (self->routines, rows);
}

static void
show_sizes (RefrainNumbersPage *self, RefrainNumbers *numbers, RefrainNumbers *run)
{
  const RefrainSizeCount *here = refrain_numbers_get_sizes (numbers);
  const RefrainSizeCount *there = refrain_numbers_get_sizes (run);
  const double sent = (double) refrain_numbers_get_total (numbers)->bytes_sent;
  const double sent_run = (double) refrain_numbers_get_total (run)->bytes_sent;
  GArray *rows = begin_rows ();

  for (guint i = 0; i < REFRAIN_N_MESSAGE_SIZES; i++)
    {
      const double values[] = { (double) here[i].messages, (double) there[i].messages,
                                (double) here[i].bytes, share_of ((double) here[i].bytes, sent),
                                share_of ((double) there[i].bytes, sent_run) };

      if (there[i].messages > 0)
        add_row (rows, i, refrain_numbers_describe_size (i), values, G_N_ELEMENTS (values));
    }
  gtk_widget_set_visible (self->messages_box, rows->len > 0);
  show_rows (self->sizes, rows);
}

static void
show_pairs (RefrainNumbersPage *self, RefrainNumbers *numbers, RefrainNumbers *run)
{
  const double sent = (double) refrain_numbers_get_total (numbers)->bytes_sent;
  const double sent_run = (double) refrain_numbers_get_total (run)->bytes_sent;
  gsize n;
  const RefrainPairCount *pairs = refrain_numbers_get_pairs (numbers, &n);
  g_autofree char *note
      = g_strdup_printf (_ ("The %u pairs with most bytes of %zu."), (guint) MAX_PAIRS, n);
  GArray *rows = begin_rows ();

  for (gsize i = 0; i < n && i < MAX_PAIRS; i++)
    {
      const RefrainPairCount *there = refrain_numbers_get_pair (run, pairs[i].from, pairs[i].to);
      const double values[]
          = { (double) pairs[i].messages, there != NULL ? (double) there->messages : 0,
              (double) pairs[i].bytes, share_of ((double) pairs[i].bytes, sent),
              there != NULL ? share_of ((double) there->bytes, sent_run) : 0 };

      add_row (rows, (guint32) i, g_strdup_printf ("%u → %u", pairs[i].from, pairs[i].to), values,
               G_N_ELEMENTS (values));
    }
  gtk_label_set_text (self->pairs_note, note);
  gtk_widget_set_visible (GTK_WIDGET (self->pairs_note), n > MAX_PAIRS);
  gtk_widget_set_visible (self->pairs_box, n > 0);
  show_rows (self->pairs, rows);
}

/* ---- Imbalance ------------------------------------------------------------------------------- */

static char *
format_balance (RefrainBalanceOf of, double value)
{
  if (refrain_balance_is_time (of))
    return refrain_time_format ((RefrainTime) value, 3);
  return of == REFRAIN_BALANCE_BYTES             ? refrain_bytes_format ((guint64) value)
         : value < 100 && value != floor (value) ? g_strdup_printf ("%.1f", value)
                                                 : refrain_count_format ((guint64) value);
}

static void
show_balance (RefrainNumbersPage *self, RefrainNumbers *numbers, RefrainNumbers *run)
{
  gboolean any = FALSE;
  gsize n;

  refrain_numbers_get_processes (numbers, &n);
  for (guint of = 0; of < REFRAIN_N_BALANCES; of++)
    {
      RefrainBalance here, there;
      const gboolean known = n > 1 && refrain_numbers_get_balance (numbers, of, &here);
      const gboolean known_run = refrain_numbers_get_balance (run, of, &there);
      g_autofree char *mean = known ? format_balance (of, here.mean) : NULL;
      g_autofree char *most = known ? format_balance (of, here.max) : NULL;
      g_autofree char *process = known ? g_strdup_printf ("%u", here.most) : NULL;
      g_autofree char *ratio = known ? g_strdup_printf ("%.2f", here.max / here.mean) : NULL;
      g_autofree char *other = known_run ? g_strdup_printf ("%.2f", there.max / there.mean) : NULL;
      const char *const texts[N_BALANCE_COLUMNS]
          = { refrain_balance_get_label (of), mean, most, process, ratio, other };

      any |= known;
      for (guint c = 0; c < N_BALANCE_COLUMNS; c++)
        {
          gtk_label_set_text (self->balance[of][c], texts[c] != NULL ? texts[c] : "");
          gtk_widget_set_visible (GTK_WIDGET (self->balance[of][c]), known);
        }
    }
  gtk_widget_set_visible (self->balance_box, any);
}

/* ---- What is shown --------------------------------------------------------------------------- */

static void
update (RefrainNumbersPage *self)
{
  RefrainNumbers *numbers
      = self->model != NULL ? refrain_numbers_model_get_numbers (self->model) : NULL;
  RefrainNumbers *run = self->model != NULL ? refrain_numbers_model_get_run (self->model) : NULL;
  const char *problem
      = self->model != NULL ? refrain_numbers_model_get_problem (self->model) : NULL;
  g_autofree char *words = NULL;

  gtk_widget_set_sensitive (self->copy_button, numbers != NULL);
  gtk_stack_set_visible_child_name (self->stack, numbers != NULL ? "numbers" : "nothing");
  if (numbers == NULL || run == NULL)
    {
      adw_status_page_set_title (self->status,
                                 problem != NULL ? _ ("Nothing to Count") : _ ("Counting…"));
      adw_status_page_set_description (self->status, problem);
      return;
    }
  words = refrain_numbers_describe (numbers, run);
  refrain_label_set_sentence (self->words, words);
  show_work (self, numbers, run);
  show_balance (self, numbers, run);
  show_routines (self, numbers, run);
  show_sizes (self, numbers, run);
  show_pairs (self, numbers, run);
}

/* Follows what is looked at while the page is seen. */
static void
update_watching (RefrainNumbersPage *self)
{
  const gboolean watching = self->model != NULL && gtk_widget_get_mapped (GTK_WIDGET (self));

  if (watching == self->watching)
    return;
  self->watching = watching;
  if (watching)
    refrain_numbers_model_watch (self->model);
  else
    refrain_numbers_model_unwatch (self->model);
}

static void
refrain_numbers_page_session_changed (RefrainPage *page)
{
  RefrainNumbersPage *self = REFRAIN_NUMBERS_PAGE (page);
  RefrainSession *session = refrain_page_get_session (page);

  if (self->watching)
    refrain_numbers_model_unwatch (self->model);
  self->watching = FALSE;
  g_clear_object (&self->model);
  if (session != NULL)
    {
      self->model = g_object_ref (refrain_numbers_model_get (session));
      refrain_page_watch (page, self->model, "notify::numbers", G_CALLBACK (update));
      refrain_page_watch (page, self->model, "notify::scope",
                          G_CALLBACK (refrain_page_update_actions));
    }
  refrain_part_bar_follow (self->part, session, self->model);
  update_watching (self);
  update (self);
}

/* A pair is a cell of the matrix. */
static void
on_pair_activated (RefrainNumbersPage *self, guint id)
{
  RefrainNumbers *numbers = refrain_numbers_model_get_numbers (self->model);
  gsize n;
  const RefrainPairCount *pairs;

  if (numbers == NULL)
    return;
  pairs = refrain_numbers_get_pairs (numbers, &n);
  if (id < n)
    {
      const RefrainPick pick = { REFRAIN_PICK_CHANNEL, pairs[id].from, pairs[id].to, 0 };

      refrain_selection_set_pick (
          refrain_session_get_selection (refrain_page_get_session (REFRAIN_PAGE (self))), &pick);
    }
}

/* A routine of the trace: how it is drawn. */
static void
on_routine_activated (RefrainNumbersPage *self, guint id)
{
  RefrainSession *session = refrain_page_get_session (REFRAIN_PAGE (self));

  if (session != NULL && id < refrain_trace_get_n_routines (refrain_session_get_trace (session)))
    gtk_window_present (
        routine_look_new (session, id, GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)))));
}

/* ---- Actions --------------------------------------------------------------------------------- */

static void
change_scope (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainNumbersPage *self = data;
  const char *name = g_variant_get_string (value, NULL);

  if (self->model == NULL)
    return;
  for (guint scope = 0; scope < REFRAIN_N_NUMBERS_SCOPES; scope++)
    if (g_str_equal (name, refrain_numbers_scope_get_name (scope)))
      refrain_numbers_model_set_scope (self->model, scope);
  refrain_page_update_actions (REFRAIN_PAGE (self));
}

static void
copy_numbers (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RefrainNumbersPage *self = data;
  RefrainNumbers *numbers
      = self->model != NULL ? refrain_numbers_model_get_numbers (self->model) : NULL;
  const gboolean csv = g_str_equal (g_variant_get_string (parameter, NULL), "csv");
  g_autoptr (RefrainReport) report = NULL;
  g_autofree char *text = NULL;

  if (numbers == NULL)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s",
                                  _ ("No numbers yet. Open Numbers first."));
      return;
    }
  report = refrain_numbers_make_report (numbers, refrain_numbers_model_get_run (self->model),
                                        MAX_COPIED);
  text = refrain_report_to_string (report, csv ? REFRAIN_REPORT_CSV : REFRAIN_REPORT_TEXT);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s",
                              _ ("The numbers are on the clipboard."));
}

static const GActionEntry actions[] = {
  { .name = "numbers-of",
    .parameter_type = "s",
    .state = "'window'",
    .change_state = change_scope },
  { .name = "copy-numbers", .parameter_type = "s", .activate = copy_numbers },
};

static void
refrain_numbers_page_update_actions (RefrainPage *page)
{
  RefrainNumbersPage *self = REFRAIN_NUMBERS_PAGE (page);
  const RefrainNumbersScope scope = self->model != NULL
                                        ? refrain_numbers_model_get_scope (self->model)
                                        : REFRAIN_NUMBERS_WINDOW;

  refrain_page_set_state (page, "numbers-of",
                          g_variant_new_string (refrain_numbers_scope_get_name (scope)));
}

/* ---- Widget ---------------------------------------------------------------------------------- */

/* A box with a heading, at the end of the page. */
static GtkWidget *
add_section (RefrainNumbersPage *self, const char *title)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *heading = gtk_label_new (title);

  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_box_append (GTK_BOX (box), heading);
  gtk_box_append (self->content, box);
  return box;
}

static RefrainShareTable *
add_table (GtkWidget *box,
           const char *label,
           const char *name,
           const RefrainShareColumn *columns,
           guint n,
           guint sort_by)
{
  RefrainShareTable *table = refrain_share_table_new (label, name, FALSE, columns, n, sort_by);

  gtk_box_append (GTK_BOX (box), GTK_WIDGET (table));
  return table;
}

static void
add_balance (RefrainNumbersPage *self)
{
  const char *const titles[N_BALANCE_COLUMNS] = {
    _ ("Quantity"), _ ("Mean"), _ ("Maximum"), _ ("Process"), _ ("Max/Mean"), _ ("Whole Run"),
  };
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->balance_box = add_section (self, _ ("Imbalance over the Processes"));
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_widget_add_css_class (grid, "refrain-balance");
  for (guint c = 0; c < N_BALANCE_COLUMNS; c++)
    {
      GtkWidget *title = gtk_label_new (titles[c]);

      gtk_label_set_xalign (GTK_LABEL (title), c == BALANCE_NAME ? 0 : 1);
      gtk_widget_set_hexpand (title, TRUE);
      gtk_widget_add_css_class (title, "dim-label");
      if (c == BALANCE_RATIO)
        gtk_widget_set_tooltip_text (title, _ ("Maximum over mean (1: balanced)"));
      gtk_grid_attach (GTK_GRID (grid), title, (int) c, 0, 1, 1);
      for (guint of = 0; of < REFRAIN_N_BALANCES; of++)
        {
          GtkWidget *label = gtk_label_new (NULL);

          gtk_label_set_xalign (GTK_LABEL (label), c == BALANCE_NAME ? 0 : 1);
          gtk_widget_add_css_class (label, "numeric");
          gtk_grid_attach (GTK_GRID (grid), label, (int) c, (int) of + 1, 1, 1);
          self->balance[of][c] = GTK_LABEL (label);
        }
    }
  gtk_widget_add_css_class (scroller, "card");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), grid);
  gtk_box_append (GTK_BOX (self->balance_box), scroller);
}

static void
add_tables (RefrainNumbersPage *self)
{
  const char *own = _ ("Without callees, over all threads");
  const RefrainShareColumn work[] = {
    { .title = _ ("Time"), .unit = REFRAIN_CELL_TIME },
    { .title = _ ("Per Process"), .explanation = _ ("The mean"), .unit = REFRAIN_CELL_TIME },
    { .title = _ ("Share"),
      .explanation = _ ("Of each process' own run"),
      .unit = REFRAIN_CELL_SHARE,
      .bar = TRUE },
    { .title = _ ("Share of Run"), .unit = REFRAIN_CELL_SHARE },
  };
  const RefrainShareColumn routines[] = {
    { .title = _ ("Exclusive Time"), .explanation = own, .unit = REFRAIN_CELL_TIME },
    { .title = _ ("Share"), .unit = REFRAIN_CELL_SHARE, .bar = TRUE },
    { .title = _ ("Share of Run"), .unit = REFRAIN_CELL_SHARE },
    { .title = _ ("Calls"), .unit = REFRAIN_CELL_COUNT },
    { .title = _ ("Calls in Run"), .unit = REFRAIN_CELL_COUNT },
  };
  const RefrainShareColumn messages[] = {
    { .title = _ ("Messages"), .unit = REFRAIN_CELL_COUNT },
    { .title = _ ("Messages in Run"), .unit = REFRAIN_CELL_COUNT },
    { .title = _ ("Bytes"), .unit = REFRAIN_CELL_BYTES },
    { .title = _ ("Share"),
      .explanation = _ ("Share of bytes sent"),
      .unit = REFRAIN_CELL_SHARE,
      .bar = TRUE },
    { .title = _ ("Share of Run"), .unit = REFRAIN_CELL_SHARE },
  };
  GtkWidget *box = add_section (self, _ ("Time by Kind of Work"));

  self->work = add_table (box, _ ("Time by kind of work"), _ ("Kind"), work, G_N_ELEMENTS (work),
                          G_N_ELEMENTS (work));
  add_balance (self);
  box = add_section (self, _ ("Time by Routine"));
  self->routines
      = add_table (box, _ ("Time by routine"), _ ("Routine"), routines, G_N_ELEMENTS (routines), 0);
  self->messages_box = add_section (self, _ ("Messages by Size"));
  self->sizes = add_table (self->messages_box, _ ("Messages by size"), _ ("Size"), messages,
                           G_N_ELEMENTS (messages), G_N_ELEMENTS (messages));
  self->pairs_box = add_section (self, _ ("Messages by Pair"));
  self->pairs = add_table (self->pairs_box, _ ("Messages by pair of processes"), _ ("Pair"),
                           messages, G_N_ELEMENTS (messages), G_N_ELEMENTS (messages));
  self->pairs_note = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->pairs_note, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->pairs_note), "dim-label");
  gtk_box_append (GTK_BOX (self->pairs_box), GTK_WIDGET (self->pairs_note));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->routines), _ ("Set colour, or hide in Events"));
  refrain_connect (self->routines, "activated", on_routine_activated, self);
  refrain_connect (self->pairs, "activated", on_pair_activated, self);
}

static void
refrain_numbers_page_dispose (GObject *object)
{
  RefrainNumbersPage *self = REFRAIN_NUMBERS_PAGE (object);

  if (self->watching)
    refrain_numbers_model_unwatch (self->model);
  self->watching = FALSE;
  g_clear_object (&self->model);
  G_OBJECT_CLASS (refrain_numbers_page_parent_class)->dispose (object);
}

static void
refrain_numbers_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (refrain_numbers_page_parent_class)->map (widget);
  update_watching (REFRAIN_NUMBERS_PAGE (widget));
}

static void
refrain_numbers_page_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (refrain_numbers_page_parent_class)->unmap (widget);
  update_watching (REFRAIN_NUMBERS_PAGE (widget));
}

static void
refrain_numbers_page_class_init (RefrainNumbersPageClass *klass)
{
  RefrainPageClass *page_class = REFRAIN_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_numbers_page_dispose;
  g_type_ensure (REFRAIN_TYPE_PART_BAR);
  page_class->actions = actions;
  page_class->n_actions = G_N_ELEMENTS (actions);
  page_class->session_changed = refrain_numbers_page_session_changed;
  page_class->update_actions = refrain_numbers_page_update_actions;
  widget_class->map = refrain_numbers_page_map;
  widget_class->unmap = refrain_numbers_page_unmap;
  REFRAIN_TEMPLATE (widget_class, "numbers-page", RefrainNumbersPage, part, copy_button, stack,
                    status, content, words);
}

static void
refrain_numbers_page_init (RefrainNumbersPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_tables (self);
}
