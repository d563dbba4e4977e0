/* refrain-symbols.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each process numbers its own symbols, on all cores; then they are numbered for the whole trace,
 * in the order of the processes. In a team each member has some of these, in order: what they
 * number is put together, so that symbols mean the same to all.
 */
#include "refrain-symbols.h"

#include <string.h>

#include "refrain-completion-sets.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-parallel.h"
#include "refrain-sequence-table.h"
#include "refrain-thread-order.h"
#include "refrain-trace-shares.h"

struct _RefrainSymbols
{
  GObject parent_instance;

  RefrainTrace *trace;
  RefrainSymbolScheme scheme;
  RefrainSequenceTable
      meanings; /* of REFRAIN_SYMBOL_N_WORDS words each; the number is the symbol */
  guint n_processes;
  RefrainSymbolStream *streams;
  guint32 *rows;  /* 0, 1, 2, …: `op` of all streams that take each operation in its order, whose
                     `call` is the process' column; g_atomic_rc_box_release(), or NULL */
  GBytes *places; /* of guint32, one a process; NULL: ranks */
};

/* So many operations that each process met last are known by class and peer, without a search for
 * their symbols: as many as a program has directions, many times over, whatever its size. */
#define N_KNOWN 1024
/* Between two looks at the cancellable. */
#define OPS_PER_CHECK 65536

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainSymbols, refrain_symbols)

static void
clear_stream (const RefrainSymbols *self, const RefrainSymbolStream *stream)
{
  g_free ((gpointer) stream->symbol);
  if (stream->op == self->rows)
    return;
  refrain_free ((gpointer) stream->op, (gpointer) stream->call);
}

static void
refrain_symbols_finalize (RefrainSymbols *self)
{
  for (guint i = 0; i < self->n_processes; i++)
    clear_stream (self, &self->streams[i]);
  g_clear_pointer (&self->rows, g_atomic_rc_box_release);
  g_free (self->streams);
  refrain_sequence_table_clear (&self->meanings);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->places, g_bytes_unref);
}

static void
refrain_symbols_init (RefrainSymbols *self)
{
  refrain_sequence_table_init (&self->meanings);
}

/* An operation met before. */
typedef struct
{
  guint32 row;
  guint32 number; /* of its symbol, + 1; 0: none was met */
} Known;

/* One process on its way to a stream, its symbols numbered by itself. */
typedef struct
{
  RefrainSequenceTable meanings;
  Known *known; /* N_KNOWN elements, by class and peer */
  gsize n;
  guint32 *symbol, *op, *call; /* the last two NULL where all operations stand in their order */
} Draft;

typedef struct
{
  RefrainSymbols *symbols;
  Draft *drafts;
  guint32 **global; /* of each process: the symbol of its own numbers */
  guint8 *apart;    /* of each routine: a collective in it does not block; NULL: none does */
  GCancellable *cancellable;
} Job;

/* Which routines a collective that does not block is begun or waited for in; NULL where the program
 * calls no such collective. Free with g_free(). */
static guint8 *
flag_not_blocking (RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_routines (trace);
  g_autofree guint8 *flags = g_malloc0 ((gsize) n + 1);
  gboolean any = FALSE;

  for (guint r = 0; r < n; r++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, r);
      const char *label = refrain_routine_get_label (routine);
      const gboolean begins = refrain_routine_get_kind (routine) == REFRAIN_ROUTINE_COLLECTIVE
                              && g_str_has_prefix (label, "MPI_I")
                              && !g_str_has_prefix (label, "MPI_In");

      any |= begins;
      flags[r]
          = begins || g_str_has_prefix (label, "MPI_Wait") || g_str_has_prefix (label, "MPI_Test");
    }
  return any ? g_steal_pointer (&flags) : NULL;
}

