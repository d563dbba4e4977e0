/* refrain-otf2-extension-reader.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All definitions of an archive as they are, for the trace's extension.
 */
#pragma once

#include <otf2/otf2.h>

#include "refrain-extension.h"

/* Adds what the anchor file says and all global definitions, in their order, to @records. Gives the
 * library's answer. O(definitions). */
OTF2_ErrorCode refrain_otf2_record_archive (OTF2_Reader *reader, GByteArray *records);

/* The callbacks that add a location's own definitions to a GByteArray (their user data). Free with
 * OTF2_DefReaderCallbacks_Delete(). */
OTF2_DefReaderCallbacks *refrain_otf2_extension_new_local_callbacks (void);
