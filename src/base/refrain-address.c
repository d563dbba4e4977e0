/* refrain-address.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * File managers and browsers give addresses where people write names.
 */
#include "refrain-address.h"

#include <string.h>

char *
refrain_address_read (char *word)
{
  const char *at = strstr (word, "file://");
  const char *hash = at != NULL ? strrchr (at, '#') : NULL;
  g_autofree char *address = NULL, *path = NULL, *name = NULL;

  if (at == NULL || (at > word && (word[0] != '-' || at[-1] != '=')))
    return word;
  address = hash != NULL ? g_strndup (at, (gsize) (hash - at)) : g_strdup (at);
  path = g_filename_from_uri (address, NULL, NULL);
  if (path == NULL)
    return word;
  name = g_strdup_printf ("%.*s%s%s", (int) (at - word), word, path, hash != NULL ? hash : "");
  g_free (word);
  return g_steal_pointer (&name);
}
