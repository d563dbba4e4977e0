/* test-repeats.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Repeats against the papers' examples and against their definition, tried with every piece.
 */
#include "config.h"

#include <string.h>

#include "refrain-error.h"
#include "refrain-repeats.h"
#include "sequences.h"
#include "test-program.h"

#define SWEEP3D "abababacacacbdbdbdadadad"

static void
test_find_examples (void)
{
  static const struct
  {
    const char *text, *repeats;
  } examples[] = {
    { "", "" },
    { "a", "" },
    { "aa", "" },
    { "aaaaaaaaa", "" },
    { "abcd", "" },
    { "abcabc", "abc 2" },
    /* Fig. 4.5 */
    { SWEEP3D SWEEP3D SWEEP3D, SWEEP3D " 3; ab 9; ac 9; bd 9; ad 9" },
    /* Fig. 4.7 and 4.8: x S2, y S3, z R2, 5 S5, 4 S4 */
    { "xyz5xyzxyzxyz4xyz", "xyz 5" },
    /* Table 4.7 */
    { "abcdabcdabcdabcdabcdabcdabcdabcdabcd", "abcd 9" },
    { "abcdmabcd", "abcd 2" },
    { "abcdXabcYabcd", "abcd 2; abc 3" },
    { "ab|cd|ab|cd|abcd", "ab 3; cd 3" },
    { "ab|ba|ab", "ab 2" },
    { "abc|abc", "abc 2" },
    /* "ef" stands in "def" only */
    { "cdX|cdefY|cdXdef", "cdX 2; cd 3; def 2" },
  };
  guint32 symbols[100];
  gboolean boundary[100];

  for (gsize i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      const gsize n = sequences_read (examples[i].text, symbols, boundary);
      g_autoptr (RefrainRepeats) repeats = refrain_repeats_find (symbols, n, boundary, NULL, NULL);
      g_autofree char *listed = sequences_list_repeats (repeats, symbols);

      g_assert_cmpstr (listed, ==, examples[i].repeats);
    }
}

static void
test_find_positions (void)
{
  static const guint32 wanted[] = { 0, 4, 7, 10, 14 };
  guint32 symbols[20];
  gboolean boundary[20];
  const gsize n = sequences_read ("xyz5xyzxyzxyz4xyz", symbols, boundary);
  g_autoptr (RefrainRepeats) repeats = refrain_repeats_find (symbols, n, NULL, NULL, NULL);

  g_assert_cmpuint (refrain_repeats_get_n (repeats), ==, 1);
  g_assert_cmpmem (refrain_repeats_get (repeats, 0)->positions, sizeof wanted, wanted,
                   sizeof wanted);
}

/* The definition of the header: all is tried. */
typedef struct
{
  const guint32 *s;
  guint32 n;
  const gboolean *boundary;
  GArray *found; /* of guint32 pairs: a position, a length */
} Slow;

static gboolean
fits (const Slow *self, guint32 at, guint32 length)
{
  if (at + length > self->n)
    return FALSE;
  for (guint32 i = at + 1; i < at + length; i++)
    if (self->boundary[i])
      return FALSE;
  return TRUE;
}

static gboolean
equal (const Slow *self, guint32 a, guint32 b, guint32 length)
{
  return fits (self, b, length) && memcmp (self->s + a, self->s + b, length * sizeof *self->s) == 0;
}

/* How often it stands there; 0 when it overlaps itself. */
static guint32
frequency (const Slow *self, guint32 at, guint32 length)
{
  guint32 count = 0, last = 0;

  for (guint32 i = 0; i + length <= self->n; i++)
    if (equal (self, at, i, length))
      {
        if (count > 0 && i - last < length)
          return 0;
        last = i;
        count++;
      }
  return count;
}

static void
read_slowly (Slow *self, guint32 start, guint32 end, guint32 least)
{
  guint32 at = start;

  while (at < end)
    {
      guint32 length = end - at, pair[2] = { at, 0 };
      gboolean known = FALSE;

      while (length >= 2 && (!fits (self, at, length) || frequency (self, at, length) < least))
        length--;
      if (length < 2)
        {
          at++;
          continue;
        }
      pair[1] = length;
      for (guint f = 0; f < self->found->len; f += 2)
        known |= g_array_index (self->found, guint32, f + 1) == length
                 && equal (self, at, g_array_index (self->found, guint32, f), length);
      if (!known)
        {
          g_array_append_vals (self->found, pair, 2);
          read_slowly (self, at, at + length, frequency (self, at, length) + 1);
        }
      at += length;
    }
}

