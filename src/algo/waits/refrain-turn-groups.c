/* refrain-turn-groups.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Processes that communicate in their loops, be it by way of others, are a group.
 */
#include "refrain-own-turns.h"

#include "refrain-trace-shares.h"

/* With fewer processes a group is none. */
#define FEWEST_MEMBERS 2

static guint32
find_root (guint32 *parent, guint32 p)
{
  while (parent[p] != p)
    p = parent[p] = parent[parent[p]];
  return p;
}

static void
join (guint32 *parent, guint32 a, guint32 b)
{
  a = find_root (parent, a);
  b = find_root (parent, b);
  parent[MAX (a, b)] = MIN (a, b);
}

/* Joins @process with whom it communicates in its loop. FALSE where that is all. */
static gboolean
join_partners (const RefrainOwnTurns *own,
               RefrainTrace *trace,
               const RefrainSymbolStream *stream,
               guint32 process,
               guint32 *parent)
{
  const guint n_processes = refrain_trace_get_n_processes (trace);
  const RefrainOps *ops = refrain_process_get_ops (refrain_trace_get_process (trace, process));
  const guint32 last = stream->op[refrain_own_turns_get_element (own, own->end - 1)];

  for (guint32 op = stream->op[refrain_own_turns_get_element (own, own->start)]; op <= last; op++)
    {
      const gint32 *members;
      gsize n;

      if (REFRAIN_OP_IS_P2P (ops->kind[op]))
        {
          if (ops->peer[op] >= 0)
            join (parent, process, (guint32) ops->peer[op]);
          continue;
        }
      if (ops->comm[op] == REFRAIN_NONE)
        return FALSE;
      members = refrain_communicator_get_members (
          refrain_trace_get_communicator (trace, ops->comm[op]), &n);
      if (n >= n_processes)
        return FALSE;
      for (gsize i = 0; i < n; i++)
        if (members[i] >= 0)
          join (parent, process, (guint32) members[i]);
    }
  return TRUE;
}

/* Of each process the first of its group. Free with g_free(). NULL where all are one. */
static guint32 *
find_groups (const RefrainOwnTurns *own, RefrainTrace *trace, RefrainSymbols *symbols)
{
  const guint n_processes = refrain_trace_get_n_processes (trace);
  const RefrainShares *shares = refrain_trace_get_shares (trace);
  g_autofree guint32 *parent = g_new (guint32, (gsize) n_processes + 1);
  gboolean apart = TRUE;

  for (guint32 p = 0; p < n_processes; p++)
    parent[p] = p;
  for (guint32 p = 0; p < n_processes && apart; p++)
    apart = !refrain_shares_own (shares, p) || own[p].n == 0
            || (refrain_process_get_n_threads (refrain_trace_get_process (trace, p)) == 1
                && join_partners (&own[p], trace, refrain_symbols_get_stream (symbols, p), p,
                                  parent));
  if (shares != NULL)
    {
      g_autoptr (GPtrArray) all = NULL;
      g_autoptr (GByteArray) mine = g_byte_array_new ();

      REFRAIN_PARCEL_PUT (mine, apart);
      g_byte_array_append (mine, (const guint8 *) parent, (guint) (n_processes * sizeof *parent));
      all = refrain_team_gather (shares->team, mine->data, mine->len);
      for (guint m = 0; all != NULL && m < all->len; m++)
        {
          RefrainParcel parcel = refrain_parcel_open (all, m);
          gboolean theirs = FALSE;

          refrain_parcel_take (&parcel, &theirs, sizeof theirs);
          apart = apart && theirs;
          for (guint32 p = 0; p < n_processes; p++)
            {
              guint32 other = p;

              refrain_parcel_take (&parcel, &other, sizeof other);
              join (parent, p, MIN (other, n_processes - 1));
            }
        }
    }
  for (guint32 p = 0; p < n_processes; p++)
    parent[p] = find_root (parent, p);
  return apart ? g_steal_pointer (&parent) : NULL;
}

guint32 *
refrain_own_turns_find_groups (const RefrainOwnTurns *own,
                               RefrainTrace *trace,
                               RefrainSymbols *symbols)
{
  const guint n_processes = refrain_trace_get_n_processes (trace);
  g_autofree guint32 *first = find_groups (own, trace, symbols);
  g_autofree guint32 *members = g_new0 (guint32, (gsize) n_processes + 1);
  gboolean differ = FALSE;
  guint32 n = 0;

  if (first == NULL)
    return NULL;
  for (guint32 p = 0; p < n_processes; p++)
    members[first[p]]++;
  for (guint32 p = 0; p < n_processes; p++)
    {
      if (own[p].n != own[first[p]].n || (own[p].n > 0) != (members[first[p]] >= FEWEST_MEMBERS))
        return NULL;
      differ = differ || (n > 0 && own[p].n > 0 && own[p].n != n);
      n = MAX (n, own[p].n);
    }
  return differ ? g_steal_pointer (&first) : NULL;
}
