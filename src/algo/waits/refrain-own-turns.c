/* refrain-own-turns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Turns of one process alone, by what it does and when.
 */
#include "refrain-own-turns.h"

#include "refrain-compare.h"
#include "refrain-tandem-runs.h"
#include "refrain-turn-sizes.h"

/* Turns that make a loop. */
#define MIN_TURNS 3
/* At least so much of a stream is looked at. */
#define MOST 0.8
/* What is inside of turns is at least so much of a stream. */
#define INSIDE 0.6
/* More than so much of a turn is one: programs do something else in their first or last one, and a
 * solver ends when it is done. */
#define NEARLY 0.5
/* Less than this share of the turns is few. */
#define FEW 0.25
/* Of turns of more elements no part is looked for. */
#define MOST_EARLY 1000
/* Of so many turns or more, each with computing before it that is so much of a turn, the first is
 * none where neither before it nor behind the last one there is more than one of so many parts of
 * that. */
#define FEWEST_COMPUTED 8
#define MUCH_COMPUTED   0.2
#define SOME_COMPUTED   0.02
#define FAR_LESS        4

/* The repetition of @symbols that covers most, at least half; of equals the one with the shorter
 * period. */
static void
find_longest (RefrainOwnTurns *own, const guint32 *symbols, guint32 n)
{
  g_autoptr (GArray) ranges = refrain_tandem_ranges_find_middle (symbols, n);

  for (guint i = 0; i < ranges->len; i++)
    {
      const RefrainTandemRange *run = &g_array_index (ranges, RefrainTandemRange, i);
      const guint32 length = run->end - run->start, best = own->end - own->start;

      if (length / run->period >= MIN_TURNS
          && (length > best || (length == best && run->period < own->period)))
        {
          own->start = run->start;
          own->end = run->end;
          own->period = run->period;
          own->n_whole = length / run->period;
          own->n = own->n_whole + (length % run->period > NEARLY * run->period);
        }
    }
}

/* Whether one thread stands behind the other in @stream, but for what all end with: not where
 * something orders them all. */
static gboolean
are_in_a_row (RefrainProcess *process, const RefrainSymbolStream *stream)
{
  const RefrainThread *thread = NULL;
  gsize n_stretches = 0;

  for (gsize i = 0; i < stream->n; i++)
    {
      const gsize row = stream->op[i];

      if (thread != NULL && row >= thread->first_op && row < thread->first_op + thread->n_ops)
        continue;
      n_stretches++;
      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          thread = refrain_process_get_thread (process, t);
          if (row >= thread->first_op && row < thread->first_op + thread->n_ops)
            break;
        }
    }
  return n_stretches <= 2 * refrain_process_get_n_threads (process)
         && n_stretches * MIN_TURNS <= stream->n;
}

/* Iterations are those of one thread where threads stand one after another in the stream. */
static void
choose_thread (RefrainProcess *process, const RefrainSymbolStream *stream, RefrainOwnTurns *own)
{
  const RefrainOps *ops = refrain_process_get_ops (process);
  RefrainTime latest = G_MININT64;
  gsize best = 0;

  own->to = stream->n;
  if (!are_in_a_row (process, stream))
    return;
  for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
    {
      const RefrainThread *thread = refrain_process_get_thread (process, t);
      const gsize end = thread->first_op + thread->n_ops;
      gsize from, to;

      /* Of those with as many the one that goes on longest. */
      if (thread->n_ops < MAX (best, 1) || (thread->n_ops == best && ops->time[end - 1] <= latest))
        continue;
      latest = ops->time[end - 1];
      for (from = 0; from < stream->n && stream->op[from] < thread->first_op;)
        from++;
      for (to = from; to < stream->n && stream->op[to] < end && stream->op[to] >= thread->first_op;)
        to++;
      best = thread->n_ops;
      own->from = from;
      own->to = to;
    }
}

/* How often each symbol stands in @stream, in the chosen thread; free with g_free(). */
static guint32 *
count_symbols (const RefrainSymbolStream *stream, const RefrainOwnTurns *own, guint32 n_symbols)
{
  guint32 *counts = g_new0 (guint32, (gsize) n_symbols + 1);

  for (gsize i = own->from; i < own->to; i++)
    counts[stream->symbol[i]]++;
  return counts;
}

