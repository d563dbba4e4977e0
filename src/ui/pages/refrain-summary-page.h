/* refrain-summary-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first answer: what the run is made of, what is wrong with its trace, where its time goes and
 * how large its messages are. Every row leads to the events behind it.
 */
#pragma once

#include "refrain-brief-model.h"
#include "refrain-page.h"

#define REFRAIN_TYPE_SUMMARY_PAGE (refrain_summary_page_get_type ())
G_DECLARE_FINAL_TYPE (RefrainSummaryPage, refrain_summary_page, REFRAIN, SUMMARY_PAGE, RefrainPage)

/* What the first lines say; NULL without a session. For tests. */
RefrainBriefModel *refrain_summary_page_get_brief (RefrainSummaryPage *self);
/* The list of them. For tests. */
GtkListBox *refrain_summary_page_get_sentences (RefrainSummaryPage *self);
