/* refrain-cycle.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each process by itself: its occurrences in order, runs of one pattern as one letter, and the
 * tandem repeats of these letters. Then what several processes found is put together.
 */
#include "refrain-cycle.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-pattern-facts.h"
#include "refrain-pattern-private.h"
#include "refrain-sequence-table.h"
#include "refrain-tandem.h"
#include "refrain-thread-order.h"

/* Of one item. */
#define ITEM_WORDS (sizeof (RefrainCycleItem) / sizeof (guint32))
/* A body that repeats something so often is left to what it repeats. */
#define TOO_OFTEN 3
/* Weights are told apart up to one in so many. */
#define WEIGHTS 10000
/* So many runs that were met last are known without looking them up. */
#define N_RECENT 64

/* Elements [first, first + n) of the process' stream. */
typedef struct
{
  guint32 first;
  guint32 n;
} Range;

/* The iterations of one process. */
typedef struct
{
  guint32 process;
  GArray *ranges; /* of Range */
} Share;

struct _RefrainCycle
{
  GObject parent_instance;

  guint id;
  GArray *items;  /* of RefrainCycleItem */
  GArray *shares; /* of Share, by process */
  guint32 *processes;
  gsize count;
  double weight;
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainCycle, refrain_cycle)

REFRAIN_DEFINE_CLEAR (share_clear, Share, g_array_unref (x->ranges))

static void
refrain_cycle_finalize (RefrainCycle *self)
{
  refrain_unref_arrays (self->items, self->shares);
  g_free (self->processes);
}

static void
refrain_cycle_init (RefrainCycle *self)
{
  self->items = g_array_new (FALSE, FALSE, sizeof (RefrainCycleItem));
  self->shares = g_array_new (FALSE, FALSE, sizeof (Share));
  g_array_set_clear_func (self->shares, share_clear);
}

/* ---- One process ------------------------------------------------------------------------------
 */

/* Some occurrences of one pattern in a row: a letter. */
typedef struct
{
  RefrainCycleItem item;
  guint32 first, end; /* elements of the stream */
} Run;

/* A body that a process repeats, in the order in which it was met. */
typedef struct
{
  GArray *items;  /* of RefrainCycleItem */
  GArray *ranges; /* of Range */
} Found;

REFRAIN_DEFINE_CLEAR (found_clear, Found, g_array_unref (x->items);
                      g_clear_pointer (&x->ranges, g_array_unref))

typedef struct
{
  RefrainPatternSet *set;
  GArray **found; /* of each process: of Found */
  GCancellable *cancellable;
} Job;

/* The occurrences of process @p in order: what one unit holds is of one; in @threads (NULL: only
 * one) those of different threads apart. */
static GArray *
list_runs (RefrainPatternSet *set, guint p, const guint8 *threads)
{
  const RefrainSymbolStream *stream
      = refrain_symbols_get_stream (refrain_pattern_set_get_symbols (set), p);
  const RefrainInstances *instances = refrain_pattern_set_get_instances (set);
  const RefrainUnits *units = instances->units;
  const RefrainPatternEvent *events = refrain_pattern_set_get_events (set);
  const guint32 n_units = units->first[p + 1] - units->first[p];
  GArray *runs = g_array_sized_new (FALSE, FALSE, sizeof (Run), n_units);
  RefrainPatternEvent last = { REFRAIN_NONE, REFRAIN_NONE };
  Run *run = NULL;

  for (guint32 u = units->first[p]; u < units->first[p + 1]; u++)
    {
      const RefrainUnit *unit = refrain_units_get (units, p, u);
      const guint32 lane = threads != NULL ? threads[stream->op[unit->first]] : 0;
      const RefrainPatternEvent event = events[instances->instance_of_unit[u]];

      if (run == NULL || event.pattern != last.pattern || lane != run->item.lane)
        {
          run = run == NULL ? (Run *) (gpointer) runs->data : run + 1;
          *run = (Run){ { event.pattern, 1, 1, lane }, unit->first, unit->first };
        }
      else if (event.occurrence != last.occurrence)
        {
          run->item.times++;
        }
      run->end = unit->first + unit->n;
      last = event;
    }
  if (run != NULL)
    g_array_set_size (runs, (guint) (run + 1 - (Run *) (gpointer) runs->data));
  return runs;
}

