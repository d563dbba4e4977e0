/* refrain-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Objects that are watched are kept, so that all handlers go when the session does.
 */
#include "refrain-page.h"

#include "refrain-object.h"
#include "refrain-scroll.h"

typedef struct
{
  GtkPaned *paned;
  double part;          /* of the page's length: */
  int length, position; /* as they were last; length 0 before */
} Split;

typedef struct
{
  RefrainSession *session;
  GPtrArray *watched; /* of GObject: those with handlers */
  GArray *splits;     /* of Split */
  GActionMap *map;    /* that has its actions, or NULL */
  char *count;
} RefrainPagePrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (RefrainPage, refrain_page, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_COUNT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint key_changed;

static RefrainPagePrivate *
get_private (RefrainPage *self)
{
  return refrain_page_get_instance_private (self);
}

/* ---- Session ---- */

REFRAIN_GETTER (
    RefrainPage, refrain_page, RefrainSession *, get_session, get_private (self)->session)

void
refrain_page_set_session (RefrainPage *self, RefrainSession *session)
{
  RefrainPagePrivate *priv;

  g_return_if_fail (REFRAIN_IS_PAGE (self));
  g_return_if_fail (session == NULL || REFRAIN_IS_SESSION (session));

  priv = get_private (self);
  if (priv->session == session)
    return;
  for (guint i = 0; i < priv->watched->len; i++)
    g_signal_handlers_disconnect_by_data (priv->watched->pdata[i], self);
  g_ptr_array_set_size (priv->watched, 0);
  g_set_object (&priv->session, session);
  REFRAIN_PAGE_GET_CLASS (self)->session_changed (self);
}

void
refrain_page_watch (RefrainPage *self, gpointer object, const char *signal, GCallback func)
{
  RefrainPagePrivate *priv;

  g_return_if_fail (REFRAIN_IS_PAGE (self));
  g_return_if_fail (G_IS_OBJECT (object));

  priv = get_private (self);
  refrain_connect (object, signal, func, self);
  if (!g_ptr_array_find (priv->watched, object, NULL))
    g_ptr_array_add (priv->watched, g_object_ref (object));
}

/* ---- The size of the answer ---- */

/* The size of the page's answer in few characters, "" where there is none; property "count". */
static const char *
get_count (RefrainPage *self)
{
  return get_private (self)->count;
}

void
refrain_page_take_count (RefrainPage *self, char *count)
{
  RefrainPagePrivate *priv;

  g_return_if_fail (REFRAIN_IS_PAGE (self));

  priv = get_private (self);
  g_free (priv->count);
  priv->count = count != NULL ? count : g_strdup ("");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COUNT]);
}

/* ---- Actions ---- */

void
refrain_page_add_actions (RefrainPage *self, GActionMap *map)
{
  RefrainPageClass *klass;

  g_return_if_fail (REFRAIN_IS_PAGE (self));
  g_return_if_fail (G_IS_ACTION_MAP (map));

  klass = REFRAIN_PAGE_GET_CLASS (self);
  get_private (self)->map = map;
  if (klass->n_actions > 0)
    g_action_map_add_action_entries (map, klass->actions, (int) klass->n_actions, self);
}

void
refrain_page_update_actions (RefrainPage *self)
{
  g_return_if_fail (REFRAIN_IS_PAGE (self));

  if (get_private (self)->map != NULL && REFRAIN_PAGE_GET_CLASS (self)->update_actions != NULL)
    REFRAIN_PAGE_GET_CLASS (self)->update_actions (self);
}

void
refrain_page_set_state (RefrainPage *self, const char *action, GVariant *state)
{
  g_return_if_fail (REFRAIN_IS_PAGE (self));
  g_simple_action_set_state (
      G_SIMPLE_ACTION (g_action_map_lookup_action (get_private (self)->map, action)), state);
}

void
refrain_page_set_enabled (RefrainPage *self, const char *action, gboolean enabled)
{
  g_return_if_fail (REFRAIN_IS_PAGE (self));
  g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (get_private (self)->map, action)), enabled);
}

void
refrain_page_turn_to (RefrainPage *self)
{
  g_return_if_fail (REFRAIN_IS_PAGE (self));
  if (REFRAIN_PAGE_GET_CLASS (self)->turned_to != NULL)
    REFRAIN_PAGE_GET_CLASS (self)->turned_to (self);
}

