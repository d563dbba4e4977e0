/* refrain-card.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All that it tells is the model's. What there is nothing to tell of is hidden.
 */
#include "refrain-card.h"

#include <glib/gi18n.h>

#include "refrain-figure-job.h"
#include "refrain-object.h"
#include "refrain-painter-view.h"
#include "refrain-save-chooser.h"
#include "refrain-widget-style.h"

#define PICTURE_HEIGHT 120
#define STRIP_HEIGHT   96
/* Of the strip's figure, in millimetres. */
#define FIGURE_WIDTH  160
#define FIGURE_HEIGHT 45

struct _RefrainCard
{
  GtkWidget parent_instance;

  RefrainCardModel *model;
  GtkFileChooserNative *chooser;
  gboolean fills; /* the list of colours is being made */

  GtkWidget *box;
  GtkLabel *title;
  GtkLabel *says; /* what is selected, where that is a sentence */
  GtkLabel *problem;
  GtkWidget *frame; /* around the picture */
  RefrainPainterView *picture;
  GtkWidget *series; /* all below */
  RefrainStripCanvas *strip;
  GtkLabel *sentence;
  GtkWidget *compare;
  GtkDropDown *colors;
  GArray *traits; /* of RefrainTrait: behind each choice but the first */
};

G_DEFINE_FINAL_TYPE (RefrainCard, refrain_card, GTK_TYPE_WIDGET)

/* ---- What is shown ---- */

static void
update_sentence (RefrainCard *self)
{
  g_autofree char *text = refrain_card_model_tell (self->model);

  refrain_label_set_sentence (self->sentence, text != NULL ? text : "");
}

/* A drop-down makes its list and measures the window anew for another model, be it the same. */
static void
offer (GtkDropDown *drop_down, GtkStringList *names)
{
  GListModel *offered = gtk_drop_down_get_model (drop_down);
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (names));
  gboolean is_same = GTK_IS_STRING_LIST (offered) && g_list_model_get_n_items (offered) == n;

  for (guint i = 0; i < n && is_same; i++)
    is_same = g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (offered), i),
                           gtk_string_list_get_string (names, i));
  if (!is_same)
    gtk_drop_down_set_model (drop_down, G_LIST_MODEL (names));
}

/* What bars differ in can colour them. */
static void
update_colors (RefrainCard *self)
{
  RefrainTraits *traits = refrain_card_model_get_traits (self->model);
  const RefrainTrait chosen = refrain_card_model_get_colors (self->model);
  const RefrainTrait best = traits != NULL ? refrain_traits_get_best (traits) : REFRAIN_N_TRAITS;
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint selected = 0;

  self->fills = TRUE;
  g_array_set_size (self->traits, 0);
  gtk_string_list_append (names, _ ("Duration"));
  for (RefrainTrait t = 0; traits != NULL && t < REFRAIN_N_TRAITS; t++)
    if (refrain_traits_get_groups (traits, t, NULL) != NULL)
      {
        g_autofree char *name = t == best ? g_strdup_printf (_ ("%s (explains most)"),
                                                             _ (refrain_trait_get_label (t)))
                                          : g_strdup (_ (refrain_trait_get_label (t)));

        gtk_string_list_append (names, name);
        g_array_append_val (self->traits, t);
        if (t == chosen)
          selected = self->traits->len;
      }
  offer (self->colors, names);
  gtk_drop_down_set_selected (self->colors, selected);
  gtk_widget_set_sensitive (GTK_WIDGET (self->colors), self->traits->len > 0);
  self->fills = FALSE;
}

static void
update_compare (RefrainCard *self)
{
  g_autofree char *text = refrain_card_model_name_compare (self->model);

  gtk_button_set_label (GTK_BUTTON (self->compare), text);
}

static void
on_strip (RefrainCard *self)
{
  update_sentence (self);
  update_colors (self);
  update_compare (self);
}

