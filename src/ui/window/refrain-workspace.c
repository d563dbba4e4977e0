/* refrain-workspace.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes the pages that refrain-pages.c lists and puts each into its place, with a question in the
 * left column that leads there: one after the other while nothing else is to be done, since each
 * takes longer than a frame, or all that lack once they are asked for. One page at a time is turned
 * to; two more can be kept at the right of it and below.
 */
#include "refrain-workspace.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "refrain-details-panel.h"
#include "refrain-gradual.h"
#include "refrain-kept-view.h"
#include "refrain-notices.h"
#include "refrain-object.h"
#include "refrain-overview.h"
#include "refrain-pages.h"
#include "refrain-pair-view.h"
#include "refrain-status-bar.h"
#include "refrain-strip-canvas.h"
#include "refrain-template.h"
#include "refrain-widget-style.h"

/* Pixels of icons that GTK calls normal. */
#define ICON_SIZE 16

/* What lies below the event graph: of the height, at first. */
#define BELOW_PART 0.46
/* ... or so many pixels, where that is no more than MOST_BELOW of it. */
#define LEAST_BELOW 320
#define MOST_BELOW  0.5
/* What is kept: of width or height, at first. */
#define KEPT_PART 0.45

struct _RefrainWorkspace
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainPage **pages; /* as refrain_pages; NULL: not made yet */
  GtkLabel **counts;   /* of them */
  guint n_made;
  guint making;               /* while some are to be made */
  guint shown;                /* which of them the user turned to */
  guint kept[REFRAIN_N_KEPT]; /* which are kept; refrain_n_pages: none */
  gboolean narrow;
  RefrainKept in_front; /* which of two is seen where there is room for one */
  gboolean split_chosen;
  gboolean wide_sidebar, wide_details; /* what is shown while the window is wide */

  /* What replaces AdwFlap, AdwOverlaySplitView, came with libadwaita 1.4; Debian 12 has 1.2. */
  AdwFlap *sidebar_flap, *details_flap;
  GtkListBox *questions;
  GtkBox *left;
  RefrainDetailsPanel *details_panel;
  RefrainOverview *overview;
  GtkPaned *split;
  GtkStack *middle;
  GtkBox *below;
  GtkPaned *columns, *rows;
  RefrainKeptView *kept_right, *kept_below;
  GtkWidget *question_menu;
  RefrainPairView *pair_view;
  GtkWidget *card_bar; /* what the card shows, where its column is folded away */
  RefrainStripCanvas *card_strip;
  GtkLabel *card_sentence;
  GtkButton *card_compare;
  RefrainStatusBar *status_bar;
};

G_DEFINE_FINAL_TYPE (RefrainWorkspace, refrain_workspace, GTK_TYPE_WIDGET)

static guint pages_made;

/* ---- Pages ---- */

static void make_pages (RefrainWorkspace *self);

RefrainPage *const *
refrain_workspace_get_pages (RefrainWorkspace *self, guint *n)
{
  g_return_val_if_fail (REFRAIN_IS_WORKSPACE (self), NULL);
  g_return_val_if_fail (n != NULL, NULL);
  *n = self->n_made;
  return self->pages;
}

/* Where the page called @name is in refrain_pages; refrain_n_pages where there is none. */
static guint
find_page (const char *name)
{
  guint i = 0;

  while (i < refrain_n_pages && !g_str_equal (refrain_pages[i].name, name))
    i++;
  return i;
}

