/* scan-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What scanners of a loop model fetch, on standard output, record by record.
 */
#pragma once

#include "refrain-loop-get.h"

G_BEGIN_DECLS

typedef enum
{
  SCAN_REPORT_TEXT,
  SCAN_REPORT_CSV,
  SCAN_REPORT_JSON,
} ScanReportForm;

/* Fetches @gets (of RefrainLoopGet) at the occurrences of @construct from @events. FALSE with
 * @error, before anything is printed. */
gboolean scan_report_print (RefrainLoopModel *model,
                            RefrainLoopEvents *events,
                            guint32 construct,
                            GPtrArray *gets,
                            ScanReportForm form,
                            GError **error);
/* The model with positions as comments: Figure 8. */
gboolean
scan_report_annotate (RefrainLoopModel *model, const guint32 *processes, gsize n, GError **error);

G_END_DECLS
