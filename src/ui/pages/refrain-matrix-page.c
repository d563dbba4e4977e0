/* refrain-matrix-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the cells show is kept in the settings, which are bound to the canvas.
 */
#include "config.h"
#include "refrain-matrix-page.h"

#include <glib/gi18n.h>

#include "refrain-beside.h"
#include "refrain-names.h"
#include "refrain-object.h"
#include "refrain-part-bar.h"
#include "refrain-settings.h"
#include "refrain-template.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

struct _RefrainMatrixPage
{
  RefrainPage parent_instance;

  RefrainMatrixCanvas *canvas;
  GtkLabel *total_label;
  RefrainPartBar *part;
  GMenuModel *canvas_menu;
  GtkDropDown *metrics, *orders;
  GtkMenuButton *filter;
  GtkEntry *tags;
  GtkDropDown *communicators;
  GtkWidget *difference;
  gboolean updating, differs; /* asked for the difference to a second run */
};

G_DEFINE_FINAL_TYPE (RefrainMatrixPage, refrain_matrix_page, REFRAIN_TYPE_PAGE)

static RefrainSession *
get_session (RefrainMatrixPage *self)
{
  return refrain_page_get_session (REFRAIN_PAGE (self));
}

/* The whole of it can be read where there is no room for it. */
static void
show_total (RefrainMatrixPage *self, const char *text)
{
  gtk_label_set_text (self->total_label, text != NULL ? text : "");
  refrain_widget_set_long_tooltip (GTK_WIDGET (self->total_label), text);
}

static void
tell_waits (RefrainMatrixPage *self, RefrainMatrix *waits, const char *where)
{
  guint64 count, nanoseconds;
  g_autofree char *time = NULL, *text = NULL;

  refrain_matrix_get_total (waits, &count, &nanoseconds);
  time = refrain_time_format ((RefrainTime) nanoseconds, 3);
  /* TRANSLATORS: "398 ms of waiting in the window". */
  text = g_strdup_printf (_ ("waiting time %s %s"), time, where);
  show_total (self, text);
}

/* The toolbar has room for few words. Free with g_free(). */
static char *
shorten (const char *where)
{
  const char *window = _ ("in the visible time range");

  return g_str_has_prefix (where, window)
             ? g_strconcat (_ ("visible"), where + strlen (window), NULL)
             : g_strdup (where);
}

/* "B − A: +72 messages, −2 kB in the window" */
static void
tell_difference (RefrainMatrixPage *self, RefrainMatrix *a, RefrainMatrix *b)
{
  RefrainMatrix *const both[] = { a, b };
  guint64 counts[2], sizes[2];
  g_autofree char *messages = NULL, *amount = NULL, *text = NULL;

  for (guint s = 0; s < 2; s++)
    refrain_matrix_get_total (both[s], &counts[s], &sizes[s]);
  messages = refrain_count_format (MAX (counts[0], counts[1]) - MIN (counts[0], counts[1]));
  amount = refrain_bytes_format (MAX (sizes[0], sizes[1]) - MIN (sizes[0], sizes[1]));
  /* TRANSLATORS: %s before a number is its sign. */
  text = g_strdup_printf (_ ("B − A: %s%s messages, %s%s in the visible time range"),
                          counts[1] < counts[0] ? "−" : "+", messages,
                          sizes[1] < sizes[0] ? "−" : "+", amount);
  show_total (self, text);
}

/* Phases that are selected count instead of what is visible. */
static void
update_part (RefrainMatrixPage *self, RefrainSession *session)
{
  guint n = 0;

  if (session != NULL)
    refrain_phase_model_get_selected (refrain_session_get_phases (session), &n);
  refrain_part_bar_follow (self->part, n == 0 ? session : NULL, NULL);
}

