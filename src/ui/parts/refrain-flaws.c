/* refrain-flaws.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each defect is a row; of a constraint that is broken often only the first violations are.
 */
#include "refrain-flaws.h"

#include <glib/gi18n.h>

#include "refrain-object.h"
#include "refrain-time-format.h"

/* Violations of one constraint in the list. */
#define MAX_ROWS 100

struct _RefrainFlaw
{
  GObject parent_instance;

  char *sentence;
  gboolean is_violation, is_recorders;
  RefrainDefect *defect;
  RefrainPick pick; /* REFRAIN_PICK_NONE: no place */
};

REFRAIN_DEFINE_OBJECT (RefrainFlaw, refrain_flaw)

static void
refrain_flaw_finalize (RefrainFlaw *self)
{
  g_free (self->sentence);
  g_clear_object (&self->defect);
}

REFRAIN_GETTER (RefrainFlaw, refrain_flaw, const char *, get_sentence, self->sentence)
REFRAIN_GETTER (RefrainFlaw, refrain_flaw, gboolean, is_violation, self->is_violation)
REFRAIN_GETTER (RefrainFlaw, refrain_flaw, gboolean, is_recorders, self->is_recorders)
REFRAIN_GETTER (RefrainFlaw, refrain_flaw, RefrainDefect *, get_defect, self->defect)

gboolean
refrain_flaw_get_pick (RefrainFlaw *self, RefrainPick *pick)
{
  g_return_val_if_fail (REFRAIN_IS_FLAW (self), FALSE);
  *pick = self->pick;
  return self->pick.kind != REFRAIN_PICK_NONE;
}

/* Adds one to @list; takes @sentence. */
static RefrainFlaw *
add_flaw (GListStore *list, char *sentence)
{
  g_autoptr (RefrainFlaw) flaw = g_object_new (REFRAIN_TYPE_FLAW, NULL);

  flaw->sentence = sentence;
  g_list_store_append (list, flaw);
  return flaw;
}

/* ---- Defects ---- */

static void
add_defects (GListStore *list, RefrainTrace *trace)
{
  GListModel *defects = refrain_trace_get_defects (trace);

  for (guint i = 0; i < g_list_model_get_n_items (defects); i++)
    {
      g_autoptr (RefrainDefect) defect = g_list_model_get_item (defects, i);
      RefrainFlaw *flaw = add_flaw (list, g_strdup (refrain_defect_get_sentence (defect)));

      flaw->defect = g_steal_pointer (&defect);
    }
}

/* ---- Violations ---- */

/* The call or operation that @violation is about, or the process. */
static RefrainPick
find_pick (RefrainTrace *trace, const RefrainViolation *violation)
{
  RefrainPick pick = { REFRAIN_PICK_PROCESS, (guint) violation->process, 0, violation->row };
  RefrainTrace *source = refrain_trace_get_source (trace);
  RefrainProcess *process;
  guint32 call;

  if (violation->process < 0)
    return (RefrainPick){ REFRAIN_PICK_NONE };
  process = refrain_trace_get_process (source, pick.process);
  switch (violation->table)
    {
    case REFRAIN_VIOLATION_CALL:
      pick.kind = REFRAIN_PICK_CALL;
      break;
    case REFRAIN_VIOLATION_OP:
      pick.kind = REFRAIN_PICK_OP;
      if (source == trace)
        break;
      /* Only calls have the same rows in both. */
      call = refrain_process_get_ops (process)->call[violation->row];
      pick = call != REFRAIN_NONE ? (RefrainPick){ REFRAIN_PICK_CALL, pick.process, 0, call }
                                  : (RefrainPick){ REFRAIN_PICK_PROCESS, pick.process, 0, 0 };
      break;
    case REFRAIN_VIOLATION_RECORD:
      call = refrain_process_get_records (process)->call[violation->row];
      if (call != REFRAIN_NONE)
        pick = (RefrainPick){ REFRAIN_PICK_CALL, pick.process, 0, call };
      break;
    case REFRAIN_VIOLATION_NO_ROW:
    default:
      break;
    }
  return pick;
}

