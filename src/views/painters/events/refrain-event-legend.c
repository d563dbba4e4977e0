/* refrain-event-legend.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nothing is told that is not drawn, but in figures all kinds of routines of MPI are, where there
 * is any: those that stand side by side have the same legend. The key beside the window's graph
 * tells those that the run has.
 */
#include "refrain-event-legend.h"

#include <glib/gi18n.h>

#include "refrain-event-frame.h"
#include "refrain-run-words.h"

/* A legend that begins below the plot has this many font sizes above and below it. */
#define MARGIN 0.4
/* No more of the figure's height than this. */
#define MOST 0.65

static const struct
{
  RefrainRoutineKind kind;
  RefrainColorRole role;
  const char *text;
} kinds[] = {
  { REFRAIN_ROUTINE_P2P, REFRAIN_COLOR_P2P, N_ ("point-to-point") },
  { REFRAIN_ROUTINE_WAIT, REFRAIN_COLOR_WAIT, N_ ("wait and test") },
  { REFRAIN_ROUTINE_COLLECTIVE, REFRAIN_COLOR_COLLECTIVE, N_ ("collective") },
  { REFRAIN_ROUTINE_MPI, REFRAIN_COLOR_MPI, N_ ("other MPI") },
};

void
refrain_event_key_add_activities (GArray *entries, const RefrainStyle *style)
{
  g_return_if_fail (entries != NULL && style != NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX, style->colors[kinds[i].role],
                                _ (kinds[i].text));
}

/* What of a run is drawn. */
typedef struct
{
  gboolean kinds[REFRAIN_ROUTINE_MPI + 1];
  gboolean waits; /* MPI_Wait and the like, or an accelerator's */
  gboolean files, one_sided, streams;
} Drawn;

/* What has no layer steps back behind one, and all else behind what is lit up. */
static RefrainColor
get_color (const RefrainEventKey *self, const RefrainStyle *style, RefrainColor color)
{
  if (self->highlight != NULL)
    return refrain_style_dim (style, color);
  if (self->waits != NULL || self->path)
    return refrain_color_mix (color, style->colors[REFRAIN_COLOR_DIMMED], REFRAIN_EVENT_STEP_BACK);
  return color;
}

RefrainColor
refrain_event_get_part_color (const RefrainStyle *style, const RefrainOpSet *set, guint i)
{
  return i < refrain_op_set_get_n_parts (set)
                 && refrain_op_set_get_waiting (refrain_op_set_get_part (set, i))
             ? refrain_style_get_wait_color (style, REFRAIN_WAIT_LATE_SENDER - 1u)
             : refrain_style_get_part_color (style, i);
}

/* What is lit up comes first, each part in its colour. */
static void
add_highlight (const RefrainEventKey *self, const RefrainStyle *style, GArray *entries)
{
  const guint n = MAX (refrain_op_set_get_n_parts (self->highlight), 1);
  const guint n_names = self->names != NULL ? g_strv_length ((GStrv) self->names) : 0;

  for (guint i = 0; i < n && i < REFRAIN_STYLE_N_PARTS; i++)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX,
                                refrain_event_get_part_color (style, self->highlight, i),
                                i < n_names ? self->names[i] : _ ("highlighted"));
  if (self->screen)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX, style->colors[REFRAIN_COLOR_DIMMED],
                                _ ("pale: others"));
}

/* What stands over the operations. */
static void
add_layers (const RefrainEventKey *self, const RefrainStyle *style, GArray *entries)
{
  gsize n = 0;
  const guint8 *of = self->waits != NULL ? refrain_span_sums_get_kinds (self->waits, &n) : NULL;

  if (self->path)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX, style->colors[REFRAIN_COLOR_PATH],
                                _ ("critical path"));
  if (self->folds)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX, style->colors[REFRAIN_COLOR_GAP],
                                _ ("folded: similar events"));
  for (gsize i = 0; i < n; i++)
    {
      RefrainColor color = refrain_style_get_wait_color (style, of[i] - 1u);

      if (self->highlight != NULL)
        color = refrain_style_dim (style, color);
      refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX, color,
                                  refrain_wait_kind_get_label (of[i]));
    }
}

static gboolean
starts_with_any (const char *name, const char *const *starts)
{
  for (gsize i = 0; starts[i] != NULL; i++)
    if (g_str_has_prefix (name, starts[i]))
      return TRUE;
  return FALSE;
}

