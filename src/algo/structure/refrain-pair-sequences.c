/* refrain-pair-sequences.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A term is a code: a symbol, a pattern, or a loop of one of them, numbered as they come. Most of a
 * sequence is taken in by step 3, an element at a time at all places of a pattern at once; pairs
 * are entered anew only where that has ended.
 */
#include "refrain-pair-sequences.h"

#include <string.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-pair-index.h"

#define GONE REFRAIN_NO_PLACE
/* Terms that are taken into a pattern at a time, at first and at most. */
#define FIRST_TAKEN 16
#define MOST_TAKEN  1024

/* What a code at n_symbols or beyond stands for: @body @count times in a row, where @body is the
 * code of a symbol or of a pattern; of a pattern itself its own code and 1. */
typedef struct
{
  guint32 body, count;
  guint32 pattern; /* of a pattern: its number */
} Meaning;

typedef struct
{
  guint32 code;
  guint32 n_held; /* terms of other patterns that are it or a loop of it */
  GArray *body;   /* of guint32: codes; NULL once written out */
} Pattern;

/* A pattern whose places step 3 looks at. */
typedef struct
{
  guint32 pattern;
  guint32 *places; /* in order */
  guint32 n;
  gboolean loops; /* at one of them it is a loop */
} Growing;

typedef struct
{
  guint32 n_symbols;
  GArray *meanings;  /* of Meaning: code - n_symbols */
  GArray *patterns;  /* of Pattern */
  GHashTable *loops; /* body and count to code: gint64 to guint32 */
  GCancellable *cancellable;

  /* Of the list that is being searched. */
  RefrainTermList list;
  RefrainPairIndex index;
  GArray *growing;    /* of Growing: what this step 1 led to */
  guint32 first_code; /* ... codes from here on are new */
  GArray *stack;      /* of guint32: in growing, those to be looked at */
  guint32 *tally;     /* by code; 0 between uses */
  guint32 tally_room;
} Miner;

static Pattern *
get_pattern (const Miner *self, guint32 pattern)
{
  return &g_array_index (self->patterns, Pattern, pattern);
}

/* What @code repeats: its body. */
static guint32
get_body (const Miner *self, guint32 code)
{
  return code < self->n_symbols
             ? code
             : g_array_index (self->meanings, Meaning, code - self->n_symbols).body;
}

static guint32
get_count (const Miner *self, guint32 code)
{
  return code < self->n_symbols
             ? 1
             : g_array_index (self->meanings, Meaning, code - self->n_symbols).count;
}

static guint32
add_code (Miner *self, guint32 body, guint32 count, guint32 pattern)
{
  const guint32 code = self->n_symbols + self->meanings->len;
  const Meaning meaning = { body == GONE ? code : body, count, pattern };

  g_assert (code < GONE - 1);
  g_array_append_val (self->meanings, meaning);
  return code;
}

static guint32
get_loop (Miner *self, guint32 body, guint32 count)
{
  gint64 key = (gint64) ((guint64) body << 32 | count);
  gpointer found = g_hash_table_lookup (self->loops, &key);

  if (found == NULL)
    {
      const guint32 pattern
          = body < self->n_symbols
                ? GONE
                : g_array_index (self->meanings, Meaning, body - self->n_symbols).pattern;

      found = GUINT_TO_POINTER (add_code (self, body, count, pattern) + 1);
      g_hash_table_insert (self->loops, g_memdup2 (&key, sizeof key), found);
    }
  return GPOINTER_TO_UINT (found) - 1;
}

/* Appends @codes to the body of @pattern, which holds them from then on. */
static void
append (Miner *self, guint32 pattern, const guint32 *codes, guint n)
{
  g_array_append_vals (get_pattern (self, pattern)->body, codes, n);
  for (guint i = 0; i < n; i++)
    {
      const guint32 body = get_body (self, codes[i]);

      if (body >= self->n_symbols)
        get_pattern (self, g_array_index (self->meanings, Meaning, body - self->n_symbols).pattern)
            ->n_held++;
    }
}

