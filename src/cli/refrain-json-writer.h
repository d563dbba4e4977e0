/* refrain-json-writer.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * JSON on standard output, written as it is told: no document is kept in memory. A value a line,
 * two spaces a level.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Begins as { 0 }: outside of everything. A newline ends what was begun first. */
typedef struct
{
  guint depth;
  gboolean filled; /* the object or array at hand holds something */
} RefrainJsonWriter;

/* The command whose objects are written: their first member is "schema": "refrain/NAME/1". @name
 * stays where it is. */
void refrain_json_set_command (const char *name);
/* @name is the member's, or NULL in an array and outside of everything; of ASCII letters. */
void refrain_json_begin_object (RefrainJsonWriter *self, const char *name);
void refrain_json_end_object (RefrainJsonWriter *self);
void refrain_json_begin_array (RefrainJsonWriter *self, const char *name);
void refrain_json_end_array (RefrainJsonWriter *self);
void refrain_json_add_int (RefrainJsonWriter *self, const char *name, gint64 value);
/* With all digits that tell it from others; never like a whole number. */
void refrain_json_add_double (RefrainJsonWriter *self, const char *name, double value);
void refrain_json_add_boolean (RefrainJsonWriter *self, const char *name, gboolean value);
/* @value in UTF-8; NULL is null. */
void refrain_json_add_string (RefrainJsonWriter *self, const char *name, const char *value);
void refrain_json_add_null (RefrainJsonWriter *self, const char *name);

G_END_DECLS
