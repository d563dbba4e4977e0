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

#include "refrain-free.h"
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

REFRAIN_DEFINE_CLEAR (folder_clear, Folder, g_array_unref (x->stack); g_array_unref (x->previous);
                      refrain_unref_arrays (x->loops, x->expected);
                      g_hash_table_unref (x->head);
                      refrain_sequence_table_clear (&x->bodies))

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

/* Reads what is before a loop and behind it for more turns of it: A, five times B A, and B is six
 * times A B; twice A B, B, nine times A B B is A B, ten times A B B. Lengths are in symbols, costs
 * in elements as they are told. */
typedef struct
{
  Folder *folder;
  GArray *lengths; /* of guint64, of each body; 0: not known yet */
  GArray *begun;   /* of guint32, of each body: that with loops that begin earlier, + 1 */
  gboolean any;    /* one does */
} Begins;

/* Appends the elements of body @number. */
static void
append_body (const Folder *folder, guint32 number, GArray *row)
{
  guint n;
  const guint32 *words = get_body (folder, LOOP (number, 0), &n);
  const guint at = row->len;

  g_array_set_size (row, at + n);
  memcpy (&g_array_index (row, Element, at), words, n * sizeof (Element));
}

static guint64 measure_body (Begins *self, guint32 number);

static guint64
measure (Begins *self, Element element)
{
  return IS_LOOP (element) ? COUNT_OF (element) * measure_body (self, BODY_OF (element)) : 1;
}

static guint64
measure_body (Begins *self, guint32 number)
{
  g_autoptr (GArray) body = NULL;
  guint64 length = 0;

  if (number < self->lengths->len && g_array_index (self->lengths, guint64, number) > 0)
    return g_array_index (self->lengths, guint64, number);
  body = g_array_new (FALSE, FALSE, sizeof (Element));
  append_body (self->folder, number, body);
  for (guint i = 0; i < body->len; i++)
    length = MIN (length + measure (self, g_array_index (body, Element, i)), G_MAXUINT32);
  if (number >= self->lengths->len)
    g_array_set_size (self->lengths, number + 1);
  return g_array_index (self->lengths, guint64, number) = length;
}

/* How many elements are told for @element. */
static guint
get_cost (const Folder *folder, Element element)
{
  g_autoptr (GArray) body = NULL;
  guint cost = 1;

  if (!IS_LOOP (element))
    return cost;
  body = g_array_new (FALSE, FALSE, sizeof (Element));
  append_body (folder, BODY_OF (element), body);
  for (guint i = 0; i < body->len; i++)
    cost += get_cost (folder, g_array_index (body, Element, i));
  return cost;
}

static guint
get_costs (const Folder *folder, const GArray *row, guint from)
{
  guint cost = 0;

  for (guint i = from; i < row->len; i++)
    cost += get_cost (folder, g_array_index (row, Element, i));
  return cost;
}

/* Appends symbols of @element up to @most in all; the last ones, from the last on, if @backwards.
 */
static void
flatten (const Folder *folder, Element element, gboolean backwards, guint most, GArray *symbols)
{
  g_autoptr (GArray) body = NULL;

  if (!IS_LOOP (element))
    {
      if (symbols->len < most)
        g_array_append_val (symbols, ((guint32){ (guint32) element }));
      return;
    }
  body = g_array_new (FALSE, FALSE, sizeof (Element));
  append_body (folder, BODY_OF (element), body);
  for (guint32 turn = 0; turn < COUNT_OF (element) && symbols->len < most; turn++)
    for (guint i = 0; i < body->len && symbols->len < most; i++)
      flatten (folder, g_array_index (body, Element, backwards ? body->len - 1 - i : i), backwards,
               most, symbols);
}

/* Appends @n symbols to @row, folded by themselves. */
static void
append_folded (Begins *self, const guint32 *symbols, gsize n, GArray *row)
{
  RefrainSequenceTable none;
  Folder inner;

  folder_init (&inner);
  none = inner.bodies;
  inner.bodies = self->folder->bodies;
  for (gsize i = 0; i < n; i++)
    feed (&inner, symbols[i]);
  while (inner.expecting)
    end_expecting (&inner);
  g_array_append_vals (row, inner.stack->data, inner.stack->len);
  self->folder->bodies = inner.bodies;
  inner.bodies = none;
  folder_clear (&inner);
}

