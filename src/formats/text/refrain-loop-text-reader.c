/* refrain-loop-text-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-error.h"
#include "refrain-loop-text-private.h"

/* Members of all groups together, and bytes of a table of constructs by processes. */
#define MAX_MEMBERS    (1u << 24)
#define MAX_TABLE      (1u << 30)
#define LINES_PER_LOOK 65536

static void
reader_clear (RefrainLoopReader *self)
{
  g_clear_pointer (&self->drafts, g_array_unref);
  g_clear_pointer (&self->terms, g_array_unref);
  g_clear_pointer (&self->open, g_array_unref);
  g_clear_pointer (&self->shapes, g_array_unref);
  refrain_tag_words_clear (&self->tags);
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
  g_clear_pointer (&self->text_of, g_hash_table_unref);
  g_clear_pointer (&self->groups, g_ptr_array_unref);
  g_clear_pointer (&self->group_of, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RefrainLoopReader, reader_clear)

static void
reader_init (RefrainLoopReader *self, const char *name, const char *text, gsize n)
{
  *self = (RefrainLoopReader){
    .lines = { .name = name, .rest = { text, text + n } },
    .drafts = g_array_new (FALSE, FALSE, sizeof (RefrainLoopDraft)),
    .terms = g_array_new (FALSE, FALSE, sizeof (RefrainAffineTerm)),
    .open = g_array_new (FALSE, FALSE, sizeof (RefrainLoopOpen)),
    .shapes = g_array_new (FALSE, FALSE, sizeof (RefrainLoopShape)),
    .names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .texts = g_ptr_array_new (),
    .text_of = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .groups = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref),
    .group_of = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
  };
  refrain_tag_words_init (&self->tags);
}

static gboolean
fail (RefrainLoopReader *self, GError **error, const char *cause)
{
  return refrain_loop_lines_fail (&self->lines, self->lines.number, error, "%s", cause);
}

/* Loops that are open, the definition around them left out. */
static guint32
get_depth (const RefrainLoopReader *self)
{
  guint32 depth = self->open->len;

  if (depth > 0 && g_array_index (self->open, RefrainLoopOpen, 0).variable.at == NULL)
    depth--;
  return depth;
}

static RefrainLoopDraft *
add_draft (RefrainLoopReader *self, RefrainConstructKind kind)
{
  RefrainLoopDraft draft = { .kind = kind,
                             .line = self->lines.number,
                             .end = self->drafts->len + 1,
                             .depth = get_depth (self) };

  g_array_append_val (self->drafts, draft);
  return &g_array_index (self->drafts, RefrainLoopDraft, self->drafts->len - 1);
}

/* ---- Events -----------------------------------------------------------------------------------
 */

static void
see_process (RefrainLoopReader *self, gint64 process)
{
  if (process >= 0 && process < REFRAIN_LOOP_MAX_PROCESSES)
    self->n_processes = MAX (self->n_processes, (guint32) process + 1);
}

guint32
refrain_loop_reader_add_text (RefrainLoopReader *self, const char *text)
{
  gpointer known = g_hash_table_lookup (self->text_of, text);
  char *copy;

  if (known != NULL)
    return GPOINTER_TO_UINT (known) - 1;
  copy = g_strdup (text);
  g_ptr_array_add (self->texts, copy);
  g_hash_table_insert (self->text_of, copy, GUINT_TO_POINTER (self->texts->len));
  return self->texts->len - 1;
}

static gboolean
add_group (RefrainLoopReader *self, RefrainLoopPiece piece, guint32 *group, GError **error)
{
  g_autofree char *key = g_strndup (piece.at, REFRAIN_LOOP_PIECE_LENGTH (piece));
  gpointer known = g_hash_table_lookup (self->group_of, key);
  GArray *processes;

  if (known != NULL)
    {
      *group = GPOINTER_TO_UINT (known) - 1;
      return TRUE;
    }
  processes = g_array_new (FALSE, FALSE, sizeof (guint32));
  *group = self->groups->len;
  g_ptr_array_add (self->groups, processes);
  g_hash_table_insert (self->group_of, g_steal_pointer (&key),
                       GUINT_TO_POINTER (self->groups->len));
  if (!refrain_loop_piece_append_group (piece, MAX_MEMBERS - self->n_members, processes))
    return fail (self, error, _ ("the group is no list of processes such as 0-3,8, or too large"));
  self->n_members += processes->len;
  for (guint i = 0; i < processes->len; i++)
    see_process (self, g_array_index (processes, guint32, i));
  return TRUE;
}