/* Whether something was left out before turn @i. */
static gboolean
is_interrupted (const RefrainOwnTurns *own, guint32 i)
{
  const guint32 place = own->start + i * own->period;

  return refrain_own_turns_get_element (own, place)
         != refrain_own_turns_get_element (own, place - 1) + 1;
}

/* Turns before the first of what was left out are no iterations where fewer stand there than
 * always between two others: a program exchanges once before it does so in steps of ten. */
static void
drop_warm_up (RefrainOwnTurns *own)
{
  guint32 first = 0, length = 0, at = 0;

  if (own->n != own->n_whole)
    return;
  for (guint32 i = 1; i <= own->n; i++)
    {
      if (i < own->n && !is_interrupted (own, i))
        continue;
      if (first == 0)
        first = i;
      else if (length == 0)
        length = i - at;
      else if (i - at != length)
        return;
      at = i;
    }
  if (first >= length || first + length >= own->n)
    return;
  own->start += first * own->period;
  own->n -= first;
  own->n_whole -= first;
}

/* Turns of which several complete in one call, again and again as many, are one: a program starts a
 * sum for each of four layers and waits for all. */
static void
keep_calls_whole (RefrainOwnTurns *own,
                  const RefrainSymbolStream *stream,
                  const RefrainOpSpans *spans)
{
  guint32 turns = 1;

  for (guint32 i = 1; i < own->n_whole; i++)
    {
      const guint32 place = own->start + i * own->period;
      const guint32 call = spans->ops->call[stream->op[refrain_own_turns_get_element (own, place)]];
      const gboolean inside
          = call == spans->ops->call[stream->op[refrain_own_turns_get_element (own, place - 1)]]
            && refrain_op_spans_is_mpi (spans, call);

      if (inside && turns == i)
        turns++;
      else if (inside != (i % turns > 0))
        return;
    }
  if (own->n_whole % turns > 0 || own->n_whole / turns < MIN_TURNS)
    return;
  own->period *= turns;
  own->n_whole /= turns;
  own->n = MAX (own->n / turns, own->n_whole);
}

static guint32
get_op (const RefrainOwnTurns *own, const RefrainSymbolStream *stream, guint32 place)
{
  return stream->op[refrain_own_turns_get_element (own, place)];
}

/* Turns of which a number follow each other at once, each time again, as a sum that is passed round
 * a ring by hand. */
static void
divide_by_time (RefrainOwnTurns *own,
                const RefrainSymbolStream *stream,
                const RefrainOpSpans *spans)
{
  g_autofree RefrainTime *gaps = g_new0 (RefrainTime, (gsize) own->n_whole + 1);
  const guint32 n = own->n_whole * own->period;

  /* What was left out before a turn is no computing. */
  for (guint32 i = own->period; i < n; i += own->period)
    {
      const gsize element = refrain_own_turns_get_element (own, own->start + i);

      gaps[i / own->period] = refrain_op_spans_enter (spans, stream->op[element])
                              - refrain_op_spans_leave (spans, stream->op[element - 1]);
    }
  own->n_timed = refrain_turns_count_timed (
      gaps, own->n_whole,
      refrain_op_spans_leave (spans, get_op (own, stream, own->start + n - 1))
          - refrain_op_spans_enter (spans, get_op (own, stream, own->start)));
}

/* Puts what stands @rare times or more into `elements`, and its symbols into @kept; how many. */
static guint32
keep_frequent (RefrainOwnTurns *own,
               const RefrainSymbolStream *stream,
               const guint32 *counts,
               gsize rare,
               guint32 *kept)
{
  guint32 n = 0;

  for (gsize i = own->from; i < own->to; i++)
    if (counts[stream->symbol[i]] >= rare)
      {
        kept[n] = stream->symbol[i];
        own->elements[n++] = (guint32) i;
      }
  return n;
}

/* Few turns with something between them and the others are none of the loop: one to warm up before
 * the clock is started, one to check after it. */
static void
drop_apart (RefrainOwnTurns *own)
{
  guint32 first = 0, best = 0, most = 0;

  for (guint32 i = 1; i <= own->n_whole; i++)
    if (i == own->n_whole || is_interrupted (own, i))
      {
        if (i - first > most)
          {
            best = first;
            most = i - first;
          }
        first = i;
      }
  if (most == own->n_whole || most <= (1 - FEW) * own->n_whole)
    return;
  own->start += best * own->period;
  if (best + most == own->n_whole)
    {
      own->n -= best;
      own->n_whole -= best;
      return;
    }
  own->n = own->n_whole = most;
  own->end = own->start + most * own->period;
}

