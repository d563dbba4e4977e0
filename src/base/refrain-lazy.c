/* refrain-lazy.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The bytes lie in a file in memory that is mapped, closed but for the blocks that were filled and
 * written into it. So nobody sees half a block, and blocks side by side are one mapping, of which
 * the system allows some ten thousand. Where blocks are asked for again and again, since whoever
 * reads looks at more than may stay, they are filled a few times, and then lie in a file on the
 * disk, which is mapped in their place: reading is never more than a few times as long as once
 * through.
 */
#define _GNU_SOURCE /* memfd_create() */
#include "refrain-lazy.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "refrain-free.h"
#include "refrain-memory.h"
#include "refrain-object.h"

/* What filled blocks may take of the budget; of a small one most, since what analyses keep can lie
 * in a file; and what they may take of any: so many that threads which read some columns side by
 * side do not take them from each other. */
#define SHARE  4
#define ENOUGH ((gsize) 256 << 20)
#define LEAST  ((gsize) 16 << 20)
/* How often a block is filled. What goes through all a few times makes no file. */
#define MOST_FILLS 4

enum
{
  EMPTY,
  BUSY, /* somebody fills or forgets it */
  FILLED,
};

/* Handlers walk the list without a lock: no element leaves it, free ones are used again. */
struct _RefrainLazy
{
  RefrainLazy *next;
  guint8 *data; /* NULL in a free one */
  int file;     /* in memory */
  int on_disk;  /* -1: none can be had; -2: not asked for yet */
  gsize bytes, block;
  int *states;   /* by block */
  guint8 *fills; /* by block: how often it was filled; of who made it busy */
  RefrainLazyFunc func;
  gpointer func_data;
};

typedef struct
{
  RefrainLazy *array;
  gsize block;
} Filled;

static GMutex lock;   /* for all but what handlers read; never held while blocks are filled */
static gsize n_fills; /* of all; atomic */
static RefrainLazy *all;
static struct
{
  Filled *ring;
  gsize room, first, n; /* room for all blocks there are */
  gsize bytes;
} filled;

/* The bytes of @block: the last one may have fewer. */
static gsize
get_size (const RefrainLazy *self, gsize block)
{
  return MIN (self->block, self->bytes - block * self->block);
}

/* ---- Forgetting ---- */

/* With the lock. */
static void
forget (const Filled *old)
{
  RefrainLazy *self = old->array;
  const gsize at = old->block * self->block, n = get_size (self, old->block);

  g_atomic_int_set (&self->states[old->block], BUSY);
  mprotect (self->data + at, n, PROT_NONE);
  fallocate (self->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t) at, (off_t) n);
  g_atomic_int_set (&self->states[old->block], EMPTY);
  filled.bytes -= n;
  refrain_memory_add (-(gssize) n);
}

static gsize
get_most (void)
{
  const guint64 budget = refrain_memory_get_used ();

  if (refrain_lazy_is_off ())
    return G_MAXSIZE;
  return (gsize) MAX (LEAST, MAX (budget / SHARE, MIN (ENOUGH, budget / 4 * 3)));
}

static void
remember (RefrainLazy *self, gsize block)
{
  const gsize n = get_size (self, block);
  const gsize most = get_most ();

  g_mutex_lock (&lock);
  while (filled.n > 0 && filled.bytes + n > most)
    {
      forget (&filled.ring[filled.first]);
      filled.first = (filled.first + 1) % filled.room;
      filled.n--;
    }
  filled.ring[(filled.first + filled.n++) % filled.room] = (Filled){ self, block };
  filled.bytes += n;
  refrain_memory_add ((gssize) n);
  g_atomic_int_set (&self->states[block], FILLED);
  g_mutex_unlock (&lock);
}

/* ---- Filling ---- */

static gboolean
write_bytes (int file, const guint8 *bytes, gsize n, gsize at)
{
  gsize done = 0;

  while (done < n)
    {
      const gssize got = pwrite (file, bytes + done, n - done, (off_t) (at + done));

      if (got < 0 && errno != EINTR)
        return FALSE;
      done += (gsize) MAX (got, 0);
    }
  return TRUE;
}

/* Puts a block of @n @bytes at @at on the disk, for good. FALSE where there is no room. */
static gboolean
put_on_disk (RefrainLazy *self, const guint8 *bytes, gsize n, gsize at)
{
  g_mutex_lock (&lock);
  if (self->on_disk == -2)
    {
      self->on_disk = refrain_memory_open_file ();
      if (self->on_disk >= 0 && ftruncate (self->on_disk, (off_t) self->bytes) != 0)
        {
          close (self->on_disk);
          self->on_disk = -1;
        }
    }
  g_mutex_unlock (&lock);
  return self->on_disk >= 0 && write_bytes (self->on_disk, bytes, n, at)
         && mmap (self->data + at, n, PROT_READ, MAP_SHARED | MAP_FIXED, self->on_disk, (off_t) at)
                != MAP_FAILED;
}

/* Of a block that this thread has made busy. */
static void
publish (RefrainLazy *self, gsize block, const guint8 *bytes)
{
  const gsize at = block * self->block, n = get_size (self, block);

  (void) g_atomic_pointer_add (&n_fills, 1);
  if (self->fills[block] < MOST_FILLS)
    self->fills[block]++;
  if (self->fills[block] == MOST_FILLS && put_on_disk (self, bytes, n, at))
    {
      g_atomic_int_set (&self->states[block], FILLED);
      return;
    }
  if (!write_bytes (self->file, bytes, n, at))
    g_error ("not enough memory for %" G_GSIZE_FORMAT " bytes", n);
  mprotect (self->data + at, n, PROT_READ);
#ifdef MADV_POPULATE_READ
  madvise (self->data + at, n, MADV_POPULATE_READ);
#endif
  remember (self, block);
}

