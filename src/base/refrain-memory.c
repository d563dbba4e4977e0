/* refrain-memory.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each block begins with a head that says where it is. All blocks in the file are pieces of one,
 * which is sparse: a piece that is freed becomes a hole, and its place in the file is not used
 * again.
 */
#define _GNU_SOURCE
#include "config.h"

#include "refrain-memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Smaller ones are always in memory: a mapping costs two pages and a call of the system. */
#define LEAST_IN_FILE ((gsize) 256 << 10)

typedef struct
{
  gsize bytes;   /* of the whole block */
  gint64 offset; /* in the file, or -1 */
} Head;

G_STATIC_ASSERT (sizeof (Head) == 16); /* what follows is aligned like what malloc() returns */

static struct
{
  GMutex mutex;
  gboolean ready;
  guint64 budget;
  guint64 in_memory, in_file;
  int file;    /* -1: none can be had */
  gint64 next; /* where the next piece goes */
} state;

/* ---- The budget ---- */

/* "4G" */
static gboolean
parse_size (const char *text, guint64 *bytes)
{
  static const char units[] = "KMGT";
  char *end;
  const char *unit;
  const guint64 number = g_ascii_strtoull (text, &end, 10);
  guint shift = 0;

  if (end == text || *text == '-')
    return FALSE;
  if (*end != '\0' && (unit = strchr (units, g_ascii_toupper (*end))) != NULL)
    {
      shift = 10 * ((guint) (unit - units) + 1);
      end++;
    }
  if (*end != '\0' || number > G_MAXUINT64 >> shift)
    return FALSE;
  *bytes = number << shift;
  return TRUE;
}

/* The least limit of the control groups around this process (cgroup v2), or G_MAXUINT64. */
static guint64
get_group_limit (void)
{
  g_autofree char *groups = NULL;
  g_autofree char *path = NULL;
  guint64 least = G_MAXUINT64;
  char *slash;

  if (!g_file_get_contents ("/proc/self/cgroup", &groups, NULL, NULL)
      || !g_str_has_prefix (groups, "0::/"))
    return least;
  *strchrnul (groups, '\n') = '\0';
  path = g_strdup (groups + strlen ("0::"));
  do
    {
      g_autofree char *name = g_strdup_printf ("/sys/fs/cgroup%s/memory.max", path);
      g_autofree char *limit = NULL;
      guint64 bytes;

      if (g_file_get_contents (name, &limit, NULL, NULL) && parse_size (g_strchomp (limit), &bytes))
        least = MIN (least, bytes);
      slash = strrchr (path, '/');
      if (slash != NULL)
        *slash = '\0';
    }
  while (slash != NULL);
  return least;
}

static guint64
choose_budget (void)
{
  const char *wanted = g_getenv ("REFRAIN_MEMORY");
  const long pages = sysconf (_SC_PHYS_PAGES), size = sysconf (_SC_PAGESIZE);
  guint64 bytes;

  if (wanted != NULL && parse_size (wanted, &bytes))
    return bytes;
  if (wanted != NULL)
    g_printerr ("REFRAIN_MEMORY: “%s” is not a size such as 4G or 512M\n", wanted);
  if (pages <= 0 || size <= 0)
    return G_MAXUINT32;
  return MIN ((guint64) pages * (guint64) size, get_group_limit ()) / 2;
}

/* With the mutex held. */
static void
get_ready (void)
{
  if (state.ready)
    return;
  state.ready = TRUE;
  state.budget = choose_budget ();
  state.file = -2; /* not asked for yet */
}

guint64
refrain_memory_get_budget (void)
{
  guint64 bytes;

  g_mutex_lock (&state.mutex);
  get_ready ();
  bytes = state.budget;
  g_mutex_unlock (&state.mutex);
  return bytes;
}

void
refrain_memory_set_budget (guint64 bytes)
{
  g_mutex_lock (&state.mutex);
  get_ready ();
  state.budget = bytes;
  g_mutex_unlock (&state.mutex);
}

void
refrain_memory_count (guint64 *in_memory, guint64 *in_file)
{
  g_mutex_lock (&state.mutex);
  *in_memory = state.in_memory;
  *in_file = state.in_file;
  g_mutex_unlock (&state.mutex);
}

/* ---- The file ---- */

static gsize
round_up (gsize bytes)
{
  const gsize page = (gsize) sysconf (_SC_PAGESIZE);

  return (bytes + page - 1) / page * page;
}

