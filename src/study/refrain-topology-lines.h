/* refrain-topology-lines.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What people read of a topology: its name, where most goes, and what could be done.
 */
#pragma once

#include "refrain-report.h"
#include "refrain-topology.h"
#include "refrain-trace.h"
#include "refrain-tree-rounds.h"

/* A phase, pattern, communicator or tag by itself. */
typedef struct
{
  guint64 id;
  char *name; /* or NULL */
  guint64 messages, bytes;
  RefrainTopology *topology;
} RefrainTopologyPart;

/* What is told of. */
typedef struct
{
  RefrainTopology *topology;
  RefrainMatrix *matrix;
  RefrainMatrix *traffic;   /* with the data of collective operations; NULL: as @matrix */
  RefrainTreeRounds rounds; /* of a trace's messages, where they are a tree */
  guint partners;           /* most of a process in an iteration, where they change; else 0 */
  double threshold;
  gboolean collectives;    /* is their data in the matrix? */
  gboolean no_sends;       /* messages are one-sided or of calls with neighbours, which need no
                              advice to be so */
  const char *groups;      /* what the communicators make of the processes, or NULL */
  const char *said_by;     /* the communicator of what the program says, or NULL */
  const GPtrArray *tags;   /* RefrainTopologyPart: of each tag by itself, most first; or NULL */
  const GPtrArray *others; /* RefrainTopologyAlternative: mappings that symmetries allow */
  guint choice;            /* which of them is shown */
} RefrainTopologyFound;

/* Says it, line by line. Returns FALSE where there is nothing to name. O(cells). */
gboolean refrain_topology_lines_say (const RefrainTopologyFound *self, RefrainReport *report);
/* "Process 0 sends or receives most: 50 % of all bytes (an even share: 25 %); most go from 0 to 1:
 * 12 %": the process that most is from or to, and the pair, without a full stop. Free with
 * g_free(). O(cells). */
char *refrain_topology_describe_busiest (RefrainMatrix *matrix);
/* The main table, unless there are parts: where each process sits. */
void refrain_topology_lines_add_places (RefrainReport *report, RefrainMapping *mapping);
/* The main table: a row for each of @parts (RefrainTopologyPart), which are phases where @kind is
 * "phase". */
void
refrain_topology_lines_add_parts (RefrainReport *report, const char *kind, const GPtrArray *parts);

/* ---- Whether processes are numbered well: what is near on it by rank, too ---- */

/* Where no message has a size, their number is what can be compared. O(cells). */
gboolean refrain_topology_numbering_is_without_bytes (RefrainMatrix *matrix);
/* May there be a nearer name, and does too much differ for this one to be a ground to stand on? */
gboolean refrain_topology_numbering_is_merely_near (RefrainTopology *topology);

/* Whether the advice may depend on what collective operations send (self->traffic).
 * O(processes). */
gboolean refrain_topology_numbering_needs_traffic (RefrainTopology *topology);
/* A line of advice; @volumes: what goes along each axis of @mapping, a grid. O(cells). */
void refrain_topology_numbering_say (GString *text,
                                     const RefrainTopologyFound *self,
                                     RefrainMapping *mapping,
                                     const guint64 *volumes);

/* ---- What programs read of it ---- */

/* @by_count: edges are weighed by messages. @told: people are told a name. @choices: guint, from 1:
 * the mapping of each component, or NULL. O(cells). */
void refrain_topology_members_add (const RefrainTopologyFound *self,
                                   gboolean by_count,
                                   gboolean told,
                                   const GArray *choices,
                                   RefrainReport *report);
/* @parts (RefrainTopologyPart), as "phases" where @kind is "phase". */
void refrain_topology_members_add_parts (RefrainReport *report,
                                         const char *kind,
                                         const GPtrArray *parts);
