/* refrain-define.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Definitions: of all pieces of a body that come again, the one whose name saves most, then the
 * next, as long as any saves something. A piece may be used under a guard: what its lines' guards
 * have in common is taken out before pieces are compared.
 */
#include "refrain-draft.h"
#include "refrain-free.h"
#include "refrain-slots.h"

/* The longest piece, in lines; so many pieces at once at most. */
#define LONGEST_PIECE 40
#define MOST_AT_ONCE  1000000
/* Pieces that are looked at in all rounds together: what bounds the work where text is long. */
#define MOST_PIECES 4000000
/* What a piece costs beside its lines, in bytes: "use A; ", "define A:" and line ends. */
#define COST_OF_USE    7
#define COST_OF_DEFINE 13

/* A body of the program. */
typedef struct
{
  guint first, n; /* in `items` */
} Body;

/* Equal pieces. */
typedef struct
{
  guint64 hash;
  guint32 count;
  guint32 first, n; /* the first of them, in `items` */
  guint32 guard;    /* what its lines' guards have in common */
  guint32 last_end; /* where the last one ends, in `items` */
  gint64 cost;      /* bytes of its lines */
  gint64 bonus;     /* bytes of guards that are told once instead of in each line */
} Piece;

typedef struct
{
  RefrainDraft *draft;
  GArray *items;      /* of RefrainItem: all bodies, one after the other */
  GArray *bodies;     /* of Body */
  GArray *pieces;     /* of Piece */
  RefrainSlots slots; /* of pieces */
  GArray *costs;      /* of gint32: of a content, with its body; 0: not known yet */
} Definer;

/* ---- Costs ---------------------------------------------------------------------------------- */

static gint64
cost_of_guard (const Definer *self, guint32 guard)
{
  return guard == REFRAIN_GUARD_ALWAYS ? 0
                                       : refrain_guards_get_length (self->draft->guards, guard) + 4;
}

static gint64
cost_of_content (Definer *self, guint32 content)
{
  const guint32 *words;
  gsize n;
  gint64 cost;

  if (self->costs->len <= content)
    g_array_set_size (self->costs, content + 1);
  if (g_array_index (self->costs, gint64, content) > 0)
    return g_array_index (self->costs, gint64, content);
  cost = refrain_draft_measure (self->draft, content) + 2;
  words = refrain_draft_get_content (self->draft, content, &n);
  if (words[REFRAIN_CONTENT_KIND] == REFRAIN_LINE_REPEAT)
    for (gsize i = REFRAIN_CONTENT_ITEMS; i + 1 < n; i += 2)
      cost += cost_of_content (self, words[i]) + cost_of_guard (self, words[i + 1]);
  g_array_index (self->costs, gint64, content) = cost;
  return cost;
}

/* ---- Pieces --------------------------------------------------------------------------------- */

static void
add_body (Definer *self, const RefrainItem *items, gsize n)
{
  const Body body = { self->items->len, (guint) n };
  const guint first = self->items->len;

  g_array_append_vals (self->items, items, (guint) n);
  g_array_append_val (self->bodies, body);
  for (gsize i = 0; i < n; i++)
    {
      const guint32 content = g_array_index (self->items, RefrainItem, first + i).content;
      gsize n_words;
      const guint32 *words = refrain_draft_get_content (self->draft, content, &n_words);

      if (words[REFRAIN_CONTENT_KIND] == REFRAIN_LINE_REPEAT)
        add_body (self, (const RefrainItem *) &words[REFRAIN_CONTENT_ITEMS],
                  (n_words - REFRAIN_CONTENT_ITEMS) / 2);
    }
}

static guint64
mix (guint64 hash, guint32 content, guint32 guard)
{
  hash = (hash ^ ((guint64) content << 32 | guard)) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return hash ^ hash >> 29;
}

static gboolean
is_piece (const Definer *self, guint32 i, guint64 hash, guint32 n)
{
  const Piece *piece = &g_array_index (self->pieces, Piece, i);

  return piece->hash == hash && piece->n == n;
}

/* The piece with @hash of @n lines, a new one at @first if there is none. */
static Piece *
find_piece (Definer *self, guint64 hash, guint32 first, guint32 n, guint32 guard)
{
  guint32 i = REFRAIN_SLOTS_FIND (&self->slots, hash, k, is_piece (self, k, hash, n));

  if (i == G_MAXUINT32)
    {
      i = self->pieces->len;
      g_array_append_val (self->pieces, ((Piece){ hash, 0, first, n, guard, 0, 0, 0 }));
      refrain_slots_add (&self->slots, hash, i);
    }
  return &g_array_index (self->pieces, Piece, i);
}

