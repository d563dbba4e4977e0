/* refrain-malloc.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For programs: whatever is allocated in large blocks obeys the budget of refrain-memory.h, too,
 * arrays of GLib and of other libraries included. Stands before malloc() of the C library, which
 * has all that is small, and all that fits. Not part of librefrain: whose program it is decides.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "refrain-memory.h"

/* By which programs that put something before glibc's allocator reach it. */
void *__libc_malloc (size_t bytes);
void *__libc_calloc (size_t n, size_t size);
void *__libc_realloc (void *block, size_t bytes);
void *__libc_memalign (size_t alignment, size_t bytes);
void __libc_free (void *block);

/* What is smaller is neither counted nor looked at. */
#define LEAST ((gsize) 4 << 10)
/* So much that is free stays with each thread, where this is a small part of the budget, and blocks
 * of up to a quarter of it are taken from there: what unpacks one block of columns after another
 * would give the same memory back each time, and have the system clear its pages anew. */
#define KEPT      ((gsize) 16 << 20)
#define KEPT_PART 64
/* The heap grows by so much, which large pages are asked for. What lies across an end of it has none:
 * with a quarter of this, reading a trace of many processes took a third longer. */
#define GROWTH ((gsize) 32 << 20)

static inline gboolean
is_in_file (const void *block)
{
  return (gsize) block >= refrain_memory_file_start && (gsize) block < refrain_memory_file_end;
}

/* That of the C library. Until libraries have set themselves up, by whom some is allocated before,
 * it is NULL, and all is in memory and not counted. */
static size_t (*libc_usable_size) (void *block);

static void __attribute__ ((constructor)) start (void)
{
  *(void **) &libc_usable_size = dlsym (RTLD_NEXT, "malloc_usable_size");
  if (refrain_memory_get_budget () / KEPT_PART >= KEPT)
    {
      mallopt (M_TRIM_THRESHOLD, (int) KEPT);
      mallopt (M_MMAP_THRESHOLD, (int) (KEPT / 4));
      mallopt (M_TOP_PAD, (int) GROWTH);
    }
}

/* The bytes of a @block in memory that count. */
static inline gsize
get_counted (void *block)
{
  const gsize bytes = block != NULL && libc_usable_size != NULL ? libc_usable_size (block) : 0;

  return bytes >= LEAST ? bytes : 0;
}

/* @block is new, or NULL. */
static void *
count (void *block)
{
  const gsize bytes = get_counted (block);

  if (bytes == 0)
    return block;
  refrain_memory_add ((gssize) bytes);
  refrain_memory_ask_for_large_pages (block, bytes);
  return block;
}

/* A block in the file, or NULL where @bytes are few or fit. */
static inline void *
try_file (gsize bytes, gboolean cleared)
{
  return bytes >= LEAST && libc_usable_size != NULL ? refrain_memory_try_file (bytes, cleared)
                                                    : NULL;
}

/* Some libraries ask, and use all that they are told of. */
size_t
malloc_usable_size (void *block)
{
  if (is_in_file (block))
    return refrain_memory_get_size (block);
  return block != NULL && libc_usable_size != NULL ? libc_usable_size (block) : 0;
}

void *
malloc (size_t bytes)
{
  void *block = try_file (bytes, FALSE);

  return block != NULL ? block : count (__libc_malloc (bytes));
}

void *
calloc (size_t n, size_t size)
{
  gsize bytes;
  void *block = g_size_checked_mul (&bytes, n, size) ? try_file (bytes, TRUE) : NULL;

  return block != NULL ? block : count (__libc_calloc (n, size));
}

void
free (void *block)
{
  gsize bytes;
  const int was = errno;

  if (is_in_file (block))
    refrain_memory_free (block);
  else
    {
      bytes = get_counted (block);
      __libc_free (block);
      if (bytes > 0)
        refrain_memory_add (-(gssize) bytes);
    }
  errno = was;
}

/* A @block of @before bytes goes elsewhere. */
static void *
move (void *block, gsize before, gsize bytes)
{
  void *to = malloc (bytes);

  if (to == NULL)
    return NULL;
  memcpy (to, block, MIN (before, bytes));
  free (block);
  return to;
}

void *
realloc (void *block, size_t bytes)
{
  gsize before;
  void *to;

  if (block == NULL)
    return malloc (bytes);
  if (is_in_file (block))
    {
      before = refrain_memory_get_size (block);
      if (bytes > before || bytes < refrain_memory_get_least ())
        return move (block, before, bytes);
      refrain_memory_shorten (block, bytes);
      return block;
    }
  before = malloc_usable_size (block);
  to = before > 0 && bytes > before ? try_file (bytes, FALSE) : NULL;
  if (to != NULL)
    {
      memcpy (to, block, before);
      free (block);
      return to;
    }
  before = get_counted (block);
  to = __libc_realloc (block, bytes);
  if (to == NULL && bytes > 0)
    return NULL;
  refrain_memory_add ((gssize) get_counted (to) - (gssize) before);
  if (get_counted (to) > before)
    refrain_memory_ask_for_large_pages (to, get_counted (to));
  return to;
}

/* ---- Always in memory, and counted since free() does not know them ---- */

void *
memalign (size_t alignment, size_t bytes)
{
  return count (__libc_memalign (alignment, bytes));
}

void *
aligned_alloc (size_t alignment, size_t bytes)
{
  return memalign (alignment, bytes);
}

int
posix_memalign (void **block, size_t alignment, size_t bytes)
{
  void *made;

  if (alignment % sizeof (void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
    return EINVAL;
  made = memalign (alignment, bytes);
  if (made == NULL)
    return ENOMEM;
  *block = made;
  return 0;
}
