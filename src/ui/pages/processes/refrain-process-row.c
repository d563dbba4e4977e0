/* refrain-process-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values are looked up in the numbers whenever a cell is drawn or compared: they change more often
 * than rows.
 */
#include "refrain-process-row.h"

#include "refrain-object.h"

#include <math.h>

struct _RefrainProcessRow
{
  GObject parent_instance;

  RefrainProcess *process; /* NULL: a group */
  guint group;
  char *name;
  guint n;
  guint32 *processes;
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainProcessRow, refrain_process_row)

static void
refrain_process_row_finalize (RefrainProcessRow *self)
{
  g_clear_object (&self->process);
  g_free (self->name);
  g_free (self->processes);
}

static void
refrain_process_row_init (RefrainProcessRow *self)
{
  self->group = REFRAIN_NONE;
}

RefrainProcessRow *
refrain_process_row_new (RefrainProcess *process)
{
  RefrainProcessRow *self = g_object_new (REFRAIN_TYPE_PROCESS_ROW, NULL);
  const char *name = refrain_process_get_name (process);
  g_autofree char *rank = NULL;

  self->process = g_object_ref (process);
  self->n = 1;
  self->processes = g_new (guint32, 1);
  self->processes[0] = refrain_process_get_rank (process);
  rank = g_strdup_printf ("%u", self->processes[0]);
  /* Names that end with the rank need no other. */
  self->name
      = g_str_has_suffix (name, rank) ? g_strdup (name) : g_strdup_printf ("%s · %s", rank, name);
  return self;
}

RefrainProcessRow *
refrain_process_row_new_group (const RefrainProcessGroups *groups, guint index)
{
  const RefrainProcessGroup *group = &groups->groups[index];
  RefrainProcessRow *self = g_object_new (REFRAIN_TYPE_PROCESS_ROW, NULL);

  self->group = index;
  self->n = group->n;
  self->processes = g_memdup2 (group->processes, group->n * sizeof *group->processes);
  self->name
      = group->n > 1 ? g_strdup_printf ("%s (%u)", group->name, group->n) : g_strdup (group->name);
  return self;
}

REFRAIN_ROWS_GETTER (
    RefrainProcessRow, refrain_process_row, guint32, guint, get_processes, self->processes, self->n)

REFRAIN_GETTER (
    RefrainProcessRow, refrain_process_row, RefrainProcess *, get_process, self->process)

guint
refrain_process_row_get_group (RefrainProcessRow *self)
{
  g_return_val_if_fail (REFRAIN_IS_PROCESS_ROW (self), REFRAIN_NONE);
  return self->group;
}

REFRAIN_GETTER (RefrainProcessRow, refrain_process_row, const char *, get_name, self->name)

static double
get_number (const RefrainProcessNumbers *of, RefrainProcessValue value)
{
  switch (value)
    {
    case REFRAIN_PROCESS_MPI:
      return (double) refrain_process_numbers_get_mpi (of);
    case REFRAIN_PROCESS_WAITING:
      return of->waiting >= 0 ? (double) of->waiting : NAN;
    case REFRAIN_PROCESS_MESSAGES:
      return (double) of->sends;
    case REFRAIN_PROCESS_BYTES:
      return (double) of->bytes_sent;
    case REFRAIN_PROCESS_LOAD:
    case REFRAIN_PROCESS_COMPUTING:
    case REFRAIN_N_PROCESS_VALUES:
    default:
      return (double) of->work[REFRAIN_WORK_COMPUTING];
    }
}

double
refrain_process_row_get_value (RefrainProcessRow *self,
                               RefrainNumbers *numbers,
                               RefrainProcessValue value)
{
  double sum = 0, mean;
  guint known = 0;
  gsize n;

  g_return_val_if_fail (REFRAIN_IS_PROCESS_ROW (self), NAN);

  if (numbers == NULL)
    return NAN;
  for (guint i = 0; i < self->n; i++)
    {
      const RefrainProcessNumbers *of = refrain_numbers_get_process (numbers, self->processes[i]);

      if (of == NULL)
        continue;
      sum += get_number (of, value);
      known++;
    }
  if (known == 0)
    return NAN;
  if (value != REFRAIN_PROCESS_LOAD)
    return sum / known;
  refrain_numbers_get_processes (numbers, &n);
  mean = (double) refrain_numbers_get_total (numbers)->work[REFRAIN_WORK_COMPUTING] / (double) n;
  return mean > 0 ? sum / known / mean : NAN;
}
