/* refrain-step-lines.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One step as lines. An item is the k-th occurrence of an operation; each process orders its items,
 * and the lines are a topological order of the union of these orders (ties: go on with the same
 * kind, sends first, then in the order of directions). Processes whose order contradicts that of
 * the others get lines of their own, behind.
 */
#include "refrain-draft.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-heap.h"

#include <string.h>

/* Processes with one sequence of tokens. */
typedef struct
{
  guint32 sequence;
  guint32 n_processes, n_items;
} Variant;

typedef struct
{
  RefrainDraft *draft;
  guint n_words;
  GArray *process; /* of guint32: processes of the step, ascending */
  GArray *at;      /* of guint32: where in `phases` each begins, and one behind the last */
  const guint32 *phases;
  guint32 *variant_of; /* of each: its sequence */
  RefrainSequenceTable sequences;
  GArray *variants; /* of Variant, those of most processes first */
  guint8 *in;       /* of a sequence: 0 left, 1 in the union, 2 written */

  RefrainSequenceTable item_keys; /* token, occurrence: of all sequences */
  GArray *sequence_items;         /* of guint32: numbers in `item_keys`, sequence by sequence */
  gsize *sequence_at;             /* of a sequence: where it begins there */
  guint32 *number_of;             /* of each of `item_keys`: its item + 1; 0: none in the union */
  GArray *items;                  /* of guint32: of an item of the union: number in `item_keys` */
  GArray *edges;                  /* of guint64: item << 32 | following item */
  GArray *order;                  /* of guint32: items */
  guint64 *everybody;
  gint64 budget; /* operations that may still be put into unions on trial */
} Writer;

/* Trials of a step where orders contradict each other: so many times its operations. */
#define TRIALS 40

#define SET(set, p) ((set)[(p) >> 6] |= G_GUINT64_CONSTANT (1) << ((p) &63))

/* ---- Processes and variants ----------------------------------------------------------------- */

/* What a process does in the step, as tokens. */
static void
read_sequence (const Writer *self, guint i, GArray *tokens)
{
  const RefrainDraft *draft = self->draft;

  g_array_set_size (tokens, 0);
  for (guint32 j = g_array_index (self->at, guint32, i);
       j < g_array_index (self->at, guint32, i + 1); j++)
    {
      const guint32 phase = self->phases[j];

      g_array_append_vals (tokens, &draft->token[draft->first[phase]],
                           (guint) (draft->first[phase + 1] - draft->first[phase]));
    }
}

REFRAIN_DEFINE_COMPARE (compare_variants,
                        Variant,
                        REFRAIN_FALLING (n_processes)
                            ?: REFRAIN_FALLING (n_items)
                            ?: REFRAIN_RISING (sequence))

static void
list_processes (Writer *self, gsize n)
{
  const RefrainSequenceTable *types = &self->draft->steps->phases;
  guint32 last = REFRAIN_NONE;

  for (guint32 i = 0; i < n; i++)
    {
      gsize m;
      const guint32 process = *refrain_sequence_table_get (types, self->phases[i], &m);

      if (process == last)
        continue;
      g_array_append_val (self->process, process);
      g_array_append_val (self->at, i);
      last = process;
    }
  g_array_append_val (self->at, (guint32){ (guint32) n });
}

static void
list_variants (Writer *self)
{
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (guint32));

  self->variant_of = g_new (guint32, self->process->len);
  for (guint i = 0; i < self->process->len; i++)
    {
      gboolean is_new;
      guint32 sequence;

      read_sequence (self, i, tokens);
      sequence = refrain_sequence_table_add (
          &self->sequences, (const guint32 *) (gpointer) tokens->data, tokens->len, &is_new);
      if (is_new)
        g_array_append_val (self->variants, ((Variant){ sequence, 0, tokens->len }));
      g_array_index (self->variants, Variant, sequence).n_processes++;
      self->variant_of[i] = sequence;
    }
  self->in = g_new0 (guint8, self->sequences.n + 1);
  g_array_sort (self->variants, compare_variants);
}

/* ---- The union ------------------------------------------------------------------------------ */

