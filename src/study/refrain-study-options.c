/* refrain-study-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counted references: a result keeps the options that it was made with, so that rules, which are
 * described by their address, stay where they are.
 */
#include "refrain-study-options.h"

#include <string.h>

#include "refrain-free.h"
#include "refrain-object.h"

RefrainStudyOptions *
refrain_study_options_new (void)
{
  RefrainStudyOptions *self = g_atomic_rc_box_new0 (RefrainStudyOptions);
  const RefrainTopologyOptions topology = REFRAIN_TOPOLOGY_OPTIONS_DEFAULT;

  self->patterns = (RefrainPatternOptions) REFRAIN_PATTERN_OPTIONS_DEFAULT;
  self->loop_receive = REFRAIN_RECEIVE_SETS;
  self->loops = (RefrainLoopOptions) REFRAIN_LOOP_OPTIONS_DEFAULT;
  self->structure = (RefrainStructureOptions) REFRAIN_STRUCTURE_OPTIONS_DEFAULT;
  self->window = 0.1;
  self->topology.threshold = topology.threshold;
  self->topology.seconds = topology.seconds;
  return self;
}

REFRAIN_DEFINE_CLEAR (clear, RefrainStudyOptions, g_strfreev ((char **) x->patterns.wrappers);
                      g_clear_pointer (&x->phases.merged_keys, g_ptr_array_unref);
                      g_clear_pointer (&x->phases.listed, g_array_unref);
                      g_clear_pointer (&x->phases.merge, g_array_unref);
                      g_clear_object (&x->topology.rules))

RefrainStudyOptions *
refrain_study_options_copy (const RefrainStudyOptions *self)
{
  RefrainStudyOptions *copy;
  const char *const *wrappers;
  GPtrArray *keys;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_atomic_rc_box_new (RefrainStudyOptions);
  *copy = *self;
  wrappers = copy->patterns.wrappers;
  keys = copy->phases.merged_keys;
  copy->patterns.wrappers = NULL;
  copy->phases.merged_keys = NULL;
  refrain_study_options_set_wrappers (copy, wrappers);
  refrain_study_options_set_merged (copy, keys);
  if (copy->phases.listed != NULL)
    g_array_ref (copy->phases.listed);
  if (copy->phases.merge != NULL)
    g_array_ref (copy->phases.merge);
  if (copy->topology.rules != NULL)
    g_object_ref (copy->topology.rules);
  return copy;
}

REFRAIN_DEFINE_SHARED (RefrainStudyOptions, refrain_study_options, clear)

void
refrain_study_options_set_wrappers (RefrainStudyOptions *self, const char *const *wrappers)
{
  char **copy;

  g_return_if_fail (self != NULL);

  copy = g_strdupv ((char **) wrappers);
  g_strfreev ((char **) self->patterns.wrappers);
  self->patterns.wrappers = (const char *const *) copy;
}

void
refrain_study_options_set_merged (RefrainStudyOptions *self, GPtrArray *keys)
{
  GPtrArray *copy = NULL;

  g_return_if_fail (self != NULL);

  if (keys != NULL && keys->len > 0)
    {
      copy = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
      for (guint i = 0; i < keys->len; i++)
        g_ptr_array_add (copy, g_strdupv (keys->pdata[i]));
    }
  g_clear_pointer (&self->phases.merged_keys, g_ptr_array_unref);
  self->phases.merged_keys = copy;
}

/* ---- As text -------------------------------------------------------------------------------- */

/* Names and keys may hold anything: each stands behind its length. */
static void
append_words (GString *out, const char *const *words)
{
  for (; words != NULL && *words != NULL; words++)
    g_string_append_printf (out, "%" G_GSIZE_FORMAT ":%s", strlen (*words), *words);
}

static void
append_double (GString *out, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (out, ",%s", g_ascii_dtostr (text, sizeof text, value));
}

static void
append_patterns (GString *out, const RefrainPatternOptions *patterns)
{
  g_string_append_printf (out, " patterns %d,%x,%d,%d,%d,%d,%d,%d", patterns->method,
                          (guint) patterns->scheme.fields, patterns->scheme.receive,
                          patterns->scheme.relative, patterns->keep_tandem, patterns->merge_alike,
                          patterns->join_collectives, patterns->wrappers != NULL);
  append_words (out, patterns->wrappers);
}

static void
append_phases (GString *out, const RefrainStudyPhaseOptions *phases)
{
  g_string_append_printf (out, " phases %d,%d,%d,%d,%d", phases->by_hand, phases->composite,
                          phases->level, phases->collapse, phases->without_collectives);
  append_double (out, phases->least);
  for (guint i = 0; phases->merged_keys != NULL && i < phases->merged_keys->len; i++)
    {
      g_string_append_c (out, '/');
      append_words (out, phases->merged_keys->pdata[i]);
    }
}

static void
append_merge (GString *out, const GArray *merge)
{
  g_string_append (out, " merge");
  for (guint i = 0; i < merge->len; i++)
    if (g_array_index (merge, guint32, i) != i)
      g_string_append_printf (out, ",%u-%u", i, g_array_index (merge, guint32, i));
}

static void
append_listed (GString *out, const GArray *listed)
{
  g_string_append (out, " listed");
  for (guint i = 0; listed != NULL && i < listed->len; i++)
    {
      const RefrainPhasePiece *piece = &g_array_index (listed, RefrainPhasePiece, i);

      g_string_append_printf (out, ",%u-%u %u-%u", piece->start, piece->end, piece->main_start,
                              piece->main_end);
    }
}

char *
refrain_study_options_describe (const RefrainStudyOptions *self, RefrainOptionGroups groups)
{
  GString *out = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, NULL);

  if ((groups & REFRAIN_OPTIONS_CLOCKS) != 0)
    g_string_append_printf (out, " clocks %d", self->correct_clocks);
  if ((groups & REFRAIN_OPTIONS_PATTERNS) != 0)
    append_patterns (out, &self->patterns);
  if ((groups & REFRAIN_OPTIONS_REPEATS) != 0)
    g_string_append_printf (out, " repeats %d", self->repeats);
  if ((groups & REFRAIN_OPTIONS_PHASES) != 0)
    append_phases (out, &self->phases);
  if ((groups & REFRAIN_OPTIONS_PHASES) != 0 && self->phases.merge != NULL)
    append_merge (out, self->phases.merge);
  if ((groups & REFRAIN_OPTIONS_LISTED) != 0)
    append_listed (out, self->phases.listed);
  if ((groups & REFRAIN_OPTIONS_LOOPS) != 0)
    {
      const RefrainLoopOptions *loops = &self->loops;

      g_string_append_printf (out, " loops %d,%u,%d,%d,%d", self->loop_receive, loops->nlr.max_body,
                              loops->nlr.affine, loops->share, loops->as_told);
    }
  if ((groups & REFRAIN_OPTIONS_STRUCTURE) != 0)
    g_string_append_printf (out, " structure %d,%x,%d", self->structure.events.mpi_only,
                            (guint) self->structure.events.fields, self->structure.outer);
  if ((groups & REFRAIN_OPTIONS_POINTS) != 0)
    {
      g_string_append (out, " points ");
      append_double (out, self->window);
    }
  if ((groups & REFRAIN_OPTIONS_TOPOLOGY) != 0)
    {
      g_string_append_printf (out, " topology %d,%p", self->topology.by_count,
                              (void *) self->topology.rules);
      append_double (out, self->topology.threshold);
      append_double (out, self->topology.seconds);
    }
  return g_string_free (out, FALSE);
}
