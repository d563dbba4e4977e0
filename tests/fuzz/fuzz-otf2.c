/* fuzz-otf2.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as one part of an OTF2 archive, the others being those of tests/data/ping-pong. The
 * first byte of the input picks the part: anchor, global definitions, events, local definitions.
 */
#include "config.h"

#include <string.h>

#include "fuzz-util.h"
#include "refrain-otf2.h"

/* Where the sizes of chunks stand in an anchor file, and what the library takes. */
#define CHUNKS_AT 12
#define CHUNK_MIN (1u << 18)
#define CHUNK_MAX (1u << 24)

/* The library fills a buffer of the size of a chunk for each file that it opens, which takes longer
 * than all the rest: sizes that it would take become the least. */
static RefrainTrace *
load (const char *path, GCancellable *cancellable, const RefrainProgress *progress, GError **error)
{
  g_autofree char *bytes = NULL;
  gsize n = 0;
  guint64 sizes[2];

  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  if (n >= CHUNKS_AT + sizeof sizes)
    {
      memcpy (sizes, bytes + CHUNKS_AT, sizeof sizes);
      for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
        if (GUINT64_FROM_LE (sizes[i]) > CHUNK_MIN && GUINT64_FROM_LE (sizes[i]) <= CHUNK_MAX)
          sizes[i] = GUINT64_TO_LE (CHUNK_MIN);
      memcpy (bytes + CHUNKS_AT, sizes, sizeof sizes);
      g_assert_true (
          g_file_set_contents_full (path, bytes, (gssize) n, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
    }
  return refrain_otf2_load (path, NULL, cancellable, progress, error);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const char *const names[] = { "ping-pong.otf2",           "ping-pong.def",
                                       "ping-pong/0.evt",          "ping-pong/0.def",
                                       "ping-pong/1073741823.evt", "ping-pong/1073741823.def" };

  fuzz_load_part (names, G_N_ELEMENTS (names), 4, data, size, load);
  return 0;
}
