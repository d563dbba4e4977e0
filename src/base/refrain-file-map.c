/* refrain-file-map.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pages of a mapped file that is cut off are gone, and touching one is SIGBUS; a file that is
 * written over (`cp new open` does both) gives bytes that nobody has checked. Copying each file
 * when it is opened would be safe, and cost the memory and the time that mapping saves. So, in this
 * order:
 *
 * A lease (Linux, files of the user's own on local file systems). The kernel holds whoever opens
 * the file for writing until we agree. Then the bytes are copied into memory, put where the mapping
 * was in one step, and the writer goes on: no thread notices, and what is shown stays true of the
 * file that was opened. The command line ends instead, before a byte has changed.
 *
 * Without a lease the file is looked at a few times a second, and in the end. A window's file that
 * is small beside the memory is read instead of mapped. Where a page is lost all the same, the
 * handler of SIGBUS, which may do next to nothing, puts zeros in the place of the whole mapping, so
 * that old and new are at least not mixed; the window then saves and leaves the trace. Work that
 * was under way, and could not stand zeros, is left where it was met (refrain_file_map_try()).
 *
 * Parts of a file that have checksums are guarded: no page of them can be read before a handler has
 * compared the chunk it lies in, by way of a second mapping. So a file costs what is looked at.
 */
#define _GNU_SOURCE /* F_SETLEASE, mremap() */
#include "config.h"

#include "refrain-file-map.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "refrain-checksum.h"
#include "refrain-compare.h"
#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-lazy.h"
#include "refrain-object.h"
#include "refrain-scratch.h"
#include "refrain-visible.h"

/* How often files without a lease are looked at, in milliseconds. */
#define LOOK_TIME 200
/* A file is read or copied if that takes at most this part of the memory that is available. */
#define MEMORY_SHARE_READ 16
#define MEMORY_SHARE_COPY 2

typedef enum
{
  SAME,
  KEPT, /* the file changed, its bytes of before are here */
  LOST, /* they are not */
} State;

/* What is compared before it is read. */
typedef struct
{
  const guint8 *plain; /* the same file, mapped without a guard */
  gsize from, to;      /* whole pages of the mapping */
  gsize n;
  RefrainFilePart *parts; /* ascending */
  int **done;             /* of each, by chunk: it has been compared */
  char **sentences;       /* the last words of a program that ends, of each */
} Guard;

/* The handler walks the list without a lock: no element leaves it, free ones are used again. */
struct _RefrainFileMap
{
  RefrainFileMap *next;
  guint8 *data; /* NULL in a free one; of length bytes, rounded up to pages */
  gsize length;
  gboolean in_use, in_memory, leased, told;
  int state;
  int fd; /* -1 where nothing is kept open */
  char *path;
  char *sentence;     /* the last words of a program that ends as it changed */
  char *gone;         /* the same as nothing of it can be read any more */
  Guard *guard;       /* or NULL */
  const char *damage; /* what a guard found; of its sentences */
  struct stat info;
};

static GMutex lock; /* for all but what the handler reads */
static RefrainFileMap *all;
static int wake[2] = { -1, -1 }; /* what signal handlers write to and the keeper waits for */
static gboolean ends_program;
static RefrainFileMapFunc watch_func;
static gpointer watch_data;
static struct sigaction before_bus, before_segv;

/* ---- The file ---- */

