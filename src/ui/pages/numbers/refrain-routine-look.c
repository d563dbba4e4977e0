/* refrain-routine-look.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each choice makes other looks of those there are.
 */
#include "refrain-routine-look.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-look-model.h"
#include "refrain-widget-style.h"

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
add_row (GtkListBox *list, const char *title, const char *subtitle, GtkWidget *widget)
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
  add_row (list, _ ("Own Colour"),
           kind == REFRAIN_ROUTINE_USER ? NULL : _ ("If calls are wide enough"),
           GTK_WIDGET (look->own));
  if (kind != REFRAIN_ROUTINE_USER)
    {
      look->kind = GTK_COLOR_BUTTON (gtk_color_button_new ());
      add_row (list, describe_kind (kind), NULL, GTK_WIDGET (look->kind));
      g_signal_connect_swapped (look->kind, "color-set", G_CALLBACK (on_kind_set), look);
    }
  add_row (list, _ ("Hide in Events"), _ ("Still counted"), GTK_WIDGET (look->hide));
  g_signal_connect_swapped (look->own, "color-set", G_CALLBACK (on_own_set), look);
  g_signal_connect_swapped (look->hide, "notify::active", G_CALLBACK (on_hide), look);
}

static gboolean
on_escape (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  gtk_window_close (GTK_WINDOW (widget));
  return TRUE;
}

GtkWindow *
refrain_routine_look_new (RefrainSession *session, guint32 routine, GtkWindow *parent)
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