static void
update_total (RefrainMatrixPage *self)
{
  RefrainSession *session = get_session (self);
  RefrainMatrix *matrix = session != NULL ? refrain_session_get_matrix (session) : NULL;
  guint64 count = 0, bytes = 0;
  g_autofree char *messages = NULL, *amount = NULL;
  g_autofree char *text = NULL, *where = NULL;
  const char *waits_where;
  RefrainMatrix *waits, *a, *b;

  update_part (self, session);
  if (refrain_matrix_canvas_get_beside (self->canvas, &a, &b))
    {
      if (a != NULL && b != NULL)
        tell_difference (self, a, b);
      return;
    }
  waits = refrain_matrix_canvas_get_waits (self->canvas, &waits_where);
  if (waits != NULL)
    {
      tell_waits (self, waits, waits_where);
      return;
    }
  if (matrix == NULL)
    {
      show_total (self, NULL);
      return;
    }
  refrain_matrix_get_total (matrix, &count, &bytes);
  messages = refrain_count_format (count);
  amount = refrain_bytes_format (bytes);
  where = shorten (refrain_session_get_matrix_where (get_session (self)));
  /* TRANSLATORS: "12 messages, 3 kB in the window". */
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s message, %s %s", "%s messages, %s %s",
                                       (gulong) MIN (count, G_MAXULONG)),
                          messages, amount, where);
  show_total (self, text);
}

static void reset_filter (RefrainMatrixPage *self, RefrainSession *session);

/* The second run, where it can be compared: with as many processes. */
static RefrainSession *
get_comparable (RefrainMatrixPage *self)
{
  RefrainSession *session = get_session (self);
  RefrainSession *other
      = session != NULL ? refrain_beside_get_other (refrain_beside_get (session)) : NULL;

  return other != NULL
                 && refrain_trace_get_n_processes (refrain_session_get_trace (other))
                        == refrain_trace_get_n_processes (refrain_session_get_trace (session))
             ? other
             : NULL;
}

/* Another second run, or the order of both. */
static void
update_beside (RefrainMatrixPage *self)
{
  RefrainSession *session = get_session (self), *other = get_comparable (self);
  const gboolean turned
      = session != NULL && refrain_beside_get_swapped (refrain_beside_get (session));

  gtk_widget_set_visible (self->difference, other != NULL);
  refrain_matrix_canvas_set_beside (self->canvas, self->differs ? other : NULL, turned);
  update_total (self);
}

static void
refrain_matrix_page_session_changed (RefrainPage *page)
{
  RefrainMatrixPage *self = REFRAIN_MATRIX_PAGE (page);
  RefrainSession *session = get_session (self);
  guint n;

  refrain_matrix_canvas_set_beside (self->canvas, NULL, FALSE);
  refrain_canvas_set_session (REFRAIN_CANVAS (self->canvas), session);
  reset_filter (self, session);
  update_beside (self);
  update_part (self, session);
  if (session == NULL)
    return;
  refrain_page_watch (page, refrain_beside_get (session), "notify::other",
                      G_CALLBACK (update_beside));
  refrain_page_watch (page, refrain_beside_get (session), "notify::swapped",
                      G_CALLBACK (update_beside));
  refrain_page_watch (page, session, "notify::matrix", G_CALLBACK (update_total));
  update_total (self);
  n = refrain_trace_get_n_processes (refrain_session_get_trace (session));
  refrain_page_take_count (page, g_strdup_printf ("%u × %u", n, n));
}

static RefrainPainter *
refrain_matrix_page_make_figure (RefrainPage *page, RefrainView view, RefrainViewport *part)
{
  return refrain_matrix_canvas_make_figure (REFRAIN_MATRIX_PAGE (page)->canvas, part);
}

/* ---- Filter ---- */

/* "5", "10-12", or nothing for all. FALSE where @text is something else. */
static gboolean
read_tags (const char *text, RefrainMessageFilter *filter)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  char *end;
  gint64 first, last;

  if (*stripped == '\0')
    return TRUE;
  first = last = g_ascii_strtoll (stripped, &end, 10);
  if (end != stripped && *end == '-')
    {
      const char *second = end + 1;

      last = g_ascii_strtoll (second, &end, 10);
      if (end == second)
        return FALSE;
    }
  if (end == stripped || *end != '\0' || first > last || first < G_MININT32 || last > G_MAXINT32)
    return FALSE;
  filter->first_tag = (gint32) first;
  filter->last_tag = (gint32) last;
  return TRUE;
}

