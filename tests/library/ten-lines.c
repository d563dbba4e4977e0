/* SPDX-License-Identifier: GPL-3.0-or-later
 * The example of docs/library.md: prints the patterns of a trace. */
#include <stdio.h>

#include <refrain.h>

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RefrainFile) file = refrain_file_open (argv[argc - 1], NULL, &error);
  g_autoptr (RefrainAnswer) answer
      = file != NULL ? refrain_file_ask (file, "patterns", NULL, NULL, &error) : NULL;
  g_autofree char *text = answer != NULL ? refrain_answer_to_text (answer) : NULL;

  fputs (text != NULL ? text : error->message, stdout);
  return text != NULL ? 0 : 1;
}
