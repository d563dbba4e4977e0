/* refrain-repeats.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Both ways read a suffix tree of the text (refrain-repeats-index.h). Maximal repeats are its nodes
 * where the symbol before changes. For the others, pieces of the text are looked up in the tree,
 * climbing from the leaf of their suffix.
 */
#include "refrain-repeats.h"

#include <glib/gi18n.h>
#include <string.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-repeats-index.h"
#include "refrain-slots.h"
#include "refrain-tandem-runs.h"
#include "refrain-tandem-stack.h"

/* ---- Lists of repeats ----------------------------------------------------------------------- */

struct _RefrainRepeats
{
  gsize n;
  RefrainRepeat *repeats;
  guint32 *positions;
};

typedef struct
{
  guint32 length, n;
  guint32 first; /* smallest position */
  gsize offset;  /* of its positions among all */
} Entry;

REFRAIN_DEFINE_COMPARE (compare_entries, Entry, REFRAIN_RISING (first) ?: REFRAIN_FALLING (length))

/* Takes @entries (of Entry, sorted here) and @positions. */
static RefrainRepeats *
repeats_new (GArray *entries, guint32 *positions)
{
  RefrainRepeats *self = g_new0 (RefrainRepeats, 1);

  g_array_sort (entries, compare_entries);
  self->n = entries->len;
  self->positions = positions;
  self->repeats = g_new (RefrainRepeat, self->n);
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      self->repeats[i].length = entry->length;
      self->repeats[i].n = entry->n;
      self->repeats[i].positions = positions + entry->offset;
    }
  g_array_unref (entries);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_repeats_free,
                             RefrainRepeats,
                             refrain_free (x->repeats, x->positions))

gsize
refrain_repeats_get_n (const RefrainRepeats *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n;
}

const RefrainRepeat *
refrain_repeats_get (const RefrainRepeats *self, gsize i)
{
  g_return_val_if_fail (self != NULL && i < self->n, NULL);

  return &self->repeats[i];
}

/* Sets @error when @n symbols are too many. */
static gboolean
check_length (gsize n, GError **error)
{
  if (n <= REFRAIN_REPEATS_MAX)
    return TRUE;
  return refrain_fail (
      error, REFRAIN_ERROR_UNSUPPORTED,
      _ ("too many events of one process for a search for repeats: %.0f (at most %u)"), (double) n,
      REFRAIN_REPEATS_MAX);
}

/* ---- All maximal repeats -------------------------------------------------------------------- */

/* By rank: in how many places, up to this one, the symbol before the suffix changes. */
static guint32 *
count_changes (const RefrainRepeatsIndex *index, const guint32 *symbols)
{
  guint32 *changes = g_new (guint32, (gsize) index->n + 1);

  changes[0] = 0;
  for (guint32 r = 1; r < index->n; r++)
    {
      const guint32 i = index->suffix[r - 1], j = index->suffix[r];

      changes[r] = changes[r - 1]
                   + (i == 0 || j == 0 || symbols[i - 1] != symbols[j - 1]
                      || symbols[i - 1] == REFRAIN_REPEATS_END);
    }
  return changes;
}

/* By node: the smallest position of its suffixes. */
static guint32 *
first_positions (const RefrainRepeatsIndex *index)
{
  guint32 *first = g_new (guint32, index->n_nodes);

  for (guint32 v = 0; v < index->n_nodes; v++)
    first[v] = G_MAXUINT32;
  for (guint32 r = 0; r < index->n; r++)
    first[index->leaf[r]] = MIN (first[index->leaf[r]], index->suffix[r]);
  for (guint32 k = 0; k < index->n_nodes; k++)
    {
      const guint32 v = index->order[k], parent = index->nodes[v].parent;

      first[parent] = MIN (first[parent], first[v]);
    }
  return first;
}