/* Takes what is filled in; where that is nothing, all. */
static void
on_filter (RefrainMatrixPage *self)
{
  RefrainMessageFilter filter = REFRAIN_MESSAGE_FILTER_ALL;
  const guint chosen = gtk_drop_down_get_selected (self->communicators);

  if (self->updating || get_session (self) == NULL)
    return;
  if (!read_tags (gtk_editable_get_text (GTK_EDITABLE (self->tags)), &filter))
    {
      gtk_widget_add_css_class (GTK_WIDGET (self->tags), "error");
      return;
    }
  gtk_widget_remove_css_class (GTK_WIDGET (self->tags), "error");
  if (chosen > 0 && chosen != GTK_INVALID_LIST_POSITION)
    filter.communicator = chosen - 1;
  refrain_matrix_canvas_set_filter (self->canvas, &filter);
  (refrain_message_filter_is_all (&filter)
       ? gtk_widget_remove_css_class
       : gtk_widget_add_css_class) (GTK_WIDGET (self->filter), "refrain-active");
}

/* What can be filtered by in this trace; nothing is. */
static void
reset_filter (RefrainMatrixPage *self, RefrainSession *session)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  RefrainTrace *trace = session != NULL ? refrain_session_get_trace (session) : NULL;
  const guint n = trace != NULL ? refrain_trace_get_n_communicators (trace) : 0;

  self->updating = TRUE;
  gtk_string_list_append (names, _ ("All"));
  for (guint i = 0; i < n; i++)
    {
      const char *name = refrain_communicator_get_name (refrain_trace_get_communicator (trace, i));
      g_autofree char *numbered = name == NULL ? g_strdup_printf ("C%u", i + 1) : NULL;

      gtk_string_list_append (names, name != NULL ? name : numbered);
    }
  gtk_drop_down_set_model (self->communicators, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->communicators, 0);
  gtk_editable_set_text (GTK_EDITABLE (self->tags), "");
  gtk_widget_remove_css_class (GTK_WIDGET (self->tags), "error");
  gtk_widget_remove_css_class (GTK_WIDGET (self->filter), "refrain-active");
  self->updating = FALSE;
}

/* ---- Actions ---- */

/* Waiting, the last metric, is a layer that other views show, too. */
static void
change_value (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainSession *session = get_session (data);
  const char *what = g_variant_get_string (value, NULL);
  RefrainTimeModel *times = session != NULL ? refrain_session_get_times (session) : NULL;
  const int metric = refrain_names_find (refrain_matrix_metrics, what);
  const gboolean waiting = metric == REFRAIN_MATRIX_WAITING;

  if (metric >= 0 && !waiting)
    refrain_matrix_canvas_set_metric (REFRAIN_MATRIX_PAGE (data)->canvas,
                                      (RefrainMatrixMetric) metric);
  if (times != NULL
      && waiting != (refrain_time_model_get_layer (times) == REFRAIN_TIME_LAYER_WAITING))
    refrain_time_model_set_layer (times,
                                  waiting ? REFRAIN_TIME_LAYER_WAITING : REFRAIN_TIME_LAYER_NONE);
  refrain_page_update_actions (data);
}

static void
change_scale (GSimpleAction *action, GVariant *value, gpointer data)
{
  refrain_matrix_canvas_set_logarithmic (
      REFRAIN_MATRIX_PAGE (data)->canvas,
      g_str_equal (g_variant_get_string (value, NULL), "logarithmic"));
  refrain_page_update_actions (data);
}

static void
change_order (GSimpleAction *action, GVariant *value, gpointer data)
{
  const int order = refrain_names_find (refrain_matrix_orders, g_variant_get_string (value, NULL));

  if (order >= 0)
    refrain_matrix_canvas_set_order (REFRAIN_MATRIX_PAGE (data)->canvas,
                                     (RefrainMatrixOrder) order);
  refrain_page_update_actions (data);
}

static void
change_sums (GSimpleAction *action, GVariant *value, gpointer data)
{
  refrain_matrix_canvas_set_sums (REFRAIN_MATRIX_PAGE (data)->canvas,
                                  g_variant_get_boolean (value));
  refrain_page_update_actions (data);
}

static void
change_difference (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainMatrixPage *self = data;

  self->differs = g_variant_get_boolean (value);
  update_beside (self);
  refrain_page_update_actions (data);
}

static const GActionEntry actions[] = {
  { .name = "matrix-difference", .state = "false", .change_state = change_difference },
  { .name = "matrix-value",
    .parameter_type = "s",
    .state = "'messages'",
    .change_state = change_value },
  { .name = "matrix-scale",
    .parameter_type = "s",
    .state = "'logarithmic'",
    .change_state = change_scale },
  { .name = "matrix-order",
    .parameter_type = "s",
    .state = "'rank'",
    .change_state = change_order },
  { .name = "matrix-sums", .state = "true", .change_state = change_sums },
};

