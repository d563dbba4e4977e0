/* refrain-wait-progress.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is begun in one call and completed in another one may go on only while both sides are in
 * MPI, and so may messages that have left where their sends are over. A process that stays in a
 * call though the others have long begun theirs waits until one of them calls MPI again to complete
 * it. No trace records that: it is read off the times, where most of what such calls of a thread
 * take ends right after another process that has computed meanwhile comes to complete its side.
 */
#include "refrain-free.h"
#include "refrain-waits-private.h"

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-cores.h"
#include "refrain-parallel.h"
#include "refrain-run.h"
#include "refrain-search.h"

/* Between two looks at the cancellable. */
#define OPS_PER_CHECK 65536
/* Right after: no more than this share of the rest of the call is left then; of one that asks again
 * and again, which sees it later, no more than that. */
#define SOON       0.05
#define SOON_ASKED 0.2
/* ... where processes share cores, and have to wait for one then. */
#define SOON_CROWDED 0.2
/* Who comes has computed for so much of it. */
#define COMPUTED 0.5
/* So many calls may follow the one that let it go on. */
#define MOST_RETURNS 8
/* So far from the last one an answer is looked for step by step. */
#define NEAR 8
/* So many calls of a thread end so, and so much of what they take does; or one that is so much of
 * the run. */
#define LEAST_CALLS 3
#define MOST        0.5
#define LONG        0.1

/* When a process comes back to MPI; G_MININT64 for never. While messages are asked for: from when
 * to when the other end is in the call that completes it. */
typedef struct
{
  RefrainTime again;
  gint64 since : 63; /* when the last call ended in which it may have gone on with anything */
  guint64 apart : 1; /* its side is completed in another call than begun */
} Coming;

static const Coming never = { .again = G_MININT64 };

/* A collective that is completed in another call than begun, of one process. */
typedef struct
{
  guint32 instance, process, op;
  Coming coming;
  RefrainTime leave;
} Half;

/* Who comes last of those that come before the end. */
typedef struct
{
  Coming coming;
  guint32 process, op; /* REFRAIN_NONE: nobody */
} Comer;

static const Comer nobody = { .process = REFRAIN_NONE };

/* What an operation is in the call that completes it. */
typedef enum
{
  ITEM_NONE,      /* nothing that may be held up */
  ITEM_MESSAGE,   /* may be held up */
  ITEM_COLLECTIVE /* ... */
} ItemKind;

/* An operation and the call that completes it. */
typedef struct
{
  guint32 call, op;
} Place;

REFRAIN_DEFINE_COMPARE (compare_places, Place, REFRAIN_RISING (call) ?: REFRAIN_RISING (op))

/* What may be held up in it. */
typedef struct
{
  guint32 op;
  ItemKind kind;
  RefrainTime enter; /* of the call */
  Comer comer;       /* nobody: nothing is held up */
} Item;

typedef struct
{
  RefrainWaits *waits;
  gboolean *goes_on; /* of each routine: whether its calls may go on with what was begun before */
  Coming **comings;  /* of each process and operation; of messages see get_coming() */
  gint any;          /* whether anything may be held up */
  Coming **own;      /* in a team: what `comings` were before the ends of messages were swapped */
  const GArray *halves;
  guint *first_half; /* of each process, and of one behind the last */
  Comer *comers;     /* of each of `halves` */
  double soon;       /* how long "right after" is */
} Search;

/* ---- Coming again ---- */

/* What is local does not go on with anything, nor what begins something and returns at once. */
static gboolean *
flag_routines (RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_routines (trace);
  gboolean *goes_on = g_new (gboolean, n + 1);

  for (guint i = 0; i < n; i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);
      const RefrainRoutineKind kind = refrain_routine_get_kind (routine);

      goes_on[i] = kind != REFRAIN_ROUTINE_USER && kind != REFRAIN_ROUTINE_MPI
                   && !refrain_routine_is_starting (routine);
    }
  return goes_on;
}

/* When a thread comes back to MPI, each time. */
typedef struct
{
  Coming *list;
  guint n;
} Returns;

