/* refrain-loop-system-import.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads one process' constructs out of a model. Sender and receiver must be the same in all
 * iterations of the loops around a message, so loops over whose index a peer changes are unrolled:
 * they have no more iterations than there are processes. Tags may change, but where the other side
 * sees other changes, short loops over them are unrolled as well.
 */
#include "config.h"

#include "refrain-loop-system-private.h"

/* Loops of up to so many iterations are unrolled for their tags. */
#define MAX_UNROLLED 16

/* Loops are unrolled until they have given so many events. */
#define MAX_MADE (G_GUINT64_CONSTANT (1) << 22)

/* A loop around what is read. */
typedef struct
{
  gboolean fixed; /* unrolled: its index is `value` */
  gint64 value;
  guint32 depth; /* else: where it stands in what is written */
} Index;

typedef struct
{
  RefrainLoopChannels *channels;
  RefrainLoopModel *model;
  const RefrainConstruct *construct;
  const RefrainLoopShape *shapes;
  guint32 n;
  guint32 process;
  guint32 n_processes;
  gboolean *unrolled; /* by construct: is to be */
  guint inside;       /* loops being unrolled around what is read */
  guint64 made;       /* events that they gave */
} Import;

static gboolean
has_peer (const Import *import, const RefrainConstruct *construct)
{
  const RefrainLoopEventKind kind = import->shapes[construct->what].kind;

  return kind == REFRAIN_LOOP_SEND || kind == REFRAIN_LOOP_RECV;
}

static gboolean
is_short (const RefrainConstruct *loop)
{
  return REFRAIN_CONSTRUCT_COUNT (loop)->n == 0
         && REFRAIN_CONSTRUCT_COUNT (loop)->constant <= MAX_UNROLLED;
}

/* Unrolls the loops on whose indices @affine, at @from, depends, or the short ones of them. */
static void
mark_indices (Import *import, guint32 from, const RefrainAffine *affine, gboolean all)
{
  const RefrainAffineTerm *term = refrain_loop_model_get_affine_terms (import->model, affine);

  for (guint32 i = 0; i < affine->n; i++)
    {
      guint32 at = import->construct[from].parent;

      while (at != REFRAIN_NONE && import->construct[at].depth != term[i].depth)
        at = import->construct[at].parent;
      if (at != REFRAIN_NONE && (all || is_short (&import->construct[at])))
        import->unrolled[at] = TRUE;
    }
}

/* Whether the tags of @event, a message, are not the same on the other side. */
static gboolean
is_uneven (const Import *import, const RefrainConstruct *event)
{
  const RefrainAffine *peer = REFRAIN_CONSTRUCT_PEER (event);
  const gboolean sends = import->shapes[event->what].kind == REFRAIN_LOOP_SEND;

  if (REFRAIN_CONSTRUCT_TAG (event)->n == 0 || peer->n > 0 || peer->constant < 0)
    return FALSE;
  return refrain_loop_channels_is_uneven (import->channels,
                                          sends ? import->process : (guint32) peer->constant,
                                          sends ? (guint32) peer->constant : import->process);
}

/* Inner constructs come later than those around them, so backwards each loop is known in time. */
static void
mark_unrolled (Import *import)
{
  for (guint32 i = import->n; i-- > 0;)
    {
      const RefrainConstruct *construct = &import->construct[i];

      if (construct->kind == REFRAIN_CONSTRUCT_EVENT && construct->process == import->process
          && has_peer (import, construct))
        {
          mark_indices (import, i, REFRAIN_CONSTRUCT_PEER (construct), TRUE);
          if (is_uneven (import, construct))
            mark_indices (import, i, REFRAIN_CONSTRUCT_TAG (construct), FALSE);
        }
      else if (construct->kind == REFRAIN_CONSTRUCT_LOOP && import->unrolled[i])
        mark_indices (import, i, REFRAIN_CONSTRUCT_COUNT (construct), TRUE);
    }
}

/* What @affine is where the loops around have the indices @index. */
static RefrainLoopNumber
read_number (Import *import, const RefrainAffine *affine, const Index *index)
{
  const RefrainAffineTerm *term = refrain_loop_model_get_affine_terms (import->model, affine);
  RefrainLoopNumber number = { .constant = affine->constant };

  number.terms = affine->n > 0 ? g_new (RefrainAffineTerm, affine->n) : NULL;
  for (guint32 i = 0; i < affine->n; i++)
    {
      const Index *of = &index[term[i].depth];

      if (of->fixed)
        number.constant = (gint64) ((guint64) number.constant
                                    + (guint64) term[i].coefficient * (guint64) of->value);
      else
        number.terms[number.n++]
            = (RefrainAffineTerm){ .depth = of->depth, .coefficient = term[i].coefficient };
    }
  if (number.n == 0)
    g_clear_pointer (&number.terms, g_free);
  return number;
}

