/* refrain-otf2-source.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The archive that a trace once was, as its extension tells: its numbers for everything, its
 * definitions, and events that the columns alone do not say.
 */
#pragma once

#include "refrain-otf2-clock.h"
#include "refrain-otf2-values.h"
#include "refrain-details.h"
#include "refrain-trace.h"

typedef struct
{
  RefrainOtf2Clock clock;
  RefrainTime shift; /* from the trace's times to those of the clock */
  guint64 event_chunk, definition_chunk;
  guint64 identifier;
  guint32 *regions; /* by routine: the first region that is one, or OTF2_UNDEFINED_REGION */

  /* Private. */
  RefrainExtension *extension;
  guint n_routines;
  int *classes;              /* by class of the extension: the same of our schema, or -1 */
  GHashTable *locations;     /* id → Own */
  RefrainRecordBytes global; /* the definitions of the archive */
} RefrainOtf2Source;

/* NULL where @trace does not come from an archive, or has changed so much since that it does not
 * fit any more: definitions are then made from scratch. O(definitions). */
RefrainOtf2Source *refrain_otf2_source_new (RefrainTrace *trace);
void refrain_otf2_source_free (RefrainOtf2Source *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainOtf2Source, refrain_otf2_source_free)

/* How location @id says what the archive says; NULL: likewise. */
RefrainOtf2Ids *refrain_otf2_source_get_ids (const RefrainOtf2Source *self, guint64 id);

/* The stamp of an event at @time of the trace, by the archive's clock. */
static inline OTF2_TimeStamp
refrain_otf2_source_get_stamp (const RefrainOtf2Source *self, RefrainTime time, gint64 ticks)
{
  return refrain_otf2_clock_get_stamp (&self->clock, time + self->shift) + (guint64) ticks;
}

/* Tells @archive what its anchor file says, before anything is written. */
OTF2_ErrorCode refrain_otf2_source_set_up (const RefrainOtf2Source *self, OTF2_Archive *archive);
OTF2_ErrorCode
refrain_otf2_source_write_definitions (const RefrainOtf2Source *self, OTF2_GlobalDefWriter *writer);
OTF2_ErrorCode refrain_otf2_source_write_own_definitions (const RefrainOtf2Source *self,
                                                          guint64 location,
                                                          OTF2_DefWriter *writer);

/* What the details of an event say. */
typedef struct
{
  int event; /* class of the whole event, to be written with its fields, or -1 */
  RefrainRecordBytes fields;
  gboolean has_region;
  guint32 region; /* of an Enter or Leave */
} RefrainOtf2Event;

/* Looks through @detail; attributes are put into @attributes, which is emptied before. */
RefrainOtf2Event refrain_otf2_source_find_event (const RefrainOtf2Source *self,
                                                 const RefrainDetail *detail,
                                                 RefrainOtf2Ids *ids,
                                                 OTF2_AttributeList *attributes);
/* Whether @detail says an event whole. */
gboolean refrain_otf2_source_has_event (const RefrainOtf2Source *self, const RefrainDetail *detail);
/* Writes @event as it is; OTF2_ERROR_INVALID_DATA, and nothing written, where its bytes are none.
 */
OTF2_ErrorCode refrain_otf2_source_write_event (const RefrainOtf2Event *event,
                                                OTF2_EvtWriter *writer,
                                                OTF2_AttributeList *attributes,
                                                OTF2_TimeStamp time,
                                                RefrainOtf2Ids *ids);