/* Where the runs of the thread that makes run @from end. */
static guint
find_end_of_thread (const GArray *runs, guint from)
{
  const guint32 lane = g_array_index (runs, Run, from).item.lane;

  while (from < runs->len && g_array_index (runs, Run, from).item.lane == lane)
    from++;
  return from;
}

/* Whether runs [@first, @first + @n) do what as many from @other on do, in a later thread. */
static gboolean
do_alike (const GArray *runs, guint first, guint other, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const RefrainCycleItem *x = &g_array_index (runs, Run, first + i).item;
      const RefrainCycleItem *y = &g_array_index (runs, Run, other + i).item;

      if (x->pattern != y->pattern || x->times != y->times || x->lane >= y->lane)
        return FALSE;
    }
  return TRUE;
}

/* Makes one of what several threads do at the same time: a row of runs in one thread, then as many
 * equal ones in the next ones. */
static GArray *
join_threads (GArray *runs)
{
  GArray *joined = g_array_sized_new (FALSE, FALSE, sizeof (Run), runs->len);

  for (guint i = 0; i < runs->len;)
    {
      const guint n = find_end_of_thread (runs, i) - i;
      guint threads = 1, next = i + n;

      while (g_array_index (runs, Run, i).item.lane > 0 && next < runs->len
             && find_end_of_thread (runs, next) - next == n && do_alike (runs, next - n, next, n))
        {
          threads++;
          next += n;
        }
      for (guint k = 0; k < n; k++)
        {
          Run run = g_array_index (runs, Run, i + k);

          run.item.threads = threads;
          if (threads > 1)
            run.item.lane = 0;
          if (k + 1 == n)
            run.end = g_array_index (runs, Run, next - 1).end;
          g_array_append_val (joined, run);
        }
      i = next;
    }
  g_array_unref (runs);
  return joined;
}

static int
compare_items (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (RefrainCycleItem));
}

/* Equal runs have equal letters. Free with g_free(). */
static guint32 *
spell (const GArray *runs)
{
  g_auto (RefrainSequenceTable) letters;
  guint32 *spelled = g_new (guint32, (gsize) runs->len + 1);
  guint recent[N_RECENT] = { 0 }; /* by pattern: the run, + 1 */

  refrain_sequence_table_init (&letters);
  for (guint i = 0; i < runs->len; i++)
    {
      const RefrainCycleItem *item = &g_array_index (runs, Run, i).item;
      guint *last = &recent[item->pattern % N_RECENT];

      if (*last > 0 && compare_items (item, &g_array_index (runs, Run, *last - 1).item) == 0)
        spelled[i] = spelled[*last - 1];
      else
        spelled[i] = refrain_sequence_table_add (&letters, (const guint32 *) (gconstpointer) item,
                                                 ITEM_WORDS, NULL);
      *last = i + 1;
    }
  return spelled;
}

/* Where what each split covers ends. Free with g_free(). */
static guint32 *
find_ends (const GArray *units, const GArray *splits)
{
  guint32 *end = g_new0 (guint32, (gsize) splits->len + 1);

  for (guint u = 0; u < units->len; u++)
    {
      const RefrainTandemUnit *unit = &g_array_index (units, RefrainTandemUnit, u);

      if (unit->split != G_MAXUINT32)
        end[unit->split] = MAX (end[unit->split], unit->first + unit->n);
    }
  /* An outer split has a smaller number. */
  for (guint s = splits->len; s-- > 0;)
    {
      const guint32 parent = g_array_index (splits, RefrainTandemSplit, s).parent;

      if (parent != G_MAXUINT32)
        end[parent] = MAX (end[parent], end[s]);
    }
  return end;
}

/* Which splits hold one that repeats its body too often. Free with g_free(). */
static gboolean *
find_too_often (const GArray *splits, const guint32 *end)
{
  gboolean *holds = g_new0 (gboolean, (gsize) splits->len + 1);

  for (guint s = splits->len; s-- > 0;)
    {
      const RefrainTandemSplit *split = &g_array_index (splits, RefrainTandemSplit, s);

      if (split->parent != G_MAXUINT32
          && (holds[s] || (end[s] - split->first) / split->period >= TOO_OFTEN))
        holds[split->parent] = TRUE;
    }
  return holds;
}

