/* refrain-expression.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Expressions over whole numbers, as the rules of refrain-topology-rules.h have them.
 */
#pragma once

#include <glib.h>

/* Where reading stands: text that ends with a NUL. */
typedef struct
{
  const char *at;
  const char *line_start;
  guint line;
  const char *problem; /* what is wrong at @at: untranslated words for gettext; or NULL */
} RefrainRuleReader;

/* What an expression may name. */
typedef struct
{
  gint64 n, i, k;
} RefrainRuleValues;

typedef struct _RefrainExpression RefrainExpression;

/* Over blanks and comments, not over the end of a line. */
void refrain_rule_skip (RefrainRuleReader *reader);
/* Reads @word where it comes next, as a whole word where it is one. */
gboolean refrain_rule_take (RefrainRuleReader *reader, const char *word);

/* Reads the longest expression that begins here; @names: the letters it may use ("n", "nik"). NULL
 * with the reader's problem at the first character that does not fit. O(length). Free with
 * refrain_expression_free(). */
RefrainExpression *refrain_expression_read (RefrainRuleReader *reader, const char *names);
void refrain_expression_free (RefrainExpression *self);
/* Is it a number and nothing else? */
gboolean refrain_expression_is_number (const RefrainExpression *self);
/* FALSE where it has no value: a division by 0, a shift by a number that is not from 0 to 62, the
 * logarithm of what is below 1, the root of what is below 0. Beyond 64 bits it wraps around. */
gboolean refrain_expression_evaluate (const RefrainExpression *self,
                                      const RefrainRuleValues *values,
                                      gint64 *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainExpression, refrain_expression_free)
