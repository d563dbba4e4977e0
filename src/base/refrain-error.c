/* refrain-error.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The quark of REFRAIN_ERROR.
 */
#include "refrain-error.h"

G_DEFINE_QUARK (refrain - error - quark, refrain_error)
