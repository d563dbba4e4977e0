/* refrain-glib-headers.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Read once for all files of a large target (c_pch: glib_pch in its meson.build): these headers are half of what
 * compiling such a file takes. Files include what they use all the same: `-Db_pch=false` builds without.
 */
#include <gio/gio.h>