gboolean
refrain_lazy_fill (gconstpointer where)
{
  const guint8 *at = where;

  for (RefrainLazy *self = g_atomic_pointer_get (&all); self != NULL; self = self->next)
    {
      const guint8 *data = g_atomic_pointer_get (&self->data);
      gsize block;

      if (data == NULL || at < data || at >= data + self->bytes)
        continue;
      block = (gsize) (at - data) / self->block;
      while (g_atomic_int_get (&self->states[block]) != FILLED)
        if (g_atomic_int_compare_and_exchange (&self->states[block], EMPTY, BUSY))
          {
            g_autofree guint8 *bytes = g_malloc (get_size (self, block));

            self->func (block, bytes, get_size (self, block), self->func_data);
            publish (self, block, bytes);
          }
        else
          sched_yield ();
      return TRUE;
    }
  return FALSE;
}

void
refrain_lazy_offer (RefrainLazy *self, gsize block, gconstpointer bytes)
{
  if (!g_atomic_int_compare_and_exchange (&self->states[block], EMPTY, BUSY))
    return;
  publish (self, block, bytes);
}

gboolean
refrain_lazy_is_off (void)
{
  static int off; /* 1: no, 2: yes */

  if (g_atomic_int_get (&off) == 0)
    {
      const char *preloaded = g_getenv ("LD_PRELOAD");

      g_atomic_int_set (&off, g_strcmp0 (g_getenv ("REFRAIN_LAZY"), "no") == 0
                                      || (preloaded != NULL && strstr (preloaded, "/vgpreload_"))
                                  ? 2
                                  : 1);
    }
  return g_atomic_int_get (&off) == 2;
}

void
refrain_lazy_fill_all (RefrainLazy *self)
{
  for (gsize at = 0; at < self->bytes; at += self->block)
    refrain_lazy_fill (self->data + at);
}

/* ---- Arrays ---- */

/* FALSE where that cannot be. */
static gboolean
map (RefrainLazy *self, gsize bytes)
{
  void *data = MAP_FAILED;

  self->on_disk = -2;
  self->file = memfd_create ("refrain", MFD_CLOEXEC);
  if (self->file >= 0 && ftruncate (self->file, (off_t) bytes) == 0)
    data = mmap (NULL, bytes, PROT_NONE, MAP_SHARED | MAP_NORESERVE, self->file, 0);
  if (data == MAP_FAILED && self->file >= 0)
    close (self->file);
  g_atomic_pointer_set (&self->data, data != MAP_FAILED ? data : NULL);
  return data != MAP_FAILED;
}

/* With the lock. */
static RefrainLazy *
take_free (void)
{
  RefrainLazy *self = all;

  while (self != NULL && self->data != NULL)
    self = self->next;
  if (self == NULL)
    {
      self = g_new0 (RefrainLazy, 1);
      self->next = all;
      g_atomic_pointer_set (&all, self);
    }
  return self;
}

/* Keeps of what is filled only what does not belong to @self, in a ring with room for @more blocks
 * more. With the lock. */
static void
renew_ring (const RefrainLazy *self, gssize more)
{
  const gsize room = filled.room + (gsize) more;
  Filled *ring = g_new (Filled, MAX (room, 1));
  gsize n = 0;

  for (gsize i = 0; i < filled.n; i++)
    {
      const Filled *old = &filled.ring[(filled.first + i) % filled.room];

      if (old->array == self)
        forget (old);
      else
        ring[n++] = *old;
    }
  g_free (filled.ring);
  filled.ring = ring;
  filled.room = room;
  filled.first = 0;
  filled.n = n;
}

RefrainLazy *
refrain_lazy_new (gsize bytes, gsize block, RefrainLazyFunc func, gpointer data)
{
  const gsize n_blocks = bytes / block + (bytes % block != 0);
  RefrainLazy *self;

  g_return_val_if_fail (bytes > 0 && block > 0, NULL);

  (void) refrain_memory_get_budget (); /* found out now, not in a handler */
  (void) refrain_lazy_is_off ();
  g_mutex_lock (&lock);
  self = take_free ();
  self->bytes = bytes;
  self->block = block;
  self->func = func;
  self->func_data = data;
  self->states = g_new0 (int, n_blocks);
  self->fills = g_malloc0 (n_blocks);
  if (map (self, bytes))
    renew_ring (NULL, (gssize) n_blocks);
  else
    {
      refrain_clear (&self->states, &self->fills);
      self = NULL;
    }
  g_mutex_unlock (&lock);
  return self;
}

void
refrain_lazy_free (RefrainLazy *self)
{
  g_mutex_lock (&lock);
  renew_ring (self, -(gssize) (self->bytes / self->block + (self->bytes % self->block != 0)));
  {
    guint8 *data = self->data;

    g_atomic_pointer_set (&self->data, NULL);
    munmap (data, self->bytes);
    close (self->file);
    if (self->on_disk >= 0)
      close (self->on_disk);
  }
  refrain_clear (&self->states, &self->fills);
  g_mutex_unlock (&lock);
}

REFRAIN_READER (refrain_lazy_get_data, const RefrainLazy, gconstpointer, self->data)

gsize
refrain_lazy_count_fills (void)
{
  return (gsize) g_atomic_pointer_get (&n_fills);
}
