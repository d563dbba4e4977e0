/* refrain-free.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What every struct would write anew: the function that lets go of what it holds. Only what that is
 * has to be said, as statements of `x`:
 *
 *   REFRAIN_DEFINE_FREE (group_free, Group, g_array_unref (x->ranks); refrain_free (x->a, x->b))
 */
#pragma once

#include <glib-object.h>

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

/* ---- Several at once ---- */

static inline void
refrain_clear_object_at (gpointer place)
{
  g_clear_object ((GObject **) place);
}

static inline void
refrain_clear_at (gpointer place)
{
  g_clear_pointer ((gpointer *) place, g_free);
}

static inline void
refrain_for_each (GDestroyNotify func, const gpointer *all, gsize n)
{
  for (gsize i = 0; i < n; i++)
    func (all[i]);
}

#define REFRAIN_FOR_EACH(func, ...)                                                                \
  refrain_for_each ((GDestroyNotify) (func), (const gpointer[]){ __VA_ARGS__ },                    \
                    G_N_ELEMENTS (((const gpointer[]){ __VA_ARGS__ })))

/* g_free (), g_array_unref () of each of these pointers. */
#define refrain_free(...)         REFRAIN_FOR_EACH (g_free, __VA_ARGS__)
#define refrain_unref_arrays(...) REFRAIN_FOR_EACH (g_array_unref, __VA_ARGS__)
/* Frees what is at each of these places, unrefs the objects there, and leaves NULL. */
#define refrain_clear(...)         REFRAIN_FOR_EACH (refrain_clear_at, __VA_ARGS__)
#define refrain_clear_objects(...) REFRAIN_FOR_EACH (refrain_clear_object_at, __VA_ARGS__)
