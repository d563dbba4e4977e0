/* refrain-object.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What every object would write anew: the class of one without properties and signals, of which
 * most that is worked out consists (all that it has to know is how to free what it holds), and
 * functions that only give what is in an object.
 */
#pragma once

#include <glib-object.h>

/* Like G_DEFINE_FINAL_TYPE() of a GObject, for a type with prefix_init (@Type *self) and
 * prefix_finalize (@Type *self), which knows nothing of its class. */
#define REFRAIN_DEFINE_OBJECT_WITH_INIT(Type, prefix)                                              \
  G_DEFINE_FINAL_TYPE (Type, prefix, G_TYPE_OBJECT)                                                \
  static void prefix##_finalize (Type *self);                                                      \
  static void prefix##_finalize_object (GObject *object)                                           \
  {                                                                                                \
    prefix##_finalize ((Type *) object);                                                           \
    G_OBJECT_CLASS (prefix##_parent_class)->finalize (object);                                     \
  }                                                                                                \
  static void prefix##_class_init (Type##Class *klass)                                             \
  {                                                                                                \
    G_OBJECT_CLASS (klass)->finalize = prefix##_finalize_object;                                   \
  }

/* The same where all fields of a new object are 0. */
#define REFRAIN_DEFINE_OBJECT(Type, prefix)                                                        \
  REFRAIN_DEFINE_OBJECT_WITH_INIT (Type, prefix)                                                   \
  static void prefix##_init (Type *self)                                                           \
  {                                                                                                \
  }

/* Defines prefix_name (@Type *self), which returns @value, made of `self`; 0, FALSE or NULL where
 * that is no @Type. What it means stands with its declaration. */
#define REFRAIN_GETTER(Type, prefix, Result, name, value)                                          \
  Result prefix##_##name (Type *self)                                                              \
  {                                                                                                \
    g_return_val_if_fail (G_TYPE_CHECK_INSTANCE_TYPE (self, prefix##_get_type ()), 0);             \
    return value;                                                                                  \
  }
