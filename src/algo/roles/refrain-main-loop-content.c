/* refrain-main-loop-content.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which patterns operations belong to, as a phrase.
 */
#include "config.h"

#include "refrain-free.h"
#include "refrain-main-loop.h"

#include <glib/gi18n-lib.h>

#include "refrain-compare.h"
#include "refrain-main-loop-shapes.h"
#include "refrain-trace-shares.h"

/* More patterns of an iteration are counted, not named. */
#define MOST_ITEMS 4
/* The same where they were one thing without a shape. */
#define MOST_DIVIDED 7
/* Names of more characters than this together are not read. */
#define LONG 160
/* Patterns that take turns do so at least so many times. */
#define FEWEST_TURNS 3

/* When a process comes to something. */
typedef struct
{
  guint32 process;
  RefrainTime time;
} Start;

REFRAIN_DEFINE_COMPARE (compare_starts, Start, REFRAIN_RISING (process) ?: REFRAIN_RISING (time))

/* A pattern, how often it occurs in the iteration, and when first. */
typedef struct
{
  guint32 pattern;
  guint32 times;
  gsize n_ops, n_sends;
  gsize n_whole; /* operations of these occurrences, wherever they are */
  guint32 occurrence;
  guint32 process, own; /* of the last process: in how many it takes part; of all before: */
  guint32 least, most;
  RefrainTime first, last; /* operation */
  GArray *starts;          /* of Start: on each process the first */
  guint32 turns;  /* of a loop in which several patterns that are this one take turns; or 0 */
  guint32 joined; /* how many of them, each time */
  GArray *pairs;  /* of guint64: sender << 32 | receiver, of what has no shape; or NULL */
  gboolean plain; /* several patterns, which only what tells them apart tells apart */
} Item;

REFRAIN_DEFINE_COMPARE (compare_items, Item, REFRAIN_RISING (first) ?: REFRAIN_RISING (pattern))

REFRAIN_DEFINE_COMPARE (compare_weights, Item, REFRAIN_FALLING (n_ops) ?: REFRAIN_RISING (pattern))

typedef struct
{
  RefrainComposites *composites;
  RefrainPatternSet *set;
  GHashTable *seen;   /* occurrences: pattern << 32 | occurrence */
  GHashTable *places; /* of a pattern in items, and one */
  GArray *items;
  gboolean *takes_part; /* of each process: whether it has operations here */
  gboolean of_group;    /* operations are those of one group of processes */
} Content;

REFRAIN_DEFINE_CLEAR (clear_item, Item, g_clear_pointer (&x->pairs, g_array_unref);
                      g_clear_pointer (&x->starts, g_array_unref))

/* Behind those of the process that has the one at @i. */
static guint
pass_process (const GArray *starts, guint i)
{
  const guint32 process = g_array_index (starts, Start, i).process;

  while (i < starts->len && g_array_index (starts, Start, i).process == process)
    i++;
  return i;
}

/* Whether most processes that have both come to @a first. */
static gboolean
comes_before (const Item *a, const Item *b)
{
  guint before = 0, both = 0;

  /* Of what was joined a process has several, of which the first counts. */
  for (guint i = 0, k = 0; i < a->starts->len && k < b->starts->len;)
    {
      const Start x = g_array_index (a->starts, Start, i);
      const Start y = g_array_index (b->starts, Start, k);

      both += x.process == y.process;
      before += x.process == y.process && x.time < y.time;
      if (x.process <= y.process)
        i = pass_process (a->starts, i);
      if (y.process <= x.process)
        k = pass_process (b->starts, k);
    }
  return 2 * before > both;
}

/* Puts @items, which stand as they begin, in the order in which processes come to them: one that
 * has less to do is early. */
static void
order_items (GArray *items)
{
  for (guint i = 0; i < items->len; i++)
    g_array_sort (g_array_index (items, Item, i).starts, compare_starts);
  for (guint i = 0; i < items->len; i++)
    {
      guint next = i;
      Item item;

      for (guint k = i + 1; k < items->len; k++)
        if (comes_before (&g_array_index (items, Item, k), &g_array_index (items, Item, next)))
          next = k;
      item = g_array_index (items, Item, next);
      memmove (&g_array_index (items, Item, i + 1), &g_array_index (items, Item, i),
               (next - i) * sizeof item);
      g_array_index (items, Item, i) = item;
    }
}

