/* test-file-map.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Mapped files that others cut off and write over, with a lease and without.
 */
#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "refrain-checksum.h"
#include "refrain-error.h"
#include "refrain-file-map.h"
#include "refrain-parallel.h"
#include "test-program.h"

#define SIZE (3 * 65536)

static char *
make_file (char fill)
{
  g_autofree char *bytes = g_malloc (SIZE);
  char *path = NULL;
  int fd = g_file_open_tmp ("refrain-XXXXXX", &path, NULL);

  g_assert_cmpint (fd, >=, 0);
  close (fd);
  memset (bytes, fill, SIZE);
  g_assert_true (g_file_set_contents (path, bytes, SIZE, NULL));
  return path;
}

/* As `cp` does. In a process of its own: a lease holds up who opens the file. */
static void
overwrite (const char *path, char fill)
{
  pid_t child = fork ();
  int status;

  if (child == 0)
    {
      static char bytes[SIZE / 2];
      int fd = open (path, O_WRONLY | O_TRUNC);

      memset (bytes, fill, sizeof bytes);
      _exit (fd < 0 || write (fd, bytes, sizeof bytes) != (gssize) sizeof bytes);
    }
  while (waitpid (child, &status, 0) != child)
    ;
  g_assert_cmpint (status, ==, 0);
}

static gboolean
are_all (const RefrainFileMap *mapping, char value)
{
  const char *bytes = refrain_file_map_get_data (mapping);

  for (gsize i = 0; i < refrain_file_map_get_length (mapping); i++)
    if (bytes[i] != value)
      return FALSE;
  return TRUE;
}

static void
fails (RefrainFileMap *mapping, const char *path)
{
  g_autoptr (GError) error = g_error_new_literal (REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, "other");
  g_autofree char *words
      = g_strdup_printf ("%s: it changed while it was open; run this again", path);

  g_assert_false (refrain_file_map_check (mapping, &error));
  g_assert_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO);
  g_assert_cmpstr (error->message, ==, words);
}

/* Nobody would survive touching the pages that are gone. */
static void
test_cut (void)
{
  g_autofree char *path = make_file ('a');
  g_autoptr (RefrainFileMap) mapping
      = refrain_file_map_new (path, REFRAIN_FILE_MAP_READ_ONCE, NULL);

  g_assert_nonnull (mapping);
  g_assert_cmpuint (refrain_file_map_get_length (mapping), ==, SIZE);
  g_assert_true (are_all (mapping, 'a'));
  g_assert_true (refrain_file_map_check (mapping, NULL));
  g_assert_cmpint (truncate (path, SIZE / 2), ==, 0);
  g_assert_cmpint (((const char *) refrain_file_map_get_data (mapping))[SIZE - 1], ==, 0);
  g_assert_true (are_all (mapping, '\0')); /* not some of each */
  fails (mapping, path);
  g_unlink (path);
}

typedef struct
{
  char *path;
  gboolean whole;
  guint n;
} Told;

static void
on_change (const char *path, gboolean whole, const char *damage, gpointer data)
{
  Told *told = data;

  g_assert_cmpstr (path, ==, told->path);
  told->whole = whole;
  told->n++;
}

static gpointer
map_in_thread (gpointer path)
{
  return refrain_file_map_new (path, REFRAIN_FILE_MAP_KEEP_OPEN, NULL);
}

/* @written: somebody had the file open for writing, so that there was no lease. */
static void
test_overwritten (gconstpointer written)
{
  g_autofree char *path = make_file ('a');
  const int other = GPOINTER_TO_INT (written) ? open (path, O_RDWR | O_CLOEXEC) : -1;
  g_autoptr (RefrainFileMap) mapping
      = g_thread_join (g_thread_new ("a reader", map_in_thread, path));
  Told told = { path, FALSE, 0 };

  refrain_file_map_watch (on_change, &told);
  g_assert_true (refrain_file_map_check (mapping, NULL));
  overwrite (path, 'b');
  while (told.n == 0)
    g_main_context_iteration (NULL, TRUE);
  fails (mapping, path);
  /* The bytes of before: copied while the lease held the writer, or read at once. */
  g_assert_true (told.whole);
  overwrite (path, 'c');
  g_usleep (3 * 200 * 1000);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (told.n, ==, 1);
  g_assert_true (are_all (mapping, 'a'));
  refrain_file_map_watch (NULL, NULL);
  if (other >= 0)
    close (other);
  g_unlink (path);
}

