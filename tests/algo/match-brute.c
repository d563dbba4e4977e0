/* match-brute.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "match-brute.h"

#include <string.h>

#define MAX_PROCESSES 16

/* Windows of all processes. */
typedef struct
{
  guint first[MAX_PROCESSES], end[MAX_PROCESSES];
  guint64 edits;
  guint64 worth; /* of the best chain that ends here */
  guint64 chain_edits;
} Candidate;

typedef struct
{
  RefrainSymbols *symbols;
  const RefrainPatternTemplate *wanted;
  const RefrainMatchOptions *options;
  guint64 limit, events;
  guint largest;
  guint first[MAX_PROCESSES], n[MAX_PROCESSES];
  GArray *candidates; /* of Candidate */
} Brute;

static const RefrainOps *
get_ops (RefrainSymbols *symbols, guint process)
{
  return refrain_process_get_ops (
      refrain_trace_get_process (refrain_symbols_get_trace (symbols), process));
}

static guint32
get_code (gboolean send, guint32 peer)
{
  return peer * 2 + (send ? 1 : 0);
}

/* The distance of a step's events to symbols, whatever their order. */
static guint
compare_step (const GArray *events, guint first, guint end, const guint32 *text, guint n)
{
  g_autofree gboolean *taken = g_new0 (gboolean, n + 1);
  guint both = 0;

  for (guint e = first; e < end; e++)
    {
      const RefrainTemplateEvent *event = &g_array_index (events, RefrainTemplateEvent, e);

      for (guint i = 0; i < n; i++)
        if (!taken[i] && text[i] == get_code (event->send, event->peer))
          {
            taken[i] = TRUE;
            both++;
            break;
          }
    }
  return MAX (end - first, n) - both;
}

/* The distance of what a process is to do to symbols: what each step costs, however they are
 * divided among the steps. */
static guint
measure (const GArray *events, gboolean any_order, const guint32 *text, guint n)
{
  g_autofree guint *best = g_new (guint, n + 1), *next = g_new (guint, n + 1);
  guint first = 0;

  for (guint i = 0; i <= n; i++)
    best[i] = i == 0 ? 0 : G_MAXUINT / 2;
  while (first < events->len)
    {
      guint end = first + 1;

      while (end < events->len
             && (any_order
                 || g_array_index (events, RefrainTemplateEvent, end).step
                        == g_array_index (events, RefrainTemplateEvent, first).step))
        end++;
      for (guint j = 0; j <= n; j++)
        {
          next[j] = G_MAXUINT / 2;
          for (guint i = 0; i <= j; i++)
            next[j] = MIN (next[j], best[i] + compare_step (events, first, end, text + i, j - i));
        }
      memcpy (best, next, (n + 1) * sizeof *best);
      first = end;
    }
  return best[n];
}

guint64
match_brute_get_limit (const RefrainPatternTemplate *wanted, const RefrainMatchOptions *options)
{
  guint64 events = refrain_pattern_template_count_events (wanted);

  return options->edits_total < G_MAXUINT64 ? options->edits_total
                                            : (events > 0 ? (events - 1) / 2 : 0);
}

guint64
match_brute_count_edits (RefrainSymbols *symbols,
                         const RefrainPatternTemplate *wanted,
                         const RefrainMatchOptions *options,
                         const guint *first,
                         const guint *n)
{
  guint64 edits = 0;
  guint missing = 0, members = 0;

  for (guint p = 0; p < wanted->n_processes; p++)
    {
      const RefrainOps *ops = get_ops (symbols, p);
      g_autofree guint32 *text = g_new (guint32, n[p] + 1);
      guint m = wanted->events[p]->len, own;

      if (m == 0)
        continue;
      members++;
      missing += n[p] == 0;
      for (guint i = 0; i < n[p]; i++)
        {
          guint32 op = first[p] + i, partner = ops->partner[op];
          guint peer = ops->peer[op];
          gboolean leads_out = partner != REFRAIN_NONE && peer < wanted->n_processes
                               && wanted->events[peer]->len > 0
                               && (partner < first[peer] || partner >= first[peer] + n[peer]);

          text[i] = leads_out ? G_MAXUINT32 : get_code (REFRAIN_OP_IS_SEND (ops->kind[op]), peer);
        }
      own = measure (wanted->events[p], options->any_order, text, n[p]);
      if (own > (n[p] == 0 ? options->edits_per_process : MIN (options->edits_per_process, m - 1)))
        return G_MAXUINT64;
      edits += own;
    }
  return missing * 2 <= members ? edits : G_MAXUINT64;
}

guint64
match_brute_get_worth (const RefrainPatternTemplate *wanted, guint64 edits)
{
  guint64 events = refrain_pattern_template_count_events (wanted);

  return 2 * edits < events ? (events - 2 * edits) * 1000000 : 1;
}

