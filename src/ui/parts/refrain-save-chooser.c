/* refrain-save-chooser.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The question knows its owner's member, and empties it when it is answered.
 */
#include "refrain-save-chooser.h"

typedef struct
{
  GtkFileChooserNative **chooser;
  gpointer owner;
  RefrainSaveFunc save;
} Question;

static void
on_chosen (GtkNativeDialog *dialog, int response, gpointer data)
{
  const Question question = *(const Question *) data;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

      if (path != NULL)
        question.save (question.owner, path);
    }
  g_clear_object (question.chooser);
}

void
refrain_save_chooser_ask (GtkFileChooserNative **chooser,
                          gpointer owner,
                          const char *title,
                          const char *name,
                          RefrainSaveFunc save)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (owner));
  g_autofree char *plain = g_strdelimit (g_strdup (name), "/", '-');
  Question *question = g_new (Question, 1);

  refrain_save_chooser_close (chooser);
  *question = (Question){ chooser, owner, save };
  *chooser = gtk_file_chooser_native_new (title, GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                          GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (*chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (*chooser), plain);
  g_signal_connect_data (*chooser, "response", G_CALLBACK (on_chosen), question,
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (*chooser));
}

void
refrain_save_chooser_close (GtkFileChooserNative **chooser)
{
  if (*chooser != NULL)
    gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (*chooser));
  g_clear_object (chooser);
}
