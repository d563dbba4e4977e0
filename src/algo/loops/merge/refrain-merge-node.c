/* refrain-merge-node.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops know the flow of their bodies times their counts, so that no question goes into a body.
 *
 * Reading a model: sender and receiver must be the same in all iterations of the loops around a
 * message, so loops over whose index a peer changes are unrolled: they have no more iterations than
 * there are processes. Tags may change, but where the other side sees other changes, short loops
 * over them are unrolled as well.
 */
#include "refrain-merge-node.h"

#include "refrain-search.h"

static guint64
mix (guint64 hash, guint64 value)
{
  hash ^= value + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + (hash << 6) + (hash >> 2);
  hash *= G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  return hash ^ (hash >> 33);
}

static guint64
mix_number (guint64 hash, const RefrainMergeNumber *number)
{
  hash = mix (hash, (guint64) number->constant);
  for (guint32 i = 0; i < number->n; i++)
    hash = mix (mix (hash, number->terms[i].depth), (guint64) number->terms[i].coefficient);
  return hash;
}

static guint64
add_many (guint64 a, guint64 b)
{
  return a + b < REFRAIN_MERGE_MANY ? a + b : REFRAIN_MERGE_MANY;
}

static guint64
times_many (guint64 a, guint64 b)
{
  guint64 product;

  if (!g_uint64_checked_mul (&product, a, b) || product > REFRAIN_MERGE_MANY)
    return REFRAIN_MERGE_MANY;
  return product;
}

static int
compare_flows (const void *a, const void *b)
{
  const RefrainMergeFlow *x = a;
  const RefrainMergeFlow *y = b;

  return (x->port > y->port) - (x->port < y->port);
}

/* Sorts, and makes one of those of the same port. Gives how many are left. */
static guint32
join_flows (RefrainMergeFlow *flow, gsize n)
{
  guint32 kept = 0;

  refrain_sort (flow, n, sizeof *flow, compare_flows);
  for (gsize i = 0; i < n; i++)
    if (kept > 0 && flow[kept - 1].port == flow[i].port)
      flow[kept - 1].count = add_many (flow[kept - 1].count, flow[i].count);
    else
      flow[kept++] = flow[i];
  return kept;
}

static RefrainMergeNode *
refrain_merge_node_new_event (RefrainMergeChannels *channels,
                              guint32 process,
                              guint32 shape,
                              const RefrainMergeNumber *peer,
                              const RefrainMergeNumber *tag)
{
  RefrainMergeNode *node = g_new0 (RefrainMergeNode, 1);
  const guint32 port = refrain_merge_channels_get_port (channels, process, shape, peer, tag);

  g_atomic_ref_count_init (&node->refs);
  node->process = process;
  node->shape = shape;
  node->peer = refrain_merge_number_copy (peer);
  node->number = refrain_merge_number_copy (tag);
  node->affine = tag->n > 0 || peer->n > 0;
  node->size = 1;
  node->events = 1;
  node->hash = mix_number (mix_number (mix (process, shape), peer), tag);
  if (port == REFRAIN_NONE)
    return node;
  node->n_flow = 1;
  node->single = (RefrainMergeFlow){ .port = port, .count = 1 };
  node->flow = &node->single;
  return node;
}

static void
find_loop_flow (RefrainMergeNode *node, RefrainMergeChannels *channels)
{
  gsize n = 0;

  for (guint32 i = 0; i < node->n_body; i++)
    n += node->body[i]->n_flow;
  if (n == 0)
    return;
  node->flow = g_new (RefrainMergeFlow, n);
  n = 0;
  for (guint32 i = 0; i < node->n_body; i++)
    for (guint32 k = 0; k < node->body[i]->n_flow; k++)
      node->flow[n++] = node->body[i]->flow[k];
  node->n_flow = join_flows (node->flow, n);
  for (guint32 i = 0; i < node->n_flow; i++)
    if (node->number.n > 0)
      node->flow[i].port
          = refrain_merge_channels_repeat (channels, node->flow[i].port, &node->number);
    else
      node->flow[i].count = times_many (node->flow[i].count, (guint64) node->number.constant);
  if (node->number.n > 0)
    node->n_flow = join_flows (node->flow, node->n_flow);
  node->flow = g_renew (RefrainMergeFlow, node->flow, node->n_flow);
}