static gboolean
read_numbers (RefrainLoopReader *self,
              const RefrainLoopLine *line,
              RefrainAffine number[2],
              guint32 *tag,
              GError **error)
{
  if (refrain_loop_piece_is_unknown (line->peer))
    number[0].constant = -1;
  else if (!refrain_loop_reader_parse_affine (self, line->peer, &number[0], error))
    return FALSE;
  if (number[0].n == 0 && number[0].constant >= REFRAIN_LOOP_MAX_PROCESSES)
    return fail (self, error, _ ("a process has a number above 1048575"));
  if (number[0].n == 0)
    see_process (self, number[0].constant);
  return refrain_loop_reader_parse_tag (self, line->tag, &number[1], tag, error);
}

static gboolean
read_event (RefrainLoopReader *self, RefrainLoopPiece text, GError **error)
{
  g_autoptr (GString) name = NULL;
  RefrainAffine number[2] = { { 0 } };
  RefrainLoopShape shape = { 0 };
  RefrainLoopLine line;
  RefrainLoopDraft *draft;
  const char *cause;

  if (!refrain_loop_line_parse (text, &line, &cause))
    return fail (self, error, cause);
  shape.kind = line.kind;
  see_process (self, line.process);
  if (line.kind == REFRAIN_LOOP_SYNC || line.kind == REFRAIN_LOOP_LOCAL)
    {
      name = g_string_new (NULL);
      refrain_loop_line_get_name (&line, TRUE, name);
      shape.name = refrain_loop_reader_add_text (self, name->str);
      if (line.kind == REFRAIN_LOOP_SYNC && !add_group (self, line.group, &shape.group, error))
        return FALSE;
    }
  else if (!read_numbers (self, &line, number, &shape.name, error))
    return FALSE;
  draft = add_draft (self, REFRAIN_CONSTRUCT_EVENT);
  draft->process = line.process;
  draft->what = self->shapes->len;
  memcpy (draft->number, number, sizeof number);
  g_array_append_val (self->shapes, shape);
  return TRUE;
}

/* ---- Loops and definitions --------------------------------------------------------------------
 */

/* Takes @word off @piece, where it stands at its beginning. */
static gboolean
take_text (RefrainLoopPiece *piece, const char *word)
{
  gsize n = strlen (word);

  if (REFRAIN_LOOP_PIECE_LENGTH (*piece) < n || memcmp (piece->at, word, n) != 0)
    return FALSE;
  piece->at += n;
  while (piece->at < piece->end && g_ascii_isspace (*piece->at))
    piece->at++;
  return TRUE;
}

/* Takes the characters off @piece up to a blank or `=`. */
static RefrainLoopPiece
take_token (RefrainLoopPiece *piece)
{
  RefrainLoopPiece token = { piece->at, piece->at };

  while (token.end < piece->end && !g_ascii_isspace (*token.end) && *token.end != '=')
    token.end++;
  piece->at = token.end;
  take_text (piece, "");
  return token;
}

static gboolean
is_variable (RefrainLoopPiece name)
{
  if (name.at == name.end || !(g_ascii_isalpha (*name.at) || *name.at == '_'))
    return FALSE;
  for (; name.at < name.end; name.at++)
    if (!g_ascii_isalnum (*name.at) && *name.at != '_' && *name.at != '\'')
      return FALSE;
  return TRUE;
}

/* "i0 = 1 to 2*i1-1", behind `for`. */
static gboolean
read_loop (RefrainLoopReader *self, RefrainLoopPiece text, GError **error)
{
  RefrainLoopOpen open = { .draft = self->drafts->len };
  g_autofree char *bound = NULL;
  RefrainAffine count;
  gint64 first;
  gsize n = 0;

  open.variable = take_token (&text);
  if (!is_variable (open.variable) || !take_text (&text, "=")
      || !refrain_loop_piece_to_int (take_token (&text), &first) || ABS (first) >= G_MAXINT32
      || !take_text (&text, "to"))
    return fail (self, error, _ ("a loop begins with “for i0 = 1 to” and a number"));
  if (self->open->len >= REFRAIN_LOOP_MAX_DEPTH)
    return fail (self, error, _ ("loops are nested more than 1000 deep"));
  bound = g_malloc (REFRAIN_LOOP_PIECE_LENGTH (text) + 1);
  for (; text.at < text.end; text.at++)
    if (!g_ascii_isspace (*text.at))
      bound[n++] = *text.at;
  if (!refrain_loop_reader_parse_affine (self, (RefrainLoopPiece){ bound, bound + n }, &count,
                                         error))
    return FALSE;
  open.shift = first - 1;
  count.constant -= open.shift;
  add_draft (self, REFRAIN_CONSTRUCT_LOOP)->number[0] = count;
  g_array_append_val (self->open, open);
  return TRUE;
}