static gboolean
is_apart (const Job *job, const RefrainOps *ops, gsize op, guint process)
{
  const guint32 call
      = job->apart != NULL && ops->kind[op] == REFRAIN_OP_COLLECTIVE ? ops->call[op] : REFRAIN_NONE;
  RefrainProcess *own = refrain_trace_get_process (job->symbols->trace, process);

  return call != REFRAIN_NONE && job->apart[refrain_process_get_calls (own)->routine[call]];
}

/* @apart: it is a collective that does not block. */
static void
describe_op (const RefrainSymbolScheme *scheme,
             const RefrainOps *ops,
             gsize op,
             guint process,
             gboolean apart,
             guint32 words[REFRAIN_SYMBOL_N_WORDS])
{
  const RefrainOpKind kind = ops->kind[op];
  const gint32 peer = ops->peer[op];

  memset (words, 0, REFRAIN_SYMBOL_N_WORDS * sizeof *words);
  if (scheme->fields & REFRAIN_SYMBOL_OP)
    words[REFRAIN_WORD_CLASS] = REFRAIN_OP_IS_SEND (kind) ? REFRAIN_CLASS_SEND
                                : REFRAIN_OP_IS_RECV (kind)
                                    ? REFRAIN_CLASS_RECV
                                    : REFRAIN_CLASS_COLLECTIVE + (guint32) ops->tag[op];
  if (scheme->fields & REFRAIN_SYMBOL_PEER)
    words[REFRAIN_WORD_PEER] = peer < 0           ? (scheme->relative ? G_MAXINT32 : 0)
                               : scheme->relative ? (guint32) (peer - (gint32) process)
                                                  : (guint32) peer + 1;
  if ((scheme->fields & REFRAIN_SYMBOL_TAG) && REFRAIN_OP_IS_P2P (kind))
    words[REFRAIN_WORD_TAG] = (guint32) ops->tag[op];
  else if (scheme->fields & REFRAIN_SYMBOL_OP)
    words[REFRAIN_WORD_TAG] = apart;
  if (scheme->fields & REFRAIN_SYMBOL_COMM)
    words[REFRAIN_WORD_COMM] = ops->comm[op] + 1;
  if (scheme->fields & REFRAIN_SYMBOL_SIZE)
    {
      words[REFRAIN_WORD_SIZE_LOW] = (guint32) ops->bytes[op];
      words[REFRAIN_WORD_SIZE_HIGH] = (guint32) (ops->bytes[op] >> 32);
    }
}

static gsize
get_class (const RefrainOps *ops, gsize op)
{
  const RefrainOpKind kind = ops->kind[op];

  return REFRAIN_OP_IS_SEND (kind)   ? REFRAIN_CLASS_SEND
         : REFRAIN_OP_IS_RECV (kind) ? REFRAIN_CLASS_RECV
                                     : REFRAIN_CLASS_COLLECTIVE + (gsize) ops->tag[op];
}

/* Whether operations @row and @other are one symbol, but for who does not block. */
static gboolean
are_same (const RefrainSymbolScheme *scheme, const RefrainOps *ops, gsize row, gsize other)
{
  return ops->peer[row] == ops->peer[other] && get_class (ops, row) == get_class (ops, other)
         && ((scheme->fields & REFRAIN_SYMBOL_COMM) == 0 || ops->comm[row] == ops->comm[other])
         && ((scheme->fields & REFRAIN_SYMBOL_TAG) == 0 || ops->tag[row] == ops->tag[other])
         && ((scheme->fields & REFRAIN_SYMBOL_SIZE) == 0 || ops->bytes[row] == ops->bytes[other]);
}

static guint32
number_op (const Job *job, Draft *draft, const RefrainOps *ops, gsize op, guint process)
{
  const RefrainSymbolScheme *scheme = &job->symbols->scheme;
  const gboolean apart = is_apart (job, ops, op, process);
  const gsize at = (gsize) (ops->peer[op] + 1) + 37 * get_class (ops, op);
  Known *known = &draft->known[at % N_KNOWN];
  guint32 words[REFRAIN_SYMBOL_N_WORDS];
  guint32 number;

  if (known->number != 0 && are_same (scheme, ops, op, known->row)
      && is_apart (job, ops, known->row, process) == apart)
    return known->number - 1;
  describe_op (scheme, ops, op, process, apart, words);
  number = refrain_sequence_table_add (&draft->meanings, words, REFRAIN_SYMBOL_N_WORDS, NULL);
  *known = (Known){ (guint32) op, number + 1 };
  return number;
}

