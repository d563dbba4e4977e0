/* refrain-edge-list.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A matrix as text: a line "source destination [bytes]" an edge, ranks from 0, "#" for comments.
 */
#pragma once

#include "refrain-matrix.h"

/* One rank more than an edge list may name. */
#define REFRAIN_MAX_EDGE_RANK 1000000

/* Each line is a message; without bytes it has one. Lines of one pair add up. NULL with a
 * REFRAIN_ERROR_FORMAT that names @path and the line. O(length log edges). */
RefrainMatrix *
refrain_edge_list_parse (const char *text, gsize length, const char *path, GError **error);
