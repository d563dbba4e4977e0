/* refrain-regularity.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Traffic in which nothing repeats: what can be said of it is how much there is in each iteration,
 * and whether the partners stay the same.
 */
#pragma once

#include "refrain-composites.h"
#include "refrain-traffic-rows.h"

typedef enum
{
  REFRAIN_REGULAR,
  REFRAIN_REGULAR_OUTSIDE, /* iterations repeat, and within them neither order nor partners follow
                              any rule */
  REFRAIN_IRREGULAR,       /* nothing repeats */
} RefrainRegularity;

typedef struct
{
  RefrainRegularity regularity;
  guint64 messages; /* of the trace; of one iteration where these repeat */
  guint processes;  /* that send or receive these */
  gsize iterations; /* in which there are messages; 0: not known */
  gboolean fixed;   /* each process sends to the same ones in each iteration, but perhaps the first
                       and the last */
  GArray *rows;     /* of RefrainTrafficRow, one each iteration; NULL but for REFRAIN_IRREGULAR */
} RefrainTraffic;

/* How regular the messages of a trace are. Irregular: most of them are in patterns that occur once,
 * or there are many patterns of few occurrences. Iterations of irregular traffic are what lies
 * between the occurrences of the collective pattern of all processes that occurs most often. Clear
 * @traffic with refrain_traffic_clear(). O(patterns); irregular: O(operations · log partners). */
void refrain_traffic_judge (RefrainTraffic *traffic, RefrainComposites *composites);
void refrain_traffic_clear (RefrainTraffic *traffic);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainTraffic, refrain_traffic_clear)