gpointer
refrain_workspace_find_page (RefrainWorkspace *self, const char *name)
{
  guint i;

  g_return_val_if_fail (REFRAIN_IS_WORKSPACE (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  i = find_page (name);
  make_pages (self);
  return i < refrain_n_pages ? self->pages[i] : NULL;
}

REFRAIN_GETTER (
    RefrainWorkspace, refrain_workspace, const char *, get_page, refrain_pages[self->shown].name)

/* What lies below the event graph takes a part of the height at first, then what the user gave
 * it. */
static void
show_below (RefrainWorkspace *self, gboolean show)
{
  const int height = gtk_widget_get_height (GTK_WIDGET (self->split));

  if (show && !self->split_chosen && height > 0)
    {
      gtk_paned_set_position (
          self->split,
          height - (int) MAX (height * BELOW_PART, MIN (LEAST_BELOW, height * MOST_BELOW)));
      self->split_chosen = TRUE;
    }
  gtk_widget_set_visible (GTK_WIDGET (self->below), show);
}

static gboolean
is_kept (RefrainWorkspace *self, guint page)
{
  return page == self->kept[REFRAIN_KEPT_RIGHT] || page == self->kept[REFRAIN_KEPT_BELOW];
}

/* What stands in the middle where @page is turned to, which is not kept. */
static void
show_middle (RefrainWorkspace *self, guint page)
{
  const char *visible = gtk_stack_get_visible_child_name (self->middle);

  if (refrain_pages[page].place == REFRAIN_PLACE_MIDDLE)
    gtk_stack_set_visible_child_name (self->middle, refrain_pages[page].name);
  else if ((refrain_pages[page].place == REFRAIN_PLACE_BELOW || g_strcmp0 (visible, "summary") == 0)
           && !is_kept (self, find_page ("events")))
    gtk_stack_set_visible_child_name (self->middle, "events");
}

static void show_kept (RefrainWorkspace *self);

/* The kept page @page is seen, if need be instead of the other one. */
static void
bring_to_front (RefrainWorkspace *self, guint page)
{
  self->in_front = page == self->kept[REFRAIN_KEPT_BELOW] ? REFRAIN_KEPT_BELOW : REFRAIN_KEPT_RIGHT;
  show_kept (self);
}

/* The focus leaves @page before it is hidden: GTK 4.8 keeps a list for ever that is hidden with the
 * focus in it, and with it the page and the trace. Gives whether it was there. */
static gboolean
take_focus (RefrainWorkspace *self, GtkWidget *page)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus == NULL || page == NULL || !gtk_widget_is_ancestor (focus, page))
    return FALSE;
  gtk_root_set_focus (root, NULL);
  return TRUE;
}

gboolean
refrain_workspace_set_page (RefrainWorkspace *self, const char *page)
{
  gboolean had_focus;
  guint shown;

  g_return_val_if_fail (REFRAIN_IS_WORKSPACE (self), FALSE);
  g_return_val_if_fail (page != NULL, FALSE);

  shown = find_page (page);
  if (shown == refrain_n_pages)
    return FALSE;
  /* Two occurrences side by side lie over all pages. */
  if (self->session != NULL && refrain_pages[shown].place != REFRAIN_PLACE_LEFT)
    refrain_card_model_stop_comparing (refrain_workspace_get_card (self));
  if (shown == self->shown)
    return TRUE;
  make_pages (self);
  had_focus
      = self->shown < refrain_n_pages && take_focus (self, GTK_WIDGET (self->pages[self->shown]));
  self->shown = shown;
  gtk_list_box_select_row (self->questions,
                           gtk_list_box_get_row_at_index (self->questions, (int) shown));
  for (guint i = 0; i < refrain_n_pages; i++)
    if (refrain_pages[i].place != REFRAIN_PLACE_MIDDLE && !is_kept (self, i))
      gtk_widget_set_visible (GTK_WIDGET (self->pages[i]), i == shown);
  show_below (self, refrain_pages[shown].place == REFRAIN_PLACE_BELOW && !is_kept (self, shown));
  refrain_page_turn_to (self->pages[shown]);
  if (!is_kept (self, shown))
    show_middle (self, shown);
  else
    bring_to_front (self, shown);
  if (refrain_pages[shown].place == REFRAIN_PLACE_LEFT)
    refrain_workspace_set_show_sidebar (self, TRUE);
  else if (adw_flap_get_folded (self->sidebar_flap))
    refrain_workspace_set_show_sidebar (self, FALSE);
  if (had_focus)
    gtk_widget_child_focus (GTK_WIDGET (self->pages[shown]), GTK_DIR_TAB_FORWARD);
  g_object_notify (G_OBJECT (self), "page");
  return TRUE;
}

REFRAIN_GETTER (RefrainWorkspace,
                refrain_workspace,
                RefrainCardModel *,
                get_card,
                refrain_details_panel_get_card_model (self->details_panel))

void
refrain_workspace_focus_page (RefrainWorkspace *self)
{
  g_return_if_fail (REFRAIN_IS_WORKSPACE (self));
  make_pages (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->pages[self->shown]));
}

