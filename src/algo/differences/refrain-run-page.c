/* refrain-run-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Threads with equal sequences are folded once, those that fold to the same loops share a tree, and
 * the trees that are left are merged in pairs.
 */
#include "refrain-run-page.h"

#include "refrain-arrays.h"
#include "refrain-free.h"
#include "refrain-parallel.h"

/* Threads with the same sequence of tokens. */
typedef struct
{
  const guint32 *tokens; /* of the first one */
  guint32 n;
  GArray *rows; /* of guint32 */
} Class;

/* A tree, with how long the sequence is that it was made of. */
typedef struct
{
  RefrainPageNode *root;
  guint32 length;
} Tree;

typedef struct
{
  RefrainRunPage *page;
  RefrainSide *side;
  RefrainBodies *bodies;
  RefrainAligner aligner;
  GHashTable *roots;      /* of symbols: nodes */
  RefrainPageNode **line; /* of each slot */
} Maker;

/* ---- Trees ---------------------------------------------------------------------------------- */

REFRAIN_DEFINE_FREE (node_free, RefrainPageNode, g_clear_pointer (&x->children, g_ptr_array_unref))

static RefrainPageNode *
make_node (Maker *maker, guint32 symbol)
{
  RefrainPageNode *node = g_new0 (RefrainPageNode, 1);
  guint32 n;
  const guint32 *body = refrain_bodies_get (maker->bodies, symbol, &n);

  g_ptr_array_add (maker->page->nodes, node);
  node->symbol = symbol;
  node->token = body == NULL ? symbol : REFRAIN_NONE;
  node->n_lines = body == NULL;
  if (body != NULL)
    node->children = g_ptr_array_new ();
  for (guint32 i = 0; i < n; i++)
    {
      RefrainPageNode *child = make_node (maker, body[i]);

      g_ptr_array_add (node->children, child);
      node->n_lines += child->n_lines;
    }
  return node;
}

/* Gives positions of items their lines. */
static void
assign (const RefrainFolded *folded,
        const RefrainFoldItem *items,
        const GPtrArray *nodes,
        RefrainPageNode **lines)
{
  for (guint i = 0; i < nodes->len; i++)
    {
      RefrainPageNode *node = g_ptr_array_index (nodes, i);

      if (node->token != REFRAIN_NONE)
        {
          for (guint32 at = items[i].first; at <= items[i].last; at++)
            lines[at] = node;
          continue;
        }
      for (guint32 at = items[i].first; at != REFRAIN_NONE;)
        {
          const guint32 *occurrence = &g_array_index (folded->occurrences, guint32, 2 * at);

          assign (folded, &g_array_index (folded->inner, RefrainFoldItem, occurrence[0]),
                  node->children, lines);
          at = at == items[i].last ? REFRAIN_NONE : occurrence[1];
        }
    }
}

/* ---- Merging -------------------------------------------------------------------------------- */

static GPtrArray *merge_lists (Maker *maker, GPtrArray *a, GPtrArray *b);

static RefrainPageNode *
get_only_line (RefrainPageNode *node)
{
  while (node->token == REFRAIN_NONE)
    node = g_ptr_array_index (node->children, 0);
  return node;
}

static void
set_children (Maker *maker, RefrainPageNode *node, GPtrArray *children)
{
  g_autofree guint32 *symbols = g_new (guint32, children->len + 1);

  g_clear_pointer (&node->children, g_ptr_array_unref);
  node->children = children;
  node->n_lines = 0;
  for (guint i = 0; i < children->len; i++)
    {
      const RefrainPageNode *child = g_ptr_array_index (children, i);

      symbols[i] = child->symbol;
      node->n_lines += child->n_lines;
    }
  node->symbol = refrain_bodies_add (maker->bodies, symbols, children->len);
}

/* What @b has becomes @a's. */
static void
absorb (Maker *maker, RefrainPageNode *a, RefrainPageNode *b)
{
  if (a->token == REFRAIN_NONE && b->token == REFRAIN_NONE)
    set_children (maker, a, merge_lists (maker, a->children, b->children));
  else if (a->n_lines == 1 && b->n_lines == 1)
    get_only_line (b)->joined = get_only_line (a);
  else if (b->token != REFRAIN_NONE)
    b->joined = refrain_run_page_node_find (a, maker->aligner.vocabulary, b->token);
  else
    /* The line goes into the loop. */
    a->joined = refrain_run_page_node_find (b, maker->aligner.vocabulary, a->token);
}

/* Whether @node is a loop that has the line @line and others. */
static gboolean
has_more (const RefrainPageNode *node, const RefrainPageNode *line)
{
  return node != NULL && node->token == REFRAIN_NONE && line->token != REFRAIN_NONE
         && node->n_lines > 1;
}

/* Gives @line to the loop @node, where that has such a call: more of the same calls in a row. */
static gboolean
join_neighbour (Maker *maker, RefrainPageNode *line, const RefrainPageNode *node)
{
  RefrainPageNode *other;

  if (node == NULL || !has_more (node, line))
    return FALSE;
  other = refrain_run_page_node_find (node, maker->aligner.vocabulary, line->token);
  if (other == NULL)
    return FALSE;
  line->joined = other;
  return TRUE;
}