/* Counts the pieces that begin at @first of a body that ends at @end. */
static void
count_pieces (Definer *self, guint first, guint end)
{
  RefrainGuards *guards = self->draft->guards;
  const guint most
      = MIN (MIN (LONGEST_PIECE, end - first), MAX (2, MOST_AT_ONCE / self->items->len));
  guint32 common = g_array_index (self->items, RefrainItem, first).guard;
  guint64 hash = 0;
  gint64 cost = 0;

  for (guint n = 1; n <= most; n++)
    {
      const RefrainItem *item = &g_array_index (self->items, RefrainItem, first + n - 1);
      const guint32 guard = refrain_guards_common (guards, common, item->guard);
      Piece *piece;
      gsize n_words;

      if (refrain_draft_get_reach (self->draft, item->content) > 0)
        return; /* a definition knows no index but its own */

      if (guard != common || n == 1)
        {
          common = guard;
          hash = cost = 0;
          for (guint i = 0; i + 1 < n; i++)
            {
              const RefrainItem *one = &g_array_index (self->items, RefrainItem, first + i);
              const guint32 less = refrain_guards_less (guards, one->guard, common);

              hash = mix (hash, one->content, less);
              cost += cost_of_content (self, one->content) + cost_of_guard (self, less);
            }
        }
      hash = mix (hash, item->content, refrain_guards_less (guards, item->guard, common));
      cost += cost_of_content (self, item->content)
              + cost_of_guard (self, refrain_guards_less (guards, item->guard, common));
      if (n == 1
          && refrain_draft_get_content (self->draft, item->content, &n_words)[REFRAIN_CONTENT_KIND]
                 != REFRAIN_LINE_REPEAT)
        continue;
      piece = find_piece (self, hash, first, n, common);
      if (piece->last_end > first)
        continue;
      piece->count++;
      piece->last_end = first + n;
      piece->cost = cost;
      if (common != REFRAIN_GUARD_ALWAYS)
        piece->bonus += (gint64) (n - 1) * cost_of_guard (self, common);
    }
}

/* The piece that saves most; FALSE where none saves anything. */
static gboolean
find_best (Definer *self, GArray *best)
{
  gint64 most = 0;
  const Piece *chosen = NULL;

  for (guint i = 0; i < self->pieces->len; i++)
    {
      const Piece *piece = &g_array_index (self->pieces, Piece, i);
      const gint64 count = piece->count;
      const gint64 gain
          = count * piece->cost + piece->bonus - count * COST_OF_USE - piece->cost - COST_OF_DEFINE;

      if (count > 1 && gain > most)
        {
          most = gain;
          chosen = piece;
        }
    }
  g_array_set_size (best, 0);
  for (guint i = 0; chosen != NULL && i < chosen->n; i++)
    {
      RefrainItem item = g_array_index (self->items, RefrainItem, chosen->first + i);

      item.guard = refrain_guards_less (self->draft->guards, item.guard, chosen->guard);
      g_array_append_val (best, item);
    }
  return chosen != NULL;
}

/* ---- Replacing ------------------------------------------------------------------------------ */

typedef struct
{
  RefrainDraft *draft;
  const GArray *piece;
  guint32 use;
  GHashTable *done; /* of a repeat's content: its RefrainItem after replacing */
} Replacer;

static gboolean
stands_at (const Replacer *self, const RefrainItem *items, guint32 *guard)
{
  const RefrainItem *piece = (const RefrainItem *) (gpointer) self->piece->data;

  *guard = items[0].guard;
  for (guint i = 0; i < self->piece->len; i++)
    {
      if (items[i].content != piece[i].content)
        return FALSE;
      *guard = refrain_guards_common (self->draft->guards, *guard, items[i].guard);
    }
  for (guint i = 0; i < self->piece->len; i++)
    if (refrain_guards_less (self->draft->guards, items[i].guard, *guard) != piece[i].guard)
      return FALSE;
  return TRUE;
}

static GArray *replace (Replacer *self, const RefrainItem *items, gsize n);

