/* refrain-claims.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What one of each takes was measured in traces without events, from the reader to `info`: 3.4 kB a
 * process with its thread, 15 bytes a member.
 */
#include "config.h"

#include "refrain-claims.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "refrain-error.h"

static const guint64 cost[REFRAIN_N_CLAIMS] = { 2048, 2048, 16 };

static char *
describe (const RefrainClaims *self, RefrainClaim what)
{
  const guint64 n = self->n[what];

  switch (what)
    {
    case REFRAIN_CLAIM_PROCESSES:
      return g_strdup_printf (_ ("%" PRIu64 " processes are too many for %" PRIu64 " bytes"), n,
                              self->bytes);
    case REFRAIN_CLAIM_THREADS:
      return g_strdup_printf (_ ("%" PRIu64 " threads are too many for %" PRIu64 " bytes"), n,
                              self->bytes);
    default:
      return g_strdup_printf (
          _ ("%" PRIu64 " members of communicators are too many for %" PRIu64 " bytes"), n,
          self->bytes);
    }
}

/* Without overflow: a count of more than 2^40 is refused whatever it costs. */
static gboolean
is_allowed (const RefrainClaims *self)
{
  const guint64 most
      = REFRAIN_CLAIMS_FREE / REFRAIN_CLAIMS_PER_BYTE + MIN (self->bytes, (guint64) 1 << 48);
  guint64 sum = 0;

  for (guint i = 0; i < REFRAIN_N_CLAIMS; i++)
    {
      if (self->n[i] > (guint64) 1 << 40)
        return FALSE;
      sum += self->n[i] * cost[i];
    }
  return sum / REFRAIN_CLAIMS_PER_BYTE <= most;
}

gboolean
refrain_claims_add (
    RefrainClaims *self, RefrainClaim what, guint64 n, const char *place, GError **error)
{
  g_autofree char *cause = NULL;

  g_return_val_if_fail (self != NULL && what < REFRAIN_N_CLAIMS, FALSE);

  self->n[what] += MIN (n, G_MAXUINT64 - self->n[what]);
  if (is_allowed (self))
    return TRUE;
  cause = describe (self, what);
  return refrain_fail (error, REFRAIN_ERROR_FORMAT, "%s: %s%s%s", self->name,
                       place != NULL ? place : "", place != NULL ? ": " : "", cause);
}