/* Numbers what all sequences hold, once. @counts is zero for all tokens, before and after. */
static void
number_sequences (Writer *self, guint32 *counts)
{
  self->sequence_at = g_new (gsize, self->sequences.n + 1);
  for (guint32 s = 0; s < self->sequences.n; s++)
    {
      gsize n;
      const guint32 *tokens = refrain_sequence_table_get (&self->sequences, s, &n);

      self->sequence_at[s] = self->sequence_items->len;
      for (gsize i = 0; i < n; i++)
        {
          const guint32 key[2] = { tokens[i], counts[tokens[i]]++ };
          const guint32 number = refrain_sequence_table_add (&self->item_keys, key, 2, NULL);

          g_array_append_val (self->sequence_items, number);
        }
      for (gsize i = 0; i < n; i++)
        counts[tokens[i]] = 0;
    }
  self->sequence_at[self->sequences.n] = self->sequence_items->len;
  self->number_of = g_new0 (guint32, self->item_keys.n + 1);
}

/* Appends the items of a sequence, which gives those a number that the union does not hold yet. */
static void
number_items (Writer *self, guint32 sequence, GArray *items)
{
  const gsize from = self->sequence_at[sequence];
  const guint n = (guint) (self->sequence_at[sequence + 1] - from);
  const guint first = items->len;
  const guint32 *numbers = (const guint32 *) (gpointer) self->sequence_items->data;
  guint32 *item;

  g_array_set_size (items, first + n);
  item = (guint32 *) (gpointer) items->data;
  for (guint i = 0; i < n; i++)
    {
      guint32 *number = &self->number_of[numbers[from + i]];

      if (*number == 0)
        {
          g_array_append_val (self->items, numbers[from + i]);
          *number = self->items->len;
        }
      item[first + i] = *number - 1;
    }
}

/* Token and occurrence of an item. */
static const guint32 *
get_item_key (const Writer *self, guint32 item)
{
  gsize n;

  return refrain_sequence_table_get (&self->item_keys, g_array_index (self->items, guint32, item),
                                     &n);
}

/* Adds the order of a sequence to the union. */
static void
add_order (Writer *self, guint32 sequence, GArray *items)
{
  const guint first = self->edges->len;
  const guint32 *item;
  guint64 *edge;

  g_array_set_size (items, 0);
  number_items (self, sequence, items);
  self->budget -= items->len;
  if (items->len < 2)
    return;
  g_array_set_size (self->edges, first + items->len - 1);
  item = (const guint32 *) (gpointer) items->data;
  edge = (guint64 *) (gpointer) self->edges->data;
  for (guint i = 0; i + 1 < items->len; i++)
    edge[first + i] = (guint64) item[i] << 32 | item[i + 1];
}

/* In a heap of items, by occurrence, then order of tokens. */
typedef struct
{
  guint64 key;
  guint32 item;
} Entry;

/* Puts @item among those that are ready, in the heap of its kind. */
static void
make_ready (const Writer *self, GArray **heaps, guint32 item)
{
  gsize n;
  const guint32 *key = get_item_key (self, item);
  const guint32 kind
      = refrain_sequence_table_get (&self->draft->tokens, key[0], &n)[REFRAIN_TOKEN_KIND];
  const Entry entry = { (guint64) key[1] << 32 | self->draft->token_rank[key[0]], item };

  REFRAIN_HEAP_PUSH (heaps[MIN (kind, 2)], Entry, entry, x->key < y->key);
}

