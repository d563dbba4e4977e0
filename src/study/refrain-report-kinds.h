/* refrain-report-kinds.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A kind each, in reports/report-NAME.c; in the order in which --help lists them.
 */
#pragma once

#include "refrain-report-kind.h"

#define REFRAIN_REPORT_KINDS(KIND)                                                                 \
  KIND (brief)                                                                                     \
  KIND (info)                                                                                      \
  KIND (validate)                                                                                  \
  KIND (matrix)                                                                                    \
  KIND (numbers)                                                                                   \
  KIND (waits)                                                                                     \
  KIND (critical_path)                                                                             \
  KIND (efficiency)                                                                                \
  KIND (findings)                                                                                  \
  KIND (check)                                                                                     \
  KIND (compare)                                                                                   \
  KIND (series)                                                                                    \
  KIND (query)                                                                                     \
  KIND (structure)                                                                                 \
  KIND (points)                                                                                    \
  KIND (durations)                                                                                 \
  KIND (match)                                                                                     \
  KIND (patterns)                                                                                  \
  KIND (phases)                                                                                    \
  KIND (loops)                                                                                     \
  KIND (scan)                                                                                      \
  KIND (convert)                                                                                   \
  KIND (skeleton)                                                                                  \
  KIND (topology)                                                                                  \
  KIND (logical)

#define REFRAIN_REPORT_KIND(name) extern const RefrainReportKind refrain_report_##name;
REFRAIN_REPORT_KINDS (REFRAIN_REPORT_KIND)
