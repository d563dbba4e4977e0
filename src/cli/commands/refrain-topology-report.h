/* refrain-topology-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What refrain-cli topology prints.
 */
#pragma once

#include "refrain-topology.h"
#include "refrain-trace.h"

G_BEGIN_DECLS

/* A phase, pattern, communicator or tag by itself. */
typedef struct
{
  guint64 id;
  char *name; /* or NULL */
  guint64 messages, bytes;
  RefrainTopology *topology;
} RefrainTopologyPart;

typedef struct
{
  const RefrainTopologyOptions *options;
  RefrainTopology *topology;
  RefrainMatrix *matrix;
  RefrainTrace *trace;   /* or NULL */
  gboolean collectives;  /* is their data in the matrix? */
  const char *said_by;   /* the communicator of what the program says, or NULL */
  const char *part_kind; /* "phase", "pattern", "communicator", or NULL */
  GPtrArray *parts;      /* RefrainTopologyPart */
  GPtrArray *tags;       /* RefrainTopologyPart: of each tag by itself, most first; or NULL */
  /* Which of the mappings that symmetries allow is shown, from 1: of the whole, or of each
   * component where the whole has none. */
  const guint *choices;
  guint n_choices;
} RefrainTopologyReport;

/* What is wrong with the choices, or NULL. Free with g_free(). */
char *refrain_topology_report_check_choices (const RefrainTopologyReport *self);
void refrain_topology_report_print_json (const RefrainTopologyReport *self);
void refrain_topology_report_print_text (const RefrainTopologyReport *self);

G_END_DECLS
