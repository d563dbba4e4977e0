/* refrain-report-kinds.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A kind each, in reports/report-NAME.c.
 */
#pragma once

#include "refrain-report-kind.h"

G_BEGIN_DECLS

extern const RefrainReportKind refrain_report_brief;
extern const RefrainReportKind refrain_report_info;
extern const RefrainReportKind refrain_report_matrix;
extern const RefrainReportKind refrain_report_numbers;
extern const RefrainReportKind refrain_report_validate;
extern const RefrainReportKind refrain_report_waits;
extern const RefrainReportKind refrain_report_critical_path;
extern const RefrainReportKind refrain_report_efficiency;
extern const RefrainReportKind refrain_report_findings;
extern const RefrainReportKind refrain_report_check;
extern const RefrainReportKind refrain_report_compare;
extern const RefrainReportKind refrain_report_series;
extern const RefrainReportKind refrain_report_query;
extern const RefrainReportKind refrain_report_structure;
extern const RefrainReportKind refrain_report_points;
extern const RefrainReportKind refrain_report_durations;
extern const RefrainReportKind refrain_report_match;
extern const RefrainReportKind refrain_report_patterns;
extern const RefrainReportKind refrain_report_phases;
extern const RefrainReportKind refrain_report_loops;
extern const RefrainReportKind refrain_report_scan;
extern const RefrainReportKind refrain_report_convert;
extern const RefrainReportKind refrain_report_skeleton;
extern const RefrainReportKind refrain_report_topology;
extern const RefrainReportKind refrain_report_logical;

G_END_DECLS