static gboolean
read_definition (RefrainLoopReader *self, RefrainLoopPiece text, GError **error)
{
  g_autofree char *name = g_strndup (text.at, REFRAIN_LOOP_PIECE_LENGTH (text));
  RefrainLoopOpen open = { .draft = self->drafts->len };

  if (!is_variable (text))
    return fail (self, error, _ ("a definition has a name of letters and digits"));
  if (self->open->len > 0)
    return fail (self, error, _ ("a definition stands inside of nothing else"));
  if (g_hash_table_contains (self->names, name))
    return fail (self, error, _ ("a definition of this name stands above"));
  add_draft (self, REFRAIN_CONSTRUCT_DEFINITION);
  g_array_append_val (self->open, open);
  g_hash_table_insert (self->names, g_steal_pointer (&name), GUINT_TO_POINTER (open.draft + 1));
  return TRUE;
}

static gboolean
read_use (RefrainLoopReader *self, RefrainLoopPiece text, GError **error)
{
  g_autofree char *name = g_strndup (text.at, REFRAIN_LOOP_PIECE_LENGTH (text));
  gpointer definition = g_hash_table_lookup (self->names, name);
  guint32 draft = GPOINTER_TO_UINT (definition) - 1;

  if (definition == NULL
      || (self->open->len > 0 && g_array_index (self->open, RefrainLoopOpen, 0).draft == draft))
    return fail (self, error, _ ("what is used is not defined above"));
  add_draft (self, REFRAIN_CONSTRUCT_USE)->what = draft;
  return TRUE;
}

static gboolean
read_done (RefrainLoopReader *self, GError **error)
{
  guint n = self->open->len;

  if (n == 0)
    return fail (self, error, _ ("“done” ends nothing"));
  g_array_index (self->drafts, RefrainLoopDraft,
                 g_array_index (self->open, RefrainLoopOpen, n - 1).draft)
      .end
      = self->drafts->len;
  g_array_set_size (self->open, n - 1);
  return TRUE;
}

static gboolean
read_line (RefrainLoopReader *self, RefrainLoopPiece line, GError **error)
{
  RefrainLoopPiece rest = line, word;

  refrain_loop_piece_take_word (&rest, &word);
  if (refrain_loop_piece_equals (word, "for"))
    return read_loop (self, rest, error);
  if (refrain_loop_piece_equals (word, "done") && rest.at == rest.end)
    return read_done (self, error);
  if (refrain_loop_piece_equals (word, "define"))
    return read_definition (self, rest, error);
  if (refrain_loop_piece_equals (word, "use"))
    return read_use (self, rest, error);
  return read_event (self, line, error);
}

