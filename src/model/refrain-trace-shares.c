/* refrain-trace-shares.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Told in rounds, so that no member needs room for all of it at once.
 */
#include "refrain-trace-shares.h"

/* What a member tells in a round. */
#define ENDS_PER_ROUND ((guint64) 1 << 19)

typedef struct
{
  RefrainTime time;    /* of one end */
  guint32 process, op; /* the other */
} End;

/* Puts ends into @out, from operation *@op of process *@process on. */
static void
put_ends (RefrainTrace *trace,
          RefrainTime (*get) (gpointer data, guint process, gsize op),
          gpointer data,
          guint *process,
          gsize *op,
          GPtrArray *out)
{
  const RefrainShares *shares = refrain_trace_get_shares (trace);
  guint64 n = 0;

  for (; *process < shares->first[shares->team->me + 1]; ++*process, *op = 0)
    {
      const RefrainOps *ops = refrain_trace_get_ops (trace, *process);

      for (; *op < ops->n; ++*op)
        {
          const guint peer = (guint) ops->peer[*op];
          End end = { .process = peer, .op = ops->partner[*op] };

          if (!REFRAIN_OP_IS_P2P (ops->kind[*op]) || end.op == REFRAIN_NONE
              || refrain_shares_own (shares, peer))
            continue;
          if (n++ == ENDS_PER_ROUND)
            return;
          end.time = get (data, *process, *op);
          REFRAIN_PARCEL_PUT (out->pdata[refrain_shares_get_owner (shares, peer)], end);
        }
    }
}

void
refrain_trace_swap_ends (RefrainTrace *self,
                         RefrainTime (*get) (gpointer data, guint process, gsize op),
                         void (*set) (gpointer data, guint process, gsize op, RefrainTime time),
                         gpointer data)
{
  const RefrainShares *shares = refrain_trace_get_shares (self);
  guint process;
  gsize op = 0;
  guint64 more;

  if (shares == NULL)
    return;
  process = shares->first[shares->team->me];
  do
    {
      g_autoptr (GPtrArray) out = refrain_team_new_parcels (shares->team), in = NULL;

      put_ends (self, get, data, &process, &op, out);
      in = refrain_team_exchange (shares->team, out);
      for (guint m = 0; in != NULL && m < in->len; m++)
        for (RefrainParcel parcel = refrain_parcel_open (in, m); refrain_parcel_has_more (&parcel);)
          {
            End end;

            refrain_parcel_take (&parcel, &end, sizeof end);
            set (data, end.process, end.op, end.time);
          }
      more = process < shares->first[shares->team->me + 1];
    }
  while (refrain_team_sum (shares->team, &more, 1) && more > 0);
}
