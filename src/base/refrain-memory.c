/* refrain-memory.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each block begins with a head that says where it is. All blocks in the file are pieces of one,
 * which is sparse: a piece that is freed becomes a hole, which later ones fill. A piece lies as far
 * from the first address as from the start of the file.
 */
#define _GNU_SOURCE
#include "config.h"

#include "refrain-memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "refrain-search.h"

/* Smaller ones are always in memory: the file has whole pages. With a small budget, smaller. */
#define LEAST_IN_FILE ((gsize) 64 << 10)
#define LEAST_PART    1024
#define LEAST_OF_ALL  ((gsize) 4 << 10)
/* Pieces of so many bytes are given back to the disk one by one; smaller ones share slabs, since
 * the disk is asked for each. */
#define BIG     ((gsize) 4 << 20)
#define SLAB    ((gsize) 16 << 20)
#define NOWHERE G_MAXSIZE
/* Unless $REFRAIN_MEMORY says how much: of the budget so many bytes for each event of the largest
 * trace, and at least so many, are used. With less than that, pages of the file make waits take
 * half as long again; with more, the largest traces leave nothing to other programs. */
#define BYTES_AN_EVENT 5
#define LEAST_USED     ((guint64) 1 << 30)
/* Addresses for the file. Where fewer can be had, some of them. */
#define MOST_ROOM  ((gsize) 1 << (sizeof (gsize) > 4 ? 44 : 29))
#define LEAST_ROOM ((gsize) 1 << 26)

/* Where nothing else has its own, refrain-malloc.c stands in for the allocator: not for us, who do
 * our own counting. */
#ifdef REFRAIN_HAVE_LIBC_MALLOC
void *__libc_realloc (void *block, size_t bytes);
void __libc_free (void *block);
#define realloc_in_memory __libc_realloc
#define free_in_memory    __libc_free
#else
#define realloc_in_memory realloc
#define free_in_memory    free
#endif

typedef struct
{
  gsize bytes;   /* of the whole block */
  gint64 offset; /* in the file, or -1 */
} Head;

G_STATIC_ASSERT (sizeof (Head) == 16); /* what follows is aligned like what malloc() returns */

/* A part of the file that nobody uses. */
typedef struct
{
  gsize offset, bytes;
} Gap;

static struct
{
  GMutex mutex;
  gboolean ready, told;
  gboolean is_set;      /* somebody has said what the budget is */
  guint64 budget, used; /* all there is, and what of it is used */
  guint64 events;       /* of the largest trace */
  gsize least;
  gssize in_memory; /* atomic */
  guint64 in_file;
  char *folders[3];
  int file;      /* -1: none can be had; -2: not asked for yet */
  gsize end;     /* what lies behind is free */
  GArray *holes; /* of Gap, ascending, none beside another: what the disk has back */
  GArray *rooms; /* of Gap: what is free in slabs */
} state;

gsize refrain_memory_file_start, refrain_memory_file_end;

/* Whether this thread is in here: what that takes itself is in memory. */
static __thread gboolean inside;

static void
lock (void)
{
  inside = TRUE;
  g_mutex_lock (&state.mutex);
}

static void
unlock (void)
{
  g_mutex_unlock (&state.mutex);
  inside = FALSE;
}

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

/* Says @format on standard error, in few words. No more than that: whoever allocates in the middle
 * of it may hold whatever lock the C library, or GLib, has. */
static void G_GNUC_PRINTF (1, 2) say (const char *format, ...)
{
  char text[512];
  va_list values;

  va_start (values, format);
  (void) g_vsnprintf (text, sizeof text, format, values);
  va_end (values);
  while (write (STDERR_FILENO, text, strlen (text)) < 0 && errno == EINTR)
    ;
}

/* The least limit that @group and those around it have, by @file in their folders below @top, or
 * G_MAXUINT64. */
