/* refrain-old-glib.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What GLib has since 2.70 and is used here, for GLib 2.68: a build without the window, which needs
 * a newer GLib, includes it in front of every file and calls nothing newer, whatever GLib there is.
 */
#pragma once

/* Of all files, as it comes before what some of them say. */
#define _GNU_SOURCE

/* The recorder and the programs that it records know no GLib. */
#if __has_include(<glib-object.h>)

#include <glib-object.h>

#undef G_DEFINE_FINAL_TYPE
#define G_DEFINE_FINAL_TYPE(TN, t_n, T_P) G_DEFINE_TYPE (TN, t_n, T_P)
#undef G_DEFINE_FINAL_TYPE_WITH_CODE
#define G_DEFINE_FINAL_TYPE_WITH_CODE(TN, t_n, T_P, code)                                          \
  _G_DEFINE_TYPE_EXTENDED_BEGIN (TN, t_n, T_P, 0)                                                  \
  {                                                                                                \
    code;                                                                                          \
  }                                                                                                \
  _G_DEFINE_TYPE_EXTENDED_END ()
#undef G_OPTION_ENTRY_NULL
#define G_OPTION_ENTRY_NULL                                                                        \
  {                                                                                                \
    NULL, 0, 0, 0, NULL, NULL, NULL                                                                \
  }
#undef g_strv_builder_addv
#define g_strv_builder_addv(builder, values)                                                       \
  G_STMT_START                                                                                     \
  {                                                                                                \
    for (const char **_value = (values); *_value != NULL; _value++)                                \
      g_strv_builder_add ((builder), *_value);                                                     \
  }                                                                                                \
  G_STMT_END

#endif
