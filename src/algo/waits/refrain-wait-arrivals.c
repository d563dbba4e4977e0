/* refrain-wait-arrivals.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When the processes took up their sides of operations, as partners have to know it. Each end of a
 * message is told when the other came. Of a collective the last to come is found once for all its
 * members.
 *
 * In a team no member has a partner's columns. What it has to know of a message it is told; of a
 * collective each tells the keeper of the instance when its own processes came, and that one
 * answers, to each, when whoever it waits for came.
 */
#include "refrain-waits-private.h"

#include "refrain-free.h"
#include "refrain-parallel.h"

/* Between two looks at the cancellable. */
#define OPS_PER_CHECK 65536

RefrainWaitRule
refrain_wait_rule_find (RefrainCollective type, RefrainWaitKind *kind)
{
  switch (type)
    {
    case REFRAIN_COLLECTIVE_BARRIER:
      *kind = REFRAIN_WAIT_BARRIER;
      return REFRAIN_WAIT_RULE_LAST;
    case REFRAIN_COLLECTIVE_BCAST:
    case REFRAIN_COLLECTIVE_SCATTER:
    case REFRAIN_COLLECTIVE_SCATTERV:
      *kind = REFRAIN_WAIT_LATE_BROADCAST;
      return REFRAIN_WAIT_RULE_ROOT;
    case REFRAIN_COLLECTIVE_GATHER:
    case REFRAIN_COLLECTIVE_GATHERV:
      *kind = REFRAIN_WAIT_EARLY_REDUCE;
      return REFRAIN_WAIT_RULE_REST;
    case REFRAIN_COLLECTIVE_REDUCE: /* by Scalasca's definition */
      *kind = REFRAIN_WAIT_EARLY_REDUCE;
      return REFRAIN_WAIT_RULE_FIRST;
    case REFRAIN_COLLECTIVE_SCAN:
    case REFRAIN_COLLECTIVE_EXSCAN:
      *kind = REFRAIN_WAIT_SCAN;
      return REFRAIN_WAIT_RULE_LOWER;
    case REFRAIN_COLLECTIVE_ALLGATHER:
    case REFRAIN_COLLECTIVE_ALLGATHERV:
    case REFRAIN_COLLECTIVE_ALLTOALL:
    case REFRAIN_COLLECTIVE_ALLTOALLV:
    case REFRAIN_COLLECTIVE_ALLTOALLW:
    case REFRAIN_COLLECTIVE_ALLREDUCE:
    case REFRAIN_COLLECTIVE_REDUCE_SCATTER:
    case REFRAIN_COLLECTIVE_REDUCE_SCATTER_BLOCK:
      *kind = REFRAIN_WAIT_NXN;
      return REFRAIN_WAIT_RULE_LAST;
    case REFRAIN_COLLECTIVE_CREATE_HANDLE:
    case REFRAIN_COLLECTIVE_CREATE_HANDLE_AND_ALLOCATE:
      *kind = REFRAIN_WAIT_CONSTRUCTOR;
      return REFRAIN_WAIT_RULE_LAST;
    case REFRAIN_COLLECTIVE_FENCE:
      *kind = REFRAIN_WAIT_FENCE;
      return REFRAIN_WAIT_RULE_LAST;
    case REFRAIN_COLLECTIVE_FILE_OPEN:
    case REFRAIN_COLLECTIVE_FILE_CLOSE:
    case REFRAIN_COLLECTIVE_FILE_READ_ALL:
    case REFRAIN_COLLECTIVE_FILE_READ_AT_ALL:
    case REFRAIN_COLLECTIVE_FILE_READ_ORDERED:
    case REFRAIN_COLLECTIVE_FILE_WRITE_ALL:
    case REFRAIN_COLLECTIVE_FILE_WRITE_AT_ALL:
    case REFRAIN_COLLECTIVE_FILE_WRITE_ORDERED:
      *kind = REFRAIN_WAIT_FILE;
      return REFRAIN_WAIT_RULE_LAST;
    default: /* freeing need not synchronise; of others nothing is known */
      *kind = REFRAIN_WAIT_NONE;
      return REFRAIN_WAIT_RULE_NONE;
    }
}

