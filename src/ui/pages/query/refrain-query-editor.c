/* refrain-query-editor.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Colours come from the tokens of the parser itself, so that they cannot disagree with it, in the
 * colours that the source view's scheme has for such things.
 */
#include "refrain-query-editor.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "refrain-object.h"
#include "refrain-query-completion.h"

/* Longer texts stay without colours. */
#define MAX_COLOURED 32768
#define LEAST_HEIGHT 66

struct _RefrainQueryEditor
{
  GtkWidget parent_instance;

  GtkWidget *scrolled;
  GtkSourceView *view;
  GtkSourceBuffer *buffer;
  GtkTextTag *tags[REFRAIN_QUERY_TOKEN_STRAY + 1];
  GtkTextTag *problem;
  RefrainQueryCompletion *completion;
};

G_DEFINE_FINAL_TYPE (RefrainQueryEditor, refrain_query_editor, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_RUN,
  SIGNAL_STEP,
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

char *
refrain_query_editor_dup_text (RefrainQueryEditor *self)
{
  GtkTextIter start, end;

  g_return_val_if_fail (REFRAIN_IS_QUERY_EDITOR (self), NULL);
  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  return gtk_text_buffer_get_text (GTK_TEXT_BUFFER (self->buffer), &start, &end, FALSE);
}

void
refrain_query_editor_set_text (RefrainQueryEditor *self, const char *text)
{
  g_return_if_fail (REFRAIN_IS_QUERY_EDITOR (self));
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->buffer), text, -1);
}

void
refrain_query_editor_set_trace (RefrainQueryEditor *self, RefrainTrace *trace)
{
  g_return_if_fail (REFRAIN_IS_QUERY_EDITOR (self));
  refrain_query_completion_set_trace (self->completion, trace);
}

/* ---- Colours --------------------------------------------------------------------------------- */

/* The ends of @place, in bytes of @text, which is the buffer's. */
static void
get_iters (RefrainQueryEditor *self,
           const char *text,
           const RefrainQueryPlace *place,
           GtkTextIter *start,
           GtkTextIter *end)
{
  const gsize length = strlen (text);
  const gsize from = MIN (place->start, length), to = MIN (from + place->length, length);
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);

  gtk_text_buffer_get_iter_at_offset (buffer, start, (int) g_utf8_strlen (text, (gssize) from));
  gtk_text_buffer_get_iter_at_offset (buffer, end, (int) g_utf8_strlen (text, (gssize) to));
}

static void
colour (RefrainQueryEditor *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  g_autofree char *text = refrain_query_editor_dup_text (self);
  const gsize length = strlen (text);
  RefrainQueryToken token;
  GtkTextIter start, end;
  gsize at = 0;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  for (guint i = 0; i < G_N_ELEMENTS (self->tags); i++)
    gtk_text_buffer_remove_tag (buffer, self->tags[i], &start, &end);
  if (length > MAX_COLOURED)
    return;
  while (refrain_query_next_token (text, length, &at, &token))
    {
      get_iters (self, text, &token.place, &start, &end);
      gtk_text_buffer_apply_tag (buffer, self->tags[token.kind], &start, &end);
    }
}

