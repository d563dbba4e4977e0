/* refrain-widget-style.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sizes follow the font of the widget, colours the palette of the session.
 */
#include "refrain-widget-style.h"

#include <math.h>

/* The painters' text is a little smaller than that of the controls around. */
#define FONT_SCALE 0.9
/* A line of a tooltip has so many letters at most. */
#define TOOLTIP_CHARS 42
/* Where a widget keeps its own. */
#define TOOLTIP "refrain-tooltip"

/* One desktop, one answer for all windows; the main thread's. */
static gboolean has_contrast;

void
refrain_widget_set_contrast (gboolean contrast)
{
  has_contrast = contrast;
}

void
refrain_widget_init_style (RefrainStyle *style, gboolean dark, double font_size)
{
  g_return_if_fail (style != NULL);

  refrain_style_init (style, dark ? REFRAIN_PALETTE_DARK : REFRAIN_PALETTE_LIGHT, font_size);
  if (has_contrast)
    refrain_style_raise_contrast (style);
}

void
refrain_widget_get_style (GtkWidget *widget, RefrainSession *session, RefrainStyle *style)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);
  const PangoFontDescription *font = pango_context_get_font_description (context);
  double size = font != NULL ? pango_font_description_get_size (font) / (double) PANGO_SCALE : 10;
  double resolution = pango_cairo_context_get_resolution (context);

  if (font == NULL || !pango_font_description_get_size_is_absolute (font))
    size *= (resolution > 0 ? resolution : 96) / 72;
  size = CLAMP (round (size * FONT_SCALE * 2) / 2, 6, 60);
  refrain_widget_init_style (style, session != NULL && refrain_session_get_dark (session), size);
}

void
refrain_widget_fill (GtkWidget *widget,
                     GtkSnapshot *snapshot,
                     const RefrainStyle *style,
                     RefrainColorRole role)
{
  const RefrainColor *color = &style->colors[role];

  gtk_snapshot_append_color (snapshot,
                             &(GdkRGBA){ (float) color->red, (float) color->green,
                                         (float) color->blue, (float) color->alpha },
                             &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                                  (float) gtk_widget_get_height (widget)));
}

void
refrain_widget_draw_focus (GtkWidget *widget, GtkSnapshot *snapshot, const RefrainStyle *style)
{
  const RefrainColor *color = &style->colors[REFRAIN_COLOR_SELECTION];
  GdkRGBA rgba = { (float) color->red, (float) color->green, (float) color->blue, 0.8f };
  GskRoundedRect outline;

  if (!(gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_FOCUS_VISIBLE))
    return;
  gsk_rounded_rect_init_from_rect (&outline,
                                   &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                                        (float) gtk_widget_get_height (widget)),
                                   0);
  gtk_snapshot_append_border (snapshot, &outline, (float[4]){ 2, 2, 2, 2 },
                              (GdkRGBA[4]){ rgba, rgba, rgba, rgba });
}

