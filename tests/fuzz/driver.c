/* driver.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs a fuzz target over files and over simple mutations of them, the same at each run:
 *
 *   fuzz-gxl MUTATIONS [PREFIX:]FILE...
 *   fuzz-gxl SECONDSs [PREFIX:]FILE...
 *
 * The second form takes as many mutations as there is time for, a file after the other. PREFIX is a
 * number from 0 to 9 that is put before the file's bytes as one byte.
 */
#include "config.h"

#include <string.h>

#include "fuzz-util.h"

/* Numbers that often break something. */
static const guint8 nasty[] = { 0x00, 0x01, 0x7f, 0x80, 0xff, '<', '>', '&', '"', '-', '9' };

static void
mutate (GByteArray *bytes, GRand *rand)
{
  guint edits = g_rand_int_range (rand, 1, 6);

  for (guint i = 0; i < edits && bytes->len > 2; i++)
    {
      guint at = g_rand_int_range (rand, 1, bytes->len);
      guint length = g_rand_int_range (rand, 1, 64), n = MIN (length, bytes->len - at);

      switch (g_rand_int_range (rand, 0, 6))
        {
        case 0:
          bytes->data[at] ^= 1 << g_rand_int_range (rand, 0, 8);
          break;
        case 1:
          bytes->data[at] = nasty[g_rand_int_range (rand, 0, G_N_ELEMENTS (nasty))];
          break;
        case 2:
          memset (bytes->data + at, nasty[g_rand_int_range (rand, 0, G_N_ELEMENTS (nasty))],
                  MIN (n, 8));
          break;
        case 3:
          g_byte_array_remove_range (bytes, at, n);
          break;
        case 4:
          memmove (bytes->data + at, bytes->data + g_rand_int_range (rand, 0, bytes->len - n + 1),
                   n);
          break;
        default:
          g_byte_array_set_size (bytes, at);
        }
    }
}

static guint64
run_file (const char *argument, guint64 first, guint64 n_inputs)
{
  gboolean prefixed = g_ascii_isdigit (argument[0]) && argument[1] == ':';
  const char *path = prefixed ? argument + 2 : argument;
  const guint8 prefix = prefixed ? (guint8) (argument[0] - '0') : 0;
  g_autoptr (GRand) rand = g_rand_new_with_seed (1 + (guint32) first);
  g_autofree char *text = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (path, &text, &n, NULL));
  for (guint64 i = first; i < first + n_inputs; i++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();

      if (prefixed)
        g_byte_array_append (bytes, &prefix, 1);
      g_byte_array_append (bytes, (const guint8 *) text, n);
      if (i > 0)
        mutate (bytes, rand);
      LLVMFuzzerTestOneInput (bytes->data, bytes->len);
    }
  return n_inputs;
}

/* Inputs of a file before the next file's turn. */
#define INPUTS_PER_TURN 50

static void
run_for (char **files, gint64 seconds)
{
  const gint64 end = g_get_monotonic_time () + seconds * G_USEC_PER_SEC;
  guint64 first = 0, total = 0;

  for (; g_get_monotonic_time () < end; first += INPUTS_PER_TURN)
    for (char **file = files; *file != NULL && g_get_monotonic_time () < end; file++)
      total += run_file (*file, first, INPUTS_PER_TURN);
  g_print ("%" G_GUINT64_FORMAT " inputs\n", total);
}

int
main (int argc, char **argv)
{
  if (argc < 3)
    return 2;
  if (g_str_has_suffix (argv[1], "s"))
    run_for (argv + 2, (gint64) g_ascii_strtoull (argv[1], NULL, 10));
  else
    for (int i = 2; i < argc; i++)
      g_print ("%s: %" G_GUINT64_FORMAT " inputs\n", argv[i],
               run_file (argv[i], 0, g_ascii_strtoull (argv[1], NULL, 10) + 1));
  return 0;
}