/* The operations of @event, but for processes that have none here. */
static gsize
count_ops (const Content *content, const RefrainPatternEvent *event)
{
  gsize n_parts, n = 0;
  const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (
      refrain_pattern_set_get_pattern (content->set, event->pattern), event->occurrence, &n_parts);

  for (gsize i = 0; i < n_parts; i++)
    n += content->takes_part[parts[i].process] ? parts[i].n : 0;
  return n;
}

static void
add_pair (const Content *content, Item *item, guint process, gint32 peer)
{
  const guint64 pair = (guint64) process << 32 | (guint32) peer;

  if (refrain_pattern_has_shape (refrain_pattern_set_get_pattern (content->set, item->pattern))
      || peer < 0)
    return;
  if (item->pairs == NULL)
    item->pairs = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_array_append_val (item->pairs, pair);
}

/* Counts in how many occurrences each process takes part, one process after the other. */
static void
count_own (Item *item, guint process, guint32 occurrence)
{
  if (item->own > 0 && item->process == process)
    {
      item->own += occurrence != item->occurrence;
      return;
    }
  if (item->own > 0)
    {
      item->least = MIN (item->least, item->own);
      item->most = MAX (item->most, item->own);
    }
  item->process = process;
  item->own = 1;
}

/* One process after the other. */
static void
add_start (GArray *starts, guint32 process, RefrainTime time)
{
  const Start start = { process, time };
  Start *last = starts->len > 0 ? &g_array_index (starts, Start, starts->len - 1) : NULL;

  if (last != NULL && last->process == process)
    last->time = MIN (last->time, time);
  else
    g_array_append_val (starts, start);
}

static void
add_op (Content *content, guint process, gsize op, RefrainTime time)
{
  const RefrainOps *ops
      = refrain_trace_get_ops (refrain_pattern_set_get_trace (content->set), process);
  RefrainPatternEvent event;
  guint64 key;
  guint place;
  Item *item;

  if (!refrain_pattern_set_find_occurrence (content->set, process, op, &event))
    return;
  place
      = GPOINTER_TO_UINT (g_hash_table_lookup (content->places, GUINT_TO_POINTER (event.pattern)));
  if (place == 0)
    {
      Item first = { .pattern = event.pattern, .first = time, .last = time, .least = G_MAXUINT32 };

      first.starts = g_array_new (FALSE, FALSE, sizeof (Start));
      g_array_append_val (content->items, first);
      place = content->items->len;
      g_hash_table_insert (content->places, GUINT_TO_POINTER (event.pattern),
                           GUINT_TO_POINTER (place));
    }
  item = &g_array_index (content->items, Item, place - 1);
  item->first = MIN (item->first, time);
  item->last = MAX (item->last, time);
  add_start (item->starts, process, time);
  item->n_ops++;
  if (REFRAIN_OP_IS_SEND (ops->kind[op]))
    {
      item->n_sends++;
      add_pair (content, item, process, ops->peer[op]);
    }
  count_own (item, process, event.occurrence);
  item->occurrence = event.occurrence;
  key = (guint64) event.pattern << 32 | event.occurrence;
  if (g_hash_table_lookup (content->seen, &key) != NULL)
    return;
  g_hash_table_add (content->seen, g_memdup2 (&key, sizeof key));
  item->times++;
  item->n_whole += count_ops (content, &event);
}

/* Where processes are not in the same iteration at the same time, an occurrence may be half in this
 * one: as many as the operations make. */
static void
count_whole (Item *item)
{
  const double part = item->times * (double) item->n_ops / (double) MAX (item->n_whole, 1);

  if (item->times > 1)
    item->times = MAX (1, (guint32) (part + 0.5));
}

/* "20 to 40 × ": groups of processes that do the same may do it more often than others. */
static void
append_times (GString *text, const Content *content, const Item *item)
{
  const guint32 least = MIN (item->least, item->own), most = MAX (item->most, item->own);

  if (refrain_composites_get_info (content->composites, item->pattern)->n_groups > 1
      && least < most)
    g_string_append_printf (text, _ ("%u to %u × "), least, most);
  else if (item->times > 1)
    g_string_append_printf (text, "%u × ", item->times);
}

/* Whether an occurrence without a shape goes on beyond this iteration, so that its name tells more
 * messages than are in it. */
static gboolean
goes_on (const Content *content, const Item *item)
{
  const RefrainPatternEvent event = { .pattern = item->pattern, .occurrence = item->occurrence };

  return item->times == 1
         && !refrain_pattern_has_shape (
             refrain_pattern_set_get_pattern (content->set, item->pattern))
         && 2 * item->n_ops < count_ops (content, &event);
}

