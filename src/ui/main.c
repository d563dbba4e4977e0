/* main.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain: the application.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "refrain-application.h"

int
main (int argc, char *argv[])
{
  g_autoptr (RefrainApplication) application = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_application_name (_ ("Refrain"));

  application = refrain_application_new (REFRAIN_APP_ID, G_APPLICATION_HANDLES_OPEN);
  return g_application_run (G_APPLICATION (application), argc, argv);
}
