/* refrain-fold-indices.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops with tags that advance from turn to turn: what repeats are steps or lines apart from the
 * values of their tags, and these are the numbers of nested loop recognition (Ketterlin and Clauss
 * 2008). What then still stands there twice is folded as it is.
 */
#include "refrain-draft.h"

#include "refrain-arrays.h"
#include "refrain-free.h"
#include "refrain-mapping.h"
#include "refrain-nlr-stack.h"

/* The longest body that is looked for. */
#define LONGEST_BODY 128

typedef struct
{
  RefrainDraft *draft;
  RefrainSequenceTable kinds;    /* tag rules without their values */
  RefrainSequenceTable contents; /* with such a kind instead of the rule */
  RefrainSequenceTable leaves;   /* contents and guards of a step, or of a line */
  GPtrArray *samples;            /* of a leaf: a list that it stands for */
  GArray *shapes;                /* of guint32: of a leaf, on the stack */
  RefrainNlrStack *stack;
  gboolean overflow;
} Folder;

/* Whether the value of @rule may advance. */
static gboolean
may_advance (const RefrainTagRule *rule)
{
  return rule->kind == REFRAIN_TAG_CONSTANT || rule->kind == REFRAIN_TAG_PLACE
         || rule->kind == REFRAIN_TAG_PEER || rule->kind == REFRAIN_TAG_COORDINATES;
}

/* The tag rule of @content if its value may advance, else NULL. */
static const RefrainTagRule *
get_rule (RefrainDraft *draft, guint32 content)
{
  gsize n;
  const guint32 *words = refrain_draft_get_content (draft, content, &n);
  const RefrainTagRule *rule;

  if (words[REFRAIN_CONTENT_KIND] < REFRAIN_LINE_SEND
      || words[REFRAIN_CONTENT_KIND] > REFRAIN_LINE_SHIFT)
    return NULL;
  rule = refrain_draft_get_tag (draft, words[REFRAIN_CONTENT_TAG]);
  return may_advance (rule) ? rule : NULL;
}

/* The kind of @rule: all but its value. */
static guint32
find_kind (Folder *self, const RefrainTagRule *rule)
{
  const guint n = rule->kind == REFRAIN_TAG_COORDINATES
                      ? refrain_mapping_get_n_dimensions (self->draft->mapping)
                      : 0;
  g_autofree guint32 *key = g_new (guint32, n + 2);

  key[0] = rule->kind;
  key[1] = (guint32) rule->factor;
  refrain_copy (key + 2, rule->numbers, n * sizeof *key);
  return refrain_sequence_table_add (&self->kinds, key, n + 2, NULL);
}

/* The number of @content without the value of its tag. */
static guint32
find_content (Folder *self, guint32 content)
{
  const RefrainTagRule *rule = get_rule (self->draft, content);
  gsize n;
  const guint32 *source = refrain_draft_get_content (self->draft, content, &n);
  g_autofree guint32 *words = g_new (guint32, n + 1);

  refrain_copy (words, source, n * sizeof *words);
  words[n] = rule != NULL; /* else the rule itself is there */
  if (rule != NULL)
    words[REFRAIN_CONTENT_TAG] = find_kind (self, rule);
  return refrain_sequence_table_add (&self->contents, words, n + 1, NULL);
}

static void
folder_init (Folder *self, RefrainDraft *draft)
{
  *self = (Folder){ .draft = draft };
  refrain_sequence_table_init (&self->kinds);
  refrain_sequence_table_init (&self->contents);
  refrain_sequence_table_init (&self->leaves);
  self->samples = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->shapes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->stack = refrain_nlr_stack_new (LONGEST_BODY, TRUE);
}

REFRAIN_DEFINE_CLEAR (folder_clear, Folder, refrain_sequence_table_clear (&x->kinds);
                      refrain_sequence_table_clear (&x->contents);
                      refrain_sequence_table_clear (&x->leaves);
                      g_ptr_array_unref (x->samples);
                      g_array_unref (x->shapes);
                      refrain_nlr_stack_free (x->stack))

gboolean
refrain_draft_has_growing_tags (RefrainDraft *self, GPtrArray *lists)
{
  Folder folder;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) counts = g_array_new (FALSE, TRUE, sizeof (guint32));
  gboolean found = FALSE;

  folder_init (&folder, self);
  for (guint l = 0; l < lists->len && !found; l++)
    {
      const GArray *list = lists->pdata[l];

      for (guint i = 0; i < list->len && !found; i++)
        {
          const guint32 content = g_array_index (list, RefrainItem, i).content;
          guint32 number;

          if (get_rule (self, content) == NULL
              || !g_hash_table_add (seen, GUINT_TO_POINTER (content)))
            continue;
          number = find_content (&folder, content);
          if (counts->len <= number)
            g_array_set_size (counts, number + 1);
          found = ++g_array_index (counts, guint32, number) >= 3;
        }
    }
  folder_clear (&folder);
  return found;
}