/* Those of @thread; a row of questions is one. Free the list with g_free(). */
static Returns
list_returns (const Search *search, const RefrainOpSpans *spans, const RefrainThread *thread)
{
  const RefrainCalls *calls = spans->calls;
  Returns returns = { g_new (Coming, thread->n_calls + 1), 0 };
  RefrainTime since = thread->n_calls > 0 ? calls->start[thread->first_call] : 0;

  for (gsize i = thread->first_call; i < thread->first_call + thread->n_calls; i++)
    if (calls->routine[i] != REFRAIN_NONE && search->goes_on[calls->routine[i]])
      {
        if (calls->start[i] >= since && (spans->rows == NULL || !spans->rows[i]))
          returns.list[returns.n++] = (Coming){ calls->start[i], since, FALSE };
        since = MAX (since, calls->end[i]);
      }
  return returns;
}

static double
get_length (Coming coming)
{
  return (double) coming.again - (double) coming.since;
}

/* The first of the @n of @list that comes after @time, mostly not far from @at. */
static guint
find_later (const Coming *list, guint n, RefrainTime time, guint at)
{
  const guint least = at - MIN (at, NEAR), most = MIN (at + NEAR, n);

  while (at < most && list[at].again <= time)
    at++;
  while (at > least && list[at - 1].again > time)
    at--;
  return (at == n || list[at].again > time) && (at == 0 || list[at - 1].again <= time)
             ? at
             : (guint) REFRAIN_LOWER_BOUND (i, 0, n, list[i].again <= time);
}

/* When the thread of @returns came back that may have let another go on that was in @call: short
 * calls may follow. *@at is where the last one was found. */
static Coming
find_return (const Returns *returns, Coming call, guint *at)
{
  const Coming *list = returns->list;
  const guint end = *at = find_later (list, returns->n, call.again, *at);
  Coming coming = never;

  for (guint i = end; i-- > 0 && i + MOST_RETURNS >= end && list[i].again > call.since;)
    if (coming.again == never.again || get_length (list[i]) > get_length (coming))
      coming = list[i];
  return coming.again != never.again
                 && (double) call.again - (double) coming.again < SOON_ASKED * get_length (call)
             ? coming
             : never;
}

/* Whether the process comes back in the call in which its side of @op stands: that is no return,
 * but how late it is. */
static gboolean
is_own (const RefrainOpSpans *spans, gsize op, RefrainTime again)
{
  const guint32 call = spans->ops->call[op];

  return (spans->ops->kind[op] == REFRAIN_OP_SEND || spans->ops->kind[op] == REFRAIN_OP_RECV)
         && refrain_op_spans_is_mpi (spans, call) && spans->calls->start[call] == again;
}

/* The call that completes operation @op, where it was begun in another one; else REFRAIN_NONE. */
static guint32
find_completion (const RefrainOpSpans *spans, gsize op)
{
  const RefrainOps *ops = spans->ops;
  const guint32 record = ops->record[op];
  guint32 call = ops->call[op];

  if (record == REFRAIN_NONE || ops->partner[op] == REFRAIN_NONE
      || !refrain_op_spans_is_mpi (spans, spans->records->call[record])
      || spans->records->call[record] == call || !refrain_op_spans_is_mpi (spans, call))
    return REFRAIN_NONE;
  if (ops->kind[op] == REFRAIN_OP_ISEND)
    return spans->records->kind[record] == REFRAIN_RECORD_ISEND_COMPLETE
               ? spans->records->call[record]
               : REFRAIN_NONE;
  return ops->kind[op] == REFRAIN_OP_IRECV || ops->kind[op] == REFRAIN_OP_COLLECTIVE ? call
                                                                                     : REFRAIN_NONE;
}

/* When operation @op, which ends in @call, could begin to wait. */
static inline RefrainTime
get_enter (const RefrainOpSpans *spans, gsize op, guint32 call)
{
  return spans->ops->kind[op] == REFRAIN_OP_ISEND ? refrain_op_spans_start (spans, call)
                                                  : refrain_op_spans_enter (spans, op);
}

/* The call in which @op ends; REFRAIN_NONE where it is none of MPI's. */
static inline guint32
find_call (const RefrainOpSpans *spans, gsize op)
{
  const guint32 call = spans->ops->kind[op] == REFRAIN_OP_ISEND ? find_completion (spans, op)
                                                                : spans->ops->call[op];

  return refrain_op_spans_is_mpi (spans, call) ? call : REFRAIN_NONE;
}