/* ---- Messages ---- */

/* When the process took up its side of each operation: posted a receive, began a send, came to a
 * collective. Of a message the other end gets to know it; no other thread looks at either. */
static void
note_process (gsize p, gpointer data)
{
  RefrainWaits *self = data;
  const RefrainOpSpans *spans = &self->spans[p];
  RefrainOwnWaits *own = &self->own[p];

  for (gsize i = 0; i < spans->ops->n; i++)
    {
      guint process = (guint) p;
      gsize op = i;

      if (i % OPS_PER_CHECK == 0 && g_cancellable_is_cancelled (self->cancellable))
        return;
      if (spans->ops->partner[i] == REFRAIN_NONE)
        continue;
      refrain_waits_cross (self, &process, &op);
      self->own[process].waiting[op] = refrain_op_spans_arrive (spans, i);
      if (spans->ops->kind[i] != REFRAIN_OP_COLLECTIVE)
        continue;
      own->n_collectives++;
      own->kind[i] = (refrain_op_spans_gives (spans, i) ? REFRAIN_WAIT_GIVES : 0)
                     | (refrain_op_spans_gets (spans, i) ? REFRAIN_WAIT_GETS : 0);
    }
}

static RefrainTime
get_arrival (gpointer data, guint process, gsize op)
{
  /* In the column the other's may stand already. */
  return refrain_op_spans_arrive (&((RefrainWaits *) data)->spans[process], op);
}

static void
set_arrival (gpointer data, guint process, gsize op, RefrainTime time)
{
  ((RefrainWaits *) data)->own[process].waiting[op] = time;
}

/* ---- Collectives ---- */

/* When the last came that gives data to instance @i, where no member leaves before. */
static RefrainTime
find_given (const RefrainWaits *self, gsize i)
{
  const RefrainWaitMembers *members = &self->members;
  RefrainTime given = G_MININT64;
  guint8 flags = 0;

  for (guint64 m = members->first[i]; m < members->first[i + 1]; m++)
    {
      const guint8 own = members->flags != NULL
                             ? members->flags[m]
                             : self->own[members->process[m]].kind[members->op[m]];

      flags |= own;
      if (own & REFRAIN_WAIT_GIVES)
        given = MAX (given, refrain_wait_arrivals_get (self, m));
    }
  return flags == (REFRAIN_WAIT_GIVES | REFRAIN_WAIT_GETS) ? given : G_MININT64;
}

static void
find_last (gsize block, gpointer data)
{
  RefrainWaits *self = data;
  const RefrainWaitMembers *members = &self->members;
  const RefrainCollectives *c = refrain_trace_get_collectives (self->trace);
  const gsize end = MIN (members->n, (block + 1) * OPS_PER_CHECK);

  for (gsize i = block * OPS_PER_CHECK; i < end; i++)
    {
      RefrainTime latest = G_MININT64;

      for (guint64 m = members->first[i]; m < members->first[i + 1]; m++)
        if (refrain_wait_arrivals_get (self, m) > latest)
          {
            latest = refrain_wait_arrivals_get (self, m);
            self->last[i] = (guint32) (m - members->first[i]);
          }
      self->given[i] = refrain_collective_synchronises (self->trace, c, members->begin + i)
                           ? find_given (self, i)
                           : G_MININT64;
    }
}

/* A member of instance `instance`, as it asks whom it waits for, and as the keeper is told of it.
 */
typedef struct
{
  RefrainTime came;
  guint32 process, instance;
  gint32 root;
  guint8 type; /* RefrainCollective */
  guint8 flags;
} Member;

