/* command-match.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The options of refrain-cli match, and the pattern that they describe.
 */
#pragma once

#include "refrain-command.h"
#include "refrain-pattern.h"
#include "refrain-pattern-match.h"

G_BEGIN_DECLS

/* Of a number: its option is not there. */
#define REFRAIN_MATCH_NOT_GIVEN G_MININT

/* What the options say. The pattern's own are NULL where they are not given; those that may go
 * without a number are then "all". */
typedef struct
{
  char *pattern, *wavefront, *stencil, *transpose;
  char *ring, *butterfly, *binary_tree, *all_to_all;
  int origin, like;
  gboolean periodic, broadcast;
  int edits, total_edits, limit;
  gboolean any_order;
  char *receive;
  gboolean json;
} RefrainMatchCommand;

void refrain_match_command_clear (RefrainMatchCommand *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainMatchCommand, refrain_match_command_clear)

/* The checks that need no trace: prints what is wrong; gives an exit status. */
int refrain_match_command_check (const RefrainMatchCommand *options);
RefrainReceivePlace refrain_match_command_get_receive (const RefrainMatchCommand *options);
/* The pattern, if it is none from a file; NULL with @error. *detected: its occurrences as
 * refrain_match_detected_new() gives them if it is one that was detected, else NULL. */
RefrainPatternTemplate *refrain_match_command_make_template (const RefrainMatchCommand *options,
                                                             RefrainTrace *trace,
                                                             GHashTable **detected,
                                                             GError **error);

/* The operations of each occurrence of @pattern, found in @symbols. O(n log n) for n operations in
 * one occurrence. Free with g_hash_table_unref(). */
GHashTable *refrain_match_detected_new (RefrainSymbols *symbols, RefrainPattern *pattern);
/* Whether match @i, found in @symbols of the same trace, has the operations of one of these. */
gboolean refrain_match_detected_contains (GHashTable *self,
                                          RefrainSymbols *symbols,
                                          const RefrainMatchResult *result,
                                          guint i);

G_END_DECLS
