/* refrain-object.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What every object would write anew: the class of one without properties and signals, of which
 * most that is worked out consists (all that it has to know is how to free what it holds),
 * functions that only give what is in an object, and how one listens to another.
 */
#pragma once

#include <glib-object.h>

/* The class of a GObject that knows no more than how to free what it holds, by
 * prefix_finalize (@Type *self): for below G_DEFINE_FINAL_TYPE_WITH_CODE(). */
#define REFRAIN_DEFINE_FINALIZE(Type, prefix)                                                      \
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

/* Defines prefix_end (GObject *), which lets go of what an object of @Type holds, as statements of
 * `x`, then of what its parent does: @end is dispose or finalize, for a class that knows more. */
#define REFRAIN_DEFINE_END(Type, prefix, end, ...)                                                 \
  static void prefix##_##end (GObject *object)                                                     \
  {                                                                                                \
    Type *x = (Type *) object;                                                                     \
                                                                                                   \
    __VA_ARGS__;                                                                                   \
    G_OBJECT_CLASS (prefix##_parent_class)->end (object);                                          \
  }

/* Like G_DEFINE_FINAL_TYPE() of a GObject, for a type with prefix_init (@Type *self) and
 * prefix_finalize (@Type *self), which knows nothing of its class. */
#define REFRAIN_DEFINE_OBJECT_WITH_INIT(Type, prefix)                                              \
  G_DEFINE_FINAL_TYPE (Type, prefix, G_TYPE_OBJECT)                                                \
  REFRAIN_DEFINE_FINALIZE (Type, prefix)

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

/* Defines @name (@Type *self), which returns @value, made of `self`, unchecked: for plain structs.
 */
#define REFRAIN_READER(name, Type, Result, value)                                                  \
  Result name (Type *self)                                                                         \
  {                                                                                                \
    return value;                                                                                  \
  }

/* As REFRAIN_GETTER() of several: prefix_name (@Type *self, @Count *n) returns @rows, which are of
 * type @Row, and says how many there are (@count), where that is asked for. */
#define REFRAIN_ROWS_GETTER(Type, prefix, Row, Count, name, rows, count)                           \
  const Row *prefix##_##name (Type *self, Count *n)                                                \
  {                                                                                                \
    g_return_val_if_fail (G_TYPE_CHECK_INSTANCE_TYPE (self, prefix##_get_type ()), NULL);          \
    if (n != NULL)                                                                                 \
      *n = count;                                                                                  \
    return rows;                                                                                   \
  }

/* The same of all that is in a GArray. */
#define REFRAIN_ARRAY_GETTER(Type, prefix, Row, Count, name, array)                                \
  REFRAIN_ROWS_GETTER (Type, prefix, Row, Count, name, (const Row *) (gpointer) (array)->data,     \
                       (array)->len)

/* The same as WITH_INIT of a GListModel of @n objects of type @ITEM, for which there is
 * prefix_get_item (@Type *self, guint place), which gives a reference. */
#define REFRAIN_DEFINE_LIST(Type, prefix, ITEM, n)                                                 \
  static gpointer prefix##_get_item (Type *self, guint place);                                     \
  static GType prefix##_get_item_type (GListModel *list)                                           \
  {                                                                                                \
    return ITEM;                                                                                   \
  }                                                                                                \
  static guint prefix##_get_n_items (GListModel *list)                                             \
  {                                                                                                \
    Type *self = (Type *) list;                                                                    \
                                                                                                   \
    return n;                                                                                      \
  }                                                                                                \
  static gpointer prefix##_get_item_or_null (GListModel *list, guint place)                        \
  {                                                                                                \
    return place < prefix##_get_n_items (list) ? prefix##_get_item ((Type *) list, place) : NULL;  \
  }                                                                                                \
  static void prefix##_init_list (GListModelInterface *iface)                                      \
  {                                                                                                \
    iface->get_item_type = prefix##_get_item_type;                                                 \
    iface->get_n_items = prefix##_get_n_items;                                                     \
    iface->get_item = prefix##_get_item_or_null;                                                   \
  }                                                                                                \
  G_DEFINE_FINAL_TYPE_WITH_CODE (Type, prefix, G_TYPE_OBJECT,                                      \
                                 G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, prefix##_init_list))    \
  REFRAIN_DEFINE_FINALIZE (Type, prefix)

/* Defines prefix_ref() and prefix_unref() of a @Type made by g_atomic_rc_box_new0(), which @clear
 * (GDestroyNotify) empties when nobody holds it any more. */
#define REFRAIN_DEFINE_SHARED(Type, prefix, clear)                                                 \
  Type *prefix##_ref (Type *self)                                                                  \
  {                                                                                                \
    g_return_val_if_fail (self != NULL, NULL);                                                     \
    return g_atomic_rc_box_acquire (self);                                                         \
  }                                                                                                \
  void prefix##_unref (Type *self)                                                                 \
  {                                                                                                \
    g_return_if_fail (self != NULL);                                                               \
    g_atomic_rc_box_release_full (self, clear);                                                    \
  }

/* Calls @func (@self, @source) at @signal of @source, as long as both live. */
#define refrain_connect(source, signal, func, self)                                                \
  g_signal_connect_object (source, signal, G_CALLBACK (func), self, G_CONNECT_SWAPPED)

/* Ends that: @source, which may be NULL, has nothing more to call with @self. */
static inline void
refrain_disconnect (gpointer source, gpointer self)
{
  if (source != NULL)
    g_signal_handlers_disconnect_by_data (source, self);
}