static gboolean
compares (RefrainWorkspace *self)
{
  RefrainCardModel *card = refrain_workspace_get_card (self);

  return card != NULL && refrain_card_model_get_comparison (card) != NULL;
}

/* The key of what is drawn in the middle: of the page that the user turned to, or else of the
 * graph beside it. */
static void
update_key (RefrainWorkspace *self)
{
  g_autoptr (GArray) entries = NULL;
  RefrainStyle style;
  RefrainPage *page = NULL;
  const char *middle;

  /* Pages that go with the window still tell of theirs. */
  if (self->details_panel == NULL)
    return;
  middle = gtk_stack_get_visible_child_name (self->middle);
  if (middle != NULL)
    page = self->pages[find_page (middle)];
  /* Two occurrences side by side lie over it, and have their own. */
  if (self->session != NULL && page != NULL && !compares (self))
    {
      refrain_widget_get_style (GTK_WIDGET (self), self->session, &style);
      entries = refrain_page_make_key (page, &style);
    }
  refrain_details_panel_set_key (self->details_panel, entries);
}

/* An icon that another thread loads at once: GTK itself would as it draws the page for the first
 * time. */
static GtkWidget *
make_icon (RefrainWorkspace *self, const char *name)
{
  GtkWidget *widget = GTK_WIDGET (self);
  g_autoptr (GtkIconPaintable) icon = gtk_icon_theme_lookup_icon (
      gtk_icon_theme_get_for_display (gtk_widget_get_display (widget)), name, NULL, ICON_SIZE,
      gtk_widget_get_scale_factor (widget), gtk_widget_get_direction (widget),
      GTK_ICON_LOOKUP_PRELOAD);

  return gtk_image_new_from_paintable (GDK_PAINTABLE (icon));
}

/* A question with the size of its answer. */
static void
add_question (RefrainWorkspace *self, guint i)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *title = gtk_label_new (_ (refrain_pages[i].title));
  GtkWidget *count = gtk_label_new ("");

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (count, "dim-label");
  gtk_widget_add_css_class (count, "numeric");
  gtk_widget_add_css_class (count, "refrain-count");
  gtk_box_append (GTK_BOX (box), make_icon (self, refrain_pages[i].icon));
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), count);
  /* It leaves the page as it is. */
  if (refrain_pages[i].place == REFRAIN_PLACE_LEFT)
    {
      gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("pan-down-symbolic"));
      gtk_widget_set_tooltip_text (box, _ ("Opens Below This List"));
    }
  gtk_list_box_append (self->questions, box);
  self->counts[i] = GTK_LABEL (count);
}

/* Puts page @i, which has no parent, where it belongs. */
static void
put (RefrainWorkspace *self, guint i)
{
  GtkWidget *page = GTK_WIDGET (self->pages[i]);

  if (refrain_pages[i].place == REFRAIN_PLACE_MIDDLE)
    {
      gtk_stack_add_named (self->middle, page, refrain_pages[i].name);
      return;
    }
  gtk_widget_set_visible (page, FALSE);
  if (refrain_pages[i].place == REFRAIN_PLACE_BELOW)
    {
      gtk_widget_set_hexpand (page, TRUE);
      gtk_box_append (self->below, page);
    }
  else
    {
      gtk_widget_set_vexpand (page, TRUE);
      gtk_box_append (self->left, page);
    }
}

static void
make_page (RefrainWorkspace *self)
{
  const guint i = self->n_made;
  GtkWidget *page = g_object_new (refrain_pages[i].get_type (), NULL);

  self->pages[i] = REFRAIN_PAGE (page);
  self->n_made++;
  refrain_connect (page, "key-changed", update_key, self);
  g_object_bind_property (page, "count", self->counts[i], "label", G_BINDING_DEFAULT);
  put (self, i);
}

static gboolean
make_next (gpointer data)
{
  RefrainWorkspace *self = data;

  make_page (self);
  if (self->n_made < refrain_n_pages)
    return G_SOURCE_CONTINUE;
  self->making = 0;
  g_signal_emit (self, pages_made, 0);
  return G_SOURCE_REMOVE;
}

