/* refrain-gxl-node.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A node of the document with its attributes, reused from node to node; the names of classes and
 * attributes that mean something to the reader, as numbers; and the values of attributes.
 */
#pragma once

#include "refrain-types.h"

typedef enum
{
  REFRAIN_GXL_UNTYPED, /* the thesis' dialect */
  REFRAIN_GXL_OTHER,   /* a class that the reader does not know */
  REFRAIN_GXL_SCENARIO,
  REFRAIN_GXL_TRACE,
  REFRAIN_GXL_PROCESS_TRACE,
  REFRAIN_GXL_MSG_TRACE,
  REFRAIN_GXL_PROCESS,
  REFRAIN_GXL_PROCESSOR,
  REFRAIN_GXL_COMMUNICATOR,
  REFRAIN_GXL_ROUTINE,
  REFRAIN_GXL_DEFECT,
  REFRAIN_GXL_COMM_PATTERN,
  REFRAIN_GXL_ROUTINE_PATTERN,
  REFRAIN_GXL_PATTERN_OCCURRENCE,
  REFRAIN_GXL_EXTENSION,
  REFRAIN_GXL_EXTENSION_RECORD,
  REFRAIN_GXL_MESSAGE,
  REFRAIN_GXL_CALL, /* RoutineCall and every operation that is nothing but a call */
  REFRAIN_GXL_SEND,
  REFRAIN_GXL_NON_BLOCKING_SEND,
  REFRAIN_GXL_RECEIVE,
  REFRAIN_GXL_NON_BLOCKING_RECEIVE,
  REFRAIN_GXL_WAIT, /* WaitOperation, TestOperation */
  REFRAIN_GXL_CANCEL,
  REFRAIN_GXL_COLLECTIVE, /* every collective operation */
  REFRAIN_GXL_RECORD,
  /* classes of edges */
  REFRAIN_GXL_COMMUNICATOR_PROCESS,
  REFRAIN_GXL_COMMUNICATOR_REMOTE_PROCESS,
  REFRAIN_GXL_PROCESS_PROCESSOR,
  REFRAIN_GXL_TRACE_PROCESS_TRACE,
  REFRAIN_GXL_TRACE_PATTERN_OCCURRENCE,
  REFRAIN_GXL_OCCURRENCE_PATTERN,
  REFRAIN_GXL_OCCURRENCE_UNIT, /* and PatternOccurrenceOperation */
} RefrainGxlClass;

typedef enum
{
  REFRAIN_GXL_NO_ATTRIBUTE,
  REFRAIN_GXL_NESTING_LEVEL,
  REFRAIN_GXL_ROUTINE_CALL_NAME,
  REFRAIN_GXL_START_TIME,
  REFRAIN_GXL_END_TIME,
  REFRAIN_GXL_TIME,
  REFRAIN_GXL_ORDER,
  REFRAIN_GXL_ENTER_DETAILS,
  REFRAIN_GXL_BEGIN_DETAILS,
  REFRAIN_GXL_DETAILS,
  REFRAIN_GXL_LEAVE_DETAILS,
  REFRAIN_GXL_BEGIN_TIME,
  REFRAIN_GXL_PROCESS_REF,
  REFRAIN_GXL_COMMUNICATOR_REF,
  REFRAIN_GXL_TAG,
  REFRAIN_GXL_SEND_DATA_SIZE,
  REFRAIN_GXL_RCV_DATA_SIZE,
  REFRAIN_GXL_SEND_SIZE,
  REFRAIN_GXL_RCV_SIZE,
  REFRAIN_GXL_REQUEST_ID,
  REFRAIN_GXL_FLAG,
  REFRAIN_GXL_OPERATION_NAME,
  REFRAIN_GXL_KIND,
  REFRAIN_GXL_ID,
  REFRAIN_GXL_SIZE,
  REFRAIN_GXL_DESC,
  REFRAIN_GXL_TRACE_ID,
  REFRAIN_GXL_COMMENTS,
  REFRAIN_GXL_VERSION,
  REFRAIN_GXL_CLOCK_ORIGIN,
  REFRAIN_GXL_WALL_CLOCK,
  REFRAIN_GXL_THREAD_ID,
  REFRAIN_GXL_THREAD_NAME,
  REFRAIN_GXL_STREAM,
  REFRAIN_GXL_RANK,
  REFRAIN_GXL_PROCESS_NAME,
  REFRAIN_GXL_PROCESSOR_NAME,
  REFRAIN_GXL_COMM_ID,
  REFRAIN_GXL_COMM_NAME,
  REFRAIN_GXL_PARENT_ID,
  REFRAIN_GXL_SELF,
  REFRAIN_GXL_REMOTE_SIZE,
  REFRAIN_GXL_CARTESIAN,
  REFRAIN_GXL_ROUTINE_NAME,
  REFRAIN_GXL_FILE,
  REFRAIN_GXL_LINE,
  REFRAIN_GXL_COUNT,
  REFRAIN_GXL_DETAIL,
  REFRAIN_GXL_SOURCE,
  REFRAIN_GXL_SCHEMA,
  REFRAIN_GXL_RECORD_TEXT,
  REFRAIN_GXL_N_ATTRIBUTES
} RefrainGxlAttribute;