/* Of a line that has no match. */
static gboolean
join_neighbours (Maker *maker, const GArray *pairs, guint at)
{
  const RefrainAlignedPair *list = (const RefrainAlignedPair *) (gpointer) pairs->data;
  RefrainPageNode *line = list[at].a != NULL ? list[at].a : list[at].b;
  const gboolean of_a = list[at].a != NULL;

  for (int step = -1; step <= 1; step += 2)
    if (step > 0 ? at + 1 < pairs->len : at > 0)
      {
        const RefrainAlignedPair *next = &list[(int) at + step];

        if (next->a != NULL && next->b != NULL
            && join_neighbour (maker, line, of_a ? next->b : next->a))
          return TRUE;
      }
  return FALSE;
}

static GPtrArray *
merge_lists (Maker *maker, GPtrArray *a, GPtrArray *b)
{
  g_autoptr (GArray) pairs = refrain_aligner_align (&maker->aligner, a, b);
  GPtrArray *merged = g_ptr_array_new ();

  for (guint i = 0; i < pairs->len; i++)
    {
      const RefrainAlignedPair *pair = &g_array_index (pairs, RefrainAlignedPair, i);

      if (pair->a != NULL && pair->b != NULL)
        absorb (maker, pair->a, pair->b);
      else if (join_neighbours (maker, pairs, i))
        continue;
      g_ptr_array_add (merged, pair->a == NULL || has_more (pair->b, pair->a) ? pair->b : pair->a);
    }
  return merged;
}

/* In pairs of neighbours, again and again: those of about one length meet. */
static RefrainPageNode *
merge_trees (Maker *maker, GArray *trees)
{
  guint n = trees->len;
  Tree *list = (Tree *) (gpointer) trees->data;

  while (n > 1)
    {
      guint to = 0;

      for (guint i = 0; i < n; i += 2)
        {
          if (i + 1 < n)
            absorb (maker, list[i].root, list[i + 1].root);
          list[to++] = list[i];
        }
      n = to;
    }
  return n > 0 ? list[0].root : NULL;
}

/* ---- Classes -------------------------------------------------------------------------------- */

REFRAIN_DEFINE_FREE (class_free, Class, g_array_unref (x->rows))

static int
compare_classes (gconstpointer a, gconstpointer b)
{
  const Class *x = *(Class *const *) a, *y = *(Class *const *) b;

  if (x->n != y->n)
    return x->n > y->n ? -1 : 1;
  for (guint32 i = 0; i < x->n; i++)
    if (x->tokens[i] != y->tokens[i])
      return x->tokens[i] < y->tokens[i] ? -1 : 1;
  return 0;
}

/* Longest first, then by what they say: no rank decides. */
static GPtrArray *
list_classes (const RefrainSide *side)
{
  GPtrArray *classes = g_ptr_array_new_with_free_func (class_free);
  guint n = 0;

  for (guint32 r = 0; r < side->rows->len; r++)
    {
      const RefrainSlotRow *row = refrain_side_get_row (side, r);
      Class *class = g_new0 (Class, 1);

      class->n = row->end - row->first;
      class->tokens = &side->tokens[row->first];
      class->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_val (class->rows, r);
      g_ptr_array_add (classes, class);
    }
  g_ptr_array_sort (classes, compare_classes);
  for (guint i = 1; i < classes->len; i++)
    {
      Class *last = g_ptr_array_index (classes, n), *own = g_ptr_array_index (classes, i);

      if (compare_classes (&last, &own) == 0)
        g_array_append_vals (last->rows, own->rows->data, own->rows->len);
      else if (++n != i)
        {
          classes->pdata[i] = classes->pdata[n];
          classes->pdata[n] = own;
        }
    }
  if (classes->len > 0)
    g_ptr_array_set_size (classes, (int) n + 1);
  return classes;
}

/* Classes of one side, folded one by one, each with bodies of its own. */
typedef struct
{
  GPtrArray *classes;
  RefrainFolded *folded;
  RefrainBodies *bodies;
  guint32 n_tokens;
} FoldJob;

static void
fold_class (gsize item, gpointer data)
{
  const FoldJob *job = data;
  const Class *class = g_ptr_array_index (job->classes, item);

  refrain_bodies_init (&job->bodies[item], job->n_tokens);
  refrain_fold (&job->folded[item], &job->bodies[item], class->tokens, class->n);
}

static void
rename_symbols (GArray *items, const guint32 *symbols, guint32 n_tokens)
{
  for (guint i = 0; i < items->len; i++)
    {
      guint32 *symbol = &g_array_index (items, RefrainFoldItem, i).symbol;

      if (*symbol >= n_tokens)
        *symbol = symbols[*symbol - n_tokens];
    }
}