static gboolean
is_taken (const RefrainSymbolScheme *scheme, RefrainOpKind kind)
{
  return REFRAIN_OP_IS_P2P (kind) ? scheme->point_to_point : scheme->collectives;
}

/* The next operation, if the scheme takes it. */
static void
append (const Job *job, Draft *draft, const RefrainOps *ops, gsize op, guint32 call, guint process)
{
  if (!is_taken (&job->symbols->scheme, ops->kind[op]))
    return;
  draft->symbol[draft->n] = number_op (job, draft, ops, op, process);
  if (draft->op != NULL)
    {
      draft->op[draft->n] = (guint32) op;
      draft->call[draft->n] = call;
    }
  draft->n++;
}

/* Operations as the model holds them, receives where they complete; or in the order of @rows. */
static void
read_completions (
    const Job *job, Draft *draft, const RefrainOps *ops, const guint32 *rows, guint process)
{
  for (gsize i = 0; i < ops->n; i++)
    {
      const gsize row = rows != NULL ? rows[i] : i;

      if (i % OPS_PER_CHECK == 0 && g_cancellable_is_cancelled (job->cancellable))
        return;
      append (job, draft, ops, row, ops->call[row], process);
    }
}

/* The record that posted receive @op, or REFRAIN_NONE. */
static guint32
posting_record (const RefrainOps *ops, const RefrainRecords *records, gsize op)
{
  const guint32 record = ops->record[op];

  return ops->kind[op] == REFRAIN_OP_IRECV && record != REFRAIN_NONE
                 && records->kind[record] == REFRAIN_RECORD_IRECV_REQUEST
                 && records->op[record] == op
             ? record
             : REFRAIN_NONE;
}

/* Follows the tape, which knows the order of operations and requests: a receive stands at its
 * request. */
static void
read_postings (
    const Job *job, Draft *draft, RefrainProcess *process, const RefrainThread *thread, guint rank)
{
  const RefrainOps *ops = refrain_process_get_ops (process);
  const RefrainRecords *records = refrain_process_get_records (process);
  const RefrainTape *tape = refrain_process_get_tape (process);
  gsize op = thread->first_op, record = thread->first_record;

  for (guint64 i = 0; i < thread->n_tape; i++)
    {
      if (i % OPS_PER_CHECK == 0 && g_cancellable_is_cancelled (job->cancellable))
        return;
      switch (REFRAIN_TAPE_GET (tape, thread->first_tape + i))
        {
        case REFRAIN_TAPE_OP:
          if (posting_record (ops, records, op) == REFRAIN_NONE)
            append (job, draft, ops, op, ops->call[op], rank);
          op++;
          break;
        case REFRAIN_TAPE_RECORD:
          if (records->kind[record] == REFRAIN_RECORD_IRECV_REQUEST
              && records->op[record] != REFRAIN_NONE
              && posting_record (ops, records, records->op[record]) == record)
            append (job, draft, ops, records->op[record], records->call[record], rank);
          record++;
          break;
        case REFRAIN_TAPE_ENTER:
        case REFRAIN_TAPE_LEAVE:
        default:
          break;
        }
    }
}