RefrainRepeats *
refrain_repeats_find_suffix (
    const guint32 *symbols, gsize n, guint min_length, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainRepeatsIndex) index = NULL;
  g_autofree guint32 *changes = NULL, *first = NULL;
  GArray *entries;

  g_return_val_if_fail (n == 0 || symbols != NULL, NULL);

  if (!check_length (n, error))
    return NULL;
  index = refrain_repeats_index_new (symbols, (guint32) n, cancellable);
  if (index == NULL)
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  changes = count_changes (index, symbols);
  first = first_positions (index);
  entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  for (guint32 v = 1; v < index->n_nodes; v++)
    {
      const RefrainRepeatsNode *node = &index->nodes[v];
      const Entry entry = { node->depth, node->high - node->low, first[v], node->low };

      if (node->depth >= MAX (min_length, 1) && changes[node->high - 1] > changes[node->low])
        g_array_append_val (entries, entry);
    }
  return repeats_new (entries, g_steal_pointer (&index->suffix));
}

/* ---- Pieces between delimiters, each kept once ---------------------------------------------- */

/* Piece i is text[start[i] .. start[i + 1] - 2], then REFRAIN_REPEATS_END. It stands in the
 * sequence at places[first_place[i] .. first_place[i + 1] - 1], ascending. */
typedef struct
{
  guint32 n;
  guint32 *text;
  guint32 *start;       /* n + 1 */
  guint32 *first_place; /* n + 1 */
  guint32 *places;
} Pieces;

static guint64
hash_symbols (const guint32 *symbols, guint32 n)
{
  guint64 hash = n;

  for (guint32 i = 0; i < n; i++)
    {
      hash = (hash ^ symbols[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 29;
    }
  return hash;
}

static gboolean
is_piece (const Pieces *self, guint32 i, const guint32 *symbols, guint32 n)
{
  return self->start[i + 1] - 1 - self->start[i] == n
         && memcmp (self->text + self->start[i], symbols, n * sizeof *symbols) == 0;
}

/* The number of the piece, which is added when it is new. */
static guint32
find_piece (Pieces *self, RefrainSlots *slots, const guint32 *symbols, guint32 n)
{
  const guint64 hash = hash_symbols (symbols, n);
  const guint32 known = REFRAIN_SLOTS_FIND (slots, hash, i, is_piece (self, i, symbols, n));
  const guint32 at = self->start[self->n];

  if (known != G_MAXUINT32)
    return known;
  refrain_slots_add (slots, hash, self->n);
  refrain_copy (self->text + at, symbols, n * sizeof *symbols);
  self->text[at + n] = REFRAIN_REPEATS_END;
  self->start[self->n + 1] = at + n + 1;
  return self->n++;
}

/* Lists the places of each piece; @which has the piece, @where the place. */
static void
list_places (Pieces *self, const GArray *which, const GArray *where)
{
  self->places = g_new (guint32, (gsize) which->len + 1);
  self->first_place = g_new0 (guint32, (gsize) self->n + 2);
  for (guint i = 0; i < which->len; i++)
    self->first_place[g_array_index (which, guint32, i) + 2]++;
  for (guint32 i = 2; i <= self->n; i++)
    self->first_place[i] += self->first_place[i - 1];
  for (guint i = 0; i < which->len; i++)
    self->places[self->first_place[g_array_index (which, guint32, i) + 1]++]
        = g_array_index (where, guint32, i);
}

/* Cuts @n symbols in front of every TRUE of @boundary (NULL: none). Expected O(n). */
static Pieces *
pieces_new (const guint32 *symbols, guint32 n, const gboolean *boundary)
{
  Pieces *self = g_new0 (Pieces, 1);
  g_autoptr (GArray) which = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) where = g_array_new (FALSE, FALSE, sizeof (guint32));
  RefrainSlots slots = { 0 };
  guint32 n_pieces = 0;

  for (guint32 i = 0; i < n; i++)
    n_pieces += i == 0 || (boundary != NULL && boundary[i]);
  self->text = g_new (guint32, (gsize) n + n_pieces + 1);
  self->start = g_new0 (guint32, (gsize) n_pieces + 1);
  for (guint32 i = 0; i < n;)
    {
      guint32 end = boundary != NULL ? i + 1 : n, piece;

      while (end < n && !boundary[end])
        end++;
      piece = find_piece (self, &slots, symbols + i, end - i);
      g_array_append_val (which, piece);
      g_array_append_val (where, i);
      i = end;
    }
  list_places (self, which, where);
  refrain_slots_clear (&slots);
  return self;
}

REFRAIN_DEFINE_FREE (pieces_free,
                     Pieces,
                     refrain_free (x->text, x->start, x->first_place, x->places))

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Pieces, pieces_free)