/* The class of the @n bytes at @name; REFRAIN_GXL_OTHER for one that is not known. O(1), as below.
 */
RefrainGxlClass refrain_gxl_class_from_name (const char *name, gsize n);
/* Capitals do not matter: the thesis spells "startTime" and "StartTime". */
RefrainGxlAttribute refrain_gxl_attribute_from_name (const char *name, gsize n);

/* Values of attributes, blanks around them allowed. FALSE when @text is not one. */
gboolean refrain_gxl_parse_unsigned (const char *text, guint64 *value);
gboolean refrain_gxl_parse_signed (const char *text, gint64 *value);
/* Seconds, "0.00070105" or "7.0105e-4", exact to the nanosecond, or clock text, "12:00:40.5";
 * @clock may be NULL and tells which. */
gboolean refrain_gxl_parse_time (const char *text, RefrainTime *value, gboolean *clock);

/* ---- Nodes ---- */

/* An attribute that no module reads; name and value begin there in the node's text. */
typedef struct
{
  gsize name, value;
  const char *type; /* the element of GXL, static */
} RefrainGxlOther;

typedef struct
{
  RefrainGxlClass class_;
  GString *class_name; /* of an event of a class that is not known */
  GString *id;
  GString *text;                            /* the values, each with its NUL */
  GArray *others;                           /* of RefrainGxlOther; of events only */
  guint32 values[REFRAIN_GXL_N_ATTRIBUTES]; /* where the value begins, + 1; 0 for none */
} RefrainGxlNode;

/* An empty node; its memory is freed by refrain_gxl_node_clear(). */
void refrain_gxl_node_init (RefrainGxlNode *self);
void refrain_gxl_node_clear (RefrainGxlNode *self);
/* Forgets everything but the memory. */
void refrain_gxl_node_reset (RefrainGxlNode *self, const char *id);

/* The value as text, or NULL; valid until the node is reset. */
static inline const char *
refrain_gxl_node_get (const RefrainGxlNode *self, RefrainGxlAttribute name)
{
  return self->values[name] == 0 ? NULL : self->text->str + self->values[name] - 1;
}

/* The value as a number; *@value stays what it was when there is none. FALSE with *@cause (free
 * with g_free()) when it is not a number. */
gboolean refrain_gxl_node_get_unsigned (const RefrainGxlNode *self,
                                        RefrainGxlAttribute name,
                                        guint64 *value,
                                        char **cause);
gboolean refrain_gxl_node_get_signed (const RefrainGxlNode *self,
                                      RefrainGxlAttribute name,
                                      gint64 *value,
                                      char **cause);
gboolean refrain_gxl_node_get_time (const RefrainGxlNode *self,
                                    RefrainGxlAttribute name,
                                    RefrainTime *value,
                                    char **cause);
gboolean refrain_gxl_node_get_bool (const RefrainGxlNode *self,
                                    RefrainGxlAttribute name,
                                    gboolean *value,
                                    char **cause);
