/* refrain-matrix-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * First whether the options go together, then the operations of what is asked for, then the count.
 */
#include "config.h"

#include "refrain-matrix-options.h"

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-free.h"
#include "refrain-loop-matrix.h"
#include "refrain-loop-options.h"

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_matrix_arguments_clear,
                             RefrainMatrixArguments,
                             refrain_report_range_clear (&x->range);
                             refrain_free (x->loop, x->communicator);
                             refrain_phase_arguments_clear (&x->what);
                             refrain_pattern_arguments_clear (&x->how))

const char *
refrain_matrix_arguments_get_first (const RefrainMatrixArguments *self)
{
  const char *first = self->range.from != NULL         ? "--from"
                      : self->range.to != NULL         ? "--to"
                      : self->loop != NULL             ? "--loop"
                      : self->phase != REFRAIN_NO_ID   ? "--phase"
                      : self->segment != REFRAIN_NO_ID ? "--segment"
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
  const char *part = self->segment != REFRAIN_NO_ID ? "--segment"
                     : self->phase != REFRAIN_NO_ID ? "--phase"
                                                    : NULL;
  const char *stray = NULL;

  *with = "--loop";
  if (self->loop != NULL)
    stray = self->range.from != NULL         ? "--from"
            : self->range.to != NULL         ? "--to"
            : part != NULL                   ? part
            : self->pattern != REFRAIN_NO_ID ? "--pattern"
            : self->communicator != NULL     ? "--communicator"
            : self->tag != REFRAIN_NO_ID     ? "--tag"
            : self->collectives              ? "--collectives"
                                             : NULL;
  if (stray == NULL && part != NULL)
    {
      stray = self->pattern != REFRAIN_NO_ID                                   ? "--pattern"
              : self->phase != REFRAIN_NO_ID && self->segment != REFRAIN_NO_ID ? "--phase"
                                                                               : NULL;
      *with = part;
    }
  if (stray == NULL && self->tag != REFRAIN_NO_ID && self->collectives)
    {
      stray = "--collectives";
      *with = "--tag";
    }
  return stray;
}

gboolean
refrain_matrix_arguments_understand (RefrainMatrixArguments *self,
                                     gboolean phases,
                                     gboolean patterns,
                                     GError **error)
{
  const char *stray, *with;

  if (!refrain_report_check_id ("--phase", self->phase, error)
      || !refrain_report_check_id ("--segment", self->segment, error)
      || !refrain_report_check_id ("--pattern", self->pattern, error)
      || !refrain_report_check_id ("--tag", self->tag, error))
    return FALSE;
  phases |= self->phase != REFRAIN_NO_ID || self->segment != REFRAIN_NO_ID;
  patterns |= phases || self->pattern != REFRAIN_NO_ID;
  if (!refrain_report_range_check (&self->range, error))
    return FALSE;
  stray = find_stray (self, &with);
  if (stray != NULL)
    return refrain_report_refuse_both (stray, with, error);
  stray = phases ? NULL : refrain_phase_arguments_get_first (&self->what);
  if (stray != NULL)
    return refrain_report_refuse (error, _ ("%s expects %s"), stray, "--phase ID");
  stray = patterns ? NULL : refrain_pattern_arguments_get_first (&self->how);
  if (stray != NULL)
    return refrain_report_refuse (error, _ ("%s expects %s"), stray,
                                  _ ("--phase, --segment or --pattern"));
  return refrain_phase_arguments_check (&self->what, error)
         && refrain_pattern_arguments_understand (&self->how, NULL, error);
}

gboolean
refrain_matrix_arguments_find_communicator (const RefrainMatrixArguments *self,
                                            RefrainTrace *trace,
                                            guint32 *communicator,
                                            GError **error)
{
  const guint n = refrain_trace_get_n_communicators (trace);

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
  return refrain_fail (
      error, REFRAIN_ERROR_ARGUMENT, _ ("%s: there is no communicator “%s”; there is %s"),
      refrain_trace_get_path (trace), self->communicator,
      n > 0 ? refrain_communicator_get_name (refrain_trace_get_communicator (trace, 0))
            : _ ("none"));
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
      const RefrainOps *rows = refrain_trace_get_ops (trace, p);

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
      self->range.start, self->range.end, NULL, error);
}

/* Those of the phase or segment that is asked for. NULL with @error. */
static RefrainOpSet *
find_phase_ops (const RefrainMatrixArguments *self,
                RefrainStudy *study,
                const RefrainStudyAsk *ask,
                GError **error)
{
  const gboolean segment = self->segment != REFRAIN_NO_ID;
  g_auto (RefrainPhasePart) part = { 0 };

  return refrain_phase_arguments_find_part (&self->what, &self->how, study, ask,
                                            segment ? self->segment : self->phase, segment, &part,
                                            error)
             ? refrain_phases_get_op_set_of (part.found->phases, part.start, part.end)
             : NULL;
}