/* ---- Onto the stack ------------------------------------------------------------------------- */

/* What is pushed for a list again and again. */
typedef struct
{
  guint32 shape;
  GArray *numbers; /* of gint64 */
} Leaf;

REFRAIN_DEFINE_CLEAR (clear_leaf, Leaf, g_array_unref (x->numbers))

/* The leaf of @n @items, and the values of their tags. */
static Leaf
make_leaf (Folder *self, const RefrainItem *items, guint n)
{
  Leaf leaf = { 0, g_array_new (FALSE, FALSE, sizeof (gint64)) };
  g_autofree guint32 *words = g_new (guint32, 2 * n + 1);
  gboolean is_new;
  guint32 number;

  for (guint i = 0; i < n; i++)
    {
      const RefrainTagRule *rule = get_rule (self->draft, items[i].content);

      words[2 * i] = find_content (self, items[i].content);
      words[2 * i + 1] = items[i].guard;
      if (rule != NULL)
        g_array_append_val (leaf.numbers, ((gint64){ rule->value }));
    }
  number = refrain_sequence_table_add (&self->leaves, words, 2 * n, &is_new);
  if (is_new)
    {
      GArray *sample = g_array_new (FALSE, FALSE, sizeof (RefrainItem));

      g_array_append_vals (sample, items, n);
      g_ptr_array_add (self->samples, sample);
      leaf.shape = refrain_nlr_stack_add_leaf (self->stack, leaf.numbers->len, number);
      g_array_append_val (self->shapes, leaf.shape);
    }
  leaf.shape = g_array_index (self->shapes, guint32, number);
  return leaf;
}

static void
push_all (Folder *self, GPtrArray *lists, const guint32 *steps, gsize n_steps, gboolean by_lines)
{
  g_autofree GArray **known = g_new0 (GArray *, lists->len + 1); /* of Leaf */

  for (gsize s = 0; s < n_steps; s++)
    {
      const GArray *list = lists->pdata[steps[s]];
      const RefrainItem *items = (const RefrainItem *) (gconstpointer) list->data;
      GArray *leaves = known[steps[s]];

      if (leaves == NULL)
        {
          leaves = known[steps[s]] = g_array_new (FALSE, FALSE, sizeof (Leaf));
          g_array_set_clear_func (leaves, clear_leaf);
          for (guint i = 0; i < list->len; i += by_lines ? 1 : list->len)
            {
              const Leaf leaf = make_leaf (self, items + i, by_lines ? 1 : list->len);

              g_array_append_val (leaves, leaf);
            }
        }
      for (guint i = 0; i < leaves->len; i++)
        {
          const Leaf *leaf = &g_array_index (leaves, Leaf, i);

          refrain_nlr_stack_push (self->stack, leaf->shape,
                                  (const gint64 *) (gpointer) leaf->numbers->data);
        }
    }
  for (guint l = 0; l < lists->len; l++)
    g_clear_pointer (&known[l], g_array_unref);
}

/* ---- And off again -------------------------------------------------------------------------- */

/* A term where it stands: its numbers are @constant and, for each repeat around it, @coefficient
 * times the index of that; the outermost first. */
typedef struct
{
  const gint64 *constant;
  const gint64 *const *coefficient;
  guint32 depth;
} Place;

/* The rule of @tag with the value of number @at. */
static guint32
make_tag (Folder *self, guint32 tag, const Place *place, guint32 at)
{
  RefrainTagRule rule = *refrain_draft_get_tag (self->draft, tag);
  g_autofree gint32 *loops = g_new0 (gint32, place->depth + 1);

  rule.value = (gint32) place->constant[at];
  self->overflow |= rule.value != place->constant[at];
  rule.n_loops = 0;
  for (guint32 k = 0; k < place->depth; k++)
    {
      const gint64 factor = place->coefficient[place->depth - 1 - k][at];

      loops[k] = (gint32) factor;
      self->overflow |= loops[k] != factor;
      if (factor != 0)
        rule.n_loops = k + 1;
    }
  rule.loops = loops;
  return refrain_draft_add_tag (self->draft, &rule);
}

