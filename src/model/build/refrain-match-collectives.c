/* refrain-match-collectives.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which calls make up one collective: the k-th call of each process on a communicator belongs to
 * its k-th instance (MPI standard: collectives on a communicator are called in the same order by
 * all, non-blocking ones included, whatever the order in which these complete). On MPI_COMM_SELF
 * and its copies each process' calls are instances of their own.
 *
 * In a team each member keeps account of some of the instances, of which it is told how many
 * members each other member has.
 */
#include "refrain-assembly.h"
#include "refrain-compare.h"
#include "refrain-parallel.h"

#include <string.h>

typedef struct
{
  gsize n; /* collective calls on known communicators */
  guint32 *op, *comm;
  guint32 *ordinal;  /* among the process' calls on that communicator */
  GHashTable *calls; /* communicator + 1 → calls on it */
} Participant;

typedef struct
{
  RefrainAssembly *assembly;
  Participant *participants;
} Matching;

/* A call before it is numbered. */
typedef struct
{
  RefrainTime time; /* it begins, or ends where that is all that is known */
  guint32 record;   /* of its begin, or REFRAIN_NONE */
  guint32 op;
} Call;

REFRAIN_DEFINE_COMPARE (compare_calls,
                        Call,
                        REFRAIN_RISING (time) ?: REFRAIN_RISING (record) ?: REFRAIN_RISING (op))

/* The collectives of a process in the order in which they were called: that of rows, but for what
 * does not block, and for several threads. */
static GArray *
list_calls (const RefrainWritableColumns *columns)
{
  const RefrainOpColumns *ops = &columns->ops;
  GArray *calls = g_array_new (FALSE, FALSE, sizeof (Call));
  Call last = { .time = G_MININT64 };
  gboolean sorted = TRUE;

  for (gsize i = 0; i < ops->n; i++)
    {
      Call call = { ops->time[i], ops->record[i], (guint32) i };

      if (ops->kind[i] != REFRAIN_OP_COLLECTIVE || ops->comm[i] == REFRAIN_NONE)
        continue;
      if (ops->record[i] != REFRAIN_NONE)
        call.time = columns->records.time[ops->record[i]];
      sorted &= compare_calls (&last, &call) < 0;
      last = call;
      g_array_append_val (calls, call);
    }
  if (!sorted)
    g_array_sort (calls, compare_calls);
  return calls;
}

static void
number_calls (gsize process, gpointer data)
{
  Matching *matching = data;
  const RefrainWritableColumns *columns = &matching->assembly->processes[process].columns;
  g_autoptr (GArray) calls = list_calls (columns);
  Participant *p = &matching->participants[process];

  p->calls = g_hash_table_new (NULL, NULL);
  p->n = calls->len;
  p->op = g_new (guint32, MAX (p->n, 1));
  p->comm = g_new (guint32, MAX (p->n, 1));
  p->ordinal = g_new (guint32, MAX (p->n, 1));
  for (gsize k = 0; k < p->n; k++)
    {
      const guint32 op = g_array_index (calls, Call, k).op, comm = columns->ops.comm[op];
      const gpointer key = GUINT_TO_POINTER (comm + 1);
      const guint ordinal = GPOINTER_TO_UINT (g_hash_table_lookup (p->calls, key));

      g_hash_table_insert (p->calls, key, GUINT_TO_POINTER (ordinal + 1));
      p->op[k] = op;
      p->comm[k] = comm;
      p->ordinal[k] = ordinal;
    }
}

static gboolean
is_self (RefrainAssembly *self, guint32 comm)
{
  return refrain_communicator_is_self (g_ptr_array_index (self->communicators, comm));
}

/* Takes the most that any member of the team has. FALSE where one gives up. */
static gboolean
agree_on_most (const RefrainAssembly *self, gsize *base)
{
  const gsize n = self->communicators->len;
  g_autoptr (GPtrArray) all = NULL;

  if (self->shares == NULL)
    return TRUE;
  all = refrain_team_gather (self->shares->team, base, n * sizeof *base);
  for (guint m = 0; all != NULL && m < all->len; m++)
    for (gsize c = 0; c < n; c++)
      base[c] = MAX (base[c], ((const gsize *) ((GByteArray *) all->pdata[m])->data)[c]);
  return all != NULL;
}

/* How many instances each communicator has; those of self-like ones are counted apart. */
static gsize
place_instances (Matching *matching, gsize *base)
{
  RefrainAssembly *self = matching->assembly;
  gsize n = 0;

  for (guint i = 0; i < self->n_processes; i++)
    {
      GHashTableIter iter;
      gpointer key, value;

      g_hash_table_iter_init (&iter, matching->participants[i].calls);
      while (g_hash_table_iter_next (&iter, &key, &value))
        {
          gsize *most = &base[GPOINTER_TO_UINT (key) - 1];

          *most = MAX (*most, GPOINTER_TO_UINT (value));
        }
    }
  if (!agree_on_most (self, base))
    return 0;
  for (guint c = 0; c < self->communicators->len; c++)
    {
      gsize count = is_self (self, c) ? 0 : base[c];

      base[c] = n;
      n += count;
    }
  return n;
}

