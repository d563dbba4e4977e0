/* refrain-otf2-events.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From OTF2's event callbacks to a recorder.
 */
#pragma once

#include "refrain-otf2-definitions.h"

/* How many regions and communicators a location remembers without asking the definitions. */
#define REFRAIN_OTF2_CACHE 64

/* What the callbacks of one location need: their user data. Used by one thread at a time. */
typedef struct
{
  RefrainRecorder *recorder;
  const RefrainOtf2Definitions *definitions;
  gint32 process;
  RefrainOtf2Clock clock;
  RefrainTime last; /* of the events so far */
  gboolean plain;   /* stamps are nanoseconds and no event has attributes */
  gboolean in_collective;
  GByteArray *records; /* of the event's details */
  guint32 *current;    /* by routine: the region that was used last; NULL where each has one */
  struct
  {
    guint32 id;
    guint32 index;
  } regions[REFRAIN_OTF2_CACHE];
  guint32 comm_id;
  const RefrainOtf2Comm *comm;
} RefrainOtf2EventContext;

/* Makes ready to read @location into its recorder; to be cleared. @definitions must outlive it. */
void refrain_otf2_event_context_init (RefrainOtf2EventContext *self,
                                      const RefrainOtf2Definitions *definitions,
                                      const RefrainOtf2Location *location);

void refrain_otf2_event_context_clear (RefrainOtf2EventContext *self);

/* The callbacks whose user data is a RefrainOtf2EventContext. Free with
 * OTF2_EvtReaderCallbacks_Delete(). */
OTF2_EvtReaderCallbacks *refrain_otf2_events_new_callbacks (void);