/* Figures tell all kinds, or none. */
static void
complete (Drawn *drawn)
{
  gboolean any = FALSE;

  for (guint kind = REFRAIN_ROUTINE_P2P; kind <= REFRAIN_ROUTINE_MPI; kind++)
    any |= drawn->kinds[kind];
  for (guint kind = REFRAIN_ROUTINE_P2P; kind <= REFRAIN_ROUTINE_MPI; kind++)
    drawn->kinds[kind] = any;
  drawn->kinds[REFRAIN_ROUTINE_USER] = TRUE;
  drawn->files = drawn->one_sided = FALSE;
}

/* O(routines + threads). */
static void
find_drawn (const RefrainEventKey *self, Drawn *drawn)
{
  static const char *const remote[] = { "MPI_Win_", "MPI_Put", "MPI_Rput", "MPI_Get_acc",
                                        "MPI_Rget", "MPI_Acc", "MPI_Racc", NULL };
  RefrainTrace *trace = self->trace;
  const RefrainCounts *counts = refrain_trace_get_counts (trace);

  *drawn = (Drawn){ 0 };
  for (guint i = 0; i < refrain_trace_get_n_routines (trace); i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);
      const char *name = refrain_routine_get_name (routine);
      const RefrainRoutineKind kind = refrain_routine_get_kind (routine);

      if (refrain_routine_get_calls (routine) == 0)
        continue;
      drawn->kinds[kind] = TRUE;
      drawn->files |= kind == REFRAIN_ROUTINE_MPI && g_str_has_prefix (name, "MPI_File_");
      drawn->one_sided |= kind == REFRAIN_ROUTINE_MPI
                          && (starts_with_any (name, remote) || g_strcmp0 (name, "MPI_Get") == 0);
      drawn->waits |= refrain_routine_waits_for_device (routine);
    }
  /* Some traces have operations without calls. */
  drawn->kinds[REFRAIN_ROUTINE_P2P] |= counts->sends + counts->receives > 0;
  drawn->kinds[REFRAIN_ROUTINE_COLLECTIVE] |= counts->collectives > 0;
  if (!self->screen)
    complete (drawn);
  drawn->waits |= drawn->kinds[REFRAIN_ROUTINE_WAIT];
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);

      for (gsize i = 0; i < refrain_process_get_n_threads (process); i++)
        drawn->streams |= refrain_process_get_thread (process, i)->is_stream;
    }
}

/* What all that is neither message nor collective is, where it is more than set-up. */
static const char *
tell_other (const Drawn *drawn)
{
  return drawn->files && drawn->one_sided ? _ ("other MPI: files, one-sided")
         : drawn->files                   ? _ ("other MPI: files")
         : drawn->one_sided               ? _ ("other MPI: one-sided")
                                          : _ ("other MPI");
}

/* Operations by kind; on the logical axis sends against receives. */
static void
add_kinds (const RefrainEventKey *self,
           const Drawn *drawn,
           const RefrainStyle *style,
           GArray *entries)
{
  const RefrainColor p2p = get_color (self, style, style->colors[REFRAIN_COLOR_P2P]);

  if (self->logical)
    {
      refrain_legend_entries_add (entries, REFRAIN_LEGEND_PAIR, p2p,
                                  style->palette == REFRAIN_PALETTE_DARK
                                      ? _ ("send (light), receive (dark)")
                                      : _ ("send (dark), receive (light)"))
          ->second
          = refrain_color_mix (p2p, style->colors[REFRAIN_COLOR_BACKGROUND], 0.5);
      refrain_legend_entries_add (entries, REFRAIN_LEGEND_BOX,
                                  get_color (self, style, style->colors[REFRAIN_COLOR_COLLECTIVE]),
                                  _ ("collective"));
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    /* Whose wait it is, is told already. */
    if (kinds[i].kind == REFRAIN_ROUTINE_WAIT ? self->waits == NULL && drawn->waits
                                              : drawn->kinds[kinds[i].kind])
      refrain_legend_entries_add (
          entries, REFRAIN_LEGEND_BOX, get_color (self, style, style->colors[kinds[i].role]),
          kinds[i].kind == REFRAIN_ROUTINE_MPI ? tell_other (drawn) : _ (kinds[i].text));
}

/* What there is more of stands out more: on dark ground that is lighter. */
static const char *
tell_lanes (const RefrainEventKey *self, const RefrainStyle *style)
{
  const gboolean dark = style->palette == REFRAIN_PALETTE_DARK;

  if (self->screen)
    return dark ? _ ("messages by receiver; lighter: more")
                : _ ("messages by receiver; darker: more");
  return dark ? _ ("messages, one lane per receiver; lighter: more")
              : _ ("messages, one lane per receiver; darker: more");
}

static void
add_messages (const RefrainEventKey *self, const RefrainStyle *style, GArray *entries)
{
  const RefrainColor color = self->highlight != NULL ? style->colors[REFRAIN_COLOR_DIMMED]
                                                     : style->colors[REFRAIN_COLOR_MESSAGE];

  if (refrain_trace_get_counts (self->trace)->sends == 0
      && refrain_trace_get_counts (self->trace)->receives == 0)
    return;
  if (self->arrows)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_ARROW, color, _ ("message"));
  if (self->lanes)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_LANES, color, tell_lanes (self, style));
}

