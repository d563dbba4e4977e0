/* refrain-gtk-headers.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Read once for all files of a target that draws with GTK (c_pch in its meson.build): these headers are two thirds
 * of what compiling such a file takes. Files include what they use all the same: `-Db_pch=false` builds without.
 */
#include <gtk/gtk.h>
#if __has_include(<adwaita.h>)
#include <adwaita.h>
#endif
#include <glib/gi18n.h>