/* Those that lack. */
static void
make_pages (RefrainWorkspace *self)
{
  if (self->making == 0)
    return;
  g_clear_handle_id (&self->making, g_source_remove);
  while (self->n_made < refrain_n_pages)
    make_page (self);
  g_signal_emit (self, pages_made, 0);
}

static void
on_question_activated (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  RefrainWorkspace *self = data;
  int i = gtk_list_box_row_get_index (row);

  refrain_workspace_set_page (self, refrain_pages[i].name);
  if (self->narrow && refrain_pages[i].place != REFRAIN_PLACE_LEFT)
    refrain_workspace_set_show_sidebar (self, FALSE);
  refrain_workspace_focus_page (self);
}

static void
on_question_selected (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  if (row != NULL)
    refrain_workspace_set_page (data, refrain_pages[gtk_list_box_row_get_index (row)].name);
}

/* ---- Views that are kept ---- */

static const char *const kept_actions[] = { "view-right", "view-below" };

const char *
refrain_kept_get_action (RefrainKept place)
{
  g_return_val_if_fail (place < REFRAIN_N_KEPT, NULL);
  return kept_actions[place];
}

void
refrain_workspace_fill_menu (RefrainKept place, GMenu *menu)
{
  g_return_if_fail (place < REFRAIN_N_KEPT);
  g_return_if_fail (G_IS_MENU (menu));

  for (guint i = 0; i < refrain_n_pages; i++)
    if (refrain_pages[i].place != REFRAIN_PLACE_LEFT)
      {
        g_autofree char *action
            = g_strdup_printf ("win.%s::%s", kept_actions[place], refrain_pages[i].name);

        g_menu_append (menu, _ (refrain_pages[i].title), action);
      }
}

const char *
refrain_workspace_get_kept (RefrainWorkspace *self, RefrainKept place)
{
  g_return_val_if_fail (REFRAIN_IS_WORKSPACE (self), NULL);
  g_return_val_if_fail (place < REFRAIN_N_KEPT, NULL);
  return self->kept[place] < refrain_n_pages ? refrain_pages[self->kept[place]].name : NULL;
}

static RefrainKeptView *
get_kept_view (RefrainWorkspace *self, RefrainKept place)
{
  return place == REFRAIN_KEPT_RIGHT ? self->kept_right : self->kept_below;
}

/* In a narrow window there is room for one, whose title offers the other. */
static void
show_kept (RefrainWorkspace *self)
{
  gboolean both = TRUE;

  for (RefrainKept place = 0; place < REFRAIN_N_KEPT; place++)
    both = both && self->kept[place] < refrain_n_pages;
  for (RefrainKept place = 0; place < REFRAIN_N_KEPT; place++)
    {
      const guint other = self->kept[REFRAIN_N_KEPT - 1 - place];
      const gboolean crowded = both && self->narrow;

      gtk_widget_set_visible (GTK_WIDGET (get_kept_view (self, place)),
                              self->kept[place] < refrain_n_pages
                                  && (!crowded || place == self->in_front));
      refrain_kept_view_offer (get_kept_view (self, place),
                               crowded ? _ (refrain_pages[other].title) : NULL);
    }
}

static void
on_other_kept (RefrainWorkspace *self)
{
  self->in_front = REFRAIN_N_KEPT - 1 - self->in_front;
  show_kept (self);
}

/* What is kept at @place goes back where it belongs. */
static void
give_back (RefrainWorkspace *self, RefrainKept place)
{
  const guint i = self->kept[place];
  g_autoptr (RefrainPage) page = i < refrain_n_pages ? g_object_ref (self->pages[i]) : NULL;

  if (page == NULL)
    return;
  self->kept[place] = refrain_n_pages;
  refrain_kept_view_clear (get_kept_view (self, place));
  put (self, i);
}

/* Something else stands where page @i stood, which is not there any more. */
static void
leave_page (RefrainWorkspace *self, guint i)
{
  guint other = find_page ("events");

  for (guint k = 0; is_kept (self, other); k++)
    if (refrain_pages[k].place == REFRAIN_PLACE_MIDDLE)
      other = k;
  if (refrain_pages[i].place == REFRAIN_PLACE_MIDDLE
      && gtk_stack_get_visible_child (self->middle) == NULL)
    gtk_stack_set_visible_child_name (self->middle, refrain_pages[other].name);
  if (i == self->shown)
    refrain_workspace_set_page (self, refrain_pages[other].name);
}

