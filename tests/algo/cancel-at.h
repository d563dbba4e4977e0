/* cancel-at.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Work that is cancelled at the k-th place where it asks whether it is. To be linked into the
 * program itself: g_cancellable_is_cancelled() is this one's then.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What it found (to be freed), or NULL when cancelled. */
typedef gpointer (*CancelAtFunc) (gconstpointer data, GCancellable *cancellable, GError **error);

typedef struct
{
  const char *name;
  CancelAtFunc func;
  GDestroyNotify free_func; /* NULL: what it gives is not to be freed */
  gboolean is_mute;         /* has no GError */
} CancelAt;

/* Runs @work whole, then cancelled at each of the places where it asks (of more than @most at the
 * first ones and at some of the others): then it gives nothing, and says that it was cancelled.
 * Gives how many there are. */
int cancel_at_each (const CancelAt *work, gconstpointer data, guint most);

/* From now on @cancellable is cancelled at the place @at, from 1, where somebody asks it. */
void cancel_at_begin (GCancellable *cancellable, int at);
/* Gives how often it was asked. */
int cancel_at_end (void);

G_END_DECLS
