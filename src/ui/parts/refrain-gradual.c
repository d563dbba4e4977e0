/* refrain-gradual.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A window keeps its parts that are to come, and its frame clock calls for them.
 */
#include "refrain-gradual.h"

#include "refrain-free.h"

/* Where a window keeps them. */
#define WAITING "refrain-waiting"

typedef struct
{
  GQueue parts;  /* of GtkWidget */
  gboolean seen; /* the frame without them was */
} Waiting;

REFRAIN_DEFINE_FREE (waiting_free, Waiting, g_queue_clear_full (&x->parts, g_object_unref))

static gboolean
on_tick (GtkWidget *window, GdkFrameClock *clock, gpointer data)
{
  Waiting *waiting = data;
  g_autoptr (GtkWidget) part = NULL;

  if (!waiting->seen)
    {
      waiting->seen = TRUE;
      return G_SOURCE_CONTINUE;
    }
  part = g_queue_pop_head (&waiting->parts);
  if (part != NULL)
    gtk_widget_set_visible (part, TRUE);
  if (!g_queue_is_empty (&waiting->parts))
    return G_SOURCE_CONTINUE;
  g_object_set_data (G_OBJECT (window), WAITING, NULL);
  return G_SOURCE_REMOVE;
}

gboolean
refrain_gradual_is_showing (GtkWidget *widget)
{
  GtkRoot *window = gtk_widget_get_root (widget);

  return window != NULL && g_object_get_data (G_OBJECT (window), WAITING) != NULL;
}

void
refrain_gradual_show (GtkWidget *part)
{
  GtkWidget *window;
  Waiting *waiting;

  g_return_if_fail (GTK_IS_WIDGET (part));

  window = GTK_WIDGET (gtk_widget_get_root (part));
  if (window == NULL || !gtk_widget_get_mapped (window))
    return;
  waiting = g_object_get_data (G_OBJECT (window), WAITING);
  if (waiting == NULL)
    {
      waiting = g_new0 (Waiting, 1);
      g_object_set_data_full (G_OBJECT (window), WAITING, waiting, waiting_free);
      gtk_widget_add_tick_callback (window, on_tick, waiting, NULL);
    }
  gtk_widget_set_visible (part, FALSE);
  if (g_queue_find (&waiting->parts, part) == NULL)
    g_queue_push_tail (&waiting->parts, g_object_ref (part));
}

static void
on_realize (GtkWidget *stack)
{
  if (GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (gtk_widget_get_native (stack))))
    gtk_stack_set_transition_type (GTK_STACK (stack), GTK_STACK_TRANSITION_TYPE_NONE);
}

void
refrain_gradual_calm (GtkStack *stack)
{
  g_return_if_fail (GTK_IS_STACK (stack));
  g_signal_connect_after (stack, "realize", G_CALLBACK (on_realize), NULL);
}