/* "Neighbour exchange on a periodic 3×3 grid", by who sends to whom in @sends (of guint64), which
 * it sorts; free with g_free(). NULL where that has no name. */
static char *
name_place (GArray *sends)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) counts = g_array_new (FALSE, FALSE, sizeof (guint64));

  if (sends == NULL)
    return NULL;
  g_array_sort (sends, refrain_compare_uint64);
  for (guint i = 0; i < sends->len; i++)
    {
      const guint64 pair = g_array_index (sends, guint64, i), one = 1;

      if (pairs->len > 0 && pair == g_array_index (pairs, guint64, pairs->len - 1))
        {
          g_array_index (counts, guint64, counts->len - 1)++;
          continue;
        }
      g_array_append_val (pairs, pair);
      g_array_append_val (counts, one);
    }
  return refrain_main_loop_name_pairs ((const guint64 *) (gpointer) pairs->data,
                                       (const guint64 *) (gpointer) counts->data, pairs->len);
}

/* "72 messages", or "Neighbour exchange on a periodic 3×3 grid (72 messages)". */
static void
append_part (GString *text, const Item *item, gboolean *placed)
{
  g_autofree char *name = name_place (item->pairs);

  *placed |= name != NULL;
  if (name != NULL)
    g_string_append_printf (text, ngettext ("%s (%zu message)", "%s (%zu messages)", item->n_sends),
                            name, item->n_sends);
  else
    g_string_append_printf (text, ngettext ("%zu message", "%zu messages", item->n_sends),
                            item->n_sends);
}

/* "3 × Ring of 4 · ranks 6–9; Exchange between 0 and 6": what a pattern without a shape is made of,
 * where all of that has one and comes as often in each occurrence; else NULL. */
static char *
describe_stages (const Content *content, const Item *item)
{
  const RefrainCompositeInfo *info
      = refrain_composites_get_info (content->composites, item->pattern);
  const gsize n = refrain_pattern_get_n_occurrences (
      refrain_pattern_set_get_pattern (content->set, item->pattern));
  RefrainPatternSet *elementary = refrain_composites_get_elementary (content->composites);
  g_autofree gsize *times = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (info->n_stages < 2 || info->n_parts > MOST_ITEMS + 1)
    return NULL;
  times = refrain_composites_count_parts (content->composites, item->pattern);
  for (gsize i = 0; i < info->n_parts; i++)
    {
      RefrainPattern *part = refrain_pattern_set_get_pattern (elementary, info->stages[i]);

      if (!refrain_pattern_has_shape (part) || times[i] == 0 || times[i] % n > 0)
        return NULL;
      g_string_append (text, i > 0 ? "; " : "");
      if (times[i] > n)
        g_string_append_printf (text, "%zu × ", times[i] / n);
      g_string_append (text, refrain_pattern_get_name (part));
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* How many characters the names of @content have. */
static glong
measure_names (const Content *content)
{
  glong n = 0;

  for (guint i = 0; i < content->items->len; i++)
    n += g_utf8_strlen (refrain_pattern_get_name (refrain_pattern_set_get_pattern (
                            content->set, g_array_index (content->items, Item, i).pattern)),
                        -1);
  return n;
}

/* The plain name of @item; NULL where it has another one, or comes as often as each process likes.
 */
static const char *
find_plain (const Content *content, const Item *item)
{
  RefrainPattern *pattern = refrain_pattern_set_get_pattern (content->set, item->pattern);
  const char *plain = refrain_pattern_get_plain_name (pattern);

  return item->pairs == NULL
                 && refrain_composites_get_info (content->composites, item->pattern)->n_groups < 2
                 && g_str_has_prefix (refrain_pattern_get_name (pattern), plain)
             ? plain
             : NULL;
}

/* Notes that @item, which becomes part of @same, takes turns with what that is so far. */
static void
join_turns (Item *same, const Item *item)
{
  if (item->times > same->turns && same->joined < 2)
    {
      same->turns = item->times;
      same->joined = 1;
    }
  else if (item->times == same->turns && item->first < same->last && same->first < item->last)
    same->joined++;
}

/* Joins what differs by order, distances or variant alone, as the way there and back. */
static void
merge_alike (const Content *content)
{
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < content->items->len; i++)
    {
      const Item *item = &g_array_index (content->items, Item, i);
      const char *plain = find_plain (content, item);
      const guint place
          = plain != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (places, plain)) : 0;
      Item *same = place > 0 ? &g_array_index (content->items, Item, place - 1) : NULL;

      if (plain != NULL && same == NULL)
        {
          g_hash_table_insert (places, (gpointer) plain, GUINT_TO_POINTER (i + 1));
          join_turns (&g_array_index (content->items, Item, i), item);
        }
      if (same == NULL)
        continue;
      join_turns (same, item);
      same->plain = TRUE;
      same->times += item->times;
      same->n_ops += item->n_ops;
      same->n_sends += item->n_sends;
      same->first = MIN (same->first, item->first);
      same->last = MAX (same->last, item->last);
      g_array_append_vals (same->starts, item->starts->data, item->starts->len);
      g_array_remove_index (content->items, i--);
    }
}

