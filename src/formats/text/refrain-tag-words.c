/* refrain-tag-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All words are collected first: which prefix most tags have, and so which numbers loops can count
 * with, is known only when the last one has come.
 */
#include "refrain-tag-words.h"

#include <string.h>

#include "refrain-free.h"

/* What most traces say. */
#define USUAL_PREFIX "tag"

typedef struct
{
  char *prefix; /* NULL for a word that ends in no number */
  gint32 number;
  gboolean is_named; /* its number is none of its own */
} RefrainTagWord;

REFRAIN_DEFINE_FREE (word_free, RefrainTagWord, g_free (x->prefix))

void
refrain_tag_words_init (RefrainTagWords *self)
{
  *self = (RefrainTagWords){
    .words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, word_free),
    .order = g_ptr_array_new (),
    .prefixes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
  };
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_tag_words_clear,
                             RefrainTagWords,
                             g_clear_pointer (&x->order, g_ptr_array_unref);
                             g_clear_pointer (&x->words, g_hash_table_unref);
                             g_clear_pointer (&x->prefixes, g_hash_table_unref);
                             g_clear_pointer (&x->prefix, g_free))

/* Takes the number off the end of @word: only one that is written in one way, behind what a number
 * with loop indices can be told from. */
static RefrainTagWord *
split (const char *word)
{
  RefrainTagWord *self = g_new0 (RefrainTagWord, 1);
  const gsize n = strlen (word);
  gsize at = n;
  gint64 number;

  while (at > 0 && g_ascii_isdigit (word[at - 1]))
    at--;
  if (at > 0 && word[at - 1] == '-')
    at--;
  if (at > 0 && (g_ascii_isdigit (word[at - 1]) || strchr ("+-*", word[at - 1]) != NULL))
    return self;
  if (g_ascii_string_to_signed (word + at, 10, G_MININT32, G_MAXINT32, &number, NULL))
    {
      g_autofree char *canonical = g_strdup_printf ("%d", (gint32) number);

      if (g_str_equal (canonical, word + at))
        {
          self->prefix = g_strndup (word, at);
          self->number = (gint32) number;
        }
    }
  return self;
}

void
refrain_tag_words_add (RefrainTagWords *self, const char *word)
{
  RefrainTagWord *known = g_hash_table_lookup (self->words, word);
  guint n;
  char *copy;

  if (known != NULL)
    return;
  known = split (word);
  copy = g_strdup (word);
  g_hash_table_insert (self->words, copy, known);
  g_ptr_array_add (self->order, copy);
  if (known->prefix == NULL)
    return;
  n = GPOINTER_TO_UINT (g_hash_table_lookup (self->prefixes, known->prefix));
  g_hash_table_insert (self->prefixes, g_strdup (known->prefix), GUINT_TO_POINTER (n + 1));
}

gboolean
refrain_tag_words_need (RefrainTagWords *self, const char *prefix, gsize n)
{
  if (self->is_needed)
    return strlen (self->prefix) == n && memcmp (self->prefix, prefix, n) == 0;
  self->is_needed = TRUE;
  self->prefix = g_strndup (prefix, n);
  return TRUE;
}

static char *
choose_prefix (const RefrainTagWords *self)
{
  const char *best = USUAL_PREFIX;
  guint most = GPOINTER_TO_UINT (g_hash_table_lookup (self->prefixes, best));

  for (guint i = 0; i < self->order->len; i++)
    {
      const RefrainTagWord *word = g_hash_table_lookup (self->words, self->order->pdata[i]);
      guint n = word->prefix == NULL
                    ? 0
                    : GPOINTER_TO_UINT (g_hash_table_lookup (self->prefixes, word->prefix));

      if (n > most)
        {
          best = word->prefix;
          most = n;
        }
    }
  return g_strdup (best);
}

void
refrain_tag_words_settle (RefrainTagWords *self, RefrainLoopEventsBuilder *builder)
{
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);
  /* Loops count from small numbers on. */
  gint32 next = self->is_needed ? G_MAXINT32 : 0;
  const gint32 step = self->is_needed ? -1 : 1;

  if (!self->is_needed)
    self->prefix = choose_prefix (self);
  for (guint i = 0; i < self->order->len; i++)
    {
      RefrainTagWord *word = g_hash_table_lookup (self->words, self->order->pdata[i]);

      word->is_named = word->prefix == NULL || !g_str_equal (word->prefix, self->prefix);
      if (!word->is_named)
        g_hash_table_add (used, GINT_TO_POINTER (word->number));
    }
  for (guint i = 0; i < self->order->len; i++)
    {
      RefrainTagWord *word = g_hash_table_lookup (self->words, self->order->pdata[i]);

      if (!word->is_named)
        continue;
      while (g_hash_table_contains (used, GINT_TO_POINTER (next)))
        next += step;
      word->number = next;
      next += step;
    }
  refrain_loop_events_builder_set_tag_prefix (builder, self->prefix);
}

guint32
refrain_tag_words_find (RefrainTagWords *self,
                        RefrainLoopEventsBuilder *builder,
                        const char *word,
                        gint32 *tag)
{
  const RefrainTagWord *known = g_hash_table_lookup (self->words, word);

  g_assert (known != NULL);
  *tag = known->number;
  return known->is_named ? refrain_loop_events_builder_add_name (builder, word) + 1 : 0;
}