/* Adds the iterations of one repeat, [@first, @end) of @runs. */
static void
add_repeat (GArray *found,
            RefrainSequenceTable *bodies,
            const GArray *runs,
            guint32 first,
            guint32 period,
            guint32 end)
{
  g_autoptr (GArray) items = g_array_sized_new (FALSE, FALSE, sizeof (RefrainCycleItem), period);
  gboolean is_new;
  guint32 number, range;
  GArray *ranges;

  for (guint32 i = first; i < first + period; i++)
    g_array_append_val (items, g_array_index (runs, Run, i).item);
  number = refrain_sequence_table_add (bodies, (const guint32 *) (gpointer) items->data,
                                       ITEM_WORDS * (gsize) period, &is_new);
  if (is_new)
    {
      const Found body = { g_steal_pointer (&items), g_array_new (FALSE, FALSE, sizeof (Range)) };

      g_array_append_val (found, body);
    }
  ranges = g_array_index (found, Found, number).ranges;
  range = ranges->len;
  g_array_set_size (ranges, range + (end - first + period - 1) / period);
  for (guint32 i = first; i < end; i += period)
    {
      const Run *from = &g_array_index (runs, Run, i);

      g_array_index (ranges, Range, range++)
          = (Range){ from->first, from[period - 1].end - from->first };
    }
}

static void
find_in_process (gsize item, gpointer data)
{
  const Job *job = data;
  g_autofree guint8 *threads = refrain_thread_order_lanes (
      refrain_trace_get_process (refrain_pattern_set_get_trace (job->set), (guint) item));
  GArray *listed = list_runs (job->set, (guint) item, threads);
  g_autoptr (GArray) runs = threads != NULL ? join_threads (listed) : listed;
  g_autofree guint32 *letters = spell (runs);
  g_autoptr (GArray) units = g_array_new (FALSE, FALSE, sizeof (RefrainTandemUnit));
  g_autoptr (GArray) splits = g_array_new (FALSE, FALSE, sizeof (RefrainTandemSplit));
  g_autofree guint32 *end = NULL;
  g_autofree gboolean *too_often = NULL;
  g_auto (RefrainSequenceTable) bodies;
  GArray *found = job->found[item] = g_array_new (FALSE, FALSE, sizeof (Found));

  g_array_set_clear_func (found, found_clear);
  refrain_sequence_table_init (&bodies);
  refrain_tandem_split (letters, runs->len, units, splits);
  end = find_ends (units, splits);
  too_often = find_too_often (splits, end);
  for (guint s = 0; s < splits->len && !g_cancellable_is_cancelled (job->cancellable); s++)
    {
      const RefrainTandemSplit *split = &g_array_index (splits, RefrainTandemSplit, s);

      if (!too_often[s])
        add_repeat (found, &bodies, runs, split->first, split->period, end[s]);
    }
}

/* ---- All processes ----------------------------------------------------------------------------
 */

/* The number of the cycle of which @items are a rotation. */
static guint32
number_cycle (RefrainSequenceTable *cycles, const GArray *items, gboolean *is_new)
{
  const RefrainCycleItem *item = (const RefrainCycleItem *) (gpointer) items->data;
  const guint from = refrain_find_least_rotation (item, items->len, sizeof *item, compare_items);
  g_autofree guint32 *words = g_new (guint32, ITEM_WORDS * (gsize) items->len + 1);

  for (guint i = 0; i < items->len; i++)
    memcpy (words + ITEM_WORDS * (gsize) i, &item[(from + i) % items->len], sizeof *item);
  return refrain_sequence_table_add (cycles, words, ITEM_WORDS * (gsize) items->len, is_new);
}

REFRAIN_DEFINE_COMPARE (compare_ranges, Range, REFRAIN_RISING (first))