/* @item, with what stands in its body replaced. */
static RefrainItem
replace_inside (Replacer *self, RefrainItem item)
{
  gsize n;
  const guint32 *words = refrain_draft_get_content (self->draft, item.content, &n);
  g_autoptr (GArray) body = NULL;
  RefrainItem *known;

  if (words[REFRAIN_CONTENT_KIND] != REFRAIN_LINE_REPEAT
      || (self->piece->len == 1
          && g_array_index (self->piece, RefrainItem, 0).content == item.content))
    return item;
  known = g_hash_table_lookup (self->done, GUINT_TO_POINTER (item.content));
  if (known == NULL)
    {
      const guint64 count
          = (guint64) words[REFRAIN_CONTENT_HIGH] << 32 | words[REFRAIN_CONTENT_LOW];
      g_autofree guint32 *copy = g_memdup2 (words, n * sizeof *words);

      body = replace (self, (const RefrainItem *) (gpointer) &copy[REFRAIN_CONTENT_ITEMS],
                      (n - REFRAIN_CONTENT_ITEMS) / 2);
      known = g_new (RefrainItem, 1);
      *known = refrain_draft_make_repeat (self->draft, count,
                                          (const RefrainItem *) (gpointer) body->data, body->len);
      g_hash_table_insert (self->done, GUINT_TO_POINTER (item.content), known);
    }
  return (RefrainItem){ known->content,
                        refrain_guards_both (self->draft->guards, known->guard, item.guard) };
}

static GArray *
replace (Replacer *self, const RefrainItem *items, gsize n)
{
  GArray *inside = g_array_new (FALSE, FALSE, sizeof (RefrainItem));
  GArray *all = g_array_new (FALSE, FALSE, sizeof (RefrainItem));
  const guint length = self->piece->len;

  for (gsize i = 0; i < n; i++)
    {
      const RefrainItem item = replace_inside (self, items[i]);

      g_array_append_val (inside, item);
    }
  for (guint i = 0; i < inside->len;)
    {
      RefrainItem item = g_array_index (inside, RefrainItem, i);

      if (i + length <= inside->len
          && stands_at (self, &g_array_index (inside, RefrainItem, i), &item.guard))
        {
          item.content = self->use;
          i += length;
        }
      else
        {
          item = g_array_index (inside, RefrainItem, i);
          i++;
        }
      g_array_append_val (all, item);
    }
  g_array_unref (inside);
  return all;
}

/* Names @piece and uses it everywhere. */
static void
define (RefrainDraft *draft, GArray **body, GArray *piece)
{
  const guint32 words[2] = { REFRAIN_LINE_USE, draft->definitions->len };
  g_autoptr (GHashTable) done = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  Replacer replacer = { draft, piece, refrain_draft_add_content (draft, words, 2), done };
  GArray *copy = g_array_copy (piece);

  for (guint i = 0; i <= draft->definitions->len; i++)
    {
      GArray **old
          = i < draft->definitions->len ? &g_array_index (draft->definitions, GArray *, i) : body;
      GArray *new = replace (&replacer, (const RefrainItem *) (gpointer) (*old)->data, (*old)->len);

      g_array_unref (*old);
      *old = new;
    }
  g_array_append_val (draft->definitions, copy);
}

guint64
refrain_draft_weigh (RefrainDraft *self, const GArray *body)
{
  Definer definer = { .draft = self };
  guint64 cost = 0;

  definer.costs = g_array_new (FALSE, TRUE, sizeof (gint64));
  for (guint i = 0; i < body->len; i++)
    {
      const RefrainItem *item = &g_array_index (body, RefrainItem, i);

      cost += (guint64) (cost_of_content (&definer, item->content)
                         + cost_of_guard (&definer, item->guard));
    }
  g_array_unref (definer.costs);
  return cost;
}

void
refrain_draft_define (RefrainDraft *self, GArray **body)
{
  Definer definer = { .draft = self };
  g_autoptr (GArray) best = g_array_new (FALSE, FALSE, sizeof (RefrainItem));
  guint64 n_pieces = 0;

  definer.items = g_array_new (FALSE, FALSE, sizeof (RefrainItem));
  definer.bodies = g_array_new (FALSE, FALSE, sizeof (Body));
  definer.pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  definer.costs = g_array_new (FALSE, TRUE, sizeof (gint64));
  do
    {
      g_array_set_size (definer.items, 0);
      g_array_set_size (definer.bodies, 0);
      g_array_set_size (definer.pieces, 0);
      refrain_slots_clear (&definer.slots);
      for (guint i = 0; i <= self->definitions->len; i++)
        {
          const GArray *one
              = i < self->definitions->len ? g_array_index (self->definitions, GArray *, i) : *body;

          add_body (&definer, (const RefrainItem *) (gpointer) one->data, one->len);
        }
      for (guint b = 0; b < definer.bodies->len; b++)
        {
          const Body one = g_array_index (definer.bodies, Body, b);

          for (guint i = one.first; i < one.first + one.n; i++)
            count_pieces (&definer, i, one.first + one.n);
        }
      n_pieces += (guint64) definer.items->len * LONGEST_PIECE;
      if (!find_best (&definer, best))
        break;
      define (self, body, best);
    }
  while (n_pieces < MOST_PIECES);
  refrain_unref_arrays (definer.items, definer.bodies, definer.pieces, definer.costs);
  refrain_slots_clear (&definer.slots);
}