/* ---- The longest piece at a place that repeats often enough and never overlaps itself ------- */

typedef struct
{
  const Pieces *pieces;
  RefrainRepeatsIndex *index;
  guint32 *piece_at;      /* by place in the text */
  guint32 *weight_before; /* by rank: places in the sequence of all suffixes of less rank */
  guint32 *gap;           /* by node: the least distance at which it overlaps itself */
  guint32 *up;   /* by node: the nearest above that has pieces not overlapping themselves */
  guint32 *jump; /* by node: another one further above */
} Finder;

/* What was found. Pieces of one class stand behind one another's beginnings everywhere: they occur
 * equally often, at the same places. */
typedef struct
{
  guint32 class;  /* a node, or the number of nodes and a rank when all places are in one piece */
  guint32 length; /* 0: nothing */
} Find;

#define ROOT 0

REFRAIN_DEFINE_FREE (finder_free, Finder, g_clear_pointer (&x->index, refrain_repeats_index_free);
                     refrain_free (x->piece_at, x->weight_before, x->gap, x->up, x->jump))

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Finder, finder_free)

static guint32
get_weight (const Finder *self, guint32 piece)
{
  return self->pieces->first_place[piece + 1] - self->pieces->first_place[piece];
}

static void
weigh_suffixes (Finder *self)
{
  const Pieces *pieces = self->pieces;
  const guint32 n = self->index->n;

  self->piece_at = g_new (guint32, (gsize) n + 1);
  self->weight_before = g_new (guint32, (gsize) n + 1);
  for (guint32 p = 0; p < pieces->n; p++)
    for (guint32 i = pieces->start[p]; i < pieces->start[p + 1]; i++)
      self->piece_at[i] = p;
  self->weight_before[0] = 0;
  for (guint32 r = 0; r < n; r++)
    self->weight_before[r + 1]
        = self->weight_before[r] + get_weight (self, self->piece_at[self->index->suffix[r]]);
}

/* Jump pointers over the chains that @self->up gives (Myers, Inf. Process. Lett. 17, 1983). */
static void
set_jumps (Finder *self)
{
  const RefrainRepeatsIndex *index = self->index;
  g_autofree guint32 *level = g_new (guint32, index->n_nodes);

  for (guint32 k = index->n_nodes; k-- > 0;)
    {
      const guint32 v = index->order[k], up = self->up[v], jump = self->jump[up];

      if (v == ROOT)
        {
          level[v] = 0;
          self->jump[v] = ROOT;
          continue;
        }
      level[v] = level[up] + 1;
      self->jump[v] = level[up] - level[jump] == level[jump] - level[self->jump[jump]]
                          ? self->jump[jump]
                          : up;
    }
}

/* The highest node above or at @v with @depth symbols or more. */
static guint32
climb_to_depth (const Finder *self, guint32 v, guint32 depth)
{
  const RefrainRepeatsNode *nodes = self->index->nodes;

  while (nodes[self->up[v]].depth >= depth)
    v = nodes[self->jump[v]].depth >= depth ? self->jump[v] : self->up[v];
  return v;
}

/* Whether some piece holds anything twice in a row. */
static gboolean
has_tandem (const Pieces *pieces)
{
  g_autoptr (RefrainTandemStack) stack = refrain_tandem_stack_new ();

  for (guint32 p = 0; p < pieces->n; p++)
    {
      refrain_tandem_stack_seal (stack);
      for (guint32 i = pieces->start[p]; i + 1 < pieces->start[p + 1]; i++)
        if (refrain_tandem_stack_push (stack, pieces->text[i]) > 0)
          return TRUE;
    }
  return FALSE;
}

/* What overlaps itself stands in a run of more than twice its distance: there the suffixes a
 * period apart begin with it. */