/* The pattern of the group whose operations are told; NULL where those of all are. */
static RefrainPattern *
find_group (const Content *content, const Item *item)
{
  const RefrainCompositeInfo *info
      = refrain_composites_get_info (content->composites, item->pattern);
  RefrainPatternSet *elementary = refrain_composites_get_elementary (content->composites);

  for (gsize i = 0; content->of_group && info->n_groups > 1 && i < info->n_parts; i++)
    {
      RefrainPattern *part = refrain_pattern_set_get_pattern (elementary, info->stages[i]);
      gsize n;
      const guint32 *processes = refrain_pattern_get_processes (part, &n);

      for (gsize k = 0; k < n; k++)
        if (processes[k] == item->process)
          return part;
    }
  return NULL;
}

/* Its name, or what its partners make a place. */
static void
append_name (GString *text, const Content *content, const Item *item)
{
  RefrainPattern *group = find_group (content, item);
  RefrainPattern *pattern
      = group != NULL ? group : refrain_pattern_set_get_pattern (content->set, item->pattern);
  const gboolean grouped
      = refrain_composites_get_info (content->composites, item->pattern)->n_groups > 1;
  g_autofree char *place = grouped ? NULL : name_place (item->pairs);
  g_autofree char *stages = place == NULL && !refrain_pattern_has_shape (pattern) && group == NULL
                                ? describe_stages (content, item)
                                : NULL;
  const gsize n = item->n_sends / MAX (item->times, 1);

  if (place != NULL)
    g_string_append_printf (text, ngettext ("%s (%zu message)", "%s (%zu messages)", n), place, n);
  else if (stages != NULL)
    g_string_append_printf (text, item->times > 1 ? "[%s]" : "%s", stages);
  else if (refrain_pattern_is_collective (pattern) && group == NULL && !item->plain)
    {
      g_autofree char *name = refrain_main_loop_name_pattern (content->set, item->pattern);

      g_string_append (text, name);
    }
  else
    g_string_append (text, item->plain ? refrain_pattern_get_plain_name (pattern)
                                       : refrain_pattern_get_name (pattern));
}

/* Adds who sends to whom in the first occurrence of @pattern of @set, ascending. */
static void
list_pairs (RefrainPatternSet *set, guint pattern, GArray *pairs)
{
  gsize n_parts;
  const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (
      refrain_pattern_set_get_pattern (set, pattern), 0, &n_parts);

  for (gsize i = 0; i < n_parts; i++)
    {
      const RefrainOps *ops
          = refrain_trace_get_ops (refrain_pattern_set_get_trace (set), parts[i].process);
      const guint32 *op
          = refrain_symbols_get_stream (refrain_pattern_set_get_symbols (set), parts[i].process)->op
            + parts[i].first;

      for (guint32 k = 0; k < parts[i].n; k++)
        if (REFRAIN_OP_IS_SEND (ops->kind[op[k]]) && ops->peer[op[k]] >= 0)
          {
            const guint64 pair = (guint64) parts[i].process << 32 | (guint32) ops->peer[op[k]];

            g_array_append_val (pairs, pair);
          }
    }
  g_array_sort (pairs, refrain_compare_uint64);
}

/* The root of occurrence @i of @pattern on its first process; -1: none. *@size: of its
 * communicator. */
