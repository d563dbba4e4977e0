/* refrain-fold.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops out of a sequence: whenever the end of what has been read repeats what stands before it, it
 * becomes a loop, or one more turn of a loop (nested loop recognition without indices, Ketterlin
 * and Clauss 2008). What goes on as a loop says it should is not looked for at all.
 */
#include "refrain-draft.h"
#include "refrain-fold.h"

#include <string.h>

#include "refrain-hash.h"

/* The longest body that is looked for. */
#define LONGEST_BODY 400

/* An element of the stack: a symbol, or the count of a loop and its body. */
typedef guint64 Element;

#define IS_LOOP(element)  ((element) >> 63 != 0)
#define LOOP(body, count) (G_GUINT64_CONSTANT (1) << 63 | (guint64) (body) << 32 | (count))
#define BODY_OF(element)  ((guint32) ((element) >> 32 & G_MAXINT32))
#define COUNT_OF(element) ((guint32) (element))

typedef struct
{
  GArray *stack;               /* of Element */
  GArray *previous;            /* of guint32: place + 1 of the same element below, or 0 */
  GArray *loops;               /* of guint32: places of loops on the stack */
  GHashTable *head;            /* of an element: its last place + 1 */
  RefrainSequenceTable bodies; /* of elements, two words each */
  /* The loop on top is being gone through again: whole turns since, and how much of the next. */
  gboolean expecting;
  GArray *expected; /* of guint32: its body */
  guint32 n_turns;
  guint n_matched;
} Folder;

/* What the hash table keeps of an element. */
typedef struct
{
  Element element;
  guint32 place; /* + 1 */
} Head;

static void
folder_init (Folder *self)
{
  *self = (Folder){ 0 };
  self->stack = g_array_new (FALSE, FALSE, sizeof (Element));
  self->previous = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->loops = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->expected = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->head = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
  refrain_sequence_table_init (&self->bodies);
}

static void
folder_clear (Folder *self)
{
  g_array_unref (self->stack);
  g_array_unref (self->previous);
  g_array_unref (self->loops);
  g_array_unref (self->expected);
  g_hash_table_unref (self->head);
  refrain_sequence_table_clear (&self->bodies);
}

static Element
at (const Folder *self, guint i)
{
  return g_array_index (self->stack, Element, i);
}

static void
push (Folder *self, Element element)
{
  Head *head = g_hash_table_lookup (self->head, &element);

  if (head == NULL)
    {
      head = g_new0 (Head, 1);
      head->element = element;
      g_hash_table_add (self->head, head);
    }
  if (IS_LOOP (element))
    g_array_append_val (self->loops, self->stack->len);
  g_array_append_val (self->previous, head->place);
  g_array_append_val (self->stack, element);
  head->place = self->stack->len;
}

static void
pop (Folder *self, guint n)
{
  for (; n > 0; n--)
    {
      const guint top = self->stack->len - 1;
      const Element element = at (self, top);
      Head *head = g_hash_table_lookup (self->head, &element);

      head->place = g_array_index (self->previous, guint32, top);
      if (IS_LOOP (element))
        g_array_set_size (self->loops, self->loops->len - 1);
      g_array_set_size (self->previous, top);
      g_array_set_size (self->stack, top);
    }
}

static const guint32 *
get_body (const Folder *self, Element loop, guint *n)
{
  gsize n_words;
  const guint32 *words = refrain_sequence_table_get (&self->bodies, BODY_OF (loop), &n_words);

  *n = (guint) (n_words / 2);
  return words;
}

/* Whether the top @k elements are the body of the loop below them. */
static gboolean
is_turn (const Folder *self, guint place, guint k)
{
  guint n;
  const guint32 *body = get_body (self, at (self, place), &n);

  return n == k
         && memcmp (body, &g_array_index (self->stack, Element, place + 1), k * sizeof (Element))
                == 0;
}

/* How many elements on top are one more turn of the loop below them; 0: none. */
static guint
find_turn (const Folder *self)
{
  const guint top = self->stack->len - 1;

  for (guint i = self->loops->len; i-- > 0;)
    {
      const guint place = g_array_index (self->loops, guint32, i);

      if (place == top)
        continue;
      if (top - place > LONGEST_BODY)
        break;
      if (is_turn (self, place, top - place))
        return top - place;
    }
  return 0;
}