static void
draft_process (gsize item, gpointer data)
{
  const Job *job = data;
  const RefrainSymbolScheme *scheme = &job->symbols->scheme;
  RefrainProcess *process = refrain_trace_get_process (job->symbols->trace, (guint) item);
  const RefrainOps *ops = refrain_process_get_ops (process);
  Draft *draft = &job->drafts[item];
  Known known[N_KNOWN] = { { 0 } };
  g_autofree guint32 *rows = scheme->receive == REFRAIN_RECEIVE_SETS
                                 ? refrain_completion_sets_order (job->symbols->trace, (guint) item)
                                 : NULL;

  refrain_sequence_table_init (&draft->meanings);
  draft->symbol = g_new (guint32, ops->n);
  if (rows != NULL || scheme->receive == REFRAIN_RECEIVE_POSTING || !scheme->point_to_point
      || !scheme->collectives)
    {
      draft->op = g_new (guint32, ops->n);
      draft->call = g_new (guint32, ops->n);
    }
  draft->known = known;
  if (scheme->receive != REFRAIN_RECEIVE_POSTING)
    read_completions (job, draft, ops, rows, (guint) item);
  else
    for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
      read_postings (job, draft, process, refrain_process_get_thread (process, t), (guint) item);
  draft->known = NULL;
}

/* Takes the first @n elements of @column. */
static guint32 *
trim (guint32 **column, gsize n)
{
  return g_renew (guint32, g_steal_pointer (column), n);
}

static void
finish_process (gsize item, gpointer data)
{
  const Job *job = data;
  Draft *draft = &job->drafts[item];
  const guint32 *global = job->global[item];

  for (gsize i = 0; i < draft->n; i++)
    draft->symbol[i] = global[draft->symbol[i]];
  if (draft->op == NULL)
    job->symbols->streams[item]
        = (RefrainSymbolStream){ draft->n, g_steal_pointer (&draft->symbol), job->symbols->rows,
                                 refrain_trace_get_ops (job->symbols->trace, (guint) item)->call };
  else
    job->symbols->streams[item]
        = (RefrainSymbolStream){ draft->n, trim (&draft->symbol, draft->n),
                                 trim (&draft->op, draft->n), trim (&draft->call, draft->n) };
}

/* Rows for the longest of the streams that need them. */
static void
list_rows (const Job *job)
{
  guint32 *rows;
  gsize n = 0;

  for (guint p = 0; p < job->symbols->n_processes; p++)
    if (job->drafts[p].op == NULL)
      n = MAX (n, job->drafts[p].n);
  rows = g_atomic_rc_box_alloc (MAX (n, 1) * sizeof *rows);
  for (gsize i = 0; i < n; i++)
    rows[i] = (guint32) i;
  job->symbols->rows = rows;
}

/* With the team: the symbols of all members' processes. */
static void
gather_meanings (Job *job, const RefrainShares *shares)
{
  g_auto (RefrainSequenceTable) mine = { 0 };
  g_autoptr (GPtrArray) all = NULL;
  guint32 words[REFRAIN_SYMBOL_N_WORDS];

  refrain_sequence_table_init (&mine);
  for (guint p = 0; p < job->symbols->n_processes; p++)
    for (guint32 i = 0; i < job->drafts[p].meanings.n; i++)
      {
        gsize n;
        const guint32 *own = refrain_sequence_table_get (&job->drafts[p].meanings, i, &n);

        refrain_sequence_table_add (&mine, own, n, NULL);
      }
  all = refrain_team_gather (shares->team, mine.words->data, mine.words->len * sizeof (guint32));
  for (guint m = 0; all != NULL && m < all->len; m++)
    for (RefrainParcel parcel = refrain_parcel_open (all, m); refrain_parcel_has_more (&parcel);)
      {
        refrain_parcel_take (&parcel, words, sizeof words);
        refrain_sequence_table_add (&job->symbols->meanings, words, REFRAIN_SYMBOL_N_WORDS, NULL);
      }
}

/* Symbols are numbered by the first process that has them, in its order: the same for any number of
 * threads. */
