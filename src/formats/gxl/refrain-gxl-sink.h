/* refrain-gxl-sink.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Buffered XML output into a file, compressed as the file's name says.
 */
#pragma once

#include "refrain-types.h"

typedef struct _RefrainGxlSink RefrainGxlSink;

/* Writes to @fd, which it closes in the end; @name chooses the compression: ".gz", ".zst", none. */
RefrainGxlSink *refrain_gxl_sink_new (int fd, const char *name);
/* Writes what is left. Returns 0 or the errno of the first failure. Frees @self. */
int refrain_gxl_sink_close (RefrainGxlSink *self);
/* Whether something could not be written, so that going on makes no sense. */
gboolean refrain_gxl_sink_has_failed (const RefrainGxlSink *self);

/* Text as it is. */
void refrain_gxl_sink_raw (RefrainGxlSink *self, const char *text);
/* A number in decimal digits. */
void refrain_gxl_sink_unsigned (RefrainGxlSink *self, guint64 value);
void refrain_gxl_sink_signed (RefrainGxlSink *self, gint64 value);

/* All ids that follow begin with @prefix; NULL for none. */
void refrain_gxl_sink_set_prefix (RefrainGxlSink *self, const char *prefix);
/* An id as it is; one of letters and a number. */
void refrain_gxl_sink_label (RefrainGxlSink *self, const char *label);
void refrain_gxl_sink_name (RefrainGxlSink *self, const char *letters, guint64 number);
/* A node of such an id, up to its attributes; and its end. */
void refrain_gxl_sink_begin_node (RefrainGxlSink *self,
                                  const char *letters,
                                  guint64 number,
                                  const char *type);
void refrain_gxl_sink_end_node (RefrainGxlSink *self);
/* A whole edge; @order is the place among the edges of its kind that leave the node, or -1. */
void refrain_gxl_sink_edge (RefrainGxlSink *self,
                            const char *from,
                            guint64 from_number,
                            const char *to,
                            guint64 to_number,
                            gint64 order,
                            const char *type);
/* The id of an event: a letter, its process and its row. */
void refrain_gxl_sink_id (RefrainGxlSink *self, const char *letter, guint rank, gsize row);

/* A whole <attr> with a value. Characters of @value that mean something in XML are escaped, what
 * XML cannot hold becomes "?"; a time is seconds with nine decimals, so that no digit is lost. */
void refrain_gxl_sink_attr_string (RefrainGxlSink *self, const char *name, const char *value);
void refrain_gxl_sink_attr_unsigned (RefrainGxlSink *self, const char *name, guint64 value);
void refrain_gxl_sink_attr_signed (RefrainGxlSink *self, const char *name, gint64 value);
void refrain_gxl_sink_attr_time (RefrainGxlSink *self, const char *name, RefrainTime value);
void refrain_gxl_sink_attr_bool (RefrainGxlSink *self, const char *name, gboolean value);
/* The same of a value whose element of GXL, "int" or "locator", is told; others are strings. */
void
refrain_gxl_sink_attr (RefrainGxlSink *self, const char *name, const char *type, const char *value);
/* A reference to the node of such an id. */
void refrain_gxl_sink_attr_locator (RefrainGxlSink *self,
                                    const char *name,
                                    const char *letters,
                                    guint64 number);
