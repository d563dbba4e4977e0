/* refrain-event-text-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Event text is read twice: how many processes there are is only known at the end.
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-event-text.h"
#include "refrain-loop-lines.h"
#include "refrain-tag-words.h"

/* Members of all groups together. */
#define MAX_MEMBERS    (1u << 24)
#define LINES_PER_LOOK 65536
/* Processes without events: as many as these may be named anyhow, or for each that has some. */
#define MIN_NAMED           65536
#define MAX_NAMED_PER_OWNER 64

typedef struct
{
  RefrainLoopLines lines;
  RefrainLoopEventsBuilder *builder; /* NULL while counting */
  guint32 n_processes;               /* the highest that is named, and one */
  GHashTable *owners;                /* processes that have events; NULL while building */
  GHashTable *group_of;              /* of a group as written: its number + 1 */
  RefrainTagWords *tags;             /* collected while counting, used while building */
  GString *name;                     /* scratch */
  GArray *members;                   /* scratch */
  gsize n_members;                   /* over all groups */
  guint64 n_events;
} Reader;

static gboolean
fail (Reader *self, GError **error, const char *cause)
{
  return refrain_loop_lines_fail (&self->lines, self->lines.number, error, "%s", cause);
}

/* The number of the group, which is looked at once. */
static gboolean
find_group (Reader *self, RefrainLoopPiece piece, guint32 *group, GError **error)
{
  gpointer known;

  g_string_truncate (self->name, 0);
  g_string_append_len (self->name, piece.at, piece.end - piece.at);
  known = g_hash_table_lookup (self->group_of, self->name->str);
  if (known != NULL)
    {
      *group = GPOINTER_TO_UINT (known) - 1;
      return TRUE;
    }
  g_array_set_size (self->members, 0);
  if (!refrain_loop_piece_append_group (piece, MAX_MEMBERS - self->n_members, self->members))
    return fail (self, error, _ ("the group is no list of processes such as 0-3,8, or too large"));
  self->n_members += self->members->len;
  for (guint i = 0; i < self->members->len; i++)
    self->n_processes = MAX (self->n_processes, g_array_index (self->members, guint32, i) + 1);
  *group = self->builder == NULL
               ? 0
               : refrain_loop_events_builder_add_group (
                   self->builder, (const guint32 *) (gpointer) self->members->data,
                   self->members->len);
  g_hash_table_insert (self->group_of, g_strdup (self->name->str), GUINT_TO_POINTER (*group + 1));
  return TRUE;
}

/* A message's numbers, and the name of its tag's shape. */
static gboolean
read_message (Reader *self,
              const RefrainLoopLine *line,
              RefrainLoopEvent *event,
              guint32 *name,
              GError **error)
{
  guint32 peer = 0;

  if (refrain_loop_piece_is_unknown (line->peer) || refrain_loop_piece_equals (line->peer, "-1"))
    event->peer = -1;
  else if (refrain_loop_piece_to_process (line->peer, &peer))
    event->peer = (gint32) peer;
  else
    return fail (self, error, _ ("does not name the other process by a number below 1048576"));
  self->n_processes = MAX (self->n_processes, peer + 1);
  g_string_truncate (self->name, 0);
  g_string_append_len (self->name, line->tag.at, line->tag.end - line->tag.at);
  if (self->builder == NULL)
    refrain_tag_words_add (self->tags, self->name->str);
  else
    *name = refrain_tag_words_find (self->tags, self->builder, self->name->str, &event->tag);
  return TRUE;
}

static gboolean
read_line (Reader *self, RefrainLoopPiece text, GError **error)
{
  RefrainLoopEvent event = { 0 };
  RefrainLoopLine line;
  guint32 name = 0, group = 0;
  const char *cause;

  if (!refrain_loop_line_parse (text, &line, &cause))
    {
      RefrainLoopPiece word;

      refrain_loop_piece_take_word (&text, &word);
      return fail (self, error,
                   refrain_loop_piece_equals (word, "for")
                           || refrain_loop_piece_equals (word, "define")
                       ? _ ("is a loop model, not a trace (see loops --model)")
                       : cause);
    }
  self->n_processes = MAX (self->n_processes, line.process + 1);
  if (line.kind == REFRAIN_LOOP_SYNC && !find_group (self, line.group, &group, error))
    return FALSE;
  if ((line.kind == REFRAIN_LOOP_SEND || line.kind == REFRAIN_LOOP_RECV)
      && !read_message (self, &line, &event, &name, error))
    return FALSE;
  self->n_events++;
  if (self->owners != NULL)
    g_hash_table_add (self->owners, GUINT_TO_POINTER (line.process));
  if (self->builder == NULL)
    return TRUE;
  if (line.kind == REFRAIN_LOOP_SYNC || line.kind == REFRAIN_LOOP_LOCAL)
    {
      refrain_loop_line_get_name (&line, FALSE, self->name);
      name = refrain_loop_events_builder_add_name (self->builder, self->name->str);
    }
  event.shape = refrain_loop_events_builder_add_shape (self->builder, line.kind, name, group);
  refrain_loop_events_builder_append (self->builder, line.process, &event, REFRAIN_NONE);
  return TRUE;
}

