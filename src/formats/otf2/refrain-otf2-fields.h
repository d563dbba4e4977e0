/* refrain-otf2-fields.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the table refrain-otf2-records.h is made into. For the fields of a record:
 *
 *   PARAMETERS (fields...)   ", OTF2_StringRef name, uint32_t line": of a callback
 *   ARGUMENTS (fields...)    ", name, line"
 *   PUT (fields...)          statements that add the parameters to the bytes `to`
 *   GET (fields...)          declarations of the parameters, taken off the bytes `from`; references
 *                            are looked up in `ids`, which may be NULL
 *   SCHEMA (fields...)       " name:reference(String) line:unsigned"
 */
#pragma once

#include "refrain-otf2-values.h"

/* clang-format off */

/* ---- A macro for each of some arguments, at most 16 of them ---- */

#define EXPAND(...)  EXPAND2 (EXPAND2 (EXPAND2 (EXPAND2 (__VA_ARGS__))))
#define EXPAND2(...) EXPAND1 (EXPAND1 (EXPAND1 (EXPAND1 (__VA_ARGS__))))
#define EXPAND1(...) __VA_ARGS__
#define NO_ARGUMENTS ()

#define FOR_EACH(macro, ...) __VA_OPT__ (EXPAND (FOR_FIRST (macro, __VA_ARGS__)))
#define FOR_FIRST(macro, first, ...)                                                               \
  macro first __VA_OPT__ (FOR_REST NO_ARGUMENTS (macro, __VA_ARGS__))
#define FOR_REST() FOR_FIRST

#define PARAMETERS(...) FOR_EACH (PARAMETER, __VA_ARGS__)
#define ARGUMENTS(...)  FOR_EACH (ARGUMENT, __VA_ARGS__)
#define PUT(...)        FOR_EACH (PUT_FIELD, __VA_ARGS__)
#define GET(...)        FOR_EACH (GET_FIELD, __VA_ARGS__)
#define SCHEMA(...)     FOR_EACH (SCHEMA_FIELD, __VA_ARGS__)

#define PARAMETER(kind, ...)    PARAMETER_##kind (__VA_ARGS__)
#define ARGUMENT(kind, ...)     ARGUMENT_##kind (__VA_ARGS__)
#define PUT_FIELD(kind, ...)    PUT_##kind (__VA_ARGS__)
#define GET_FIELD(kind, ...)    GET_##kind (__VA_ARGS__)
#define SCHEMA_FIELD(kind, ...) SCHEMA_##kind (__VA_ARGS__)

/* ---- Numbers, by what they mean ---- */

#define PARAMETER_UNSIGNED(type, name)  , type name
#define PARAMETER_SIGNED                PARAMETER_UNSIGNED
#define PARAMETER_STAMP                 PARAMETER_UNSIGNED
#define PARAMETER_FLOAT                 PARAMETER_UNSIGNED
#define PARAMETER_TEXT                  PARAMETER_UNSIGNED
#define PARAMETER_ENUM(type, name, of)  , type name
#define PARAMETER_FLAGS                 PARAMETER_ENUM
#define PARAMETER_REFERENCE             PARAMETER_ENUM

#define ARGUMENT_UNSIGNED(type, name)   , name
#define ARGUMENT_SIGNED                 ARGUMENT_UNSIGNED
#define ARGUMENT_STAMP                  ARGUMENT_UNSIGNED
#define ARGUMENT_FLOAT                  ARGUMENT_UNSIGNED
#define ARGUMENT_TEXT                   ARGUMENT_UNSIGNED
#define ARGUMENT_ENUM(type, name, of)   , name
#define ARGUMENT_FLAGS                  ARGUMENT_ENUM
#define ARGUMENT_REFERENCE              ARGUMENT_ENUM

#define PUT_UNSIGNED(type, name)        refrain_put_unsigned (to, name);
#define PUT_SIGNED(type, name)          refrain_put_signed (to, name);
#define PUT_STAMP                       PUT_UNSIGNED
#define PUT_FLOAT(type, name)           refrain_otf2_put_float (to, name);
#define PUT_TEXT(type, name)            refrain_otf2_put_text (to, name);
#define PUT_ENUM(type, name, of)        refrain_put_unsigned (to, name);
#define PUT_FLAGS                       PUT_ENUM
#define PUT_REFERENCE(type, name, of)   refrain_otf2_put_reference (to, name, (type) -1);

