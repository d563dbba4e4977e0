/* refrain-loop-text-writer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One walk over the constructs, a line each; the caller takes the text piece by piece, so that
 * nothing large is held.
 */
#include "refrain-loop-text.h"

#include <string.h>

#include "refrain-loop-lines.h"

void
refrain_loop_text_append_group (GString *text, const guint32 *processes, gsize n)
{
  refrain_processes_append (text, processes, n);
}

void
refrain_loop_text_append_name (GString *text, const char *name, gboolean one_word)
{
  gsize start = text->len;

  for (const char *at = name; *at != '\0'; at++)
    {
      gboolean blank = (guchar) *at <= ' ' || *at == 0x7f;

      if (!blank)
        g_string_append_c (text, *at);
      else if (one_word)
        g_string_append_c (text, '_');
      else if (text->len > start)
        g_string_append_c (text, ' ');
      if (one_word && text->len == start + 1 && at[0] == '/' && at[1] == '/')
        g_string_append_c (text, '_');
    }
  while (text->len > start && text->str[text->len - 1] == ' ')
    g_string_truncate (text, text->len - 1);
  if (one_word && text->len == start)
    g_string_append (text, "collective");
}

static void
append_number (GString *text, gint64 number, gboolean is_peer)
{
  if (is_peer && number == -1)
    g_string_append_c (text, '?');
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT, number);
}

/* The word that the tag was. */
static void
append_tag (GString *text, RefrainLoopEvents *events, const RefrainLoopShape *shape, gint64 tag)
{
  if (shape->name > 0)
    g_string_append (text, refrain_loop_events_get_name (events, shape->name - 1));
  else
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT,
                            refrain_loop_events_get_tag_prefix (events), tag);
}

/* What stands behind the numbers of a SYNC or a LOCAL. */
static void
append_words (GString *text,
              RefrainLoopEvents *events,
              guint process,
              const RefrainLoopShape *shape,
              gboolean in_model)
{
  const char *name = refrain_loop_events_get_name (events, shape->name);

  if (shape->kind == REFRAIN_LOOP_SYNC)
    {
      gsize n;
      const guint32 *group = refrain_loop_events_get_group (events, shape->group, &n);

      g_string_append_printf (text, "%u sync ", process);
      refrain_loop_text_append_name (text, name, TRUE);
      g_string_append_c (text, ' ');
      refrain_loop_text_append_group (text, group, n);
      return;
    }
  g_string_append_printf (text, "%u local ", process);
  if (in_model)
    refrain_loop_piece_append_words ((RefrainLoopPiece){ name, name + strlen (name) }, TRUE, text);
  else
    g_string_append (text, name);
  if (*name == '\0')
    g_string_truncate (text, text->len - 1);
}

void
refrain_loop_text_append_event (GString *text,
                                RefrainLoopEvents *events,
                                guint process,
                                const RefrainLoopEvent *event)
{
  guint32 n;
  const RefrainLoopShape *shape = &refrain_loop_events_get_shapes (events, &n)[event->shape];

  switch (shape->kind)
    {
    case REFRAIN_LOOP_SEND:
      g_string_append_printf (text, "%u send ", process);
      append_number (text, event->peer, TRUE);
      break;
    case REFRAIN_LOOP_RECV:
      append_number (text, event->peer, TRUE);
      g_string_append_printf (text, " recv %u", process);
      break;
    case REFRAIN_LOOP_SYNC:
    case REFRAIN_LOOP_LOCAL:
    default:
      append_words (text, events, process, shape, FALSE);
      return;
    }
  g_string_append_c (text, ' ');
  append_tag (text, events, shape, event->tag);
}