static gboolean
read_file (Reader *self, const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autoptr (GError) cause = NULL;
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, &cause);
  RefrainLoopPiece line;
  const char *text;

  if (file == NULL)
    {
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO, "%s: %s", name, cause->message);
      return FALSE;
    }
  text = g_mapped_file_get_contents (file);
  self->lines = (RefrainLoopLines){ .name = name,
                                    .plain = TRUE,
                                    .rest = { text, text + g_mapped_file_get_length (file) } };
  while (refrain_loop_lines_next (&self->lines, &line))
    {
      if (!read_line (self, line, error))
        return FALSE;
      if (self->lines.number % LINES_PER_LOOK == 0
          && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }
  return TRUE;
}

/* Goes through all files, with or without a builder. */
static gboolean
read_files (Reader *self, const char *const *paths, GCancellable *cancellable, GError **error)
{
  gboolean whole = TRUE;

  self->group_of = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->name = g_string_new (NULL);
  self->members = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (gsize i = 0; whole && paths[i] != NULL; i++)
    whole = read_file (self, paths[i], cancellable, error);
  g_hash_table_unref (self->group_of);
  g_string_free (self->name, TRUE);
  g_array_unref (self->members);
  return whole;
}

/* Counts processes and events, and refuses what is no trace. */
static gboolean
count_files (Reader *self, const char *const *paths, GCancellable *cancellable, GError **error)
{
  g_autoptr (GHashTable) owners = g_hash_table_new (NULL, NULL);
  gboolean whole;

  self->owners = owners;
  whole = read_files (self, paths, cancellable, error);
  self->owners = NULL;
  if (!whole)
    return FALSE;
  if (self->n_events == 0)
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_EMPTY, _ ("%s: holds no event"), paths[0]);
  else if (self->n_processes > MIN_NAMED
           && self->n_processes / MAX_NAMED_PER_OWNER > g_hash_table_size (owners))
    g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT,
                 ngettext ("%s: names process %u, but only %u process has events",
                           "%s: names process %u, but only %u processes have events",
                           g_hash_table_size (owners)),
                 paths[0], self->n_processes - 1, g_hash_table_size (owners));
  else
    return TRUE;
  return FALSE;
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainTagWords, refrain_tag_words_clear)

RefrainLoopEvents *
refrain_event_text_read (const char *const *paths, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainLoopEventsBuilder) builder = NULL;
  g_auto (RefrainTagWords) tags = { NULL };
  Reader count = { .tags = &tags }, reader = { .tags = &tags };

  g_return_val_if_fail (paths != NULL && paths[0] != NULL, NULL);

  refrain_tag_words_init (&tags);
  if (!count_files (&count, paths, cancellable, error))
    return NULL;
  builder = refrain_loop_events_builder_new (count.n_processes);
  refrain_tag_words_settle (&tags, builder);
  reader.builder = builder;
  if (!read_files (&reader, paths, cancellable, error))
    return NULL;
  return refrain_loop_events_builder_finish (builder, NULL);
}

gboolean
refrain_event_text_sniff (const guint8 *bytes, gsize n)
{
  RefrainLoopLines lines
      = { .name = "", .plain = TRUE, .rest = { (const char *) bytes, (const char *) bytes + n } };
  RefrainLoopPiece line;
  RefrainLoopLine event;
  const char *cause;

  return memchr (bytes, '\0', n) == NULL && refrain_loop_lines_next (&lines, &line)
         && refrain_loop_line_parse (line, &event, &cause);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char **
refrain_event_text_list_folder (const char *folder)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".events"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  if (paths->len == 0)
    return NULL;
  g_ptr_array_sort (paths, compare_names);
  g_ptr_array_add (paths, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&paths), FALSE);
}