/* What stands in less than half of the turns ends none: a program makes a communicator in its first
 * turn, or saves once in the midst of them, and what comes before or behind are the same turns. */
static void
go_on (RefrainOwnTurns *own, const RefrainSymbolStream *stream, guint32 n_symbols)
{
  const gsize n_elements = own->to - own->from;
  RefrainOwnTurns more = { .from = own->from, .to = own->to };
  g_autofree guint32 *counts = NULL, *kept = NULL;

  if (n_elements - (own->end - own->start) <= NEARLY * own->period)
    return;
  counts = count_symbols (stream, own, n_symbols);
  kept = g_new (guint32, n_elements);
  more.elements = g_new (guint32, n_elements);
  more.n_elements = keep_frequent (&more, stream, counts, own->n_whole / 2 + 1, kept);
  if (more.n_elements < n_elements && more.n_elements >= MOST * (double) n_elements)
    find_longest (&more, kept, more.n_elements);
  drop_apart (&more);
  if (more.period == own->period && more.n > own->n)
    {
      g_free (own->elements);
      *own = more;
      return;
    }
  g_free (more.elements);
}

static guint32
get_symbol (const RefrainOwnTurns *own, const RefrainSymbolStream *stream, guint32 place)
{
  return stream->symbol[refrain_own_turns_get_element (own, place)];
}

void
refrain_own_turns_find_edges (RefrainOwnTurns *own,
                              const RefrainSymbolStream *stream,
                              const RefrainOpSpans *spans,
                              const gsize *first,
                              gboolean in_order)
{
  guint32 last = REFRAIN_NONE;
  gsize element = own->from;

  for (guint32 i = 0; i <= own->n; i++)
    {
      const gsize next = i < own->n && in_order ? first[i + 1] : MIN (first[i] + 1, own->to);
      guint32 least = REFRAIN_NONE;

      for (; element < first[i]; element++)
        last = last == REFRAIN_NONE || !in_order ? stream->op[element]
                                                 : MAX (last, stream->op[element]);
      for (gsize k = first[i]; k < next; k++)
        least = MIN (least, stream->op[k]);
      own->first_op[i] = least != REFRAIN_NONE ? least : stream->op[own->to - 1] + 1;
      if (i == own->n && in_order)
        own->first_op[i] = last + 1;
      own->bound[i] = last == REFRAIN_NONE ? refrain_op_spans_enter (spans, own->first_op[i])
                                           : refrain_op_spans_leave (spans, last);
      if (i > 0)
        {
          own->first_op[i] = MAX (own->first_op[i], own->first_op[i - 1]);
          own->bound[i] = MAX (own->bound[i], own->bound[i - 1]);
        }
    }
}

/* What a process computes around its turns. */
typedef struct
{
  RefrainTime before, behind; /* the first, the last */
  RefrainTime least, median;  /* between two */
} Computing;

/* FALSE where fewer than @fewest turns, or where a record begins or ends, tell nothing. */
static gboolean
measure_computing (const RefrainOwnTurns *own,
                   const RefrainOpSpans *spans,
                   const RefrainRunSpan *run,
                   guint32 fewest,
                   Computing *computing)
{
  const guint32 n = own->n, first = own->first_op[0], end = own->first_op[n];
  g_autofree RefrainTime *gaps = g_new (RefrainTime, (gsize) n + 1);

  /* The last ones may be empty where operations complete in any order. */
  if (n < fewest || own->places != NULL || own->n_outer > 0 || own->of_op != NULL
      || own->first_op[n - 1] >= spans->ops->n)
    return FALSE;
  computing->before = refrain_op_spans_enter (spans, first)
                      - (first > 0 ? refrain_op_spans_leave (spans, first - 1) : run->start);
  computing->behind = (end < spans->ops->n ? refrain_op_spans_enter (spans, end) : run->end)
                      - refrain_op_spans_leave (spans, end - 1);
  for (guint32 i = 1; i < n; i++)
    gaps[i] = refrain_op_spans_enter (spans, own->first_op[i]) - own->bound[i];
  refrain_sort (gaps + 1, n - 1, sizeof *gaps, refrain_compare_int64);
  computing->least = gaps[1];
  computing->median = gaps[n / 2];
  return (first > 0 || computing->before > 0) && (end < spans->ops->n || computing->behind > 0);
}

