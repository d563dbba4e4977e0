/* main.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * refrain: the application.
 */
#include "config.h"

#include <glib/gi18n.h>

#include "refrain-application.h"
#include "refrain-folders.h"

int
main (int argc, char *argv[])
{
  g_autoptr (RefrainApplication) application = NULL;

  refrain_folders_set_locale ();
  g_set_application_name (_ ("Refrain"));

  application = refrain_application_new (REFRAIN_APP_ID, G_APPLICATION_HANDLES_OPEN);
  return g_application_run (G_APPLICATION (application), argc, argv);
}