/* How many elements on top stand there twice; 0: none, or no fewer than @below. */
static guint
find_twice (const Folder *self, guint below)
{
  const guint height = self->stack->len;

  for (guint32 place = g_array_index (self->previous, guint32, height - 1); place > 0;
       place = g_array_index (self->previous, guint32, place - 1))
    {
      const guint k = height - place;

      if (k > LONGEST_BODY || 2 * k > height || k >= below)
        break;
      if ((k < 2 || at (self, height - 2) == at (self, height - 2 - k))
          && memcmp (&g_array_index (self->stack, Element, height - k),
                     &g_array_index (self->stack, Element, height - 2 * k), k * sizeof (Element))
                 == 0)
        return k;
    }
  return 0;
}

static Element
make_loop (Folder *self, const Element *body, guint n, guint64 count)
{
  g_autofree guint32 *words = g_memdup2 (body, n * sizeof *body);
  const guint32 number = refrain_sequence_table_add (&self->bodies, words, 2 * n, NULL);

  g_assert (number <= G_MAXINT32);
  return LOOP (number, (guint32) count);
}

/* From now on expects another turn of the loop on top, if that is made of symbols only. */
static void
expect (Folder *self)
{
  const Element top = at (self, self->stack->len - 1);
  const guint32 *body;
  guint n;

  self->expecting = FALSE;
  if (!IS_LOOP (top))
    return;
  body = get_body (self, top, &n);
  g_array_set_size (self->expected, 0);
  for (guint i = 0; i < n; i++)
    {
      Element element;

      memcpy (&element, &body[2 * i], sizeof element);
      if (IS_LOOP (element))
        return;
      g_array_append_val (self->expected, (guint32){ (guint32) element });
    }
  self->expecting = TRUE;
  self->n_turns = 0;
  self->n_matched = 0;
}

/* Two loops with one body stand on top: makes them one. */
static gboolean
join_loops (Folder *self)
{
  const guint height = self->stack->len;
  Element top, below;

  if (height < 2)
    return FALSE;
  top = at (self, height - 1);
  below = at (self, height - 2);
  if (!IS_LOOP (top) || !IS_LOOP (below) || BODY_OF (top) != BODY_OF (below))
    return FALSE;
  pop (self, 2);
  push (self, LOOP (BODY_OF (top), COUNT_OF (top) + COUNT_OF (below)));
  return TRUE;
}

/* Makes loops of what repeats at the top. */
static void
reduce (Folder *self)
{
  gboolean folded = FALSE;

  for (;;)
    {
      const guint turn = find_turn (self);
      const guint twice = find_twice (self, turn > 0 ? turn : G_MAXUINT);
      Element loop;

      if (join_loops (self))
        ;
      else if (twice > 0)
        {
          loop = make_loop (self, &g_array_index (self->stack, Element, self->stack->len - twice),
                            twice, 2);
          pop (self, 2 * twice);
          push (self, loop);
        }
      else if (turn > 0)
        {
          loop = at (self, self->stack->len - 1 - turn);
          pop (self, turn + 1);
          push (self, LOOP (BODY_OF (loop), COUNT_OF (loop) + 1));
        }
      else
        break;
      folded = TRUE;
    }
  if (folded)
    expect (self);
}

static void
push_symbol (Folder *self, guint32 symbol)
{
  push (self, symbol);
  reduce (self);
}

static void feed (Folder *self, guint32 symbol);

/* The loop on top has ended: what was counted becomes part of the stack. */
static void
end_expecting (Folder *self)
{
  const Element top = at (self, self->stack->len - 1);
  const guint n_matched = self->n_matched;
  g_autofree guint32 *pending
      = g_memdup2 (self->expected->data, (n_matched + 1) * sizeof (guint32));

  self->expecting = FALSE;
  if (self->n_turns > 0)
    {
      pop (self, 1);
      push (self, LOOP (BODY_OF (top), COUNT_OF (top) + self->n_turns));
      reduce (self);
    }
  for (guint i = 0; i < n_matched; i++)
    feed (self, pending[i]);
}

static void
feed (Folder *self, guint32 symbol)
{
  if (self->expecting && self->n_matched < self->expected->len
      && g_array_index (self->expected, guint32, self->n_matched) == symbol)
    {
      if (++self->n_matched == self->expected->len)
        {
          self->n_matched = 0;
          self->n_turns++;
        }
      return;
    }
  if (self->expecting)
    end_expecting (self);
  if (self->expecting)
    feed (self, symbol);
  else
    push_symbol (self, symbol);
}

/* ---- Where loops begin ----------------------------------------------------------------------- */

/* Whether @row ends with the @n elements @wanted, the first of which may be the last turn of a loop
 * of nothing else; takes them away. */
