/* refrain-patterns-menu.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GtkColumnView does not tell which row is at a point before GTK 4.12: cells note their items.
 */
#include "config.h"
#include "refrain-patterns-menu.h"

#include "refrain-compare.h"

/* On the child of a cell: its GtkListItem, which lives longer. */
#define ITEM_DATA "refrain-list-item"

void
refrain_patterns_menu_mark_cell (GtkListItem *item)
{
  g_return_if_fail (GTK_IS_LIST_ITEM (item));
  g_object_set_data (G_OBJECT (gtk_list_item_get_child (item)), ITEM_DATA, item);
}

/* The item of a cell in @widget. */
static GtkListItem *
find_item (GtkWidget *widget)
{
  GtkListItem *item = g_object_get_data (G_OBJECT (widget), ITEM_DATA);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && item == NULL;
       child = gtk_widget_get_next_sibling (child))
    item = find_item (child);
  return item;
}

/* The row at a point of @view, GTK_INVALID_LIST_POSITION where there is none. */
static guint
find_row (GtkWidget *view, double x, double y)
{
  GtkWidget *widget = gtk_widget_pick (view, x, y, GTK_PICK_DEFAULT);

  while (widget != NULL && widget != view
         && g_strcmp0 (gtk_widget_get_css_name (widget), "row") != 0)
    widget = gtk_widget_get_parent (widget);
  if (widget != NULL && widget != view)
    {
      GtkListItem *item = find_item (widget);

      if (item != NULL)
        return gtk_list_item_get_position (item);
    }
  return GTK_INVALID_LIST_POSITION;
}

static void
show_menu (GtkWidget *menu, double x, double y)
{
  const GdkRectangle at = { (int) x, (int) y, 1, 1 };

  gtk_popover_set_pointing_to (GTK_POPOVER (menu), &at);
  gtk_popover_popup (GTK_POPOVER (menu));
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer menu)
{
  GtkWidget *view = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  GtkSelectionModel *model = gtk_column_view_get_model (GTK_COLUMN_VIEW (view));
  const guint row = find_row (view, x, y);

  if (row != GTK_INVALID_LIST_POSITION && !gtk_selection_model_is_selected (model, row))
    gtk_selection_model_select_item (model, row, TRUE);
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  show_menu (menu, x, y);
}

static gboolean
on_key (GtkWidget *view, GVariant *args, gpointer menu)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (view));
  graphene_rect_t bounds;

  if (focus == NULL || !gtk_widget_compute_bounds (focus, view, &bounds))
    graphene_rect_init (&bounds, 0, 0, 80, 40);
  show_menu (menu, bounds.origin.x + MIN (bounds.size.width, 80),
             bounds.origin.y + bounds.size.height / 2);
  return TRUE;
}

static void
add_key (GtkShortcutController *keys, guint key, GdkModifierType modifiers, GtkWidget *menu)
{
  gtk_shortcut_controller_add_shortcut (
      keys, gtk_shortcut_new (gtk_keyval_trigger_new (key, modifiers),
                              gtk_callback_action_new (on_key, menu, NULL)));
}

static void
on_destroy (GtkWidget *view, gpointer menu)
{
  gtk_widget_unparent (menu);
}

void
refrain_patterns_menu_attach (GtkColumnView *view, GMenuModel *model)
{
  GtkWidget *menu;
  GtkGesture *click;
  GtkEventController *keys;

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));
  g_return_if_fail (G_IS_MENU_MODEL (model));

  menu = gtk_popover_menu_new_from_model (model);
  click = gtk_gesture_click_new ();
  keys = gtk_shortcut_controller_new ();
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);
  gtk_widget_set_parent (menu, GTK_WIDGET (view));
  g_signal_connect (view, "destroy", G_CALLBACK (on_destroy), menu);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), menu);
  gtk_widget_add_controller (GTK_WIDGET (view), GTK_EVENT_CONTROLLER (click));
  add_key (GTK_SHORTCUT_CONTROLLER (keys), GDK_KEY_Menu, 0, menu);
  add_key (GTK_SHORTCUT_CONTROLLER (keys), GDK_KEY_F10, GDK_SHIFT_MASK, menu);
  gtk_widget_add_controller (GTK_WIDGET (view), keys);
}

/* ---- Only their processes ---- */

/* The processes of the selected patterns, ascending; NULL where none is selected. */
static GArray *
list_processes (RefrainSession *session)
{
  RefrainPatterns *patterns = refrain_session_get_patterns (session);
  RefrainPatternSet *set = refrain_patterns_get_set (patterns);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GArray *processes;
  const guint32 *selected;
  guint n = 0;

  selected = set != NULL ? refrain_patterns_get_selected (patterns, &n) : NULL;
  if (n == 0)
    return NULL;
  processes = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < n; i++)
    {
      gsize n_ranks;
      const guint32 *ranks = refrain_pattern_get_processes (
          refrain_pattern_set_get_pattern (set, selected[i]), &n_ranks);

      for (gsize k = 0; k < n_ranks; k++)
        if (g_hash_table_add (seen, GUINT_TO_POINTER (ranks[k])))
          g_array_append_val (processes, ranks[k]);
    }
  g_array_sort (processes, refrain_compare_uint32);
  return processes;
}

static gboolean
are_shown_alone (RefrainSession *session, const GArray *processes)
{
  const guint all = refrain_trace_get_n_processes (refrain_session_get_trace (session));
  gsize n;
  const guint *shown
      = refrain_selection_get_processes (refrain_session_get_selection (session), &n);

  if (n != processes->len || n == all)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (!g_array_binary_search ((GArray *) processes, &shown[i], refrain_compare_uint32, NULL))
      return FALSE;
  return TRUE;
}

gboolean
refrain_patterns_shows_only (RefrainSession *session)
{
  g_autoptr (GArray) processes = NULL;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), FALSE);

  processes = list_processes (session);
  return processes != NULL && are_shown_alone (session, processes);
}

gboolean
refrain_patterns_toggle_only (RefrainSession *session)
{
  g_autoptr (GArray) processes = NULL;

  g_return_val_if_fail (REFRAIN_IS_SESSION (session), FALSE);

  processes = list_processes (session);
  if (processes == NULL)
    return FALSE;
  if (are_shown_alone (session, processes))
    refrain_selection_set_processes (refrain_session_get_selection (session), NULL, 0);
  else
    refrain_selection_set_processes (refrain_session_get_selection (session),
                                     (const guint *) (gpointer) processes->data, processes->len);
  return TRUE;
}