static gint32
get_root (RefrainPatternSet *set, RefrainPattern *pattern, gsize i, gsize *size)
{
  RefrainTrace *trace = refrain_pattern_set_get_trace (set);
  gsize n_parts;
  const RefrainOccurrencePart *part = refrain_pattern_get_occurrence (pattern, i, &n_parts);
  const RefrainOps *ops
      = refrain_process_get_ops (refrain_trace_get_process (trace, part->process));
  const guint32 op
      = refrain_symbols_get_stream (refrain_pattern_set_get_symbols (set), part->process)
            ->op[part->first];

  *size = 0;
  if (ops->comm[op] != REFRAIN_NONE)
    refrain_communicator_get_members (refrain_trace_get_communicator (trace, ops->comm[op]), size);
  return ops->peer[op];
}

gboolean
refrain_main_loop_has_moving_root (RefrainPatternSet *set, guint pattern)
{
  RefrainPattern *own = refrain_pattern_set_get_pattern (set, pattern);
  const gsize n = refrain_pattern_get_n_occurrences (own);
  g_autofree gint32 *roots = g_new (gint32, n + 1);
  gsize size = 0, period = 1;
  gboolean moves = n >= FEWEST_TURNS && refrain_pattern_is_collective (own)
                   && refrain_trace_get_shares (refrain_pattern_set_get_trace (set)) == NULL;

  for (gsize i = 0; moves && i < n; i++)
    roots[i] = get_root (set, own, i, &size);
  while (moves && period < n && roots[period] != roots[0])
    period++;
  moves = moves && roots[0] >= 0 && size > 1 && (period < n ? period == size : n <= size);
  for (gsize i = 1; moves && i < n; i++)
    moves = i < period ? roots[i] != roots[i - 1] : roots[i] == roots[i - period];
  return moves;
}

char *
refrain_main_loop_name_pattern (RefrainPatternSet *set, guint pattern)
{
  const char *name = refrain_pattern_get_name (refrain_pattern_set_get_pattern (set, pattern));
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autofree char *place = NULL;
  gsize n;

  if (refrain_main_loop_has_moving_root (set, pattern))
    /* Translators: behind a collective operation, whose root is the next process each time. */
    return g_strdup_printf (_ ("%s with moving root"), name);
  if (refrain_pattern_has_shape (refrain_pattern_set_get_pattern (set, pattern)))
    return g_strdup (name);
  list_pairs (set, pattern, pairs);
  n = pairs->len;
  place = n > 0 ? name_place (pairs) : NULL;
  return place != NULL
             ? g_strdup_printf (ngettext ("%s (%zu message)", "%s (%zu messages)", n), place, n)
             : g_strdup (name);
}

static gboolean
is_shift (const Content *content, const Item *item)
{
  return refrain_pattern_is_shift (refrain_pattern_set_get_pattern (content->set, item->pattern));
}

/* "Neighbour exchange on a line of 8, in 2 stages": a shift and the one back, as often. NULL where
 * @there and @back are not that. */
static char *
describe_both_ways (const Content *content, const Item *there, const Item *back)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) turned = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autofree char *name = NULL;

  if (there->times != back->times || !is_shift (content, there) || !is_shift (content, back))
    return NULL;
  list_pairs (content->set, there->pattern, pairs);
  list_pairs (content->set, back->pattern, turned);
  for (guint i = 0; i < turned->len; i++)
    {
      guint64 *pair = &g_array_index (turned, guint64, i);

      *pair = *pair << 32 | *pair >> 32;
    }
  g_array_sort (turned, refrain_compare_uint64);
  if (pairs->len != turned->len
      || memcmp (pairs->data, turned->data, pairs->len * sizeof (guint64)) != 0)
    return NULL;
  list_pairs (content->set, back->pattern, pairs);
  name = refrain_main_loop_name_pairs ((const guint64 *) (gpointer) pairs->data, NULL, pairs->len);
  return name != NULL ? g_strdup_printf (_ ("%s, in %u stages"), name, 2) : NULL;
}

/* "19 × [2 × Neighbour exchange]; Neighbour exchange". FALSE where there is nothing else: then the
 * number says as much. */
static gboolean
append_turns (GString *text, const Content *content, const Item *item)
{
  const guint32 rest = item->times - item->turns * item->joined;

  if (rest == 0 || item->joined < 2 || item->turns < FEWEST_TURNS)
    return FALSE;
  g_string_append_printf (text, "%u × [%u × ", item->turns, item->joined);
  append_name (text, content, item);
  g_string_append (text, "]; ");
  if (rest > 1)
    g_string_append_printf (text, "%u × ", rest);
  append_name (text, content, item);
  return TRUE;
}

