/* refrain-error.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How errors of REFRAIN_ERROR are made.
 */
#include "refrain-error.h"

G_DEFINE_QUARK (refrain - error - quark, refrain_error)

gboolean
refrain_fail (GError **error, RefrainError code, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (REFRAIN_ERROR, (int) code, format, arguments));
  va_end (arguments);
  return FALSE;
}