gboolean
refrain_own_turns_lack_computing (const RefrainOwnTurns *own,
                                  const RefrainOpSpans *spans,
                                  const RefrainRunSpan *run)
{
  Computing computing;

  return measure_computing (own, spans, run, FEWEST_COMPUTED, &computing)
         && (double) computing.least * own->n
                >= MUCH_COMPUTED * (double) (own->bound[own->n] - own->bound[0])
         && FAR_LESS * computing.before < computing.least
         && FAR_LESS * computing.behind < computing.least;
}

RefrainTime
refrain_own_turns_compute_behind (const RefrainOwnTurns *own,
                                  const RefrainOpSpans *spans,
                                  const RefrainRunSpan *run)
{
  Computing computing;

  if (!measure_computing (own, spans, run, MIN_TURNS, &computing)
      || (double) computing.median * own->n
             < SOME_COMPUTED * (double) (own->bound[own->n] - own->bound[0]))
    return 0;
  if (FAR_LESS * computing.before < computing.median && 2 * computing.behind >= computing.median)
    return MIN (computing.behind, computing.median);
  return FAR_LESS * computing.behind < computing.median && 2 * computing.before >= computing.median
             ? -computing.median
             : 0;
}

/* Whether operations @a and @b differ in size or tag, or in the routines that call for them. */
static gboolean
differ (const RefrainOpSpans *spans, guint32 a, guint32 b)
{
  const RefrainCalls *calls = spans->calls;
  const RefrainOps *ops = spans->ops;
  guint32 x = ops->call[a], y = ops->call[b];

  if (ops->bytes[a] != ops->bytes[b] || ops->tag[a] != ops->tag[b])
    return TRUE;
  while (x != REFRAIN_NONE && y != REFRAIN_NONE && x != y)
    {
      if (calls->routine[x] != calls->routine[y])
        return TRUE;
      x = calls->parent[x];
      y = calls->parent[y];
    }
  return x != y;
}

/* Whether something differs from what is a turn later, or earlier, in the @n elements at @place. */
static gboolean
differ_from (const RefrainOwnTurns *own,
             const RefrainSymbolStream *stream,
             const RefrainOpSpans *spans,
             guint32 place,
             guint32 other,
             guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    if (differ (spans, stream->op[refrain_own_turns_get_element (own, place + i)],
                stream->op[refrain_own_turns_get_element (own, other + i)]))
      return TRUE;
  return FALSE;
}

void
refrain_own_turns_find_rest (RefrainOwnTurns *own,
                             const RefrainSymbolStream *stream,
                             const RefrainOpSpans *spans)
{
  const guint32 whole = own->start + own->n_whole * own->period;

  own->rest
      = own->n_whole >= MIN_TURNS && own->places == NULL && own->end > whole ? own->end - whole : 0;
  if (own->rest == 0)
    return;
  own->rest_begins
      = differ_from (own, stream, spans, own->start, own->start + own->period, own->rest);
  own->rest_ends = differ_from (own, stream, spans, whole, whole - own->period, own->rest);
}

/* Whether @a takes about as long as @b. */
static gboolean
is_like (RefrainTime a, RefrainTime b)
{
  return 3 * b <= 4 * a && 2 * a <= 3 * b;
}

/* How long the stretch before the first turn is that has more than half of what a turn has, in its
 * order, and begins with what each begins with; 0 where there is none. */
static guint32
find_part_before (const RefrainOwnTurns *own, const RefrainSymbolStream *stream)
{
  for (guint32 length = MIN (own->period - 1, own->start); length > NEARLY * own->period; length--)
    {
      const guint32 first = own->start - length;
      guint32 matched = 0;

      for (guint32 k = 0; k < own->period && matched < length; k++)
        {
          matched += get_symbol (own, stream, first + matched)
                     == get_symbol (own, stream, own->start + k);
          if (matched == 0)
            break;
        }
      if (matched == length)
        return length;
    }
  return 0;
}