gboolean
refrain_workspace_keep (RefrainWorkspace *self, RefrainKept place, const char *page)
{
  const guint i = page != NULL ? find_page (page) : refrain_n_pages;
  g_autoptr (RefrainPage) kept = NULL;
  g_autofree char *action = NULL;
  guint old;

  g_return_val_if_fail (REFRAIN_IS_WORKSPACE (self), FALSE);
  g_return_val_if_fail (place < REFRAIN_N_KEPT, FALSE);

  if (page != NULL && (i == refrain_n_pages || refrain_pages[i].place == REFRAIN_PLACE_LEFT))
    return FALSE;
  if (i == self->kept[place])
    return TRUE;
  make_pages (self);
  old = self->kept[place];
  give_back (self, place);
  if (i < refrain_n_pages)
    {
      if (is_kept (self, i))
        give_back (self, place == REFRAIN_KEPT_RIGHT ? REFRAIN_KEPT_BELOW : REFRAIN_KEPT_RIGHT);
      kept = g_object_ref (self->pages[i]);
      if (refrain_pages[i].place == REFRAIN_PLACE_MIDDLE)
        gtk_stack_remove (self->middle, GTK_WIDGET (kept));
      else
        gtk_box_remove (self->below, GTK_WIDGET (kept));
      self->kept[place] = i;
      self->in_front = place;
      action = g_strconcat ("win.", kept_actions[place], NULL);
      refrain_kept_view_split (get_kept_view (self, place),
                               place == REFRAIN_KEPT_RIGHT ? self->columns : self->rows, KEPT_PART);
      refrain_kept_view_set (get_kept_view (self, place), kept, _ (refrain_pages[i].title), action,
                             page);
      leave_page (self, i);
      refrain_page_turn_to (kept);
    }
  show_kept (self);
  /* What was closed is not what is turned to. */
  if (old == self->shown && !is_kept (self, old))
    refrain_workspace_set_page (self, gtk_stack_get_visible_child_name (self->middle));
  g_object_notify (G_OBJECT (self), "kept");
  return TRUE;
}

/* What can be done with the question at (@x, @y) of the list. */
static void
on_question_menu (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RefrainWorkspace *self = data;
  GtkListBoxRow *row = gtk_list_box_get_row_at_y (self->questions, (int) y);
  const int i = row != NULL ? gtk_list_box_row_get_index (row) : -1;
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autofree char *right = NULL, *below = NULL;

  if (i < 0 || refrain_pages[i].place == REFRAIN_PLACE_LEFT)
    return;
  right = g_strdup_printf ("win.view-right::%s", refrain_pages[i].name);
  below = g_strdup_printf ("win.view-below::%s", refrain_pages[i].name);
  g_menu_append (menu, _ ("Dock _Right"), right);
  g_menu_append (menu, _ ("Dock Be_low"), below);
  g_clear_pointer (&self->question_menu, gtk_widget_unparent);
  self->question_menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_widget_set_parent (self->question_menu, GTK_WIDGET (self));
  gtk_widget_translate_coordinates (GTK_WIDGET (self->questions), GTK_WIDGET (self), x, y, &x, &y);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->question_menu),
                               &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->question_menu));
}

/* ---- Side columns ---- */

/* The card is shown below the page, with its strip, where the details are not; two occurrences side
 * by side speak for themselves. */
static void
update_card_bar (RefrainWorkspace *self)
{
  RefrainCardModel *card = self->session != NULL ? refrain_workspace_get_card (self) : NULL;
  RefrainSubject *subject = card != NULL ? refrain_card_model_get_subject (card) : NULL;
  const gboolean shows = subject != NULL && !refrain_workspace_get_show_details (self)
                         && refrain_card_model_get_comparison (card) == NULL;
  g_autofree char *told = shows ? refrain_card_model_tell (card) : NULL;
  g_autofree char *says = shows ? refrain_subject_get_sentence (subject) : NULL;
  const char *text = says != NULL ? says : told;

  /* Pages that go put out what they lit up. */
  if (self->details_panel == NULL)
    return;
  if (text != NULL)
    {
      refrain_label_set_sentence (self->card_sentence, text);
      refrain_widget_set_long_tooltip (GTK_WIDGET (self->card_sentence), text);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->card_strip), told != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->card_compare), told != NULL);
  gtk_widget_set_visible (self->card_bar, text != NULL);
}