#define GET_UNSIGNED(type, name)        G_GNUC_UNUSED const type name = (type) refrain_otf2_get_number (from, (type) -1);
#define GET_SIGNED(type, name)          G_GNUC_UNUSED const type name = refrain_get_signed (from);
#define GET_STAMP(type, name)           G_GNUC_UNUSED const type name = refrain_otf2_get_stamp (from, ids);
#define GET_FLOAT(type, name)           G_GNUC_UNUSED const type name = refrain_otf2_get_float (from);
#define GET_TEXT(type, name)            G_GNUC_UNUSED g_autofree char *name = refrain_otf2_get_text (from);
#define GET_ENUM(type, name, of)        GET_UNSIGNED (type, name)
#define GET_FLAGS                       GET_ENUM
#define GET_REFERENCE(type, name, of)                                                              \
  G_GNUC_UNUSED const type name = (type) refrain_otf2_get_reference (from, (type) -1, MAPPING_##of, ids);

#define SCHEMA_UNSIGNED(type, name)       " " #name ":unsigned"
#define SCHEMA_SIGNED(type, name)         " " #name ":signed"
#define SCHEMA_STAMP                      SCHEMA_UNSIGNED
#define SCHEMA_FLOAT(type, name)          " " #name ":float"
#define SCHEMA_TEXT(type, name)           " " #name ":text"
#define SCHEMA_ENUM(type, name, of)       " " #name ":enum(" #of ")"
#define SCHEMA_FLAGS(type, name, of)      " " #name ":flags(" #of ")"
#define SCHEMA_REFERENCE(type, name, of)  " " #name ":reference(" #of ")"

/* ---- Lists, with their length before them ---- */

#define PARAMETER_NUMBERS(n_type, n, type, name)         , n_type n, const type *name
#define PARAMETER_REFERENCES(n_type, n, type, name, of)  , n_type n, const type *name
#define ARGUMENT_NUMBERS(n_type, n, type, name)          , n, name
#define ARGUMENT_REFERENCES(n_type, n, type, name, of)   , n, name

#define PUT_NUMBERS(n_type, n, type, name)                                                         \
  refrain_put_unsigned (to, n);                                                                    \
  for (gsize i_##name = 0; i_##name < n; i_##name++)                                               \
    refrain_put_unsigned (to, name[i_##name]);
#define PUT_REFERENCES(n_type, n, type, name, of)                                                  \
  refrain_put_unsigned (to, n);                                                                    \
  for (gsize i_##name = 0; i_##name < n; i_##name++)                                               \
    refrain_otf2_put_reference (to, name[i_##name], (type) -1);

#define GET_ELEMENTS(n_type, n, type, name, element)                                               \
  const n_type n = (n_type) refrain_otf2_get_count (from, (n_type) -1);                            \
  g_autofree type *name = g_new (type, (gsize) n + 1);                                             \
  for (gsize i_##name = 0; i_##name < n; i_##name++)                                               \
    name[i_##name] = (type) element;
#define GET_NUMBERS(n_type, n, type, name)                                                         \
  GET_ELEMENTS (n_type, n, type, name, refrain_otf2_get_number (from, (type) -1))
#define GET_REFERENCES(n_type, n, type, name, of)                                                  \
  GET_ELEMENTS (n_type, n, type, name,                                                             \
                refrain_otf2_get_reference (from, (type) -1, MAPPING_##of, ids))

#define SCHEMA_NUMBERS(n_type, n, type, name)         " " #name ":list(unsigned)"
#define SCHEMA_REFERENCES(n_type, n, type, name, of)  " " #name ":list(reference(" #of "))"

/* ---- Values, with their types ---- */

#define PARAMETER_VALUE(type_, name)  , OTF2_Type type, OTF2_AttributeValue name
#define ARGUMENT_VALUE(type_, name)   , type, name
#define PUT_VALUE(type_, name)        refrain_put_value (to, refrain_otf2_pack_value (type, name));
#define GET_VALUE(type_, name)                                                                     \
  OTF2_Type type;                                                                                  \
  const OTF2_AttributeValue name = refrain_otf2_get_value (from, ids, &type);
#define SCHEMA_VALUE(type_, name)     " " #name ":value"

#define PARAMETER_METRICS(n_type, n)                                                               \
  , n_type n, const OTF2_Type *typeIDs, const OTF2_MetricValue *metricValues
#define ARGUMENT_METRICS(n_type, n)   , n, typeIDs, metricValues
#define PUT_METRICS(n_type, n)        refrain_otf2_put_metrics (to, n, typeIDs, metricValues);
#define GET_METRICS(n_type, n)                                                                     \
  OTF2_Type typeIDs[G_MAXUINT8];                                                                   \
  OTF2_MetricValue metricValues[G_MAXUINT8];                                                       \
  const n_type n = refrain_otf2_get_metrics (from, typeIDs, metricValues);
#define SCHEMA_METRICS(n_type, n)     " values:list(value)"

#define PARAMETER_PROPERTIES(n_type, n, of)                                                        \
  , n_type n, const OTF2_IoParadigmProperty *properties, const OTF2_Type *types,                   \
      const OTF2_AttributeValue *values
#define ARGUMENT_PROPERTIES(n_type, n, of)  , n, properties, types, values
#define PUT_PROPERTIES(n_type, n, of)                                                              \
  PUT_NUMBERS (n_type, n, OTF2_IoParadigmProperty, properties)                                     \
  refrain_put_unsigned (to, n);                                                                    \
  for (gsize i = 0; i < n; i++)                                                                    \
    refrain_put_value (to, refrain_otf2_pack_value (types[i], values[i]));
#define GET_PROPERTIES(n_type, n, of)                                                              \
  GET_NUMBERS (n_type, n, OTF2_IoParadigmProperty, properties)                                     \
  OTF2_Type types[G_MAXUINT8];                                                                     \
  OTF2_AttributeValue values[G_MAXUINT8];                                                          \
  from->failed |= refrain_otf2_get_count (from, G_MAXUINT8) != n;                                  \
  for (gsize i = 0; i < n; i++)                                                                    \
    values[i] = refrain_otf2_get_value (from, ids, &types[i]);
#define SCHEMA_PROPERTIES(n_type, n, of)                                                           \
  " properties:list(enum(" #of ")) values:list(value)"

/* ---- Which table of a location's own ids a reference is looked up in ---- */

#define MAPPING_String             OTF2_MAPPING_STRING
#define MAPPING_Attribute          OTF2_MAPPING_ATTRIBUTE
#define MAPPING_Location           OTF2_MAPPING_LOCATION
#define MAPPING_Region             OTF2_MAPPING_REGION
#define MAPPING_Group              OTF2_MAPPING_GROUP
#define MAPPING_Metric             OTF2_MAPPING_METRIC
#define MAPPING_Comm               OTF2_MAPPING_COMM
#define MAPPING_Parameter          OTF2_MAPPING_PARAMETER
#define MAPPING_RmaWin             OTF2_MAPPING_RMA_WIN
#define MAPPING_SourceCodeLocation OTF2_MAPPING_SOURCE_CODE_LOCATION
#define MAPPING_CallingContext     OTF2_MAPPING_CALLING_CONTEXT
#define MAPPING_InterruptGenerator OTF2_MAPPING_INTERRUPT_GENERATOR
#define MAPPING_IoFile             OTF2_MAPPING_IO_FILE
#define MAPPING_IoHandle           OTF2_MAPPING_IO_HANDLE
#define MAPPING_LocationGroup      OTF2_MAPPING_LOCATION_GROUP
#define MAPPING_SystemTreeNode     OTF2_MAPPING_MAX
#define MAPPING_Callsite           OTF2_MAPPING_MAX
#define MAPPING_Callpath           OTF2_MAPPING_MAX
#define MAPPING_MetricMember       OTF2_MAPPING_MAX
#define MAPPING_CartDimension      OTF2_MAPPING_MAX
#define MAPPING_CartTopology       OTF2_MAPPING_MAX
#define MAPPING_IoParadigm         OTF2_MAPPING_MAX

/* clang-format on */
