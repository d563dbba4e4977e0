/* refrain-claims.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How much a file may say that there is. A few bytes name a process, which takes kilobytes before
 * it has an event: without a limit a small packed file would take all memory. The rule, of all
 * readers:
 *
 *   A trace may take 512 MiB, and 256 bytes for each byte that its files have when unpacked.
 *
 * Who reads something that takes more memory than the bytes that tell of it asks first.
 */
#pragma once

#include <glib.h>

#define REFRAIN_CLAIMS_FREE     ((guint64) 512 << 20)
#define REFRAIN_CLAIMS_PER_BYTE 256

typedef enum
{
  REFRAIN_CLAIM_PROCESSES,
  REFRAIN_CLAIM_THREADS, /* of all processes, one each included */
  REFRAIN_CLAIM_MEMBERS, /* of all communicators */
  REFRAIN_N_CLAIMS,
} RefrainClaim;

/* Begins as { .name = FILE }. */
typedef struct
{
  const char *name; /* the file's, for messages */
  guint64 bytes;    /* unpacked, as far as they are known */
  guint64 n[REFRAIN_N_CLAIMS];
} RefrainClaims;

/* Claims @n more of @what. FALSE with @error, "NAME: PLACE: CAUSE" (@place may be NULL), where all
 * that is claimed would take more memory than the rule allows. */
gboolean refrain_claims_add (
    RefrainClaims *self, RefrainClaim what, guint64 n, const char *place, GError **error);