static guint32
add_pattern (Miner *self, guint32 first, guint32 second)
{
  const guint32 pattern = self->patterns->len, codes[] = { first, second };
  Pattern added = { .body = g_array_sized_new (FALSE, FALSE, sizeof (guint32), 4) };

  added.code = add_code (self, GONE, 1, pattern);
  g_array_append_val (self->patterns, added);
  append (self, pattern, codes, G_N_ELEMENTS (codes));
  return pattern;
}

/* ---- Steps 2 and 3 -----------------------------------------------------------------------------
 */

/* Step 2, at all places of a pattern. */
static void
fold (Miner *self, Growing *growing)
{
  RefrainTermList *list = &self->list;
  const guint32 code = get_pattern (self, growing->pattern)->code;
  guint32 kept = 0;

  for (guint32 i = 0; i < growing->n;)
    {
      const guint32 place = growing->places[i++];
      guint32 count = get_count (self, list->at[place].code);
      const guint32 before = count;

      while (i < growing->n && list->at[place].next == growing->places[i])
        {
          count += get_count (self, list->at[growing->places[i++]].code);
          refrain_term_list_take (list, place, 1);
        }
      if (count > before)
        list->at[place].code = get_loop (self, code, count);
      growing->loops |= count > 1;
      growing->places[kept++] = place;
    }
  growing->n = kept;
}

/* What follows the first place of a pattern of @code, up to itself: at most @most codes. */
static guint
look_ahead (const RefrainTermList *list, guint32 place, guint32 code, guint32 *ahead, guint most)
{
  guint n = 0;

  for (place = list->at[place].next; n < most && place != REFRAIN_NO_PLACE; n++)
    {
      if (list->at[place].code == code)
        break;
      ahead[n] = list->at[place].code;
      place = list->at[place].next;
    }
  return n;
}

/* How many of @ahead follow every place. */
static guint
count_common (const RefrainTermList *list, const Growing *growing, const guint32 *ahead, guint n)
{
  for (guint32 i = 1; i < growing->n && n > 0; i++)
    {
      guint32 place = list->at[growing->places[i]].next;
      guint same = 0;

      while (same < n && place != REFRAIN_NO_PLACE && list->at[place].code == ahead[same])
        {
          place = list->at[place].next;
          same++;
        }
      n = same;
    }
  return n;
}

/* Step 3, case 1, as long as it applies. Several terms at a time, as the places may lie far apart:
 * it is none the less as if after each the pattern had been compared with what follows. */
static void
take_common (Miner *self, Growing *growing)
{
  RefrainTermList *list = &self->list;
  const guint32 code = get_pattern (self, growing->pattern)->code;
  guint32 ahead[MOST_TAKEN];
  guint most = FIRST_TAKEN;

  while (!growing->loops && growing->n >= 2 && get_pattern (self, growing->pattern)->n_held == 0)
    {
      const guint n = count_common (list, growing, ahead,
                                    look_ahead (list, growing->places[0], code, ahead, most));
      gboolean adjacent = FALSE;

      if (n == 0)
        return;
      for (guint32 i = 0; i < growing->n; i++)
        {
          const guint32 next = refrain_term_list_take (list, growing->places[i], n);

          adjacent |= next != REFRAIN_NO_PLACE && list->at[next].code == code;
        }
      append (self, growing->pattern, ahead, n);
      if (adjacent)
        fold (self, growing);
      if (n == most)
        most = MIN (2 * most, MOST_TAKEN);
    }
}

/* A term that follows a pattern, and how often. */
typedef struct
{
  guint32 code, count;
  guint32 first;  /* place where it does so first */
  guint32 filled; /* places found */
  guint32 *places;
} Follower;

REFRAIN_DEFINE_COMPARE (compare_followers,
                        Follower,
                        REFRAIN_FALLING (count) ?: REFRAIN_RISING (first))

static void
make_tally_room (Miner *self)
{
  const guint32 needed = self->n_symbols + self->meanings->len;

  if (needed <= self->tally_room)
    return;
  self->tally = g_renew (guint32, self->tally, (gsize) needed * 2);
  memset (self->tally + self->tally_room, 0,
          ((gsize) needed * 2 - self->tally_room) * sizeof *self->tally);
  self->tally_room = needed * 2;
}