/* Puts all items in order; FALSE where the orders contradict each other. */
static gboolean
sort_items (Writer *self)
{
  const guint32 n = self->items->len;
  g_autofree guint32 *begin = g_new0 (guint32, n + 2);
  g_autofree guint32 *need = g_new0 (guint32, n + 1);
  g_autofree guint32 *next = g_new (guint32, self->edges->len + 1);
  GArray *heaps[3];
  guint last = 0;

  for (guint i = 0; i < self->edges->len; i++)
    {
      const guint64 edge = g_array_index (self->edges, guint64, i);

      begin[(edge >> 32) + 2]++;
      need[(guint32) edge]++;
    }
  for (guint32 i = 0; i < n; i++)
    begin[i + 2] += begin[i + 1];
  for (guint i = 0; i < self->edges->len; i++)
    {
      const guint64 edge = g_array_index (self->edges, guint64, i);

      next[begin[(edge >> 32) + 1]++] = (guint32) edge;
    }
  for (guint k = 0; k < 3; k++)
    heaps[k] = g_array_new (FALSE, FALSE, sizeof (Entry));
  for (guint32 i = 0; i < n; i++)
    if (need[i] == 0)
      make_ready (self, heaps, i);
  g_array_set_size (self->order, 0);
  for (;;)
    {
      guint32 item;

      if (heaps[last]->len == 0)
        last = heaps[0]->len > 0 ? 0 : heaps[1]->len > 0 ? 1 : 2;
      if (heaps[last]->len == 0)
        break;
      item = REFRAIN_HEAP_POP (heaps[last], Entry, x->key < y->key).item;
      g_array_append_val (self->order, item);
      for (guint32 e = begin[item]; e < begin[item + 1]; e++)
        if (--need[next[e]] == 0)
          make_ready (self, heaps, next[e]);
    }
  for (guint k = 0; k < 3; k++)
    g_array_unref (heaps[k]);
  return self->order->len == n;
}

static void
clear_union (Writer *self)
{
  for (guint i = 0; i < self->items->len; i++)
    self->number_of[g_array_index (self->items, guint32, i)] = 0;
  g_array_set_size (self->items, 0);
  g_array_set_size (self->edges, 0);
}

/* Builds the union of those variants that are in it and of [from, to); gives whether it has an
 * order. */
static gboolean
try_union (Writer *self, guint from, guint to)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (guint32));

  clear_union (self);
  for (guint v = 0; v < self->variants->len; v++)
    {
      const guint32 sequence = g_array_index (self->variants, Variant, v).sequence;

      if (self->in[sequence] == 1 || (v >= from && v < to && self->in[sequence] == 0))
        add_order (self, sequence, items);
    }
  return sort_items (self);
}

/* Takes of the variants [from, to) those that can be taken, many at once where they agree. */
static void
take_variants (Writer *self, guint from, guint to)
{
  if (from == to)
    return;
  if (try_union (self, from, to))
    {
      for (guint v = from; v < to; v++)
        {
          const guint32 sequence = g_array_index (self->variants, Variant, v).sequence;

          if (self->in[sequence] == 0)
            self->in[sequence] = 1;
        }
      return;
    }
  if (to - from == 1 || self->budget < 0)
    return;
  take_variants (self, from, from + (to - from) / 2);
  take_variants (self, from + (to - from) / 2, to);
}

/* Takes the first variant that is left, alone. */
static void
take_first (Writer *self)
{
  for (guint v = 0; v < self->variants->len; v++)
    {
      const guint32 sequence = g_array_index (self->variants, Variant, v).sequence;

      if (self->in[sequence] == 0)
        {
          self->in[sequence] = 1;
          return;
        }
    }
}

static gboolean
has_taken (const Writer *self)
{
  return memchr (self->in, 1, self->sequences.n) != NULL;
}

/* ---- Lines ---------------------------------------------------------------------------------- */

/* A line in the making. */
typedef struct
{
  RefrainLineKind kind;
  guint32 tag, name, group, guard;
  guint first, n; /* its directions, in an array */
} Draft;

/* Who has each item, in the order of items: n_words words an item. */
static guint64 *
list_owners (Writer *self)
{
  guint64 *owners = g_new0 (guint64, (gsize) self->items->len * self->n_words + 1);
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < self->process->len; i++)
    {
      if (self->in[self->variant_of[i]] != 1)
        continue;
      g_array_set_size (items, 0);
      number_items (self, self->variant_of[i], items);
      for (guint j = 0; j < items->len; j++)
        {
          guint64 *who = &owners[(gsize) g_array_index (items, guint32, j) * self->n_words];

          SET (who, g_array_index (self->process, guint32, i));
        }
    }
  return owners;
}

