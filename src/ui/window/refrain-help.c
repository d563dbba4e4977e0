/* refrain-help.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nothing is waited for: the other program comes up by itself, or a toast says why not.
 */
#include "config.h"
#include "refrain-help.h"

#include <glib/gi18n.h>
#include <string.h>

#include "refrain-folders.h"
#include "refrain-window.h"

#define PAGES "help/C/refrain"

/* Whether @folder has the page of @topic, "findings" or "findings#chain". */
static gboolean
has_page (const char *folder, const char *topic)
{
  g_autofree char *name = g_strdup_printf ("%.*s.page", (int) strcspn (topic, "#"), topic);
  g_autofree char *path = g_build_filename (folder, PAGES, name, NULL);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

char *
refrain_help_find (const char *topic, const char *const *folders, const char *html)
{
  for (gsize i = 0; folders[i] != NULL; i++)
    if (has_page (folders[i], "index"))
      return topic != NULL && has_page (folders[i], topic)
                 ? g_strconcat ("help:refrain/", topic, NULL)
                 : g_strdup ("help:refrain");
  if (html != NULL && g_file_test (html, G_FILE_TEST_IS_REGULAR))
    {
      g_autofree char *uri = g_filename_to_uri (html, NULL, NULL);
      g_autofree char *anchor = g_strconcat ("#", topic, NULL);

      g_strdelimit (&anchor[1], "#", '-');
      return uri == NULL || topic == NULL ? g_steal_pointer (&uri)
                                          : g_strconcat (uri, anchor, NULL);
    }
  return NULL;
}

/* The program that shows @uri, or NULL. GIO itself would look for a file whose name ends with the
 * fragment. */
static GAppInfo *
find_reader (const char *uri)
{
  GAppInfo *reader;

  if (g_str_has_prefix (uri, "help:"))
    return g_app_info_get_default_for_uri_scheme ("help");
  reader = g_app_info_get_default_for_type ("text/html", TRUE);
  return reader != NULL ? reader : g_app_info_get_default_for_uri_scheme ("https");
}

/* Whether a program that shows @uri was started. */
static gboolean
launch (GtkWindow *window, const char *uri)
{
  g_autoptr (GAppInfo) reader = find_reader (uri);
  g_autoptr (GdkAppLaunchContext) context = NULL;
  GList uris = { .data = (char *) uri };

  if (reader == NULL)
    return FALSE;
  context = gdk_display_get_app_launch_context (gtk_widget_get_display (GTK_WIDGET (window)));
  return g_app_info_launch_uris (reader, &uris, G_APP_LAUNCH_CONTEXT (context), NULL);
}

/* The folders of data, the user's first, as g_get_system_data_dirs() has the others; free the array
 * only. */
static const char **
list_folders (void)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  const char *const *system = g_get_system_data_dirs ();

  g_ptr_array_add (list, (char *) g_get_user_data_dir ());
  for (gsize i = 0; system[i] != NULL; i++)
    g_ptr_array_add (list, (char *) system[i]);
  g_ptr_array_add (list, NULL);
  return (const char **) g_ptr_array_free (g_steal_pointer (&list), FALSE);
}

/* The page of HTML in the first of the user's languages that there is one in; free with g_free().
 */
static char *
find_html (void)
{
  const char *const *languages = g_get_language_names ();

  for (; languages[0] != NULL && !g_str_equal (languages[0], "C"); languages++)
    {
      g_autofree char *installed
          = g_strdup_printf (DATADIR "/refrain/refrain.%s.html", languages[0]);
      g_autofree char *built = g_strdup_printf ("help/refrain.%s.html", languages[0]);
      g_autofree char *html = refrain_folders_find (installed, built);

      if (g_file_test (html, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&html);
    }
  return refrain_folders_find (DATADIR "/refrain/refrain.html", "help/refrain.html");
}

void
refrain_help_show (GtkWindow *window, const char *topic)
{
  static const char *const nowhere[] = { NULL };
  g_autofree const char **folders = list_folders ();
  g_autofree char *html = find_html ();
  g_autofree char *uri = refrain_help_find (topic, folders, html);
  g_autofree char *page = refrain_help_find (topic, nowhere, html);
  g_autofree char *problem = NULL;

  g_return_if_fail (REFRAIN_IS_WINDOW (window));

  if (uri != NULL && launch (window, uri))
    return;
  if (page != NULL && launch (window, page))
    return;
  if (page != NULL)
    problem = g_strdup_printf (_ ("No program here shows help or HTML; the help is %s"), html);
  refrain_window_show_toast (REFRAIN_WINDOW (window),
                             problem != NULL ? problem : _ ("The help is not installed."));
}