gboolean
refrain_page_zoom (RefrainPage *self, const char *action)
{
  g_return_val_if_fail (REFRAIN_IS_PAGE (self), FALSE);
  return REFRAIN_PAGE_GET_CLASS (self)->zoom != NULL
         && REFRAIN_PAGE_GET_CLASS (self)->zoom (self, action);
}

/* ---- Figures ---- */

gboolean
refrain_page_has_figure (RefrainPage *self, RefrainView view)
{
  RefrainPageClass *klass;

  g_return_val_if_fail (REFRAIN_IS_PAGE (self), FALSE);

  klass = REFRAIN_PAGE_GET_CLASS (self);
  for (gsize i = 0; klass->figures != NULL && klass->figures[i] != REFRAIN_N_VIEWS; i++)
    if (klass->figures[i] == view)
      return klass->has_figure == NULL || klass->has_figure (self, view);
  return FALSE;
}

RefrainPainter *
refrain_page_make_figure (RefrainPage *self, RefrainView view, RefrainViewport *part)
{
  RefrainPainter *painter;

  g_return_val_if_fail (REFRAIN_IS_PAGE (self), NULL);
  g_return_val_if_fail (part != NULL, NULL);

  *part = (RefrainViewport){ .furniture = TRUE };
  if (get_private (self)->session == NULL || !refrain_page_has_figure (self, view))
    return NULL;
  painter = REFRAIN_PAGE_GET_CLASS (self)->make_figure (self, view, part);
  part->furniture = TRUE;
  return painter;
}

/* ---- Key ---- */

GArray *
refrain_page_make_key (RefrainPage *self, const RefrainStyle *style)
{
  g_return_val_if_fail (REFRAIN_IS_PAGE (self), NULL);
  g_return_val_if_fail (style != NULL, NULL);

  if (get_private (self)->session == NULL || REFRAIN_PAGE_GET_CLASS (self)->make_key == NULL)
    return NULL;
  return REFRAIN_PAGE_GET_CLASS (self)->make_key (self, style);
}

void
refrain_page_key_changed (RefrainPage *self)
{
  g_return_if_fail (REFRAIN_IS_PAGE (self));
  g_signal_emit (self, key_changed, 0);
}

/* ---- Widget ---- */

/* GTK (4.8) would take presses where the handle of a paned was before a child was hidden. */
static void
update_handle (GtkPaned *paned)
{
  GtkWidget *start = gtk_paned_get_start_child (paned), *end = gtk_paned_get_end_child (paned);
  const gboolean has_handle = start != NULL && end != NULL && gtk_widget_get_visible (start)
                              && gtk_widget_get_visible (end);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (paned));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_DRAG (controller))
        gtk_event_controller_set_propagation_phase (controller, has_handle ? GTK_PHASE_CAPTURE
                                                                           : GTK_PHASE_NONE);
    }
}

void
refrain_paned_guard (GtkPaned *paned)
{
  GtkWidget *children[] = { gtk_paned_get_start_child (paned), gtk_paned_get_end_child (paned) };

  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    refrain_connect (children[i], "notify::visible", update_handle, paned);
  update_handle (paned);
}

void
refrain_page_split (RefrainPage *self, GtkPaned *paned, double part)
{
  const Split split = { .paned = paned, .part = part };

  g_return_if_fail (REFRAIN_IS_PAGE (self));
  /* Else GTK moves the handle with the length, too, after this has. */
  gtk_paned_set_resize_start_child (paned, FALSE);
  gtk_paned_set_resize_end_child (paned, TRUE);
  g_array_append_val (get_private (self)->splits, split);
}

/* Where the handle was left is its part from then on. */
static void
place_handle (Split *split, int length)
{
  const int position = gtk_paned_get_position (split->paned);

  if (split->length > 0 && position != split->position)
    split->part = (double) position / split->length;
  if (split->length != length)
    gtk_paned_set_position (split->paned, (int) (length * split->part));
  split->length = length;
}

/* A part of the length stays so when that changes: GTK would keep what a small page has squeezed.
 */