static gboolean
is_same_file (const struct stat *a, const struct stat *b)
{
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size
         && a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* Also called by the handler. */
static gboolean
has_changed (const RefrainFileMap *self)
{
  struct stat info;

#ifdef F_SETLEASE
  if (self->leased)
    return fcntl (self->fd, F_GETLEASE) != F_RDLCK;
#endif
  if (self->fd >= 0)
    return fstat (self->fd, &info) != 0 || !is_same_file (&info, &self->info);
  return stat (self->path, &info) != 0 || !is_same_file (&info, &self->info);
}

static void
lend (RefrainFileMap *self)
{
#ifdef F_SETLEASE
  /* Signals go to the program: to the thread that asked, which may be gone, they would get lost. */
  self->leased
      = fcntl (self->fd, F_SETOWN, getpid ()) == 0 && fcntl (self->fd, F_SETLEASE, F_RDLCK) == 0;
#endif
}

static void
end_lease (RefrainFileMap *self)
{
#ifdef F_SETLEASE
  if (self->leased)
    fcntl (self->fd, F_SETLEASE, F_UNLCK);
#endif
  self->leased = FALSE;
}

/* ---- Work that a lost page ends ---- */

static __thread sigjmp_buf
    *way_out;                  /* of this thread's innermost refrain_file_map_try(), or NULL */
static __thread guint filling; /* this thread is making what somebody waits for */

gboolean
refrain_file_map_try (void (*func) (gpointer data), gpointer data)
{
  sigjmp_buf *const before = way_out;
  sigjmp_buf here;

  if (sigsetjmp (here, 0) != 0)
    {
      way_out = before;
      return FALSE;
    }
  way_out = &here;
  func (data);
  way_out = before;
  return TRUE;
}

gboolean
refrain_file_map_is_tried (void)
{
  return way_out != NULL;
}

void
refrain_file_map_leave (void)
{
  if (way_out != NULL && filling == 0)
    siglongjmp (*way_out, 1);
}

/* ---- Signals ---- */

static void
end_program (const RefrainFileMap *self)
{
  refrain_scratch_end (has_changed (self) ? self->sentence : self->gone);
}

static void
poke (void)
{
  const int problem = errno;
  G_GNUC_UNUSED gssize n = write (wake[1], "", 1);

  errno = problem;
}

/* The pages of a mapping that lost some: all of them are zero from now on. */
static gboolean
put_zeros_at (const guint8 *data, gsize n)
{
  return mmap ((void *) data, n, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
         != MAP_FAILED;
}

static gboolean
put_zeros (RefrainFileMap *self)
{
  g_atomic_int_set (&self->state, LOST);
  return (self->guard == NULL || put_zeros_at (self->guard->plain, self->length))
         && put_zeros_at (self->data, self->length);
}

void
refrain_file_map_note_damage (RefrainFileMap *self, const char *sentence)
{
  if (ends_program)
    refrain_scratch_end (has_changed (self) ? self->sentence : sentence);
  g_atomic_pointer_set (&self->damage, sentence);
  poke ();
}

/* ---- Guards: in a handler ---- */

/* The first part that ends behind @offset, or n. */
static gsize
find_part (const Guard *guard, gsize offset)
{
  gsize low = 0, high = guard->n;

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (guard->parts[middle].offset + guard->parts[middle].n <= offset)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Compares chunk @chunk of part @i; what is not as it was is said, or noted for the keeper. */
static void
compare_chunk (RefrainFileMap *self, gsize i, gsize chunk)
{
  const Guard *guard = self->guard;
  const RefrainFilePart *part = &guard->parts[i];
  const gsize first = chunk * REFRAIN_CHECKSUM_CHUNK;
  const gsize n = MIN (REFRAIN_CHECKSUM_CHUNK, part->n - first);
  const guint8 *bytes = guard->plain + part->offset + first;
  const gsize page = (gsize) sysconf (_SC_PAGESIZE), skip = (part->offset + first) % page;
  void *pages = (void *) (bytes - skip);
  gboolean same;

  madvise (pages, n + skip, MADV_WILLNEED);
  same = refrain_checksum (bytes, n) == part->sums[chunk];
  madvise (pages, n + skip, MADV_DONTNEED); /* or they count twice */
  if (!same)
    refrain_file_map_note_damage (self, guard->sentences[i]);
}

/* Makes the page at @offset readable, and the pages that lie within the chunks it is part of. */
static gboolean
open_page (RefrainFileMap *self, gsize offset)
{
  const Guard *guard = self->guard;
  const gsize page = (gsize) sysconf (_SC_PAGESIZE), at = offset / page * page;
  gsize from = at, to = at + page;

  for (gsize i = find_part (guard, at); i < guard->n && guard->parts[i].offset < at + page; i++)
    {
      const RefrainFilePart *part = &guard->parts[i];
      const gsize chunk_of_end
          = (MIN (at + page, part->offset + part->n) - 1 - part->offset) / REFRAIN_CHECKSUM_CHUNK;

      for (gsize c = at > part->offset ? (at - part->offset) / REFRAIN_CHECKSUM_CHUNK : 0;
           c <= chunk_of_end; c++)
        {
          const gsize first = part->offset + c * REFRAIN_CHECKSUM_CHUNK;
          const gsize end = MIN (first + REFRAIN_CHECKSUM_CHUNK, part->offset + part->n);

          if (!g_atomic_int_get (&guard->done[i][c]))
            compare_chunk (self, i, c);
          g_atomic_int_set (&guard->done[i][c], 1);
          from = MIN (from, (first + page - 1) / page * page);
          to = MAX (to, end / page * page);
        }
    }
  if (mprotect (self->data + from, to - from, PROT_READ) == 0)
    return TRUE;
  /* More pieces than the system keeps count of: from here on nothing is compared. */
  return mprotect (self->data + guard->from, guard->to - guard->from, PROT_READ) == 0;
}

static gboolean
is_guarded (RefrainFileMap *self, const guint8 *at)
{
  const guint8 *data = g_atomic_pointer_get (&self->data);

  return data != NULL && at >= data && at < data + self->length && self->guard != NULL
         && (gsize) (at - data) >= self->guard->from && (gsize) (at - data) < self->guard->to;
}

static void
on_fault (int number, siginfo_t *info, void *context)
{
  const guint8 *at = info->si_addr;
  const int problem = errno;

  filling++;
  if (number == SIGSEGV && refrain_lazy_fill (at))
    {
      filling--;
      errno = problem;
      return;
    }
  filling--;
  for (RefrainFileMap *m = g_atomic_pointer_get (&all); number == SIGSEGV && m != NULL; m = m->next)
    if (is_guarded (m, at) && open_page (m, (gsize) (at - m->data)))
      {
        errno = problem;
        return;
      }
  for (RefrainFileMap *m = g_atomic_pointer_get (&all); m != NULL; m = m->next)
    {
      const guint8 *data = g_atomic_pointer_get (&m->data);

      if (data == NULL)
        continue;
      if (m->guard != NULL && at >= m->guard->plain && at < m->guard->plain + m->length)
        at = data + (at - m->guard->plain); /* met while it was compared */
      /* Columns that nobody has checked may lead anywhere. */
      if (ends_program
          && ((number == SIGBUS && at >= data && at < data + m->length) || has_changed (m)))
        end_program (m);
      if (number == SIGBUS && at >= data && at < data + m->length)
        {
          g_atomic_int_set (&m->state, LOST);
          poke ();
          refrain_file_map_leave (); /* without zeros in the way of others */
          if (put_zeros (m))
            return;
        }
      if (g_atomic_int_get (&m->state) == LOST)
        refrain_file_map_leave (); /* it followed a zero */
    }
  /* Not ours: it comes again, to whoever was asked before. */
  sigaction (number, number == SIGBUS ? &before_bus : &before_segv, NULL);
}

static void
on_lease (int number)
{
  poke ();
}

/* ---- The keeper ---- */

static guint64
get_available_memory (void)
{
  g_autofree char *text = NULL;
  const char *at = NULL;

  if (g_file_get_contents ("/proc/meminfo", &text, NULL, NULL))
    at = strstr (text, "MemAvailable:");
  return at != NULL ? g_ascii_strtoull (at + strlen ("MemAvailable:"), NULL, 10) * 1024 : 0;
}

/* Puts a copy of the bytes where they are mapped. */
static void
copy (RefrainFileMap *self)
{
#ifdef F_SETLEASE
  void *own;

  if (self->length > get_available_memory () / MEMORY_SHARE_COPY)
    return;
  own = mmap (NULL, self->length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (own == MAP_FAILED)
    return;
  memcpy (own, self->data, self->length);
  if (g_atomic_int_get (&self->state) == LOST || mprotect (own, self->length, PROT_READ) != 0
      || mremap (own, self->length, self->length, MREMAP_MAYMOVE | MREMAP_FIXED, self->data)
             == MAP_FAILED)
    munmap (own, self->length);
  else
    self->in_memory = TRUE;
#endif
}

typedef struct
{
  char *path, *damage;
  gboolean whole;
} Change;

static gboolean
tell_change (gpointer data)
{
  Change *change = data;

  if (watch_func != NULL)
    watch_func (change->path, change->whole, change->damage, watch_data);
  refrain_free (change->path, change->damage, change);
  return G_SOURCE_REMOVE;
}

static char *make_words (const char *path, gboolean changed);

static void
look_at (RefrainFileMap *self)
{
  const char *damage = g_atomic_pointer_get (&self->damage);
  gboolean changed;

  if (!self->in_use || self->fd < 0 || self->told)
    return;
  changed = has_changed (self);
  if (damage == NULL && !changed && g_atomic_int_get (&self->state) == SAME)
    return;
  if (ends_program)
    end_program (self);
  if (self->leased && damage == NULL)
    copy (self);
  g_atomic_int_compare_and_exchange (&self->state, SAME, self->in_memory ? KEPT : LOST);
  end_lease (self);
  self->told = TRUE;
  {
    Change *change = g_new (Change, 1);

    change->path = g_strdup (self->path);
    change->damage = changed          ? NULL
                     : damage != NULL ? g_strdup (damage)
                                      : make_words (self->path, FALSE);
    change->whole = g_atomic_int_get (&self->state) == KEPT;
    g_idle_add_full (G_PRIORITY_HIGH, tell_change, change, NULL);
  }
}

static gpointer
keep (gpointer data)
{
  char bytes[64];
  gboolean poll_files = TRUE;

  for (;;)
    {
      struct pollfd fd = { wake[0], POLLIN, 0 };

      if (poll (&fd, 1, poll_files ? LOOK_TIME : -1) > 0)
        while (read (wake[0], bytes, sizeof bytes) > 0)
          ;
      g_mutex_lock (&lock);
      poll_files = FALSE;
      for (RefrainFileMap *m = all; m != NULL; m = m->next)
        {
          look_at (m);
          poll_files |= m->in_use && m->fd >= 0 && !m->leased && !m->told;
        }
      g_mutex_unlock (&lock);
    }
  return NULL;
}

static void
start (void)
{
  static gsize once = 0;

  if (g_once_init_enter (&once))
    {
      /* Filling one array may read another that is not filled yet. */
      struct sigaction fault
          = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | (int) SA_NODEFER };
      struct sigaction lease = { .sa_handler = on_lease, .sa_flags = SA_RESTART };

      if (!g_unix_open_pipe (wake, FD_CLOEXEC, NULL)
          || !g_unix_set_fd_nonblocking (wake[0], TRUE, NULL)
          || !g_unix_set_fd_nonblocking (wake[1], TRUE, NULL))
        g_error ("no pipe: %s", g_strerror (errno));
      sigaction (SIGBUS, &fault, &before_bus);
      sigaction (SIGSEGV, &fault, &before_segv);
      sigaction (SIGIO, &lease, NULL);
      g_thread_unref (g_thread_new ("mapped files", keep, NULL));
      g_once_init_leave (&once, 1);
    }
}

/* ---- Mapping ---- */

static RefrainFileMap *
take_free (void)
{
  RefrainFileMap *self = all;

  while (self != NULL && self->in_use)
    self = self->next;
  if (self == NULL)
    {
      self = g_new0 (RefrainFileMap, 1);
      self->next = all;
      g_atomic_pointer_set (&all, self);
    }
  self->in_use = TRUE;
  self->in_memory = self->leased = self->told = FALSE;
  self->damage = NULL;
  self->state = SAME;
  self->length = 0;
  self->fd = -1;
  return self;
}

/* Reads the file into memory; NULL where it is shorter than it was. */
static guint8 *
read_whole (int fd, gsize n)
{
  guint8 *own = mmap (NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  gsize done = 0;

  while (own != MAP_FAILED && done < n)
    {
      const gssize got = pread (fd, own + done, n - done, (off_t) done);

      if (got == 0 || (got < 0 && errno != EINTR))
        break;
      done += (gsize) MAX (got, 0);
    }
  if (own == MAP_FAILED)
    return NULL;
  if (done == n)
    return own;
  munmap (own, n);
  return NULL;
}

static gboolean
map (RefrainFileMap *self, int fd, RefrainFileMapUse use)
{
  guint8 *data = NULL;

  if (fstat (fd, &self->info) != 0)
    return FALSE;
  if (!S_ISREG (self->info.st_mode))
    {
      errno = EINVAL;
      return FALSE;
    }
  if (use == REFRAIN_FILE_MAP_KEEP_OPEN)
    {
      self->fd = fd;
      lend (self);
      /* It may have been written between the two. */
      if (fstat (fd, &self->info) != 0)
        return FALSE;
    }
  self->length = (gsize) self->info.st_size;
  if (self->length == 0)
    return TRUE;
  if (self->fd >= 0 && !self->leased && !ends_program
      && self->length <= get_available_memory () / MEMORY_SHARE_READ)
    data = read_whole (fd, self->length);
  self->in_memory = data != NULL;
  if (data == NULL)
    data = mmap (NULL, self->length, PROT_READ, MAP_PRIVATE, fd, 0);
  if (data == MAP_FAILED)
    return FALSE;
  g_atomic_pointer_set (&self->data, data);
  return TRUE;
}

static void
free_guard (Guard *guard, gsize length)
{
  munmap ((void *) guard->plain, length);
  for (gsize i = 0; i < guard->n; i++)
    refrain_free ((gpointer) guard->parts[i].sums, guard->done[i], guard->sentences[i]);
  refrain_free (guard->parts, guard->done, guard->sentences, guard);
}

/* With the lock. */
static void
release (RefrainFileMap *self)
{
  guint8 *data = self->data;

  end_lease (self);
  g_atomic_pointer_set (&self->data, NULL);
  if (self->guard != NULL)
    free_guard (self->guard, self->length);
  self->guard = NULL;
  if (data != NULL)
    munmap (data, self->length);
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  refrain_clear (&self->path, &self->sentence, &self->gone);
  self->in_use = FALSE;
}

static char *
make_words (const char *path, gboolean changed)
{
  g_autofree char *display = g_filename_display_name (path);

  return g_strdup_printf (changed ? _ ("%s: it changed while it was open; run this again")
                                  : _ ("%s: its disk or network no longer answers"),
                          display);
}

/* What a program says that ends. */
static char *
make_last_words (char *words)
{
  g_autofree char *line = refrain_visible_line (words);

  g_free (words);
  return g_strdup_printf ("%s: %s\n", g_get_prgname (), line);
}

RefrainFileMap *
refrain_file_map_new (const char *path, RefrainFileMapUse use, GError **error)
{
  RefrainFileMap *self;
  int fd, problem = 0;

  g_return_val_if_fail (path != NULL, NULL);

  start ();
  fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  g_mutex_lock (&lock);
  self = take_free ();
  self->path = g_strdup (path);
  if (ends_program)
    {
      self->sentence = make_last_words (make_words (path, TRUE));
      self->gone = make_last_words (make_words (path, FALSE));
    }
  if (fd < 0 || !map (self, fd, use))
    problem = errno;
  if (fd >= 0 && self->fd < 0)
    close (fd);
  if (problem != 0)
    release (self);
  g_mutex_unlock (&lock);
  if (problem == 0)
    {
      if (use == REFRAIN_FILE_MAP_KEEP_OPEN)
        poke (); /* the keeper may have to look at it */
      return self;
    }
  {
    g_autofree char *display = g_filename_display_name (path);

    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO, "%s: %s", display, g_strerror (problem));
  }
  return NULL;
}

/* ---- Guards ---- */

REFRAIN_DEFINE_COMPARE (compare_parts, RefrainFilePart, REFRAIN_RISING (offset))

char *
refrain_file_map_say_damage (const RefrainFileMap *self, const char *part)
{
  g_autofree char *display = g_filename_display_name (self->path);
  char *words = g_strdup_printf (
      _ ("%s: %s: it is damaged, its bytes are not those that were written"), display, part);

  return ends_program ? make_last_words (words) : words;
}

static Guard *
make_guard (const RefrainFileMap *self, const RefrainFilePart *parts, gsize n)
{
  const gsize page = (gsize) sysconf (_SC_PAGESIZE);
  Guard *guard = g_new0 (Guard, 1);
  const RefrainFilePart *last;

  guard->n = n;
  guard->parts = g_memdup2 (parts, n * sizeof *parts);
  qsort (guard->parts, n, sizeof *parts, compare_parts);
  guard->done = g_new0 (int *, n);
  guard->sentences = g_new0 (char *, n);
  for (gsize i = 0; i < n; i++)
    {
      RefrainFilePart *part = &guard->parts[i];
      const gsize chunks = refrain_checksum_count (part->n);

      part->sums = g_memdup2 (part->sums, chunks * sizeof *part->sums);
      guard->done[i] = g_new0 (int, chunks);
      guard->sentences[i] = refrain_file_map_say_damage (self, part->name);
      part->name = NULL; /* it is in the sentence */
    }
  last = &guard->parts[n - 1];
  guard->from = guard->parts[0].offset / page * page;
  guard->to = (last->offset + last->n + page - 1) / page * page;
  return guard;
}

gboolean
refrain_file_map_guard (RefrainFileMap *self, const RefrainFilePart *parts, gsize n)
{
  gboolean guarded = FALSE;
  void *plain;

  g_return_val_if_fail (n > 0, FALSE);

  g_mutex_lock (&lock);
  /* Bytes in memory are at hand, and compared by whoever asks. */
  if (self->guard == NULL && self->fd >= 0 && !self->in_memory && self->length > 0)
    {
      plain = mmap (NULL, self->length, PROT_READ, MAP_PRIVATE, self->fd, 0);
      if (plain != MAP_FAILED)
        {
          self->guard = make_guard (self, parts, n);
          self->guard->plain = plain;
          guarded = mprotect (self->data + self->guard->from, self->guard->to - self->guard->from,
                              PROT_NONE)
                    == 0;
        }
    }
  g_mutex_unlock (&lock);
  return guarded;
}

void
refrain_file_map_free (RefrainFileMap *self)
{
  g_mutex_lock (&lock);
  if (ends_program && self->fd >= 0 && has_changed (self))
    end_program (self);
  release (self);
  g_mutex_unlock (&lock);
}

gconstpointer
refrain_file_map_get_data (const RefrainFileMap *self)
{
  return self->data != NULL ? (gconstpointer) self->data : "";
}

REFRAIN_READER (refrain_file_map_get_length, const RefrainFileMap, gsize, self->length)

static void
free_map (gpointer data)
{
  refrain_file_map_free (data);
}

GBytes *
refrain_file_map_to_bytes (RefrainFileMap *self)
{
  return g_bytes_new_with_free_func (refrain_file_map_get_data (self), self->length, free_map,
                                     self);
}

gboolean
refrain_file_map_check (RefrainFileMap *self, GError **error)
{
  g_autofree char *words = NULL;
  gboolean changed, whole;

  g_mutex_lock (&lock);
  changed = has_changed (self);
  whole = !changed && g_atomic_int_get (&self->state) == SAME;
  if (!whole && ends_program)
    end_program (self);
  g_mutex_unlock (&lock);
  if (whole)
    return TRUE;
  g_clear_error (error);
  words = make_words (self->path, changed);
  return refrain_fail (error, REFRAIN_ERROR_IO, "%s", words);
}

void
refrain_file_map_watch (RefrainFileMapFunc func, gpointer data)
{
  watch_func = func;
  watch_data = data;
}

void
refrain_file_map_end_program (void)
{
  ends_program = TRUE;
}
