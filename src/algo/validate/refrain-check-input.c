/* refrain-check-input.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What routines and communicators are, and of each collective what its members compare themselves
 * with, so that afterwards every check looks at each of its rows once.
 */
#include "refrain-check.h"

#include <string.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-parallel.h"

/* Instances of collectives that one thread prepares at a time. */
#define INSTANCES_PER_ITEM 16384

/* ---- Routines and communicators ---- */

static const struct
{
  const char *name; /* a '*' at the end stands for any rest */
  guint16 does;
} routines[] = {
  { "MPI_Init", REFRAIN_CALLS_INIT },
  { "MPI_Init_thread", REFRAIN_CALLS_INIT },
  { "MPI_Session_init", REFRAIN_CALLS_INIT },
  { "MPI_Finalize", REFRAIN_CALLS_FINALIZE },
  { "MPI_Session_finalize", REFRAIN_CALLS_FINALIZE },
  { "MPI_Abort", REFRAIN_CALLS_ABORT },
  /* MPI 4.0, 11.4.1 and tables 11.1, 11.2 */
  { "MPI_Initialized", REFRAIN_CALLS_ANY_TIME },
  { "MPI_Finalized", REFRAIN_CALLS_ANY_TIME },
  { "MPI_Get_version", REFRAIN_CALLS_ANY_TIME },
  { "MPI_Get_library_version", REFRAIN_CALLS_ANY_TIME },
  { "MPI_Info_*", REFRAIN_CALLS_ANY_TIME },
  { "MPI_Session_*", REFRAIN_CALLS_ANY_TIME },
  { "MPI_Error_*", REFRAIN_CALLS_ANY_TIME },
  { "MPI_Add_error_*", REFRAIN_CALLS_ANY_TIME },
  { "MPI_Remove_error_*", REFRAIN_CALLS_ANY_TIME },
  { "MPI_T_*", REFRAIN_CALLS_ANY_TIME },
  { "MPI_Pcontrol", REFRAIN_CALLS_ANY_TIME },
  { "MPI_Wtime", REFRAIN_CALLS_ANY_TIME },
  { "MPI_Wtick", REFRAIN_CALLS_ANY_TIME },
  { "MPI_Wait", REFRAIN_CALLS_WAIT },
  { "MPI_Waitall", REFRAIN_CALLS_WAIT },
  { "MPI_Waitany", REFRAIN_CALLS_WAIT },
  { "MPI_Waitsome", REFRAIN_CALLS_WAIT },
  { "MPI_Test", REFRAIN_CALLS_TEST },
  { "MPI_Testall", REFRAIN_CALLS_TEST },
  { "MPI_Testany", REFRAIN_CALLS_TEST },
  { "MPI_Testsome", REFRAIN_CALLS_TEST },
  { "MPI_Ssend", REFRAIN_CALLS_SSEND },
  { "MPI_Bsend", REFRAIN_CALLS_BSEND },
};

static guint16
flag_routine (RefrainRoutine *routine)
{
  const char *full = refrain_routine_get_name (routine);
  /* TAU's names have brackets: "MPI_Init()". */
  g_autofree char *name = g_strndup (full, strcspn (full, "( "));
  guint16 does = 0;

  if (refrain_routine_get_kind (routine) == REFRAIN_ROUTINE_USER)
    return 0;
  for (gsize i = 0; i < G_N_ELEMENTS (routines); i++)
    {
      const gsize length = strlen (routines[i].name);
      const gboolean any = routines[i].name[length - 1] == '*';

      if (any ? strncmp (name, routines[i].name, length - 1) == 0
              : g_str_equal (name, routines[i].name))
        does |= routines[i].does;
    }
  return REFRAIN_CALLS_MPI | does;
}

static guint64
count_known (const gint32 *members, gsize n)
{
  guint64 known = 0;

  for (gsize i = 0; i < n; i++)
    known += members[i] >= 0;
  return known;
}

