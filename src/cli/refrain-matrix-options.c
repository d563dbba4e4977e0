/* refrain-matrix-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * First whether the options go together, then the operations of what is asked for, then the count.
 */
#include "config.h"

#include "refrain-matrix-options.h"

#include "refrain-loop-matrix.h"
#include "refrain-loop-options.h"
#include "refrain-visible.h"

void
refrain_matrix_arguments_clear (RefrainMatrixArguments *self)
{
  g_free (self->from);
  g_free (self->to);
  g_free (self->loop);
  g_free (self->communicator);
  refrain_phase_arguments_clear (&self->what);
  refrain_pattern_arguments_clear (&self->how);
}

const char *
refrain_matrix_arguments_get_first (const RefrainMatrixArguments *self)
{
  const char *first = self->from != NULL               ? "--from"
                      : self->to != NULL               ? "--to"
                      : self->loop != NULL             ? "--loop"
                      : self->phase != REFRAIN_NO_ID   ? "--phase"
                      : self->pattern != REFRAIN_NO_ID ? "--pattern"
                      : self->communicator != NULL     ? "--communicator"
                      : self->tag != REFRAIN_NO_ID     ? "--tag"
                      : self->collectives              ? "--collectives"
                                                       : NULL;

  if (first == NULL)
    first = refrain_phase_arguments_get_first (&self->what);
  return first != NULL ? first : refrain_pattern_arguments_get_first (&self->how);
}

/* An option that does not go with --loop, or with a matrix without phases and patterns. */
static const char *
find_stray (const RefrainMatrixArguments *self, const char **with)
{
  const char *stray = NULL;

  *with = "--loop";
  if (self->loop != NULL)
    stray = self->from != NULL               ? "--from"
            : self->to != NULL               ? "--to"
            : self->phase != REFRAIN_NO_ID   ? "--phase"
            : self->pattern != REFRAIN_NO_ID ? "--pattern"
            : self->communicator != NULL     ? "--communicator"
            : self->tag != REFRAIN_NO_ID     ? "--tag"
            : self->collectives              ? "--collectives"
                                             : NULL;
  if (stray == NULL && self->phase != REFRAIN_NO_ID && self->pattern != REFRAIN_NO_ID)
    {
      stray = "--pattern";
      *with = "--phase";
    }
  if (stray == NULL && self->tag != REFRAIN_NO_ID && self->collectives)
    {
      stray = "--collectives";
      *with = "--tag";
    }
  return stray;
}

int
refrain_matrix_arguments_understand (RefrainMatrixArguments *self,
                                     const RefrainCommand *command,
                                     gboolean phases,
                                     gboolean patterns)
{
  const char *stray, *with;

  phases |= self->phase != REFRAIN_NO_ID;
  patterns |= phases || self->pattern != REFRAIN_NO_ID;

  if (!refrain_command_parse_time (command, "--from", self->from, &self->start)
      || !refrain_command_parse_time (command, "--to", self->to, &self->end))
    return REFRAIN_EXIT_USAGE;
  if (self->start > self->end)
    return refrain_command_usage (command, _ ("--from lies after --to"));
  stray = find_stray (self, &with);
  if (stray != NULL)
    return refrain_command_usage (command, _ ("%s does not go with %s"), stray, with);
  stray = phases ? NULL : refrain_phase_arguments_get_first (&self->what);
  if (stray == NULL && !patterns)
    stray = refrain_pattern_arguments_get_first (&self->how);
  if (stray != NULL)
    return refrain_command_usage (command, _ ("%s expects --phase ID"), stray);
  if (!refrain_phase_arguments_check (&self->what, command)
      || !refrain_pattern_arguments_understand (&self->how, command, &self->analysis))
    return REFRAIN_EXIT_USAGE;
  return REFRAIN_EXIT_OK;
}

gboolean
refrain_matrix_arguments_find_communicator (const RefrainMatrixArguments *self,
                                            RefrainTrace *trace,
                                            const char *path,
                                            guint32 *communicator)
{
  const guint n = refrain_trace_get_n_communicators (trace);
  g_autofree char *sentence = NULL, *first = NULL;

  *communicator = REFRAIN_NONE;
  if (self->communicator == NULL)
    return TRUE;
  for (guint i = 0; i < n; i++)
    {
      RefrainCommunicator *comm = refrain_trace_get_communicator (trace, i);
      g_autofree char *id
          = g_strdup_printf ("%" G_GUINT64_FORMAT, refrain_communicator_get_id (comm));

      if (g_strcmp0 (refrain_communicator_get_name (comm), self->communicator) == 0
          || g_strcmp0 (id, self->communicator) == 0)
        {
          *communicator = i;
          return TRUE;
        }
    }
  sentence = refrain_visible_line (self->communicator);
  first = refrain_visible_line (
      n > 0 ? refrain_communicator_get_name (refrain_trace_get_communicator (trace, 0))
            : _ ("none"));
  g_printerr (_ ("refrain-cli: %s: there is no communicator “%s”; there is %s\n"), path, sentence,
              first);
  return FALSE;
}

RefrainOpSet *
refrain_matrix_arguments_narrow (const RefrainMatrixArguments *self,
                                 RefrainTrace *trace,
                                 RefrainOpSet *ops,
                                 guint32 communicator)
{
  RefrainOpSet *narrow;

  if (communicator == REFRAIN_NONE && self->tag == REFRAIN_NO_ID)
    return ops != NULL ? refrain_op_set_ref (ops) : NULL;
  narrow = refrain_op_set_new (trace);
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      const RefrainOps *rows = refrain_process_get_ops (refrain_trace_get_process (trace, p));

      for (gsize i = 0; i < rows->n; i++)
        if ((communicator == REFRAIN_NONE || rows->comm[i] == communicator)
            && (self->tag == REFRAIN_NO_ID
                || (rows->kind[i] != REFRAIN_OP_COLLECTIVE && rows->tag[i] == self->tag))
            && (ops == NULL || refrain_op_set_contains (ops, p, i)))
          refrain_op_set_add (narrow, p, i);
    }
  return narrow;
}

