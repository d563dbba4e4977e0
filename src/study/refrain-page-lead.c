/* refrain-page-lead.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Work that is handed out, or taken, on demand comes in an order that no text says better than one
 * line does.
 */
#include "refrain-page-lead.h"

#include <glib/gi18n.h>

#include "refrain-free.h"
#include "refrain-loop-summary.h"
#include "refrain-main-loop.h"
#include "refrain-masters.h"

/* Whether processes take their work from a counter. */
static gboolean
find_counter (RefrainPageLead *self, RefrainTrace *trace)
{
  g_autoptr (RefrainMasters) masters = refrain_masters_new_trace (trace);

  if (!refrain_masters_has_counter (masters))
    return FALSE;
  self->kind = REFRAIN_PAGE_OF_COUNTER;
  g_ptr_array_add (self->sentences, refrain_masters_describe (masters, 0));
  return TRUE;
}

/* Of events with the masters' turns as one, which no study has. */
static gboolean
find_masters (RefrainPageLead *self,
              RefrainLoopEvents *operations,
              GCancellable *cancellable,
              GError **error)
{
  g_autoptr (RefrainLoopEvents) joined
      = refrain_loop_summary_join_masters (operations, self->sentences);

  if (joined == NULL)
    return TRUE;
  self->kind = REFRAIN_PAGE_OF_MASTERS;
  self->joined = refrain_program_new (joined, NULL, 0, cancellable, error);
  return self->joined != NULL;
}

static gboolean
find_loop (RefrainPageLead *self, RefrainStudy *study, const RefrainStudyAsk *ask, GError **error)
{
  g_autoptr (RefrainMainLoop) loop
      = refrain_study_find (study, REFRAIN_ANALYSIS_MAIN_LOOP, ask, error);

  if (loop == NULL)
    return FALSE;
  if (!refrain_main_loop_leads (loop))
    return TRUE;
  g_ptr_array_add (self->sentences, refrain_main_loop_describe (loop));
  if (refrain_main_loop_varies (loop))
    self->kind = REFRAIN_PAGE_OF_CHANGES;
  self->repeated = refrain_main_loop_get_repeated (loop);
  return TRUE;
}

RefrainPageLead *
refrain_page_lead_new (RefrainStudy *study,
                       const RefrainStudyAsk *ask,
                       RefrainLoopEvents *operations,
                       GError **error)
{
  g_autoptr (RefrainPageLead) self = g_new0 (RefrainPageLead, 1);

  g_return_val_if_fail (REFRAIN_IS_LOOP_EVENTS (operations), NULL);

  self->sentences = g_ptr_array_new_with_free_func (g_free);
  if (study != NULL && find_counter (self, refrain_study_get_trace (study)))
    return g_steal_pointer (&self);
  if (!find_masters (self, operations, ask->cancellable, error))
    return NULL;
  if (self->joined == NULL && study != NULL && !find_loop (self, study, ask, error))
    return NULL;
  return g_steal_pointer (&self);
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_page_lead_free,
                             RefrainPageLead,
                             g_ptr_array_unref (x->sentences);
                             g_clear_object (&x->joined))

const char *
refrain_page_lead_get_lack (const RefrainPageLead *self)
{
  switch (self->kind)
    {
    case REFRAIN_PAGE_OF_COUNTER:
      return _ ("no page: the order of these calls is not that of the program");
    case REFRAIN_PAGE_OF_CHANGES:
      return _ ("no page: messages or partners change from iteration to iteration");
    default:
      return NULL;
    }
}