/* Adds each pattern to @list (of RefrainCycleItem), with how often it comes. */
static void
list_items (const GArray *items, GArray *list)
{
  for (guint i = 0; i < items->len; i++)
    {
      const Item *item = &g_array_index (items, Item, i);
      const RefrainCycleItem own = { .pattern = item->pattern, .times = item->times, .threads = 1 };

      g_array_append_val (list, own);
    }
}

/* "Exchange, 10 × Sweep from 0 to 7, MPI_Allreduce": those that most operations belong to, in the
 * order in which they begin. @list: as refrain_main_loop_describe_ops() has it. */
static char *
write_items (const Content *content, gboolean *named, gboolean *placed, GArray *list)
{
  GArray *items = content->items;
  GString *text = g_string_new (NULL);
  const Item *first;
  const guint most = refrain_composites_get_division (content->composites) != REFRAIN_DIVIDED_NOT
                         ? MOST_DIVIDED
                         : MOST_ITEMS;
  guint left = 0;

  for (guint i = 0; i < items->len; i++)
    count_whole (&g_array_index (items, Item, i));
  if (measure_names (content) > LONG)
    merge_alike (content);
  g_array_sort (items, compare_weights);
  first = &g_array_index (items, Item, 0);
  *named = first->times > 1
           || refrain_pattern_has_shape (
               refrain_pattern_set_get_pattern (content->set, first->pattern));
  *placed
      = refrain_pattern_has_shape (refrain_pattern_set_get_pattern (content->set, first->pattern));
  /* "1 more" is no shorter than what it is. */
  if (items->len > most + 1)
    {
      left = items->len - most;
      g_array_set_size (items, most);
    }
  g_array_sort (items, compare_items);
  order_items (items);
  if (list != NULL && left == 0)
    list_items (items, list);
  for (guint i = 0; i < items->len; i++)
    {
      const Item *item = &g_array_index (items, Item, i);
      g_autofree char *both = NULL;

      g_string_append (text, i > 0 ? "; " : "");
      if (append_turns (text, content, item))
        continue;
      append_times (text, content, item);
      both = i + 1 < items->len ? describe_both_ways (content, item, item + 1) : NULL;
      if (both != NULL)
        {
          g_string_append (text, both);
          i++;
        }
      else if (goes_on (content, item))
        append_part (text, item, placed);
      else
        append_name (text, content, item);
    }
  if (left > 0)
    {
      g_string_append (text, "; ");
      /* Translators: patterns, behind the names of some. */
      g_string_append_printf (text, ngettext ("%u more", "%u more", left), left);
    }
  return g_string_free (text, FALSE);
}

static char *
describe_ops (RefrainComposites *composites,
              const RefrainOpSet *ops,
              gboolean of_group,
              gboolean *named,
              gboolean *placed,
              GArray *list)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (Item));
  Content content = {
    .composites = composites, .seen = seen, .places = places, .items = items, .of_group = of_group
  };
  g_autofree gboolean *takes_part = NULL;
  RefrainTrace *trace;

  g_array_set_clear_func (items, clear_item);
  content.set = refrain_composites_get_set (composites);
  trace = refrain_pattern_set_get_trace (content.set);
  content.takes_part = takes_part = g_new (gboolean, refrain_trace_get_n_processes (trace) + 1);
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const gsize n = refrain_trace_get_ops (trace, p)->n;

      takes_part[p] = refrain_op_set_find_next (ops, p, 0, n) < n;
    }
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainOps *own = refrain_trace_get_ops (trace, p);

      for (gsize op = refrain_op_set_find_next (ops, p, 0, own->n); op < own->n;
           op = refrain_op_set_find_next (ops, p, op + 1, own->n))
        add_op (&content, p, op, own->time[op]);
    }
  *named = TRUE;
  *placed = FALSE;
  return items->len > 0 ? write_items (&content, named, placed, list) : NULL;
}

char *
refrain_main_loop_describe_ops (RefrainComposites *composites,
                                const RefrainOpSet *ops,
                                gboolean *named,
                                gboolean *placed,
                                GArray *items)
{
  gboolean unused;

  g_return_val_if_fail (REFRAIN_IS_COMPOSITES (composites), NULL);

  return describe_ops (composites, ops, FALSE, named, placed != NULL ? placed : &unused, items);
}

char *
refrain_main_loop_describe_group (RefrainComposites *composites, const RefrainOpSet *ops)
{
  gboolean named, placed;

  g_return_val_if_fail (REFRAIN_IS_COMPOSITES (composites), NULL);

  return describe_ops (composites, ops, TRUE, &named, &placed, NULL);
}
