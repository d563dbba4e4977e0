/* refrain-search-entry.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What fits is looked up anew with every letter: a window, then processes, then routines.
 */
#include "config.h"
#include "refrain-search-entry.h"

#include <glib/gi18n.h>

#include "refrain-find.h"
#include "refrain-goto.h"
#include "refrain-time-format.h"

/* As many as can be taken in at a glance. */
#define MAX_HITS 8

typedef enum
{
  HIT_WINDOW,
  HIT_PROCESS,
  HIT_ROUTINE,
} HitKind;

typedef struct
{
  HitKind kind;
  double start, end; /* HIT_WINDOW */
  guint32 index;     /* HIT_PROCESS, HIT_ROUTINE */
} Hit;

struct _RefrainSearchEntry
{
  GtkWidget parent_instance;

  RefrainSession *session;
  GArray *hits; /* of Hit */

  GtkWidget *entry;
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

static void
add_hit (RefrainSearchEntry *self, Hit hit, const char *icon, const char *title, const char *note)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *label = gtk_label_new (title);
  GtkWidget *dim = gtk_label_new (note);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (dim, "dim-label");
  gtk_widget_add_css_class (dim, "caption");
  gtk_widget_add_css_class (box, "refrain-search-row");
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name (icon));
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), dim);
  gtk_list_box_append (self->list, box);
  g_array_append_val (self->hits, hit);
}

static void
add_window_hit (RefrainSearchEntry *self, const char *text)
{
  RefrainAxis *axis = refrain_session_get_axis (self->session);
  g_autofree char *first = NULL;
  g_autofree char *last = NULL;
  g_autofree char *title = NULL;
  Hit hit = { HIT_WINDOW, 0, 0, 0 };
  double span;

  if (axis == NULL || !refrain_goto_parse (axis, text, &hit.start, &hit.end))
    return;
  span = MAX (hit.end - hit.start, 1);
  first = refrain_axis_format (axis, hit.start, span);
  last = refrain_axis_format (axis, hit.end, span);
  title = hit.start < hit.end ? g_strdup_printf (_ ("Show %s – %s"), first, last)
                              : g_strdup_printf (_ ("Go to %s"), first);
  add_hit (self, hit, "find-location-symbolic", title, _ ("Time"));
}

static void
add_process_hits (RefrainSearchEntry *self, const char *folded)
{
  RefrainTrace *trace = refrain_session_get_trace (self->session);
  guint n = refrain_trace_get_n_processes (trace);

  for (guint i = 0; i < n && self->hits->len < MAX_HITS / 2; i++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, i);
      g_autofree char *rank = g_strdup_printf ("%u", i);
      g_autofree char *title = g_strdup_printf (_ ("Process %u"), i);
      g_autofree char *name = g_utf8_casefold (refrain_process_get_name (process), -1);
      g_autofree char *folded_title = g_utf8_casefold (title, -1);

      if (strcmp (rank, folded) == 0 || strcmp (name, folded) == 0
          || strcmp (folded_title, folded) == 0)
        add_hit (self, (Hit){ HIT_PROCESS, 0, 0, i }, "refrain-processes-symbolic", title,
                 refrain_process_get_name (process));
    }
}

static void
add_routine_hits (RefrainSearchEntry *self, const char *folded)
{
  RefrainTrace *trace = refrain_session_get_trace (self->session);
  guint n = refrain_trace_get_n_routines (trace);

  /* First those whose name begins with it, then those that contain it. */
  for (int pass = 0; pass < 2; pass++)
    for (guint i = 0; i < n && self->hits->len < MAX_HITS; i++)
      {
        RefrainRoutine *routine = refrain_trace_get_routine (trace, i);
        g_autofree char *name = g_utf8_casefold (refrain_routine_get_name (routine), -1);
        g_autofree char *label = g_utf8_casefold (refrain_routine_get_label (routine), -1);
        g_autofree char *calls = NULL;
        g_autofree char *note = NULL;
        gboolean begins = g_str_has_prefix (name, folded) || g_str_has_prefix (label, folded);
        gboolean contains = strstr (name, folded) != NULL || strstr (label, folded) != NULL;

        if (refrain_routine_get_calls (routine) == 0 || !(pass == 0 ? begins : !begins && contains))
          continue;
        calls = refrain_count_format (refrain_routine_get_calls (routine));
        note = g_strdup_printf (_ ("%s calls"), calls);
        add_hit (self, (Hit){ HIT_ROUTINE, 0, 0, i }, "refrain-events-symbolic",
                 refrain_routine_get_label (routine), note);
      }
}

static void
find_hits (RefrainSearchEntry *self, const char *text)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  g_autofree char *folded = g_utf8_casefold (trimmed, -1);
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  g_array_set_size (self->hits, 0);
  if (self->session == NULL || *trimmed == '\0')
    return;
  add_window_hit (self, trimmed);
  add_process_hits (self, folded);
  add_routine_hits (self, folded);
  row = GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, 0));
  if (row != NULL)
    gtk_list_box_select_row (self->list, GTK_LIST_BOX_ROW (row));
}

