/* fail-nth.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Preloaded, makes the n-th call of one kind fail, and all after it:
 *
 *   FAIL_NTH="KIND N ERROR" LD_PRELOAD=libfail-nth.so PROGRAM...
 *
 * KIND: memory (blocks of 64 kB and more), open, write, fsync, rename, mmap (of files). ERROR: an
 * errno, or 0 for writes of which half are written. N 0: none fails; how many there were is written
 * into the file that FAIL_COUNT names.
 */
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS /* both names of each function are wanted */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define LARGE ((size_t) 64 << 10)

static int ready, problem;
static char kind[16];
static unsigned long nth, met;

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

static void __attribute__ ((constructor)) start (void)
{
  const char *asked = getenv ("FAIL_NTH");

  if (asked != NULL && sscanf (asked, "%15s %lu %d", kind, &nth, &problem) == 3)
    {
      atexit (count_calls);
      ready = 1;
    }
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

#define REAL(type, name, ...)                                                                      \
  static type (*real) (__VA_ARGS__);                                                               \
  if (real == NULL)                                                                                \
  *(void **) &real = dlsym (RTLD_NEXT, name)

/* What src/base/refrain-malloc.c asks, which stands before malloc(). */
void *__libc_malloc (size_t bytes);
void *__libc_calloc (size_t n, size_t size);
void *__libc_realloc (void *block, size_t bytes);

void *
__libc_malloc (size_t bytes)
{
  REAL (void *, "__libc_malloc", size_t);
  return bytes >= LARGE && fails ("memory") ? NULL : real (bytes);
}

void *
__libc_calloc (size_t n, size_t size)
{
  REAL (void *, "__libc_calloc", size_t, size_t);
  return n * size >= LARGE && fails ("memory") ? NULL : real (n, size);
}

void *
__libc_realloc (void *block, size_t bytes)
{
  REAL (void *, "__libc_realloc", void *, size_t);
  return bytes >= LARGE && fails ("memory") ? NULL : real (block, bytes);
}

static int
open_file (const char *name, const char *path, int flags, int mode)
{
  REAL (int, "open", const char *, int, ...);
  (void) name;
  return fails ("open") ? -1 : real (path, flags, mode);
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
  if (fd <= STDERR_FILENO || !fails ("write"))
    return real (fd, bytes, n);
  return problem == 0 ? real (fd, bytes, n / 2 + 1) : -1;
}

ssize_t
pwrite64 (int fd, const void *bytes, size_t n, off64_t at)
{
  REAL (ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  if (!fails ("write"))
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
  return fails ("fsync") ? -1 : real (fd);
}

int
rename (const char *from, const char *to)
{
  REAL (int, "rename", const char *, const char *);
  return fails ("rename") ? -1 : real (from, to);
}

void *
mmap (void *at, size_t n, int protection, int flags, int fd, off_t offset)
{
  REAL (void *, "mmap", void *, size_t, int, int, int, off_t);
  return fd >= 0 && fails ("mmap") ? MAP_FAILED : real (at, n, protection, flags, fd, offset);
}

void *
mmap64 (void *at, size_t n, int protection, int flags, int fd, off64_t offset)
{
  return mmap (at, n, protection, flags, fd, (off_t) offset);
}