/* How many symbols next to a loop go on as its body does: at the end of @row what is before it, or
 * what is behind it, both with what is next to it last. */
static guint
count_more (const Folder *folder, const GArray *row, const GArray *body, gboolean backwards)
{
  const guint n = body->len;
  g_autoptr (GArray) symbols = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint same = 0;

  for (guint i = row->len; i-- > 0 && symbols->len < 2 * n;)
    flatten (folder, g_array_index (row, Element, i), backwards, 2 * n, symbols);
  while (same < symbols->len
         && g_array_index (symbols, guint32, same)
                == g_array_index (body, guint32, backwards ? n - 1 - same % n : same % n))
    same++;
  return same;
}

/* Takes the last elements of @row away that hold @n symbols, and appends them to @taken; what of
 * the last of them was not asked for stays in @row. */
static void
take_symbols (Begins *self, GArray *row, guint64 n, gboolean backwards, GArray *taken)
{
  while (n > 0)
    {
      const Element element = g_array_index (row, Element, row->len - 1);
      const guint64 length = measure (self, element);
      g_autoptr (GArray) turn = NULL, rest = NULL;
      guint64 own, turns;
      guint left;

      g_array_append_val (taken, element);
      g_array_set_size (row, row->len - 1);
      if (length <= n)
        {
          n -= length;
          continue;
        }
      /* Some turns of a loop, the last one in part. */
      own = measure_body (self, BODY_OF (element));
      turns = (n + own - 1) / own;
      left = (guint) (turns * own - n);
      turn = g_array_new (FALSE, FALSE, sizeof (guint32));
      rest = g_array_new (FALSE, FALSE, sizeof (Element));
      flatten (self->folder, LOOP (BODY_OF (element), 1), FALSE, (guint) own, turn);
      if (COUNT_OF (element) - turns > 1)
        g_array_append_val (rest,
                            ((Element){ LOOP (BODY_OF (element), COUNT_OF (element) - turns) }));
      else if (COUNT_OF (element) - turns == 1)
        append_body (self->folder, BODY_OF (element), rest);
      if (backwards)
        append_folded (self, (const guint32 *) (gpointer) turn->data, left, rest);
      else
        {
          g_autoptr (GArray) first = g_array_new (FALSE, FALSE, sizeof (Element));

          append_folded (self, (const guint32 *) (gpointer) turn->data + own - left, left, first);
          g_array_prepend_vals (rest, first->data, first->len);
        }
      for (guint i = 0; i < rest->len; i++)
        g_array_append_val (row, g_array_index (rest, Element, backwards ? i : rest->len - 1 - i));
      n = 0;
    }
}

static void
put_back (GArray *row, guint before, const GArray *taken)
{
  g_array_set_size (row, before - taken->len);
  for (guint i = taken->len; i-- > 0;)
    g_array_append_val (row, g_array_index (taken, Element, i));
}

/* The loop @element with @turns turns more, the first of which begins @earlier symbols before it.
 */
static Element
begin_at (Begins *self, Element element, const GArray *body, guint turns, guint earlier)
{
  const guint n = body->len;
  g_autofree guint32 *turned = g_new (guint32, n);
  g_autoptr (GArray) row = g_array_new (FALSE, FALSE, sizeof (Element));

  if (earlier % n == 0)
    return LOOP (BODY_OF (element), COUNT_OF (element) + turns);
  for (guint i = 0; i < n; i++)
    turned[i] = g_array_index (body, guint32, (i + n - earlier % n) % n);
  append_folded (self, turned, n, row);
  return make_loop (self->folder, (const Element *) (gpointer) row->data, row->len,
                    (guint64) COUNT_OF (element) + turns);
}

/* Appends the loop @element to @row, which is what is before it; @behind: what is behind it, the
 * next last. */
