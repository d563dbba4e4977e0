/* cancel-at.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The program's g_cancellable_is_cancelled() stands before the library's, and counts.
 */
#define _GNU_SOURCE

#include "config.h"

#include "cancel-at.h"

#include <dlfcn.h>

static GCancellable *watched;
static int n_asked;   /* atomic */
static int cancel_at; /* the question that is answered with yes, from 1; 0: none */

void
cancel_at_begin (GCancellable *cancellable, int at)
{
  n_asked = 0;
  cancel_at = at;
  watched = cancellable;
}

int
cancel_at_end (void)
{
  watched = NULL;
  return n_asked;
}

gboolean
g_cancellable_is_cancelled (GCancellable *cancellable)
{
  gboolean (*is_cancelled) (GCancellable *) = NULL;

  *(gpointer *) &is_cancelled = dlsym (RTLD_NEXT, "g_cancellable_is_cancelled");
  if (cancellable != NULL && cancellable == watched
      && g_atomic_int_add (&n_asked, 1) + 1 == cancel_at)
    g_cancellable_cancel (cancellable);
  return is_cancelled (cancellable);
}

gboolean
g_cancellable_set_error_if_cancelled (GCancellable *cancellable, GError **error)
{
  if (!g_cancellable_is_cancelled (cancellable))
    return FALSE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
  return TRUE;
}

static void G_GNUC_PRINTF (1, 2) fail (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_test_message ("%s", text);
  g_test_fail ();
}

/* Gives how often it asked. */
static int
run (const CancelAt *work, gconstpointer data, int at)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  gpointer found;

  cancel_at_begin (cancellable, at);
  found = work->func (data, cancellable, work->is_mute ? NULL : &error);
  cancel_at_end ();
  if (at == 0 || n_asked < at)
    g_assert_no_error (error);
  else
    {
      if (found != NULL)
        fail ("%s: cancelled at %d of %d, gives something", work->name, at, n_asked);
      if (!work->is_mute && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        fail ("%s: cancelled at %d of %d, says: %s", work->name, at, n_asked,
              error != NULL ? error->message : "nothing");
    }
  if (found != NULL && work->free_func != NULL)
    work->free_func (found);
  return n_asked;
}

int
cancel_at_each (const CancelAt *work, gconstpointer data, guint most)
{
  const int n = run (work, data, 0), first = MIN (n, (int) most / 2);

  g_test_message ("%s asks %d times", work->name, n);
  for (int at = 1; at <= first; at++)
    run (work, data, at);
  for (int i = 1; i <= (int) most / 2; i++)
    {
      const int at = first + (int) ((gint64) (n - first) * i / ((int) most / 2));

      if (at > first && at > first + (int) ((gint64) (n - first) * (i - 1) / ((int) most / 2)))
        run (work, data, at);
    }
  return n;
}
