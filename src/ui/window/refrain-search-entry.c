/* refrain-search-entry.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What fits is looked up anew with every letter (refrain-find-offers.h); what has to be searched
 * for is counted in the background meanwhile. Beside the entry stands which of the hits was gone
 * to.
 */
#include "refrain-search-entry.h"

#include <glib/gi18n.h>

#include "refrain-find-offers.h"
#include "refrain-object.h"
#include "refrain-time-format.h"

/* Letters that the entry has room for in a wide window at least. */
#define LEAST_LETTERS 12

struct _RefrainSearchEntry
{
  GtkWidget parent_instance;

  RefrainSession *session;
  GPtrArray *offers; /* of RefrainOffer */
  GPtrArray *notes;  /* of GtkLabel, one each */
  char *offered;     /* the text that they are for */
  gboolean goes;     /* to the first hit, as soon as they are there */

  GtkWidget *box, *entry;
  GtkWidget *walk; /* what stands beside the entry while hits are lit up */
  GtkLabel *place;
  GtkWidget *popover;
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (RefrainSearchEntry, refrain_search_entry, GTK_TYPE_WIDGET)

enum
{
  FOUND,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- What fits ---- */

/* How many hits @offer has, where that has to be counted. */
static void
update_note (RefrainSearchEntry *self, guint i)
{
  const RefrainOffer *offer = self->offers->pdata[i];
  g_autofree char *count = NULL, *text = NULL;
  gsize n;

  if (offer->kind != REFRAIN_OFFER_QUESTION || offer->question == G_MAXUINT)
    return;
  if (!refrain_hits_get_found (refrain_session_get_hits (self->session), offer->question, &n))
    {
      gtk_label_set_text (self->notes->pdata[i], "…");
      return;
    }
  count = refrain_count_format (n);
  text = n > 0 ? g_strdup_printf (ngettext ("%s match", "%s matches", (gulong) n), count)
               : g_strdup (_ ("none in this run"));
  gtk_label_set_text (self->notes->pdata[i], text);
}

static void
on_looked (RefrainSearchEntry *self)
{
  for (guint i = 0; i < self->offers->len; i++)
    update_note (self, i);
}

static void
add_row (RefrainSearchEntry *self, const RefrainOffer *offer)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *label = gtk_label_new (offer->title);
  GtkWidget *dim = gtk_label_new (offer->note);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (offer->kind == REFRAIN_OFFER_NOTHING)
    {
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
    }
  else
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
    }
  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (dim), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (dim), 28);
  gtk_widget_add_css_class (dim, "dim-label");
  gtk_widget_add_css_class (dim, "caption");
  gtk_widget_add_css_class (dim, "numeric");
  gtk_widget_set_visible (dim, offer->kind != REFRAIN_OFFER_NOTHING);
  gtk_widget_add_css_class (box, "refrain-search-row");
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name (offer->icon));
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), dim);
  gtk_list_box_append (self->list, box);
  g_ptr_array_add (self->notes, dim);
}

static void
find_offers (RefrainSearchEntry *self, const char *text)
{
  g_autoptr (GPtrArray) questions = NULL;
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  g_ptr_array_set_size (self->notes, 0);
  g_ptr_array_set_size (self->offers, 0);
  if (self->session == NULL)
    return;
  g_ptr_array_unref (self->offers);
  self->offers = refrain_find_offers_make (self->session, text, &questions);
  refrain_hits_look (refrain_session_get_hits (self->session),
                     questions->len > 0 ? questions : NULL);
  for (guint i = 0; i < self->offers->len; i++)
    {
      add_row (self, self->offers->pdata[i]);
      update_note (self, i);
    }
  row = GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, 0));
  if (row != NULL)
    gtk_list_box_select_row (self->list, GTK_LIST_BOX_ROW (row));
}

/* ---- Going there ---- */

