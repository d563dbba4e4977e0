/* refrain-patterns-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For refrain-patterns.c and refrain-patterns-selection.c only.
 */
#pragma once

#include "refrain-patterns.h"

G_BEGIN_DECLS

struct _RefrainPatterns
{
  GObject parent_instance;

  RefrainTrace *trace;
  RefrainTaskRunner *runner;
  RefrainSelection *selection;

  RefrainJob *job; /* that finds, while it runs */
  RefrainPatternSet *set;
  char *problem;
  GStrv wrappers;    /* or NULL */
  GHashTable *names; /* key → name */

  GArray *selected; /* of guint32, ascending */
  gsize n_occurrences;
  RefrainJob *light;    /* that lights them up, while it runs */
  GArray *events;       /* of RefrainPatternEvent: those of the selected patterns; NULL: not yet */
  gboolean has_current; /* events->data[place] */
  gsize place;
};

typedef enum
{
  REFRAIN_PATTERNS_SET = 1,
  REFRAIN_PATTERNS_RUNNING,
  REFRAIN_PATTERNS_SELECTED,
  REFRAIN_PATTERNS_CURRENT,
  REFRAIN_PATTERNS_NAMES,
  REFRAIN_PATTERNS_WRAPPERS,
  REFRAIN_PATTERNS_N_PROPERTIES
} RefrainPatternsProperty;

void refrain_patterns_notify (RefrainPatterns *self, RefrainPatternsProperty property);
/* Somebody lit up something else: the patterns are not selected any more. */
void refrain_patterns_on_source (RefrainPatterns *self);

G_END_DECLS