/* Of each item its tag rule, where tags are put back after lines are found; else NULL. */
static guint32 *
fit_tags (Writer *self)
{
  RefrainDraft *draft = self->draft;
  g_autoptr (GArray) items = NULL;
  g_autofree GArray **who = NULL, **tags = NULL;
  guint32 *rules;

  if (draft->tag_place != REFRAIN_TAGS_AFTERWARDS)
    return NULL;
  items = g_array_new (FALSE, FALSE, sizeof (guint32));
  who = g_new0 (GArray *, self->items->len + 1);
  tags = g_new0 (GArray *, self->items->len + 1);
  rules = g_new0 (guint32, self->items->len + 1);
  for (guint i = 0; i < self->process->len; i++)
    {
      guint j = 0;

      if (self->in[self->variant_of[i]] != 1)
        continue;
      g_array_set_size (items, 0);
      number_items (self, self->variant_of[i], items);
      for (guint32 k = g_array_index (self->at, guint32, i);
           k < g_array_index (self->at, guint32, i + 1); k++)
        for (gsize e = draft->first[self->phases[k]]; e < draft->first[self->phases[k] + 1]; e++)
          {
            const guint32 item = g_array_index (items, guint32, j++);

            if (who[item] == NULL)
              {
                who[item] = g_array_new (FALSE, FALSE, sizeof (guint32));
                tags[item] = g_array_new (FALSE, FALSE, sizeof (guint32));
              }
            g_array_append_val (who[item], g_array_index (self->process, guint32, i));
            g_array_append_val (tags[item], draft->tag[e]);
          }
    }
  for (guint32 item = 0; item < self->items->len; item++)
    {
      const guint32 *numbers = (const guint32 *) (gpointer) tags[item]->data;
      gboolean same = TRUE;

      for (guint i = 1; i < tags[item]->len; i++)
        same &= numbers[i] == numbers[0];
      rules[item] = numbers[0];
      if (!same)
        {
          g_autofree gint32 *values = g_new (gint32, tags[item]->len);
          gsize n;
          const guint32 token = get_item_key (self, item)[0];
          const guint32 direction
              = refrain_sequence_table_get (&draft->tokens, token, &n)[REFRAIN_TOKEN_WHAT];

          for (guint i = 0; i < tags[item]->len; i++)
            values[i] = refrain_draft_get_tag (draft, numbers[i])->value;
          rules[item] = refrain_draft_fit_tags (draft, (const guint32 *) (gpointer) who[item]->data,
                                                values, tags[item]->len, direction);
        }
      refrain_unref_arrays (who[item], tags[item]);
    }
  return rules;
}

/* The guard of a line that @wanted do, of those @among who come to it: that of the step where it
 * fits. */
static guint32
choose_guard (Writer *self, guint32 step_guard, const guint64 *wanted, const guint64 *among)
{
  RefrainGuards *guards = self->draft->guards;

  if (memcmp (wanted, among, self->n_words * sizeof *wanted) == 0)
    return REFRAIN_GUARD_ALWAYS;
  if (refrain_guards_fits (guards, step_guard, wanted, among))
    return step_guard;
  return refrain_guards_find (guards, wanted, among);
}

/* The lines of all items, one each or several directions together. */
static void
draft_lines (Writer *self,
             const guint64 *owners,
             const guint32 *rules,
             guint32 step_guard,
             GArray *lines,
             GArray *directions)
{
  RefrainDraft *draft = self->draft;

  for (guint i = 0; i < self->order->len; i++)
    {
      const guint32 item = g_array_index (self->order, guint32, i);
      const guint64 *wanted = &owners[(gsize) item * self->n_words];
      Draft *last = lines->len > 0 ? &g_array_index (lines, Draft, lines->len - 1) : NULL;
      gsize n;
      const guint32 number = get_item_key (self, item)[0];
      const guint32 *token = refrain_sequence_table_get (&draft->tokens, number, &n);
      Draft line = { .first = directions->len };

      if (token[REFRAIN_TOKEN_KIND] > REFRAIN_LOOP_RECV)
        {
          line.kind = token[REFRAIN_TOKEN_KIND] == REFRAIN_LOOP_SYNC ? REFRAIN_LINE_SYNC
                                                                     : REFRAIN_LINE_LOCAL;
          line.name = token[REFRAIN_TOKEN_WHAT];
          line.group = token[REFRAIN_TOKEN_TAG];
          line.guard = choose_guard (self, step_guard, wanted, self->everybody);
          g_array_append_val (lines, line);
          continue;
        }
      line.kind
          = token[REFRAIN_TOKEN_KIND] == REFRAIN_LOOP_SEND ? REFRAIN_LINE_SEND : REFRAIN_LINE_RECV;
      line.tag = rules != NULL ? rules[item] : token[REFRAIN_TOKEN_TAG];
      line.guard
          = choose_guard (self, step_guard, wanted,
                          refrain_compass_get_who (draft->compass, token[REFRAIN_TOKEN_WHAT]));
      g_array_append_val (directions, token[REFRAIN_TOKEN_WHAT]);
      line.n = 1;
      if (last != NULL && last->kind == line.kind && last->tag == line.tag
          && last->guard == line.guard)
        last->n++;
      else
        g_array_append_val (lines, line);
    }
}

