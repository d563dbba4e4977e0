/* refrain-pattern-focus.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who owns it says when something else is selected, as it knows when the list is true to it again.
 */
#include "config.h"
#include "refrain-pattern-focus.h"

#include <glib/gi18n.h>

#include "refrain-object.h"
#include "refrain-pattern-parts.h"
#include "refrain-pattern-picture.h"
#include "refrain-pattern-text.h"
#include "refrain-patterns-menu.h"
#include "refrain-time-format.h"
#include "refrain-widget-style.h"

struct _RefrainPatternFocus
{
  GtkWidget parent_instance;

  RefrainSession *session;
  RefrainPattern *pattern; /* or NULL */

  GtkStack *stack;
  GtkEditableLabel *name_label;
  RefrainPatternPicture *picture;
  GtkLabel *metrics_label;
  GtkLabel *durations_label;
  GtkButton *only_button;
  GtkWidget *stages_box;
  GtkLabel *stages_label;
  GtkListBox *stages_list;
  GtkLabel *cycle_label;
  GtkListBox *items_list;
};

G_DEFINE_FINAL_TYPE (RefrainPatternFocus, refrain_pattern_focus, GTK_TYPE_WIDGET)

/* The session's patterns, or NULL. */
static RefrainPatterns *
get_patterns (RefrainPatternFocus *self)
{
  return self->session != NULL ? refrain_session_get_patterns (self->session) : NULL;
}

/* The patterns once they are found, else NULL. */
static RefrainPatternSet *
get_set (RefrainPatternFocus *self)
{
  return self->session != NULL ? refrain_patterns_get_set (get_patterns (self)) : NULL;
}

REFRAIN_GETTER (
    RefrainPatternFocus, refrain_pattern_focus, RefrainPattern *, get_pattern, self->pattern)

/* ---- What is shown ---- */

static void
update_texts (RefrainPatternFocus *self)
{
  g_autofree char *text = NULL;
  g_autofree char *durations = NULL;
  g_autofree char *tooltip = NULL;

  if (self->pattern == NULL)
    return;
  text = refrain_pattern_text_get_metrics (self->pattern);
  durations = refrain_pattern_text_get_durations (self->pattern);
  gtk_label_set_text (self->metrics_label, text);
  gtk_label_set_text (self->durations_label, durations);
  refrain_widget_set_long_tooltip (GTK_WIDGET (self->metrics_label), text);
  refrain_widget_set_long_tooltip (GTK_WIDGET (self->durations_label), durations);
  gtk_editable_set_text (GTK_EDITABLE (self->name_label), refrain_pattern_get_name (self->pattern));
  tooltip = g_strjoin ("\n", refrain_pattern_get_name (self->pattern), _ ("Click to rename (F2)"),
                       NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->name_label), tooltip);
}

/* Where all processes take part there is nothing to hide. */
static void
update_only (RefrainPatternFocus *self)
{
  gsize n = 0;
  const gboolean only = self->session != NULL && refrain_patterns_shows_only (self->session);

  if (self->pattern == NULL)
    return;
  refrain_pattern_get_processes (self->pattern, &n);
  gtk_widget_set_visible (
      GTK_WIDGET (self->only_button),
      only || n < refrain_trace_get_n_processes (refrain_session_get_trace (self->session)));
  gtk_button_set_label (self->only_button,
                        only ? _ ("Show All Processes") : _ ("Show Only Its Processes"));
}

/* Lists what the pattern that is shown is made of, where it is made of several. */
static void
update_stages (RefrainPatternFocus *self)
{
  RefrainPatterns *patterns = get_patterns (self);
  const gboolean composite
      = self->pattern != NULL && refrain_patterns_get_level (patterns) == REFRAIN_LEVEL_COMPOSITE;
  RefrainComposites *composites = composite ? refrain_patterns_get_composites (patterns) : NULL;
  const RefrainCompositeInfo *info
      = composite
            ? refrain_composites_get_info (composites, refrain_pattern_get_id (self->pattern) - 1)
            : NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->stages_box, info != NULL && info->n_parts > 1);
  if (info == NULL || info->n_parts < 2)
    return;
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Made of %zu elementary pattern",
                                       "Made of %zu elementary patterns", (gulong) info->n_parts),
                          info->n_parts);
  gtk_label_set_text (self->stages_label, text);
  refrain_pattern_parts_list_stages (self->stages_list, composites,
                                     refrain_pattern_get_id (self->pattern) - 1);
}

/* The cycle that is selected; NULL where none is. */
static RefrainCycle *
get_cycle (RefrainPatternFocus *self)
{
  RefrainCycles *cycles = self->session != NULL ? refrain_session_get_cycles (self->session) : NULL;
  const guint32 selected = cycles != NULL ? refrain_cycles_get_selected (cycles) : REFRAIN_NONE;

  return selected != REFRAIN_NONE ? refrain_cycles_get_list (cycles)->pdata[selected] : NULL;
}

static void
update_items (RefrainPatternFocus *self)
{
  RefrainCycle *cycle = get_cycle (self);
  g_autofree char *count = NULL;
  g_autofree char *text = NULL;
  gsize n;

  if (cycle == NULL)
    return;
  n = refrain_cycle_get_count (cycle);
  count = refrain_count_format (n);
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s time in this order:",
                                       "%s times in this order:", (gulong) n),
                          count);
  gtk_label_set_text (self->cycle_label, text);
  refrain_pattern_parts_list_items (self->items_list,
                                    refrain_patterns_get_composites (get_patterns (self)), cycle);
}