static void
merge_meanings (Job *job)
{
  const RefrainShares *shares = refrain_trace_get_shares (job->symbols->trace);

  if (shares != NULL)
    gather_meanings (job, shares);
  for (guint p = 0; p < job->symbols->n_processes; p++)
    {
      const RefrainSequenceTable *own = &job->drafts[p].meanings;

      job->global[p] = g_new (guint32, own->n);
      for (guint32 i = 0; i < own->n; i++)
        {
          gsize n;
          const guint32 *words = refrain_sequence_table_get (own, i, &n);

          job->global[p][i] = refrain_sequence_table_add (&job->symbols->meanings, words, n, NULL);
        }
    }
}

/* The elements of @column in the order of @order, or as they are. Free with g_free(). */
static guint32 *
put_in_order (const guint32 *column, const guint32 *order, gsize n)
{
  guint32 *ordered;

  if (order == NULL)
    return g_memdup2 (column, n * sizeof *column);
  ordered = g_new (guint32, n);
  for (gsize i = 0; i < n; i++)
    ordered[i] = column[order[i]];
  return ordered;
}

/* Puts the elements of threads in one order. */
static void
order_threads (gsize item, gpointer data)
{
  const Job *job = data;
  RefrainSymbolStream *stream = &job->symbols->streams[item];
  g_autofree guint32 *order
      = refrain_thread_order (refrain_trace_get_process (job->symbols->trace, (guint) item), stream,
                              job->symbols->scheme.receive == REFRAIN_RECEIVE_POSTING);
  const RefrainSymbolStream old = *stream;

  if (order == NULL)
    return;
  *stream = (RefrainSymbolStream){ old.n, put_in_order (old.symbol, order, old.n),
                                   put_in_order (old.op, order, old.n),
                                   put_in_order (old.call, order, old.n) };
  clear_stream (job->symbols, &old);
}

RefrainSymbols *
refrain_symbols_new (RefrainTrace *trace,
                     const RefrainSymbolScheme *scheme,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (RefrainSymbols) self = NULL;
  Job job;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);
  g_return_val_if_fail (scheme != NULL, NULL);

  self = g_object_new (REFRAIN_TYPE_SYMBOLS, NULL);
  self->trace = g_object_ref (trace);
  self->scheme = *scheme;
  self->n_processes = refrain_trace_get_n_processes (trace);
  self->streams = g_new0 (RefrainSymbolStream, self->n_processes);
  job = (Job){ self, g_new0 (Draft, self->n_processes), g_new0 (guint32 *, self->n_processes),
               scheme->collectives ? flag_not_blocking (trace) : NULL, cancellable };
  if (refrain_parallel_run (self->n_processes, draft_process, &job, cancellable))
    {
      merge_meanings (&job);
      list_rows (&job);
      refrain_parallel_run (self->n_processes, finish_process, &job, NULL);
      if (refrain_thread_order_count (trace) > 0)
        refrain_parallel_run (self->n_processes, order_threads, &job, NULL);
    }
  for (guint i = 0; i < self->n_processes; i++)
    {
      refrain_sequence_table_clear (&job.drafts[i].meanings);
      refrain_free (job.drafts[i].symbol, job.drafts[i].op, job.drafts[i].call, job.global[i]);
    }
  refrain_free (job.drafts, job.global, job.apart);
  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&self);
}

RefrainSymbols *
refrain_symbols_new_ordered (RefrainSymbols *symbols, guint32 *const *order)
{
  RefrainSymbols *self;

  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);
  g_return_val_if_fail (order != NULL, NULL);

  self = g_object_new (REFRAIN_TYPE_SYMBOLS, NULL);
  self->trace = g_object_ref (symbols->trace);
  self->scheme = symbols->scheme;
  self->n_processes = symbols->n_processes;
  self->streams = g_new0 (RefrainSymbolStream, self->n_processes);
  self->rows = g_atomic_rc_box_acquire (symbols->rows);
  self->places = symbols->places != NULL ? g_bytes_ref (symbols->places) : NULL;
  for (guint32 i = 0; i < symbols->meanings.n; i++)
    {
      gsize n;
      const guint32 *words = refrain_sequence_table_get (&symbols->meanings, i, &n);

      refrain_sequence_table_add (&self->meanings, words, n, NULL);
    }
  for (guint p = 0; p < self->n_processes; p++)
    {
      const RefrainSymbolStream *old = &symbols->streams[p];

      self->streams[p] = *old;
      self->streams[p].symbol = put_in_order (old->symbol, order[p], old->n);
      if (order[p] == NULL && old->op == symbols->rows)
        continue;
      self->streams[p].op = put_in_order (old->op, order[p], old->n);
      self->streams[p].call = put_in_order (old->call, order[p], old->n);
    }
  return self;
}