static void
add_candidate (Brute *self)
{
  guint64 edits
      = match_brute_count_edits (self->symbols, self->wanted, self->options, self->first, self->n);
  Candidate candidate = { .edits = edits };

  if (edits > self->limit)
    return;
  for (guint p = 0; p < self->wanted->n_processes; p++)
    {
      candidate.first[p] = self->first[p];
      candidate.end[p] = self->first[p] + self->n[p];
    }
  g_array_append_val (self->candidates, candidate);
}

/* The edits of a window on its own. */
static guint
measure_alone (const Brute *self, guint process, guint first, guint n)
{
  const RefrainOps *ops = get_ops (self->symbols, process);
  g_autofree guint32 *text = g_new (guint32, n + 1);

  for (guint i = 0; i < n; i++)
    text[i] = get_code (REFRAIN_OP_IS_SEND (ops->kind[first + i]), ops->peer[first + i]);
  return measure (self->wanted->events[process], self->options->any_order, text, n);
}

/* All windows of @process and those behind it, with @edits so far. */
static void
try_windows (Brute *self, guint process, guint64 edits)
{
  guint m, allowance, n_ops;

  if (process == self->wanted->n_processes)
    {
      add_candidate (self);
      return;
    }
  m = self->wanted->events[process]->len;
  allowance = m == 0 ? 0 : MIN (self->options->edits_per_process, m - 1);
  n_ops = get_ops (self->symbols, process)->n;
  self->first[process] = self->n[process] = 0;
  if (m == 0 || (m <= self->options->edits_per_process && process != self->largest))
    try_windows (self, process + 1, edits + m);
  for (guint n = m - allowance; m > 0 && n <= m + allowance; n++)
    for (guint first = 0; first + n <= n_ops; first++)
      {
        guint own = measure_alone (self, process, first, n);

        if (own > allowance || edits + own > self->limit)
          continue;
        self->first[process] = first;
        self->n[process] = n;
        try_windows (self, process + 1, edits + own);
      }
}

/* Whether @b is behind @a in every process; a missing one is behind and before all. */
static gboolean
is_behind (const Brute *self, const Candidate *a, const Candidate *b)
{
  for (guint p = 0; p < self->wanted->n_processes; p++)
    if (a->end[p] > a->first[p] && b->end[p] > b->first[p] && a->end[p] > b->first[p])
      return FALSE;
  return TRUE;
}

static int
compare_candidates (gconstpointer a, gconstpointer b, gpointer data)
{
  const Candidate *x = a, *y = b;
  guint p = ((const Brute *) data)->largest;

  return x->first[p] < y->first[p] ? -1 : x->first[p] > y->first[p];
}

/* The best chains that end at each candidate. */
static void
chain (Brute *self, Candidate *best)
{
  g_array_sort_with_data (self->candidates, compare_candidates, self);
  for (guint i = 0; i < self->candidates->len; i++)
    {
      Candidate *candidate = &g_array_index (self->candidates, Candidate, i);
      guint64 worth = 0, edits = 0;

      for (guint k = 0; k < i; k++)
        {
          const Candidate *before = &g_array_index (self->candidates, Candidate, k);

          if ((before->worth > worth || (before->worth == worth && before->chain_edits < edits))
              && is_behind (self, before, candidate))
            {
              worth = before->worth;
              edits = before->chain_edits;
            }
        }
      candidate->worth = worth + match_brute_get_worth (self->wanted, candidate->edits);
      candidate->chain_edits = edits + candidate->edits;
      if (candidate->worth > best->worth
          || (candidate->worth == best->worth && candidate->chain_edits < best->chain_edits))
        *best = *candidate;
    }
}

guint64
match_brute_find_best (RefrainSymbols *symbols,
                       const RefrainPatternTemplate *wanted,
                       const RefrainMatchOptions *options,
                       guint64 *edits)
{
  Candidate best = { .worth = 0 };
  Brute brute = { .symbols = symbols, .wanted = wanted, .options = options };

  g_assert_cmpuint (wanted->n_processes, <=, MAX_PROCESSES);
  brute.candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  brute.limit = match_brute_get_limit (wanted, options);
  brute.events = refrain_pattern_template_count_events (wanted);
  for (guint p = 0; p < wanted->n_processes; p++)
    if (wanted->events[p]->len > wanted->events[brute.largest]->len)
      brute.largest = p;
  for (; brute.wanted != NULL; brute.wanted = options->any_order ? NULL : brute.wanted->next)
    try_windows (&brute, 0, 0);
  brute.wanted = wanted;
  chain (&brute, &best);
  g_array_unref (brute.candidates);
  *edits = best.chain_edits;
  return best.worth;
}