/* Takes over what process @p found, which may begin with another item than others' do. */
static void
add_share (RefrainCycle *self, guint32 p, Found *found)
{
  const gboolean again = self->shares->len > 0
                         && g_array_index (self->shares, Share, self->shares->len - 1).process == p;
  GArray *ranges;

  if (again)
    {
      ranges = g_array_index (self->shares, Share, self->shares->len - 1).ranges;
      g_array_append_vals (ranges, found->ranges->data, found->ranges->len);
      g_array_sort (ranges, compare_ranges);
    }
  else
    {
      const Share share = { p, g_steal_pointer (&found->ranges) };

      ranges = share.ranges;
      g_array_append_val (self->shares, share);
    }
  if (ranges->len <= self->count)
    return;
  self->count = ranges->len;
  g_array_set_size (self->items, 0);
  g_array_append_vals (self->items, found->items->data, found->items->len);
}

/* Half of its patterns' share of messages and half of that of time, as far as it holds their
 * occurrences. What a process does alone explains nothing of the run. */
static double
weigh (const RefrainCycle *self, RefrainPatternSet *set)
{
  const guint n = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (set));
  double sum = 0;

  if (n > 1 && self->shares->len < 2)
    return 0;
  for (guint i = 0; i < self->items->len; i++)
    {
      const RefrainCycleItem *item = &g_array_index (self->items, RefrainCycleItem, i);
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, item->pattern);
      const RefrainPatternMetrics *metrics = refrain_pattern_get_metrics (pattern);
      const double times = (double) item->times * item->threads * (double) self->count
                           / (double) refrain_pattern_get_n_occurrences (pattern);

      if (!refrain_pattern_is_alone (pattern, set))
        sum += (metrics->message_share + metrics->time_share) / 2 * MIN (times, 1);
    }
  return sum;
}

static int
compare_cycles (gconstpointer a, gconstpointer b)
{
  const RefrainCycle *x = *(RefrainCycle *const *) a, *y = *(RefrainCycle *const *) b;
  const guint64 explains_x = (guint64) x->count * x->items->len;
  const guint64 explains_y = (guint64) y->count * y->items->len;

  if (x->weight > y->weight || x->weight < y->weight)
    return x->weight > y->weight ? -1 : 1;
  if (explains_x != explains_y)
    return explains_x > explains_y ? -1 : 1;
  return x->id < y->id ? -1 : x->id > y->id;
}

/* By what they explain; those before are told apart by when they were met. */
static void
put_in_order (GPtrArray *cycles, RefrainPatternSet *set)
{
  for (guint i = 0; i < cycles->len; i++)
    {
      RefrainCycle *cycle = cycles->pdata[i];

      cycle->id = i;
      /* Rounded, so that comparing is transitive. */
      cycle->weight = round (weigh (cycle, set) * WEIGHTS) / WEIGHTS;
    }
  g_ptr_array_sort (cycles, compare_cycles);
  for (guint i = 0; i < cycles->len; i++)
    {
      RefrainCycle *cycle = cycles->pdata[i];

      cycle->processes = g_new (guint32, (gsize) cycle->shares->len + 1);
      for (guint k = 0; k < cycle->shares->len; k++)
        cycle->processes[k] = g_array_index (cycle->shares, Share, k).process;
    }
}

void
refrain_cycles_number (GPtrArray *cycles)
{
  for (guint i = 0; i < cycles->len; i++)
    ((RefrainCycle *) cycles->pdata[i])->id = i + 1;
}

GPtrArray *
refrain_cycles_find (RefrainPatternSet *set, GCancellable *cancellable, GError **error)
{
  const guint n = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (set));
  g_autoptr (GPtrArray) cycles = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree GArray **found = g_new0 (GArray *, (gsize) n + 1);
  g_auto (RefrainSequenceTable) seen;
  Job job = { set, found, cancellable };

  refrain_parallel_run (n, find_in_process, &job, cancellable);
  refrain_sequence_table_init (&seen);
  for (guint p = 0; p < n; p++)
    {
      for (guint f = 0; found[p] != NULL && f < found[p]->len; f++)
        {
          Found *body = &g_array_index (found[p], Found, f);
          gboolean is_new;
          const guint32 number = number_cycle (&seen, body->items, &is_new);

          if (is_new)
            g_ptr_array_add (cycles, g_object_new (REFRAIN_TYPE_CYCLE, NULL));
          add_share (cycles->pdata[number], p, body);
        }
      g_clear_pointer (&found[p], g_array_unref);
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  put_in_order (cycles, set);
  refrain_cycles_number (cycles);
  return g_steal_pointer (&cycles);
}