typedef struct
{
  RefrainSymbols *symbols;
  guint32 **order;
} SetsJob;

/* The order of rows becomes one of elements, which threads may have in another order. */
static void
find_sets (gsize item, gpointer data)
{
  const SetsJob *job = data;
  const RefrainSymbolStream *stream = &job->symbols->streams[item];
  g_autofree guint32 *rows = refrain_completion_sets_order (job->symbols->trace, (guint) item);
  g_autofree guint32 *element = NULL;

  if (rows != NULL)
    {
      job->order[item] = g_new (guint32, stream->n + 1);
      element = g_new (guint32, stream->n + 1);
      for (gsize i = 0; i < stream->n; i++)
        element[stream->op[i]] = (guint32) i;
      for (gsize i = 0; i < stream->n; i++)
        job->order[item][i] = element[rows[stream->op[i]]];
    }
}

RefrainSymbols *
refrain_symbols_new_sets (RefrainSymbols *symbols)
{
  g_autofree guint32 **order = NULL;
  RefrainSymbols *sets;
  gboolean any = FALSE;
  SetsJob job;

  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);
  g_return_val_if_fail (symbols->scheme.point_to_point && symbols->scheme.collectives, NULL);
  g_return_val_if_fail (symbols->scheme.receive != REFRAIN_RECEIVE_POSTING, NULL);

  order = g_new0 (guint32 *, (gsize) symbols->n_processes + 1);
  job = (SetsJob){ symbols, order };
  refrain_parallel_run (symbols->n_processes, find_sets, &job, NULL);
  for (guint p = 0; p < symbols->n_processes; p++)
    any |= order[p] != NULL;
  sets = any ? refrain_symbols_new_ordered (symbols, order) : g_object_ref (symbols);
  for (guint p = 0; p < symbols->n_processes; p++)
    g_free (order[p]);
  return sets;
}

REFRAIN_GETTER (RefrainSymbols, refrain_symbols, RefrainTrace *, get_trace, self->trace)
REFRAIN_GETTER (
    RefrainSymbols, refrain_symbols, const RefrainSymbolScheme *, get_scheme, &self->scheme)
REFRAIN_GETTER (RefrainSymbols, refrain_symbols, guint32, get_n_symbols, self->meanings.n)

const RefrainSymbolStream *
refrain_symbols_get_stream (RefrainSymbols *self, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (self), NULL);
  g_return_val_if_fail (process < self->n_processes, NULL);
  return &self->streams[process];
}

void
refrain_symbols_drop (RefrainSymbols *self, guint process)
{
  RefrainSymbolStream *stream = &self->streams[process];

  g_clear_pointer ((guint32 **) &stream->symbol, g_free);
  if (stream->op != self->rows)
    g_free ((gpointer) stream->call);
  stream->call = NULL;
}

void
refrain_symbols_set_places (RefrainSymbols *self, GBytes *places)
{
  g_return_if_fail (REFRAIN_IS_SYMBOLS (self));
  g_return_if_fail (places == NULL
                    || g_bytes_get_size (places) >= self->n_processes * sizeof (guint32));
  g_clear_pointer (&self->places, g_bytes_unref);
  self->places = places != NULL ? g_bytes_ref (places) : NULL;
}

