/* tracer-routines.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls of the program's own routines, where it was compiled with -finstrument-functions. A routine
 * is named when it is first called; whether it is recorded is decided then, too.
 */
#define _GNU_SOURCE
#include "tracer-threads.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "tracer-symbols.h"
#include "tracer-wrapping.h"

/* Of a thread; a program has no more that are worth telling apart. */
#define N_SLOTS   16384
#define MAX_KNOWN (N_SLOTS * 3 / 4)
/* Behind the numbers of MPI's routines. */
#define FIRST_ID 1024
#define EXCLUDED UINT32_MAX

_Static_assert(TRACER_N_NAMES < FIRST_ID, "numbers of routines overlap");

typedef struct
{
  void *address; /* NULL: free */
  uint32_t id;   /* EXCLUDED: not recorded */
} Slot;

struct TracerRoutines
{
  unsigned n;
  Slot slots[N_SLOTS];
};

/* ---- Which ---- */

/* Whether one of the patterns, which stand on a line each in @variable, is of @name. */
static bool
is_among (const char *variable, const char *name, bool otherwise)
{
  const char *text = getenv (variable);
  char pattern[TRACER_MAX_TEXT];

  if (text == NULL || *text == '\0')
    return otherwise;
  while (*text != '\0')
    {
      const size_t n = strcspn (text, "\n");

      if (n < sizeof pattern)
        {
          memcpy (pattern, text, n);
          pattern[n] = '\0';
          if (fnmatch (pattern, name, 0) == 0)
            return true;
        }
      text += text[n] == '\n' ? n + 1 : n;
    }
  return false;
}

static bool
is_wanted (const char *name)
{
  return is_among ("REFRAIN_TRACER_FILTER", name, true)
         && !is_among ("REFRAIN_TRACER_EXCLUDE", name, false);
}

static uint32_t
define (TracerThread *t, void *address, uint32_t id)
{
  TracerSymbol symbol;
  unsigned char *at;

  tracer_symbol_find (address, &symbol);
  if (!is_wanted (symbol.name))
    return EXCLUDED;
  at = tracer_spool_begin (&t->spool, TRACER_ROUTINE);
  if (at == NULL)
    return EXCLUDED;
  at = tracer_put (at, id);
  at = tracer_put (at, 0);
  at = tracer_put (at, symbol.offset);
  at = tracer_put_text (at, symbol.name);
  at = tracer_put_text (at, symbol.file);
  tracer_spool_commit (&t->spool, at);
  return id;
}

static uint32_t
find (TracerThread *t, void *address)
{
  size_t i
      = (size_t) (((uint64_t) (uintptr_t) address * UINT64_C (0x9E3779B97F4A7C15)) >> 40) % N_SLOTS;
  struct TracerRoutines *known = t->routines;

  if (UNLIKELY (known == NULL))
    {
      known = t->routines = calloc (1, sizeof *known);
      if (known == NULL)
        return EXCLUDED;
    }
  for (; known->slots[i].address != NULL; i = (i + 1) % N_SLOTS)
    if (known->slots[i].address == address)
      return known->slots[i].id;
  if (known->n == MAX_KNOWN)
    return EXCLUDED;
  known->slots[i].address = address;
  known->slots[i].id = EXCLUDED; /* while it is named, nothing of it is recorded */
  known->slots[i].id = define (t, address, FIRST_ID + known->n++);
  return known->slots[i].id;
}

/* ---- Calls ---- */

void __cyg_profile_func_enter (void *routine, void *site);
void __cyg_profile_func_exit (void *routine, void *site);

#define DEEPEST (sizeof ((TracerThread *) NULL)->recorded * 8)

static void
put (TracerThread *t, TracerRecord code, uint32_t id, uint64_t now)
{
  unsigned char *at = tracer_spool_begin_event (&t->spool, code, now);

  if (LIKELY (at != NULL))
    tracer_spool_commit (&t->spool, tracer_put (at, id));
}

EXPORT void
__cyg_profile_func_enter (void *routine, void *site)
{
  TracerThread *t = tracer_thread_get ();
  unsigned depth;
  uint64_t now;
  uint32_t id;

  (void) site;
  if (t == NULL)
    return;
  now = tracer_ticks_time (&t->ticks, tracer_ticks_read ());
  depth = t->depth++;
  if (depth >= DEEPEST)
    return;
  t->recorded[depth / 64] &= ~(UINT64_C (1) << depth % 64);
  if (UNLIKELY (!tracer_is_on (now)) || (id = find (t, routine)) == EXCLUDED)
    return;
  t->recorded[depth / 64] |= UINT64_C (1) << depth % 64;
  put (t, TRACER_ENTER, id, now);
}

EXPORT void
__cyg_profile_func_exit (void *routine, void *site)
{
  TracerThread *t = tracer_thread_get ();
  unsigned depth;

  (void) site;
  if (t == NULL || t->depth == 0)
    return;
  depth = --t->depth;
  if (depth < DEEPEST && (t->recorded[depth / 64] >> depth % 64 & 1) != 0)
    put (t, TRACER_LEAVE, find (t, routine), tracer_ticks_time (&t->ticks, tracer_ticks_read ()));
}