/* The flags of a communicator; *@n_members: how many of its members the trace knows. */
static guint8
flag_communicator (RefrainCommunicator *comm, guint64 *n_members)
{
  gsize n, n_remote;
  const gint32 *members = refrain_communicator_get_members (comm, &n);
  const gint32 *remote = refrain_communicator_get_remote (comm, &n_remote);
  guint8 flags = 0;

  *n_members = count_known (members, n) + count_known (remote, n_remote);
  if (*n_members < (guint64) n + n_remote)
    flags |= REFRAIN_COMM_PARTIAL;
  if (remote != NULL)
    flags |= REFRAIN_COMM_INTER;
  if (refrain_communicator_is_self (comm))
    {
      flags |= REFRAIN_COMM_SELF;
      *n_members = 1;
    }
  return flags;
}

static void
join_routines (gsize process, gpointer data)
{
  const RefrainCheckInput *input = data;
  RefrainCheckOwn *own = &input->own[process];

  for (gsize i = 0; i < own->calls->n; i++)
    own->does |= input->routine[own->calls->routine[i]];
}

/* ---- Collectives ---- */

RefrainTime
refrain_check_get_entry (const RefrainCheckInput *input, const RefrainCheckOwn *own, gsize op)
{
  const guint32 record = own->ops->record[op];
  guint32 call = own->ops->call[op];
  RefrainTime time = own->ops->time[op];

  if (own->ops->kind[op] == REFRAIN_OP_COLLECTIVE && record != REFRAIN_NONE)
    {
      call = own->records->call[record];
      time = own->records->time[record];
    }
  if (call != REFRAIN_NONE && (input->routine[own->calls->routine[call]] & REFRAIN_CALLS_MPI) != 0)
    time = MIN (time, own->calls->start[call]);
  return time;
}

static GArray *
sort_near (RefrainCommunicator *comm)
{
  GArray *near = g_array_new (FALSE, FALSE, sizeof (gint32));
  gsize n;
  const gint32 *members = refrain_communicator_get_members (comm, &n);

  for (gsize i = 0; i < n; i++)
    if (members[i] >= 0)
      g_array_append_val (near, members[i]);
  g_array_sort (near, refrain_compare_int32);
  return near;
}

gboolean
refrain_check_is_near (const RefrainCheckInput *input, guint32 comm, guint32 process)
{
  const gint32 wanted = (gint32) process;

  return g_array_binary_search (input->near[comm], &wanted, refrain_compare_int32, NULL);
}

static void
sort_entries (const RefrainCheckInput *input, guint64 from, guint64 to)
{
  refrain_sort (&input->entry[from], (gsize) (to - from), sizeof *input->entry,
                refrain_compare_int64);
}

/* Between two groups the first goes before the second. */
static void
prepare_barrier (const RefrainCheckInput *input, gsize i)
{
  const RefrainCollectives *c = input->collectives;
  const gboolean inter = input->near[c->comm[i]] != NULL;
  guint64 at = c->first[i], back = c->first[i + 1];

  for (guint64 m = c->first[i]; m < c->first[i + 1]; m++)
    {
      const RefrainCheckOwn *own = &input->own[c->process[m]];
      const gboolean far = inter && !refrain_check_is_near (input, c->comm[i], c->process[m]);

      input->entry[far ? --back : at++] = own->ops->tag[c->op[m]] == REFRAIN_COLLECTIVE_BARRIER
                                              ? refrain_check_get_entry (input, own, c->op[m])
                                              : G_MININT64;
    }
  input->instance[i].n_near = at - c->first[i];
  sort_entries (input, c->first[i], at);
  sort_entries (input, at, c->first[i + 1]);
}

/* The most frequent of the sorted @sizes, the smallest of several such. */
static guint64
find_most_frequent (const GArray *sizes)
{
  guint64 best = 0;
  guint n_best = 0, first = 0;

  for (guint i = 0; i < sizes->len; i++)
    {
      const guint64 size = g_array_index (sizes, guint64, i);

      if (size != g_array_index (sizes, guint64, first))
        first = i;
      if (i - first + 1 > n_best)
        {
          n_best = i - first + 1;
          best = size;
        }
    }
  return best;
}

