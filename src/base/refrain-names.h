/* refrain-names.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tables of names: the values of an enumeration by name, and a name's value.
 */
#pragma once

#include <glib.h>

/* Which of @names, behind the last of which is NULL, @name is; -1: none of them, or NULL. */
static inline int
refrain_names_find (const char *const *names, const char *name)
{
  for (int i = 0; names[i] != NULL; i++)
    if (g_strcmp0 (names[i], name) == 0)
      return i;
  return -1;
}