void
refrain_pattern_focus_update (RefrainPatternFocus *self)
{
  RefrainPatternSet *set;
  RefrainPattern *pattern = NULL;
  const guint32 *selected;
  guint n = 0;

  g_return_if_fail (REFRAIN_IS_PATTERN_FOCUS (self));

  set = get_set (self);
  selected = set != NULL ? refrain_patterns_get_selected (get_patterns (self), &n) : NULL;
  if (n > 0)
    pattern = refrain_pattern_set_get_pattern (set, selected[0]);
  if (gtk_editable_label_get_editing (self->name_label))
    gtk_editable_label_stop_editing (self->name_label, FALSE);
  g_set_object (&self->pattern, pattern);
  refrain_pattern_picture_set (self->picture, self->session, pattern);
  gtk_stack_set_visible_child_name (self->stack, pattern != NULL            ? "picture"
                                                 : get_cycle (self) != NULL ? "cycle"
                                                                            : "nothing");
  gtk_widget_set_visible (GTK_WIDGET (self), pattern != NULL || get_cycle (self) != NULL);
  update_texts (self);
  update_only (self);
  update_stages (self);
  update_items (self);
}

void
refrain_pattern_focus_set_session (RefrainPatternFocus *self, RefrainSession *session)
{
  g_return_if_fail (REFRAIN_IS_PATTERN_FOCUS (self));

  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_func (get_patterns (self), update_texts, self);
      g_signal_handlers_disconnect_by_func (refrain_session_get_selection (self->session),
                                            update_only, self);
    }
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      g_signal_connect_object (get_patterns (self), "notify::names", G_CALLBACK (update_texts),
                               self, G_CONNECT_SWAPPED);
      g_signal_connect_object (refrain_session_get_selection (session), "notify::processes",
                               G_CALLBACK (update_only), self, G_CONNECT_SWAPPED);
    }
  refrain_pattern_focus_update (self);
}

static void
on_stage_activated (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  const guint32 index = refrain_pattern_parts_get_number (row);

  if (index != REFRAIN_NONE)
    gtk_widget_activate_action (GTK_WIDGET (list), "win.select-pattern", "u", index + 1);
}

static void
on_item_activated (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  const guint32 index = refrain_pattern_parts_get_number (row);

  if (index != REFRAIN_NONE && get_set (data) != NULL)
    refrain_patterns_select_composite (get_patterns (data), index);
}

/* ---- Naming ---- */

static void
on_editing (RefrainPatternFocus *self)
{
  const char *text;

  if (gtk_editable_label_get_editing (self->name_label) || self->pattern == NULL
      || self->session == NULL || get_set (self) == NULL)
    return;
  text = gtk_editable_get_text (GTK_EDITABLE (self->name_label));
  if (g_strcmp0 (text, refrain_pattern_get_name (self->pattern)) != 0)
    refrain_patterns_rename (get_patterns (self), refrain_pattern_get_id (self->pattern) - 1, text);
  update_texts (self);
}

void
refrain_pattern_focus_start_naming (RefrainPatternFocus *self)
{
  g_return_if_fail (REFRAIN_IS_PATTERN_FOCUS (self));

  if (self->pattern == NULL)
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self->name_label));
  gtk_editable_label_start_editing (self->name_label);
}

/* ---- Widget ---- */

static void
refrain_pattern_focus_dispose (GObject *object)
{
  RefrainPatternFocus *self = REFRAIN_PATTERN_FOCUS (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  if (child != NULL)
    refrain_pattern_focus_set_session (self, NULL);
  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_pattern_focus_parent_class)->dispose (object);
}

static void
refrain_pattern_focus_class_init (RefrainPatternFocusClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_pattern_focus_dispose;
  g_type_ensure (REFRAIN_TYPE_PATTERN_PICTURE);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/refrain/Refrain/pattern-focus.ui");
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternFocus, stack);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternFocus, name_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternFocus, picture);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternFocus, metrics_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternFocus, durations_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternFocus, only_button);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternFocus, stages_box);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternFocus, stages_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternFocus, stages_list);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternFocus, cycle_label);
  gtk_widget_class_bind_template_child (widget_class, RefrainPatternFocus, items_list);
}

/* A name is no reason for a pane to become wider: the label in @widget is cut in its middle. */
static void
cut_label (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    gtk_label_set_ellipsize (GTK_LABEL (widget), PANGO_ELLIPSIZE_MIDDLE);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (!GTK_IS_TEXT (child))
      cut_label (child);
}

static void
refrain_pattern_focus_init (RefrainPatternFocus *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  cut_label (GTK_WIDGET (self->name_label));
  g_signal_connect_object (self->stages_list, "row-activated", G_CALLBACK (on_stage_activated),
                           self, (GConnectFlags) 0);
  g_signal_connect_object (self->items_list, "row-activated", G_CALLBACK (on_item_activated), self,
                           (GConnectFlags) 0);
  g_signal_connect_object (self->name_label, "notify::editing", G_CALLBACK (on_editing), self,
                           G_CONNECT_SWAPPED);
}