/* What follows single occurrences of @growing, of Follower; those met twice or more have their
 * places, to be freed, and come first. */
static GArray *
find_followers (Miner *self, const Growing *growing)
{
  const RefrainTermList *list = &self->list;
  const guint32 code = get_pattern (self, growing->pattern)->code;
  GArray *followers = g_array_new (FALSE, FALSE, sizeof (Follower));

  make_tally_room (self);
  for (gboolean fill = FALSE; fill <= TRUE; fill++)
    {
      for (guint32 i = 0; i < growing->n; i++)
        {
          const guint32 place = growing->places[i], next = list->at[place].next;
          Follower *follower;

          if (list->at[place].code != code || next == REFRAIN_NO_PLACE)
            continue;
          if (self->tally[list->at[next].code] == 0)
            {
              const Follower added = { .code = list->at[next].code, .first = place };

              g_array_append_val (followers, added);
              self->tally[list->at[next].code] = followers->len;
            }
          follower = &g_array_index (followers, Follower, self->tally[list->at[next].code] - 1);
          if (!fill)
            follower->count++;
          else if (follower->count >= 2)
            {
              if (follower->places == NULL)
                follower->places = g_new (guint32, follower->count);
              follower->places[follower->filled++] = place;
            }
        }
    }
  for (guint i = 0; i < followers->len; i++)
    self->tally[g_array_index (followers, Follower, i).code] = 0;
  refrain_sort (followers->data, followers->len, sizeof (Follower), compare_followers);
  return followers;
}

static void
start_growing (Miner *self, guint32 pattern, guint32 *places, guint32 n)
{
  const guint32 number = self->growing->len;
  Growing growing = { pattern, places, n, FALSE };

  fold (self, &growing);
  g_array_append_val (self->growing, growing);
  g_array_append_val (self->stack, number);
}

/* Step 3, case 2. */
static void
split (Miner *self, guint32 number)
{
  const Growing growing = g_array_index (self->growing, Growing, number);
  g_autoptr (GArray) followers = growing.n >= 2 ? find_followers (self, &growing) : NULL;

  if (followers == NULL)
    return;
  for (guint i = 0; i < followers->len; i++)
    {
      const Follower *follower = &g_array_index (followers, Follower, i);
      guint32 pattern, code;

      if (follower->count < 2)
        break;
      pattern = add_pattern (self, get_pattern (self, growing.pattern)->code, follower->code);
      code = get_pattern (self, pattern)->code;
      for (guint32 k = 0; k < follower->count; k++)
        {
          self->list.at[follower->places[k]].code = code;
          refrain_term_list_take (&self->list, follower->places[k], 1);
        }
      start_growing (self, pattern, follower->places, follower->count);
    }
}

/* Leaves out the places where @growing has been taken into something else. */
static void
forget_gone (Miner *self, Growing *growing)
{
  const guint32 code = get_pattern (self, growing->pattern)->code;
  guint32 kept = 0;

  growing->loops = FALSE;
  for (guint32 i = 0; i < growing->n; i++)
    {
      const guint32 place = growing->places[i], there = self->list.at[place].code;

      if (there == GONE || get_body (self, there) != code)
        continue;
      growing->loops |= there != code;
      growing->places[kept++] = place;
    }
  growing->n = kept;
}

/* The pairs around what is new, left to right for each pattern. */
static void
enter_new_pairs (Miner *self, const guint32 *places, guint32 n)
{
  const RefrainTermList *list = &self->list;

  for (guint32 i = 0; i < n; i++)
    {
      const guint32 prev = refrain_term_list_before (list, places[i]);

      /* What is new on the left enters the pair itself. */
      if (prev != REFRAIN_NO_PLACE && list->at[prev].code < self->first_code)
        refrain_pair_index_add (&self->index, prev);
      if (list->at[places[i]].next != REFRAIN_NO_PLACE)
        refrain_pair_index_add (&self->index, places[i]);
    }
}

/* ---- Step 1 ------------------------------------------------------------------------------------
 */