/* The calls on self-like communicators of own processes: @n moves behind those of the members
 * before this one. Gives how many those behind it have. */
static gsize
skip_others (const Matching *matching, gsize *n)
{
  const RefrainAssembly *self = matching->assembly;
  g_autoptr (GPtrArray) all = NULL;
  guint64 own = 0;
  gsize behind = 0;

  if (self->shares == NULL)
    return 0;
  for (guint i = 0; i < self->n_processes; i++)
    for (gsize k = 0; k < matching->participants[i].n; k++)
      own += is_self (matching->assembly, matching->participants[i].comm[k]);
  all = refrain_team_gather (self->shares->team, &own, sizeof own);
  for (guint m = 0; all != NULL && m < all->len; m++)
    {
      const guint64 others = *(const guint64 *) ((GByteArray *) all->pdata[m])->data;

      if (m < self->shares->team->me)
        *n += others;
      else if (m > self->shares->team->me)
        behind += others;
    }
  return behind;
}

/* Writes each call's instance into its partner column; gives the number of instances. */
static gsize
assign_instances (Matching *matching, const gsize *base, gsize n)
{
  RefrainAssembly *self = matching->assembly;
  const gsize behind = skip_others (matching, &n);

  for (guint i = 0; i < self->n_processes; i++)
    {
      const Participant *p = &matching->participants[i];

      for (gsize k = 0; k < p->n; k++)
        self->processes[i].columns.ops.partner[p->op[k]]
            = (guint32) (is_self (self, p->comm[k]) ? n++ : base[p->comm[k]] + p->ordinal[k]);
    }
  return n + behind;
}

static void
fill_instances (Matching *matching, gsize n)
{
  RefrainAssembly *self = matching->assembly;
  guint64 *first = g_new0 (guint64, n + 2);
  guint32 *comm = g_new0 (guint32, MAX (n, 1));
  guint8 *type = g_malloc (MAX (n, 1));
  gsize n_members = 0;
  guint32 *process, *op;

  /* Not a type: the first member has yet to say. */
  memset (type, REFRAIN_N_COLLECTIVES, n);
  /* first[i + 2] counts, then becomes a cursor in first[i + 1], which ends where i + 1 begins. */
  for (guint i = 0; i < self->n_processes; i++)
    for (gsize k = 0; k < matching->participants[i].n; k++)
      {
        first[self->processes[i].columns.ops.partner[matching->participants[i].op[k]] + 2]++;
        n_members++;
      }
  for (gsize i = 2; i < n + 2; i++)
    first[i] += first[i - 1];
  process = g_new (guint32, MAX (n_members, 1));
  op = g_new (guint32, MAX (n_members, 1));
  for (guint i = 0; i < self->n_processes; i++)
    for (gsize k = 0; k < matching->participants[i].n; k++)
      {
        guint32 row = matching->participants[i].op[k];
        guint32 instance = self->processes[i].columns.ops.partner[row];
        guint64 at = first[instance + 1]++;

        process[at] = i;
        op[at] = row;
        if (type[instance] == REFRAIN_N_COLLECTIVES)
          {
            comm[instance] = self->processes[i].columns.ops.comm[row];
            type[instance] = (guint8) self->processes[i].columns.ops.tag[row];
          }
      }
  if (self->shares == NULL)
    for (gsize i = 0; i < n; i++)
      if (type[i] == REFRAIN_N_COLLECTIVES)
        type[i] = REFRAIN_COLLECTIVE_UNKNOWN;
  self->collectives = (RefrainCollectives){
    .n = n,
    .n_members = n_members,
    .first = g_realloc_n (first, n + 1, sizeof *first),
    .comm = comm,
    .type = type,
    .process = process,
    .op = op,
  };
  self->members = (RefrainOwnMembers){ self->collectives.first, self->collectives.process,
                                       self->collectives.op };
}

static gsize
expected_members (RefrainCommunicator *communicator)
{
  gsize n, n_remote;

  if (refrain_communicator_is_self (communicator))
    return 1;
  refrain_communicator_get_members (communicator, &n);
  refrain_communicator_get_remote (communicator, &n_remote);
  return n + n_remote;
}

/* What one member knows of an instance, or all do. */
typedef struct
{
  RefrainTime time; /* of the first of its operations */
  guint32 n, comm;
  guint8 type, mixed;
} Account;