/* Bytes of the mapping of which all that can be read is added up, by several threads. */
typedef struct
{
  const RefrainFileMap *mapping;
  guint64 sum;
  gboolean whole;
} Sum;

static void
add_part (gsize item, gpointer data)
{
  Sum *self = data;
  const guint8 *bytes = refrain_file_map_get_data (self->mapping);

  for (gsize i = item * 4096; i < (item + 1) * 4096; i++)
    g_atomic_pointer_add (&self->sum, bytes[i]);
}

static void
add_up (gpointer data)
{
  Sum *self = data;

  refrain_parallel_run (SIZE / 4096, add_part, self, NULL);
  self->whole = TRUE;
}

/* Work that meets a page that is gone is left, in all its threads; others still see the rest. */
static void
test_left (void)
{
  g_autofree char *path = make_file ('a');
  g_autoptr (RefrainFileMap) mapping
      = refrain_file_map_new (path, REFRAIN_FILE_MAP_READ_ONCE, NULL);
  Sum before = { mapping, 0, FALSE }, after = { mapping, 0, FALSE };

  g_assert_false (refrain_file_map_is_tried ());
  g_assert_true (refrain_file_map_try (add_up, &before));
  g_assert_true (before.whole);
  g_assert_cmpuint (before.sum, ==, SIZE * (guint64) 'a');
  g_assert_cmpint (truncate (path, SIZE / 2), ==, 0);
  g_assert_false (refrain_file_map_try (add_up, &after));
  g_assert_false (after.whole || refrain_file_map_is_tried ());
  g_assert_cmpint (((const char *) refrain_file_map_get_data (mapping))[0], ==, 'a');
  fails (mapping, path);
  refrain_file_map_leave (); /* nothing is tried: nothing is left */
  g_unlink (path);
}

/* Another file of that name is none of ours. */
static void
test_replaced (void)
{
  g_autofree char *path = make_file ('a');
  g_autofree char *other = make_file ('b');
  g_autoptr (RefrainFileMap) mapping
      = refrain_file_map_new (path, REFRAIN_FILE_MAP_KEEP_OPEN, NULL);

  g_assert_cmpint (g_rename (other, path), ==, 0);
  g_assert_true (refrain_file_map_check (mapping, NULL));
  g_assert_true (are_all (mapping, 'a'));
  g_unlink (path);
}

/* Places are used again. */
static void
test_many (void)
{
  g_autofree char *path = make_file ('a');

  for (guint i = 0; i < 1000; i++)
    {
      g_autoptr (RefrainFileMap) one = refrain_file_map_new (path, i % 2, NULL);
      g_autoptr (RefrainFileMap) two
          = refrain_file_map_new (path, REFRAIN_FILE_MAP_KEEP_OPEN, NULL);
      g_autoptr (GBytes) bytes = refrain_file_map_to_bytes (g_steal_pointer (&one));

      g_assert_cmpuint (g_bytes_get_size (bytes), ==, refrain_file_map_get_length (two));
      g_assert_cmpmem (g_bytes_get_data (bytes, NULL), 100, refrain_file_map_get_data (two), 100);
    }
  g_unlink (path);
}

