/* refrain-page-lead.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is said before the page that stands for a run, and whether its operations one by one are a
 * page at all.
 */
#pragma once

#include "refrain-program.h"
#include "refrain-study.h"

/* Why they are none. */
typedef enum
{
  REFRAIN_PAGE_IS_THERE,
  REFRAIN_PAGE_OF_COUNTER, /* processes take their work from a counter, in any order */
  REFRAIN_PAGE_OF_MASTERS, /* masters hand out work, in any order: there is a page with one line
                              for it */
  REFRAIN_PAGE_OF_CHANGES, /* messages or partners change from iteration to iteration */
} RefrainPageKind;

typedef struct
{
  RefrainPageKind kind;
  GPtrArray *sentences;   /* of what the run does; may be empty */
  RefrainProgram *joined; /* of masters; else NULL */
  double
      repeated; /* of changes: the share of messages in patterns that occur three times or more */
} RefrainPageLead;

/* Of @operations, those of the trace of @study, which may be NULL where there is no trace, as @ask
 * has it. NULL with @error where that ends it. Free with refrain_page_lead_free(). */
RefrainPageLead *refrain_page_lead_new (RefrainStudy *study,
                                        const RefrainStudyAsk *ask,
                                        RefrainLoopEvents *operations,
                                        GError **error);
void refrain_page_lead_free (RefrainPageLead *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainPageLead, refrain_page_lead_free)

/* "No page: messages or partners change ...", without an end; NULL where there is one. */
const char *refrain_page_lead_get_lack (const RefrainPageLead *self);
