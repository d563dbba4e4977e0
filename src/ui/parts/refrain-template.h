/* refrain-template.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the class of a widget says of its template.
 */
#pragma once

#include <gtk/gtk.h>

/* Makes data/ui/@name.ui the template of @klass, the widget class of @Type. The further arguments,
 * at most 64, are the fields of @Type that hold the children of the same ids. */
#define REFRAIN_TEMPLATE(klass, name, Type, ...)                                                   \
  G_STMT_START                                                                                     \
  {                                                                                                \
    gtk_widget_class_set_template_from_resource (klass, "/io/github/refrain/Refrain/" name ".ui"); \
    REFRAIN_TEMPLATE_EXPAND (REFRAIN_TEMPLATE_BIND (klass, Type, __VA_ARGS__))                     \
  }                                                                                                \
  G_STMT_END

/* A macro may not name itself: the next child is bound when the text is read once more, which each
 * level here does four times. */
#define REFRAIN_TEMPLATE_BIND(klass, Type, child, ...)                                             \
  gtk_widget_class_bind_template_child (klass, Type, child);                                       \
  __VA_OPT__ (REFRAIN_TEMPLATE_NEXT REFRAIN_TEMPLATE_PARENTHESES (klass, Type, __VA_ARGS__))
#define REFRAIN_TEMPLATE_NEXT()      REFRAIN_TEMPLATE_BIND
#define REFRAIN_TEMPLATE_PARENTHESES ()
#define REFRAIN_TEMPLATE_EXPAND(...)                                                               \
  REFRAIN_TEMPLATE_16 (                                                                            \
      REFRAIN_TEMPLATE_16 (REFRAIN_TEMPLATE_16 (REFRAIN_TEMPLATE_16 (__VA_ARGS__))))
#define REFRAIN_TEMPLATE_16(...)                                                                   \
  REFRAIN_TEMPLATE_4 (REFRAIN_TEMPLATE_4 (REFRAIN_TEMPLATE_4 (REFRAIN_TEMPLATE_4 (__VA_ARGS__))))
#define REFRAIN_TEMPLATE_4(...)                                                                    \
  REFRAIN_TEMPLATE_1 (REFRAIN_TEMPLATE_1 (REFRAIN_TEMPLATE_1 (REFRAIN_TEMPLATE_1 (__VA_ARGS__))))
#define REFRAIN_TEMPLATE_1(...) __VA_ARGS__