static void
find_gaps_of_piece (Finder *self, guint32 start, guint32 n)
{
  const RefrainRepeatsIndex *index = self->index;
  RefrainTandemRanges ranges;

  refrain_tandem_ranges_init (&ranges, self->pieces->text + start, n);
  for (guint r = 0; r < ranges.runs->len; r++)
    {
      const RefrainTandemRange *run = &g_array_index (ranges.runs, RefrainTandemRange, r);

      for (guint32 i = run->start; i + 2 * run->period < run->end; i++)
        {
          const guint32 leaf = index->leaf[index->rank[start + i]];
          const guint32 v = climb_to_depth (self, leaf, run->end - run->period - i);

          self->gap[v] = MIN (self->gap[v], run->period);
        }
    }
  refrain_tandem_ranges_clear (&ranges);
}

static gboolean
find_gaps (Finder *self, GCancellable *cancellable)
{
  const Pieces *pieces = self->pieces;
  const RefrainRepeatsIndex *index = self->index;

  for (guint32 v = 0; v < index->n_nodes; v++)
    {
      self->gap[v] = G_MAXUINT32;
      self->up[v] = index->nodes[v].parent;
    }
  if (!has_tandem (pieces))
    return TRUE;
  set_jumps (self);
  for (guint32 p = 0; p < pieces->n; p++)
    {
      find_gaps_of_piece (self, pieces->start[p], pieces->start[p + 1] - 1 - pieces->start[p]);
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
    }
  for (guint32 k = 0; k < index->n_nodes; k++)
    {
      const guint32 v = index->order[k], parent = index->nodes[v].parent;

      self->gap[parent] = MIN (self->gap[parent], self->gap[v]);
    }
  return TRUE;
}

/* The longest of the node's pieces that does not overlap itself, or 0. */
static inline guint32
longest_of (const Finder *self, guint32 v)
{
  const RefrainRepeatsNode *node = &self->index->nodes[v];
  const guint32 longest = MIN (node->depth, self->gap[v]);

  return v != ROOT && longest > self->index->nodes[node->parent].depth && longest >= 2 ? longest
                                                                                       : 0;
}

/* NULL when cancelled. Near-linear, see refrain-repeats.h. */
static Finder *
finder_new (const Pieces *pieces, GCancellable *cancellable)
{
  g_autoptr (Finder) self = g_new0 (Finder, 1);
  guint32 n_nodes;

  self->pieces = pieces;
  self->index = refrain_repeats_index_new (pieces->text, pieces->start[pieces->n], cancellable);
  if (self->index == NULL)
    return NULL;
  n_nodes = self->index->n_nodes;
  weigh_suffixes (self);
  self->gap = g_new (guint32, n_nodes);
  self->up = g_new (guint32, n_nodes);
  self->jump = g_new0 (guint32, n_nodes);
  if (!find_gaps (self, cancellable))
    return NULL;
  for (guint32 k = n_nodes; k-- > 0;)
    {
      const guint32 v = self->index->order[k], parent = self->index->nodes[v].parent;

      self->up[v] = parent == ROOT || longest_of (self, parent) > 0 ? parent : self->up[parent];
    }
  set_jumps (self);
  return g_steal_pointer (&self);
}

/* How many classes there may be. */
static guint32
count_classes (const Finder *self)
{
  return self->index->n_nodes + self->index->n;
}

/* The ranks of the suffixes that begin with it: [low, high). */
static void
get_ranks (const Finder *self, guint32 class, guint32 *low, guint32 *high)
{
  const RefrainRepeatsIndex *index = self->index;
  const gboolean leaf = class >= index->n_nodes;

  *low = leaf ? class - index->n_nodes : index->nodes[class].low;
  *high = leaf ? *low + 1 : index->nodes[class].high;
}

/* How often pieces of @class occur in the sequence. */
static guint32
get_frequency (const Finder *self, guint32 class)
{
  guint32 low, high;

  get_ranks (self, class, &low, &high);
  return self->weight_before[high] - self->weight_before[low];
}

/* The longest that begins at @at, has at most @room symbols and occurs @frequency times or more.
 * O(log n). */