static gboolean
take_before (Folder *self, GArray *row, const Element *wanted, guint n)
{
  Element first, only;
  const guint32 *body = NULL;
  guint n_body = 0;

  if (row->len < n
      || memcmp (&g_array_index (row, Element, row->len - n + 1), wanted + 1,
                 (n - 1) * sizeof *wanted)
             != 0)
    return FALSE;
  first = g_array_index (row, Element, row->len - n);
  if (IS_LOOP (first))
    body = get_body (self, first, &n_body);
  if (n_body == 1)
    memcpy (&only, body, sizeof only);
  if (first != wanted[0] && (n_body != 1 || only != wanted[0]))
    return FALSE;
  g_array_set_size (row, row->len - n);
  if (first == wanted[0])
    return TRUE;
  if (COUNT_OF (first) > 2)
    only = LOOP (BODY_OF (first), COUNT_OF (first) - 1);
  g_array_append_val (row, only);
  return TRUE;
}

/* How many elements of the stack from @i on are those that the body of @n words begins with. */
static guint
count_following (const Folder *self, guint i, const Element *body, guint n)
{
  guint k = 0;

  while (k < n && i + k < self->stack->len && at (self, i + k) == body[k])
    k++;
  return k;
}

/* The stack with loops that begin where their first turn does: what is read as A, five times B A,
 * and B is six times A B. */
static GArray *
begin_earlier (Folder *self)
{
  GArray *row = g_array_new (FALSE, FALSE, sizeof (Element));

  for (guint i = 0; i < self->stack->len; i++)
    {
      Element element = at (self, i);
      g_autofree Element *body = NULL;
      const guint32 *words;
      guint n = 0, following;

      if (IS_LOOP (element))
        {
          words = get_body (self, element, &n);
          /* Twice, so that what it begins with can be read behind what it ends with. */
          body = g_new (Element, 2 * n);
          memcpy (body, words, n * sizeof *body);
          memcpy (body + n, words, n * sizeof *body);
        }
      following = n > 1 ? count_following (self, i + 1, body, n) : 0;
      if (following > 0 && following < n
          && take_before (self, row, body + following, n - following))
        {
          element = make_loop (self, body + following, n, (guint64) COUNT_OF (element) + 1);
          i += following;
        }
      g_array_append_val (row, element);
    }
  return row;
}

/* ---- Items ---------------------------------------------------------------------------------- */

/* Folded elements as items: memory of what bodies became. */
typedef struct
{
  RefrainDraft *draft;
  Folder *folder;
  GPtrArray *lists; /* of a symbol: its items */
  GPtrArray *done;  /* of a body: its items, or NULL */
} Reader;

static void read_element (Reader *self, Element element, GArray *items);

/* The items of a loop's body. */
static GArray *
read_body (Reader *self, guint32 number)
{
  GArray *items = self->done->pdata[number];
  guint n;
  const guint32 *body;

  if (items != NULL)
    return items;
  items = g_array_new (FALSE, FALSE, sizeof (RefrainItem));
  body = get_body (self->folder, LOOP (number, 0), &n);
  for (guint i = 0; i < n; i++)
    {
      Element element;

      memcpy (&element, &body[2 * i], sizeof element);
      read_element (self, element, items);
    }
  self->done->pdata[number] = items;
  return items;
}

static void
read_element (Reader *self, Element element, GArray *items)
{
  const GArray *list = IS_LOOP (element) ? read_body (self, BODY_OF (element))
                                         : self->lists->pdata[(guint32) element];

  if (IS_LOOP (element))
    {
      g_autoptr (GArray) inside = g_array_copy ((GArray *) list);
      RefrainItem repeat;

      for (guint i = 0; i < inside->len; i++)
        {
          RefrainItem *item = &g_array_index (inside, RefrainItem, i);

          item->content = refrain_draft_push_inside (self->draft, item->content, 0);
        }
      repeat
          = refrain_draft_make_repeat (self->draft, COUNT_OF (element),
                                       (const RefrainItem *) (gpointer) inside->data, inside->len);
      g_array_append_val (items, repeat);
    }
  else
    g_array_append_vals (items, list->data, list->len);
}

RefrainItem
refrain_draft_make_repeat (RefrainDraft *self, guint64 count, const RefrainItem *body, gsize n)
{
  g_autofree guint32 *words = g_new (guint32, REFRAIN_CONTENT_ITEMS + 2 * n);
  guint32 common = n > 0 ? body[0].guard : REFRAIN_GUARD_ALWAYS;

  words[REFRAIN_CONTENT_KIND] = REFRAIN_LINE_REPEAT;
  words[REFRAIN_CONTENT_HIGH] = (guint32) (count >> 32);
  words[REFRAIN_CONTENT_LOW] = (guint32) count;
  for (gsize i = 1; i < n; i++)
    common = refrain_guards_common (self->guards, common, body[i].guard);
  for (gsize i = 0; i < n; i++)
    {
      words[REFRAIN_CONTENT_ITEMS + 2 * i] = body[i].content;
      words[REFRAIN_CONTENT_ITEMS + 2 * i + 1]
          = refrain_guards_less (self->guards, body[i].guard, common);
    }
  return (RefrainItem){ refrain_draft_add_content (self, words, REFRAIN_CONTENT_ITEMS + 2 * n),
                        common };
}