/* From when to when the process is in the calls that complete its messages, as their other ends
 * have to know it: no other thread looks at these. */
static void
note_calls (gsize p, gpointer data)
{
  Search *search = data;
  const RefrainOpSpans *spans = &search->waits->spans[p];
  gboolean any = FALSE;

  for (gsize i = 0; i < spans->ops->n; i++)
    {
      const gboolean is_collective = spans->ops->kind[i] == REFRAIN_OP_COLLECTIVE;
      const guint32 call = spans->ops->partner[i] == REFRAIN_NONE ? REFRAIN_NONE
                           : is_collective                        ? find_completion (spans, i)
                                                                  : find_call (spans, i);
      guint process = (guint) p;
      gsize op = i;
      Coming *coming;

      if (i % OPS_PER_CHECK == 0 && g_cancellable_is_cancelled (search->waits->cancellable))
        return;
      refrain_waits_cross (search->waits, &process, &op);
      coming = &search->comings[process][op];
      *coming = never;
      if (call == REFRAIN_NONE)
        continue;
      any = TRUE;
      /* Who completes a collective comes back in that call. */
      coming->since = get_enter (spans, i, call) - (is_collective ? 1 : 0);
      coming->again = is_collective ? coming->since + 1 : spans->calls->end[call];
    }
  if (any)
    g_atomic_int_set (&search->any, TRUE);
}

/* When the process came back, where messages at the other end, and its own collectives, are in such
 * calls. */
static void
note_comings (gsize p, gpointer data)
{
  Search *search = data;
  const RefrainOpSpans *spans = &search->waits->spans[p];
  RefrainProcess *process = refrain_trace_get_process (search->waits->trace, (guint) p);
  Coming *comings = search->comings[p];

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);
      const Returns returns = list_returns (search, spans, thread);
      guint at = 0;

      for (gsize i = thread->first_op; i < thread->first_op + thread->n_ops; i++)
        if (comings[i].again != never.again)
          {
            comings[i] = find_return (&returns, comings[i], &at);
            if (comings[i].again == never.again)
              continue;
            if (is_own (spans, i, comings[i].again))
              comings[i] = never;
            else
              comings[i].apart = find_completion (spans, i) != REFRAIN_NONE;
          }
      g_free (returns.list);
    }
}

static RefrainTime
get_again (gpointer data, guint process, gsize op)
{
  return ((Search *) data)->own[process][op].again;
}

static RefrainTime
get_since (gpointer data, guint process, gsize op)
{
  return ((Search *) data)->own[process][op].since;
}

static RefrainTime
get_apart (gpointer data, guint process, gsize op)
{
  return ((Search *) data)->own[process][op].apart;
}

static void
set_again (gpointer data, guint process, gsize op, RefrainTime time)
{
  ((Search *) data)->comings[process][op].again = time;
}

static void
set_since (gpointer data, guint process, gsize op, RefrainTime time)
{
  ((Search *) data)->comings[process][op].since = time;
}

static void
set_apart (gpointer data, guint process, gsize op, RefrainTime apart)
{
  ((Search *) data)->comings[process][op].apart = apart != 0;
}

/* The ends of messages from and to the processes of others of the team get to know when the other
 * one comes. */
static void
swap_in_team (Search *search)
{
  RefrainWaits *waits = search->waits;

  if (waits->shares == NULL)
    return;
  search->own = g_new (Coming *, waits->n_processes + 1);
  for (guint p = 0; p < waits->n_processes; p++)
    search->own[p] = g_memdup2 (search->comings[p], (waits->spans[p].ops->n + 1) * sizeof (Coming));
  refrain_trace_swap_ends (waits->trace, get_again, set_again, search);
  refrain_trace_swap_ends (waits->trace, get_since, set_since, search);
  refrain_trace_swap_ends (waits->trace, get_apart, set_apart, search);
  for (guint p = 0; p < waits->n_processes; p++)
    g_free (search->own[p]);
  g_clear_pointer (&search->own, g_free);
}

/* When the other side of operation @op, a message or a collective, of process @p comes. */
static const Coming *
get_coming (const Search *search, guint p, gsize op)
{
  refrain_waits_cross (search->waits, &p, &op);
  return &search->comings[p][op];
}

/* ---- Collectives ---- */