static Find
find_longest (const Finder *self, guint32 at, guint32 room, guint32 frequency)
{
  const RefrainRepeatsNode *nodes = self->index->nodes;
  const guint32 rank = self->index->rank[at];
  guint32 v = self->index->leaf[rank], length;

  if (room >= 2 && room > nodes[v].depth
      && get_weight (self, self->piece_at[at]) >= MAX (frequency, 2))
    return (Find){ self->index->n_nodes + rank, room };

#define TOO_LOW(node)                                                                              \
  ((node) != ROOT                                                                                  \
   && (self->weight_before[nodes[node].high] - self->weight_before[nodes[node].low] < frequency    \
       || nodes[nodes[node].parent].depth >= room))
  if (longest_of (self, v) == 0)
    v = self->up[v];
  while (TOO_LOW (v))
    v = TOO_LOW (self->jump[v]) ? self->jump[v] : self->up[v];
#undef TOO_LOW
  length = MIN (longest_of (self, v), room);
  return length >= 2 ? (Find){ v, length } : (Find){ 0, 0 };
}

/* ---- Repeats that are not explained by longer ones ------------------------------------------ */

#define NONE G_MAXUINT32
/* Between two looks at the cancellable. */
#define SYMBOLS_PER_CHECK 65536

typedef struct
{
  Find find;
  guint32 frequency;
  guint32 at;   /* one place in the text */
  guint32 next; /* of the same class, or NONE */
  gboolean explained;
} Found;

typedef struct
{
  const Pieces *pieces;
  const Finder *finder;
  GArray *found;  /* of Found */
  guint32 *heads; /* by class: the first found, or NONE */
  guint32 steps;  /* since the last look at the cancellable */
  GCancellable *cancellable;
} Search;

static gboolean
is_cancelled (Search *self)
{
  if (++self->steps % SYMBOLS_PER_CHECK != 0)
    return FALSE;
  return g_cancellable_is_cancelled (self->cancellable);
}

static void
add_found (Search *self, Find find, guint32 at)
{
  guint32 *head = &self->heads[find.class];
  Found found = { find, 0, at, *head, FALSE };

  for (guint32 f = *head; f != NONE; f = g_array_index (self->found, Found, f).next)
    if (g_array_index (self->found, Found, f).find.length == find.length)
      return;
  found.frequency = get_frequency (self->finder, find.class);
  *head = self->found->len;
  g_array_append_val (self->found, found);
}

