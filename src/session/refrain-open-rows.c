/* refrain-open-rows.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A flag for each process.
 */
#include "refrain-open-rows.h"

#include "refrain-notices.h"
#include "refrain-object.h"

struct _RefrainOpenRows
{
  GObject parent_instance;

  gboolean *open;
  guint n, n_open;
};

REFRAIN_DEFINE_NOTIFIER (RefrainOpenRows, refrain_open_rows, finalize, "open")

gboolean
refrain_open_rows_is_open (RefrainOpenRows *self, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_OPEN_ROWS (self), FALSE);
  return process < self->n && self->open[process];
}

void
refrain_open_rows_set_open (RefrainOpenRows *self, guint process, gboolean open)
{
  g_return_if_fail (REFRAIN_IS_OPEN_ROWS (self));

  open = !!open;
  if (process >= self->n || self->open[process] == open)
    return;
  self->open[process] = open;
  self->n_open += open ? 1 : -1;
  g_object_notify (G_OBJECT (self), "open");
}

void
refrain_open_rows_set_all (RefrainOpenRows *self, gboolean open)
{
  g_return_if_fail (REFRAIN_IS_OPEN_ROWS (self));

  if (self->n_open == (open ? self->n : 0))
    return;
  for (guint i = 0; i < self->n; i++)
    self->open[i] = !!open;
  self->n_open = open ? self->n : 0;
  g_object_notify (G_OBJECT (self), "open");
}

REFRAIN_GETTER (RefrainOpenRows, refrain_open_rows, guint, count, self->n_open)
REFRAIN_GETTER (
    RefrainOpenRows, refrain_open_rows, const gboolean *, get, self->n_open > 0 ? self->open : NULL)

static void
refrain_open_rows_finalize (RefrainOpenRows *self)
{
  g_free (self->open);
}

static void
refrain_open_rows_init (RefrainOpenRows *self)
{
}

RefrainOpenRows *
refrain_open_rows_new (guint n)
{
  RefrainOpenRows *self = g_object_new (REFRAIN_TYPE_OPEN_ROWS, NULL);

  self->n = n;
  self->open = g_new0 (gboolean, n);
  return self;
}