/* By instance; who comes last first. */
static int
compare_halves (gconstpointer a, gconstpointer b, gpointer data)
{
  const Half *x = (const Half *) data + *(const guint *) a;
  const Half *y = (const Half *) data + *(const guint *) b;

  if (x->instance != y->instance)
    return x->instance < y->instance ? -1 : 1;
  if (x->coming.again != y->coming.again)
    return x->coming.again > y->coming.again ? -1 : 1;
  return (x->process > y->process) - (x->process < y->process);
}

/* Of each of the @n @halves who comes last, before it leaves. Free with g_free(). */
static Comer *
find_comers (const Half *halves, guint n)
{
  g_autofree guint *order = g_new (guint, (gsize) n + 1);
  Comer *comers = g_new (Comer, (gsize) n + 1);

  for (guint i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) n, sizeof *order, compare_halves, (gpointer) halves);
  for (guint first = 0, end; first < n; first = end)
    {
      for (end = first; end < n && halves[order[end]].instance == halves[order[first]].instance;
           end++)
        ;
      for (guint i = first; i < end; i++)
        {
          const Half *own = &halves[order[i]];
          guint k = (guint) REFRAIN_LOWER_BOUND (m, first, end,
                                                 halves[order[m]].coming.again > own->leave);
          const Half *other;

          k += k < end && order[k] == order[i];
          other = k < end ? &halves[order[k]] : NULL;
          comers[order[i]]
              = other != NULL ? (Comer){ other->coming, other->process, other->op } : nobody;
        }
    }
  return comers;
}

static gboolean
is_half (const Search *search, guint p, gsize op)
{
  return search->waits->spans[p].ops->kind[op] == REFRAIN_OP_COLLECTIVE
         && search->comings[p][op].again != G_MININT64;
}

/* The collectives of own processes that are completed in another call, in order: of Half. */
static GArray *
list_halves (const Search *search)
{
  GArray *halves = g_array_new (FALSE, FALSE, sizeof (Half));

  for (guint p = 0; p < search->waits->n_processes; p++)
    for (gsize i = 0; i < search->waits->spans[p].ops->n; i++)
      if (is_half (search, p, i))
        {
          const RefrainOpSpans *spans = &search->waits->spans[p];
          const Half half = { spans->ops->partner[i], p, (guint32) i, search->comings[p][i],
                              refrain_op_spans_leave (spans, i) };

          g_array_append_val (halves, half);
        }
  return halves;
}

/* Asks the keepers of the instances who comes. NULL where a member gives up. */
static Comer *
ask_keepers (const Search *search, const GArray *halves)
{
  const RefrainShares *keepers = search->waits->members.keepers;
  RefrainTeam *team = keepers->team;
  g_autoptr (GPtrArray) asked = refrain_team_new_parcels (team);
  g_autoptr (GPtrArray) told = refrain_team_new_parcels (team), in = NULL, answers = NULL;
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Half));
  g_autofree Comer *comers = NULL;
  g_autofree RefrainParcel *parcels = g_new (RefrainParcel, team->n);
  Comer *own;

  for (guint i = 0; i < halves->len; i++)
    {
      const Half *half = &g_array_index (halves, Half, i);

      REFRAIN_PARCEL_PUT (asked->pdata[refrain_shares_get_owner (keepers, half->instance)], *half);
    }
  in = refrain_team_exchange (team, asked);
  for (guint m = 0; in != NULL && m < in->len; m++)
    {
      const GByteArray *bytes = in->pdata[m];

      g_array_append_vals (all, bytes->data, bytes->len / (guint) sizeof (Half));
    }
  comers = find_comers ((const Half *) (gpointer) all->data, all->len);
  for (guint m = 0, i = 0; in != NULL && m < in->len; m++)
    for (guint k = 0; k < ((const GByteArray *) in->pdata[m])->len / sizeof (Half); k++, i++)
      REFRAIN_PARCEL_PUT (told->pdata[m], comers[i]);
  answers = in != NULL ? refrain_team_exchange (team, told) : NULL;
  if (answers == NULL)
    return NULL;
  for (guint m = 0; m < team->n; m++)
    parcels[m] = refrain_parcel_open (answers, m);
  own = g_new (Comer, (gsize) halves->len + 1);
  for (guint i = 0; i < halves->len; i++)
    refrain_parcel_take (
        &parcels[refrain_shares_get_owner (keepers, g_array_index (halves, Half, i).instance)],
        &own[i], sizeof *own);
  return own;
}

