/* refrain-run-fold.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops from the inside out: what stands twice in a row becomes a body, wherever it stands. Shorter
 * ones first.
 */
#include "refrain-free.h"
#include "refrain-run-page.h"

#include <string.h>

/* The longest body, in items. */
#define LONGEST 200
/* Comparisons of items that a sequence of one may cost. */
#define MOST_WORK 600

/* ---- Bodies --------------------------------------------------------------------------------- */

void
refrain_bodies_init (RefrainBodies *self, guint32 n_tokens)
{
  self->n_tokens = n_tokens;
  self->ids = g_hash_table_new (g_bytes_hash, g_bytes_equal);
  self->bodies = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_bodies_clear, RefrainBodies, g_hash_table_unref (x->ids);
                             g_ptr_array_unref (x->bodies))

guint32
refrain_bodies_add (RefrainBodies *self, const guint32 *symbols, guint32 n)
{
  GBytes *bytes = g_bytes_new (symbols, n * sizeof *symbols);
  gpointer found;

  if (g_hash_table_lookup_extended (self->ids, bytes, NULL, &found))
    {
      g_bytes_unref (bytes);
      return GPOINTER_TO_UINT (found);
    }
  g_ptr_array_add (self->bodies, bytes);
  g_hash_table_insert (self->ids, bytes, GUINT_TO_POINTER (self->n_tokens + self->bodies->len - 1));
  return self->n_tokens + self->bodies->len - 1;
}

const guint32 *
refrain_bodies_get (const RefrainBodies *self, guint32 symbol, guint32 *n)
{
  gsize size;
  const guint32 *symbols;

  *n = 0;
  if (symbol < self->n_tokens)
    return NULL;
  symbols = g_bytes_get_data (g_ptr_array_index (self->bodies, symbol - self->n_tokens), &size);
  *n = (guint32) (size / sizeof *symbols);
  return symbols;
}

/* ---- Folding -------------------------------------------------------------------------------- */

typedef struct
{
  RefrainFolded *folded;
  RefrainFoldItem *items;
  guint32 *symbols; /* of items */
  guint32 n;
  guint64 work;
} Folder;

static guint32 *
get_occurrence (RefrainFolded *self, guint32 i)
{
  return &g_array_index (self->occurrences, guint32, 2 * i);
}

/* The first place at which @length items stand twice; REFRAIN_NONE where there is none. */
static guint32
find_twice (Folder *self, guint32 length)
{
  const guint32 *symbols = self->symbols, n = self->n - length;
  guint32 run = 0;

  for (guint32 i = 0; i < n; i++)
    {
      run = symbols[i] == symbols[i + length] ? run + 1 : 0;
      if (run == length)
        {
          self->work += i;
          return i + 1 - length;
        }
    }
  self->work += n;
  return REFRAIN_NONE;
}

/* Makes the @length items at @at an occurrence of a body. */
static guint32
add_occurrence (Folder *self, guint32 at, guint32 length)
{
  RefrainFolded *folded = self->folded;
  const guint32 occurrence[] = { folded->inner->len, REFRAIN_NONE };

  g_array_append_vals (folded->inner, &self->items[at], length);
  g_array_append_vals (folded->occurrences, occurrence, G_N_ELEMENTS (occurrence));
  return folded->occurrences->len / 2 - 1;
}

/* Puts body @symbol in place of its items, wherever they are. */
static void
replace (Folder *self, const guint32 *body, guint32 length, guint32 symbol)
{
  guint32 to = 0;

  for (guint32 from = 0; from < self->n;)
    {
      guint32 occurrence;

      if (from + length > self->n
          || memcmp (&self->symbols[from], body, length * sizeof *body) != 0)
        {
          self->items[to] = self->items[from];
          self->symbols[to++] = self->symbols[from++];
          continue;
        }
      occurrence = add_occurrence (self, from, length);
      if (to > 0 && self->symbols[to - 1] == symbol)
        {
          get_occurrence (self->folded, self->items[to - 1].last)[1] = occurrence;
          self->items[to - 1].last = occurrence;
        }
      else
        {
          self->items[to] = (RefrainFoldItem){ symbol, occurrence, occurrence };
          self->symbols[to++] = symbol;
        }
      from += length;
    }
  self->work += self->n;
  self->n = to;
}

void
refrain_fold (RefrainFolded *self, RefrainBodies *bodies, const guint32 *tokens, guint32 n)
{
  Folder folder = { .folded = self,
                    .items = g_new (RefrainFoldItem, n + 1),
                    .symbols = g_new (guint32, n + 1) };
  guint32 body[LONGEST];

  self->inner = g_array_new (FALSE, FALSE, sizeof (RefrainFoldItem));
  self->occurrences = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < n; i++)
    if (folder.n > 0 && folder.symbols[folder.n - 1] == tokens[i])
      folder.items[folder.n - 1].last = i;
    else
      {
        folder.items[folder.n] = (RefrainFoldItem){ tokens[i], i, i };
        folder.symbols[folder.n++] = tokens[i];
      }
  for (guint32 length = 2; length <= MIN (LONGEST, folder.n / 2);)
    {
      const guint32 at = find_twice (&folder, length);

      if (at == REFRAIN_NONE)
        {
          length++;
          continue;
        }
      memcpy (body, &folder.symbols[at], length * sizeof *body);
      replace (&folder, body, length, refrain_bodies_add (bodies, body, length));
      /* A new name may make shorter ones repeat. */
      if (folder.work < (guint64) MOST_WORK * (n + 1))
        length = 2;
    }
  self->items = g_array_new (FALSE, FALSE, sizeof (RefrainFoldItem));
  g_array_append_vals (self->items, folder.items, folder.n);
  refrain_free (folder.items, folder.symbols);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_folded_clear,
                             RefrainFolded,
                             refrain_unref_arrays (x->items, x->inner, x->occurrences))
