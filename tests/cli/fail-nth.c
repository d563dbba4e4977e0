/* fail-nth.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Preloaded, makes the n-th call of one kind fail, and all after it:
 *
 *   FAIL_NTH="KIND N ERROR" LD_PRELOAD=libfail-nth.so PROGRAM...
 *
 * KIND: memory (blocks of 64 kB and more), hdf5 (blocks that libhdf5 asks for), open, write, fsync,
 * rename, mmap (of files), read, page (of mapped files: touching it is SIGBUS, as where a disk is
 * pulled out). Reads and pages are those of files whose path has the text of FAIL_IN in it. ERROR:
 * an errno, or 0 for writes of which half are written and flushes that take a second. N 0:
 * none fails; how many there were is written into the file that FAIL_COUNT names.
 *
 * A test that has this in it says it by fail_nth_begin() (fail-nth.h), of the files in one place.
 */
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS /* both names of each function are wanted */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fail-nth.h"

#define LARGE ((size_t) 64 << 10)

static int ready, problem;
static char kind[16];
static unsigned long nth, met;
static char place[4096]; /* files whose path has it in it are meant, be it empty */

static void
count_calls (void)
{
  const char *path = getenv ("FAIL_COUNT");
  FILE *file = path != NULL ? fopen (path, "w") : NULL;

  if (file == NULL)
    return;
  fprintf (file, "%lu\n", met);
  fclose (file);
}

static int
fails (const char *which)
{
  if (!ready || strcmp (which, kind) != 0)
    return 0;
  if (nth == 0 || __atomic_add_fetch (&met, 1, __ATOMIC_RELAXED) < nth)
    {
      met += nth == 0;
      return 0;
    }
  errno = problem;
  return 1;
}

/* What is known of @fd by its number: the path, or nothing. */
static void
find_path (int fd, char *path, size_t size)
{
  char link[64];
  ssize_t n;

  snprintf (link, sizeof link, "/proc/self/fd/%d", fd);
  n = readlink (link, path, size - 1);
  path[n > 0 ? n : 0] = 0;
}

static int
fails_at (const char *which, const char *path)
{
  return strstr (path, place) != NULL && fails (which);
}

static int
fails_of (const char *which, int fd)
{
  char path[4096] = "";

  if (place[0] != 0)
    find_path (fd, path, sizeof path);
  return fails_at (which, path);
}

void
fail_nth_begin (const char *what, unsigned long n, int error, const char *in)
{
  ready = 0;
  snprintf (kind, sizeof kind, "%s", what);
  snprintf (place, sizeof place, "%s", in);
  setenv ("FAIL_IN", in, 1);
  nth = n;
  problem = error;
  met = 0;
  ready = 1;
}

void
fail_nth_end (void)
{
  ready = 0;
}

#define REAL(type, name, ...)                                                                      \
  static type (*real) (__VA_ARGS__);                                                               \
  if (real == NULL)                                                                                \
  *(void **) &real = dlsym (RTLD_NEXT, name)

static const char *library_from, *library_to; /* where libhdf5 is */

static int
find_library (struct dl_phdr_info *info, size_t size, void *data)
{
  (void) size;
  (void) data;
  for (int i = 0; strstr (info->dlpi_name, "libhdf5") != NULL && i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD && (info->dlpi_phdr[i].p_flags & PF_X) != 0)
      {
        library_from = (const char *) info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        library_to = library_from + info->dlpi_phdr[i].p_memsz;
      }
  return 0;
}

static int
is_in_library (const void *at)
{
  return library_from != NULL && (const char *) at >= library_from
         && (const char *) at < library_to;
}

/* Whether a block of @bytes is one that is watched, and fails. */
static int
fails_allocating (size_t bytes)
{
  static __thread int within; /* asking who asks asks for memory */
  void *callers[4];
  int found = 0;

  if (!ready || strcmp (kind, "hdf5") != 0)
    return bytes >= LARGE && fails ("memory");
  if (within)
    return 0;
  within = 1;
  if (library_from == NULL)
    dl_iterate_phdr (find_library, NULL);
  /* malloc() or what it is here, then who called it; this function may be one of them. */
  for (int i = 0, n = backtrace (callers, 4); i < n; i++)
    found |= is_in_library (callers[i]);
  within = 0;
  return found && fails ("hdf5");
}

/* libhdf5 1.10 itself crashes or calls exit() where it gets no memory: while it starts, opens an
 * attribute, or notes an error (H5E__get_stack() returns NULL), and frees twice, which malloc()
 * finds when it is asked next. That is status 99. */
#define NOT_OURS 99
/* From the signal to who asked malloc(). */
#define FRAMES 16

/* Whether @at is where the C library works for others: what it was given is theirs. */
static int
is_in_libc (const void *at)
{
  Dl_info info;

  return dladdr (at, &info) != 0
         && (strstr (info.dli_fname, "libc.so") != NULL
             || strstr (info.dli_fname, "fail-nth") != NULL
             || (info.dli_sname != NULL && strstr ("malloc calloc realloc free", info.dli_sname)));
}

static void
on_crash (int number)
{
  void *callers[FRAMES];
  const int n = backtrace (callers, FRAMES);

  /* This, the signal's frame, what crashed: in a copy to NULL who asked for it. */
  for (int i = 2; i < n; i++)
    {
      if (is_in_library (callers[i]))
        _exit (NOT_OURS);
      if (number != SIGABRT && !is_in_libc (callers[i]))
        break;
    }
  signal (number, SIG_DFL);
  raise (number);
}

void
exit (int status)
{
  static void (*real) (int);
  if (is_in_library (__builtin_return_address (0)))
    _exit (NOT_OURS);
  *(void **) &real = dlsym (RTLD_NEXT, "exit");
  real (status);
  abort (); /* it does not return */
}