static RefrainMergeNode *
new_loop (RefrainMergeChannels *channels,
          const RefrainMergeNumber *count,
          RefrainMergeNode *const *body,
          guint32 n_body)
{
  RefrainMergeNode *node = g_new0 (RefrainMergeNode, 1);

  g_assert (n_body > 0);
  g_atomic_ref_count_init (&node->refs);
  node->loop = TRUE;
  node->process = body[0]->process;
  node->number = refrain_merge_number_copy (count);
  node->affine = count->n > 0;
  node->size = 1;
  node->hash = mix_number (mix (1, n_body), count);
  node->n_body = n_body;
  node->body = g_new (RefrainMergeNode *, n_body);
  for (guint32 i = 0; i < n_body; i++)
    {
      node->body[i] = refrain_merge_node_ref (body[i]);
      node->affine |= body[i]->affine;
      node->size = add_many (node->size, body[i]->size);
      node->events = add_many (node->events, body[i]->events);
      node->hash = mix (node->hash, body[i]->hash);
    }
  if (count->n == 0)
    node->events = times_many (node->events, (guint64) count->constant);
  find_loop_flow (node, channels);
  return node;
}

RefrainMergeNode *
refrain_merge_node_ref (RefrainMergeNode *node)
{
  g_atomic_ref_count_inc (&node->refs);
  return node;
}

void
refrain_merge_node_unref (RefrainMergeNode *node)
{
  if (!g_atomic_ref_count_dec (&node->refs))
    return;
  for (guint32 i = 0; i < node->n_body; i++)
    refrain_merge_node_unref (node->body[i]);
  g_free (node->body);
  if (node->flow != &node->single)
    g_free (node->flow);
  refrain_merge_number_clear (&node->number);
  refrain_merge_number_clear (&node->peer);
  g_free (node);
}

gboolean
refrain_merge_node_equal (const RefrainMergeNode *a, const RefrainMergeNode *b)
{
  if (a == b)
    return TRUE;
  if (a->hash != b->hash || a->loop != b->loop || a->process != b->process || a->shape != b->shape
      || !refrain_merge_number_equal (&a->peer, &b->peer) || a->n_body != b->n_body
      || !refrain_merge_number_equal (&a->number, &b->number))
    return FALSE;
  for (guint32 i = 0; i < a->n_body; i++)
    if (!refrain_merge_node_equal (a->body[i], b->body[i]))
      return FALSE;
  return TRUE;
}

guint64
refrain_merge_node_get_flow (const RefrainMergeNode *node, guint32 port)
{
  const gsize at = REFRAIN_LOWER_BOUND (i, 0, node->n_flow, node->flow[i].port < port);

  return at < node->n_flow && node->flow[at].port == port ? node->flow[at].count : 0;
}

guint64
refrain_merge_node_get_count (const RefrainMergeNode *node)
{
  return node->loop && node->number.n == 0 ? (guint64) node->number.constant : 0;
}

gboolean
refrain_merge_node_can_cut (const RefrainMergeNode *node)
{
  const guint64 count = refrain_merge_node_get_count (node);

  return count >= 2 && count < REFRAIN_MERGE_MANY && node->events < REFRAIN_MERGE_MANY;
}

/* ---- Sequences ------------------------------------------------------------------------------- */

GPtrArray *
refrain_merge_sequence_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) refrain_merge_node_unref);
}

