/* refrain-tag-words.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tags as they are written. Any word is one; equal words are equal tags, different words different
 * ones. Those that are a number behind the main prefix, such as tag2 and tag3, keep that number, so
 * that loops can count with it; all others get numbers that no word has, and keep their names.
 */
#pragma once

#include "refrain-loop-events.h"

typedef struct
{
  GHashTable *words;    /* of a word: its RefrainTagWord */
  GPtrArray *order;     /* the words as they came */
  GHashTable *prefixes; /* of a prefix: how many different words have it */
  char *prefix;         /* the main one */
  gboolean is_needed;   /* loops count with it */
} RefrainTagWords;

/* No words yet. refrain_tag_words_clear() frees what @self holds. */
void refrain_tag_words_init (RefrainTagWords *self);
void refrain_tag_words_clear (RefrainTagWords *self);
/* Adds a word, which may have come before. */
void refrain_tag_words_add (RefrainTagWords *self, const char *word);
/* Numbers with loop indices stand behind the first @n bytes of @prefix, the main one from now on.
 * FALSE where they stand behind another. */
gboolean refrain_tag_words_need (RefrainTagWords *self, const char *prefix, gsize n);
/* Once all words are there: gives them their numbers, and @builder the main prefix. Without a need,
 * that is the prefix of most words, "tag" or else the first one of several. O(words). */
void refrain_tag_words_settle (RefrainTagWords *self, RefrainLoopEventsBuilder *builder);
/* The number of a word; what it returns is the name for the shape of its events. */
guint32 refrain_tag_words_find (RefrainTagWords *self,
                                RefrainLoopEventsBuilder *builder,
                                const char *word,
                                gint32 *tag);