/* ---- One thread ---- */

/* The @n operations of @thread that wait or may be held up, call by call. */
static Place *
list_places (const Search *search, guint p, const RefrainThread *thread, gsize *n)
{
  const RefrainOpSpans *spans = &search->waits->spans[p];
  const RefrainOwnWaits *own = &search->waits->own[p];
  Place *places = g_new (Place, thread->n_ops + 1);
  gboolean in_order = TRUE;

  *n = 0;
  for (gsize i = thread->first_op; i < thread->first_op + thread->n_ops; i++)
    {
      const Place place = { find_call (spans, i), (guint32) i };

      if (place.call == REFRAIN_NONE
          || (own->waiting[i] <= 0 && spans->ops->partner[i] == REFRAIN_NONE))
        continue;
      in_order = in_order && (*n == 0 || places[*n - 1].call <= place.call);
      places[(*n)++] = place;
    }
  if (!in_order)
    refrain_sort (places, *n, sizeof *places, compare_places);
  return places;
}

/* Who comes to the other side of operation @op, a message or a collective, of process @p. */
static Comer
find_comer (const Search *search, guint p, guint32 op)
{
  const RefrainOps *ops = search->waits->spans[p].ops;
  const Half *halves = (const Half *) (gpointer) search->halves->data;
  const Coming *coming = get_coming (search, p, op);

  if (coming->again == never.again)
    return nobody;
  if (ops->kind[op] == REFRAIN_OP_COLLECTIVE)
    return search->comers[REFRAIN_LOWER_BOUND (i, search->first_half[p], search->first_half[p + 1],
                                               halves[i].op < op)];
  return (Comer){ *coming, (guint32) ops->peer[op], ops->partner[op] };
}

/* What may be held up of operation @op. */
static inline ItemKind
find_kind (const Search *search, guint p, guint32 op)
{
  const RefrainOps *ops = search->waits->spans[p].ops;
  RefrainWaitKind kind = REFRAIN_WAIT_NONE;

  if (ops->kind[op] != REFRAIN_OP_COLLECTIVE)
    return ops->partner[op] != REFRAIN_NONE ? ITEM_MESSAGE : ITEM_NONE;
  if (is_half (search, p, op))
    refrain_wait_rule_find ((RefrainCollective) ops->tag[op], &kind);
  return kind != REFRAIN_WAIT_NONE ? ITEM_COLLECTIVE : ITEM_NONE;
}

/* Whether @thread may be held up at all. */
static gboolean
is_anybody_back (const Search *search, guint p, const RefrainThread *thread)
{
  for (gsize i = thread->first_op; i < thread->first_op + thread->n_ops; i++)
    if (get_coming (search, p, i)->again != never.again)
      return TRUE;
  return FALSE;
}

/* By definition messages that block both sides wait for each other's beginning alone: these hold up
 * nothing but a replay. */
enum
{
  BY_DEFINITION,
  IN_REPLAY,
  N_RULES
};

/* What is read off the calls of one thread. */
typedef struct
{
  double time; /* what no known wait fills */
  double explained[N_RULES];
  guint n[N_RULES];
} Evidence;

/* What is known of one call. */
typedef struct
{
  ItemKind kind; /* of what may be held up in it */
  double rest;   /* what no known wait fills */
  Item held[N_RULES];
} CallRest;

/* Something that is held up to the end of its call, of which @n operations are looked at. */
typedef struct
{
  Item item;
  ItemKind kind; /* of its call */
  double rest;   /* ... */
  const Place *places;
  gsize n;
} Held;

/* Takes @item into the call, where it may be held up and comes later than what is known. */
static void
take_held (CallRest *rest, const Item *item)
{
  for (guint rule = 0; rule < N_RULES; rule++)
    if ((rule == IN_REPLAY || item->kind == ITEM_COLLECTIVE || item->comer.coming.apart)
        && (rest->held[rule].comer.process == REFRAIN_NONE
            || item->comer.coming.again > rest->held[rule].comer.coming.again))
      rest->held[rule] = *item;
}