static guint32 *
collect_places (const Miner *self, const RefrainPair *pair, guint32 *n)
{
  gsize room = 8;
  guint32 *places = g_new (guint32, room);
  guint32 entry = pair->head, place;

  *n = 0;
  while ((place = refrain_pair_index_step (&self->index, pair, &entry)) != REFRAIN_NO_PLACE)
    {
      if (*n == room)
        places = g_renew (guint32, places, room *= 2);
      places[(*n)++] = place;
    }
  return places;
}

/* Makes a loop of each run of one term, where @places are those of it that it follows itself. */
static void
make_runs (Miner *self, guint32 *places, guint32 n)
{
  RefrainTermList *list = &self->list;
  const guint32 code = list->at[places[0]].code;
  guint32 kept = 0;

  for (guint32 i = 0; i < n; i++)
    {
      guint32 count = get_count (self, code);

      if (list->at[places[i]].code != code)
        continue;
      while (list->at[places[i]].next != REFRAIN_NO_PLACE
             && list->at[list->at[places[i]].next].code == code)
        {
          refrain_term_list_take (list, places[i], 1);
          count += get_count (self, code);
        }
      list->at[places[i]].code = get_loop (self, get_body (self, code), count);
      places[kept++] = places[i];
    }
  enter_new_pairs (self, places, kept);
}

/* Steps 2 and 3, until nothing changes. */
static void
grow (Miner *self)
{
  while (self->stack->len > 0)
    {
      const guint32 number = g_array_index (self->stack, guint32, self->stack->len - 1);
      Growing *growing = &g_array_index (self->growing, Growing, number);

      g_array_set_size (self->stack, self->stack->len - 1);
      forget_gone (self, growing);
      take_common (self, growing);
      split (self, number);
    }
  for (guint i = 0; i < self->growing->len; i++)
    forget_gone (self, &g_array_index (self->growing, Growing, i));
  for (guint i = 0; i < self->growing->len; i++)
    {
      Growing *growing = &g_array_index (self->growing, Growing, i);

      enter_new_pairs (self, growing->places, growing->n);
      g_free (growing->places);
    }
  g_array_set_size (self->growing, 0);
}

/* Makes a pattern, or loops, of a pair that was found. */
static void
make_pattern (Miner *self, const RefrainPair *pair)
{
  const guint32 first = (guint32) (pair->key >> 32), second = (guint32) pair->key;
  guint32 n;
  guint32 *places = collect_places (self, pair, &n);
  guint32 code;

  self->first_code = self->n_symbols + self->meanings->len;
  if (first == second)
    {
      make_runs (self, places, n);
      g_free (places);
      return;
    }
  code = get_pattern (self, add_pattern (self, first, second))->code;
  for (guint32 i = 0; i < n; i++)
    {
      self->list.at[places[i]].code = code;
      refrain_term_list_take (&self->list, places[i], 1);
    }
  start_growing (self, self->patterns->len - 1, places, n);
  grow (self);
}

/* What remains of the list, of guint32. */
static GArray *
list_rest (const RefrainTermList *list)
{
  GArray *rest;
  guint n = 0;

  for (guint32 place = 0; place != REFRAIN_NO_PLACE; place = list->at[place].next)
    n++;
  rest = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);
  g_array_set_size (rest, n);
  n = 0;
  for (guint32 place = 0; place != REFRAIN_NO_PLACE; place = list->at[place].next)
    g_array_index (rest, guint32, n++) = list->at[place].code;
  return rest;
}

/* Searches @n @codes and gives what remains, of guint32. NULL when cancelled. */
static GArray *
search (Miner *self, const guint32 *codes, guint32 n)
{
  GArray *rest = NULL;
  gboolean found = n > 1;
  guint steps = 0;

  if (n == 0)
    return g_array_new (FALSE, FALSE, sizeof (guint32));
  refrain_term_list_init (&self->list, codes, n);
  refrain_pair_index_init (&self->index, &self->list);
  while (found && !g_cancellable_is_cancelled (self->cancellable))
    {
      found = FALSE;
      for (guint32 at = 0; self->list.at[at].next != REFRAIN_NO_PLACE;)
        {
          const RefrainPair *pair = refrain_pair_index_find_twice (&self->index, at);

          if (pair == NULL)
            {
              at = self->list.at[at].next;
              continue;
            }
          found = TRUE;
          make_pattern (self, pair);
          while (self->list.at[at].code == GONE)
            at = self->list.at[at].next;
          if (++steps % 256 == 0 && g_cancellable_is_cancelled (self->cancellable))
            break;
        }
    }
  if (!g_cancellable_is_cancelled (self->cancellable))
    rest = list_rest (&self->list);
  refrain_pair_index_clear (&self->index);
  refrain_term_list_clear (&self->list);
  return rest;
}

