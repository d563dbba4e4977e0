/* refrain-own-steps.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each process has steps of its own, by tags; if all have as many, they are the run's.
 */
#include "config.h"

#include "refrain-own-steps.h"

#include "refrain-hash.h"
#include "refrain-loose-turns.h"
#include "refrain-op-span.h"
#include "refrain-parallel.h"
#include "refrain-symbols.h"
#include "refrain-trace-shares.h"

/* Steps of one process. */
typedef struct
{
  guint32 n;
  RefrainTime *bound; /* one more */
} Steps;

typedef struct
{
  RefrainTrace *trace;
  RefrainSymbols *symbols;
  const guint8 *is_mpi;
  Steps *steps;
} Job;

/* The number of @key in @numbers, which is the next one if it is new. */
static guint32
number (GHashTable *numbers, guint64 key)
{
  gpointer at = g_hash_table_lookup (numbers, &key);

  if (at == NULL)
    {
      at = GUINT_TO_POINTER (g_hash_table_size (numbers) + 1);
      g_hash_table_insert (numbers, g_memdup2 (&key, sizeof key), at);
    }
  return GPOINTER_TO_UINT (at) - 1;
}

/* What @symbol is but for its tag. */
static guint64
get_kind (RefrainSymbols *symbols, guint32 symbol)
{
  guint32 words[REFRAIN_SYMBOL_N_WORDS];

  refrain_symbols_get_shifted (symbols, symbol, 0, words);
  return refrain_hash_mix (
      refrain_hash_mix ((guint64) words[REFRAIN_WORD_CLASS] << 32 | words[REFRAIN_WORD_PEER])
      + words[REFRAIN_WORD_COMM]);
}

/* When each of @turns begins on process @p: where the operation before it ends. */
static void
find_bounds (const Job *job, guint p, const RefrainLooseTurns *turns)
{
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (job->symbols, p);
  const RefrainOpSpans spans = refrain_op_spans_new (job->trace, p, job->is_mpi);
  Steps *steps = &job->steps[p];
  RefrainTime last = refrain_op_spans_enter (&spans, stream->op[turns->first[0]]);
  guint32 element = turns->first[0];

  steps->n = turns->n;
  steps->bound = g_new (RefrainTime, (gsize) turns->n + 1);
  for (guint32 i = 0; i <= turns->n; i++)
    {
      for (; element < turns->first[i]; element++)
        last = MAX (last, refrain_op_spans_leave (&spans, stream->op[element]));
      steps->bound[i] = last;
    }
}

static void
find_steps (gsize p, gpointer data)
{
  const Job *job = data;
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (job->symbols, (guint) p);
  g_autoptr (GHashTable) symbols
      = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) kinds
      = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
  g_autofree guint32 *own = g_new (guint32, stream->n + 1);
  g_autofree guint32 *kind = g_new (guint32, stream->n + 1);
  g_autofree guint32 *weight = g_new (guint32, stream->n + 1);
  g_auto (RefrainLooseTurns) turns = { 0 };

  for (gsize i = 0; i < stream->n; i++)
    {
      own[i] = number (symbols, stream->symbol[i]);
      kind[own[i]] = number (kinds, get_kind (job->symbols, stream->symbol[i]));
      weight[i] = 1;
    }
  refrain_loose_turns_find_common (&turns, own, kind, weight, (guint32) stream->n,
                                   g_hash_table_size (symbols));
  if (turns.n > 0)
    find_bounds (job, (guint) p, &turns);
}

/* Whether one thread of each process has operations, not too many. */
static gboolean
can_be_searched (RefrainTrace *trace, RefrainSymbols *symbols)
{
  if (refrain_trace_get_shares (trace) != NULL)
    return FALSE;
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    if (refrain_process_get_n_threads (refrain_trace_get_process (trace, p)) > 1
        || refrain_symbols_get_stream (symbols, p)->n >= G_MAXUINT32)
      return FALSE;
  return TRUE;
}

RefrainIterations *
refrain_own_steps_find (RefrainTrace *trace, GCancellable *cancellable)
{
  const RefrainSymbolScheme scheme = { .fields = REFRAIN_SYMBOL_OP | REFRAIN_SYMBOL_PEER
                                                 | REFRAIN_SYMBOL_COMM | REFRAIN_SYMBOL_TAG,
                                       .receive = REFRAIN_RECEIVE_SETS,
                                       .point_to_point = TRUE,
                                       .collectives = TRUE };
  const guint n_processes = refrain_trace_get_n_processes (trace);
  g_autoptr (RefrainSymbols) symbols = refrain_symbols_new (trace, &scheme, cancellable, NULL);
  g_autofree guint8 *is_mpi = refrain_op_spans_flag_routines (trace);
  g_autofree Steps *steps = g_new0 (Steps, (gsize) n_processes + 1);
  g_autoptr (GPtrArray) bounds = g_ptr_array_new_with_free_func (g_free);
  Job job = { trace, symbols, is_mpi, steps };
  guint32 n = 0;

  if (symbols == NULL || !can_be_searched (trace, symbols)
      || !refrain_parallel_run (n_processes, find_steps, &job, cancellable))
    return NULL;
  for (guint p = 0; p < n_processes; p++)
    {
      g_ptr_array_add (bounds, steps[p].bound);
      if (p == 0)
        n = steps[p].n;
      if (steps[p].n != n)
        n = 0;
    }
  return n > 0 ? refrain_iterations_new_at (trace, n, (RefrainTime *const *) bounds->pdata) : NULL;
}