static void
test_refused (void)
{
  g_autoptr (GError) missing = NULL, folder = NULL;
  g_autofree char *path = make_file ('a');
  g_autoptr (RefrainFileMap) empty = NULL;

  g_assert_null (refrain_file_map_new ("nowhere", REFRAIN_FILE_MAP_READ_ONCE, &missing));
  g_assert_error (missing, REFRAIN_ERROR, REFRAIN_ERROR_IO);
  g_assert_cmpstr (missing->message, ==, "nowhere: No such file or directory");
  g_assert_null (refrain_file_map_new (g_get_tmp_dir (), REFRAIN_FILE_MAP_KEEP_OPEN, &folder));
  g_assert_error (folder, REFRAIN_ERROR, REFRAIN_ERROR_IO);
  g_assert_cmpint (truncate (path, 0), ==, 0);
  empty = refrain_file_map_new (path, REFRAIN_FILE_MAP_KEEP_OPEN, NULL);
  g_assert_cmpuint (refrain_file_map_get_length (empty), ==, 0);
  g_assert_nonnull (refrain_file_map_get_data (empty));
  g_unlink (path);
}

/* ---- Guards ---- */

enum
{
  CHUNKS = 5,
  CUT = 1234, /* bytes missing from the last one */
  AT = 777    /* where the part begins: not with a page */
};

typedef struct
{
  char *path, *bytes;
  gsize n;
  guint64 sums[CHUNKS];
  RefrainFilePart parts[2];
} Guarded;

/* Two parts, the second of 100 bytes right behind the first: they share a page. */
static void
make_guarded (Guarded *self)
{
  const gsize first = CHUNKS * REFRAIN_CHECKSUM_CHUNK - CUT;
  static guint64 last;
  int fd = g_file_open_tmp ("refrain-XXXXXX", &self->path, NULL);

  close (fd);
  self->n = AT + first + 100 + 5000;
  self->bytes = g_malloc (self->n);
  for (gsize i = 0; i < self->n; i++)
    self->bytes[i] = (char) (i * 2654435761u >> 13);
  for (gsize i = 0; i < CHUNKS; i++)
    self->sums[i]
        = refrain_checksum (self->bytes + AT + i * REFRAIN_CHECKSUM_CHUNK,
                            MIN (REFRAIN_CHECKSUM_CHUNK, first - i * REFRAIN_CHECKSUM_CHUNK));
  last = refrain_checksum (self->bytes + AT + first, 100);
  self->parts[0] = (RefrainFilePart){ "second", AT + first, 100, &last };
  self->parts[1] = (RefrainFilePart){ "first", AT, first, self->sums };
}

static RefrainFileMap *
map_guarded (Guarded *self)
{
  RefrainFileMap *mapping;

  g_assert_true (g_file_set_contents (self->path, self->bytes, (gssize) self->n, NULL));
  mapping = refrain_file_map_new (self->path, REFRAIN_FILE_MAP_KEEP_OPEN, NULL);
  if (!refrain_file_map_guard (mapping, self->parts, G_N_ELEMENTS (self->parts)))
    g_clear_pointer (&mapping, refrain_file_map_free); /* it is in memory: no lease here */
  return mapping;
}

static void
clear_guarded (Guarded *self)
{
  g_unlink (self->path);
  g_free (self->path);
  g_free (self->bytes);
}

static gpointer
read_all (gpointer data)
{
  const RefrainFileMap *mapping = data;

  return g_memdup2 (refrain_file_map_get_data (mapping), refrain_file_map_get_length (mapping));
}

typedef struct
{
  char *damage;
  guint n;
} Damage;

static void
on_damage (const char *path, gboolean whole, const char *damage, gpointer data)
{
  Damage *told = data;

  told->damage = g_strdup (damage);
  told->n++;
}

static void
iterate (guint milliseconds)
{
  const gint64 until = g_get_monotonic_time () + milliseconds * 1000;

  while (g_get_monotonic_time () < until)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
}