static guint
count_size (const GArray *sizes, guint64 size)
{
  guint n = 0;

  for (guint i = 0; i < sizes->len; i++)
    n += g_array_index (sizes, guint64, i) == size;
  return n;
}

/* What the root of a broadcast sends to each. Recorders count it once for each of the @n members,
 * once, or once for each other one: it was so counted as most receivers have it; where none has,
 * the root's own part tells, or the first of these that comes out even. */
static guint64
find_sent_to_each (guint64 sent, guint64 own_part, guint64 n, const GArray *received)
{
  guint64 each[3], best;
  guint n_each = 0, n_best = 0;

  if (n > 0 && sent % n == 0)
    each[n_each++] = sent / n;
  each[n_each++] = sent;
  if (n > 1 && sent % (n - 1) == 0)
    each[n_each++] = sent / (n - 1);
  best = each[0];
  for (guint i = 0; i < n_each; i++)
    {
      const guint count = 2 * count_size (received, each[i]) + (each[i] == own_part);

      if (count > n_best)
        {
          n_best = count;
          best = each[i];
        }
    }
  return best;
}

/* Whether member @m of collective @i has a size that stands for the others' in *@size. That of the
 * root counts in a reduction alone, unless it is 0 (MPI_IN_PLACE): elsewhere not all recorders
 * count the root's alike. */
static gboolean
get_size (const RefrainCheckInput *input, gsize i, guint64 m, guint64 *size)
{
  const RefrainCollectives *c = input->collectives;
  const RefrainCheckOwn *own = &input->own[c->process[m]];
  const guint32 op = c->op[m];
  const gboolean received
      = c->type[i] == REFRAIN_COLLECTIVE_BCAST || c->type[i] == REFRAIN_COLLECTIVE_SCATTER;

  if (own->ops->tag[op] != c->type[i] || own->ops->peer[op] < 0
      || (received && own->ops->record[op] == REFRAIN_NONE))
    return FALSE;
  *size = received ? refrain_check_get_received (own, op) : own->ops->bytes[op];
  return own->ops->peer[op] != (gint32) c->process[m]
         || (c->type[i] == REFRAIN_COLLECTIVE_REDUCE && *size > 0);
}

/* Of a broadcast: who its root is, and what that sends to each. */
static void
prepare_root (const RefrainCheckInput *input, gsize i, const GArray *received)
{
  const RefrainCollectives *c = input->collectives;
  RefrainCheckInstance *instance = &input->instance[i];

  for (guint64 m = c->first[i]; m < c->first[i + 1]; m++)
    {
      const RefrainCheckOwn *own = &input->own[c->process[m]];
      const guint32 op = c->op[m];

      if (own->ops->tag[op] != c->type[i] || own->ops->peer[op] != (gint32) c->process[m])
        continue;
      instance->like = c->process[m];
      instance->root = op;
      instance->size = find_sent_to_each (own->ops->bytes[op], refrain_check_get_received (own, op),
                                          c->first[i + 1] - c->first[i], received);
      return;
    }
}

/* @sizes: room for those of the members. */
static void
prepare_size (const RefrainCheckInput *input, gsize i, GArray *sizes)
{
  const RefrainCollectives *c = input->collectives;
  RefrainCheckInstance *instance = &input->instance[i];
  guint64 size;
  gboolean others = FALSE;

  g_array_set_size (sizes, 0);
  for (guint64 m = c->first[i]; m < c->first[i + 1]; m++)
    if (get_size (input, i, m, &size))
      {
        g_array_append_val (sizes, size);
        others |= input->own[c->process[m]].ops->peer[c->op[m]] != (gint32) c->process[m];
      }
  if (!others)
    return;
  g_array_sort (sizes, refrain_compare_uint64);
  instance->size = find_most_frequent (sizes);
  instance->is_received = g_array_index (sizes, guint64, sizes->len - 1) > 0;
  for (guint64 m = c->first[i]; m < c->first[i + 1] && instance->like == REFRAIN_NONE; m++)
    if (get_size (input, i, m, &size) && size == instance->size)
      instance->like = c->process[m];
  if (c->type[i] == REFRAIN_COLLECTIVE_BCAST)
    prepare_root (input, i, sizes);
}