static void
read_body (Import *import, guint32 from, guint32 end, Index *index, guint32 depth, GPtrArray *into);

static void
read_event (Import *import, const RefrainConstruct *construct, const Index *index, GPtrArray *into)
{
  const gboolean peered = has_peer (import, construct);
  RefrainLoopNumber peer = { .constant = 0 };
  RefrainLoopNumber tag = { .constant = 0 };

  if (peered)
    {
      peer = read_number (import, REFRAIN_CONSTRUCT_PEER (construct), index);
      tag = read_number (import, REFRAIN_CONSTRUCT_TAG (construct), index);
    }
  g_ptr_array_add (into, refrain_loop_node_new_event (import->channels, import->process,
                                                      construct->what, &peer, &tag));
  refrain_loop_number_clear (&peer);
  refrain_loop_number_clear (&tag);
  import->made += import->inside > 0 ? 1 : 0;
}

/* A program's loop over peers has no more iterations than there are processes, but a model may come
 * from anywhere. */
static gboolean
is_to_unroll (const Import *import, guint32 at, const RefrainLoopNumber *count)
{
  return import->unrolled[at] && count->n == 0
         && count->constant <= (gint64) MAX (import->n_processes, MAX_UNROLLED)
         && import->made < MAX_MADE;
}

static void
read_loop (Import *import, guint32 at, Index *index, guint32 depth, GPtrArray *into)
{
  const RefrainConstruct *construct = &import->construct[at];
  Index *own = &index[construct->depth];
  RefrainLoopNumber count = read_number (import, REFRAIN_CONSTRUCT_COUNT (construct), index);

  if (is_to_unroll (import, at, &count))
    {
      own->fixed = TRUE;
      import->inside++;
      for (gint64 i = 1; i <= count.constant; i++)
        {
          own->value = i;
          read_body (import, at + 1, construct->end, index, depth, into);
        }
      import->inside--;
    }
  else
    {
      g_autoptr (GPtrArray) body = refrain_loop_sequence_new ();

      *own = (Index){ .depth = depth };
      read_body (import, at + 1, construct->end, index, depth + 1, body);
      refrain_loop_sequence_add_loop (into, import->channels, &count,
                                      (RefrainLoopNode **) body->pdata, body->len, depth);
    }
  refrain_loop_number_clear (&count);
}

/* Writes constructs @from to @end, of one body, that then stand at @depth. */
static void
read_body (Import *import, guint32 from, guint32 end, Index *index, guint32 depth, GPtrArray *into)
{
  for (guint32 i = from; i < end; i = REFRAIN_CONSTRUCT_NEXT (import->construct, i))
    {
      const RefrainConstruct *construct = &import->construct[i];

      if (construct->kind == REFRAIN_CONSTRUCT_LOOP)
        read_loop (import, i, index, depth, into);
      else if (construct->kind == REFRAIN_CONSTRUCT_USE)
        {
          g_autofree Index *inner
              = g_new0 (Index, refrain_loop_model_get_depth (import->model) + 1);
          const guint32 definition = construct->what;

          read_body (import, definition + 1, import->construct[definition].end, inner, depth, into);
        }
      else if (construct->kind == REFRAIN_CONSTRUCT_EVENT && construct->process == import->process)
        read_event (import, construct, index, into);
    }
}

GPtrArray *
refrain_loop_system_import (RefrainLoopChannels *channels, RefrainLoopModel *model, guint32 process)
{
  guint32 n_shapes;
  Import import = { .channels = channels,
                    .model = model,
                    .process = process,
                    .shapes = refrain_loop_events_get_shapes (refrain_loop_model_get_events (model),
                                                              &n_shapes) };
  g_autofree Index *index = g_new0 (Index, refrain_loop_model_get_depth (model) + 1);
  GPtrArray *sequence = refrain_loop_sequence_new ();

  import.n_processes = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model));
  import.construct = refrain_loop_model_get_constructs (model, &import.n);
  import.unrolled = g_new0 (gboolean, import.n);
  mark_unrolled (&import);
  read_body (&import, 0, import.n, index, 0, sequence);
  g_free (import.unrolled);
  return sequence;
}
