/* refrain-rule.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a run has to keep to, as people write it: "waiting of late senders < 5 % of each phase".
 */
#pragma once

#include "refrain-measures.h"
#include "refrain-query.h"

typedef enum
{
  REFRAIN_RULE_LESS,
  REFRAIN_RULE_AT_MOST,
  REFRAIN_RULE_MORE,
  REFRAIN_RULE_AT_LEAST,
  REFRAIN_RULE_EQUAL,
  REFRAIN_RULE_OTHER,
} RefrainRuleOrder;

typedef struct
{
  char *text; /* as it was written, blanks aside */
  guint line; /* of its file, from 1; 0 where it is of none */

  const RefrainMeasure *measure; /* or NULL: */
  RefrainQuery *query;
  char *routine; /* where the measure is of one */
  RefrainPer per;
  RefrainRuleOrder order;
  double limit;
  gboolean is_share; /* of the base that goes with the number */
  gboolean of_run;   /* that base is the run's */
} RefrainRule;

void refrain_rule_free (RefrainRule *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainRule, refrain_rule_free)

/* Reads one rule; REFRAIN_ERROR_USAGE with a sentence where it is none. */
RefrainRule *refrain_rule_parse (const char *text, GError **error);
/* Appends the rules of @text, one a line, "#" before what is none; @file is its name for errors.
 * FALSE with REFRAIN_ERROR_USAGE and the place. */
gboolean refrain_rules_parse (const char *text, const char *file, GPtrArray *rules, GError **error);
/* Whether @value, a number as the limit is one, keeps to it. */
gboolean refrain_rule_holds (const RefrainRule *self, double value);
