/* refrain-otf2-error.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-otf2-error.h"

#include "refrain-error.h"

/* The first error of this thread. */
static __thread OTF2_ErrorCode caught;

static OTF2_ErrorCode
on_error (void *data,
          const char *file,
          uint64_t line,
          const char *function,
          OTF2_ErrorCode code,
          const char *format,
          va_list arguments)
{
  if (caught == OTF2_SUCCESS)
    caught = code;
  return code;
}

void
refrain_otf2_catch_errors (void)
{
  static gsize once;

  if (g_once_init_enter (&once))
    {
      OTF2_Error_RegisterCallback (on_error, NULL);
      g_once_init_leave (&once, 1);
    }
  refrain_otf2_clear_error ();
}

void
refrain_otf2_clear_error (void)
{
  caught = OTF2_SUCCESS;
}

void
refrain_otf2_set_error (GError **error, const char *path, const char *place, OTF2_ErrorCode status)
{
  OTF2_ErrorCode cause = caught != OTF2_SUCCESS ? caught : status;
  const char *description = OTF2_Error_GetDescription (cause);

  g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, "%s: %s: %s", path, place,
               description != NULL ? description : OTF2_Error_GetName (cause));
}
