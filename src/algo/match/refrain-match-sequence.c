/* refrain-match-sequence.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A window walks along the text; which n-grams it shares with the pattern changes by one at each
 * end.
 */
#include "refrain-match-sequence.h"

#include "refrain-free.h"
#include "refrain-hash.h"

/* Between two looks at the cancellable. */
#define WINDOWS_PER_CHECK 4096

#define NO_GRAM G_MAXUINT32

/* The walk of a window along the text. */
typedef struct
{
  const RefrainSequence *pattern;
  const guint32 *text;
  gsize n;
  guint gram, edits;
  gint64 threshold;

  guint32 *text_gram; /* the pattern's n-gram that begins at each place of the text, or NO_GRAM */
  guint32 *need;      /* of each n-gram: how often the pattern has it */
  guint32 *have;      /* ... and the window */
  gsize first, end;   /* n-grams in the window begin in [first, end) */
  guint shared;

  RefrainEditSpace *space;
} Walk;

/* n-grams are named by walking a trie: node and symbol give the next node. */
static guint32
name_gram (GHashTable *trie, const guint32 *symbols, guint gram, gboolean grow)
{
  guint32 node = 0;

  for (guint i = 0; i < gram; i++)
    {
      guint64 key = (guint64) node << 32 | symbols[i];
      gpointer child = g_hash_table_lookup (trie, &key);

      if (child == NULL && !grow)
        return NO_GRAM;
      if (child == NULL)
        {
          child = GUINT_TO_POINTER (g_hash_table_size (trie) + 1);
          g_hash_table_insert (trie, g_memdup2 (&key, sizeof key), child);
        }
      node = GPOINTER_TO_UINT (child);
    }
  return node;
}

static void
name_grams (Walk *self)
{
  const RefrainSequence *pattern = self->pattern;
  g_autoptr (GHashTable) trie
      = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
  gsize n_grams = pattern->m - self->gram + 1;
  g_autofree guint32 *names = g_new (guint32, n_grams);

  for (gsize i = 0; i < n_grams; i++)
    names[i] = name_gram (trie, pattern->symbol + i, self->gram, TRUE);
  self->need = g_new0 (guint32, g_hash_table_size (trie) + 1);
  self->have = g_new0 (guint32, g_hash_table_size (trie) + 1);
  for (gsize i = 0; i < n_grams; i++)
    self->need[names[i]]++;
  self->text_gram = g_new (guint32, self->n);
  for (gsize i = 0; i < self->n; i++)
    self->text_gram[i]
        = self->n - i < self->gram ? NO_GRAM : name_gram (trie, self->text + i, self->gram, FALSE);
}

/* Moves the window to [@first, @first + @n). */
static void
slide (Walk *self, gsize first, gsize n)
{
  gsize end = n < self->gram ? first : first + n - self->gram + 1;

  if (first >= self->end)
    {
      for (gsize i = self->first; i < self->end; i++)
        if (self->text_gram[i] != NO_GRAM)
          self->have[self->text_gram[i]] = 0;
      self->shared = 0;
      self->first = self->end = first;
    }
  for (; self->first < first; self->first++)
    {
      guint32 name = self->text_gram[self->first];

      if (name != NO_GRAM && self->have[name]-- <= self->need[name])
        self->shared--;
    }
  for (; self->end < end; self->end++)
    {
      guint32 name = self->text_gram[self->end];

      if (name != NO_GRAM && self->have[name]++ < self->need[name])
        self->shared++;
    }
}

static void
walk_init (Walk *self,
           const RefrainSequence *pattern,
           const guint32 *text,
           gsize n,
           guint gram,
           guint edits)
{
  *self = (Walk){ .pattern = pattern, .text = text, .n = n };
  self->gram = MIN (gram, pattern->m);
  self->edits = MIN (edits, pattern->m - 1);
  self->threshold = (gint64) pattern->m + 1 - ((gint64) self->edits + 1) * self->gram;
  self->space = refrain_edit_space_new (pattern);
  name_grams (self);
}

REFRAIN_DEFINE_CLEAR (walk_clear, Walk, g_free (x->need); g_free (x->have); g_free (x->text_gram);
                      refrain_edit_space_free (x->space))

/* Whether a window that begins at @first has few enough edits; @n symbols are free there. */
static gboolean
begins_match (Walk *self, gsize first, gsize n)
{
  const guint *distances;

  if (n + self->edits < self->pattern->m)
    return FALSE;
  slide (self, first, n);
  if (self->shared < self->threshold)
    return FALSE;
  distances = refrain_edit_space_run (self->space, self->text + first, n, self->edits);
  for (gsize size = self->pattern->m - self->edits; size <= n; size++)
    if (distances[size] <= self->edits)
      return TRUE;
  return FALSE;
}

GArray *
refrain_match_sequence_starts (const RefrainSequence *pattern,
                               const guint32 *text,
                               const guint8 *used,
                               gsize n,
                               guint edits,
                               GCancellable *cancellable)
{
  GArray *starts = g_array_new (FALSE, FALSE, sizeof (guint32));
  gsize free_end = 0;
  Walk walk;

  g_return_val_if_fail (pattern != NULL, starts);
  g_return_val_if_fail (n < G_MAXUINT32 && pattern->m < G_MAXUINT32 / 4, starts);

  if (pattern->m == 0)
    return starts;
  /* Longer n-grams tell more, if edits leave any. */
  walk_init (&walk, pattern, text, n, 1, edits);
  if (pattern->step == NULL && pattern->m > 1 + 2 * ((gsize) walk.edits + 1))
    {
      walk_clear (&walk);
      walk_init (&walk, pattern, text, n, 2, edits);
    }
  for (guint32 first = 0; first < n; first++)
    {
      gsize limit = MIN (n, first + pattern->m + walk.edits);

      if (first % WINDOWS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        {
          g_array_set_size (starts, 0);
          break;
        }
      free_end = MAX (free_end, first);
      while (free_end < limit && (used == NULL || !used[free_end]))
        free_end++;
      if (begins_match (&walk, first, free_end - first))
        g_array_append_val (starts, first);
    }
  walk_clear (&walk);
  return starts;
}