static Member
get_member (const RefrainWaits *self, guint process, gsize op)
{
  const RefrainOps *ops = self->spans[process].ops;

  return (Member){ .process = process,
                   .instance = ops->partner[op],
                   .root = ops->peer[op],
                   .type = (guint8) ops->tag[op] };
}

/* Whether @other is one that @asker, of @rank, may wait for by @rule. */
static gboolean
may_wait_for (RefrainWaitRule rule,
              RefrainCommunicator *communicator,
              const Member *asker,
              gint32 rank,
              guint32 other)
{
  const gint32 process = (gint32) asker->process;

  switch (rule)
    {
    case REFRAIN_WAIT_RULE_ROOT:
      return (gint32) other == asker->root;
    case REFRAIN_WAIT_RULE_FIRST:
    case REFRAIN_WAIT_RULE_REST:
      return other != asker->process;
    case REFRAIN_WAIT_RULE_LAST:
      /* Of an inter-communicator, whose other group is all that a process has ranks for. */
      return refrain_communicator_process_to_rank (communicator, process, (gint32) other) >= 0;
    case REFRAIN_WAIT_RULE_LOWER:
      return refrain_communicator_process_to_rank (communicator, process, (gint32) other) < rank;
    case REFRAIN_WAIT_RULE_NONE:
    default:
      return FALSE;
    }
}

/* The member that @asker waits for, or G_MAXUINT64. */
static guint64
find_member (const RefrainWaits *self, const Member *asker)
{
  const RefrainWaitMembers *members = &self->members;
  const gsize i = asker->instance - members->begin;
  const RefrainWaitRule rule
      = refrain_wait_rule_find ((RefrainCollective) asker->type, &(RefrainWaitKind){ 0 });
  RefrainCommunicator *communicator = refrain_trace_get_communicator (
      self->trace, refrain_trace_get_collectives (self->trace)->comm[asker->instance]);
  const gint32 rank = refrain_communicator_process_to_rank (communicator, (gint32) asker->process,
                                                            (gint32) asker->process);
  guint64 found = G_MAXUINT64;
  gsize n_remote = 0;

  refrain_communicator_get_remote (communicator, &n_remote);
  if (rule == REFRAIN_WAIT_RULE_LAST && n_remote == 0)
    return members->first[i] + self->last[i];
  if (rule == REFRAIN_WAIT_RULE_NONE
      || ((rule == REFRAIN_WAIT_RULE_FIRST || rule == REFRAIN_WAIT_RULE_REST)
          && asker->root != (gint32) asker->process)
      || (rule == REFRAIN_WAIT_RULE_ROOT && asker->root == (gint32) asker->process))
    return found;
  for (guint64 m = members->first[i]; m < members->first[i + 1]; m++)
    {
      if (!may_wait_for (rule, communicator, asker, rank, members->process[m]))
        continue;
      if (rule == REFRAIN_WAIT_RULE_ROOT)
        return m;
      if (found == G_MAXUINT64
          || (rule == REFRAIN_WAIT_RULE_FIRST
                  ? refrain_wait_arrivals_get (self, m) < refrain_wait_arrivals_get (self, found)
                  : refrain_wait_arrivals_get (self, m) > refrain_wait_arrivals_get (self, found)))
        found = m;
    }
  return found;
}

guint64
refrain_wait_arrivals_find_member (const RefrainWaits *self, guint process, gsize op)
{
  const Member asker = get_member (self, process, op);

  return find_member (self, &asker);
}

static RefrainAwaited
await (const RefrainWaits *self, const Member *asker)
{
  const guint64 m = find_member (self, asker);

  return (RefrainAwaited){ m != G_MAXUINT64 ? refrain_wait_arrivals_get (self, m) : G_MININT64,
                           self->given[asker->instance - self->members.begin],
                           m != G_MAXUINT64 ? self->members.process[m] : REFRAIN_NONE };
}

RefrainAwaited
refrain_wait_arrivals_await (const RefrainWaits *self, guint process, gsize op, gsize n)
{
  const Member asker = get_member (self, process, op);

  return self->members.keepers != NULL ? self->own[process].awaited[n] : await (self, &asker);
}