/* ---- Writing out -------------------------------------------------------------------------------
 */

/* A body that is being read. */
typedef struct
{
  const GArray *codes;
  guint32 at;
} Reading;

/* In how many places of @top, and of what it holds, each pattern is; a loop counts as two. */
static guint32 *
count_places (const Miner *self, const GArray *top)
{
  guint32 *places = g_new0 (guint32, (gsize) self->patterns->len + 1);
  g_autoptr (GArray) bodies = g_array_new (FALSE, FALSE, sizeof (GArray *));

  g_array_append_val (bodies, top);
  while (bodies->len > 0)
    {
      const GArray *body = g_array_index (bodies, GArray *, bodies->len - 1);

      g_array_set_size (bodies, bodies->len - 1);
      for (guint i = 0; i < body->len; i++)
        {
          const guint32 code = g_array_index (body, guint32, i);
          const Meaning *meaning;

          if (code < self->n_symbols)
            continue;
          meaning = &g_array_index (self->meanings, Meaning, code - self->n_symbols);
          if (meaning->pattern == GONE)
            continue;
          if (places[meaning->pattern] == 0)
            g_array_append_val (bodies, get_pattern (self, meaning->pattern)->body);
          places[meaning->pattern] += meaning->count > 1 ? 2 : 1;
        }
    }
  return places;
}

/* Whether @code is to be written out. */
static gboolean
is_in_one_place (const Miner *self, guint32 code, const guint32 *places)
{
  const Meaning *meaning;

  if (code < self->n_symbols)
    return FALSE;
  meaning = &g_array_index (self->meanings, Meaning, code - self->n_symbols);
  return meaning->body == code && meaning->pattern != GONE && places[meaning->pattern] == 1;
}

/* @codes with patterns of one place written out. */
static GArray *
write_out (const Miner *self, GArray *codes, const guint32 *places)
{
  GArray *result;
  g_autoptr (GArray) stack = NULL;
  Reading first = { codes, 0 };
  guint i = 0;

  while (i < codes->len && !is_in_one_place (self, g_array_index (codes, guint32, i), places))
    i++;
  if (i == codes->len)
    return g_array_ref (codes);
  result = g_array_sized_new (FALSE, FALSE, sizeof (guint32), codes->len);
  stack = g_array_new (FALSE, FALSE, sizeof (Reading));
  g_array_append_val (stack, first);
  while (stack->len > 0)
    {
      Reading *reading = &g_array_index (stack, Reading, stack->len - 1);
      guint32 code;

      if (reading->at == reading->codes->len)
        {
          g_array_set_size (stack, stack->len - 1);
          continue;
        }
      code = g_array_index (reading->codes, guint32, reading->at++);
      if (is_in_one_place (self, code, places))
        {
          const guint32 pattern
              = g_array_index (self->meanings, Meaning, code - self->n_symbols).pattern;
          Reading inner = { get_pattern (self, pattern)->body, 0 };

          g_array_append_val (stack, inner);
        }
      else
        g_array_append_val (result, code);
    }
  return result;
}

/* Writes out in *@top and in all bodies; what is in no place has no body afterwards. */
static void
write_all_out (Miner *self, GArray **top)
{
  g_autofree guint32 *places = count_places (self, *top);
  const guint n = self->patterns->len;
  g_autofree GArray **bodies = g_new0 (GArray *, (gsize) n + 1);
  GArray *new_top = write_out (self, *top, places);

  for (guint32 p = 0; p < n; p++)
    if (places[p] > 1)
      bodies[p] = write_out (self, get_pattern (self, p)->body, places);
  for (guint32 p = 0; p < n; p++)
    {
      g_clear_pointer (&get_pattern (self, p)->body, g_array_unref);
      get_pattern (self, p)->body = bodies[p];
    }
  g_array_unref (*top);
  *top = new_top;
}