/* The operations of the pattern or phase that is asked for, NULL where none is. FALSE with @error.
 */
static gboolean
find_ops (const RefrainMatrixArguments *self,
          RefrainStudy *study,
          const RefrainStudyAsk *ask,
          RefrainOpSet **ops,
          GError **error)
{
  const char *path = refrain_trace_get_path (refrain_study_get_trace (study));
  g_autoptr (RefrainPatternSet) set = NULL;
  RefrainPattern *pattern = NULL;

  *ops = NULL;
  if (self->phase != REFRAIN_NO_ID || self->segment != REFRAIN_NO_ID)
    {
      *ops = find_phase_ops (self, study, ask, error);
      return *ops != NULL;
    }
  if (self->pattern == REFRAIN_NO_ID)
    return TRUE;
  set = refrain_pattern_arguments_find (&self->how, study, ask, NULL, error);
  if (set != NULL)
    pattern = refrain_pattern_arguments_get_pattern (set, self->pattern, path, error);
  if (pattern != NULL)
    *ops = refrain_pattern_get_op_set (pattern);
  return *ops != NULL;
}

/* The matrix of a loop of the global model. NULL with @error. */
static RefrainMatrix *
count_loop (RefrainStudy *study,
            const RefrainStudyAsk *ask,
            const char *loop,
            gboolean *has_bytes,
            GError **error)
{
  const RefrainLoopOptions options = REFRAIN_LOOP_OPTIONS_DEFAULT;
  g_auto (RefrainLoopArguments) how = REFRAIN_LOOP_ARGUMENTS_INIT;
  g_auto (GStrv) paths = g_new0 (char *, 2);
  g_autoptr (RefrainLoopEvents) events = NULL;
  g_autoptr (RefrainLoopModel) model = NULL;
  guint32 construct;

  /* Lines of event text are numbered with what is local, which a trace does not have. */
  paths[0] = g_strdup (refrain_trace_get_path (refrain_study_get_trace (study)));
  if (!refrain_loop_arguments_take_text (&how, paths, error))
    return NULL;
  study = how.text == NULL ? study : NULL;
  events = refrain_loop_arguments_find_events (&how, study, ask, TRUE, error);
  if (events != NULL)
    model = refrain_loop_arguments_find_model (&how, &options, events, study, ask, NULL, error);
  return model != NULL && refrain_loop_parse_id ("--loop", loop, model, &construct, error)
             ? refrain_loop_matrix_new (model, construct, has_bytes, NULL, error)
             : NULL;
}

/* What is meant of the run: *@ops, NULL for all. FALSE with @error. */
static gboolean
choose_ops (const RefrainMatrixArguments *self,
            RefrainStudy *study,
            const RefrainStudyAsk *ask,
            RefrainOpSet **ops,
            GError **error)
{
  RefrainTrace *trace = refrain_study_get_trace (study);
  g_autoptr (RefrainOpSet) found = NULL;
  guint32 communicator;

  if (!refrain_matrix_arguments_find_communicator (self, trace, &communicator, error)
      || !find_ops (self, study, ask, &found, error))
    return FALSE;
  *ops = refrain_matrix_arguments_narrow (self, trace, found, communicator);
  return TRUE;
}

RefrainMatrix *
refrain_matrix_arguments_count (const RefrainMatrixArguments *self,
                                RefrainStudy *study,
                                const RefrainStudyAsk *ask,
                                gboolean *has_bytes,
                                GError **error)
{
  RefrainTrace *trace = refrain_study_get_trace (study);
  g_autoptr (RefrainOpSet) ops = NULL;

  *has_bytes = TRUE;
  if (!self->times && refrain_matrix_arguments_get_first (self) == NULL)
    return refrain_study_find (study, REFRAIN_ANALYSIS_MATRIX, ask, error);
  if (self->loop != NULL)
    return count_loop (study, ask, self->loop, has_bytes, error);
  return choose_ops (self, study, ask, &ops, error)
             ? refrain_matrix_arguments_count_ops (self, trace, ops, error)
             : NULL;
}

GArray *
refrain_matrix_arguments_find_waits (const RefrainMatrixArguments *self,
                                     RefrainStudy *study,
                                     const RefrainStudyAsk *ask,
                                     GError **error)
{
  g_autoptr (RefrainOpSet) ops = NULL;
  g_autoptr (RefrainWaits) waits = NULL;

  if (choose_ops (self, study, ask, &ops, error))
    waits = refrain_study_find (study, REFRAIN_ANALYSIS_WAITS, ask, error);
  return waits != NULL
             ? refrain_wait_pairs_new (waits, ops, self->range.start, self->range.end, NULL, error)
             : NULL;
}