/* Whether receives follow the sends of @a as a swap, or as a shift; else @a's own kind. */
static RefrainLineKind
find_pair (Writer *self, const Draft *a, const Draft *b, const guint32 *directions)
{
  if (b == NULL || a->kind != REFRAIN_LINE_SEND || b->kind != REFRAIN_LINE_RECV || a->n != b->n
      || a->tag != b->tag || a->guard != b->guard)
    return a->kind;
  if (memcmp (&directions[a->first], &directions[b->first], a->n * sizeof *directions) == 0)
    return REFRAIN_LINE_SWAP;
  if (a->n == 1
      && refrain_compass_get_opposite (self->draft->compass, directions[a->first])
             == (gint32) directions[b->first])
    return REFRAIN_LINE_SHIFT;
  return a->kind;
}

/* Appends the lines as items. */
static void
append_items (Writer *self, GArray *lines, GArray *directions, GArray *items)
{
  const guint32 *all = (const guint32 *) (gpointer) directions->data;
  g_autoptr (GArray) words = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < lines->len; i++)
    {
      const Draft *line = &g_array_index (lines, Draft, i);
      const Draft *next = i + 1 < lines->len ? line + 1 : NULL;
      const RefrainLineKind kind = find_pair (self, line, next, all);
      const guint32 head[REFRAIN_CONTENT_DIRECTIONS] = { kind, line->tag, line->name, line->group };
      RefrainItem item = { 0, line->guard };

      g_array_set_size (words, 0);
      g_array_append_vals (words, head, REFRAIN_CONTENT_DIRECTIONS);
      if (line->n > 0)
        g_array_append_vals (words, &all[line->first], line->n);
      item.content = refrain_draft_add_content (
          self->draft, (const guint32 *) (gpointer) words->data, words->len);
      g_array_append_val (items, item);
      i += kind != line->kind;
    }
}

/* The lines of one union. */
typedef struct
{
  GArray *lines;      /* of Draft */
  GArray *directions; /* of guint32 */
  guint64 *members;
  guint32 guard; /* for those */
} Part;

REFRAIN_DEFINE_FREE (free_part, Part, refrain_unref_arrays (x->lines, x->directions);
                     g_free (x->members))

/* The variants that are in the union, as lines. */
static Part *
write_union (Writer *self)
{
  g_autofree guint64 *owners = list_owners (self);
  g_autofree guint32 *rules = fit_tags (self);
  Part *part = g_new0 (Part, 1);

  part->lines = g_array_new (FALSE, FALSE, sizeof (Draft));
  part->directions = g_array_new (FALSE, FALSE, sizeof (guint32));
  part->members = g_new0 (guint64, self->n_words);
  for (guint i = 0; i < self->process->len; i++)
    if (self->in[self->variant_of[i]] == 1)
      SET (part->members, g_array_index (self->process, guint32, i));
  part->guard = refrain_guards_find (self->draft->guards, part->members, self->everybody);
  draft_lines (self, owners, rules, part->guard, part->lines, part->directions);
  return part;
}

