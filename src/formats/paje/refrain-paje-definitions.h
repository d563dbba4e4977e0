/* refrain-paje-definitions.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The head of a Pajé trace, which tells the fields of each kind of event, and the lines behind it
 * cut into these fields.
 *
 *   %EventDef PajePushState 5
 *   %  Time date
 *   %  Container string
 *   …
 *   %EndEventDef
 *   5 0.25 rank-0 …
 */
#pragma once

#include <glib.h>

typedef enum
{
  REFRAIN_PAJE_OTHER, /* of which nothing is made */
  REFRAIN_PAJE_DEFINE_CONTAINER_TYPE,
  REFRAIN_PAJE_DEFINE_STATE_TYPE,
  REFRAIN_PAJE_DEFINE_LINK_TYPE,
  REFRAIN_PAJE_DEFINE_ENTITY_VALUE,
  REFRAIN_PAJE_CREATE_CONTAINER,
  REFRAIN_PAJE_DESTROY_CONTAINER,
  REFRAIN_PAJE_SET_STATE,
  REFRAIN_PAJE_PUSH_STATE,
  REFRAIN_PAJE_POP_STATE,
  REFRAIN_PAJE_RESET_STATE,
  REFRAIN_PAJE_START_LINK,
  REFRAIN_PAJE_END_LINK,
} RefrainPajeEvent;

/* What a field is for; different versions of the format call the same by different names. */
typedef enum
{
  REFRAIN_PAJE_UNUSED,
  REFRAIN_PAJE_TIME,
  REFRAIN_PAJE_TYPE,
  REFRAIN_PAJE_CONTAINER, /* of one that is created: what it is in */
  REFRAIN_PAJE_VALUE,
  REFRAIN_PAJE_NAME,
  REFRAIN_PAJE_ALIAS,
  REFRAIN_PAJE_START,
  REFRAIN_PAJE_END,
  REFRAIN_PAJE_KEY,
  REFRAIN_PAJE_SIZE,
  REFRAIN_PAJE_TAG,
  REFRAIN_PAJE_N_FIELDS
} RefrainPajeField;

/* A line: its event and, by what they are for, its fields; NULL for those it has not. */
typedef struct
{
  RefrainPajeEvent event;
  char *fields[REFRAIN_PAJE_N_FIELDS];
} RefrainPajeLine;

typedef struct _RefrainPajeDefinitions RefrainPajeDefinitions;

RefrainPajeDefinitions *refrain_paje_definitions_new (void);
void refrain_paje_definitions_free (RefrainPajeDefinitions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainPajeDefinitions, refrain_paje_definitions_free)

/* Takes a line that begins with '%'. Returns the cause for which it cannot, translated, or NULL. */
const char *refrain_paje_definitions_add (RefrainPajeDefinitions *self, char *line);
/* Cuts @line, which it writes to, into fields. Returns the cause for which it cannot, translated,
 * or NULL. O(length). */
const char *
refrain_paje_definitions_cut (RefrainPajeDefinitions *self, char *line, RefrainPajeLine *cut);
