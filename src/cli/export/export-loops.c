/* export-loops.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "export-loops.h"

#include <glib/gi18n.h>

#include "refrain-loop-options.h"
#include "refrain-loop-painter.h"

/* From so many processes on, those that behave alike share a row. */
#define MANY_PROCESSES 64
/* Around a loop that is drawn by itself, in steps. */
#define MARGIN 0.15

/* @painter once more, with nothing closed in @loop nor around it. */
static RefrainLoopPainter *
open_loop (RefrainLoopPainter *painter, gboolean fold_alike, guint32 loop)
{
  RefrainLoopModel *model = refrain_loop_painter_get_model (painter);
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);
  g_autofree guint8 *folded = g_memdup2 (refrain_loop_painter_get_folded (painter), n);

  for (guint32 i = loop; i != REFRAIN_NONE; i = constructs[i].parent)
    folded[i] = REFRAIN_LOOP_UNFOLDED;
  for (guint32 i = loop + 1; i < constructs[loop].end; i++)
    folded[i]
        = constructs[i].kind == REFRAIN_CONSTRUCT_USE ? REFRAIN_LOOP_FOLDED : REFRAIN_LOOP_UNFOLDED;
  return refrain_loop_painter_new (model, fold_alike, folded);
}

/* Narrows @part to the loop that is asked for. */
static int
find_loop (const ExportOptions *options,
           gboolean fold_alike,
           RefrainLoopPainter **painter,
           RefrainViewport *part)
{
  RefrainLoopModel *model = refrain_loop_painter_get_model (*painter);
  RefrainLoopPainter *opened;
  guint32 loop, n;

  if (!refrain_loop_parse_id (&refrain_command_export, "--loop", options->loop, model, &loop))
    return REFRAIN_EXIT_USAGE;
  if (refrain_loop_model_get_constructs (model, &n)[loop].kind != REFRAIN_CONSTRUCT_LOOP)
    return refrain_command_usage (&refrain_command_export, _ ("--loop: %s is no loop"),
                                  options->loop);
  opened = open_loop (*painter, fold_alike, loop);
  g_object_unref (*painter);
  *painter = opened;
  if (!refrain_loop_painter_locate (opened, loop, part))
    {
      g_printerr (_ ("refrain-cli: loop %s is only drawn where its definition is used\n"),
                  options->loop);
      return REFRAIN_EXIT_ERROR;
    }
  part->start -= MARGIN;
  part->end += MARGIN;
  return REFRAIN_EXIT_OK;
}

int
export_loops_make_painter (const ExportOptions *options,
                           RefrainTrace *trace,
                           RefrainPainter **painter,
                           RefrainViewport *part)
{
  const RefrainNlrOptions how = REFRAIN_NLR_OPTIONS_DEFAULT;
  const gboolean fold_alike
      = options->fold_alike
        || (!options->each_process && refrain_trace_get_n_processes (trace) >= MANY_PROCESSES);
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainLoopEvents) events = refrain_loop_events_new (trace, NULL, &error);
  g_autoptr (RefrainLoopModel) model = NULL;
  g_autoptr (RefrainLoopPainter) made = NULL;
  int status = REFRAIN_EXIT_OK;

  if (events != NULL)
    model = refrain_loop_global_new (events, &how, NULL, NULL, NULL, NULL, &error);
  if (model == NULL)
    return refrain_command_fail (error);
  made = refrain_loop_painter_new (model, fold_alike, NULL);
  refrain_painter_get_extent (REFRAIN_PAINTER (made), part);
  if (options->loop != NULL)
    status = find_loop (options, fold_alike, &made, part);
  if (status == REFRAIN_EXIT_OK)
    *painter = REFRAIN_PAINTER (g_steal_pointer (&made));
  return status;
}