/* /tmp is memory on many machines. */
static int
open_file (void)
{
  const char *const folders[] = { g_getenv ("TMPDIR"), "/var/tmp", g_get_user_cache_dir () };
  int file = -1;

  for (gsize i = 0; file < 0 && i < G_N_ELEMENTS (folders); i++)
    if (folders[i] != NULL && *folders[i] != '\0')
      file = open (folders[i], O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  return file;
}

/* A piece of @bytes, of which the disk has room for all, or NULL. With the mutex held. */
static Head *
map_piece (gsize bytes)
{
  const gsize whole = round_up (bytes);
  Head *head;

  if (state.file == -2)
    state.file = open_file ();
  if (state.file < 0 || whole < bytes || whole > (gsize) (G_MAXINT64 - state.next))
    return NULL;
  if (fallocate (state.file, 0, state.next, (off_t) whole) != 0)
    return NULL;
  head = mmap (NULL, whole, PROT_READ | PROT_WRITE, MAP_SHARED, state.file, state.next);
  if (head == MAP_FAILED)
    {
      fallocate (state.file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, state.next, (off_t) whole);
      return NULL;
    }
  *head = (Head){ bytes, state.next };
  state.next += (gint64) whole;
  state.in_file += bytes;
  return head;
}

/* With the mutex held. */
static void
unmap_piece (Head *head)
{
  const Head was = *head;
  const gsize whole = round_up (was.bytes);

  munmap (head, whole);
  /* Where holes cannot be made, the file keeps what nobody reads. */
  if (fallocate (state.file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, was.offset, (off_t) whole))
    g_debug ("no hole: %s", g_strerror (errno));
  state.in_file -= was.bytes;
}

/* ---- Blocks ---- */

static void
release (Head *head)
{
  g_mutex_lock (&state.mutex);
  if (head->offset >= 0)
    unmap_piece (head);
  else
    {
      state.in_memory -= head->bytes;
      free (head);
    }
  g_mutex_unlock (&state.mutex);
}

/* Gives back the pages behind @bytes. */
static void
shorten_piece (Head *head, gsize bytes)
{
  const gsize before = round_up (head->bytes), after = round_up (bytes);

  g_mutex_lock (&state.mutex);
  if (after < before)
    {
      munmap ((guint8 *) head + after, before - after);
      if (fallocate (state.file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                     head->offset + (gint64) after, (off_t) (before - after)))
        g_debug ("no hole: %s", g_strerror (errno));
    }
  state.in_file -= head->bytes - bytes;
  head->bytes = bytes;
  g_mutex_unlock (&state.mutex);
}

/* A block in memory becomes one of @bytes, in memory; NULL is a new one. */
static Head *
resize_in_memory (Head *head, gsize bytes)
{
  const gsize before = head != NULL ? head->bytes : 0;
  Head *to = realloc (head, bytes);

  if (to == NULL)
    return NULL;
  *to = (Head){ bytes, -1 };
  g_mutex_lock (&state.mutex);
  state.in_memory = state.in_memory - before + bytes;
  g_mutex_unlock (&state.mutex);
  return to;
}

/* A new block of @bytes in the file, where that is what the budget wants. */
static Head *
try_file (const Head *head, gsize bytes)
{
  const gsize before = head != NULL && head->offset < 0 ? head->bytes : 0;
  Head *to = NULL;

  if (bytes < LEAST_IN_FILE)
    return NULL;
  g_mutex_lock (&state.mutex);
  get_ready ();
  if ((head != NULL && head->offset >= 0) || state.in_memory - before + bytes > state.budget)
    to = map_piece (bytes);
  g_mutex_unlock (&state.mutex);
  return to;
}

gpointer
refrain_memory_try_resize (gpointer block, gsize n, gsize size)
{
  Head *head = block != NULL ? (Head *) block - 1 : NULL;
  gsize bytes;
  Head *to;

  if (n == 0 || size == 0)
    {
      refrain_memory_free (block);
      return NULL;
    }
  if (!g_size_checked_mul (&bytes, n, size) || !g_size_checked_add (&bytes, bytes, sizeof (Head)))
    return NULL;
  if (head != NULL && head->offset >= 0 && bytes <= head->bytes && bytes >= LEAST_IN_FILE)
    {
      shorten_piece (head, bytes);
      return block;
    }
  to = try_file (head, bytes);
  if (to == NULL && (head == NULL || head->offset < 0))
    {
      to = resize_in_memory (head, bytes);
      return to != NULL ? to + 1 : NULL;
    }
  if (to == NULL)
    to = resize_in_memory (NULL, bytes);
  if (to == NULL)
    return NULL;
  if (head != NULL)
    {
      memcpy (to + 1, block, MIN (bytes, head->bytes) - sizeof (Head));
      release (head);
    }
  return to + 1;
}

gpointer
refrain_memory_resize (gpointer block, gsize n, gsize size)
{
  gpointer to = refrain_memory_try_resize (block, n, size);

  if (to == NULL && n > 0 && size > 0)
    g_error ("not enough memory, nor disk, for %" G_GSIZE_FORMAT " × %" G_GSIZE_FORMAT " bytes", n,
             size);
  return to;
}

void
refrain_memory_free (gpointer block)
{
  if (block != NULL)
    release ((Head *) block - 1);
}