static void
show_window (RefrainSearchEntry *self, const RefrainOffer *offer)
{
  double start = offer->start, end = offer->end;

  if (start >= end)
    {
      refrain_selection_get_window (refrain_session_get_selection (self->session), &start, &end);
      end = offer->start + (end - start) / 2;
      start = 2 * offer->start - end;
    }
  refrain_session_show (self->session, start, end, REFRAIN_MOVE_JUMP);
}

/* The hits are lit up: to the first of them from the beginning of the window on. */
static void
go_to_first (RefrainSearchEntry *self)
{
  RefrainHits *hits = refrain_session_get_hits (self->session);
  RefrainSubjects *subjects = refrain_session_get_subjects (self->session);
  RefrainSubject *lit = refrain_subjects_get_lit (subjects);
  RefrainTime start, end;

  if (!self->goes || refrain_hits_get_question (hits) == NULL || lit->found == NULL)
    return;
  self->goes = FALSE;
  if (refrain_subject_count (lit) == 0)
    {
      g_autofree char *text
          = g_strdup_printf (_ ("%s: none in this run"), refrain_hits_get_question (hits)->title);

      gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s", text);
      refrain_subjects_take (subjects, NULL);
      return;
    }
  refrain_session_get_window_times (self->session, &start, &end);
  refrain_session_step (self->session, 1, start);
}

/* Chosen once more, the next hit is gone to. */
static void
choose_question (RefrainSearchEntry *self, const RefrainOffer *offer)
{
  RefrainHits *hits = refrain_session_get_hits (self->session);
  const RefrainFindQuestion *chosen = refrain_hits_get_question (hits);

  self->goes = TRUE;
  if (chosen == NULL || !g_str_equal (chosen->query, offer->asked->query))
    refrain_hits_choose (hits, offer->asked);
  go_to_first (self);
}

static void
go_to_offer (RefrainSearchEntry *self, const RefrainOffer *offer)
{
  RefrainSelection *selection = refrain_session_get_selection (self->session);
  RefrainPhaseModel *phases = refrain_session_get_phases (self->session);
  gsize n;

  switch (offer->kind)
    {
    case REFRAIN_OFFER_WINDOW:
      show_window (self, offer);
      break;
    case REFRAIN_OFFER_PROCESS:
      refrain_selection_set_pick (selection,
                                  &(RefrainPick){ REFRAIN_PICK_PROCESS, offer->index, 0, 0 });
      break;
    case REFRAIN_OFFER_QUESTION:
      choose_question (self, offer);
      break;
    case REFRAIN_OFFER_PATTERN:
      refrain_patterns_select (refrain_session_get_patterns (self->session), &offer->index, 1);
      gtk_widget_activate_action (GTK_WIDGET (self), "win.next-occurrence", NULL);
      break;
    case REFRAIN_OFFER_PHASE:
      {
        const RefrainPhaseRange *ranges = refrain_phase_model_get_ranges (phases, &n);

        if (offer->index < n)
          refrain_phase_model_select (phases, &ranges[offer->index], 1);
      }
      break;
    case REFRAIN_OFFER_LOOP:
      refrain_loops_select (refrain_session_get_loops (self->session), offer->index);
      break;
    case REFRAIN_OFFER_BOOKMARK:
      refrain_session_go_to_bookmark (self->session, offer->index);
      break;
    case REFRAIN_OFFER_NOTHING:
    default:
      gtk_widget_error_bell (self->entry);
      gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s", offer->title);
      return;
    }
  g_signal_emit (self, signals[FOUND], 0);
}

static void
on_row_activated (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  RefrainSearchEntry *self = data;
  int index = gtk_list_box_row_get_index (row);

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  if (self->session != NULL && index >= 0 && (guint) index < self->offers->len)
    go_to_offer (self, self->offers->pdata[index]);
}