static void
on_changed (RefrainQueryEditor *self)
{
  refrain_query_editor_set_problem (self, NULL);
  colour (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* Takes the colours of the scheme that goes with the window. */
static void
update_style (RefrainQueryEditor *self)
{
  static const char *const styles[] = {
    [REFRAIN_QUERY_TOKEN_KEYWORD] = "def:statement", [REFRAIN_QUERY_TOKEN_NAME] = "def:identifier",
    [REFRAIN_QUERY_TOKEN_STRING] = "def:string",     [REFRAIN_QUERY_TOKEN_NUMBER] = "def:number",
    [REFRAIN_QUERY_TOKEN_OPERATOR] = "def:operator", [REFRAIN_QUERY_TOKEN_STRAY] = "def:error",
  };
  const gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleScheme *scheme = gtk_source_style_scheme_manager_get_scheme (
      gtk_source_style_scheme_manager_get_default (), dark ? "Adwaita-dark" : "Adwaita");

  if (scheme == NULL)
    return;
  gtk_source_buffer_set_style_scheme (self->buffer, scheme);
  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    {
      GtkSourceStyle *style
          = styles[i] != NULL ? gtk_source_style_scheme_get_style (scheme, styles[i]) : NULL;

      if (style != NULL)
        gtk_source_style_apply (style, self->tags[i]);
    }
}

void
refrain_query_editor_set_problem (RefrainQueryEditor *self, const RefrainQueryPlace *place)
{
  GtkTextBuffer *buffer;
  GtkTextIter start, end;
  g_autofree char *text = NULL;

  g_return_if_fail (REFRAIN_IS_QUERY_EDITOR (self));

  buffer = GTK_TEXT_BUFFER (self->buffer);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag (buffer, self->problem, &start, &end);
  if (place == NULL)
    return;
  text = refrain_query_editor_dup_text (self);
  get_iters (self, text, place, &start, &end);
  gtk_text_buffer_place_cursor (buffer, &start);
  /* What is missing at the end is shown at the last letter. */
  if (gtk_text_iter_equal (&start, &end) && !gtk_text_iter_forward_char (&end))
    gtk_text_iter_backward_char (&start);
  gtk_text_buffer_apply_tag (buffer, self->problem, &start, &end);
}

/* ---- Keys ------------------------------------------------------------------------------------ */

static gboolean
on_key (
    GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  RefrainQueryEditor *self = data;
  const gboolean enter = key == GDK_KEY_Return || key == GDK_KEY_KP_Enter;

  state &= gtk_accelerator_get_default_mod_mask ();
  if (enter && state == GDK_CONTROL_MASK)
    {
      g_signal_emit (self, signals[SIGNAL_RUN], 0);
      return TRUE;
    }
  if (state == GDK_ALT_MASK && (key == GDK_KEY_Up || key == GDK_KEY_Down))
    {
      g_signal_emit (self, signals[SIGNAL_STEP], 0, key == GDK_KEY_Up ? -1 : 1);
      return TRUE;
    }
  /* Tab leaves the editor, as it leaves an entry. */
  if (key == GDK_KEY_Tab && state == 0
      && !gtk_text_buffer_get_has_selection (GTK_TEXT_BUFFER (self->buffer)))
    return gtk_widget_child_focus (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))),
                                   GTK_DIR_TAB_FORWARD);
  return FALSE;
}

/* ---- Widget ---------------------------------------------------------------------------------- */

static gboolean
refrain_query_editor_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (REFRAIN_QUERY_EDITOR (widget)->view));
}

REFRAIN_DEFINE_END (RefrainQueryEditor,
                    refrain_query_editor,
                    dispose,
                    g_clear_pointer (&x->scrolled, gtk_widget_unparent);
                    g_clear_object (&x->completion);
                    g_clear_object (&x->buffer))

static void
refrain_query_editor_class_init (RefrainQueryEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_query_editor_dispose;
  widget_class->grab_focus = refrain_query_editor_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  signals[SIGNAL_RUN] = g_signal_new ("run", REFRAIN_TYPE_QUERY_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL,
                                      NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_STEP] = g_signal_new ("step", REFRAIN_TYPE_QUERY_EDITOR, G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", REFRAIN_TYPE_QUERY_EDITOR, G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
init_buffer (RefrainQueryEditor *self)
{
  GtkTextBuffer *buffer;

  self->buffer = gtk_source_buffer_new (NULL);
  buffer = GTK_TEXT_BUFFER (self->buffer);
  gtk_source_buffer_set_highlight_matching_brackets (self->buffer, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (self->tags); i++)
    self->tags[i] = gtk_text_buffer_create_tag (buffer, NULL, NULL);
  self->problem
      = gtk_text_buffer_create_tag (buffer, NULL, "underline", PANGO_UNDERLINE_ERROR, NULL);
  refrain_connect (buffer, "changed", on_changed, self);
}

static void
init_view (RefrainQueryEditor *self)
{
  GtkTextView *view;
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->view = GTK_SOURCE_VIEW (gtk_source_view_new_with_buffer (self->buffer));
  view = GTK_TEXT_VIEW (self->view);
  gtk_text_view_set_monospace (view, TRUE);
  gtk_text_view_set_wrap_mode (view, GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_top_margin (view, 8);
  gtk_text_view_set_bottom_margin (view, 8);
  gtk_text_view_set_left_margin (view, 10);
  gtk_text_view_set_right_margin (view, 10);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Query"),
      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      _ ("Ctrl+Enter runs the query, Alt+Up and Alt+Down step through earlier ones"), -1);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (view), keys);
  self->completion = refrain_query_completion_new ();
  gtk_source_completion_add_provider (gtk_source_view_get_completion (self->view),
                                      GTK_SOURCE_COMPLETION_PROVIDER (self->completion));
}

static void
refrain_query_editor_init (RefrainQueryEditor *self)
{
  init_buffer (self);
  init_view (self);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), GTK_WIDGET (self->view));
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scrolled), LEAST_HEIGHT);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scrolled),
                                              3 * LEAST_HEIGHT);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scrolled), TRUE);
  gtk_scrolled_window_set_has_frame (GTK_SCROLLED_WINDOW (self->scrolled), TRUE);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  refrain_connect (adw_style_manager_get_default (), "notify::dark", update_style, self);
  update_style (self);
}
