/* refrain-pattern-filter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is asked for is kept ready to compare: words casefolded, ranks parsed.
 */
#include "refrain-pattern-filter.h"

#include <string.h>

#include "refrain-free.h"
#include "refrain-rank-filter.h"

struct _RefrainPatternFilter
{
  GStrv words; /* casefolded */
  RefrainRankFilter *ranks;
  RefrainRoutine *routine;
  guint processes;
  guint64 messages;
  RefrainPatternKind kind;
};

RefrainPatternFilter *
refrain_pattern_filter_new (void)
{
  RefrainPatternFilter *self = g_new0 (RefrainPatternFilter, 1);

  self->words = g_new0 (char *, 1);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_pattern_filter_free,
                             RefrainPatternFilter,
                             g_strfreev (x->words);
                             g_clear_pointer (&x->ranks, refrain_rank_filter_free);
                             g_clear_object (&x->routine))

void
refrain_pattern_filter_set_text (RefrainPatternFilter *self, const char *text)
{
  g_autofree char *folded = NULL;

  g_return_if_fail (self != NULL);
  g_return_if_fail (text != NULL);

  folded = g_utf8_casefold (text, -1);
  g_strfreev (self->words);
  self->words = g_strsplit_set (folded, " \t", -1);
}

void
refrain_pattern_filter_set_ranks (RefrainPatternFilter *self, const char *ranks)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (ranks != NULL);

  g_clear_pointer (&self->ranks, refrain_rank_filter_free);
  if (*ranks != '\0')
    self->ranks = refrain_rank_filter_new (ranks);
}

void
refrain_pattern_filter_set_routine (RefrainPatternFilter *self, RefrainRoutine *routine)
{
  g_return_if_fail (self != NULL);
  g_set_object (&self->routine, routine);
}

void
refrain_pattern_filter_set_size (RefrainPatternFilter *self, guint processes, guint64 messages)
{
  g_return_if_fail (self != NULL);
  self->processes = processes;
  self->messages = messages;
}

void
refrain_pattern_filter_set_kind (RefrainPatternFilter *self, RefrainPatternKind kind)
{
  g_return_if_fail (self != NULL);
  self->kind = kind;
}

gboolean
refrain_pattern_filter_is_narrow (const RefrainPatternFilter *self)
{
  g_return_val_if_fail (self != NULL, FALSE);
  return self->ranks != NULL || self->routine != NULL || self->processes > 1 || self->messages > 0
         || self->kind != REFRAIN_PATTERN_ANY;
}

static gboolean
has_words (const RefrainPatternFilter *self, RefrainPattern *pattern)
{
  RefrainRoutine *routine = refrain_pattern_get_routine (pattern);
  g_autofree char *text
      = g_strconcat (refrain_pattern_get_name (pattern), "\n",
                     routine != NULL ? refrain_routine_get_label (routine) : "", "\n",
                     routine != NULL ? refrain_routine_get_name (routine) : "", NULL);
  g_autofree char *folded = g_utf8_casefold (text, -1);

  for (char **word = self->words; *word != NULL; word++)
    if (strstr (folded, *word) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
has_rank (const RefrainPatternFilter *self, RefrainPattern *pattern, RefrainTrace *trace)
{
  gsize n;
  const guint32 *ranks = refrain_pattern_get_processes (pattern, &n);

  for (gsize i = 0; i < n; i++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, ranks[i]);

      if (refrain_rank_filter_test (self->ranks, ranks[i], refrain_process_get_name (process),
                                    refrain_process_get_host (process)))
        return TRUE;
    }
  return FALSE;
}

gboolean
refrain_pattern_filter_test (const RefrainPatternFilter *self,
                             RefrainPattern *pattern,
                             RefrainTrace *trace)
{
  const RefrainPatternMetrics *metrics;

  g_return_val_if_fail (self != NULL, TRUE);
  g_return_val_if_fail (REFRAIN_IS_PATTERN (pattern), TRUE);

  metrics = refrain_pattern_get_metrics (pattern);
  if (metrics->processes < self->processes || metrics->messages < self->messages)
    return FALSE;
  if (self->kind != REFRAIN_PATTERN_ANY
      && refrain_pattern_is_collective (pattern) != (self->kind == REFRAIN_PATTERN_COLLECTIVE))
    return FALSE;
  if (self->routine != NULL && refrain_pattern_get_routine (pattern) != self->routine)
    return FALSE;
  return (self->words[0] == NULL || has_words (self, pattern))
         && (self->ranks == NULL || has_rank (self, pattern, trace));
}