guint32
refrain_symbols_get_place (RefrainSymbols *self, guint process)
{
  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (self), process);
  g_return_val_if_fail (process < self->n_processes, process);
  return self->places == NULL ? process
                              : ((const guint32 *) g_bytes_get_data (self->places, NULL))[process];
}

/* ---- Meaning -------------------------------------------------------------------------------- */

void
refrain_symbols_get_shifted (RefrainSymbols *self,
                             guint32 symbol,
                             guint origin,
                             guint32 words[REFRAIN_SYMBOL_N_WORDS])
{
  gsize n;

  memcpy (words, refrain_sequence_table_get (&self->meanings, symbol, &n),
          REFRAIN_SYMBOL_N_WORDS * sizeof *words);
  if ((self->scheme.fields & REFRAIN_SYMBOL_PEER) && !self->scheme.relative
      && words[REFRAIN_WORD_PEER] != 0)
    words[REFRAIN_WORD_PEER] -= origin;
}

static void
append_peer (GString *text, const RefrainSymbolScheme *scheme, guint32 word, guint first_rank)
{
  if (scheme->relative && word == G_MAXINT32)
    g_string_append_c (text, '?');
  else if (scheme->relative)
    g_string_append_printf (text, "%+d", (gint32) word);
  else if (word == 0)
    g_string_append_c (text, '?');
  else
    g_string_append_printf (text, "%u", word - 1 + first_rank);
}

char *
refrain_symbols_describe_from (RefrainSymbols *self, guint32 symbol, guint first_rank)
{
  GString *text;
  const guint32 *words;
  gboolean collective;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (self), NULL);
  g_return_val_if_fail (symbol < self->meanings.n, NULL);

  words = refrain_sequence_table_get (&self->meanings, symbol, &n);
  collective = words[REFRAIN_WORD_CLASS] >= REFRAIN_CLASS_COLLECTIVE;
  text = g_string_new (NULL);
  if (collective)
    {
      const char *name
          = refrain_collective_get_name (words[REFRAIN_WORD_CLASS] - REFRAIN_CLASS_COLLECTIVE);
      const gboolean apart = words[REFRAIN_WORD_TAG] > 0 && g_str_has_prefix (name, "MPI_");
      g_autofree char *lower = g_ascii_strdown (name + (apart ? strlen ("MPI_") : 0), -1);

      g_string_append_printf (text, "%s%s", apart ? "MPI_I" : "", apart ? lower : name);
    }
  else if (self->scheme.fields & REFRAIN_SYMBOL_OP)
    g_string_append_c (text, words[REFRAIN_WORD_CLASS] == REFRAIN_CLASS_SEND ? 'S' : 'R');
  else
    g_string_append_c (text, 'M');
  if ((self->scheme.fields & REFRAIN_SYMBOL_PEER) && !collective)
    append_peer (text, &self->scheme, words[REFRAIN_WORD_PEER], first_rank);
  else if ((self->scheme.fields & REFRAIN_SYMBOL_PEER) && words[REFRAIN_WORD_PEER] != 0)
    {
      g_string_append (text, " root ");
      append_peer (text, &self->scheme, words[REFRAIN_WORD_PEER], first_rank);
    }
  if ((self->scheme.fields & REFRAIN_SYMBOL_TAG) && !collective)
    g_string_append_printf (text, " tag %d", (gint32) words[REFRAIN_WORD_TAG]);
  if ((self->scheme.fields & REFRAIN_SYMBOL_COMM) && words[REFRAIN_WORD_COMM] != 0)
    g_string_append_printf (text, " comm %u", words[REFRAIN_WORD_COMM] - 1);
  if (self->scheme.fields & REFRAIN_SYMBOL_SIZE)
    g_string_append_printf (text, " size %" G_GUINT64_FORMAT,
                            (guint64) words[REFRAIN_WORD_SIZE_HIGH] << 32
                                | words[REFRAIN_WORD_SIZE_LOW]);
  return g_string_free (text, FALSE);
}
