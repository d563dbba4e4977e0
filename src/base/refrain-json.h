/* refrain-json.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading JSON that may hold anything. json-glib's parser calls itself for every bracket, so that
 * deep files would overflow the stack, and takes more than JSON; here both end in an error.
 */
#pragma once

#include <json-glib/json-glib.h>

/* Brackets within brackets that are taken at most. */
#define REFRAIN_JSON_MAX_DEPTH 256

/* Reads the @length bytes of @text. Free the node with json_node_unref(); it is immutable. NULL
 * with
 * @error (G_IO_ERROR or JSON_PARSER_ERROR, "line 3: …") where that is no JSON, empty, or nested too
 * deeply. O(length). */
JsonNode *refrain_json_parse (const char *text, gsize length, GError **error);