/* ---- Going there ---- */

static void
go_to_hit (RefrainSearchEntry *self, const Hit *hit)
{
  RefrainSelection *selection = refrain_session_get_selection (self->session);
  double start, end;

  switch (hit->kind)
    {
    case HIT_WINDOW:
      start = hit->start;
      end = hit->end;
      if (start >= end)
        {
          refrain_selection_get_window (selection, &start, &end);
          end = hit->start + (end - start) / 2;
          start = 2 * hit->start - end;
        }
      refrain_session_show (self->session, start, end, REFRAIN_MOVE_JUMP);
      break;
    case HIT_PROCESS:
      refrain_selection_set_pick (selection,
                                  &(RefrainPick){ REFRAIN_PICK_PROCESS, hit->index, 0, 0 });
      break;
    case HIT_ROUTINE:
    default:
      refrain_find_show_next_call (self->session, hit->index);
    }
  g_signal_emit (self, signals[FOUND], 0);
}

static void
on_row_activated (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  RefrainSearchEntry *self = data;
  int index = gtk_list_box_row_get_index (row);

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  if (self->session != NULL && index >= 0 && (guint) index < self->hits->len)
    go_to_hit (self, &g_array_index (self->hits, Hit, index));
}

static void
tell_not_found (RefrainSearchEntry *self)
{
  g_autofree char *text = g_strdup_printf (_ ("“%s” is no time, process or routine"),
                                           gtk_editable_get_text (GTK_EDITABLE (self->entry)));

  gtk_widget_error_bell (self->entry);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.tell", "s", text);
}

static void
on_activate (RefrainSearchEntry *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  if (row != NULL)
    on_row_activated (self->list, row, self);
  else if (*gtk_editable_get_text (GTK_EDITABLE (self->entry)) != '\0')
    tell_not_found (self);
}

static void
on_changed (RefrainSearchEntry *self)
{
  find_hits (self, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  /* The hint would lie over the offers. */
  gtk_widget_set_has_tooltip (self->entry, self->hits->len == 0);
  if (self->hits->len > 0 && gtk_widget_get_mapped (self->entry))
    gtk_popover_popup (GTK_POPOVER (self->popover));
  else
    gtk_popover_popdown (GTK_POPOVER (self->popover));
}

gboolean
refrain_search_entry_go (RefrainSearchEntry *self, const char *text)
{
  g_return_val_if_fail (REFRAIN_IS_SEARCH_ENTRY (self), FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  find_hits (self, text);
  if (self->hits->len == 0)
    return FALSE;
  go_to_hit (self, &g_array_index (self->hits, Hit, 0));
  return TRUE;
}

void
refrain_search_entry_set_session (RefrainSearchEntry *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_SEARCH_ENTRY (self));

  g_set_object (&self->session, session);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  find_hits (self, "");
}

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

  gtk_widget_size_allocate (self->entry, &(GtkAllocation){ 0, 0, width, height }, baseline);
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
  gtk_widget_measure (REFRAIN_SEARCH_ENTRY (widget)->entry, orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static void
refrain_search_entry_dispose (GObject *object)
{
  RefrainSearchEntry *self = REFRAIN_SEARCH_ENTRY (object);

  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->entry, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (refrain_search_entry_parent_class)->dispose (object);
}

static void
refrain_search_entry_finalize (GObject *object)
{
  g_array_unref (REFRAIN_SEARCH_ENTRY (object)->hits);
  G_OBJECT_CLASS (refrain_search_entry_parent_class)->finalize (object);
}

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

static void
refrain_search_entry_init (RefrainSearchEntry *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget *list = gtk_list_box_new ();

  self->hits = g_array_new (FALSE, FALSE, sizeof (Hit));
  self->entry = gtk_search_entry_new ();
  g_object_set (self->entry, "placeholder-text", _ ("Find or go to"), NULL);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 12);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), 24);
  gtk_widget_set_tooltip_text (self->entry,
                               _ ("Go to “1.204-1.377 s”, a process or a routine (Ctrl+F)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Go to a time, process or routine"), -1);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_set_parent (self->entry, GTK_WIDGET (self));
  g_signal_connect_swapped (self->entry, "search-changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (on_activate), self);
  g_signal_connect_swapped (self->entry, "stop-search", G_CALLBACK (on_stop), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->entry, keys);

  self->list = GTK_LIST_BOX (list);
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_BROWSE);
  gtk_widget_add_css_class (list, "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("What fits"), -1);
  g_signal_connect (list, "row-activated", G_CALLBACK (on_row_activated), self);
  self->popover = gtk_popover_new ();
  gtk_popover_set_autohide (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_child (GTK_POPOVER (self->popover), list);
  gtk_widget_set_size_request (self->popover, 320, -1);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
}
