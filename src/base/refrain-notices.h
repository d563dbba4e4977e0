/* refrain-notices.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an object says has changed, where no caller reads properties by name.
 */
#pragma once

#include <glib-object.h>

/* Gives objects of @klass a property for each of the @names (NULL-terminated), for
 * g_object_notify(). They are notices: to be watched ("notify::NAME"), not to be read. What has
 * changed is asked of the object by its functions; the property itself is always NULL. */
void refrain_class_install_notices (GObjectClass *klass, const char *const *names);

/* Like G_DEFINE_FINAL_TYPE() of a GObject whose class knows no more than the names of its notices,
 * and prefix_end (@Type *self): @end says when that is called, dispose or finalize. */
#define REFRAIN_DEFINE_NOTIFIER(Type, prefix, end, ...)                                            \
  G_DEFINE_FINAL_TYPE (Type, prefix, G_TYPE_OBJECT)                                                \
  static void prefix##_##end (Type *self);                                                         \
  static void prefix##_##end##_object (GObject *object)                                            \
  {                                                                                                \
    prefix##_##end ((Type *) object);                                                              \
    G_OBJECT_CLASS (prefix##_parent_class)->end (object);                                          \
  }                                                                                                \
  static void prefix##_class_init (Type##Class *klass)                                             \
  {                                                                                                \
    static const char *const notices[] = { __VA_ARGS__, NULL };                                    \
                                                                                                   \
    G_OBJECT_CLASS (klass)->end = prefix##_##end##_object;                                         \
    refrain_class_install_notices (G_OBJECT_CLASS (klass), notices);                               \
  }
