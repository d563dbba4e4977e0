/* refrain-free.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What every struct would write anew: the function that lets go of what it holds. Only what that is
 * has to be said, as statements of `x`:
 *
 *   REFRAIN_DEFINE_FREE (group_free, Group, g_array_unref (x->ranks); g_free (x->name))
 */
#pragma once

#include <glib.h>

/* Defines the GDestroyNotify @name of a @Type that lies in another, in an array say. */
#define REFRAIN_DEFINE_CLEAR(name, Type, ...)                                                      \
  static void name (gpointer data)                                                                 \
  {                                                                                                \
    Type *x = data;                                                                                \
                                                                                                   \
    __VA_ARGS__;                                                                                   \
  }

/* The same of a @Type by itself, which is freed as well. */
#define REFRAIN_DEFINE_FREE(name, Type, ...)                                                       \
  REFRAIN_DEFINE_CLEAR (name, Type, __VA_ARGS__; g_free (x))

/* Defines @name (@Type *x) of a @Type on the stack, which g_auto (@Type) calls. */
#define REFRAIN_DEFINE_AUTO(name, Type, ...)                                                       \
  static void name (Type *x)                                                                       \
  {                                                                                                \
    __VA_ARGS__;                                                                                   \
  }                                                                                                \
  G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Type, name)

/* Defines @name (@Type *x), which others call: of what the header declares, or NULL. */
#define REFRAIN_DEFINE_FREE_OR_NULL(name, Type, ...)                                               \
  void name (Type *x)                                                                              \
  {                                                                                                \
    if (x == NULL)                                                                                 \
      return;                                                                                      \
    __VA_ARGS__;                                                                                   \
    g_free (x);                                                                                    \
  }

/* Defines @name (@Type *x), which others call: of what lies in another or on the stack. */
#define REFRAIN_DEFINE_PUBLIC_CLEAR(name, Type, ...)                                               \
  void name (Type *x)                                                                              \
  {                                                                                                \
    __VA_ARGS__;                                                                                   \
  }