/* Takes the longest repeats of [start, end) from the left. */
static gboolean
read_part (Search *self, guint32 start, guint32 end, guint32 frequency)
{
  for (guint32 at = start; at < end;)
    {
      const Find find = find_longest (self->finder, at, end - at, frequency);

      if (find.length > 0)
        add_found (self, find, at);
      at += MAX (find.length, 1);
      if (is_cancelled (self))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_all (Search *self)
{
  for (guint32 p = 0; p < self->pieces->n; p++)
    if (!read_part (self, self->pieces->start[p], self->pieces->start[p + 1] - 1, 2))
      return FALSE;
  for (guint f = 0; f < self->found->len; f++) /* grows meanwhile */
    {
      const Found found = g_array_index (self->found, Found, f);

      if (!read_part (self, found.at, found.at + found.find.length, found.frequency + 1))
        return FALSE;
    }
  return TRUE;
}

/* Marks what stands inside the found one number @f in all its places. */
static gboolean
mark_inside (Search *self, guint f)
{
  const Found outer = g_array_index (self->found, Found, f);

  for (guint32 i = 0; i + 1 < outer.find.length; i++)
    {
      const guint32 room = outer.find.length - i;
      const Find find = find_longest (self->finder, outer.at + i, room, outer.frequency);

      if (is_cancelled (self))
        return FALSE;
      if (find.length == 0 || get_frequency (self->finder, find.class) != outer.frequency)
        continue;
      for (guint32 g = self->heads[find.class]; g != NONE;
           g = g_array_index (self->found, Found, g).next)
        if (g != f && g_array_index (self->found, Found, g).find.length <= room)
          g_array_index (self->found, Found, g).explained = TRUE;
    }
  return TRUE;
}

/* Calls for each place in the sequence of a found one, in no order. */
typedef void (*PlaceFunc) (guint32 position, guint32 entry, gpointer data);

static void
for_each_place (
    const Search *self, const Found *found, guint32 entry, PlaceFunc func, gpointer data)
{
  const Pieces *pieces = self->pieces;
  guint32 low, high;

  get_ranks (self->finder, found->find.class, &low, &high);
  for (guint32 r = low; r < high; r++)
    {
      const guint32 at = self->finder->index->suffix[r];
      const guint32 piece = self->finder->piece_at[at];

      for (guint32 p = pieces->first_place[piece]; p < pieces->first_place[piece + 1]; p++)
        func (pieces->places[p] + (at - pieces->start[piece]), entry, data);
    }
}

/* All places of all entries, sorted by position: counted first, then filled in. */
typedef struct
{
  gsize *before;    /* by position + 1: where its entries begin, or after filling in, end */
  guint32 *entries; /* that stand there */
} Places;

static void
count_place (guint32 position, guint32 entry, gpointer data)
{
  Places *places = data;

  places->before[(gsize) position + 2]++;
}

static void
put_place (guint32 position, guint32 entry, gpointer data)
{
  Places *places = data;

  places->entries[places->before[(gsize) position + 1]++] = entry;
}

/* The positions of all entries, those of each in ascending order from its offset on. */
static guint32 *
list_positions (const Search *self, const GArray *listed, GArray *entries, gsize n)
{
  Places places = { g_new0 (gsize, n + 2), NULL };
  guint32 *positions;
  gsize total = 0;

  for (guint e = 0; e < entries->len; e++)
    {
      Entry *entry = &g_array_index (entries, Entry, e);

      entry->offset = total;
      total += entry->n;
      entry->n = 0; /* counts up again below */
      for_each_place (self, &g_array_index (listed, Found, e), e, count_place, &places);
    }
  positions = g_new (guint32, total + 1);
  places.entries = g_new (guint32, total + 1);
  for (gsize i = 1; i < n + 2; i++)
    places.before[i] += places.before[i - 1];
  for (guint e = 0; e < entries->len; e++)
    for_each_place (self, &g_array_index (listed, Found, e), e, put_place, &places);
  for (gsize i = 0, k = 0; i < n; i++)
    for (; k < places.before[i + 1]; k++)
      {
        Entry *entry = &g_array_index (entries, Entry, places.entries[k]);

        positions[entry->offset + entry->n++] = (guint32) i;
      }
  refrain_free (places.before, places.entries);
  return positions;
}

static RefrainRepeats *
list_found (const Search *self, gsize n)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_autoptr (GArray) listed = g_array_new (FALSE, FALSE, sizeof (Found));
  guint32 *positions;

  for (guint f = 0; f < self->found->len; f++)
    {
      const Found *found = &g_array_index (self->found, Found, f);
      const Entry entry = { found->find.length, found->frequency, 0, 0 };

      if (found->explained)
        continue;
      g_array_append_val (listed, *found);
      g_array_append_val (entries, entry);
    }
  positions = list_positions (self, listed, entries, n);
  for (guint e = 0; e < entries->len; e++)
    {
      Entry *entry = &g_array_index (entries, Entry, e);

      entry->first = positions[entry->offset];
    }
  return repeats_new (entries, positions);
}

RefrainRepeats *
refrain_repeats_find (const guint32 *symbols,
                      gsize n,
                      const gboolean *boundary,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (Pieces) pieces = NULL;
  g_autoptr (Finder) finder = NULL;
  g_autoptr (GArray) found = NULL;
  g_autofree guint32 *heads = NULL;
  guint32 n_classes;
  Search self;
  gboolean done;

  g_return_val_if_fail (n == 0 || symbols != NULL, NULL);

  if (!check_length (n, error))
    return NULL;
  pieces = pieces_new (symbols, (guint32) n, boundary);
  finder = finder_new (pieces, cancellable);
  if (finder == NULL)
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  n_classes = count_classes (finder);
  heads = g_new (guint32, n_classes);
  for (guint32 c = 0; c < n_classes; c++)
    heads[c] = NONE;
  found = g_array_new (FALSE, FALSE, sizeof (Found));
  self = (Search){ pieces, finder, found, heads, 0, cancellable };
  done = read_all (&self);
  for (guint f = 0; f < found->len && done; f++)
    done = mark_inside (&self, f);
  if (!done)
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  return list_found (&self, n);
}
