/* refrain-paje-containers.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tree of containers of a Pajé trace, and which of them are processes and threads. The format
 * does not say; names and types do.
 */
#pragma once

#include "refrain-claims.h"
#include "refrain-trace-builder.h"

typedef enum
{
  REFRAIN_PAJE_EVENT_ENTER, /* what: the routine */
  REFRAIN_PAJE_EVENT_SET,   /* what: the routine; ends whatever is open */
  REFRAIN_PAJE_EVENT_LEAVE,
  REFRAIN_PAJE_EVENT_RESET,
  REFRAIN_PAJE_EVENT_SEND,    /* what: the message */
  REFRAIN_PAJE_EVENT_RECEIVE, /* what: the message */
} RefrainPajeEventKind;

typedef struct
{
  RefrainTime time;
  guint32 order; /* in the file */
  guint32 what : 29;
  guint32 kind : 3; /* RefrainPajeEventKind */
  guint64 bytes;    /* of a collective, as the source says, or 0 */
} RefrainPajeItem;

/* The states of one type of a container: one thread. */
typedef struct
{
  guint32 container, type;
  GArray *items; /* of RefrainPajeItem */
  guint process;
  RefrainRecorder *recorder;
  GArray *collectives; /* guint8: types of those it calls, in order */
} RefrainPajeThread;

typedef struct
{
  char *name;
  guint32 type;
  gint32 parent;   /* or -1 */
  GArray *threads; /* guint32: those of its states */
  gint32 primary;  /* the thread that sends and receives, or -1 */
  gint32 process;  /* or -1 */
} RefrainPajeContainer;

typedef struct
{
  GPtrArray *type_names; /* of each type */
  GHashTable *types;     /* of an alias: its type + 1 */
  GHashTable *types_by_name;
  GPtrArray *containers; /* of RefrainPajeContainer */
  GHashTable *by_alias;  /* of an alias: number of its container + 1 */
  GHashTable *by_name;
  GPtrArray *threads; /* of RefrainPajeThread */
  GArray *processes;  /* guint32: the container of each process, once found */
} RefrainPajeContainers;

void refrain_paje_containers_init (RefrainPajeContainers *self);
void refrain_paje_containers_clear (RefrainPajeContainers *self);

/* Defines a type of whatever kind; either name may be NULL. */
void
refrain_paje_containers_add_type (RefrainPajeContainers *self, const char *alias, const char *name);
/* The type of that alias or name, or -1. */
gint32 refrain_paje_containers_find_type (const RefrainPajeContainers *self, const char *name);
const char *refrain_paje_containers_get_type_name (const RefrainPajeContainers *self, guint32 type);

/* Either name may be NULL; @parent, too. */
void refrain_paje_containers_add (RefrainPajeContainers *self,
                                  guint32 type,
                                  const char *alias,
                                  const char *name,
                                  const char *parent);
/* The container of that alias or name, or -1. */
gint32 refrain_paje_containers_find (const RefrainPajeContainers *self, const char *name);
/* The thread of the states of @type in @container; for messages with @type -1, the main one. */
RefrainPajeThread *
refrain_paje_containers_get_thread (RefrainPajeContainers *self, guint32 container, gint32 type);

/* Once all is read: finds the processes, in the order of the numbers in their names, and gives them
 * and their threads to @builder; FALSE with @error where they are too many for @claims.
 * O(containers log containers + depth). */
gboolean refrain_paje_containers_resolve (RefrainPajeContainers *self,
                                          RefrainTraceBuilder *builder,
                                          RefrainClaims *claims,
                                          GError **error);