static void
write_leaf (Folder *self, guint32 leaf, const Place *place, GArray *items)
{
  const GArray *sample = self->samples->pdata[leaf];
  guint32 at = 0;

  for (guint i = 0; i < sample->len; i++)
    {
      RefrainItem item = g_array_index (sample, RefrainItem, i);

      if (get_rule (self->draft, item.content) != NULL)
        {
          gsize n;
          const guint32 *source = refrain_draft_get_content (self->draft, item.content, &n);
          g_autofree guint32 *words = g_memdup2 (source, n * sizeof *source);

          words[REFRAIN_CONTENT_TAG] = make_tag (self, words[REFRAIN_CONTENT_TAG], place, at++);
          item.content = refrain_draft_add_content (self->draft, words, n);
        }
      g_array_append_val (items, item);
    }
}

/* Whether the count of a repeat in the body advances, at any depth. */
static gboolean
has_moving_count (Folder *self, const guint32 *body, guint32 n_body, const gint64 *step)
{
  for (guint32 i = 0; i < n_body; i++)
    {
      RefrainNlrShape inner;

      refrain_nlr_stack_get_shape (self->stack, body[i], &inner);
      if (inner.n_body > 0
          && (step[inner.n_numbers] != 0
              || has_moving_count (self, inner.body, inner.n_body, step)))
        return TRUE;
      step += refrain_nlr_stack_get_n_numbers (self->stack, body[i]);
    }
  return FALSE;
}

static void write_term (Folder *self, guint32 shape, const Place *place, GArray *items);

static void
write_body (Folder *self, const RefrainNlrShape *shape, const Place *place, GArray *items)
{
  g_autofree const gint64 **coefficient = g_new (const gint64 *, place->depth + 1);
  Place at = { place->constant, coefficient, place->depth };

  refrain_copy (coefficient, place->coefficient, place->depth * sizeof *coefficient);
  for (guint32 i = 0; i < shape->n_body; i++)
    {
      const guint32 n = refrain_nlr_stack_get_n_numbers (self->stack, shape->body[i]);

      write_term (self, shape->body[i], &at, items);
      at.constant += n;
      for (guint32 d = 0; d < place->depth; d++)
        coefficient[d] += n;
    }
}

/* The turns of a loop one by one: where the counts of inner ones advance. */
static void
write_turns (
    Folder *self, const RefrainNlrShape *shape, const Place *place, gint64 count, GArray *items)
{
  g_autofree gint64 *constant = g_new (gint64, shape->n_numbers + 1);
  const Place at = { constant, place->coefficient, place->depth };

  for (gint64 turn = 0; turn < count; turn++)
    {
      for (guint32 i = 0; i < shape->n_numbers; i++)
        constant[i] = place->constant[i] + shape->step[i] * turn;
      write_body (self, shape, &at, items);
    }
}

static void
write_term (Folder *self, guint32 number, const Place *place, GArray *items)
{
  RefrainNlrShape shape;
  gint64 count;
  g_autofree const gint64 **coefficient = NULL;
  g_autoptr (GArray) body = NULL, folded = NULL;
  Place inside;
  RefrainItem repeat;

  refrain_nlr_stack_get_shape (self->stack, number, &shape);
  if (shape.n_body == 0)
    {
      write_leaf (self, shape.name, place, items);
      return;
    }
  count = place->constant[shape.n_numbers];
  if (count < 2 || has_moving_count (self, shape.body, shape.n_body, shape.step))
    {
      write_turns (self, &shape, place, count, items);
      return;
    }
  coefficient = g_new (const gint64 *, place->depth + 1);
  refrain_copy (coefficient, place->coefficient, place->depth * sizeof *coefficient);
  coefficient[place->depth] = shape.step;
  inside = (Place){ place->constant, coefficient, place->depth + 1 };
  body = g_array_new (FALSE, FALSE, sizeof (RefrainItem));
  write_body (self, &shape, &inside, body);
  folded = refrain_draft_fold_items (self->draft, body);
  repeat = refrain_draft_make_repeat (self->draft, (guint64) count,
                                      (const RefrainItem *) (gpointer) folded->data, folded->len);
  g_array_append_val (items, repeat);
}

GArray *
refrain_draft_fold_indexed (
    RefrainDraft *self, GPtrArray *lists, const guint32 *steps, gsize n_steps, gboolean by_lines)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (RefrainItem));
  GArray *folded = NULL;
  const guint32 *terms;
  const gint64 *numbers;
  gsize n_terms;
  Folder folder;

  folder_init (&folder, self);
  push_all (&folder, lists, steps, n_steps, by_lines);
  terms = refrain_nlr_stack_finish (folder.stack, &n_terms, &numbers);
  for (gsize i = 0; i < n_terms; i++)
    {
      const Place place = { numbers, NULL, 0 };

      write_term (&folder, terms[i], &place, items);
      numbers += refrain_nlr_stack_get_n_numbers (folder.stack, terms[i]);
    }
  if (!folder.overflow)
    folded = refrain_draft_fold_items (self, items);
  folder_clear (&folder);
  return folded;
}
