/* refrain-extension.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the source of a trace defines and the model has no place for, as records that say themselves
 * what they are: a schema names the classes of records, their fields and the words for numbers, so
 * that no caller needs to know the source's format. Definitions come in the source's order. The
 * details of single events (refrain-details.h) are records of the same classes.
 *
 * The schema is text, a line for each class, list of words or comment:
 *
 *   enum RegionRole unknown=0 function=1 wrapper=2
 *   flags RegionFlag dynamic=1 phase=2
 *   definition Region self:reference(Region) name:reference(String) role:enum(RegionRole)
 *   event IoSeek handle:reference(IoHandle) offset:signed
 *
 * Types are unsigned, signed, float, text, value, reference(CLASS), enum(WORDS), flags(WORDS), and
 * list(TYPE) of any of them. A record is the number of its class (classes count from 0 in the order
 * of their lines), then its fields in their order (refrain-record-bytes.h): a float as the 8 bytes
 * of an IEEE double, a reference as the number of what it refers to plus one, 0 for none, a list as
 * the number of its elements and these. What a reference means by "the number of" is the field
 * `self` of the definition.
 */
#pragma once

#include <gio/gio.h>

#include "refrain-record-bytes.h"

typedef enum
{
  REFRAIN_FIELD_UNSIGNED,
  REFRAIN_FIELD_SIGNED,
  REFRAIN_FIELD_FLOAT,
  REFRAIN_FIELD_TEXT,
  REFRAIN_FIELD_VALUE,
  REFRAIN_FIELD_REFERENCE,
  REFRAIN_FIELD_ENUM,
  REFRAIN_FIELD_FLAGS,
  REFRAIN_N_FIELD_TYPES
} RefrainFieldType;

/* The words for the numbers of an enum, or for the bits of flags. */
typedef struct
{
  const char *name;
  gboolean is_flags;
  guint n;
  const char *const *words;
  const guint64 *numbers;
} RefrainFieldWords;

typedef struct
{
  const char *name;
  RefrainFieldType type;
  gboolean is_list;
  const char *of; /* the class that is referred to, or the name of the words; otherwise NULL */
  const RefrainFieldWords *words;
} RefrainField;

typedef struct
{
  const char *name;
  gboolean is_event;
  guint n_fields;
  const RefrainField *fields;
} RefrainRecordClass;

#define REFRAIN_TYPE_EXTENSION (refrain_extension_get_type ())
G_DECLARE_FINAL_TYPE (RefrainExtension, refrain_extension, REFRAIN, EXTENSION, GObject)

/* @source names the format that the records come from, "OTF2". NULL with @error (FORMAT) when the
 * schema cannot be read or @definitions are not records by it. O(bytes). */
RefrainExtension *
refrain_extension_new (const char *source, const char *schema, GBytes *definitions, GError **error);

/* As given to refrain_extension_new(); belong to @self. */
const char *refrain_extension_get_source (RefrainExtension *self);
const char *refrain_extension_get_schema (RefrainExtension *self);
GBytes *refrain_extension_get_definitions (RefrainExtension *self);

guint refrain_extension_get_n_classes (RefrainExtension *self);
const RefrainRecordClass *refrain_extension_get_class (RefrainExtension *self, guint i);
/* The number of the class @name, or -1. O(1). */
int refrain_extension_find_class (RefrainExtension *self, const char *name);

/* All definitions, for refrain_extension_next(). */
RefrainRecordBytes refrain_extension_start (RefrainExtension *self);
/* Takes the next record off @from: gives the number of its class and the bytes of its fields. FALSE
 * at the end and where the bytes are no record; @from->failed tells which. O(fields). */
gboolean refrain_extension_next (RefrainExtension *self,
                                 RefrainRecordBytes *from,
                                 guint *record_class,
                                 RefrainRecordBytes *fields);

/* The value of the property @name of an archive of OTF2, not terminated; NULL where there is none.
 * O(definitions). */
const char *
refrain_extension_find_property (RefrainExtension *self, const char *name, gsize *length);

/* ---- Records as text, for people and carriers of text ----
 *
 *   Region self=3 name=5 role=function members=[0 1] file="a.c"; AttributeValue ...
 *
 * A reference to nothing is `none`, a number without a word for it a number, flags are joined by |,
 * values are TYPE:NUMBER. In quotes \ stands before " and \, and before x and two hexadecimal
 * digits for a byte that is no printable part of UTF-8. */

/* Free with g_free(). NULL when the bytes are no records. */
char *refrain_extension_to_text (RefrainExtension *self, const guint8 *records, gsize n);
/* Adds the records in @text to @records. FALSE with @error (FORMAT). O(length). */
gboolean refrain_extension_from_text (RefrainExtension *self,
                                      const char *text,
                                      GByteArray *records,
                                      GError **error);