static void
append_affine (GString *text, RefrainLoopModel *model, const RefrainAffine *affine)
{
  const RefrainAffineTerm *terms = refrain_loop_model_get_affine_terms (model, affine);

  for (guint32 i = 0; i < affine->n; i++)
    {
      gint64 coefficient = terms[i].coefficient;

      if (i > 0 && coefficient > 0)
        g_string_append_c (text, '+');
      if (coefficient == -1)
        g_string_append_c (text, '-');
      else if (coefficient != 1)
        g_string_append_printf (text, "%" G_GINT64_FORMAT "*", coefficient);
      g_string_append_printf (text, "i%u", terms[i].depth);
    }
  if (affine->n == 0 || affine->constant != 0)
    g_string_append_printf (text, affine->n > 0 ? "%+" G_GINT64_FORMAT : "%" G_GINT64_FORMAT,
                            affine->constant);
}

static void
append_peer (GString *text, RefrainLoopModel *model, const RefrainAffine *peer)
{
  if (peer->n == 0)
    append_number (text, peer->constant, TRUE);
  else
    append_affine (text, model, peer);
}

static void
append_tag_of (GString *text,
               RefrainLoopModel *model,
               const RefrainLoopShape *shape,
               const RefrainAffine *tag)
{
  RefrainLoopEvents *events = refrain_loop_model_get_events (model);
  g_autoptr (GString) word = NULL;

  if (tag->n > 0)
    {
      g_string_append (text, refrain_loop_events_get_tag_prefix (events));
      append_affine (text, model, tag);
      return;
    }
  word = g_string_new (NULL);
  append_tag (word, events, shape, tag->constant);
  refrain_loop_piece_append_quoted ((RefrainLoopPiece){ word->str, word->str + word->len },
                                    refrain_loop_tag_is_unclear, text);
}

static void
append_event (GString *text, RefrainLoopModel *model, const RefrainConstruct *construct)
{
  RefrainLoopEvents *events = refrain_loop_model_get_events (model);
  guint32 n;
  const RefrainLoopShape *shape = &refrain_loop_events_get_shapes (events, &n)[construct->what];

  switch (shape->kind)
    {
    case REFRAIN_LOOP_SEND:
      g_string_append_printf (text, "%u send ", construct->process);
      append_peer (text, model, REFRAIN_CONSTRUCT_PEER (construct));
      break;
    case REFRAIN_LOOP_RECV:
      append_peer (text, model, REFRAIN_CONSTRUCT_PEER (construct));
      g_string_append_printf (text, " recv %u", construct->process);
      break;
    case REFRAIN_LOOP_SYNC:
    case REFRAIN_LOOP_LOCAL:
    default:
      append_words (text, events, construct->process, shape, TRUE);
      return;
    }
  g_string_append_c (text, ' ');
  append_tag_of (text, model, shape, REFRAIN_CONSTRUCT_TAG (construct));
}

void
refrain_loop_text_append_locals (GString *text, RefrainLoopEvents *events, guint process, gsize *at)
{
  const RefrainLoopStream *stream = refrain_loop_events_get_stream (events, process);
  guint32 n;
  const RefrainLoopEvent *event = refrain_loop_events_get_events (events, &n);
  const RefrainLoopShape *shapes = refrain_loop_events_get_shapes (events, &n);

  for (; *at < stream->n; ++*at)
    {
      const RefrainLoopEvent *one = &event[stream->event[*at]];

      if (shapes[one->shape].kind != REFRAIN_LOOP_LOCAL)
        break;
      refrain_loop_text_append_event (text, events, process, one);
      g_string_append_c (text, '\n');
    }
  ++*at;
}

void
refrain_loop_text_append_construct (GString *text, RefrainLoopModel *model, guint32 construct)
{
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);
  const RefrainConstruct *self = &constructs[construct];
  g_autofree char *name = NULL;

  switch (self->kind)
    {
    case REFRAIN_CONSTRUCT_EVENT:
      append_event (text, model, self);
      break;
    case REFRAIN_CONSTRUCT_LOOP:
      g_string_append_printf (text, "for i%u = 1 to ", self->depth);
      append_affine (text, model, REFRAIN_CONSTRUCT_COUNT (self));
      break;
    case REFRAIN_CONSTRUCT_DEFINITION:
      name = refrain_loop_model_get_definition_name (self->what);
      g_string_append_printf (text, "define %s", name);
      break;
    case REFRAIN_CONSTRUCT_USE:
    default:
      name = refrain_loop_model_get_definition_name (constructs[self->what].what);
      g_string_append_printf (text, "use %s", name);
      break;
    }
}