static Account
take_account (const RefrainAssembly *self, gsize i)
{
  const RefrainCollectives *c = &self->collectives;
  Account account
      = { .n = (guint32) (c->first[i + 1] - c->first[i]), .comm = c->comm[i], .type = c->type[i] };

  for (guint64 m = c->first[i]; m < c->first[i + 1]; m++)
    {
      const RefrainOpColumns *ops = &self->processes[c->process[m]].columns.ops;

      if (m == c->first[i])
        account.time = ops->time[c->op[m]];
      account.mixed |= ops->tag[c->op[m]] != c->type[i];
    }
  return account;
}

static void
find_defects (RefrainAssembly *self, const Account *account)
{
  RefrainCommunicator *communicator = g_ptr_array_index (self->communicators, account->comm);

  if (account->n > 0 && account->n < expected_members (communicator))
    refrain_defect_count_add (self->defects, REFRAIN_DEFECT_INCOMPLETE_COLLECTIVE, 1, account->time,
                              refrain_communicator_get_name (communicator));
  if (account->mixed)
    refrain_defect_count_add (self->defects, REFRAIN_DEFECT_MIXED_COLLECTIVE, 1, account->time,
                              refrain_communicator_get_name (communicator));
}

/* ---- In a team ---- */

/* The accounts of the instances that this member keeps, of all members' together; NULL where one
 * gives up. */
static Account *
add_up_accounts (RefrainAssembly *self)
{
  RefrainTeam *team = self->shares->team;
  const guint *first = self->keepers->first;
  const gsize n = first[team->me + 1] - first[team->me];
  g_autofree Account *sums = g_new0 (Account, n + 1);
  g_autoptr (GPtrArray) out = refrain_team_new_parcels (team), in = NULL;

  for (guint m = 0; m < team->n; m++)
    for (gsize i = first[m]; i < first[m + 1]; i++)
      {
        const Account own = take_account (self, i);

        g_byte_array_append (out->pdata[m], (const guint8 *) &own, sizeof own);
      }
  in = refrain_team_exchange (team, out);
  if (in == NULL)
    return NULL;
  for (guint m = 0; m < team->n; m++)
    {
      const Account *own = (const Account *) (gpointer) ((GByteArray *) in->pdata[m])->data;

      for (gsize i = 0; i < n; i++)
        if (own[i].n > 0)
          {
            const Account before = sums[i];

            sums[i] = before.n > 0 ? before : own[i];
            sums[i].n = before.n + own[i].n;
            sums[i].mixed = before.mixed || own[i].mixed || own[i].type != sums[i].type;
          }
    }
  return g_steal_pointer (&sums);
}

/* Own members become self->members, the collectives those of all; their defects are found. */
static void
join_instances (RefrainAssembly *self)
{
  RefrainCollectives *c = &self->collectives;
  RefrainTeam *team = self->shares->team;
  const guint *kept = (self->keepers = refrain_shares_new_even (team, (guint) c->n))->first;
  g_autofree Account *accounts = add_up_accounts (self);
  g_autoptr (GPtrArray) all = NULL;
  guint64 *first = g_new0 (guint64, c->n + 1);

  c->first = first;
  c->process = c->op = NULL;
  c->n_members = 0;
  if (accounts != NULL)
    all = refrain_team_gather (team, accounts,
                               (kept[team->me + 1] - kept[team->me]) * sizeof *accounts);
  for (guint m = 0; all != NULL && m < team->n; m++)
    {
      const Account *account = (const Account *) (gpointer) ((GByteArray *) all->pdata[m])->data;

      for (gsize i = kept[m]; i < kept[m + 1]; i++, account++)
        {
          first[i + 1] = first[i] + account->n;
          ((guint32 *) c->comm)[i] = account->comm;
          ((guint8 *) c->type)[i] = account->n > 0 ? account->type : REFRAIN_COLLECTIVE_UNKNOWN;
          find_defects (self, account);
        }
    }
  c->n_members = (gsize) first[c->n];
}

static void
find_all_defects (RefrainAssembly *self)
{
  for (gsize i = 0; i < self->collectives.n; i++)
    {
      const Account account = take_account (self, i);

      find_defects (self, &account);
    }
}

void
refrain_assembly_match_collectives (RefrainAssembly *self)
{
  Matching matching = { self, g_new0 (Participant, MAX (self->n_processes, 1)) };
  g_autofree gsize *base = g_new0 (gsize, MAX (self->communicators->len, 1));

  if (refrain_parallel_run (self->n_processes, number_calls, &matching, self->cancellable))
    {
      gsize n = place_instances (&matching, base);

      if (self->shares == NULL || !self->shares->team->is_over)
        fill_instances (&matching, assign_instances (&matching, base, n));
      if (self->shares != NULL)
        join_instances (self);
      else
        find_all_defects (self);
    }
  for (guint i = 0; i < self->n_processes; i++)
    {
      g_free (matching.participants[i].op);
      g_free (matching.participants[i].comm);
      g_free (matching.participants[i].ordinal);
      g_clear_pointer (&matching.participants[i].calls, g_hash_table_unref);
    }
  g_free (matching.participants);
}
