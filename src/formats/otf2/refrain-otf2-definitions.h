/* refrain-otf2-definitions.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The global definitions of an OTF2 archive: gathered in any order, then resolved into processes,
 * threads, routines and communicators.
 */
#pragma once

#include <otf2/otf2.h>

#include "refrain-claims.h"
#include "refrain-otf2-clock.h"
#include "refrain-trace-builder.h"

/* A location that holds events. */
typedef struct
{
  OTF2_LocationRef id;
  guint64 events; /* as the definition claims */
  guint process;
  RefrainRecorder *recorder;
} RefrainOtf2Location;

/* A communicator as event callbacks need it. */
typedef struct
{
  guint32 index;     /* in the trace */
  gboolean direct;   /* a rank is an index into members */
  gboolean distinct; /* and each member is one of the trace's processes, of its own */
  const gint32 *members;
  gsize n_members;
  RefrainCommunicator *communicator;
} RefrainOtf2Comm;

/* What the routine of a region is called: its name, or its canonical name; either may be NULL. Free
 * with g_free(). */
char *refrain_otf2_name_region (const char *name, const char *canonical, guint32 id);

typedef struct _RefrainOtf2Definitions RefrainOtf2Definitions;

/* Nothing defined yet. Free with refrain_otf2_definitions_free(). */
RefrainOtf2Definitions *refrain_otf2_definitions_new (void);
void refrain_otf2_definitions_free (RefrainOtf2Definitions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainOtf2Definitions, refrain_otf2_definitions_free)

/* The callbacks that fill a RefrainOtf2Definitions (their user data). Free with
 * OTF2_GlobalDefReaderCallbacks_Delete(). */
OTF2_GlobalDefReaderCallbacks *refrain_otf2_definitions_new_callbacks (void);

/* Adds everything to @builder, ranks in their order before other processes; FALSE with @error where
 * it is too much for @claims. O(definitions). */
gboolean refrain_otf2_definitions_resolve (RefrainOtf2Definitions *self,
                                           RefrainTraceBuilder *builder,
                                           RefrainClaims *claims,
                                           GError **error);

/* After resolving: the locations, whether they hold events or not. */
const RefrainOtf2Location *
refrain_otf2_definitions_get_locations (RefrainOtf2Definitions *self, gsize *n);
/* The builder's index of a region, or REFRAIN_NONE. Any thread. */
guint32 refrain_otf2_definitions_find_region (const RefrainOtf2Definitions *self, guint32 region);
/* A communicator, or NULL. Any thread. */
const RefrainOtf2Comm *
refrain_otf2_definitions_find_comm (const RefrainOtf2Definitions *self, guint32 comm);
/* By routine: the first region that is one; NULL where each routine is one region. Free with
 * g_free(). */
guint32 *refrain_otf2_definitions_copy_first_regions (const RefrainOtf2Definitions *self);
/* Whether events may have attributes. */
gboolean refrain_otf2_definitions_have_attributes (const RefrainOtf2Definitions *self);
/* How long the run takes, as the archive claims, in nanoseconds; 0: it does not say. */
RefrainTime refrain_otf2_definitions_get_length (const RefrainOtf2Definitions *self);
const RefrainOtf2Clock *refrain_otf2_definitions_get_clock (const RefrainOtf2Definitions *self);
