/* tracer-spool.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file of one thread, written through a window of shared memory: what was written is the
 * operating system's, whatever becomes of the process. Blocks are reserved before they are mapped,
 * so that a full disk is an error here and no signal later; recording stops then, and the program
 * goes on. A thread without a file is a spool as well, which takes nothing: the tracer of its
 * process does all else that those of the others do, which wait for it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "tracer-spool-format.h"

typedef struct
{
  TracerSpoolHeader *header;
  unsigned char *at;    /* where the next record goes */
  unsigned char *limit; /* beyond it there may be no room for a record */
  unsigned char *window;
  uint64_t window_offset; /* in the file */
  uint64_t last;          /* time of the last event */
  uint64_t last_request;
  int fd;
  bool stopped;
  volatile bool busy;    /* a record is being written */
  TracerSpoolHeader own; /* where there is no file */
} TracerSpool;

/* Makes the file @path. false, with errno set, where that cannot be done or no record fits: @self
 * is one that takes no records then, and the file, if there is one, says so. */
bool tracer_spool_open (TracerSpool *self, const char *path, uint64_t now);
static inline bool
tracer_spool_has_file (const TracerSpool *self)
{
  return self->header != &self->own;
}

/* Nothing more will be written. */
void tracer_spool_close (TracerSpool *self);
/* Moves the window on. false, once and for all, where the disk has no room. */
bool tracer_spool_grow (TracerSpool *self);

/* ---- Writing a record: begin, put, commit ---- */

/* Returns the place for a record, or NULL when none can be written. */
static inline unsigned char *
tracer_spool_begin (TracerSpool *self, TracerRecord code)
{
  if (__builtin_expect (self->busy, false))
    {
      self->header->n_lost++;
      return NULL;
    }
  self->busy = true;
  if (__builtin_expect (self->stopped, false)
      || (__builtin_expect (self->at > self->limit, false) && !tracer_spool_grow (self)))
    {
      self->busy = false;
      return NULL;
    }
  *self->at = (unsigned char) code;
  return self->at + 1;
}

/* The record ends at @at: from now on it is there. */
static inline void
tracer_spool_commit (TracerSpool *self, unsigned char *at)
{
  self->at = at;
  __atomic_store_n (&self->header->used,
                    self->window_offset + (uint64_t) (at - self->window) - TRACER_SPOOL_HEADER,
                    __ATOMIC_RELEASE);
  self->busy = false;
}

static inline unsigned char *
tracer_put (unsigned char *at, uint64_t number)
{
  while (number >= 0x80)
    {
      *at++ = (unsigned char) (number | 0x80);
      number >>= 7;
    }
  *at++ = (unsigned char) number;
  return at;
}

static inline unsigned char *
tracer_put_signed (unsigned char *at, int64_t number)
{
  return tracer_put (at, ((uint64_t) number << 1) ^ (uint64_t) (number >> 63));
}

unsigned char *tracer_put_text (unsigned char *at, const char *text);

/* As tracer_spool_begin(), of an event at @time. */
static inline unsigned char *
tracer_spool_begin_event (TracerSpool *self, TracerRecord code, uint64_t time)
{
  unsigned char *at = tracer_spool_begin (self, code);

  if (at == NULL)
    return NULL;
  at = tracer_put (at, time > self->last ? time - self->last : 0);
  self->last = time > self->last ? time : self->last;
  return at;
}

static inline unsigned char *
tracer_put_request (TracerSpool *self, unsigned char *at, uint64_t request)
{
  at = tracer_put_signed (at, (int64_t) (request - self->last_request));
  self->last_request = request;
  return at;
}