static void
on_changed (RefrainSearchEntry *self)
{
  g_free (self->offered);
  self->offered = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  find_offers (self, self->offered);
  /* The hint would lie over the offers. */
  gtk_widget_set_has_tooltip (self->entry, self->offers->len == 0);
  if (self->offers->len > 0 && gtk_widget_get_mapped (self->entry))
    gtk_popover_popup (GTK_POPOVER (self->popover));
  else
    gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static void
on_activate (RefrainSearchEntry *self)
{
  GtkListBoxRow *row;

  /* The entry waits a moment before it tells of a change; who types quickly does not. */
  if (g_strcmp0 (self->offered, gtk_editable_get_text (GTK_EDITABLE (self->entry))) != 0)
    on_changed (self);
  row = gtk_list_box_get_selected_row (self->list);
  if (row != NULL)
    on_row_activated (self->list, row, self);
}

gboolean
refrain_search_entry_go (RefrainSearchEntry *self, const char *text)
{
  const RefrainOffer *first;

  g_return_val_if_fail (REFRAIN_IS_SEARCH_ENTRY (self), FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  find_offers (self, text);
  first = self->offers->len > 0 ? self->offers->pdata[0] : NULL;
  if (first == NULL || first->kind == REFRAIN_OFFER_NOTHING)
    return FALSE;
  go_to_offer (self, first);
  return TRUE;
}

REFRAIN_GETTER (RefrainSearchEntry, refrain_search_entry, guint, get_n_offers, self->offers->len)

void
refrain_search_entry_set_slim (RefrainSearchEntry *self, gboolean slim)
{
  g_return_if_fail (REFRAIN_IS_SEARCH_ENTRY (self));
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), slim ? 1 : LEAST_LETTERS);
}

/* ---- The hits that are lit up ---- */

static void
on_hits (RefrainSearchEntry *self)
{
  const gboolean lit
      = self->session != NULL
        && refrain_hits_get_question (refrain_session_get_hits (self->session)) != NULL;
  g_autofree char *place = lit ? refrain_subject_describe_place (refrain_subjects_get_lit (
                               refrain_session_get_subjects (self->session)))
                               : g_strdup ("");

  gtk_widget_set_visible (self->walk, lit);
  gtk_label_set_text (self->place, place);
  if (lit)
    go_to_first (self);
}

void
refrain_search_entry_set_session (RefrainSearchEntry *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_SEARCH_ENTRY (self));

  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (refrain_session_get_hits (self->session), self);
      g_signal_handlers_disconnect_by_data (refrain_session_get_subjects (self->session), self);
    }
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      refrain_connect (refrain_session_get_hits (session), "notify::looked", on_looked, self);
      refrain_connect (refrain_session_get_subjects (session), "notify::subject", on_hits, self);
    }
  self->goes = FALSE;
  on_hits (self);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  find_offers (self, "");
}

/* ---- Widget ---- */

/* Up and down walk the offers while the keyboard stays in the entry. */
static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType modifiers,
        gpointer data)
{
  RefrainSearchEntry *self = data;
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);
  int step = key == GDK_KEY_Down ? 1 : key == GDK_KEY_Up ? -1 : 0;

  if (step == 0 || row == NULL)
    return FALSE;
  row = gtk_list_box_get_row_at_index (self->list, gtk_list_box_row_get_index (row) + step);
  if (row != NULL)
    gtk_list_box_select_row (self->list, row);
  return TRUE;
}

static void
on_stop (RefrainSearchEntry *self)
{
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  g_signal_emit (self, signals[FOUND], 0);
}

static gboolean
refrain_search_entry_grab_focus (GtkWidget *widget)
{
  RefrainSearchEntry *self = REFRAIN_SEARCH_ENTRY (widget);

  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
  return gtk_widget_grab_focus (self->entry);
}

static void
refrain_search_entry_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  RefrainSearchEntry *self = REFRAIN_SEARCH_ENTRY (widget);

  gtk_widget_size_allocate (self->box, &(GtkAllocation){ 0, 0, width, height }, baseline);
  gtk_popover_present (GTK_POPOVER (self->popover));
}