/* Names the bodies @own of @folded as if it had been folded with @bodies. */
static void
take_bodies (RefrainBodies *bodies, RefrainBodies *own, RefrainFolded *folded)
{
  const guint n = own->bodies->len;
  g_autofree guint32 *symbols = g_new (guint32, n + 1);
  g_autoptr (GArray) body = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < n; i++)
    {
      guint32 length;
      const guint32 *old = refrain_bodies_get (own, own->n_tokens + i, &length);

      g_array_set_size (body, 0);
      for (guint32 k = 0; k < length; k++)
        {
          const guint32 symbol = old[k] < own->n_tokens ? old[k] : symbols[old[k] - own->n_tokens];

          g_array_append_val (body, symbol);
        }
      symbols[i] = refrain_bodies_add (bodies, (const guint32 *) (gpointer) body->data, length);
    }
  rename_symbols (folded->items, symbols, own->n_tokens);
  rename_symbols (folded->inner, symbols, own->n_tokens);
}

static void
add_class (Maker *maker, const Class *class, RefrainFolded *folded, GArray *trees)
{
  RefrainPageNode **lines = &maker->line[class->tokens - maker->side->tokens];
  g_autofree guint32 *symbols = g_new (guint32, folded->items->len + 1);
  RefrainPageNode *root;
  guint32 symbol;

  for (guint i = 0; i < folded->items->len; i++)
    symbols[i] = g_array_index (folded->items, RefrainFoldItem, i).symbol;
  symbol = refrain_bodies_add (maker->bodies, symbols, folded->items->len);
  root = g_hash_table_lookup (maker->roots, GUINT_TO_POINTER (symbol));
  if (root == NULL)
    {
      Tree tree = { make_node (maker, symbol), class->n };

      root = tree.root;
      g_hash_table_insert (maker->roots, GUINT_TO_POINTER (symbol), root);
      g_array_append_val (trees, tree);
    }
  assign (folded, REFRAIN_AT_INDEX (folded->items, RefrainFoldItem, 0), root->children, lines);
  for (guint k = 0; k < class->rows->len; k++)
    {
      const RefrainSlotRow *row
          = refrain_side_get_row (maker->side, g_array_index (class->rows, guint32, k));

      if (&maker->line[row->first] != lines)
        refrain_copy (&maker->line[row->first], lines, class->n * sizeof *lines);
    }
}

/* All of them, in their order, folded on all cores. */
static void
add_classes (Maker *maker, GPtrArray *classes, GArray *trees)
{
  g_autofree RefrainFolded *folded = g_new0 (RefrainFolded, classes->len + 1);
  g_autofree RefrainBodies *bodies = g_new0 (RefrainBodies, classes->len + 1);
  FoldJob job = { classes, folded, bodies, maker->bodies->n_tokens };

  refrain_parallel_run (classes->len, fold_class, &job, NULL);
  for (guint i = 0; i < classes->len; i++)
    {
      take_bodies (maker->bodies, &bodies[i], &folded[i]);
      add_class (maker, g_ptr_array_index (classes, i), &folded[i], trees);
      refrain_folded_clear (&folded[i]);
      refrain_bodies_clear (&bodies[i]);
    }
}

/* ---- The page ------------------------------------------------------------------------------- */

static void
number_lines (RefrainRunPage *self, RefrainPageNode *node, RefrainPageNode *up)
{
  node->up = up;
  if (node->token != REFRAIN_NONE)
    {
      node->line = self->lines->len;
      g_ptr_array_add (self->lines, node);
      return;
    }
  for (guint i = 0; i < node->children->len; i++)
    number_lines (self, g_ptr_array_index (node->children, i), node);
}

static void
number_slots (Maker *maker)
{
  for (guint i = 0; i < maker->side->slots->len; i++)
    {
      const RefrainPageNode *line = maker->line[i];

      while (line->joined != NULL)
        line = line->joined;
      maker->side->lines[i] = line->line;
    }
}

void
refrain_run_page_init (RefrainRunPage *self,
                       RefrainSide *side,
                       const RefrainVocabulary *vocabulary,
                       RefrainBodies *bodies)
{
  g_autoptr (GPtrArray) classes = list_classes (side);
  g_autoptr (GArray) trees = g_array_new (FALSE, FALSE, sizeof (Tree));
  Maker maker = { .page = self,
                  .side = side,
                  .bodies = bodies,
                  .roots = g_hash_table_new (NULL, NULL),
                  .line = g_new (RefrainPageNode *, side->slots->len + 1) };

  self->nodes = g_ptr_array_new_with_free_func (node_free);
  self->lines = g_ptr_array_new ();
  refrain_aligner_init (&maker.aligner, vocabulary, TRUE);
  add_classes (&maker, classes, trees);
  self->root = merge_trees (&maker, trees);
  if (self->root != NULL)
    {
      number_lines (self, self->root, NULL);
      number_slots (&maker);
    }
  refrain_aligner_clear (&maker.aligner);
  g_hash_table_unref (maker.roots);
  g_free (maker.line);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_run_page_clear, RefrainRunPage, g_ptr_array_unref (x->nodes);
                             g_ptr_array_unref (x->lines))
