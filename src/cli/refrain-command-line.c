/* refrain-command-line.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Options may stand before the command; files may be told as addresses, as those that are dropped
 * are.
 */
#include "refrain-command-line.h"

#include "refrain-address.h"

#include <string.h>

/* Where the command stands, if options stand before it; else 1. What follows an option may be the
 * option's value: it is the command only where nothing else is. */
static guint
find_place (char **words, RefrainIsCommand is_command)
{
  guint after_option = 1;

  if (words[0] == NULL || words[1] == NULL || words[1][0] != '-')
    return 1;
  for (guint i = 2; words[i] != NULL && !g_str_equal (words[i], "--"); i++)
    if (!is_command (words[i]))
      continue;
    else if (words[i - 1][0] != '-' || strchr (words[i - 1], '=') != NULL)
      return i;
    else if (after_option == 1)
      after_option = i;
  return after_option;
}

char **
refrain_command_line_read (int argc, char **argv, RefrainIsCommand is_command)
{
  char **words = g_new0 (char *, (gsize) argc + 1);
  gboolean separated = FALSE;
  guint place;
  char *command;

  for (int i = 0; i < argc; i++)
    {
      separated |= i > 0 && g_str_equal (argv[i], "--");
      words[i] = separated ? g_strdup (argv[i]) : refrain_address_read (g_strdup (argv[i]));
    }
  place = find_place (words, is_command);
  command = words[place];
  for (; place > 1; place--)
    words[place] = words[place - 1];
  if (argc > 1)
    words[1] = command;
  return words;
}

gboolean
refrain_command_line_asks_version (char **words)
{
  for (guint i = 1; words[i] != NULL && !g_str_equal (words[i], "--"); i++)
    if (g_str_equal (words[i], "--version"))
      return TRUE;
  return FALSE;
}
