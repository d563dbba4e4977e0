/* refrain-compact-make.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A trace's events in the compact form.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-compact-form.h"
#include "refrain-trace.h"

/* How the events are kept: what rules were found by, if there are any. */
typedef enum
{
  REFRAIN_COMPACT_CALLS,  /* sub-trees of the calls, and sequences of them */
  REFRAIN_COMPACT_LOOPS,  /* loops of the stream of events */
  REFRAIN_COMPACT_BLOCKS, /* no rules: columns in blocks (refrain-block.h) */
  REFRAIN_N_COMPACT_METHODS
} RefrainCompactMethod;

/* "calls", "loops", "blocks". */
const char *refrain_compact_method_get_name (RefrainCompactMethod method);

/* Bytes that the events take by each method (0: that was not tried), and the method that takes
 * fewest. */
typedef struct
{
  RefrainCompactMethod method;
  guint64 bytes[REFRAIN_N_COMPACT_METHODS];
} RefrainCompactSizes;

typedef struct
{
  RefrainCompactForm form;  /* lengths, and the arrays that packing would not make smaller */
  GPtrArray *packed;        /* of GByteArray, by array of refrain_compact_form_list(), or NULL */
  gboolean *derived;        /* by column of refrain_columns_list(): expanding gives it */
  gboolean has_collectives; /* expanding gives these, too */
  RefrainCompactSizes sizes;
} RefrainCompactMade;

/* The form of @trace by the method that makes it smaller. It has been expanded again and compared:
 * what comes out otherwise is not derived. Free with refrain_compact_made_free(). NULL with @error
 * when cancelled. Of at most 2^28 events: packed bytes are counted in 32 bits. Nearly O(events). */
RefrainCompactMade *
refrain_compact_make (RefrainTrace *trace, GCancellable *cancellable, GError **error);
/* The same by @method; only its own size is told. */
RefrainCompactMade *refrain_compact_make_by (RefrainTrace *trace,
                                             RefrainCompactMethod method,
                                             GCancellable *cancellable,
                                             GError **error);
void refrain_compact_made_free (RefrainCompactMade *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainCompactMade, refrain_compact_made_free)