static void
update (RefrainCard *self)
{
  RefrainSubject *subject
      = self->model != NULL ? refrain_card_model_get_subject (self->model) : NULL;
  RefrainPainter *picture = subject != NULL ? refrain_card_model_get_picture (self->model) : NULL;
  const gboolean has_series = subject != NULL && refrain_card_model_get_strip (self->model) != NULL;
  g_autofree char *words = subject != NULL ? refrain_subject_get_words (subject) : NULL;
  g_autofree char *says = subject != NULL ? refrain_subject_get_sentence (subject) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), subject != NULL);
  gtk_label_set_text (self->title, words != NULL ? words : "");
  refrain_widget_set_long_tooltip (GTK_WIDGET (self->title), words);
  refrain_label_set_sentence (self->says, says != NULL ? says : "");
  refrain_widget_set_long_tooltip (GTK_WIDGET (self->says), says);
  gtk_widget_set_visible (GTK_WIDGET (self->says), says != NULL);
  gtk_label_set_text (self->problem,
                      subject != NULL && subject->problem != NULL ? subject->problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), subject != NULL && subject->problem != NULL);
  refrain_painter_view_set (
      self->picture, self->model != NULL ? refrain_card_model_get_session (self->model) : NULL,
      picture);
  gtk_widget_set_visible (self->frame, picture != NULL);
  gtk_widget_set_visible (self->series, has_series);
  if (self->model != NULL)
    on_strip (self);
}

/* What it is called may be another. */
static void
on_place (RefrainCard *self)
{
  RefrainSubject *subject = refrain_card_model_get_subject (self->model);
  g_autofree char *words = subject != NULL ? refrain_subject_get_words (subject) : NULL;

  update_compare (self);
  if (words == NULL)
    return;
  if (g_strcmp0 (words, gtk_label_get_text (self->title)) != 0)
    update (self);
}

/* ---- What is done ---- */

static void
on_slowest (RefrainCard *self)
{
  refrain_card_model_go_to (self->model, refrain_card_model_get_slowest (self->model));
}

static void
on_median (RefrainCard *self)
{
  refrain_card_model_go_to (self->model, refrain_card_model_get_median (self->model));
}

static void
on_compare (RefrainCard *self)
{
  refrain_card_model_compare (self->model);
}

static void
on_color_chosen (RefrainCard *self)
{
  const guint selected = gtk_drop_down_get_selected (self->colors);

  if (self->fills || self->model == NULL || selected > self->traits->len)
    return;
  refrain_card_model_set_colors (
      self->model,
      selected > 0 ? g_array_index (self->traits, RefrainTrait, selected - 1) : REFRAIN_N_TRAITS);
}

static void
save_at (gpointer owner, const char *path)
{
  RefrainCard *self = owner;
  RefrainViewport part;

  if (self->model != NULL && refrain_card_model_get_strip (self->model) != NULL)
    refrain_figure_job_start (
        owner, refrain_card_model_get_session (self->model),
        REFRAIN_PAINTER (refrain_card_model_get_strip (self->model)),
        refrain_canvas_get_viewport (REFRAIN_CANVAS (self->strip), &part) ? &part : NULL,
        FIGURE_WIDTH, FIGURE_HEIGHT, path);
}

static void
on_export (RefrainCard *self)
{
  refrain_save_chooser_ask (&self->chooser, self, _ ("Export the Durations"), _ ("durations.svg"),
                            save_at);
}

void
refrain_card_set_model (RefrainCard *self, RefrainCardModel *model)
{
  g_return_if_fail (REFRAIN_IS_CARD (self));

  refrain_disconnect (self->model, self);
  g_set_object (&self->model, model);
  refrain_strip_canvas_set_model (self->strip, model);
  if (model != NULL)
    {
      refrain_connect (model, "notify::series", update, self);
      refrain_connect (model, "notify::strip", on_strip, self);
      refrain_connect (model, "notify::place", on_place, self);
    }
  update (self);
}

/* ---- Widget ---- */