/* Whether a longer one that was found holds it and is as frequent. */
static gboolean
is_explained (const Slow *self, guint32 at, guint32 length)
{
  for (guint f = 0; f < self->found->len; f += 2)
    {
      const guint32 outer = g_array_index (self->found, guint32, f);
      const guint32 outer_length = g_array_index (self->found, guint32, f + 1);

      for (guint32 i = 0; i + length <= outer_length && outer_length > length; i++)
        if (equal (self, at, outer + i, length)
            && frequency (self, at, length) == frequency (self, outer, outer_length))
          return TRUE;
    }
  return FALSE;
}

static char *
list_slowly (const guint32 *symbols, guint32 n, const gboolean *boundary)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) out = g_string_new (NULL);
  Slow self = { symbols, n, boundary, found };

  read_slowly (&self, 0, n, 2);
  for (guint32 at = 0; at < n; at++)
    for (guint32 length = n - at; length >= 2; length--)
      for (guint f = 0; f < found->len; f += 2)
        {
          gboolean first = g_array_index (found, guint32, f + 1) == length
                           && fits (&self, at, length)
                           && equal (&self, g_array_index (found, guint32, f), at, length);

          for (guint32 i = 0; i < at && first; i++)
            first = !equal (&self, at, i, length);
          if (!first || is_explained (&self, at, length))
            continue;
          g_string_append (out, out->len > 0 ? "; " : "");
          for (guint32 j = 0; j < length; j++)
            g_string_append_c (out, (char) symbols[at + j]);
          g_string_append_printf (out, " %u", frequency (&self, at, length));
        }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* What the header promises of any result. */
static void
check_promises (const RefrainRepeats *repeats,
                const guint32 *symbols,
                guint32 n,
                const gboolean *boundary)
{
  for (gsize i = 0; i < refrain_repeats_get_n (repeats); i++)
    {
      const RefrainRepeat *repeat = refrain_repeats_get (repeats, i);

      g_assert_cmpuint (repeat->length, >=, 2);
      g_assert_cmpuint (repeat->n, >=, 2);
      for (guint32 k = 0; k < repeat->n; k++)
        {
          const guint32 at = repeat->positions[k];

          g_assert_cmpuint (at + repeat->length, <=, n);
          g_assert_cmpmem (symbols + at, repeat->length * sizeof *symbols,
                           symbols + repeat->positions[0], repeat->length * sizeof *symbols);
          if (k > 0)
            g_assert_cmpuint (repeat->positions[k - 1] + repeat->length, <=, at);
          for (guint32 j = 1; j < repeat->length; j++)
            g_assert_false (boundary[at + j]);
        }
    }
}

static void
test_find_random (void)
{
  guint32 symbols[60];
  gboolean boundary[60];

  for (guint round = 0; round < 4000; round++)
    {
      const guint32 n = (guint32) g_test_rand_int_range (0, round % 10 == 0 ? 60 : 30);
      const gint32 often = g_test_rand_int_range (3, 40);
      g_autoptr (RefrainRepeats) repeats = NULL;
      g_autofree char *listed = NULL, *wanted = NULL;

      sequences_copy_pieces (symbols, n);
      for (guint32 i = 0; i < n; i++)
        boundary[i] = g_test_rand_int_range (0, often) == 0;
      repeats = refrain_repeats_find (symbols, n, boundary, NULL, NULL);
      check_promises (repeats, symbols, n, boundary);
      listed = sequences_list_repeats (repeats, symbols);
      wanted = list_slowly (symbols, n, boundary);
      g_assert_cmpstr (listed, ==, wanted);
    }
}

/* Texts that are too long to compare all: the same text before and behind a separator has the
 * repeats of the text, and the text itself. */