void
refrain_own_turns_find_early (RefrainOwnTurns *own,
                              const RefrainSymbolStream *stream,
                              const RefrainOpSpans *spans,
                              const RefrainRunSpan *run)
{
  const guint32 n = own->n_whole;
  g_autofree RefrainTime *gaps = g_new0 (RefrainTime, (gsize) n + 2);
  RefrainTime time, typical, before, first;
  guint32 length;

  own->early = 0;
  if (n < FEWEST_COMPUTED || own->places != NULL || own->period > MOST_EARLY
      || (length = find_part_before (own, stream)) == 0)
    return;
  for (guint32 i = 0; i <= n; i++)
    {
      const guint32 place = own->start + (i > 0 ? (i - 1) * own->period : 0) - (i > 0 ? 0 : length);
      const gsize element = refrain_own_turns_get_element (own, place);

      gaps[i] = refrain_op_spans_enter (spans, stream->op[element])
                - (element > own->from ? refrain_op_spans_leave (spans, stream->op[element - 1])
                                       : run->start);
    }
  time = refrain_op_spans_leave (spans, get_op (own, stream, own->start + n * own->period - 1))
         - refrain_op_spans_enter (spans, get_op (own, stream, own->start));
  before = gaps[0];
  first = gaps[1];
  refrain_sort (gaps + 2, n - 1, sizeof *gaps, refrain_compare_int64);
  typical = gaps[2 + (n - 1) / 2];
  if ((double) typical * n >= MUCH_COMPUTED * (double) time && is_like (before, typical)
      && is_like (first, typical))
    own->early = length;
}

guint32
refrain_own_turns_count_between (const RefrainOwnTurns *own)
{
  guint32 n = 0;

  for (guint32 place = own->start + 1; own->elements != NULL && place < own->end; place++)
    n += own->elements[place] != own->elements[place - 1] + 1;
  return n;
}

guint32
refrain_own_turns_count_apart (const RefrainOwnTurns *own,
                               const RefrainSymbolStream *stream,
                               guint32 length)
{
  const guint32 end = MAX (own->end, own->start + own->n_whole * own->period);
  g_autofree guint32 *border = g_new (guint32, (gsize) length + 1); /* of the first k elements */
  guint32 matched = 0, n = 0;

  if (length == 0 || length > own->n_elements - own->start)
    return 0;
  border[0] = border[1] = 0;
  for (guint32 k = 1; k < length; k++)
    {
      const guint32 symbol = get_symbol (own, stream, own->start + k);

      while (matched > 0 && get_symbol (own, stream, own->start + matched) != symbol)
        matched = border[matched];
      matched += get_symbol (own, stream, own->start + matched) == symbol;
      border[k + 1] = matched;
    }
  matched = 0;
  for (guint32 place = 0; place < own->n_elements; place++)
    {
      if (place == own->start)
        {
          place = end;
          matched = 0;
          if (place >= own->n_elements)
            break;
        }
      while (matched > 0
             && get_symbol (own, stream, own->start + matched) != get_symbol (own, stream, place))
        matched = border[matched];
      matched += get_symbol (own, stream, own->start + matched) == get_symbol (own, stream, place);
      if (matched == length)
        {
          n++;
          matched = 0;
        }
    }
  return n;
}

/* Whether what comes every so many steps of @type is output: all gather it at one, or write it. */
static gboolean
is_output (gint32 type)
{
  return type == REFRAIN_COLLECTIVE_GATHER || type == REFRAIN_COLLECTIVE_GATHERV
         || type == REFRAIN_COLLECTIVE_REDUCE || type >= REFRAIN_COLLECTIVE_FILE_OPEN;
}

/* Whether what @own has left out of its elements is collective, between its turns output alone, and
 * what is in these has something collective, too. */
static gboolean
leaves_out_output (const RefrainOwnTurns *own,
                   const RefrainSymbolStream *stream,
                   const RefrainOps *ops)
{
  guint32 place = 0;
  gboolean any = FALSE;

  for (gsize i = own->from; i < own->to; i++)
    {
      const guint32 op = stream->op[i];
      const gboolean collective = ops->kind[op] == REFRAIN_OP_COLLECTIVE;
      const gboolean left_out = place >= own->n_elements || own->elements[place] != i;
      const gboolean between = place > own->start && place < own->end;

      if (left_out && (!collective || (between && !is_output (ops->tag[op]))))
        return FALSE;
      if (!left_out)
        any |= collective && place >= own->start && place < own->start + own->period;
      place += !left_out;
    }
  return any;
}