static guint64
find_limit (const char *top, const char *group, const char *file)
{
  g_autofree char *path = g_strdup (group);
  guint64 least = G_MAXUINT64;
  char *slash;

  do
    {
      g_autofree char *name = g_strconcat (top, path, "/", file, NULL);
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

/* The least limit of the control groups around this process, of either version, or G_MAXUINT64. */
static guint64
get_group_limit (void)
{
  g_autofree char *groups = NULL;
  g_auto (GStrv) lines = NULL;
  guint64 least = G_MAXUINT64;

  if (!g_file_get_contents ("/proc/self/cgroup", &groups, NULL, NULL))
    return least;
  lines = g_strsplit (groups, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    {
      g_auto (GStrv) parts = g_strsplit (*line, ":", 3); /* number, controllers, group */
      g_auto (GStrv) controllers
          = g_strv_length (parts) == 3 ? g_strsplit (parts[1], ",", -1) : NULL;

      if (controllers != NULL && *parts[1] == '\0')
        least = MIN (least, find_limit ("/sys/fs/cgroup", parts[2], "memory.max"));
      else if (controllers != NULL && g_strv_contains ((const char *const *) controllers, "memory"))
        least
            = MIN (least, find_limit ("/sys/fs/cgroup/memory", parts[2], "memory.limit_in_bytes"));
    }
  return least;
}

static guint64
choose_budget (void)
{
  const char *wanted = g_getenv ("REFRAIN_MEMORY");
  const long pages = sysconf (_SC_PHYS_PAGES), size = sysconf (_SC_PAGESIZE);
  guint64 bytes;

  if (wanted != NULL && parse_size (wanted, &bytes))
    {
      state.is_set = TRUE;
      return bytes;
    }
  if (wanted != NULL)
    say ("REFRAIN_MEMORY: “%.100s” is not a size such as 4G or 512M\n", wanted);
  if (pages <= 0 || size <= 0)
    return G_MAXUINT32;
  return MIN ((guint64) pages * (guint64) size, get_group_limit ()) / 2;
}

static void
set_budget (guint64 bytes)
{
  state.budget = state.used = bytes;
  state.least = (gsize) CLAMP (bytes / LEAST_PART, LEAST_OF_ALL, LEAST_IN_FILE);
}

static void
get_ready (void)
{
  static gsize once;

  if (!g_once_init_enter (&once))
    return;
  inside = TRUE;
  set_budget (choose_budget ());
  state.file = -2;
  /* /tmp is memory on many machines. */
  state.folders[0] = g_strdup (g_getenv ("TMPDIR"));
  state.folders[1] = g_strdup ("/var/tmp");
  state.folders[2] = g_strdup (g_get_user_cache_dir ());
  state.holes = g_array_new (FALSE, FALSE, sizeof (Gap));
  state.rooms = g_array_new (FALSE, FALSE, sizeof (Gap));
  inside = FALSE;
  g_once_init_leave (&once, 1);
}

guint64
refrain_memory_get_budget (void)
{
  get_ready ();
  return state.budget;
}

void
refrain_memory_set_budget (guint64 bytes)
{
  get_ready ();
  lock ();
  state.is_set = TRUE;
  set_budget (bytes);
  unlock ();
}

guint64
refrain_memory_get_used (void)
{
  get_ready ();
  return state.used;
}

void
refrain_memory_expect (guint64 events)
{
  get_ready ();
  lock ();
  state.events = MAX (state.events, MIN (events, G_MAXUINT64 / BYTES_AN_EVENT));
  if (!state.is_set)
    state.used = MIN (state.budget, MAX (LEAST_USED, state.events * BYTES_AN_EVENT));
  unlock ();
}

gsize
refrain_memory_get_least (void)
{
  get_ready ();
  return state.least;
}

/* ---- Large pages ----
 * The system clears each page when it is first touched, and on virtual machines the way there and
 * back takes far longer than that: a third of what comparing two runs takes. Where it has
 * pages of 2 MB for who asks, they are asked for. Where the allocator lies out its memory
 * otherwise, some is asked for that is not meant. */

#if defined REFRAIN_HAVE_LIBC_MALLOC && defined MADV_HUGEPAGE

/* A mapping that is smaller has none, nor has who must do with a smaller budget: of a large page
 * some is in memory that nobody touches. */
#define LARGE        ((gsize) 4 << 20)
#define LEAST_BUDGET ((guint64) 1 << 30)
/* What glibc maps for the heap of a thread, which begins at a multiple of it. */
#define HEAP ((gsize) 64 << 20)
/* Flags in what glibc keeps before each block: how long it is. */
#define IS_MAPPED    ((gsize) 2)
#define IS_OF_THREAD ((gsize) 4)

/* Whole pages: so a mapping stays one, which can grow where it is. */
static void
ask (gsize start, gsize end)
{
  const gsize from = start & ~((gsize) sysconf (_SC_PAGESIZE) - 1);

  madvise ((gpointer) from, end - from, MADV_HUGEPAGE);
}

static gsize asked_until; /* in the heap of the program, atomic */

static void
ask_for_heap (gsize start, gsize end)
{
  const gsize asked = (gsize) g_atomic_pointer_get (&asked_until);

  if (end <= asked)
    return;
  end = MAX (end, (gsize) sbrk (0));
  ask (MAX (start, asked), end);
  g_atomic_pointer_set (&asked_until, end);
}

/* What the heap gave back to the system, and has again, comes without. */
static void
note_end_of_heap (void)
{
  const gsize end = (gsize) sbrk (0);

  if (end < (gsize) g_atomic_pointer_get (&asked_until))
    g_atomic_pointer_set (&asked_until, end);
}

void
refrain_memory_ask_for_large_pages (gpointer block, gsize bytes)
{
  static __thread gsize asked;
  const gsize start = (gsize) block, flags = ((const gsize *) block)[-1];
  const int was = errno;

  if (state.budget < LEAST_BUDGET)
    return;
  if (flags & IS_MAPPED)
    {
      if (bytes >= LARGE)
        ask (start, start + bytes);
    }
  else if (!(flags & IS_OF_THREAD))
    ask_for_heap (start, start + bytes);
  else if (asked != start / HEAP)
    {
      asked = start / HEAP;
      /* It is made writable as it grows, a few pages at a time, and no large page lies across an
       * end. */
      mprotect ((gpointer) (asked * HEAP), HEAP, PROT_READ | PROT_WRITE);
      ask (asked * HEAP, (asked + 1) * HEAP);
    }
  errno = was;
}

#else

static void
note_end_of_heap (void)
{
}

void
refrain_memory_ask_for_large_pages (gpointer block, gsize bytes)
{
}

#endif

/* ---- What is counted ---- */

/* What was there before the first was counted makes it negative. */
static guint64
get_in_memory (void)
{
  return (guint64) MAX ((gssize) g_atomic_pointer_get (&state.in_memory), 0);
}

void
refrain_memory_add (gssize bytes)
{
  (void) g_atomic_pointer_add (&state.in_memory, bytes);
  if (bytes < 0)
    note_end_of_heap ();
}

void
refrain_memory_count (guint64 *in_memory, guint64 *in_file)
{
  lock ();
  *in_memory = get_in_memory ();
  *in_file = state.in_file;
  unlock ();
}

/* ---- The file ---- */

static gsize
round_up (gsize bytes)
{
  const gsize page = (gsize) sysconf (_SC_PAGESIZE);

  return (bytes + page - 1) / page * page;
}

/* Addresses for all of the file, so that whose block is whose can be told by them, and what lies
 * side by side is one mapping, of which the system allows some ten thousand. */
static gboolean
reserve_addresses (void)
{
  for (gsize room = MOST_ROOM; room >= LEAST_ROOM; room /= 2)
    {
      /* Where addresses are scarce, others need some, too. */
      const gsize wanted = room == MOST_ROOM ? room : room / 2;
      gpointer start
          = mmap (NULL, wanted, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

      if (start == MAP_FAILED)
        continue;
      refrain_memory_file_start = (gsize) start;
      refrain_memory_file_end = (gsize) start + wanted;
      return TRUE;
    }
  return FALSE;
}

int
refrain_memory_open_file (void)
{
  get_ready ();
  for (gsize i = 0; i < G_N_ELEMENTS (state.folders); i++)
    {
      const int file = state.folders[i] != NULL && *state.folders[i] != '\0'
                           ? open (state.folders[i], O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)
                           : -1;

      if (file >= 0)
        return file;
    }
  return -1;
}

/* With the mutex held. */
static int
open_file (void)
{
  const int file = refrain_memory_open_file ();

  if (file >= 0 && !reserve_addresses ())
    {
      close (file);
      return -1;
    }
  return file;
}

/* Where @gaps have @bytes, or NOWHERE. With the mutex held. */
static gsize
take_gap (GArray *gaps, gsize bytes)
{
  for (guint i = 0; i < gaps->len; i++)
    {
      Gap *gap = &g_array_index (gaps, Gap, i);
      const gsize offset = gap->offset;

      if (gap->bytes < bytes)
        continue;
      gap->offset += bytes;
      gap->bytes -= bytes;
      if (gap->bytes == 0)
        g_array_remove_index (gaps, i);
      return offset;
    }
  return NOWHERE;
}

/* Adds one to @gaps. With the mutex held. */
static void
give_gap (GArray *gaps, gsize offset, gsize bytes)
{
  const Gap gap = { offset, bytes };
  const gsize i
      = REFRAIN_LOWER_BOUND (g, 0, gaps->len, g_array_index (gaps, Gap, g).offset < offset);
  Gap *before = i > 0 ? &g_array_index (gaps, Gap, i - 1) : NULL;
  Gap *after = i < gaps->len ? &g_array_index (gaps, Gap, i) : NULL;
  const gboolean joins = before != NULL && before->offset + before->bytes == offset;

  if (bytes == 0)
    return;
  if (after != NULL && offset + bytes == after->offset)
    {
      after->offset = offset;
      after->bytes += bytes;
      if (joins)
        {
          before->bytes += after->bytes;
          g_array_remove_index (gaps, (guint) i);
        }
    }
  else if (joins)
    before->bytes += bytes;
  else
    g_array_insert_val (gaps, (guint) i, gap);
}

/* Nobody uses these @bytes of the file any more. With the mutex held. */
static void
give_bytes (gsize offset, gsize bytes, gboolean big)
{
  if (!big)
    give_gap (state.rooms, offset, bytes);
  /* Where holes cannot be made, the file keeps what nobody reads. */
  else if (fallocate (state.file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t) offset,
                      (off_t) bytes)
           == 0)
    give_gap (state.holes, offset, bytes);
}

/* Once, since more of it would come. With the mutex held. */
static void
tell_no_room (gsize bytes)
{
  if (!state.told)
    say ("REFRAIN_MEMORY: no file has room for %" G_GSIZE_FORMAT
         " bytes more, which are in memory, above the budget of %" G_GUINT64_FORMAT
         " bytes; TMPDIR names a folder that has room\n",
         bytes, state.used);
  state.told = TRUE;
}

/* Where @bytes of the file are that the disk has room for, which are zeros; or NOWHERE. With the
 * mutex held. */
static gsize
add_bytes (gsize bytes)
{
  const gsize room = refrain_memory_file_end - refrain_memory_file_start;
  gsize offset = take_gap (state.holes, bytes);

  if (offset == NOWHERE)
    {
      offset = state.end;
      state.end += bytes;
    }
  if (offset + bytes <= room && fallocate (state.file, 0, (off_t) offset, (off_t) bytes) == 0
      && mmap ((gpointer) (refrain_memory_file_start + offset), bytes, PROT_READ | PROT_WRITE,
               MAP_SHARED | MAP_FIXED, state.file, (off_t) offset)
             != MAP_FAILED)
    return offset;
  tell_no_room (bytes);
  give_bytes (offset, bytes, TRUE);
  return NOWHERE;
}

/* A piece of @bytes, or NULL. With the mutex held. */
static Head *
map_piece (gsize bytes)
{
  const gsize whole = round_up (bytes);
  gsize offset;
  Head *head;

  if (state.file == -2)
    state.file = open_file ();
  if (whole < bytes || whole > G_MAXSIZE / 4)
    return NULL;
  if (state.file < 0)
    {
      tell_no_room (bytes);
      return NULL;
    }
  offset = whole >= BIG ? add_bytes (whole) : take_gap (state.rooms, whole);
  if (offset == NOWHERE && whole < BIG)
    {
      offset = add_bytes (SLAB);
      if (offset != NOWHERE)
        give_gap (state.rooms, offset + whole, SLAB - whole);
    }
  if (offset == NOWHERE)
    return NULL;
  head = (Head *) (gpointer) (refrain_memory_file_start + offset);
  *head = (Head){ bytes, (gint64) offset };
  state.in_file += bytes;
  return head;
}

/* ---- Blocks ---- */

static void
release (Head *head)
{
  const Head was = *head;

  if (was.offset < 0)
    {
      free_in_memory (head);
      refrain_memory_add (-(gssize) was.bytes);
      return;
    }
  lock ();
  state.in_file -= was.bytes;
  give_bytes ((gsize) was.offset, round_up (was.bytes), round_up (was.bytes) >= BIG);
  unlock ();
}

/* Gives back the pages behind @bytes. */
static void
shorten_piece (Head *head, gsize bytes)
{
  const gsize before = round_up (head->bytes), after = round_up (bytes);

  lock ();
  if (after < before)
    give_bytes ((gsize) head->offset + after, before - after, before >= BIG);
  state.in_file -= head->bytes - bytes;
  head->bytes = bytes;
  unlock ();
}

/* A block in memory becomes one of @bytes, in memory; NULL is a new one. */
static Head *
resize_in_memory (Head *head, gsize bytes)
{
  const gsize before = head != NULL ? head->bytes : 0;
  Head *to = realloc_in_memory (head, bytes);

  if (to == NULL)
    return NULL;
  if (bytes > before)
    refrain_memory_ask_for_large_pages (to, bytes);
  *to = (Head){ bytes, -1 };
  refrain_memory_add ((gssize) bytes - (gssize) before);
  return to;
}

/* A new block of @bytes in the file, where that is what the budget wants. */
static Head *
try_file (const Head *head, gsize bytes)
{
  const gsize before = head != NULL && head->offset < 0 ? head->bytes : 0;
  Head *to = NULL;

  if (inside)
    return NULL;
  get_ready ();
  if (bytes < state.least
      || ((head == NULL || head->offset < 0) && get_in_memory () + bytes - before <= state.used))
    return NULL;
  lock ();
  to = map_piece (bytes);
  unlock ();
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
  if (head != NULL && bytes == head->bytes)
    return block;
  if (head != NULL && head->offset >= 0 && bytes <= head->bytes && bytes >= state.least)
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

/* ---- For refrain-malloc.c ---- */

gpointer
refrain_memory_try_file (gsize bytes, gboolean cleared)
{
  Head *head = bytes < G_MAXSIZE - sizeof *head ? try_file (NULL, bytes + sizeof *head) : NULL;

  if (head == NULL)
    return NULL;
  if (cleared && round_up (head->bytes) < BIG)
    memset (head + 1, 0, bytes);
  return head + 1;
}

gsize
refrain_memory_get_size (gconstpointer block)
{
  return ((const Head *) block - 1)->bytes - sizeof (Head);
}

void
refrain_memory_shorten (gpointer block, gsize bytes)
{
  shorten_piece ((Head *) block - 1, bytes + sizeof (Head));
}