static void
refrain_card_dispose (GObject *object)
{
  RefrainCard *self = REFRAIN_CARD (object);

  refrain_save_chooser_close (&self->chooser);
  refrain_disconnect (self->model, self);
  g_clear_object (&self->model);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (refrain_card_parent_class)->dispose (object);
}

REFRAIN_DEFINE_END (RefrainCard, refrain_card, finalize, g_array_unref (x->traits))

static void
refrain_card_class_init (RefrainCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_card_dispose;
  G_OBJECT_CLASS (klass)->finalize = refrain_card_finalize;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "occurrencecard");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkLabel *
add_label (RefrainCard *self, GtkWidget *box, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  refrain_label_wrap (GTK_LABEL (label), 12);
  gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

/* Its label says all: a tooltip would lie over the button below. */
static GtkWidget *
add_button (RefrainCard *self, GtkWidget *box, const char *label, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_hexpand (button, TRUE);
  gtk_box_append (GTK_BOX (box), button);
  refrain_connect (button, "clicked", clicked, self);
  return button;
}

/* The buttons, and what bars are coloured by. */
static void
add_controls (RefrainCard *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *last = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *export = gtk_button_new_from_icon_name ("document-save-as-symbolic");

  add_button (self, row, _ ("_Slowest"), G_CALLBACK (on_slowest));
  add_button (self, row, _ ("_Median"), G_CALLBACK (on_median));
  gtk_box_append (GTK_BOX (self->series), row);
  self->compare
      = add_button (self, self->series, _ ("_Compare with Median"), G_CALLBACK (on_compare));
  self->colors = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  gtk_widget_set_hexpand (GTK_WIDGET (self->colors), TRUE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->colors), _ ("Colour Bars By"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->colors), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Colour bars by"), -1);
  refrain_connect (self->colors, "notify::selected", on_color_chosen, self);
  gtk_widget_set_tooltip_text (export, _ ("Export the Durations"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (export), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Export the durations"), -1);
  refrain_connect (export, "clicked", on_export, self);
  gtk_box_append (GTK_BOX (last), GTK_WIDGET (self->colors));
  gtk_box_append (GTK_BOX (last), export);
  gtk_box_append (GTK_BOX (self->series), last);
}

static void
refrain_card_init (RefrainCard *self)
{
  self->traits = g_array_new (FALSE, FALSE, sizeof (RefrainTrait));
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  self->title = add_label (self, self->box, "heading");
  gtk_label_set_lines (self->title, 3);
  gtk_label_set_ellipsize (self->title, PANGO_ELLIPSIZE_END);
  /* Long ones are whole on the page Time, and in the tooltip. */
  self->says = add_label (self, self->box, "refrain-told");
  gtk_label_set_lines (self->says, 6);
  gtk_label_set_ellipsize (self->says, PANGO_ELLIPSIZE_END);
  self->problem = add_label (self, self->box, "dim-label");
  /* As high wherever there is room: buttons below it stay where they are. */
  self->frame = g_object_new (GTK_TYPE_OVERLAY, "height-request", PICTURE_HEIGHT, NULL);
  self->picture = g_object_new (REFRAIN_TYPE_PAINTER_VIEW, NULL);
  refrain_canvas_paint_behind (REFRAIN_CANVAS (self->picture));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->picture), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("General form"), -1);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->frame), GTK_WIDGET (self->picture));
  gtk_box_append (GTK_BOX (self->box), self->frame);
  self->series = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (self->box), self->series);
  self->strip = g_object_new (REFRAIN_TYPE_STRIP_CANVAS, "height-request", STRIP_HEIGHT, NULL);
  gtk_box_append (GTK_BOX (self->series), GTK_WIDGET (self->strip));
  self->sentence = add_label (self, self->series, "refrain-told");
  add_controls (self);
  gtk_widget_add_css_class (self->box, "refrain-occurrence-card");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
refrain_card_new (void)
{
  return g_object_new (REFRAIN_TYPE_CARD, NULL);
}