static void
test_find_long (void)
{
  enum
  {
    N = 3000
  };
  guint32 symbols[2 * N + 1];

  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (RefrainRepeats) one = NULL;
      g_autoptr (RefrainRepeats) two = NULL;
      const RefrainRepeat *whole;

      sequences_copy_pieces (symbols, N);
      symbols[N] = 1;
      memcpy (symbols + N + 1, symbols, N * sizeof *symbols);
      one = refrain_repeats_find_suffix (symbols, N, 2, NULL, NULL);
      two = refrain_repeats_find_suffix (symbols, 2 * N + 1, 2, NULL, NULL);
      g_assert_cmpuint (refrain_repeats_get_n (two), ==, refrain_repeats_get_n (one) + 1);
      for (gsize i = 0; i < refrain_repeats_get_n (one); i++)
        {
          const RefrainRepeat *a = refrain_repeats_get (one, i);
          const RefrainRepeat *b = refrain_repeats_get (two, i + 1);

          g_assert_cmpuint (a->length, ==, b->length);
          g_assert_cmpuint (2 * a->n, ==, b->n);
        }
      g_clear_pointer (&two, refrain_repeats_free);
      two = refrain_repeats_find (symbols, 2 * N + 1, NULL, NULL, NULL);
      whole = refrain_repeats_get (two, 0);
      g_assert_cmpuint (whole->length, ==, N);
      g_assert_cmpuint (whole->n, ==, 2);
    }
}

/* More symbols than a byte and than two bytes tell apart. */
static void
test_many_symbols (void)
{
  static const guint32 sizes[] = { 254, 255, 256, 300, 65534, 65535, 65536, 70000 };

  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      const guint32 half = sizes[s];
      g_autofree guint32 *symbols = g_new (guint32, 2 * half);
      g_autoptr (RefrainRepeats) suffix = NULL;
      g_autoptr (RefrainRepeats) found = NULL;

      for (guint32 i = 0; i < 2 * half; i++)
        symbols[i] = (i % half) * 7;
      suffix = refrain_repeats_find_suffix (symbols, 2 * half, 2, NULL, NULL);
      found = refrain_repeats_find (symbols, 2 * half, NULL, NULL, NULL);
      g_assert_cmpuint (refrain_repeats_get_n (suffix), ==, 1);
      g_assert_cmpuint (refrain_repeats_get_n (found), ==, 1);
      g_assert_cmpuint (refrain_repeats_get (suffix, 0)->length, ==, half);
      g_assert_cmpuint (refrain_repeats_get (found, 0)->length, ==, half);
      g_assert_cmpuint (refrain_repeats_get (found, 0)->n, ==, 2);
    }
}

/* Inputs on which careless algorithms take the square of the length. */
static void
test_hard (void)
{
  const guint32 n = 200000;
  g_autofree guint32 *word = g_new0 (guint32, n);
  g_autoptr (RefrainRepeats) suffix = refrain_repeats_find_suffix (word, n, 2, NULL, NULL);
  g_autoptr (RefrainRepeats) same = refrain_repeats_find (word, n, NULL, NULL, NULL);
  g_autoptr (RefrainRepeats) fibonacci = NULL;
  guint32 previous = 1, length = 2;

  g_assert_cmpuint (refrain_repeats_get_n (suffix), ==, n - 2);
  g_assert_cmpuint (refrain_repeats_get_n (same), ==, 0);
  word[1] = 1;
  while (length < n)
    {
      const guint32 added = MIN (previous, n - length);

      memcpy (word + length, word, added * sizeof *word);
      previous = length;
      length += added;
    }
  fibonacci = refrain_repeats_find (word, n, NULL, NULL, NULL);
  g_assert_cmpuint (refrain_repeats_get_n (fibonacci), >, 0);
}

static void
test_cancelled (void)
{
  static const guint32 symbols[] = { 1, 2, 1, 2 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (refrain_repeats_find (symbols, 4, NULL, cancellable, NULL));
  g_assert_null (refrain_repeats_find_suffix (symbols, 4, 2, cancellable, NULL));
}

/* Of a sequence that is too long nothing is read. */
static void
test_too_long (void)
{
  const guint32 symbol = 0;
  g_autoptr (GError) error = NULL;

  g_assert_null (refrain_repeats_find (&symbol, (gsize) 1 << 28, NULL, NULL, &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_UNSUPPORTED);
  g_clear_error (&error);
  g_assert_null (refrain_repeats_find_suffix (&symbol, (gsize) 1 << 29, 2, NULL, &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_UNSUPPORTED);
}

TEST_PROGRAM ("repeats")
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/repeats/find/examples", test_find_examples);
  g_test_add_func ("/repeats/find/positions", test_find_positions);
  g_test_add_func ("/repeats/find/random", test_find_random);
  g_test_add_func ("/repeats/find/long", test_find_long);
  g_test_add_func ("/repeats/many-symbols", test_many_symbols);
  g_test_add_func ("/repeats/hard", test_hard);
  g_test_add_func ("/repeats/cancelled", test_cancelled);
  g_test_add_func ("/repeats/too-long", test_too_long);

  return g_test_run ();
}