static void
prepare_instances (gsize item, gpointer data)
{
  const RefrainCheckInput *input = data;
  const RefrainCollectives *c = input->collectives;
  const gsize end = MIN ((item + 1) * INSTANCES_PER_ITEM, c->n);
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (gsize i = item * INSTANCES_PER_ITEM; i < end; i++)
    {
      input->instance[i] = (RefrainCheckInstance){ .like = REFRAIN_NONE, .root = REFRAIN_NONE };
      switch (c->type[i])
        {
        case REFRAIN_COLLECTIVE_BARRIER:
          prepare_barrier (input, i);
          break;
        case REFRAIN_COLLECTIVE_BCAST:
        case REFRAIN_COLLECTIVE_GATHER:
        case REFRAIN_COLLECTIVE_SCATTER:
        case REFRAIN_COLLECTIVE_REDUCE:
          prepare_size (input, i, sizes);
          break;
        default:
          break;
        }
    }
}

/* Some formats have no place for roots, and some recorders do not tell what is received. */
static void
find_out_what_is_recorded (RefrainCheckInput *input)
{
  const RefrainCollectives *c = input->collectives;

  for (gsize i = 0; i < c->n; i++)
    {
      input->has_roots |= input->instance[i].like != REFRAIN_NONE;
      input->has_bcast_sizes
          |= c->type[i] == REFRAIN_COLLECTIVE_BCAST && input->instance[i].is_received;
    }
}

/* ---- All of it ---- */

gboolean
refrain_check_input_init (RefrainCheckInput *input, RefrainTrace *trace, GCancellable *cancellable)
{
  const guint n_routines = refrain_trace_get_n_routines (trace);

  *input = (RefrainCheckInput){ .trace = trace,
                                .n_processes = refrain_trace_get_n_processes (trace),
                                .n_comms = refrain_trace_get_n_communicators (trace),
                                .collectives = refrain_trace_get_collectives (trace) };
  input->own = g_new0 (RefrainCheckOwn, (gsize) input->n_processes + 1);
  input->routine = g_new0 (guint16, (gsize) n_routines + 1);
  input->comm = g_new0 (guint8, (gsize) input->n_comms + 1);
  input->n_members = g_new0 (guint64, (gsize) input->n_comms + 1);
  input->near = g_new0 (GArray *, (gsize) input->n_comms + 1);
  input->instance = g_new (RefrainCheckInstance, input->collectives->n + 1);
  input->entry = g_new (RefrainTime, input->collectives->n_members + 1);
  for (guint i = 0; i < n_routines; i++)
    input->routine[i] = flag_routine (refrain_trace_get_routine (trace, i));
  for (guint i = 0; i < input->n_comms; i++)
    {
      RefrainCommunicator *comm = refrain_trace_get_communicator (trace, i);

      input->comm[i] = flag_communicator (comm, &input->n_members[i]);
      if ((input->comm[i] & REFRAIN_COMM_INTER) != 0)
        input->near[i] = sort_near (comm);
    }
  for (guint p = 0; p < input->n_processes; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);

      input->own[p] = (RefrainCheckOwn){ process, refrain_process_get_calls (process),
                                         refrain_process_get_ops (process),
                                         refrain_process_get_records (process), 0 };
    }
  if (!refrain_parallel_run (input->n_processes, join_routines, input, cancellable)
      || !refrain_parallel_run ((input->collectives->n + INSTANCES_PER_ITEM - 1)
                                    / INSTANCES_PER_ITEM,
                                prepare_instances, input, cancellable))
    return FALSE;
  for (guint p = 0; p < input->n_processes; p++)
    input->does |= input->own[p].does;
  find_out_what_is_recorded (input);
  return TRUE;
}

void
refrain_check_input_clear (RefrainCheckInput *input)
{
  for (guint i = 0; i < input->n_comms && input->near != NULL; i++)
    g_clear_pointer (&input->near[i], g_array_unref);
  refrain_clear (&input->near, &input->own, &input->routine, &input->comm, &input->n_members,
                 &input->instance, &input->entry);
}