/* Whether one of @codes is there twice, as those of a pair are that is. */
static gboolean
has_twice (Miner *self, const GArray *codes)
{
  const guint32 *code = (const guint32 *) (gpointer) codes->data;
  guint n = 0;

  make_tally_room (self);
  while (n < codes->len && self->tally[code[n]]++ == 0)
    n++;
  for (guint i = 0; i < n; i++)
    self->tally[code[i]] = 0;
  return n < codes->len;
}

/* FALSE when cancelled. */
static gboolean
search_bodies (Miner *self)
{
  const guint n = self->patterns->len;

  for (guint32 p = 0; p < n; p++)
    {
      GArray *body = get_pattern (self, p)->body, *found;

      /* Two pairs need four terms. */
      if (body == NULL || body->len < 4 || !has_twice (self, body))
        continue;
      found = search (self, (const guint32 *) body->data, body->len);
      if (found == NULL)
        return FALSE;
      get_pattern (self, p)->body = found;
      g_array_unref (body);
    }
  return TRUE;
}

/* ---- The whole ---------------------------------------------------------------------------------
 */

/* Codes as terms. */
static GArray *
make_terms (const Miner *self, const GArray *codes)
{
  GArray *terms = g_array_sized_new (FALSE, FALSE, sizeof (RefrainTerm), codes->len);

  g_array_set_size (terms, codes->len);
  for (guint i = 0; i < codes->len; i++)
    {
      const guint32 code = g_array_index (codes, guint32, i);
      RefrainTerm term = { code, 1 };

      if (code >= self->n_symbols)
        {
          const Meaning *meaning = &g_array_index (self->meanings, Meaning, code - self->n_symbols);

          term.count = meaning->count;
          term.what = meaning->pattern != GONE ? self->n_symbols + meaning->pattern : meaning->body;
        }
      g_array_index (terms, RefrainTerm, i) = term;
    }
  return terms;
}

static RefrainGrammar *
make_grammar (const Miner *self, const GArray *top)
{
  const guint n = self->patterns->len;
  g_autofree GArray **bodies = g_new0 (GArray *, (gsize) n + 1);
  g_autoptr (GArray) terms = make_terms (self, top);
  RefrainGrammar *grammar;

  for (guint32 p = 0; p < n; p++)
    if (get_pattern (self, p)->body != NULL)
      bodies[p] = make_terms (self, get_pattern (self, p)->body);
  grammar = refrain_grammar_new (self->n_symbols, terms, bodies, n);
  for (guint32 p = 0; p < n; p++)
    g_clear_pointer (&bodies[p], g_array_unref);
  return grammar;
}

static void
miner_clear (Miner *self)
{
  for (guint i = 0; i < self->patterns->len; i++)
    g_clear_pointer (&get_pattern (self, i)->body, g_array_unref);
  refrain_unref_arrays (self->patterns, self->meanings, self->growing, self->stack);
  g_hash_table_unref (self->loops);
  g_free (self->tally);
}

RefrainGrammar *
refrain_pair_sequences_find (const guint32 *symbols,
                             guint32 n,
                             guint32 n_symbols,
                             GCancellable *cancellable)
{
  Miner miner = {
    .n_symbols = n_symbols,
    .meanings = g_array_new (FALSE, FALSE, sizeof (Meaning)),
    .patterns = g_array_new (FALSE, FALSE, sizeof (Pattern)),
    .loops = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL),
    .growing = g_array_new (FALSE, FALSE, sizeof (Growing)),
    .stack = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .cancellable = cancellable,
  };
  RefrainGrammar *grammar = NULL;
  GArray *top = search (&miner, symbols, n);

  if (top != NULL)
    {
      write_all_out (&miner, &top);
      if (search_bodies (&miner))
        {
          write_all_out (&miner, &top);
          grammar = make_grammar (&miner, top);
        }
      g_array_unref (top);
    }
  miner_clear (&miner);
  return grammar;
}
