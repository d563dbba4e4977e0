/* refrain-structure-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words become options.
 */
#include "config.h"

#include "refrain-structure-options.h"

#include "refrain-free.h"
#include "refrain-report-options.h"

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_structure_arguments_clear,
                             RefrainStructureArguments,
                             refrain_clear (&x->events, &x->fields, &x->outer))

const char *
refrain_structure_arguments_get_first (const RefrainStructureArguments *self)
{
  return self->events != NULL   ? "--events"
         : self->fields != NULL ? "--fields"
         : self->outer != NULL  ? "--outer"
                                : NULL;
}

gboolean
refrain_structure_arguments_understand (const RefrainStructureArguments *self,
                                        RefrainStructureOptions *options,
                                        GError **error)
{
  static const char *const events[] = { "all", "mpi", NULL };
  static const char *const outer[] = { "cover", "pairs", NULL };
  /* As RefrainEventFields has them. */
  static const char *const fields[] = { "peer", "tag", "comm", "size", NULL };
  guint mpi_only = 0, pairs = 0, bits;

  *options = (RefrainStructureOptions) REFRAIN_STRUCTURE_OPTIONS_DEFAULT;
  bits = options->events.fields;
  if (!refrain_report_choose ("--events", self->events, events, &mpi_only, error)
      || !refrain_report_choose ("--outer", self->outer, outer, &pairs, error)
      || !refrain_report_choose_some ("--fields", self->fields, fields, &bits, error))
    return FALSE;
  options->events.mpi_only = mpi_only != 0;
  options->events.fields = (RefrainEventFields) bits;
  if (pairs != 0)
    options->outer = REFRAIN_OUTER_PAIRS;
  return TRUE;
}