/* Takes what may be held up of operation @op from @from on to the end of @call. */
static void
look_at_op (
    const Search *search, guint p, guint32 op, guint32 call, RefrainTime from, CallRest *rest)
{
  const RefrainOpSpans *spans = &search->waits->spans[p];
  const RefrainTime end = spans->calls->end[call];
  const Item item
      = { op, find_kind (search, p, op), get_enter (spans, op, call), find_comer (search, p, op) };
  const Coming *coming = &item.comer.coming;
  const gboolean asks = item.enter < spans->calls->start[call];

  if (item.kind != ITEM_NONE && item.comer.process != REFRAIN_NONE && coming->again > from
      && coming->again <= end
      && (double) (end - coming->again) < (asks ? SOON_ASKED : search->soon) * rest->rest
      && (double) coming->again - (double) coming->since >= COMPUTED * rest->rest)
    take_held (rest, &item);
}

/* Looks at the call of @places, @n of them. */
static void
look_at_call (const Search *search, guint p, const Place *places, gsize n, CallRest *rest)
{
  const RefrainOpSpans *spans = &search->waits->spans[p];
  const RefrainTime *waiting = search->waits->own[p].waiting;
  RefrainTime from = G_MININT64;

  rest->kind = ITEM_NONE;
  rest->rest = 0;
  for (guint rule = 0; rule < N_RULES; rule++)
    rest->held[rule].comer.process = REFRAIN_NONE;
  for (gsize i = 0; i < n; i++)
    {
      const ItemKind kind = find_kind (search, p, places[i].op);

      if (waiting[places[i].op] > 0 || kind != ITEM_NONE)
        from = MAX (from, get_enter (spans, places[i].op, places->call) + waiting[places[i].op]);
      rest->kind = MAX (rest->kind, kind);
    }
  if (rest->kind == ITEM_NONE || from >= spans->calls->end[places->call])
    return;
  rest->rest = (double) spans->calls->end[places->call] - (double) from;
  for (gsize i = 0; i < n; i++)
    if (get_coming (search, p, places[i].op)->again != never.again)
      look_at_op (search, p, places[i].op, places->call, from, rest);
}

/* Notes in @list what is held up. */
static void
note_held (GArray **list, const Item *held)
{
  const RefrainWaitHeld by
      = { held->op, held->comer.process, held->comer.op, held->comer.coming.again };

  if (*list == NULL)
    *list = g_array_new (FALSE, FALSE, sizeof (RefrainWaitHeld));
  g_array_append_val (*list, by);
}

/* From now on its call waits for what is held up in it. */
static void
hold (RefrainOwnWaits *own, const RefrainOpSpans *spans, const Held *held)
{
  const Item *item = &held->item;
  RefrainWaitKind kind = REFRAIN_OP_IS_RECV (spans->ops->kind[item->op])
                             ? REFRAIN_WAIT_LATE_SENDER
                             : REFRAIN_WAIT_LATE_RECEIVER;

  for (gsize i = 0; i < held->n; i++)
    {
      own->waiting[held->places[i].op] = 0;
      own->kind[held->places[i].op] = REFRAIN_WAIT_NONE;
    }
  if (item->kind == ITEM_COLLECTIVE)
    refrain_wait_rule_find ((RefrainCollective) spans->ops->tag[item->op], &kind);
  own->waiting[item->op] = item->comer.coming.again - item->enter;
  own->kind[item->op] = (guint8) kind;
  note_held (&own->held, item);
}

/* What the call of @places, @n of them, is evidence for, and what may be held up in it, of Held. */
static void
look_at_places (
    const Search *search, guint p, const Place *places, gsize n, Evidence *evidence, GArray **held)
{
  CallRest rest;

  look_at_call (search, p, places, n, &rest);
  evidence[rest.kind].time += rest.rest;
  for (guint rule = 0; rule < N_RULES; rule++)
    if (rest.held[rule].comer.process != REFRAIN_NONE)
      {
        const Held one = { rest.held[rule], rest.kind, rest.rest, places, n };

        evidence[rest.kind].explained[rule] += rest.rest;
        evidence[rest.kind].n[rule]++;
        g_array_append_val (held[rule], one);
      }
}