static void
count_torn (RefrainWaits *self, guint32 instance)
{
  RefrainTime *given = &self->given[instance - self->members.begin];

  self->n_torn += *given < G_MAXINT64;
  *given = G_MAXINT64;
}

/* ---- Collectives in a team ---- */

static gboolean
is_member (const RefrainOps *ops, gsize op)
{
  return ops->kind[op] == REFRAIN_OP_COLLECTIVE && ops->partner[op] != REFRAIN_NONE;
}

/* Tells the keepers of the instances when own processes came. NULL where a member gives up. */
static GPtrArray *
tell_keepers (const RefrainWaits *self, const RefrainShares *keepers)
{
  g_autoptr (GPtrArray) out = refrain_team_new_parcels (keepers->team);

  for (guint p = 0; p < self->n_processes; p++)
    for (gsize i = 0; i < self->spans[p].ops->n; i++)
      if (is_member (self->spans[p].ops, i))
        {
          Member member = get_member (self, p, i);

          member.came = self->own[p].waiting[i];
          member.flags = self->own[p].kind[i];
          REFRAIN_PARCEL_PUT (out->pdata[refrain_shares_get_owner (keepers, member.instance)],
                              member);
        }
  return refrain_team_exchange (keepers->team, out);
}

static const Member *
get_told (const RefrainWaitMembers *self, guint by, gsize *n)
{
  const GByteArray *bytes = self->told->pdata[by];

  *n = bytes->len / sizeof (Member);
  return (const Member *) (gpointer) bytes->data;
}

/* Makes a table of what was told. */
static void
list_members (RefrainWaitMembers *self)
{
  guint64 *first = g_new0 (guint64, self->n + 2);
  guint32 *process;
  gsize n;

  /* first[i + 2] counts, then becomes a cursor in first[i + 1], which ends where i + 1 begins. */
  for (guint m = 0; m < self->told->len; m++)
    {
      const Member *told = get_told (self, m, &n);

      for (gsize k = 0; k < n; k++)
        first[told[k].instance - self->begin + 2]++;
    }
  for (gsize i = 2; i < self->n + 2; i++)
    first[i] += first[i - 1];
  self->process = process = g_new (guint32, first[self->n + 1] + 1);
  self->came = g_new (RefrainTime, first[self->n + 1] + 1);
  self->flags = g_malloc (first[self->n + 1] + 1);
  for (guint m = 0; m < self->told->len; m++)
    {
      const Member *told = get_told (self, m, &n);

      for (gsize k = 0; k < n; k++)
        {
          const guint64 at = first[told[k].instance - self->begin + 1]++;

          process[at] = told[k].process;
          self->came[at] = told[k].came;
          self->flags[at] = told[k].flags;
        }
    }
  self->first = first;
}

/* Nobody asks any more who they were. */
REFRAIN_DEFINE_CLEAR (clear_members, RefrainWaitMembers, g_free ((gpointer) x->first);
                      g_free ((gpointer) x->process);
                      x->first = NULL;
                      x->process = NULL;
                      refrain_clear (&x->came, &x->flags);
                      g_clear_pointer (&x->told, g_ptr_array_unref))