/* What is as it was written is read, by several threads; nobody is told. */
static void
test_guarded (void)
{
  Guarded file;
  Damage told = { NULL, 0 };
  g_autoptr (RefrainFileMap) mapping = NULL;
  GThread *threads[4];

  make_guarded (&file);
  mapping = map_guarded (&file);
  if (mapping == NULL)
    {
      clear_guarded (&file);
      g_test_skip ("no leases on this file system");
      return;
    }
  refrain_file_map_watch (on_damage, &told);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("a reader", read_all, mapping);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      g_autofree char *read = g_thread_join (threads[i]);

      g_assert_cmpmem (read, file.n, file.bytes, file.n);
    }
  iterate (50);
  g_assert_cmpuint (told.n, ==, 0);
  g_assert_true (refrain_file_map_check (mapping, NULL));
  refrain_file_map_watch (NULL, NULL);
  clear_guarded (&file);
}

/* A bit that is not as it was written is told of when its chunk is looked at, and not before. */
static void
test_guarded_damage (void)
{
  Guarded file;
  Damage told = { NULL, 0 };
  g_autoptr (RefrainFileMap) mapping = NULL;
  const char *data;
  const gsize at = AT + 3 * REFRAIN_CHECKSUM_CHUNK + 99999;

  make_guarded (&file);
  file.bytes[at] ^= 4;
  mapping = map_guarded (&file);
  if (mapping == NULL)
    {
      clear_guarded (&file);
      g_test_skip ("no leases on this file system");
      return;
    }
  refrain_file_map_watch (on_damage, &told);
  data = refrain_file_map_get_data (mapping);
  g_assert_cmpint (data[AT], ==, file.bytes[AT]);
  g_assert_cmpint (data[file.n - 5050], ==, file.bytes[file.n - 5050]);
  iterate (50);
  g_assert_cmpuint (told.n, ==, 0);
  g_assert_cmpint (data[at - 500], ==, file.bytes[at - 500]);
  while (told.n == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (strstr (told.damage, ": first: it is damaged"));
  g_assert_nonnull (strstr (told.damage, file.path));
  g_assert_cmpint (data[at], ==, file.bytes[at]);
  iterate (300);
  g_assert_cmpuint (told.n, ==, 1);
  refrain_file_map_watch (NULL, NULL);
  g_free (told.damage);
  clear_guarded (&file);
}

/* Published values, and one of pieces of every length against changes of each. */
static void
test_checksum (void)
{
  char bytes[100] = { 0 };

  g_assert_cmphex (refrain_checksum ("", 0), ==, G_GUINT64_CONSTANT (0xef46db3751d8e999));
  g_assert_cmphex (refrain_checksum ("a", 1), ==, G_GUINT64_CONSTANT (0xd24ec4f1a98c6e5b));
  g_assert_cmphex (refrain_checksum ("abc", 3), ==, G_GUINT64_CONSTANT (0x44bc2cf5ad770999));
  g_assert_cmphex (refrain_checksum ("Nobody inspects the spammish repetition", 39), ==,
                   G_GUINT64_CONSTANT (0xfbcea83c8a378bf1));
  for (gsize n = 1; n <= sizeof bytes; n++)
    for (gsize i = 0; i < n; i++)
      {
        const guint64 before = refrain_checksum (bytes, n);

        bytes[i] ^= 1;
        g_assert_cmphex (refrain_checksum (bytes, n), !=, before);
        bytes[i] ^= 1;
      }
}

TEST_PROGRAM ("file-map")
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/file-map/cut", test_cut);
  g_test_add_func ("/file-map/left", test_left);
  g_test_add_data_func ("/file-map/overwritten", GINT_TO_POINTER (FALSE), test_overwritten);
  g_test_add_data_func ("/file-map/overwritten-while-written", GINT_TO_POINTER (TRUE),
                        test_overwritten);
  g_test_add_func ("/file-map/replaced", test_replaced);
  g_test_add_func ("/file-map/many", test_many);
  g_test_add_func ("/file-map/refused", test_refused);
  g_test_add_func ("/file-map/guarded", test_guarded);
  g_test_add_func ("/file-map/guarded-damage", test_guarded_damage);
  g_test_add_func ("/file-map/checksum", test_checksum);
  return g_test_run ();
}