static void
indent_line (GString *line, guint indent)
{
  g_string_set_size (line, indent);
  memset (line->str, ' ', indent);
}

/* ---- Folding ----------------------------------------------------------------------------------
 */

/* What the lines of a run have in common. */
typedef enum
{
  FOLD_NONE,
  FOLD_SAME,     /* no peer, or the same */
  FOLD_RELATIVE, /* the peer as its distance */
} Fold;

static gboolean
is_same_number (RefrainLoopModel *model, const RefrainAffine *a, const RefrainAffine *b)
{
  const RefrainAffineTerm *x = refrain_loop_model_get_affine_terms (model, a);
  const RefrainAffineTerm *y = refrain_loop_model_get_affine_terms (model, b);

  if (a->constant != b->constant || a->n != b->n)
    return FALSE;
  for (guint32 i = 0; i < a->n; i++)
    if (x[i].depth != y[i].depth || x[i].coefficient != y[i].coefficient)
      return FALSE;
  return TRUE;
}

/* How the event @next may stand in one line with @event, of a lower process. */
static Fold
find_fold (RefrainLoopModel *model, const RefrainConstruct *event, const RefrainConstruct *next)
{
  const RefrainAffine *peer = REFRAIN_CONSTRUCT_PEER (event);
  const RefrainAffine *other = REFRAIN_CONSTRUCT_PEER (next);

  if (event->kind != REFRAIN_CONSTRUCT_EVENT || next->kind != REFRAIN_CONSTRUCT_EVENT
      || next->parent != event->parent || next->process <= event->process
      || next->what != event->what
      || !is_same_number (model, REFRAIN_CONSTRUCT_TAG (event), REFRAIN_CONSTRUCT_TAG (next)))
    return FOLD_NONE;
  if (is_same_number (model, peer, other))
    return FOLD_SAME;
  return peer->n == 0 && other->n == 0 && peer->constant >= 0 && other->constant >= 0
                 && other->constant - next->process == peer->constant - event->process
             ? FOLD_RELATIVE
             : FOLD_NONE;
}

/* Distances are not read as easily as processes: fewer have lines of their own. */
#define MIN_RELATIVE 3

guint32
refrain_loop_text_find_line_end (RefrainLoopModel *model, guint32 first)
{
  Fold fold;
  RefrainLoopEvents *events = refrain_loop_model_get_events (model);
  guint32 n, n_shapes, next = first + 1;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (model, &n);
  const RefrainLoopShape *shapes = refrain_loop_events_get_shapes (events, &n_shapes);

  if (constructs[first].kind != REFRAIN_CONSTRUCT_EVENT
      || shapes[constructs[first].what].kind == REFRAIN_LOOP_LOCAL || next == n)
    return next;
  fold = find_fold (model, &constructs[first], &constructs[next]);
  while (fold != FOLD_NONE && next < n
         && find_fold (model, &constructs[next - 1], &constructs[next]) == fold)
    next++;
  return fold == FOLD_RELATIVE && next - first < MIN_RELATIVE ? first + 1 : next;
}

