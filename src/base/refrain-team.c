/* refrain-team.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Everything is one exchange: what all are to have is given to each.
 */
#include "refrain-team.h"

#include <string.h>

#include "refrain-free.h"
#include "refrain-object.h"

static RefrainTeam *current;

void
refrain_team_set (RefrainTeam *team)
{
  current = team;
}

RefrainTeam *
refrain_team_get (void)
{
  return current;
}

GPtrArray *
refrain_team_new_parcels (const RefrainTeam *self)
{
  GPtrArray *parcels = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);

  for (guint i = 0; i < self->n; i++)
    g_ptr_array_add (parcels, g_byte_array_new ());
  return parcels;
}

void
refrain_team_give_up (RefrainTeam *self)
{
  g_autoptr (GPtrArray) out = NULL, in = NULL;

  if (self->is_over)
    return;
  out = refrain_team_new_parcels (self);
  in = refrain_team_new_parcels (self);
  self->exchange (self, (GByteArray *const *) out->pdata, (GByteArray *const *) in->pdata, TRUE);
  self->is_over = TRUE;
}

GPtrArray *
refrain_team_exchange (RefrainTeam *self, GPtrArray *out)
{
  g_autoptr (GPtrArray) in = NULL;

  if (self->is_over)
    return NULL;
  in = refrain_team_new_parcels (self);
  if (!self->exchange (self, (GByteArray *const *) out->pdata, (GByteArray *const *) in->pdata,
                       FALSE))
    {
      self->is_over = TRUE;
      return NULL;
    }
  return g_steal_pointer (&in);
}

GPtrArray *
refrain_team_gather (RefrainTeam *self, gconstpointer bytes, gsize n)
{
  g_autoptr (GPtrArray) out = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);
  GByteArray *mine = g_byte_array_new ();

  g_byte_array_append (mine, bytes, (guint) n);
  for (guint i = 0; i < self->n; i++)
    g_ptr_array_add (out, g_byte_array_ref (mine));
  g_byte_array_unref (mine);
  return refrain_team_exchange (self, out);
}

gboolean
refrain_team_finish (RefrainTeam *self)
{
  g_autoptr (GPtrArray) all = refrain_team_gather (self, NULL, 0);

  self->is_done = all != NULL;
  return self->is_done;
}

gboolean
refrain_team_sum (RefrainTeam *self, guint64 *numbers, gsize n)
{
  g_autoptr (GPtrArray) all = refrain_team_gather (self, numbers, n * sizeof *numbers);

  if (all == NULL)
    return FALSE;
  memset (numbers, 0, n * sizeof *numbers);
  for (guint i = 0; i < self->n; i++)
    {
      RefrainParcel parcel = refrain_parcel_open (all, i);

      for (gsize k = 0; k < n; k++)
        {
          guint64 number;

          refrain_parcel_take (&parcel, &number, sizeof number);
          numbers[k] += number;
        }
    }
  return TRUE;
}

RefrainParcel
refrain_parcel_open (const GPtrArray *parcels, guint member)
{
  const GByteArray *bytes = parcels->pdata[member];

  /* What is empty may be NULL, to which nothing may be added. */
  return (RefrainParcel){ bytes->data, bytes->len > 0 ? bytes->data + bytes->len : bytes->data };
}

REFRAIN_READER (refrain_parcel_has_more, const RefrainParcel, gboolean, self->at < self->end)

void
refrain_parcel_take (RefrainParcel *self, gpointer to, gsize n)
{
  g_assert (n <= (gsize) (self->end - self->at));
  if (n == 0)
    return;
  memcpy (to, self->at, n);
  self->at += n;
}

gpointer
refrain_parcel_take_array (RefrainParcel *self, gsize n, gsize size)
{
  gpointer array = g_malloc (MAX (n, 1) * size);

  refrain_parcel_take (self, array, n * size);
  return array;
}

char *
refrain_parcel_take_text (RefrainParcel *self)
{
  guint32 n;

  refrain_parcel_take (self, &n, sizeof n);
  return refrain_parcel_take_array (self, n, 1);
}

void
refrain_parcel_put_text (GByteArray *parcel, const char *text)
{
  const guint32 n = (guint32) strlen (text) + 1;

  REFRAIN_PARCEL_PUT (parcel, n);
  g_byte_array_append (parcel, (const guint8 *) text, n);
}

/* ---- Who has what -------------------------------------------------------------------------- */

RefrainShares *
refrain_shares_new (RefrainTeam *team, const guint64 *weights, guint n)
{
  RefrainShares *self = g_new0 (RefrainShares, 1);
  guint64 whole = 0, before = 0;
  guint item = 0;

  self->team = team;
  self->first = g_new0 (guint, team->n + 1);
  /* An item without events weighs something, too. */
  for (guint i = 0; i < n; i++)
    whole += weights[i] + 1;
  for (guint m = 0; m < team->n; m++)
    {
      const double until = (double) whole * (m + 1) / team->n;

      self->first[m] = item;
      /* An item goes where its middle lies. */
      while (item < n && (double) before + (double) (weights[item] + 1) / 2 < until)
        before += weights[item++] + 1;
    }
  self->first[team->n] = n;
  return self;
}

RefrainShares *
refrain_shares_new_even (RefrainTeam *team, guint n)
{
  RefrainShares *self = g_new0 (RefrainShares, 1);

  self->team = team;
  self->first = g_new (guint, team->n + 1);
  for (guint m = 0; m <= team->n; m++)
    self->first[m] = (guint) ((guint64) n * m / team->n);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_shares_free, RefrainShares, g_free (x->first))

guint
refrain_shares_get_owner (const RefrainShares *self, guint item)
{
  guint low = 0, high = self->team->n - 1;

  while (low < high)
    {
      const guint middle = (low + high) / 2;

      if (item < self->first[middle + 1])
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

gboolean
refrain_shares_own (const RefrainShares *self, guint item)
{
  return self == NULL
         || (item >= self->first[self->team->me] && item < self->first[self->team->me + 1]);
}

gboolean
refrain_shares_fill (const RefrainShares *self, gpointer rows, gsize size)
{
  g_autoptr (GPtrArray) all = NULL;
  guint8 *bytes = rows;
  const guint *first;

  if (self == NULL)
    return TRUE;
  first = self->first + self->team->me;
  all = refrain_team_gather (self->team, bytes + first[0] * size, (first[1] - first[0]) * size);
  for (guint i = 0; all != NULL && i < self->team->n; i++)
    {
      RefrainParcel parcel = refrain_parcel_open (all, i);

      refrain_parcel_take (&parcel, bytes + self->first[i] * size,
                           (self->first[i + 1] - self->first[i]) * size);
    }
  return all != NULL;
}