static void
append_loop (Begins *self, GArray *row, GArray *behind, Element element)
{
  const guint64 n = measure_body (self, BODY_OF (element));
  const guint n_row = row->len, n_behind = behind->len;
  g_autoptr (GArray) body = NULL, first = NULL, last = NULL;
  guint before, after, turns, cost;
  Element longer;

  if (n > LONGEST_BODY || n < 2)
    {
      g_array_append_val (row, element);
      return;
    }
  body = g_array_new (FALSE, FALSE, sizeof (guint32));
  flatten (self->folder, LOOP (BODY_OF (element), 1), FALSE, (guint) n, body);
  before = count_more (self->folder, row, body, TRUE);
  after = count_more (self->folder, behind, body, FALSE);
  turns = (before + after) / body->len;
  if (turns == 0)
    {
      g_array_append_val (row, element);
      return;
    }
  after = MIN (after, turns * body->len);
  before = turns * body->len - after;
  first = g_array_new (FALSE, FALSE, sizeof (Element));
  last = g_array_new (FALSE, FALSE, sizeof (Element));
  take_symbols (self, row, before, TRUE, first);
  take_symbols (self, behind, after, FALSE, last);
  longer = begin_at (self, element, body, turns, before);
  cost = get_cost (self->folder, longer) + get_costs (self->folder, row, n_row - first->len)
         + get_costs (self->folder, behind, n_behind - last->len);
  if (cost < get_cost (self->folder, element) + get_costs (self->folder, first, 0)
                 + get_costs (self->folder, last, 0))
    {
      element = longer;
      self->any = TRUE;
    }
  else
    {
      put_back (row, n_row, first);
      put_back (behind, n_behind, last);
    }
  g_array_append_val (row, element);
}

static GArray *begin_earlier (Begins *self, const Element *elements, guint n);

/* The loop @element with loops in it that begin earlier. */
static Element
begin_inside (Begins *self, Element element)
{
  const guint32 number = BODY_OF (element);

  if (!IS_LOOP (element))
    return element;
  if (number >= self->begun->len)
    g_array_set_size (self->begun, number + 1);
  if (g_array_index (self->begun, guint32, number) == 0)
    {
      g_autoptr (GArray) body = g_array_new (FALSE, FALSE, sizeof (Element));
      g_autoptr (GArray) row = NULL;
      guint32 begun;

      append_body (self->folder, number, body);
      row = begin_earlier (self, (const Element *) (gpointer) body->data, body->len);
      begun
          = BODY_OF (make_loop (self->folder, (const Element *) (gpointer) row->data, row->len, 1));
      g_array_index (self->begun, guint32, number) = begun + 1;
    }
  return LOOP (g_array_index (self->begun, guint32, number) - 1, COUNT_OF (element));
}

static GArray *
begin_earlier (Begins *self, const Element *elements, guint n)
{
  GArray *row = g_array_new (FALSE, FALSE, sizeof (Element));
  g_autoptr (GArray) behind = g_array_new (FALSE, FALSE, sizeof (Element));

  for (guint i = n; i-- > 0;)
    g_array_append_val (behind, ((Element){ begin_inside (self, elements[i]) }));
  while (behind->len > 0)
    {
      const Element element = g_array_index (behind, Element, behind->len - 1);

      g_array_set_size (behind, behind->len - 1);
      if (IS_LOOP (element))
        append_loop (self, row, behind, element);
      else
        g_array_append_val (row, element);
    }
  return row;
}

/* @symbols as elements whose bodies @folder keeps; loops begin with their first turn. Sets @began
 * if they do so earlier than was seen. Free with g_array_unref(). */
static GArray *
fold (Folder *folder, const guint32 *symbols, gsize n, gboolean as_read, gboolean *began)
{
  g_autoptr (GArray) lengths = g_array_new (FALSE, TRUE, sizeof (guint64));
  g_autoptr (GArray) begun = g_array_new (FALSE, TRUE, sizeof (guint32));
  Begins begins = { folder, lengths, begun, FALSE };
  GArray *row;

  for (gsize i = 0; i < n; i++)
    feed (folder, symbols[i]);
  while (folder->expecting)
    end_expecting (folder);
  if (as_read)
    return g_array_ref (folder->stack);
  row = begin_earlier (&begins, (const Element *) (gpointer) folder->stack->data,
                       folder->stack->len);
  *began |= begins.any;
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
  row = fold (&folder, steps, n_steps, self->as_read, &self->began);
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
  g_autoptr (GArray) row = NULL;
  gboolean began = FALSE;
  Folder folder;

  folder_init (&folder);
  row = fold (&folder, symbols, n, FALSE, &began);
  for (guint i = 0; i < row->len; i++)
    append_nodes (&folder, g_array_index (row, Element, i), nodes);
  folder_clear (&folder);
  return nodes;
}