/* Each line as a list of its own: what @steps are in lines. */
static GArray *
split_lists (GPtrArray *lists, const guint32 *steps, gsize n_steps, GPtrArray *single)
{
  GArray *symbols = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_auto (RefrainSequenceTable) table = { 0 };

  refrain_sequence_table_init (&table);
  for (gsize i = 0; i < n_steps; i++)
    {
      const GArray *list = lists->pdata[steps[i]];

      for (guint j = 0; j < list->len; j++)
        {
          const RefrainItem *item = &g_array_index (list, RefrainItem, j);
          const guint32 words[2] = { item->content, item->guard };
          gboolean is_new;
          const guint32 symbol = refrain_sequence_table_add (&table, words, 2, &is_new);

          if (is_new)
            {
              GArray *one = g_array_new (FALSE, FALSE, sizeof (RefrainItem));

              g_array_append_val (one, *item);
              g_ptr_array_add (single, one);
            }
          g_array_append_val (symbols, symbol);
        }
    }
  return symbols;
}

static void
free_array (gpointer data)
{
  if (data != NULL)
    g_array_unref (data);
}

static GArray *
fold_steps (RefrainDraft *self, GPtrArray *lists, const guint32 *steps, gsize n_steps)
{
  g_autoptr (GPtrArray) done = g_ptr_array_new_with_free_func (free_array);
  GArray *items = g_array_new (FALSE, FALSE, sizeof (RefrainItem));
  g_autoptr (GArray) row = NULL;
  Folder folder;
  Reader reader = { self, &folder, lists, done };

  folder_init (&folder);
  for (gsize i = 0; i < n_steps; i++)
    feed (&folder, steps[i]);
  while (folder.expecting)
    end_expecting (&folder);
  row = begin_earlier (&folder);
  g_ptr_array_set_size (done, (gint) folder.bodies.n);
  for (guint i = 0; i < row->len; i++)
    read_element (&reader, g_array_index (row, Element, i), items);
  folder_clear (&folder);
  return items;
}

GArray *
refrain_draft_fold_items (RefrainDraft *self, const GArray *items)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autoptr (GPtrArray) single = g_ptr_array_new_with_free_func (free_array);
  const guint32 first = 0;
  g_autoptr (GArray) symbols = NULL;

  g_ptr_array_add (all, (gpointer) items);
  symbols = split_lists (all, &first, 1, single);
  return fold_steps (self, single, (const guint32 *) (gpointer) symbols->data, symbols->len);
}

GArray *
refrain_draft_fold (
    RefrainDraft *self, GPtrArray *lists, const guint32 *steps, gsize n_steps, gboolean by_lines)
{
  g_autoptr (GPtrArray) single = NULL;
  g_autoptr (GArray) symbols = NULL;

  if (!by_lines)
    return fold_steps (self, lists, steps, n_steps);
  single = g_ptr_array_new_with_free_func (free_array);
  symbols = split_lists (lists, steps, n_steps, single);
  return fold_steps (self, single, (const guint32 *) (gpointer) symbols->data, symbols->len);
}

/* ---- Plain symbols -------------------------------------------------------------------------- */

/* Appends @element and what is in it. */
static void
append_nodes (const Folder *folder, Element element, GArray *nodes)
{
  const guint at = nodes->len;
  const guint32 *body;
  guint n;

  g_array_append_val (nodes, ((RefrainFoldNode){ 1, (guint32) element, at + 1 }));
  if (!IS_LOOP (element))
    return;
  body = get_body (folder, element, &n);
  for (guint i = 0; i < n; i++)
    {
      Element one;

      memcpy (&one, &body[2 * i], sizeof one);
      append_nodes (folder, one, nodes);
    }
  g_array_index (nodes, RefrainFoldNode, at)
      = (RefrainFoldNode){ COUNT_OF (element), REFRAIN_NONE, nodes->len };
}

GArray *
refrain_fold_symbols (const guint32 *symbols, gsize n)
{
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (RefrainFoldNode));
  Folder folder;

  folder_init (&folder);
  for (gsize i = 0; i < n; i++)
    feed (&folder, symbols[i]);
  while (folder.expecting)
    end_expecting (&folder);
  for (guint i = 0; i < folder.stack->len; i++)
    append_nodes (&folder, at (&folder, i), nodes);
  folder_clear (&folder);
  return nodes;
}