void
refrain_merge_sequence_substitute (GPtrArray *self,
                                   RefrainMergeChannels *channels,
                                   RefrainMergeNode *node,
                                   guint32 depth,
                                   const RefrainMergeSubstitution *by)
{
  RefrainMergeNumber number;

  if (!node->affine)
    {
      g_ptr_array_add (self, refrain_merge_node_ref (node));
      return;
    }
  number = refrain_merge_number_substitute (&node->number, by);
  if (!node->loop)
    {
      RefrainMergeNumber peer = refrain_merge_number_substitute (&node->peer, by);

      g_ptr_array_add (self, refrain_merge_node_new_event (channels, node->process, node->shape,
                                                           &peer, &number));
      refrain_merge_number_clear (&peer);
    }
  else
    {
      g_autoptr (GPtrArray) body = refrain_merge_sequence_new ();
      const guint32 inner = (guint32) ((gint64) depth + by->shift);

      for (guint32 i = 0; i < node->n_body; i++)
        refrain_merge_sequence_substitute (body, channels, node->body[i], depth + 1, by);
      refrain_merge_sequence_add_loop (self, channels, &number, (RefrainMergeNode **) body->pdata,
                                       body->len, inner);
    }
  refrain_merge_number_clear (&number);
}

void
refrain_merge_sequence_add_loop (GPtrArray *self,
                                 RefrainMergeChannels *channels,
                                 const RefrainMergeNumber *count,
                                 RefrainMergeNode *const *body,
                                 guint32 n_body,
                                 guint32 depth)
{
  if (n_body == 0 || (count->n == 0 && count->constant <= 0))
    return;
  if (count->n == 0 && count->constant == 1)
    refrain_merge_sequence_unwrap (self, channels, body, n_body, depth, 1);
  else
    g_ptr_array_add (self, new_loop (channels, count, body, n_body));
}

void
refrain_merge_sequence_unwrap (GPtrArray *self,
                               RefrainMergeChannels *channels,
                               RefrainMergeNode *const *body,
                               guint32 n_body,
                               guint32 depth,
                               guint64 iteration)
{
  const RefrainMergeSubstitution by
      = { .depth = depth, .constant = (gint64) iteration, .shift = -1 };

  for (guint32 i = 0; i < n_body; i++)
    refrain_merge_sequence_substitute (self, channels, body[i], depth + 1, &by);
}

void
refrain_merge_sequence_add_part (GPtrArray *self,
                                 RefrainMergeChannels *channels,
                                 RefrainMergeNode *const *body,
                                 guint32 n_body,
                                 guint32 depth,
                                 guint64 skipped,
                                 guint64 count)
{
  const RefrainMergeSubstitution by
      = { .depth = depth, .constant = (gint64) skipped, .here = 1, .shift = 0 };
  const RefrainMergeNumber number = { .constant = (gint64) count };
  g_autoptr (GPtrArray) moved = NULL;

  if (count == 0)
    return;
  if (count == 1)
    {
      refrain_merge_sequence_unwrap (self, channels, body, n_body, depth, skipped + 1);
      return;
    }
  moved = refrain_merge_sequence_new ();
  for (guint32 i = 0; i < n_body; i++)
    refrain_merge_sequence_substitute (moved, channels, body[i], depth + 1, &by);
  refrain_merge_sequence_add_loop (self, channels, &number, (RefrainMergeNode **) moved->pdata,
                                   moved->len, depth);
}

