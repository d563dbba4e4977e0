/* refrain-otf2-schema.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The classes of an extension (RefrainExtension) that comes from OTF2, and writing their records.
 */
#pragma once

#include "refrain-otf2-fields.h"

/* The source that such an extension names. */
#define REFRAIN_OTF2_SOURCE "OTF2"

/* The schema of refrain_extension_new(). Static. */
const char *refrain_otf2_get_schema (void);

/* The numbers of the classes in that schema. */
enum
{
#define DEFINITION(name, ...) REFRAIN_OTF2_##name,
#define GLOBAL_DEFINITION     DEFINITION
#define EVENT                 DEFINITION
#define OTHER_EVENT           DEFINITION
#include "refrain-otf2-records.h"

#define DEFINITION(name, ...) REFRAIN_OTF2_##name,
#define EVENT                 DEFINITION
#include "refrain-otf2-own-records.h"
  REFRAIN_OTF2_N_CLASSES
};

/* refrain_otf2_put_Region (bytes, self, name, ...): adds a record to @to. */
#define DEFINITION(name, ...)                                                                      \
  static inline void refrain_otf2_put_##name (GByteArray *to PARAMETERS (__VA_ARGS__))             \
  {                                                                                                \
    refrain_put_unsigned (to, REFRAIN_OTF2_##name);                                                \
    PUT (__VA_ARGS__)                                                                              \
  }
#define GLOBAL_DEFINITION DEFINITION
#define EVENT             DEFINITION
#define OTHER_EVENT       DEFINITION
#include "refrain-otf2-records.h"

#define DEFINITION(name, ...)                                                                      \
  static inline void refrain_otf2_put_##name (GByteArray *to PARAMETERS (__VA_ARGS__))             \
  {                                                                                                \
    refrain_put_unsigned (to, REFRAIN_OTF2_##name);                                                \
    PUT (__VA_ARGS__)                                                                              \
  }
#define EVENT DEFINITION
#include "refrain-otf2-own-records.h"
