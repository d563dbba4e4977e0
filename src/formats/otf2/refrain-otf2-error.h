/* refrain-otf2-error.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * OTF2 prints its errors by itself; here they are caught and become one sentence.
 */
#pragma once

#include <glib.h>
#include <otf2/otf2.h>

G_BEGIN_DECLS

/* From now on OTF2 prints nothing; what it would have said is kept, for each thread. */
void refrain_otf2_catch_errors (void);
/* Forgets what was kept for this thread. */
void refrain_otf2_clear_error (void);
/* Sets a REFRAIN_ERROR_FORMAT: "PATH: PLACE: CAUSE", the cause as OTF2 describes the first error
 * since refrain_otf2_clear_error(), else @status. @place names the part of the archive. */
void
refrain_otf2_set_error (GError **error, const char *path, const char *place, OTF2_ErrorCode status);

G_END_DECLS