/* A checkpoint every fifth step makes no turn of five steps. Output that comes once in each turn is
 * left out if then there are several times as many turns, each with computing of its own. */
static void
go_inside (RefrainOwnTurns *own,
           const RefrainSymbolStream *stream,
           const RefrainOpSpans *spans,
           guint32 n_symbols)
{
  const gsize n_elements = own->to - own->from;
  RefrainOwnTurns more = { .from = own->from, .to = own->to };
  g_autofree guint32 *counts = count_symbols (stream, own, n_symbols);
  g_autofree guint32 *kept = g_new (guint32, n_elements);

  if (own->n_timed > 0)
    return;
  more.elements = g_new (guint32, n_elements);
  more.n_elements = keep_frequent (&more, stream, counts, own->n + 1, kept);
  if (more.n_elements < n_elements && more.n_elements >= INSIDE * (double) n_elements)
    find_longest (&more, kept, more.n_elements);
  if (more.n_whole >= 2 * own->n && more.end - more.start >= MOST * (double) more.n_elements
      && leaves_out_output (&more, stream, spans->ops))
    {
      divide_by_time (&more, stream, spans);
      if (more.n_timed == 0)
        {
          more.inside = own->end - own->start;
          *own = more;
          return;
        }
    }
  g_free (more.elements);
}

void
refrain_own_turns_find (RefrainOwnTurns *own,
                        RefrainTrace *trace,
                        RefrainSymbols *symbols,
                        guint process,
                        const guint8 *is_mpi,
                        gboolean inside)
{
  const RefrainSymbolStream *stream = refrain_symbols_get_stream (symbols, process);
  const RefrainOpSpans spans = refrain_op_spans_new (trace, process, is_mpi);
  const guint32 n_symbols = refrain_symbols_get_n_symbols (symbols);
  g_autofree guint32 *counts = NULL, *kept = NULL;
  gsize n_elements;

  if (stream->n >= G_MAXUINT32)
    return;
  choose_thread (refrain_trace_get_process (trace, process), stream, own);
  n_elements = own->to - own->from;
  if (n_elements < MIN_TURNS)
    return;
  for (gsize rare = 1; rare <= n_elements; rare *= 2)
    {
      guint32 n = (guint32) n_elements;

      if (rare == 2)
        {
          counts = count_symbols (stream, own, n_symbols);
          kept = g_new (guint32, n_elements);
          own->elements = g_new (guint32, n_elements);
        }
      if (rare > 1)
        n = keep_frequent (own, stream, counts, rare, kept);
      if (n < MOST * (double) n_elements)
        break;
      own->n = own->start = own->end = 0;
      own->n_elements = n;
      find_longest (own, rare == 1 ? stream->symbol + own->from : kept, n);
      if (2 * (gsize) (own->end - own->start) >= n_elements)
        {
          go_on (own, stream, n_symbols);
          drop_warm_up (own);
          keep_calls_whole (own, stream, &spans);
          if (own->elements == NULL)
            {
              divide_by_time (own, stream, &spans);
              if (inside)
                go_inside (own, stream, &spans, n_symbols);
            }
          else
            refrain_own_turns_take_rows (own, stream->symbol + own->from, (guint32) n_elements);
          refrain_own_turns_find_steps (own, stream->symbol + own->from, (guint32) n_elements);
          return;
        }
    }
  own->n = own->start = own->end = own->period = 0;
  refrain_own_turns_take_rows (own, stream->symbol + own->from, (guint32) n_elements);
  refrain_own_turns_find_steps (own, stream->symbol + own->from, (guint32) n_elements);
}

gboolean
refrain_own_turns_agree (const RefrainOwnTurns *own, guint n_processes)
{
  const RefrainOwnTurns *first = NULL;
  gboolean any = FALSE;

  for (guint p = 0; p < n_processes; p++)
    any |= own[p].inside > 0;
  for (guint p = 0; any && p < n_processes; p++)
    if (own[p].n > 0 && first == NULL)
      first = &own[p];
    else if (own[p].n > 0 && (own[p].n != first->n || own[p].n_timed != first->n_timed))
      return FALSE;
  return TRUE;
}