static void
refrain_search_entry_measure (GtkWidget *widget,
                              GtkOrientation orientation,
                              int for_size,
                              int *minimum,
                              int *natural,
                              int *minimum_baseline,
                              int *natural_baseline)
{
  gtk_widget_measure (REFRAIN_SEARCH_ENTRY (widget)->box, orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

REFRAIN_DEFINE_END (RefrainSearchEntry,
                    refrain_search_entry,
                    dispose,
                    g_clear_pointer (&x->popover, gtk_widget_unparent);
                    g_clear_pointer (&x->box, gtk_widget_unparent);
                    g_clear_object (&x->session))

REFRAIN_DEFINE_END (RefrainSearchEntry,
                    refrain_search_entry,
                    finalize,
                    g_ptr_array_unref (x->offers);
                    g_ptr_array_unref (x->notes);
                    g_free (x->offered))

static void
refrain_search_entry_class_init (RefrainSearchEntryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_search_entry_dispose;
  G_OBJECT_CLASS (klass)->finalize = refrain_search_entry_finalize;
  widget_class->grab_focus = refrain_search_entry_grab_focus;
  widget_class->size_allocate = refrain_search_entry_size_allocate;
  widget_class->measure = refrain_search_entry_measure;
  signals[FOUND] = g_signal_new ("found", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "refrainsearch");
}

static GtkWidget *
make_button (const char *icon, const char *action, const char *tooltip, const char *label)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  gtk_widget_add_css_class (button, "flat");
  return button;
}

/* "3 of 128" and a button each way. */
static void
make_walk (RefrainSearchEntry *self)
{
  self->walk = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->place = GTK_LABEL (gtk_label_new (""));
  gtk_widget_add_css_class (GTK_WIDGET (self->place), "numeric");
  gtk_widget_add_css_class (GTK_WIDGET (self->place), "caption");
  gtk_widget_set_margin_start (GTK_WIDGET (self->place), 6);
  gtk_widget_set_margin_end (GTK_WIDGET (self->place), 2);
  gtk_box_append (GTK_BOX (self->walk), GTK_WIDGET (self->place));
  gtk_box_append (GTK_BOX (self->walk),
                  make_button ("go-up-symbolic", "win.previous-occurrence",
                               _ ("Previous Match (P, Shift+F3)"), _ ("Previous match")));
  gtk_box_append (GTK_BOX (self->walk), make_button ("go-down-symbolic", "win.next-occurrence",
                                                     _ ("Next Match (N, F3)"), _ ("Next match")));
  gtk_widget_set_visible (self->walk, FALSE);
}

static void
make_entry (RefrainSearchEntry *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->entry = gtk_search_entry_new ();
  g_object_set (self->entry, "placeholder-text", _ ("Find or go to"), NULL);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), LEAST_LETTERS);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), 24);
  gtk_widget_set_hexpand (self->entry, TRUE);
  gtk_widget_set_tooltip_text (self->entry, _ ("Find, or Go to a Time (Ctrl+F)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Find or go to"), -1);
  g_signal_connect_swapped (self->entry, "search-changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (on_activate), self);
  g_signal_connect_swapped (self->entry, "stop-search", G_CALLBACK (on_stop), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->entry, keys);
}

static void
refrain_search_entry_init (RefrainSearchEntry *self)
{
  GtkWidget *list = gtk_list_box_new ();

  self->offers = g_ptr_array_new ();
  self->notes = g_ptr_array_new ();
  make_entry (self);
  make_walk (self);
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append (GTK_BOX (self->box), self->entry);
  gtk_box_append (GTK_BOX (self->box), self->walk);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));

  self->list = GTK_LIST_BOX (list);
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_BROWSE);
  gtk_widget_add_css_class (list, "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Matches"), -1);
  g_signal_connect (list, "row-activated", G_CALLBACK (on_row_activated), self);
  self->popover = gtk_popover_new ();
  gtk_popover_set_autohide (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_child (GTK_POPOVER (self->popover), list);
  gtk_widget_set_size_request (self->popover, 340, -1);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
}
