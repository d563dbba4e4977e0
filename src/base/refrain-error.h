/* refrain-error.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can go wrong with input and output. The message is one sentence for people that names the
 * file, the place and the cause.
 */
#pragma once

#include <glib.h>

/* The domain of the errors below. */
#define REFRAIN_ERROR (refrain_error_quark ())

typedef enum
{
  REFRAIN_ERROR_FORMAT,      /* damaged */
  REFRAIN_ERROR_UNSUPPORTED, /* no known format, version or extension */
  REFRAIN_ERROR_IO,          /* the system refused */
  REFRAIN_ERROR_EMPTY,       /* a trace without processes */
  REFRAIN_ERROR_ARGUMENT,    /* a value that does not fit the trace */
  REFRAIN_ERROR_USAGE,       /* options that do not exist or go together, whatever the trace */
} RefrainError;

/* What REFRAIN_ERROR stands for. */
GQuark refrain_error_quark (void);
/* Sets @error (may be NULL), one of REFRAIN_ERROR, and returns FALSE. */
gboolean
refrain_fail (GError **error, RefrainError code, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* The same, for who returns something else: NULL. */
#define refrain_fail_null(...) (refrain_fail (__VA_ARGS__), NULL)