static char *
make_heading (RefrainValidation *validation, RefrainConstraint constraint)
{
  const RefrainConstraintInfo *info = refrain_constraint_get_info (constraint);
  const guint64 n = refrain_validation_get_count (validation, constraint);
  g_autofree char *count = refrain_count_format (n);
  g_autofree char *why = refrain_validation_explain (validation, constraint);
  g_autofree char *times = g_strdup_printf (
      ngettext ("%s time", "%s times", (gulong) MIN (n, (guint64) 1000000)), count);

  /* Translators: "C7, 11 times: No process leaves a barrier before all have entered it". */
  return why == NULL
             ? g_strdup_printf (_ ("%s, %s: %s"), info->id, times, _ (info->sentence))
             : g_strdup_printf (_ ("%s, %s: %s (%s)"), info->id, times, _ (info->sentence), why);
}

static void
add_violation (GListStore *list, RefrainValidation *validation, const RefrainViolation *violation)
{
  g_autofree char *message = refrain_validation_describe (validation, violation);
  RefrainFlaw *flaw
      = add_flaw (list, violation->process < 0
                            ? g_steal_pointer (&message)
                            : g_strdup_printf (_ ("Process %d: %s"), violation->process, message));

  flaw->is_violation = TRUE;
  flaw->pick = find_pick (refrain_validation_get_trace (validation), violation);
}

static void
add_constraint (GListStore *list, RefrainValidation *validation, RefrainConstraint constraint)
{
  RefrainFlaw *heading = add_flaw (list, make_heading (validation, constraint));
  const guint64 all = refrain_validation_get_count (validation, constraint);
  gsize n, told = 0;
  const RefrainViolation *violations = refrain_validation_get_violations (validation, &n);

  heading->is_recorders = refrain_validation_blames_recorder (validation, constraint);
  for (gsize i = 0; i < n && told < MAX_ROWS; i++)
    {
      if (violations[i].constraint != constraint)
        continue;
      if (told++ == 0)
        heading->pick = find_pick (refrain_validation_get_trace (validation), &violations[i]);
      add_violation (list, validation, &violations[i]);
    }
  if (all > MAX_ROWS && told == MAX_ROWS)
    {
      g_autofree char *rest = refrain_count_format (all - MAX_ROWS);

      add_flaw (list, g_strdup_printf (_ ("and %s more"), rest))->is_violation = TRUE;
    }
}

static gboolean
is_broken (RefrainValidation *validation, guint constraint, gboolean by_recorder)
{
  return refrain_validation_get_state (validation, (RefrainConstraint) constraint)
             == REFRAIN_VALIDATION_BROKEN
         && refrain_validation_blames_recorder (validation, (RefrainConstraint) constraint)
                == by_recorder;
}

guint
refrain_flaws_count_broken (RefrainValidation *validation)
{
  guint n = 0;

  g_return_val_if_fail (REFRAIN_IS_VALIDATION (validation), 0);

  for (guint i = 0; i < REFRAIN_N_CONSTRAINTS; i++)
    n += is_broken (validation, i, FALSE);
  return n;
}

GListModel *
refrain_flaws_new (RefrainTrace *trace, RefrainValidation *validation)
{
  GListStore *list = g_list_store_new (REFRAIN_TYPE_FLAW);

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), G_LIST_MODEL (list));

  add_defects (list, trace);
  for (int by_recorder = FALSE; validation != NULL && by_recorder <= TRUE; by_recorder++)
    for (guint i = 0; i < REFRAIN_N_CONSTRAINTS; i++)
      if (is_broken (validation, i, by_recorder))
        add_constraint (list, validation, (RefrainConstraint) i);
  return G_LIST_MODEL (list);
}