/* ---- Reading ----------------------------------------------------------------------------------
 */

REFRAIN_GETTER (RefrainCycle, refrain_cycle, guint, get_id, self->id)

REFRAIN_ARRAY_GETTER (RefrainCycle, refrain_cycle, RefrainCycleItem, gsize, get_items, self->items)

/* Items [@first, @end), which several threads do alike, or each by itself. */
static char *
describe_row (const RefrainCycleItem *items, char *const *names, gsize first, gsize end)
{
  g_autoptr (GString) row = g_string_new (names[first]);
  g_autofree char *inner = NULL;

  for (gsize i = first + 1; i < end; i++)
    {
      g_string_append (row,
                       items[i].lane > items[i - 1].lane && items[i - 1].lane > 0 ? " ‖ " : "; ");
      g_string_append (row, names[i]);
    }
  if (items[first].threads == 1)
    return g_string_free (g_steal_pointer (&row), FALSE);
  inner = end - first > 1 ? g_strdup_printf ("(%s)", row->str) : g_strdup (row->str);
  /* Translators: %s is "4 × Ring of 4". */
  return g_strdup_printf (_ ("%s in each of %u threads"), inner, items[first].threads);
}

char *
refrain_cycle_describe_items (RefrainCycle *self, char *const *names, gsize n)
{
  const RefrainCycleItem *items;
  GString *text;

  g_return_val_if_fail (REFRAIN_IS_CYCLE (self), NULL);
  g_return_val_if_fail (names != NULL || n == 0, NULL);
  g_return_val_if_fail (n <= self->items->len, NULL);

  text = g_string_new (NULL);
  items = (const RefrainCycleItem *) (gpointer) self->items->data;
  for (gsize i = 0, end; i < n; i = end)
    {
      g_autofree char *row = NULL;

      for (end = i + 1; end < n && items[end].threads == items[i].threads;)
        end++;
      row = describe_row (items, names, i, end);
      g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", row);
    }
  return g_string_free (text, FALSE);
}

REFRAIN_GETTER (RefrainCycle, refrain_cycle, double, get_weight, self->weight)
REFRAIN_GETTER (RefrainCycle, refrain_cycle, gsize, get_count, self->count)

REFRAIN_ROWS_GETTER (
    RefrainCycle, refrain_cycle, guint32, gsize, get_processes, self->processes, self->shares->len)

RefrainOccurrencePart *
refrain_cycle_get_iteration (RefrainCycle *self, gsize i, gsize *n_parts)
{
  RefrainOccurrencePart *parts;

  g_return_val_if_fail (REFRAIN_IS_CYCLE (self), NULL);
  g_return_val_if_fail (i < self->count, NULL);
  g_return_val_if_fail (n_parts != NULL, NULL);

  parts = g_new (RefrainOccurrencePart, self->shares->len);
  *n_parts = 0;
  for (guint k = 0; k < self->shares->len; k++)
    {
      const Share *share = &g_array_index (self->shares, Share, k);

      if (i < share->ranges->len)
        {
          const Range *range = &g_array_index (share->ranges, Range, i);

          parts[(*n_parts)++] = (RefrainOccurrencePart){ share->process, range->first, range->n };
        }
    }
  return parts;
}

RefrainOpSet *
refrain_cycle_get_op_set (RefrainCycle *self, RefrainSymbols *symbols)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (RefrainOccurrencePart));

  g_return_val_if_fail (REFRAIN_IS_CYCLE (self), NULL);
  g_return_val_if_fail (REFRAIN_IS_SYMBOLS (symbols), NULL);

  for (guint k = 0; k < self->shares->len; k++)
    {
      const Share *share = &g_array_index (self->shares, Share, k);

      for (guint i = 0; i < share->ranges->len; i++)
        {
          const Range *range = &g_array_index (share->ranges, Range, i);
          const RefrainOccurrencePart part = { share->process, range->first, range->n };

          g_array_append_val (parts, part);
        }
    }
  return refrain_occurrence_get_op_set (
      symbols, (const RefrainOccurrencePart *) (gpointer) parts->data, parts->len);
}