/* The button says what the card's does. */
static void
update_card_button (RefrainWorkspace *self)
{
  g_autofree char *text = NULL;

  if (self->session == NULL || self->details_panel == NULL)
    return;
  text = refrain_card_model_name_compare (refrain_workspace_get_card (self));
  gtk_button_set_label (self->card_compare, text);
}

static void
watch_card (RefrainWorkspace *self)
{
  static const char *const notices[] = { "notify::series", "notify::strip", "notify::comparison" };
  static const char *const places[] = { "notify::series", "notify::place" };
  RefrainCardModel *card = self->session != NULL ? refrain_workspace_get_card (self) : NULL;

  refrain_strip_canvas_set_model (self->card_strip, card);
  for (gsize i = 0; i < G_N_ELEMENTS (notices) && card != NULL; i++)
    refrain_connect (card, notices[i], update_card_bar, self);
  for (gsize i = 0; i < G_N_ELEMENTS (places) && card != NULL; i++)
    refrain_connect (card, places[i], update_card_button, self);
  if (card != NULL)
    refrain_connect (card, "notify::comparison", update_key, self);
  update_card_bar (self);
  update_card_button (self);
}

static void
on_reveal_changed (RefrainWorkspace *self, GParamSpec *pspec, AdwFlap *flap)
{
  g_object_notify (G_OBJECT (self), flap == self->sidebar_flap ? "show-sidebar" : "show-details");
  update_card_bar (self);
}

REFRAIN_GETTER (RefrainWorkspace,
                refrain_workspace,
                gboolean,
                get_show_sidebar,
                adw_flap_get_reveal_flap (self->sidebar_flap))

void
refrain_workspace_set_show_sidebar (RefrainWorkspace *self, gboolean show)
{
  g_return_if_fail (REFRAIN_IS_WORKSPACE (self));

  adw_flap_set_reveal_flap (self->sidebar_flap, show);
  if (!self->narrow)
    self->wide_sidebar = show;
}

REFRAIN_GETTER (RefrainWorkspace,
                refrain_workspace,
                gboolean,
                get_show_details,
                adw_flap_get_reveal_flap (self->details_flap))

void
refrain_workspace_set_show_details (RefrainWorkspace *self, gboolean show)
{
  g_return_if_fail (REFRAIN_IS_WORKSPACE (self));

  adw_flap_set_reveal_flap (self->details_flap, show);
  if (!self->narrow)
    self->wide_details = show;
}

void
refrain_workspace_set_narrow (RefrainWorkspace *self, gboolean narrow)
{
  AdwFlapFoldPolicy policy;

  g_return_if_fail (REFRAIN_IS_WORKSPACE (self));

  if (self->narrow == narrow)
    return;
  self->narrow = narrow;
  /* Never NEVER: the columns' widths would then be the least width of the window, which could not
   * become narrow any more. */
  policy = narrow ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_AUTO;
  adw_flap_set_fold_policy (self->sidebar_flap, policy);
  adw_flap_set_fold_policy (self->details_flap, policy);
  adw_flap_set_reveal_flap (self->sidebar_flap, !narrow && self->wide_sidebar);
  adw_flap_set_reveal_flap (self->details_flap, !narrow && self->wide_details);
  /* What stood side by side stands below each other, and there is room for two. */
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->columns),
                                  narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  if (self->kept[REFRAIN_KEPT_RIGHT] < refrain_n_pages)
    refrain_kept_view_split (self->kept_right, self->columns, KEPT_PART);
  show_kept (self);
}

/* ---- Session ---- */

REFRAIN_GETTER (RefrainWorkspace, refrain_workspace, RefrainSession *, get_session, self->session)