/* Tells all who have told of their processes whom these wait for, and takes what others tell. */
static void
answer (RefrainWaits *self)
{
  RefrainWaitMembers *members = &self->members;
  RefrainTeam *team = members->keepers->team;
  g_autoptr (GPtrArray) out = refrain_team_new_parcels (team), in = NULL;
  g_autofree RefrainParcel *parcels = g_new (RefrainParcel, team->n);

  for (guint m = 0; m < team->n; m++)
    {
      gsize n;
      const Member *told = get_told (members, m, &n);

      for (gsize k = 0; k < n; k++)
        {
          const RefrainAwaited awaited = await (self, &told[k]);

          REFRAIN_PARCEL_PUT (out->pdata[m], awaited);
        }
    }
  clear_members (members);
  in = refrain_team_exchange (team, out);
  for (guint m = 0; in != NULL && m < team->n; m++)
    parcels[m] = refrain_parcel_open (in, m);
  for (guint p = 0; in != NULL && p < self->n_processes; p++)
    {
      const RefrainOps *ops = self->spans[p].ops;
      RefrainAwaited *awaited = g_new (RefrainAwaited, self->own[p].n_collectives + 1);

      self->own[p].awaited = awaited;
      for (gsize i = 0; i < ops->n; i++)
        if (is_member (ops, i))
          refrain_parcel_take (
              &parcels[refrain_shares_get_owner (members->keepers, ops->partner[i])], awaited++,
              sizeof *awaited);
    }
}

/* Whose members are looked at here. FALSE where a member of the team gives up. */
static gboolean
gather_members (RefrainWaits *self, const RefrainShares *shares)
{
  const RefrainCollectives *c = refrain_trace_get_collectives (self->trace);
  RefrainWaitMembers *members = &self->members;

  if (shares == NULL)
    {
      *members = (RefrainWaitMembers){
        .n = c->n, .first = c->first, .process = c->process, .op = c->op
      };
      return TRUE;
    }
  members->keepers = refrain_shares_new_even (shares->team, (guint) c->n);
  members->begin = members->keepers->first[shares->team->me];
  members->n = members->keepers->first[shares->team->me + 1] - members->begin;
  members->told = tell_keepers (self, members->keepers);
  if (members->told == NULL)
    return FALSE;
  list_members (members);
  return TRUE;
}

gboolean
refrain_wait_arrivals_note (RefrainWaits *self)
{
  const RefrainShares *shares = self->shares;

  for (guint p = 0; p < self->n_processes; p++)
    {
      self->own[p].waiting = g_new0 (RefrainTime, MAX (self->spans[p].ops->n, 1));
      self->own[p].kind = g_malloc0 (MAX (self->spans[p].ops->n, 1));
    }
  if (!refrain_parallel_run (self->n_processes, note_process, self, self->cancellable)
      || !gather_members (self, shares))
    return FALSE;
  self->last = g_new0 (guint32, self->members.n + 1);
  self->given = g_new (RefrainTime, self->members.n + 1);
  if (!refrain_parallel_run ((self->members.n + OPS_PER_CHECK - 1) / OPS_PER_CHECK, find_last, self,
                             self->cancellable))
    return FALSE;
  for (gsize i = 0; i < self->members.n; i++)
    self->n_synchronising += self->given[i] > G_MININT64;
  if (shares == NULL)
    return TRUE;
  answer (self);
  refrain_trace_swap_ends (self->trace, get_arrival, set_arrival, self);
  return !shares->team->is_over;
}

void
refrain_wait_arrivals_count_torn (RefrainWaits *self)
{
  const RefrainShares *keepers = self->members.keepers;
  g_autoptr (GPtrArray) out = keepers != NULL ? refrain_team_new_parcels (keepers->team) : NULL;
  g_autoptr (GPtrArray) in = NULL;

  for (guint p = 0; p < self->n_processes; p++)
    for (guint i = 0; self->own[p].torn != NULL && i < self->own[p].torn->len; i++)
      {
        const guint32 instance = g_array_index (self->own[p].torn, guint32, i);

        if (keepers == NULL)
          count_torn (self, instance);
        else
          REFRAIN_PARCEL_PUT (out->pdata[refrain_shares_get_owner (keepers, instance)], instance);
      }
  if (keepers != NULL)
    in = refrain_team_exchange (keepers->team, out);
  for (guint m = 0; in != NULL && m < in->len; m++)
    for (RefrainParcel parcel = refrain_parcel_open (in, m); refrain_parcel_has_more (&parcel);)
      {
        guint32 instance;

        refrain_parcel_take (&parcel, &instance, sizeof instance);
        count_torn (self, instance);
      }
}