/* ---- Reading a model ------------------------------------------------------------------------- */

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
  RefrainMergeChannels *channels;
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
  return refrain_merge_channels_is_uneven (import->channels,
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
static RefrainMergeNumber
read_number (Import *import, const RefrainAffine *affine, const Index *index)
{
  const RefrainAffineTerm *term = refrain_loop_model_get_affine_terms (import->model, affine);
  RefrainMergeNumber number = { .constant = affine->constant };

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
  RefrainMergeNumber peer = { .constant = 0 };
  RefrainMergeNumber tag = { .constant = 0 };

  if (peered)
    {
      peer = read_number (import, REFRAIN_CONSTRUCT_PEER (construct), index);
      tag = read_number (import, REFRAIN_CONSTRUCT_TAG (construct), index);
    }
  g_ptr_array_add (into, refrain_merge_node_new_event (import->channels, import->process,
                                                       construct->what, &peer, &tag));
  refrain_merge_number_clear (&peer);
  refrain_merge_number_clear (&tag);
  import->made += import->inside > 0 ? 1 : 0;
}

/* A program's loop over peers has no more iterations than there are processes, but a model may come
 * from anywhere. */
static gboolean
is_to_unroll (const Import *import, guint32 at, const RefrainMergeNumber *count)
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
  RefrainMergeNumber count = read_number (import, REFRAIN_CONSTRUCT_COUNT (construct), index);

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
      g_autoptr (GPtrArray) body = refrain_merge_sequence_new ();

      *own = (Index){ .depth = depth };
      read_body (import, at + 1, construct->end, index, depth + 1, body);
      refrain_merge_sequence_add_loop (into, import->channels, &count,
                                       (RefrainMergeNode **) body->pdata, body->len, depth);
    }
  refrain_merge_number_clear (&count);
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
refrain_merge_sequence_import (RefrainMergeChannels *channels,
                               RefrainLoopModel *model,
                               guint32 process)
{
  guint32 n_shapes;
  Import import = { .channels = channels,
                    .model = model,
                    .process = process,
                    .shapes = refrain_loop_events_get_shapes (refrain_loop_model_get_events (model),
                                                              &n_shapes) };
  g_autofree Index *index = g_new0 (Index, refrain_loop_model_get_depth (model) + 1);
  GPtrArray *sequence = refrain_merge_sequence_new ();

  import.n_processes = refrain_loop_events_get_n_processes (refrain_loop_model_get_events (model));
  import.construct = refrain_loop_model_get_constructs (model, &import.n);
  import.unrolled = g_new0 (gboolean, import.n);
  mark_unrolled (&import);
  read_body (&import, 0, import.n, index, 0, sequence);
  g_free (import.unrolled);
  return sequence;
}

/* ---- Cuts ------------------------------------------------------------------------------------ */

gboolean
refrain_merge_cut_is_boundary (const RefrainMergeCut *cut)
{
  return cut->n == 1 && cut->step[0].position == 0;
}

guint64
refrain_merge_cut_count (const RefrainMergeCut *cut, const RefrainMergeNode *loop, guint32 port)
{
  guint64 sum = 0;

  for (guint32 s = 0; s < cut->n; s++)
    {
      const guint64 iteration = cut->step[s].iteration;
      const guint32 position = cut->step[s].position;

      if (iteration > 0)
        sum += refrain_merge_node_get_flow (loop, port) / refrain_merge_node_get_count (loop)
               * iteration;
      for (guint32 i = 0; i < position; i++)
        sum += refrain_merge_node_get_flow (loop->body[i], port);
      if (s + 1 < cut->n)
        loop = loop->body[position];
    }
  return sum;
}

static int
compare_cuts (const RefrainMergeCut *a, const RefrainMergeCut *b)
{
  for (guint32 s = 0; s < MIN (a->n, b->n); s++)
    {
      if (a->step[s].iteration != b->step[s].iteration)
        return a->step[s].iteration < b->step[s].iteration ? -1 : 1;
      if (a->step[s].position != b->step[s].position)
        return a->step[s].position < b->step[s].position ? -1 : 1;
    }
  return (a->n > b->n) - (a->n < b->n);
}

/* Finds the place just after message @count on @port. */
static gboolean
find_place (RefrainMergeCut *cut, const RefrainMergeNode *loop, guint32 port, guint64 count)
{
  const guint64 flow = refrain_merge_node_get_flow (loop, port);
  const guint64 iterations = refrain_merge_node_get_count (loop);
  const guint64 each = iterations > 0 ? flow / iterations : 0;
  guint64 left;
  guint32 at = 0;

  if (count == 0 || each == 0 || count > flow || flow >= REFRAIN_MERGE_MANY
      || cut->n == REFRAIN_MERGE_CUT_DEPTH)
    return FALSE;
  cut->step[cut->n].iteration = (count - 1) / each;
  left = count - cut->step[cut->n].iteration * each;
  while (refrain_merge_node_get_flow (loop->body[at], port) < left)
    left -= refrain_merge_node_get_flow (loop->body[at++], port);
  if (refrain_merge_node_get_flow (loop->body[at], port) == left)
    {
      /* An inner loop that ends with this message is not torn. */
      at++;
      if (at == loop->n_body)
        {
          cut->step[cut->n].iteration++;
          at = 0;
        }
      cut->step[cut->n++].position = at;
      return TRUE;
    }
  cut->step[cut->n++].position = at;
  return find_place (cut, loop->body[at], port, left);
}