void
refrain_workspace_set_session (RefrainWorkspace *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_WORKSPACE (self));

  if (self->session == session)
    return;
  make_pages (self);
  g_set_object (&self->session, session);
  for (RefrainKept place = 0; place < REFRAIN_N_KEPT; place++)
    refrain_workspace_keep (self, place, NULL);
  refrain_canvas_set_session (REFRAIN_CANVAS (self->overview), session);
  for (guint i = 0; i < refrain_n_pages; i++)
    refrain_page_set_session (self->pages[i], session);
  refrain_details_panel_set_session (self->details_panel, session);
  refrain_pair_view_set_model (self->pair_view,
                               refrain_details_panel_get_card_model (self->details_panel));
  watch_card (self);
  refrain_status_bar_set_session (self->status_bar, session);
  if (session != NULL)
    {
      refrain_workspace_set_page (self, refrain_pages[0].name);
      refrain_gradual_show (gtk_widget_get_first_child (GTK_WIDGET (self->details_panel)));
    }
  update_key (self);
}

/* ---- Widget ---- */

static void
refrain_workspace_dispose (GObject *object)
{
  RefrainWorkspace *self = REFRAIN_WORKSPACE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  g_clear_handle_id (&self->making, g_source_remove);
  g_clear_object (&self->session);
  self->details_panel = NULL;
  if (self->question_menu != NULL)
    gtk_widget_unparent (g_steal_pointer (&self->question_menu));
  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_workspace_parent_class)->dispose (object);
}

REFRAIN_DEFINE_END (RefrainWorkspace, refrain_workspace, finalize, g_free (x->pages);
                    g_free (x->counts))

static void
refrain_workspace_class_init (RefrainWorkspaceClass *klass)
{
  static const char *const notices[] = { "page", "kept", "show-sidebar", "show-details", NULL };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = refrain_workspace_dispose;
  object_class->finalize = refrain_workspace_finalize;
  refrain_class_install_notices (object_class, notices);
  pages_made = g_signal_new ("pages-made", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                             NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (REFRAIN_TYPE_DETAILS_PANEL);
  g_type_ensure (REFRAIN_TYPE_KEPT_VIEW);
  g_type_ensure (REFRAIN_TYPE_OVERVIEW);
  g_type_ensure (REFRAIN_TYPE_PAIR_VIEW);
  g_type_ensure (REFRAIN_TYPE_STATUS_BAR);
  g_type_ensure (REFRAIN_TYPE_STRIP_CANVAS);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  REFRAIN_TEMPLATE (widget_class, "workspace", RefrainWorkspace, sidebar_flap, details_flap,
                    questions, left, details_panel, overview, split, middle, below, columns, rows,
                    kept_right, kept_below, pair_view, card_bar, card_strip, card_sentence,
                    card_compare, status_bar);
}

static void
refrain_workspace_init (RefrainWorkspace *self)
{
  GtkGesture *secondary = gtk_gesture_click_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  refrain_gradual_calm (self->middle);
  refrain_paned_guard (self->columns);
  refrain_paned_guard (self->rows);
  refrain_paned_guard (self->split);
  for (RefrainKept place = 0; place < REFRAIN_N_KEPT; place++)
    self->kept[place] = refrain_n_pages;
  self->wide_sidebar = TRUE;
  self->wide_details = TRUE;
  self->pages = g_new0 (RefrainPage *, refrain_n_pages);
  self->counts = g_new0 (GtkLabel *, refrain_n_pages);
  for (guint i = 0; i < refrain_n_pages; i++)
    add_question (self, i);
  self->making = g_idle_add (make_next, self);
  gtk_list_box_select_row (self->questions, gtk_list_box_get_row_at_index (self->questions, 0));
  refrain_connect (self->middle, "notify::visible-child", update_key, self);
  g_signal_connect (self->questions, "row-activated", G_CALLBACK (on_question_activated), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect (secondary, "pressed", G_CALLBACK (on_question_menu), self);
  gtk_widget_add_controller (GTK_WIDGET (self->questions), GTK_EVENT_CONTROLLER (secondary));
  g_signal_connect (self->questions, "row-selected", G_CALLBACK (on_question_selected), self);
  for (RefrainKept place = 0; place < REFRAIN_N_KEPT; place++)
    refrain_connect (get_kept_view (self, place), "other", on_other_kept, self);
  refrain_connect (self->sidebar_flap, "notify::reveal-flap", on_reveal_changed, self);
  refrain_connect (self->details_flap, "notify::reveal-flap", on_reveal_changed, self);
}