/* Whether line @number says the same in both, and of both all do it who have the neighbours. */
static gboolean
is_common (const Part *a, const Part *b, guint number)
{
  const Draft *left, *right;

  if (number >= a->lines->len || number >= b->lines->len)
    return FALSE;
  left = &g_array_index (a->lines, Draft, number);
  right = &g_array_index (b->lines, Draft, number);
  return left->kind == right->kind && left->tag == right->tag && left->name == right->name
         && left->group == right->group && left->n == right->n && left->guard == a->guard
         && right->guard == b->guard
         && (left->n == 0
             || memcmp (&g_array_index (a->directions, guint32, left->first),
                        &g_array_index (b->directions, guint32, right->first),
                        left->n * sizeof (guint32))
                    == 0);
}

/* Takes the lines off with which all @parts begin; gives these, NULL where there is none. Each
 * process is in one part, so its order stays. */
static Part *
take_common (Writer *self, GPtrArray *parts)
{
  const Part *first = parts->pdata[0];
  Part *common;
  guint n = 0;

  for (gboolean same = parts->len > 1; same; n += same)
    for (guint i = 1; i < parts->len && same; i++)
      same = is_common (first, parts->pdata[i], n);
  if (n == 0)
    return NULL;
  common = g_new0 (Part, 1);
  common->lines = g_array_new (FALSE, FALSE, sizeof (Draft));
  common->directions = g_array_copy (first->directions);
  common->members = g_new0 (guint64, self->n_words);
  g_array_append_vals (common->lines, first->lines->data, n);
  for (guint i = 0; i < parts->len; i++)
    {
      Part *part = parts->pdata[i];

      for (guint w = 0; w < self->n_words; w++)
        common->members[w] |= part->members[w];
      g_array_remove_range (part->lines, 0, n);
    }
  common->guard = refrain_guards_find (self->draft->guards, common->members, self->everybody);
  for (guint k = 0; k < n; k++)
    g_array_index (common->lines, Draft, k).guard = common->guard;
  return common;
}

static void
writer_init (Writer *self, RefrainDraft *draft, const guint32 *phases, gsize n)
{
  *self = (Writer){ .draft = draft, .phases = phases };
  self->n_words = refrain_guards_get_n_words (draft->guards);
  self->process = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->at = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->variants = g_array_new (FALSE, FALSE, sizeof (Variant));
  self->edges = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->order = g_array_new (FALSE, FALSE, sizeof (guint32));
  refrain_sequence_table_init (&self->sequences);
  refrain_sequence_table_init (&self->item_keys);
  self->sequence_items = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->items = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->everybody = g_new0 (guint64, self->n_words);
  for (guint p = 0; p < draft->steps->n_processes; p++)
    SET (self->everybody, p);
  list_processes (self, n);
  list_variants (self);
  number_sequences (self, draft->counts);
}

static void
writer_clear (Writer *self)
{
  refrain_unref_arrays (self->process, self->at, self->variants, self->edges, self->order);
  refrain_sequence_table_clear (&self->sequences);
  refrain_sequence_table_clear (&self->item_keys);
  refrain_unref_arrays (self->sequence_items, self->items);
  refrain_free (self->sequence_at, self->number_of, self->variant_of, self->in, self->everybody);
}

void
refrain_draft_write_step (RefrainDraft *self, const guint32 *phases, gsize n, GArray *items)
{
  Writer writer;
  guint n_left;
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (free_part);
  Part *common;

  writer_init (&writer, self, phases, n);
  n_left = writer.variants->len;
  for (guint v = 0; v < writer.variants->len; v++)
    writer.budget += TRIALS * (gint64) g_array_index (writer.variants, Variant, v).n_items;
  while (n_left > 0)
    {
      if (writer.budget >= 0)
        take_variants (&writer, 0, writer.variants->len);
      if (!has_taken (&writer))
        take_first (&writer);
      if (!try_union (&writer, 0, 0))
        g_assert_not_reached ();
      g_ptr_array_add (parts, write_union (&writer));
      for (guint32 s = 0; s < writer.sequences.n; s++)
        if (writer.in[s] == 1)
          {
            writer.in[s] = 2;
            n_left--;
          }
    }
  common = parts->len > 0 ? take_common (&writer, parts) : NULL;
  if (common != NULL)
    g_ptr_array_insert (parts, 0, common);
  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = parts->pdata[i];

      append_items (&writer, part->lines, part->directions, items);
    }
  writer_clear (&writer);
}