/* An inner loop that is complete counts as such. */
static void
normalise (RefrainMergeCut *cut, const RefrainMergeNode *loop)
{
  const RefrainMergeNode *loops[REFRAIN_MERGE_CUT_DEPTH] = { loop };

  for (guint32 s = 1; s < cut->n; s++)
    loops[s] = loops[s - 1]->body[cut->step[s - 1].position];
  while (cut->n > 1
         && cut->step[cut->n - 1].iteration == refrain_merge_node_get_count (loops[cut->n - 1]))
    {
      cut->n--;
      if (++cut->step[cut->n - 1].position == loops[cut->n - 1]->n_body)
        {
          cut->step[cut->n - 1].position = 0;
          cut->step[cut->n - 1].iteration++;
        }
    }
}

gboolean
refrain_merge_cut_advance (RefrainMergeCut *cut,
                           const RefrainMergeNode *loop,
                           guint32 port,
                           guint64 count)
{
  RefrainMergeCut found = { .n = 0 };

  if (!find_place (&found, loop, port, count))
    return FALSE;
  normalise (&found, loop);
  if (compare_cuts (&found, cut) > 0)
    *cut = found;
  return TRUE;
}

/* The part of @cut from step @step on, which lies in @loop; its body stands at @depth. */
static void
split_body (const RefrainMergeCut *cut,
            guint32 step,
            const RefrainMergeNode *loop,
            RefrainMergeChannels *channels,
            guint32 depth,
            GPtrArray *before,
            GPtrArray *after)
{
  const guint32 position = cut->step[step].position;
  guint32 rest = position;

  for (guint32 i = 0; i < position; i++)
    g_ptr_array_add (before, refrain_merge_node_ref (loop->body[i]));
  if (step + 1 < cut->n)
    {
      RefrainMergeNode *inner = loop->body[rest++];
      const guint64 done = cut->step[step + 1].iteration;
      const guint64 count = refrain_merge_node_get_count (inner);
      g_autoptr (GPtrArray) first = refrain_merge_sequence_new ();
      g_autoptr (GPtrArray) second = refrain_merge_sequence_new ();
      const gboolean whole = step + 2 == cut->n && cut->step[step + 1].position == 0;

      refrain_merge_sequence_add_part (before, channels, inner->body, inner->n_body, depth, 0,
                                       done);
      if (!whole)
        {
          split_body (cut, step + 1, inner, channels, depth + 1, first, second);
          refrain_merge_sequence_unwrap (before, channels, (RefrainMergeNode **) first->pdata,
                                         first->len, depth, done + 1);
          refrain_merge_sequence_unwrap (after, channels, (RefrainMergeNode **) second->pdata,
                                         second->len, depth, done + 1);
        }
      refrain_merge_sequence_add_part (after, channels, inner->body, inner->n_body, depth,
                                       done + (whole ? 0 : 1), count - done - (whole ? 0 : 1));
    }
  for (guint32 i = rest; i < loop->n_body; i++)
    g_ptr_array_add (after, refrain_merge_node_ref (loop->body[i]));
}

void
refrain_merge_cut_split (const RefrainMergeCut *cut,
                         const RefrainMergeNode *loop,
                         RefrainMergeChannels *channels,
                         guint32 depth,
                         GPtrArray *before,
                         GPtrArray *after)
{
  split_body (cut, 0, loop, channels, depth, before, after);
}