RefrainMatrix *
refrain_matrix_arguments_count_ops (const RefrainMatrixArguments *self,
                                    RefrainTrace *trace,
                                    RefrainOpSet *ops,
                                    GError **error)
{
  return refrain_matrix_new_with (
      trace,
      &(RefrainMatrixOptions){ .ops = ops, .collectives = self->collectives, .times = self->times },
      self->start, self->end, NULL, error);
}

/* Those of the phase that is asked for. NULL after a sentence. */
static RefrainOpSet *
find_phase_ops (const RefrainMatrixArguments *self, RefrainPatternSet *elementary, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainPhases) phases
      = refrain_phase_arguments_find (&self->what, &self->how, elementary, &error);
  guint32 node;

  if (phases == NULL)
    {
      refrain_command_fail (error);
      return NULL;
    }
  return refrain_phase_arguments_find_segment (&self->what, phases, self->phase, path, &node)
             ? refrain_phases_get_op_set (phases, node)
             : NULL;
}

/* The operations of the pattern or phase that is asked for, NULL where none is. FALSE after a
 * sentence. */
static gboolean
find_ops (const RefrainMatrixArguments *self,
          RefrainTrace *trace,
          const char *path,
          RefrainOpSet **ops)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainPatternSet) elementary = NULL;
  g_autoptr (RefrainPatternSet) set = NULL;
  RefrainPattern *pattern;

  *ops = NULL;
  if (self->phase == REFRAIN_NO_ID && self->pattern == REFRAIN_NO_ID)
    return TRUE;
  elementary = refrain_pattern_set_new (trace, &self->analysis, NULL, NULL, NULL, &error);
  if (elementary != NULL && self->phase != REFRAIN_NO_ID)
    return (*ops = find_phase_ops (self, elementary, path)) != NULL;
  if (elementary != NULL)
    set = refrain_pattern_arguments_compose (&self->how, elementary, NULL, &error);
  if (set == NULL)
    {
      refrain_command_fail (error);
      return FALSE;
    }
  pattern = refrain_pattern_arguments_get_pattern (set, self->pattern, path);
  if (pattern != NULL)
    *ops = refrain_pattern_get_op_set (pattern);
  return pattern != NULL;
}

/* The matrix of a loop of the global model. NULL after an explanation, and *@status then. */
static RefrainMatrix *
count_loop (const RefrainCommand *command,
            char *const *paths,
            const char *loop,
            gboolean *has_bytes,
            int *status)
{
  const RefrainLoopOptions options = REFRAIN_LOOP_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopEvents) events
      = refrain_loop_load_events (paths, REFRAIN_RECEIVE_SETS, TRUE, &error);
  g_autoptr (RefrainLoopModel) model = NULL;
  RefrainMatrix *matrix = NULL;
  guint32 construct;

  *status = REFRAIN_EXIT_USAGE;
  if (events != NULL)
    model = refrain_loop_global_new (events, &options, NULL, NULL, NULL, NULL, &error);
  if (model != NULL && !refrain_loop_parse_id (command, "--loop", loop, model, &construct))
    return NULL;
  if (model != NULL)
    matrix = refrain_loop_matrix_new (model, construct, has_bytes, NULL, &error);
  if (matrix == NULL)
    *status = refrain_command_fail (error);
  return matrix;
}

/* Loads the trace at @path and finds what is meant of it: *@ops, NULL for all. FALSE after a
 * sentence. */
static gboolean
load (const RefrainMatrixArguments *self,
      const char *path,
      RefrainTrace **trace,
      RefrainOpSet **ops)
{
  g_autoptr (RefrainOpSet) found = NULL;
  guint32 communicator;

  *trace = refrain_command_load (path);
  if (*trace == NULL
      || !refrain_matrix_arguments_find_communicator (self, *trace, path, &communicator)
      || !find_ops (self, *trace, path, &found))
    return FALSE;
  *ops = refrain_matrix_arguments_narrow (self, *trace, found, communicator);
  return TRUE;
}

RefrainMatrix *
refrain_matrix_arguments_count (const RefrainMatrixArguments *self,
                                const RefrainCommand *command,
                                char *const *paths,
                                RefrainTrace **trace,
                                gboolean *has_bytes,
                                int *status)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainOpSet) ops = NULL;
  RefrainMatrix *matrix;

  *has_bytes = TRUE;
  if (self->loop != NULL)
    return count_loop (command, paths, self->loop, has_bytes, status);
  *status = REFRAIN_EXIT_ERROR;
  if (!load (self, paths[0], trace, &ops))
    return NULL;
  matrix = refrain_matrix_arguments_count_ops (self, *trace, ops, &error);
  if (matrix == NULL)
    refrain_command_fail (error);
  return matrix;
}

GArray *
refrain_matrix_arguments_find_waits (const RefrainMatrixArguments *self,
                                     const char *path,
                                     RefrainTrace **trace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainOpSet) ops = NULL;
  g_autoptr (RefrainWaits) waits = NULL;
  GArray *pairs = NULL;

  if (!load (self, path, trace, &ops))
    return NULL;
  waits = refrain_waits_new (*trace, NULL, &error);
  if (waits != NULL)
    pairs = refrain_wait_pairs_new (waits, ops, self->start, self->end, NULL, &error);
  if (pairs == NULL)
    refrain_command_fail (error);
  return pairs;
}