static void __attribute__ ((constructor)) start (void)
{
  const char *asked = getenv ("FAIL_NTH");

  if (asked != NULL && sscanf (asked, "%15s %lu %d", kind, &nth, &problem) == 3)
    {
      atexit (count_calls);
      if (strcmp (kind, "hdf5") == 0)
        {
          signal (SIGSEGV, on_crash);
          signal (SIGABRT, on_crash);
        }
      ready = 1;
    }
}

/* What src/base/refrain-malloc.c asks, which stands before malloc(). */
void *__libc_malloc (size_t bytes);
void *__libc_calloc (size_t n, size_t size);
void *__libc_realloc (void *block, size_t bytes);

void *
__libc_malloc (size_t bytes)
{
  REAL (void *, "__libc_malloc", size_t);
  return fails_allocating (bytes) ? NULL : real (bytes);
}

void *
__libc_calloc (size_t n, size_t size)
{
  REAL (void *, "__libc_calloc", size_t, size_t);
  return fails_allocating (n * size) ? NULL : real (n, size);
}

void *
__libc_realloc (void *block, size_t bytes)
{
  REAL (void *, "__libc_realloc", void *, size_t);
  return fails_allocating (bytes) ? NULL : real (block, bytes);
}

static int
open_file (const char *name, const char *path, int flags, int mode)
{
  REAL (int, "open", const char *, int, ...);
  (void) name;
  return fails_at ("open", path) ? -1 : real (path, flags, mode);
}

#define OPEN(name)                                                                                 \
  int name (const char *path, int flags, ...)                                                      \
  {                                                                                                \
    va_list more;                                                                                  \
    int mode;                                                                                      \
    va_start (more, flags);                                                                        \
    mode = va_arg (more, int);                                                                     \
    va_end (more);                                                                                 \
    return open_file (#name, path, flags, mode);                                                   \
  }
OPEN (open)
OPEN (open64)

ssize_t
write (int fd, const void *bytes, size_t n)
{
  REAL (ssize_t, "write", int, const void *, size_t);
  /* Pipes and terminals are not what is tested. */
  if (fd <= STDERR_FILENO || !fails_of ("write", fd))
    return real (fd, bytes, n);
  return problem == 0 ? real (fd, bytes, n / 2 + 1) : -1;
}

ssize_t
pwrite64 (int fd, const void *bytes, size_t n, off64_t at)
{
  REAL (ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  if (!fails_of ("write", fd))
    return real (fd, bytes, n, at);
  return problem == 0 ? real (fd, bytes, n / 2 + 1, at) : -1;
}

ssize_t
pwrite (int fd, const void *bytes, size_t n, off_t at)
{
  return pwrite64 (fd, bytes, n, at);
}

int
fsync (int fd)
{
  REAL (int, "fsync", int);
  if (!fails_of ("fsync", fd))
    return real (fd);
  return problem != 0 ? -1 : usleep (1000000) + real (fd);
}

int
rename (const char *from, const char *to)
{
  REAL (int, "rename", const char *, const char *);
  return fails_at ("rename", to) ? -1 : real (from, to);
}

/* ---- Reading ---- */

static int
is_watched (int fd)
{
  const char *text = getenv ("FAIL_IN");
  char path[4096];

  if (!ready || text == NULL)
    return 0;
  find_path (fd, path, sizeof path);
  return strstr (path, text) != NULL;
}

static int
fails_reading (int fd)
{
  return ready && strcmp (kind, "read") == 0 && is_watched (fd) && fails ("read");
}

ssize_t
read (int fd, void *bytes, size_t n)
{
  REAL (ssize_t, "read", int, void *, size_t);
  return fails_reading (fd) ? -1 : real (fd, bytes, n);
}

ssize_t
pread64 (int fd, void *bytes, size_t n, off64_t at)
{
  REAL (ssize_t, "pread64", int, void *, size_t, off64_t);
  return fails_reading (fd) ? -1 : real (fd, bytes, n, at);
}

ssize_t
pread (int fd, void *bytes, size_t n, off_t at)
{
  return pread64 (fd, bytes, n, at);
}

/* That of the C library calls its own read(). */
size_t
fread (void *bytes, size_t size, size_t n, FILE *file)
{
  REAL (size_t, "fread", void *, size_t, size_t, FILE *);
  if (!fails_reading (fileno (file)))
    return real (bytes, size, n, file);
  file->_flags |= 0x20; /* ferror() */
  return 0;
}

/* Of the @n bytes at @at, the first pages that fail and all behind them: an empty file has none. */
static void
take_pages (char *at, size_t n)
{
  const size_t page = (size_t) sysconf (_SC_PAGESIZE);
  static int empty = -1;

  for (size_t first = 0; first < n; first += page)
    if (fails ("page"))
      {
        REAL (void *, "mmap", void *, size_t, int, int, int, off_t);
        if (empty < 0)
          empty = memfd_create ("empty", MFD_CLOEXEC);
        real (at + first, n - first, PROT_READ, MAP_PRIVATE | MAP_FIXED, empty, 0);
        return;
      }
}

void *
mmap (void *at, size_t n, int protection, int flags, int fd, off_t offset)
{
  REAL (void *, "mmap", void *, size_t, int, int, int, off_t);
  if (fd >= 0 && fails ("mmap"))
    return MAP_FAILED;
  at = real (at, n, protection, flags, fd, offset);
  if (at != MAP_FAILED && fd >= 0 && is_watched (fd))
    take_pages (at, n);
  return at;
}

void *
mmap64 (void *at, size_t n, int protection, int flags, int fd, off64_t offset)
{
  return mmap (at, n, protection, flags, fd, (off_t) offset);
}