static gboolean
read_lines (RefrainLoopReader *self, GCancellable *cancellable, GError **error)
{
  RefrainLoopPiece line;

  while (refrain_loop_lines_next (&self->lines, &line))
    {
      if (!read_line (self, line, error))
        return FALSE;
      if (self->drafts->len >= G_MAXINT32)
        return fail (self, error, _ ("the model is too large"));
      if (self->lines.number % LINES_PER_LOOK == 0
          && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }
  if (self->open->len > 0)
    {
      guint32 draft = g_array_index (self->open, RefrainLoopOpen, self->open->len - 1).draft;

      return refrain_loop_lines_fail (&self->lines,
                                      g_array_index (self->drafts, RefrainLoopDraft, draft).line,
                                      error, _ ("what begins here has no “done”"));
    }
  return TRUE;
}

/* ---- The model --------------------------------------------------------------------------------
 */

/* The events without streams; afterwards the numbers of the reader's shapes in them. */
static RefrainLoopEvents *
make_events (RefrainLoopReader *self)
{
  g_autoptr (RefrainLoopEventsBuilder) builder
      = refrain_loop_events_builder_new (MAX (self->n_processes, 1));
  g_autofree guint32 *texts = g_new (guint32, self->texts->len + 1);
  g_autofree guint32 *groups = g_new (guint32, self->groups->len + 1);

  refrain_tag_words_settle (&self->tags, builder);
  for (guint i = 0; i < self->texts->len; i++)
    texts[i] = refrain_loop_events_builder_add_name (builder, self->texts->pdata[i]);
  for (guint i = 0; i < self->groups->len; i++)
    {
      const GArray *group = self->groups->pdata[i];

      groups[i] = refrain_loop_events_builder_add_group (
          builder, (const guint32 *) (gpointer) group->data, group->len);
    }
  for (guint i = 0; i < self->drafts->len; i++)
    {
      RefrainLoopDraft *draft = &g_array_index (self->drafts, RefrainLoopDraft, i);
      const RefrainLoopShape *shape;
      guint32 name = 0;
      gint32 tag;

      if (draft->kind != REFRAIN_CONSTRUCT_EVENT)
        continue;
      shape = &g_array_index (self->shapes, RefrainLoopShape, draft->what);
      if (shape->kind == REFRAIN_LOOP_SYNC || shape->kind == REFRAIN_LOOP_LOCAL)
        name = texts[shape->name];
      else if (shape->name > 0)
        {
          name = refrain_tag_words_find (&self->tags, builder, self->texts->pdata[shape->name - 1],
                                         &tag);
          draft->number[1].constant = tag;
        }
      draft->what = refrain_loop_events_builder_add_shape (
          builder, shape->kind, name, shape->kind == REFRAIN_LOOP_SYNC ? groups[shape->group] : 0);
    }
  return refrain_loop_events_builder_finish (builder, NULL);
}

static RefrainAffine
copy_affine (const RefrainLoopReader *self,
             RefrainLoopModelBuilder *builder,
             const RefrainAffine *affine)
{
  const RefrainAffineTerm *terms
      = &g_array_index (self->terms, RefrainAffineTerm, affine->n > 0 ? affine->first : 0);

  return refrain_loop_model_builder_affine (builder, affine->constant, terms, affine->n);
}

static RefrainLoopModel *
make_model (RefrainLoopReader *self, RefrainLoopEvents *events)
{
  g_autoptr (RefrainLoopModelBuilder) builder = refrain_loop_model_builder_new (events);
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint32)); /* of open bodies */

  for (guint32 i = 0;; i++)
    {
      const RefrainLoopDraft *draft;
      RefrainAffine number[2];

      for (; ends->len > 0 && g_array_index (ends, guint32, ends->len - 1) == i;
           g_array_set_size (ends, ends->len - 1))
        refrain_loop_model_builder_close (builder);
      if (i == self->drafts->len)
        return refrain_loop_model_builder_finish (builder);
      draft = &g_array_index (self->drafts, RefrainLoopDraft, i);
      for (guint k = 0; k < 2; k++)
        number[k] = copy_affine (self, builder, &draft->number[k]);
      /* A construct has the number of its draft. */
      if (draft->kind == REFRAIN_CONSTRUCT_EVENT)
        refrain_loop_model_builder_add_event (builder, draft->process, draft->what, number[0],
                                              number[1]);
      else if (draft->kind == REFRAIN_CONSTRUCT_USE)
        refrain_loop_model_builder_add_use (builder, draft->what);
      else if (draft->kind == REFRAIN_CONSTRUCT_LOOP)
        refrain_loop_model_builder_open_loop (builder, number[0]);
      else
        refrain_loop_model_builder_open_definition (builder);
      if (draft->kind == REFRAIN_CONSTRUCT_LOOP || draft->kind == REFRAIN_CONSTRUCT_DEFINITION)
        g_array_append_val (ends, draft->end);
    }
}

RefrainLoopModel *
refrain_loop_text_parse (
    const char *name, const char *text, gsize n, GCancellable *cancellable, GError **error)
{
  g_auto (RefrainLoopReader) reader;
  g_autoptr (RefrainLoopEvents) events = NULL;

  g_return_val_if_fail (name != NULL && (text != NULL || n == 0), NULL);

  reader_init (&reader, name, text, n);
  if (!read_lines (&reader, cancellable, error)
      || !refrain_loop_reader_check_counts (&reader, cancellable, error))
    return NULL;
  if ((guint64) reader.n_processes / 8 * reader.drafts->len > MAX_TABLE)
    {
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_FORMAT,
                   _ ("%s: the model has too many lines for a run of %u processes"), name,
                   reader.n_processes);
      return NULL;
    }
  events = make_events (&reader);
  return make_model (&reader, events);
}

RefrainLoopModel *
refrain_loop_text_load (const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autoptr (GMappedFile) file = NULL;
  GError *cause = NULL;

  g_return_val_if_fail (path != NULL, NULL);
  file = g_mapped_file_new (path, FALSE, &cause);
  if (file == NULL)
    {
      g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_IO, "%s: %s", name,
                   g_strerror (g_file_test (path, G_FILE_TEST_EXISTS) ? EACCES : ENOENT));
      g_error_free (cause);
      return NULL;
    }
  return refrain_loop_text_parse (name, g_mapped_file_get_contents (file),
                                  g_mapped_file_get_length (file), cancellable, error);
}