static void
hold_thread (const Search *search, guint p, const RefrainThread *thread)
{
  const RefrainRun *run = refrain_trace_get_run (search->waits->trace);
  const double length = (double) (run->end - run->start);
  RefrainOwnWaits *own = &search->waits->own[p];
  gsize n;
  g_autofree const Place *places = list_places (search, p, thread, &n);
  g_autoptr (GArray) by_definition = g_array_new (FALSE, FALSE, sizeof (Held));
  g_autoptr (GArray) in_replay = g_array_new (FALSE, FALSE, sizeof (Held));
  GArray *held[N_RULES] = { by_definition, in_replay };
  Evidence evidence[ITEM_COLLECTIVE + 1] = { 0 };

  for (gsize first = 0, end; first < n; first = end)
    {
      for (end = first; end < n && places[end].call == places[first].call; end++)
        ;
      look_at_places (search, p, &places[first], end - first, evidence, held);
    }
  for (guint rule = 0; rule < N_RULES; rule++)
    for (guint i = 0; i < held[rule]->len; i++)
      {
        const Held *one = &g_array_index (held[rule], Held, i);
        const Evidence *of = &evidence[one->kind];

        if ((of->n[rule] < LEAST_CALLS || of->explained[rule] < MOST * of->time)
            && one->rest <= LONG * length)
          continue;
        if (rule == IN_REPLAY)
          note_held (&own->all_held, &one->item);
        else
          hold (own, &search->waits->spans[p], one);
      }
}

REFRAIN_DEFINE_COMPARE (compare_held, RefrainWaitHeld, REFRAIN_RISING (op))

static void
hold_process (gsize p, gpointer data)
{
  const Search *search = data;
  RefrainProcess *process = refrain_trace_get_process (search->waits->trace, (guint) p);
  RefrainOwnWaits *own = &search->waits->own[p];

  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);

      if (is_anybody_back (search, (guint) p, thread))
        hold_thread (search, (guint) p, thread);
    }
  if (own->held != NULL)
    g_array_sort (own->held, compare_held);
  if (own->all_held != NULL)
    g_array_sort (own->all_held, compare_held);
}

/* ---- All ---- */

/* With the team. FALSE when cancelled. */
static gboolean
search_all (Search *search)
{
  RefrainWaits *waits = search->waits;
  const RefrainShares *shares = waits->shares;
  g_autoptr (GArray) halves = NULL;
  guint64 any;

  for (guint p = 0; p < waits->n_processes; p++)
    search->comings[p] = g_new (Coming, waits->spans[p].ops->n + 1);
  if (!refrain_parallel_run (waits->n_processes, note_calls, search, waits->cancellable))
    return FALSE;
  any = (guint64) search->any;
  if (shares != NULL && !refrain_team_sum (shares->team, &any, 1))
    return FALSE;
  if (any == 0)
    return TRUE;
  /* With a team this is worked out together: not by threads. */
  refrain_trace_get_run (waits->trace);
  swap_in_team (search);
  if (!refrain_parallel_run (waits->n_processes, note_comings, search, waits->cancellable))
    return FALSE;
  halves = list_halves (search);
  search->halves = halves;
  search->comers = waits->members.keepers != NULL
                       ? ask_keepers (search, halves)
                       : find_comers ((const Half *) (gpointer) halves->data, halves->len);
  if (search->comers == NULL)
    return FALSE;
  swap_in_team (search);
  for (guint p = 0; p < waits->n_processes; p++)
    search->first_half[p + 1] = (guint) REFRAIN_LOWER_BOUND (
        i, search->first_half[p], halves->len, g_array_index (halves, Half, i).process <= p);
  return refrain_parallel_run (waits->n_processes, hold_process, search, waits->cancellable)
         && (shares == NULL || !shares->team->is_over);
}

gboolean
refrain_wait_progress_find (RefrainWaits *self)
{
  Search search = { .waits = self,
                    .goes_on = flag_routines (self->trace),
                    .comings = g_new0 (Coming *, self->n_processes + 1),
                    .first_half = g_new0 (guint, self->n_processes + 1) };
  gboolean done, crowded = FALSE;

  search.soon = refrain_trace_knows_cores (self->trace, &crowded) && crowded ? SOON_CROWDED : SOON;
  done = search_all (&search);
  for (guint p = 0; p < self->n_processes; p++)
    g_free (search.comings[p]);
  refrain_free (search.comings, search.comers, search.first_half, search.goes_on);
  return done;
}
