/* refrain-loop-names.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What constructs are called: in their boxes, and where somebody points at them.
 */
#include <glib/gi18n.h>
#include <inttypes.h>

#include "refrain-loop-frame.h"
#include "refrain-loop-words.h"

static const RefrainConstruct *
get_construct (const RefrainLoopPainter *self, guint32 construct)
{
  guint32 n;

  return &refrain_loop_model_get_constructs (self->model, &n)[construct];
}

static char *
get_definition_name (const RefrainLoopPainter *self, const RefrainConstruct *use)
{
  return refrain_loop_model_get_definition_name (get_construct (self, use->what)->what);
}

/* Events of what is gathered in one box with @construct, from it on; 0 where it stands alone. */
static guint64
count_run (const RefrainLoopPainter *self, guint32 construct)
{
  const guint32 end = refrain_loop_folding_get_run (self->model, self->folded, construct);
  guint64 sum = 0;

  if (end <= get_construct (self, construct)->end)
    return 0;
  for (guint32 i = construct; i < end; i = get_construct (self, i)->end)
    sum += self->n_events[i];
  return sum;
}

/* Of @construct; negative where it is not known. */
static double
get_waiting (const RefrainLoopPainter *self, guint32 construct)
{
  return self->waiting != NULL ? ((const float *) g_bytes_get_data (self->waiting, NULL))[construct]
                               : -1;
}

double
refrain_loop_painter_get_box_waiting (const RefrainLoopPainter *self, guint32 box)
{
  const guint32 construct = self->layout->boxes[box].construct;

  /* What is gathered in one box has no share of its own. */
  return count_run (self, construct) > 0 ? -1 : get_waiting (self, construct);
}

/* The same without the share of waiting. */
static char *
get_plain_label (const RefrainLoopPainter *self, guint32 box)
{
  const guint32 index = self->layout->boxes[box].construct;
  const RefrainConstruct *construct = get_construct (self, index);
  const guint64 n = count_run (self, index);
  g_autofree char *count = NULL;

  if (n > 0)
    return g_strdup_printf (ngettext ("%" PRIu64 " event", "%" PRIu64 " events", (gulong) n), n);
  if (construct->kind == REFRAIN_CONSTRUCT_USE)
    return get_definition_name (self, construct);
  g_assert (construct->kind == REFRAIN_CONSTRUCT_LOOP);
  count = refrain_loop_affine_to_text (self->model, REFRAIN_CONSTRUCT_COUNT (construct));
  return g_strdup_printf (REFRAIN_CONSTRUCT_COUNT (construct)->n > 0 ? "%s ×" : "%s×", count);
}

char *
refrain_loop_painter_get_box_label (const RefrainLoopPainter *self, guint32 box)
{
  g_autofree char *label = get_plain_label (self, box);
  const double waiting = refrain_loop_painter_get_box_waiting (self, box);

  return waiting < 0 ? g_steal_pointer (&label)
                     : g_strdup_printf (_ ("%s, waits %.0f %%"), label, 100 * waiting);
}

static void
append_event (const RefrainLoopPainter *self, const RefrainConstruct *event, GString *text)
{
  RefrainLoopEvents *events = refrain_loop_model_get_events (self->model);
  guint32 n;
  const RefrainLoopShape *shape = &refrain_loop_events_get_shapes (events, &n)[event->what];
  g_autofree char *peer = refrain_loop_affine_to_text (self->model, REFRAIN_CONSTRUCT_PEER (event));
  g_autofree char *tag = refrain_loop_affine_to_text (self->model, REFRAIN_CONSTRUCT_TAG (event));

  switch (shape->kind)
    {
    case REFRAIN_LOOP_SEND:
      g_string_append_printf (text, _ ("%u sends to %s, tag %s"), event->process, peer, tag);
      break;
    case REFRAIN_LOOP_RECV:
      g_string_append_printf (text, _ ("%u receives from %s, tag %s"), event->process, peer, tag);
      break;
    case REFRAIN_LOOP_SYNC:
      {
        gsize members;

        refrain_loop_events_get_group (events, shape->group, &members);
        g_string_append_printf (text,
                                ngettext ("%s of %zu process", "%s of %zu processes", members),
                                refrain_loop_events_get_name (events, shape->name), members);
        break;
      }
    case REFRAIN_LOOP_LOCAL:
    default:
      g_string_append_printf (text, "%u: %s", event->process,
                              refrain_loop_events_get_name (events, shape->name));
      break;
    }
}

static void
append_head (const RefrainLoopPainter *self, guint32 index, GString *text)
{
  const RefrainConstruct *construct = get_construct (self, index);

  if (construct->kind == REFRAIN_CONSTRUCT_LOOP)
    {
      const RefrainAffine *count = REFRAIN_CONSTRUCT_COUNT (construct);
      g_autofree char *number = refrain_loop_affine_to_text (self->model, count);
      const gulong plural = count->n > 0 ? 2 : (gulong) count->constant;

      g_string_append_printf (
          text, ngettext ("Loop of %s iteration", "Loop of %s iterations", plural), number);
    }
  else if (construct->kind == REFRAIN_CONSTRUCT_USE)
    {
      g_autofree char *name = get_definition_name (self, construct);

      g_autofree char *words = refrain_loop_words_describe (self->model, index, index + 1);

      g_string_append_printf (text, *words != '\0' ? _ ("Use of %s: %s") : _ ("Use of %s"), name,
                              words);
    }
  else if (construct->kind == REFRAIN_CONSTRUCT_EVENT)
    append_event (self, construct, text);
}

/* The processes of a construct, or of all that are gathered with it. */
static char *
list_processes (const RefrainLoopPainter *self, guint32 construct, guint32 end)
{
  const guint n = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (self->model));
  g_autofree guint64 *processes = g_new0 (guint64, (gsize) n / 64 + 1);

  for (guint32 i = construct; i < end; i = get_construct (self, i)->end)
    {
      gsize first, words;
      const guint64 *coverage = refrain_loop_model_get_coverage (self->model, i, &first, &words);

      for (gsize w = 0; w < words; w++)
        processes[first + w] |= coverage[w];
    }
  return refrain_loop_describe_processes (processes, n);
}

char *
refrain_loop_painter_describe (RefrainLoopPainter *self, guint32 construct)
{
  GString *text;
  g_autofree char *processes = NULL;
  guint64 n_events, n_run;
  guint32 n, end;

  g_return_val_if_fail (self != NULL, NULL);
  refrain_loop_model_get_constructs (self->model, &n);
  g_return_val_if_fail (construct < n, NULL);

  text = g_string_new (NULL);
  n_run = count_run (self, construct);
  end = n_run > 0 ? refrain_loop_folding_get_run (self->model, self->folded, construct)
                  : get_construct (self, construct)->end;
  n_events = n_run > 0 ? n_run : self->n_events[construct];
  if (n_run > 0)
    g_string_append (text, _ ("Closed: small part of the run"));
  else
    append_head (self, construct, text);
  processes = list_processes (self, construct, end);
  g_string_append_printf (text, _ ("\nprocesses %s"), processes);
  g_string_append_printf (text,
                          ngettext ("\n%" PRIu64 " event, %.1f %% of the run",
                                    "\n%" PRIu64 " events, %.1f %% of the run", (gulong) n_events),
                          n_events, 100.0 * (double) n_events / (double) MAX (self->all_events, 1));
  if (n_run == 0 && get_waiting (self, construct) >= 0)
    g_string_append_printf (text, _ ("\nits processes wait %.1f %% of their time in it"),
                            100 * get_waiting (self, construct));
  return g_string_free (text, FALSE);
}