/* Of a pair the second is as faint as calls too short for a column of pixels are. */
static void
add_depth (const RefrainEventKey *self, const RefrainStyle *style, GArray *entries)
{
  const RefrainColor color = get_color (self, style, style->colors[REFRAIN_COLOR_P2P]);

  refrain_legend_entries_add (
      entries, REFRAIN_LEGEND_PAIR, color,
      self->screen ? _ ("below an expanded row: calls by depth; faint: shorter than a pixel")
                   : _ ("faint: calls shorter than a pixel"))
      ->second
      = refrain_color_mix (color, style->colors[REFRAIN_COLOR_BACKGROUND], 0.55);
}

GArray *
refrain_event_key_get_entries (const RefrainEventKey *self, const RefrainStyle *style)
{
  GArray *entries = refrain_legend_entries_new ();
  Drawn drawn;

  g_return_val_if_fail (self != NULL && self->trace != NULL && style != NULL, entries);

  find_drawn (self, &drawn);

  if (self->highlight != NULL)
    add_highlight (self, style, entries);
  add_layers (self, style, entries);
  add_kinds (self, &drawn, style, entries);
  add_messages (self, style, entries);
  if (self->routines && drawn.kinds[REFRAIN_ROUTINE_USER])
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_HUES, style->colors[REFRAIN_COLOR_ROUTINE],
                                self->screen ? _ ("routines by hue; callers above")
                                             : _ ("routines, one hue each"));
  if (self->routines && drawn.streams)
    refrain_legend_entries_add (entries, REFRAIN_LEGEND_HUES, style->colors[REFRAIN_COLOR_ROUTINE],
                                _ ("rows of a process: streams of an accelerator, its kernels"));
  if (self->depth)
    add_depth (self, style, entries);
  return entries;
}

/* ---- Of a figure ----------------------------------------------------------------------------- */

static GArray *
find_entries (RefrainEventPainter *self, const RefrainViewport *plot, const RefrainStyle *style)
{
  RefrainEventKey key = { .trace = self->trace,
                          .logical = refrain_axis_get_kind (self->axis) == REFRAIN_AXIS_LOGICAL,
                          .path = self->path != NULL,
                          .folds = self->folds != NULL,
                          .waits = self->waits,
                          .highlight = self->highlight,
                          .names = (const char *const *) self->highlight_names };
  RefrainEventFrame frame;

  refrain_event_frame_init (&frame, self, NULL, plot, style);
  key.routines = frame.shape.band_height > 0 && !key.logical;
  key.arrows = frame.arrows > 0;
  key.lanes = frame.shading > 0 && frame.shape.peer_height > 0;
  key.depth = self->lanes_before != NULL;
  return refrain_event_key_get_entries (&key, style);
}

/* Under the plot where one line is enough, else under the labels too. */
static void
write_legend (const GArray *entries,
              RefrainLegend *legend,
              cairo_t *cr,
              const RefrainViewport *plot,
              double left,
              const RefrainStyle *style)
{
  const double font = style->font_size, width = left + plot->width;

  refrain_legend_init (legend, NULL, style, left, width);
  refrain_legend_write (legend, entries);
  if (legend->line > 0)
    left = MIN (left, 0.6 * font);
  refrain_legend_init (legend, cr, style, left, width);
  legend->y += MARGIN * font;
  refrain_legend_write (legend, entries);
}

double
refrain_event_get_legend_height (RefrainEventPainter *self,
                                 const RefrainViewport *plot,
                                 double left,
                                 const RefrainStyle *style)
{
  g_autoptr (GArray) entries = NULL;
  RefrainLegend legend;

  if (plot->height < 10 * style->font_size || plot->width < 1)
    return 0;
  entries = find_entries (self, plot, style);
  write_legend (entries, &legend, NULL, plot, left, style);
  return MIN (refrain_legend_get_height (&legend) + 2 * MARGIN * style->font_size,
              MOST * plot->height);
}

void
refrain_event_paint_legend (RefrainEventPainter *self,
                            cairo_t *cr,
                            const RefrainViewport *plot,
                            double left,
                            const RefrainStyle *style)
{
  g_autoptr (GArray) entries = find_entries (self, plot, style);
  RefrainLegend legend;

  write_legend (entries, &legend, cr, plot, left, style);
}