/* "0-6: send +1 tag5": more than one event. */
static void
append_run (GString *text, RefrainLoopModel *model, guint32 first, guint32 end)
{
  RefrainLoopEvents *events = refrain_loop_model_get_events (model);
  g_autofree guint32 *process = g_new (guint32, end - first);
  guint32 n;
  const RefrainConstruct *event = &refrain_loop_model_get_constructs (model, &n)[first];
  const RefrainLoopShape *shape = &refrain_loop_events_get_shapes (events, &n)[event->what];

  for (guint32 i = first; i < end; i++)
    process[i - first] = event[i - first].process;
  refrain_loop_text_append_group (text, process, end - first);
  if (shape->kind == REFRAIN_LOOP_SYNC)
    {
      gsize n_group;
      const guint32 *group = refrain_loop_events_get_group (events, shape->group, &n_group);

      g_string_append (text, ": sync ");
      refrain_loop_text_append_name (text, refrain_loop_events_get_name (events, shape->name),
                                     TRUE);
      g_string_append_c (text, ' ');
      refrain_loop_text_append_group (text, group, n_group);
      return;
    }
  g_string_append (text, shape->kind == REFRAIN_LOOP_SEND ? ": send " : ": recv from ");
  if (find_fold (model, &event[0], &event[1]) == FOLD_RELATIVE)
    g_string_append_printf (text, "%+" G_GINT64_FORMAT,
                            REFRAIN_CONSTRUCT_PEER (event)->constant - event->process);
  else
    append_peer (text, model, REFRAIN_CONSTRUCT_PEER (event));
  g_string_append_c (text, ' ');
  append_tag_of (text, model, shape, REFRAIN_CONSTRUCT_TAG (event));
}

void
refrain_loop_text_append_line (GString *text, RefrainLoopModel *model, guint32 first, guint32 end)
{
  if (end - first > 1)
    append_run (text, model, first, end);
  else
    refrain_loop_text_append_construct (text, model, first);
}

/* ---- All lines ------------------------------------------------------------------------------- */

typedef struct
{
  RefrainLoopModel *model;
  gboolean folded;
  RefrainLoopTextNote note; /* or NULL */
  gpointer note_data;
  RefrainLoopTextFunc func;
  gpointer data;
} Writing;

static gboolean
write_lines (const Writing *self)
{
  guint32 n;
  const RefrainConstruct *constructs = refrain_loop_model_get_constructs (self->model, &n);
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint32)); /* of open bodies */
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint32 i = 0, next;; i = next)
    {
      for (; ends->len > 0 && g_array_index (ends, guint32, ends->len - 1) == i;)
        {
          g_array_set_size (ends, ends->len - 1);
          indent_line (line, 2 * ends->len);
          g_string_append (line, "done\n");
          if (!self->func (line->str, line->len, self->data))
            return FALSE;
        }
      if (i == n)
        return TRUE;
      next = self->folded ? refrain_loop_text_find_line_end (self->model, i) : i + 1;
      indent_line (line, 2 * ends->len);
      refrain_loop_text_append_line (line, self->model, i, next);
      if (self->note != NULL)
        self->note (line, i, 2 * ends->len, self->note_data);
      g_string_append_c (line, '\n');
      if (!self->func (line->str, line->len, self->data))
        return FALSE;
      if (constructs[i].kind == REFRAIN_CONSTRUCT_LOOP
          || constructs[i].kind == REFRAIN_CONSTRUCT_DEFINITION)
        g_array_append_val (ends, constructs[i].end);
    }
}

gboolean
refrain_loop_text_write (RefrainLoopModel *model,
                         RefrainLoopTextNote note,
                         gpointer note_data,
                         RefrainLoopTextFunc func,
                         gpointer data)
{
  return write_lines (&(Writing){ model, FALSE, note, note_data, func, data });
}

gboolean
refrain_loop_text_write_folded (RefrainLoopModel *model, RefrainLoopTextFunc func, gpointer data)
{
  return write_lines (&(Writing){ model, TRUE, NULL, NULL, func, data });
}

static gboolean
add_length (const char *text, gsize n, gpointer data)
{
  *(gsize *) data += n;
  return TRUE;
}

gsize
refrain_loop_text_measure (RefrainLoopModel *model)
{
  gsize n = 0;

  refrain_loop_text_write (model, NULL, NULL, add_length, &n);
  return n;
}