void
refrain_label_wrap (GtkLabel *label, int chars)
{
  g_return_if_fail (GTK_IS_LABEL (label));

  gtk_label_set_wrap (label, TRUE);
  gtk_label_set_wrap_mode (label, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (label, chars);
}

static GtkSizeRequestMode
get_request_mode (GtkWidget *holder)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure_text (GtkWidget *holder,
              GtkOrientation orientation,
              int for_size,
              int *minimum,
              int *natural,
              int *minimum_baseline,
              int *natural_baseline)
{
  gtk_widget_measure (gtk_widget_get_first_child (holder), orientation,
                      orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static void
allocate_text (GtkWidget *holder, int width, int height, int baseline)
{
  gtk_widget_allocate (gtk_widget_get_first_child (holder), width, height, baseline, NULL);
}

GtkWidget *
refrain_label_hold (GtkWidget *text)
{
  GtkWidget *holder;

  g_return_val_if_fail (GTK_IS_WIDGET (text), NULL);

  holder = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append (GTK_BOX (holder), text);
  gtk_widget_set_layout_manager (
      holder, gtk_custom_layout_new (get_request_mode, measure_text, allocate_text));
  return holder;
}

void
refrain_widget_set_tooltip (GtkTooltip *tooltip, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), TOOLTIP_CHARS);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_tooltip_set_custom (tooltip, label);
}

gboolean
refrain_label_set_sentence (GtkLabel *label, const char *text)
{
  g_autoptr (GString) whole = g_string_new (text);

  g_return_val_if_fail (GTK_IS_LABEL (label), FALSE);

  g_string_replace (whole, " %", "\u00a0%", 0);
  if (g_strcmp0 (gtk_label_get_text (label), whole->str) == 0)
    return FALSE;
  gtk_label_set_text (label, whole->str);
  return TRUE;
}

static gboolean
on_query_tooltip (GtkWidget *widget, int x, int y, gboolean by_key, GtkTooltip *tooltip)
{
  refrain_widget_set_tooltip (tooltip, g_object_get_data (G_OBJECT (widget), TOOLTIP));
  return TRUE;
}

void
refrain_widget_set_long_tooltip (GtkWidget *widget, const char *text)
{
  const char *before;

  g_return_if_fail (GTK_IS_WIDGET (widget));

  before = g_object_get_data (G_OBJECT (widget), TOOLTIP);
  if (g_strcmp0 (before, text) == 0)
    return;
  if (before == NULL)
    g_signal_connect (widget, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  else if (text == NULL)
    g_signal_handlers_disconnect_by_func (widget, on_query_tooltip, NULL);
  g_object_set_data_full (G_OBJECT (widget), TOOLTIP, g_strdup (text), g_free);
  gtk_widget_set_has_tooltip (widget, text != NULL);
}

void
refrain_widget_class_bind_time_keys (GtkWidgetClass *klass)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } keys[] = {
    { GDK_KEY_Left, 0, "win.pan-left" },
    { GDK_KEY_KP_Left, 0, "win.pan-left" },
    { GDK_KEY_Right, 0, "win.pan-right" },
    { GDK_KEY_KP_Right, 0, "win.pan-right" },
    { GDK_KEY_Left, GDK_SHIFT_MASK, "win.page-left" },
    { GDK_KEY_Right, GDK_SHIFT_MASK, "win.page-right" },
    { GDK_KEY_plus, 0, "win.zoom-in" },
    { GDK_KEY_plus, GDK_SHIFT_MASK, "win.zoom-in" },
    { GDK_KEY_equal, 0, "win.zoom-in" },
    { GDK_KEY_KP_Add, 0, "win.zoom-in" },
    { GDK_KEY_minus, 0, "win.zoom-out" },
    { GDK_KEY_KP_Subtract, 0, "win.zoom-out" },
    { GDK_KEY_Home, 0, "win.go-start" },
    { GDK_KEY_End, 0, "win.go-end" },
    { GDK_KEY_0, 0, "win.zoom-all" },
    { GDK_KEY_KP_0, 0, "win.zoom-all" },
    { GDK_KEY_f, 0, "win.zoom-busy" },
    { GDK_KEY_m, 0, "win.measure" },
    { GDK_KEY_n, 0, "win.next-occurrence" },
    { GDK_KEY_p, 0, "win.previous-occurrence" },
    { GDK_KEY_period, 0, "win.next-operation" },
    { GDK_KEY_comma, 0, "win.previous-operation" },
    { GDK_KEY_Return, 0, "win.go-partner" },
    { GDK_KEY_KP_Enter, 0, "win.go-partner" },
    { GDK_KEY_z, 0, "win.zoom-pick" },
    { GDK_KEY_Escape, 0, "win.clear-selection" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (klass, keys[i].key, keys[i].modifiers, keys[i].action,
                                         NULL);
}
