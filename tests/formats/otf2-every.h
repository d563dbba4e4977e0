/* otf2-every.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An archive that holds every kind of record that OTF2 knows, and a text of all that an archive
 * says. Both use OTF2's library and the table of its records alone, not the model.
 */
#pragma once

#include <glib.h>

/* Writes the archive @folder/@name.otf2: two processes, one with a second thread, each kind of
 * definition and event with values by chance, attributes at every third event, a clock of
 * @resolution ticks a second, and where @own is set, definitions of the locations' own: ids and
 * readings of their clocks. Always the same. */
void otf2_every_write (const char *folder, const char *name, guint64 resolution, gboolean own);

/* What the archive @path says: its anchor, definitions and events, a line for each record. Free
 * with g_free(). */
char *otf2_every_dump (const char *path);
