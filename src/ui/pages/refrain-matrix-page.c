/* refrain-matrix-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the cells show is kept in the settings, which are bound to the canvas.
 */
#include "config.h"
#include "refrain-matrix-page.h"

#include <glib/gi18n.h>

#include "refrain-settings.h"
#include "refrain-time-format.h"

struct _RefrainMatrixPage
{
  RefrainPage parent_instance;

  RefrainMatrixCanvas *canvas;
  GtkLabel *total_label;
  GMenuModel *canvas_menu;
};

G_DEFINE_FINAL_TYPE (RefrainMatrixPage, refrain_matrix_page, REFRAIN_TYPE_PAGE)

RefrainMatrixCanvas *
refrain_matrix_page_get_canvas (RefrainMatrixPage *self)
{
  g_return_val_if_fail (REFRAIN_IS_MATRIX_PAGE (self), NULL);
  return self->canvas;
}

static RefrainSession *
get_session (RefrainMatrixPage *self)
{
  return refrain_page_get_session (REFRAIN_PAGE (self));
}

static void
tell_waits (RefrainMatrixPage *self, RefrainMatrix *waits, const char *where)
{
  guint64 count, nanoseconds;
  g_autofree char *time = NULL;
  g_autofree char *text = NULL;

  refrain_matrix_get_total (waits, &count, &nanoseconds);
  time = refrain_time_format ((RefrainTime) nanoseconds, 3);
  /* TRANSLATORS: "398 ms of waiting in the window". */
  text = g_strdup_printf (_ ("%s of waiting %s"), time, where);
  gtk_label_set_text (self->total_label, text);
}

static void
update_total (RefrainMatrixPage *self)
{
  RefrainSession *session = get_session (self);
  RefrainMatrix *matrix = session != NULL ? refrain_session_get_matrix (session) : NULL;
  guint64 count = 0, bytes = 0;
  g_autofree char *messages = NULL;
  g_autofree char *amount = NULL;
  g_autofree char *text = NULL;
  const char *where;
  RefrainMatrix *waits;

  waits = refrain_matrix_canvas_get_waits (self->canvas, &where);
  if (waits != NULL)
    {
      tell_waits (self, waits, where);
      return;
    }
  if (matrix == NULL)
    {
      gtk_label_set_text (self->total_label, "");
      return;
    }
  refrain_matrix_get_total (matrix, &count, &bytes);
  messages = refrain_count_format (count);
  amount = refrain_bytes_format (bytes);
  /* TRANSLATORS: "12 messages, 3 kB in the window". */
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s message, %s %s", "%s messages, %s %s",
                                       (gulong) MIN (count, G_MAXULONG)),
                          messages, amount, refrain_session_get_matrix_where (get_session (self)));
  gtk_label_set_text (self->total_label, text);
}

static void
refrain_matrix_page_session_changed (RefrainPage *page)
{
  RefrainMatrixPage *self = REFRAIN_MATRIX_PAGE (page);
  RefrainSession *session = get_session (self);
  guint n;

  refrain_canvas_set_session (REFRAIN_CANVAS (self->canvas), session);
  if (session == NULL)
    return;
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

/* ---- Actions ---- */

/* Waiting is a layer that other views show, too. */
static void
change_value (GSimpleAction *action, GVariant *value, gpointer data)
{
  RefrainSession *session = get_session (data);
  const char *what = g_variant_get_string (value, NULL);
  RefrainTimeModel *times = session != NULL ? refrain_session_get_times (session) : NULL;
  const gboolean waiting = g_str_equal (what, "waiting");

  if (!waiting)
    refrain_matrix_canvas_set_bytes (REFRAIN_MATRIX_PAGE (data)->canvas,
                                     g_str_equal (what, "bytes"));
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

static const GActionEntry actions[] = {
  { .name = "matrix-value",
    .parameter_type = "s",
    .state = "'count'",
    .change_state = change_value },
  { .name = "matrix-scale",
    .parameter_type = "s",
    .state = "'logarithmic'",
    .change_state = change_scale },
};

static void
refrain_matrix_page_update_actions (RefrainPage *page)
{
  RefrainMatrixCanvas *canvas = REFRAIN_MATRIX_PAGE (page)->canvas;

  RefrainSession *session = refrain_page_get_session (page);
  const gboolean waiting = session != NULL
                           && refrain_time_model_get_layer (refrain_session_get_times (session))
                                  == REFRAIN_TIME_LAYER_WAITING;

  refrain_page_set_state (page, "matrix-value",
                          g_variant_new_string (waiting ? "waiting"
                                                : refrain_matrix_canvas_get_bytes (canvas)
                                                    ? "bytes"
                                                    : "count"));
  refrain_page_set_state (page, "matrix-scale",
                          g_variant_new_string (refrain_matrix_canvas_get_logarithmic (canvas)
                                                    ? "logarithmic"
                                                    : "linear"));
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
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/refrain/Refrain/matrix-page.ui");
  gtk_widget_class_bind_template_child (widget_class, RefrainMatrixPage, canvas);
  gtk_widget_class_bind_template_child (widget_class, RefrainMatrixPage, total_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainMatrixPage, canvas_menu);
}

static void
refrain_matrix_page_init (RefrainMatrixPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_matrix_canvas_set_menu (self->canvas, self->canvas_menu);
  g_signal_connect_swapped (self->canvas, "notify::waits", G_CALLBACK (update_total), self);
  refrain_settings_bind ("matrix-bytes", self->canvas, "bytes");
  refrain_settings_bind ("matrix-logarithmic", self->canvas, "logarithmic");
}
