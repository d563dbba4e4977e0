/* tracer-spool.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window moves through the file; only it and the header are ever mapped, whatever the length of
 * the run.
 */
#define _GNU_SOURCE
#include "tracer-spool.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define WINDOW (256 * 1024)

_Static_assert(sizeof (TracerSpoolHeader) <= TRACER_SPOOL_HEADER, "the header is too long");

/* Reserves [offset, offset + length) on the disk: 0 or the cause. A limit is asked first, since
 * running into it is a signal. */
static int
reserve (int fd, uint64_t offset, uint64_t length)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY
      && offset + length > limit.rlim_cur)
    return EFBIG;
  for (;;)
    {
      const int cause = posix_fallocate (fd, (off_t) offset, (off_t) length);

      if (cause != EINTR)
        return cause;
    }
}

/* Moves the window to where the next record goes, @at in the file. */
static bool
map_window (TracerSpool *self, uint64_t at)
{
  const uint64_t page = (uint64_t) sysconf (_SC_PAGESIZE);
  const uint64_t offset = at / page * page;
  int cause = reserve (self->fd, offset, WINDOW);
  void *window;

  if (cause != 0)
    {
      /* Some file systems keep the part for which there was room. */
      if (ftruncate (self->fd, (off_t) (self->window != NULL ? self->window_offset + WINDOW
                                                             : TRACER_SPOOL_HEADER))
          != 0)
        self->stopped = true;
      errno = cause;
      return false;
    }
  window = mmap (NULL, WINDOW, PROT_READ | PROT_WRITE, MAP_SHARED, self->fd, (off_t) offset);
  if (window == MAP_FAILED)
    return false;
  if (self->window != NULL)
    munmap (self->window, WINDOW);
  self->window = window;
  self->window_offset = offset;
  self->limit = self->window + WINDOW - TRACER_MAX_RECORD;
  self->at = self->window + (at - offset);
  return true;
}

/* Makes the file, of a header only: 0 or the cause, and no file is there then. */
static int
make_file (TracerSpool *self, const char *path)
{
  void *header = MAP_FAILED;
  int cause;

  self->header = &self->own;
  self->fd = open (path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (self->fd < 0)
    return errno;
  cause = reserve (self->fd, 0, TRACER_SPOOL_HEADER);
  if (cause == 0)
    {
      header = mmap (NULL, TRACER_SPOOL_HEADER, PROT_READ | PROT_WRITE, MAP_SHARED, self->fd, 0);
      cause = header == MAP_FAILED ? errno : 0;
    }
  if (cause == 0)
    self->header = header;
  else
    {
      close (self->fd);
      unlink (path);
    }
  return cause;
}

/* Nothing more will be written, and the header says why and since when. */
static void
stop (TracerSpool *self, int cause)
{
  self->stopped = true;
  self->header->stop_cause = (uint32_t) cause;
  self->header->stopped_at = self->last;
  __atomic_or_fetch (&self->header->state, TRACER_STOPPED, __ATOMIC_RELEASE);
}

bool
tracer_spool_open (TracerSpool *self, const char *path, uint64_t now)
{
  int cause;

  memset (self, 0, sizeof *self);
  cause = make_file (self, path);
  self->last = now;
  self->header->version = TRACER_SPOOL_VERSION;
  self->header->order = TRACER_SPOOL_ORDER;
  self->header->base = now;
  self->header->process = (uint64_t) getpid ();
  self->header->rank = TRACER_NO_RANK;
  if (cause == 0 && !map_window (self, TRACER_SPOOL_HEADER))
    cause = errno;
  if (cause != 0)
    stop (self, cause);
  memcpy (self->header->magic, TRACER_SPOOL_MAGIC, sizeof TRACER_SPOOL_MAGIC);
  errno = cause;
  return cause == 0;
}

bool
tracer_spool_grow (TracerSpool *self)
{
  const uint64_t at = self->window_offset + (uint64_t) (self->at - self->window);

  if (!map_window (self, at))
    {
      stop (self, errno);
      return false;
    }
  return true;
}

void
tracer_spool_close (TracerSpool *self)
{
  const uint64_t used = self->header->used;

  self->stopped = true;
  __atomic_or_fetch (&self->header->state, TRACER_ENDED, __ATOMIC_RELEASE);
  if (!tracer_spool_has_file (self))
    return;
  if (self->window != NULL)
    munmap (self->window, WINDOW);
  munmap (self->header, TRACER_SPOOL_HEADER);
  /* What was reserved and not used; the file is as good with it. */
  if (ftruncate (self->fd, (off_t) (TRACER_SPOOL_HEADER + used)) != 0)
    errno = 0;
  close (self->fd);
}

unsigned char *
tracer_put_text (unsigned char *at, const char *text)
{
  const size_t n = strnlen (text, TRACER_MAX_TEXT);

  at = tracer_put (at, n);
  memcpy (at, text, n);
  return at + n;
}