static void
refrain_page_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GArray *splits = get_private (REFRAIN_PAGE (widget))->splits;

  for (guint i = 0; i < splits->len; i++)
    {
      Split *split = &g_array_index (splits, Split, i);
      const gboolean across = gtk_orientable_get_orientation (GTK_ORIENTABLE (split->paned))
                              == GTK_ORIENTATION_HORIZONTAL;

      place_handle (split, across ? width : height);
    }
  gtk_widget_size_allocate (gtk_widget_get_first_child (widget),
                            &(GtkAllocation){ 0, 0, width, height }, baseline);
  for (guint i = 0; i < splits->len; i++)
    g_array_index (splits, Split, i).position
        = gtk_paned_get_position (g_array_index (splits, Split, i).paned);
}

static void
refrain_page_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  /* How wide a page is for a height, labels find out by trying. */
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    for_size = -1;
  gtk_widget_measure (gtk_widget_get_first_child (widget), orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
  if (REFRAIN_PAGE_GET_CLASS (widget)->asks_least)
    *natural = *minimum;
}

/* ---- Toolbars and tables ---- */

/* So that no toolbar says how narrow the window may be: what has no room is scrolled to. */
static void
let_scroll (GtkWidget *toolbar)
{
  GtkBox *box = GTK_BOX (gtk_widget_get_parent (toolbar));
  GtkWidget *before = gtk_widget_get_prev_sibling (toolbar);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  /* Its edge is paler where there is more of it. */
  gtk_widget_add_css_class (scroller, "refrain-toolbar-scroller");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), TRUE);
  g_object_bind_property (toolbar, "visible", scroller, "visible", G_BINDING_SYNC_CREATE);
  g_object_ref (toolbar);
  gtk_box_remove (box, toolbar);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), toolbar);
  gtk_box_insert_child_after (box, scroller, before);
  g_object_unref (toolbar);
}

/* The wheel goes on from tables within a page that scrolls. */
static void
prepare_parts (GtkWidget *widget, gboolean scrolls)
{
  GtkWidget *next;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = next)
    {
      next = gtk_widget_get_next_sibling (child);
      if (GTK_IS_SCROLLED_WINDOW (child) && scrolls)
        refrain_scroll_pass_on (GTK_SCROLLED_WINDOW (child));
      /* Labels that look like a part of one wrap their lines, which no scroller leaves room for. */
      if (gtk_widget_has_css_class (child, "refrain-toolbar") && GTK_IS_BOX (widget)
          && GTK_IS_BOX (child))
        let_scroll (child);
      else
        prepare_parts (child, scrolls || GTK_IS_SCROLLED_WINDOW (child));
    }
}

/* ---- Page ---- */

static void
refrain_page_constructed (GObject *object)
{
  G_OBJECT_CLASS (refrain_page_parent_class)->constructed (object);
  prepare_parts (GTK_WIDGET (object), FALSE);
}

static void
refrain_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_COUNT)
    g_value_set_string (value, get_count (REFRAIN_PAGE (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

/* Before what the page itself has: without a session it needs nothing of it any more. */
static void
refrain_page_dispose (GObject *object)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (object));

  refrain_page_set_session (REFRAIN_PAGE (object), NULL);
  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_page_parent_class)->dispose (object);
}

static void
refrain_page_finalize (GObject *object)
{
  RefrainPagePrivate *priv = get_private (REFRAIN_PAGE (object));

  g_ptr_array_unref (priv->watched);
  g_array_unref (priv->splits);
  g_free (priv->count);
  G_OBJECT_CLASS (refrain_page_parent_class)->finalize (object);
}

static void
refrain_page_class_init (RefrainPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = refrain_page_constructed;
  object_class->dispose = refrain_page_dispose;
  object_class->finalize = refrain_page_finalize;
  object_class->get_property = refrain_page_get_property;
  widget_class->measure = refrain_page_measure;
  widget_class->size_allocate = refrain_page_size_allocate;
  properties[PROP_COUNT] = g_param_spec_string (
      "count", NULL, NULL, "", G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  key_changed = g_signal_new ("key-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                              NULL, NULL, G_TYPE_NONE, 0);
}

static void
refrain_page_init (RefrainPage *self)
{
  RefrainPagePrivate *priv = get_private (self);

  priv->watched = g_ptr_array_new_with_free_func (g_object_unref);
  priv->splits = g_array_new (FALSE, FALSE, sizeof (Split));
  priv->count = g_strdup ("");
}