static void
on_metric (RefrainMatrixPage *self)
{
  const guint chosen = gtk_drop_down_get_selected (self->metrics);

  if (!self->updating && chosen < REFRAIN_N_MATRIX_METRICS)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.matrix-value", "s",
                                refrain_matrix_metrics[chosen]);
}

static void
on_order (RefrainMatrixPage *self)
{
  const guint chosen = gtk_drop_down_get_selected (self->orders);

  if (!self->updating && chosen < REFRAIN_N_MATRIX_ORDERS)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.matrix-order", "s",
                                refrain_matrix_orders[chosen]);
}

static void
refrain_matrix_page_update_actions (RefrainPage *page)
{
  RefrainMatrixPage *self = REFRAIN_MATRIX_PAGE (page);
  RefrainMatrixCanvas *canvas = self->canvas;
  RefrainSession *session = refrain_page_get_session (page);
  const gboolean waiting = session != NULL
                           && refrain_time_model_get_layer (refrain_session_get_times (session))
                                  == REFRAIN_TIME_LAYER_WAITING;
  const guint value = waiting ? REFRAIN_MATRIX_WAITING : refrain_matrix_canvas_get_metric (canvas);
  const RefrainMatrixOrder order = refrain_matrix_canvas_get_order (canvas);

  refrain_page_set_state (page, "matrix-value",
                          g_variant_new_string (refrain_matrix_metrics[value]));
  refrain_page_set_state (page, "matrix-scale",
                          g_variant_new_string (refrain_matrix_canvas_get_logarithmic (canvas)
                                                    ? "logarithmic"
                                                    : "linear"));
  refrain_page_set_state (page, "matrix-order",
                          g_variant_new_string (refrain_matrix_orders[order]));
  refrain_page_set_state (page, "matrix-difference", g_variant_new_boolean (self->differs));
  refrain_page_set_state (page, "matrix-sums",
                          g_variant_new_boolean (refrain_matrix_canvas_get_sums (canvas)));
  self->updating = TRUE;
  gtk_drop_down_set_selected (self->metrics, value);
  gtk_drop_down_set_selected (self->orders, order);
  self->updating = FALSE;
}

/* ---- Widget ---- */

static gboolean
refrain_matrix_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_MATRIX_PAGE (widget)->canvas));
}

static void
refrain_matrix_page_class_init (RefrainMatrixPageClass *klass)
{
  static const RefrainView figures[] = { REFRAIN_VIEW_MATRIX, REFRAIN_N_VIEWS };
  RefrainPageClass *page_class = REFRAIN_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  page_class->actions = actions;
  page_class->n_actions = G_N_ELEMENTS (actions);
  page_class->figures = figures;
  page_class->session_changed = refrain_matrix_page_session_changed;
  page_class->update_actions = refrain_matrix_page_update_actions;
  page_class->make_figure = refrain_matrix_page_make_figure;
  widget_class->grab_focus = refrain_matrix_page_grab_focus;
  g_type_ensure (REFRAIN_TYPE_MATRIX_CANVAS);
  g_type_ensure (REFRAIN_TYPE_PART_BAR);
  REFRAIN_TEMPLATE (widget_class, "matrix-page", RefrainMatrixPage, canvas, total_label, part,
                    canvas_menu, metrics, orders, filter, tags, communicators, difference);
}

static void
refrain_matrix_page_init (RefrainMatrixPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_canvas_set_menu (REFRAIN_CANVAS (self->canvas), self->canvas_menu);
  g_signal_connect_swapped (self->canvas, "notify::waits", G_CALLBACK (update_total), self);
  refrain_connect (self->metrics, "notify::selected", on_metric, self);
  refrain_connect (self->orders, "notify::selected", on_order, self);
  refrain_connect (self->communicators, "notify::selected", on_filter, self);
  refrain_connect (self->tags, "changed", on_filter, self);
  refrain_settings_bind ("matrix-metric", self->canvas, "metric");
  refrain_settings_bind ("matrix-order", self->canvas, "order");
  refrain_settings_bind ("matrix-sums", self->canvas, "sums");
  refrain_settings_bind ("matrix-logarithmic", self->canvas, "logarithmic");
}
