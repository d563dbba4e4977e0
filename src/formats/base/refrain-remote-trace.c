/* refrain-remote-trace.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * First the acts of all processes are listed, then matched into messages, each with the calls in
 * which its ends stand; then the trace is recorded anew with them.
 */
#include "config.h"

#include "refrain-remote-trace.h"

#include <glib/gi18n-lib.h>

#include "refrain-copy.h"
#include "refrain-free.h"
#include "refrain-graph-neighbours.h"
#include "refrain-remote-acts.h"
#include "refrain-remote-locks.h"
#include "refrain-remote-order.h"
#include "refrain-search.h"
#include "refrain-trace-shares.h"

#define EVENTS_PER_CHECK 65536

typedef struct
{
  RefrainRemoteAct kind;
  guint32 window; /* of PUT, GET, FENCE */
  gint32 other;   /* of PUT, GET: the target process */
  guint64 bytes;
  guint32 call;
  guint32 record; /* row, of PUT and GET */
  guint32 turn;   /* of FENCE: how many of its window came before on this process */
} Act;

typedef struct
{
  guint64 id;
  guint32 comm;  /* of the source */
  guint32 added; /* that stands for the window */
} Window;

typedef struct
{
  guint64 id;
  char *name;
  guint32 comm;  /* of the source, or REFRAIN_NONE */
  guint32 added; /* that stands for the file */
} File;

/* What is recorded where a call begins or ends, in this order. */
typedef enum
{
  EMIT_SEND,
  EMIT_RECV,
  EMIT_BEGIN, /* of a collective */
  EMIT_COLLECTIVE
} EmitKind;

typedef struct
{
  guint32 call;
  gboolean at_end;
  EmitKind kind;
  guint order; /* among those of a kind: sent by the sender itself, then what others get of it */
  gint32 peer;
  guint32 away; /* how many processes behind the own one the peer is, around the end */
  guint32 comm;
  guint64 bytes;
  RefrainCollective type; /* of a collective */
  guint64 serial;         /* as it was sent */
} Emit;

typedef struct
{
  RefrainProcess *process;
  GArray *acts;    /* of Act */
  GArray *emits;   /* of Emit */
  GArray *at_ops;  /* of Emit, whose call is an operation */
  GArray *exposed; /* of guint: its ACT_EXPOSED among the acts */
  guint32 *made;   /* of each window, the call that made it, or REFRAIN_NONE */
  guint32 *freed;  /* likewise */
  GArray **fences; /* of each window, of guint: its ACT_FENCE */
  guint8 *left;    /* of each record: whether it is left out */
  guint8 *op_out;  /* of each operation, likewise */
  guint32 last;    /* the call of the last operation on a file */
} Own;

typedef struct
{
  RefrainTrace *trace;
  RefrainTraceBuilder *builder;
  GArray *windows; /* of Window */
  GArray *files;   /* of File */
  guint32 alone;   /* a communicator of each process alone, for files; or REFRAIN_NONE */
  Own *own;
  guint n;
  RefrainRemoteAct *of_routine; /* of calls */
  guint8 *neighbours;           /* of each routine: whether it is a neighbourhood collective */
  guint8 *of_file;              /* of each routine: its RefrainCollective, or 0 */
  RefrainRemoteAct *of_class;   /* of records of the extension; NULL without */
  RefrainGraphNeighbours *graphs;
  guint32 *comm_added; /* of each communicator that has neighbours, or REFRAIN_NONE */
  RefrainRemoteOrder *order;
  GArray *locks; /* of RefrainRemoteLock */
  guint64 serial;
  guint64 stamp; /* orders what is emitted */
  guint64 back;  /* stamps of what is gone through from the last to the first */
  GCancellable *cancellable;
} Remote;

/* ---- Definitions ---- */

/* The communicator with @id in the source. */
static guint32
find_communicator (RefrainTrace *trace, guint64 id)
{
  for (guint i = 0; i < refrain_trace_get_n_communicators (trace); i++)
    if (refrain_communicator_get_id (refrain_trace_get_communicator (trace, i)) == id)
      return i;
  return REFRAIN_NONE;
}

/* The communicator of a window or a file: the recorder tells its place, OTF2 its number. */
static guint32
get_communicator (const Remote *self, const RefrainRecordClass *class, RefrainRecordBytes fields)
{
  guint64 comm;

  if (refrain_remote_get_field (class, fields, "communicator", &comm))
    return comm < refrain_trace_get_n_communicators (self->trace) ? (guint32) comm : REFRAIN_NONE;
  return refrain_remote_get_field (class, fields, "comm", &comm)
             ? find_communicator (self->trace, comm)
             : REFRAIN_NONE;
}

static void
list_definitions (Remote *self)
{
  RefrainExtension *extension = refrain_trace_get_extension (self->trace);
  RefrainRecordBytes all = refrain_extension_start (extension), fields;
  const int is_window = refrain_extension_find_class (extension, "RmaWin");
  const int is_file = refrain_extension_find_class (extension, "IoHandle");
  guint class;

  while (refrain_extension_next (extension, &all, &class, &fields))
    {
      const RefrainRecordClass *is = refrain_extension_get_class (extension, class);
      const guint32 comm = get_communicator (self, is, fields);
      guint64 id;

      if (((int) class != is_window && (int) class != is_file)
          || !refrain_remote_get_field (is, fields, "self", &id))
        continue;
      if ((int) class == is_file)
        {
          const File file = { id, refrain_remote_get_name (is, fields), comm, REFRAIN_NONE };

          g_array_append_val (self->files, file);
        }
      else if (comm != REFRAIN_NONE)
        {
          const Window window = { id, comm, REFRAIN_NONE };

          g_array_append_val (self->windows, window);
        }
    }
}

/* A communicator with the members of @comm, for what is no message of the program's own. */
static guint32
add_communicator (Remote *self, guint32 comm, const char *what)
{
  RefrainCommunicator *like = refrain_trace_get_communicator (self->trace, comm);
  const RefrainCartesian *grid = refrain_communicator_get_cartesian (like);
  g_autofree char *name = g_strdup_printf ("%s, %s", refrain_communicator_get_name (like), what);
  RefrainCommunicator *added;
  gsize n;
  const gint32 *members = refrain_communicator_get_members (like, &n);

  /* Numbers of the source are small. */
  added = refrain_communicator_new (name, G_MAXUINT64 - 1 - self->serial++,
                                    (gint64) refrain_communicator_get_id (like), members, n, NULL,
                                    0, refrain_communicator_is_self (like));
  if (grid != NULL)
    refrain_communicator_set_cartesian (added, grid->n_dimensions, grid->sizes, grid->periodic,
                                        grid->places);
  return refrain_trace_builder_add_communicator (self->builder, added);
}

static guint32
get_window_communicator (Remote *self, guint32 window)
{
  Window *is = &g_array_index (self->windows, Window, window);

  if (is->added == REFRAIN_NONE)
    {
      g_autofree char *what = g_strdup_printf (_ ("window %u"), window + 1);

      is->added = add_communicator (self, is->comm, what);
    }
  return is->added;
}

/* What stands for operations of each process alone. */
static guint32
get_alone (Remote *self)
{
  if (self->alone == REFRAIN_NONE)
    self->alone = refrain_trace_builder_add_communicator (
        self->builder, refrain_communicator_new (_ ("files"), G_MAXUINT64 - 1 - self->serial++, -1,
                                                 NULL, 0, NULL, 0, TRUE));
  return self->alone;
}

/* What stands for those of @file that all of its processes do; a file that is opened again is the
 * same. */
static guint32
get_file_communicator (Remote *self, File *file)
{
  if (file->comm == REFRAIN_NONE
      || refrain_communicator_is_self (refrain_trace_get_communicator (self->trace, file->comm)))
    return get_alone (self);
  for (guint i = 0; i < self->files->len && file->added == REFRAIN_NONE; i++)
    {
      const File *other = &g_array_index (self->files, File, i);

      if (other->comm == file->comm && g_str_equal (other->name, file->name))
        file->added = other->added;
    }
  if (file->added == REFRAIN_NONE)
    file->added
        = add_communicator (self, file->comm, *file->name != '\0' ? file->name : _ ("files"));
  return file->added;
}

/* ---- Acts ---- */

static void
emit (Remote *self,
      guint p,
      guint32 call,
      gboolean at_end,
      EmitKind kind,
      guint order,
      gint32 peer,
      guint32 comm,
      guint64 bytes)
{
  const Emit emit = { .call = call,
                      .at_end = at_end,
                      .kind = kind,
                      .order = order,
                      .peer = peer,
                      .away = ((guint) peer + self->n - p) % self->n,
                      .comm = comm,
                      .bytes = bytes,
                      .type = REFRAIN_COLLECTIVE_FENCE,
                      .serial = self->stamp };

  g_array_append_val (self->own[p].emits, emit);
}

/* The last that was emitted of process @p stands beside operation @op instead. */
static void
move_to_op (Remote *self, guint p, guint32 op)
{
  Own *own = &self->own[p];
  Emit emit = g_array_index (own->emits, Emit, own->emits->len - 1);

  g_array_set_size (own->emits, own->emits->len - 1);
  emit.call = op;
  g_array_append_val (own->at_ops, emit);
}

/* A call of MPI_File_… as one operation, of those processes that take part in it. */
static void
add_file_act (Remote *self,
              guint p,
              const Act *act,
              const RefrainRecordClass *class,
              RefrainRecordBytes fields)
{
  Own *own = &self->own[p];
  const guint32 routine = refrain_process_get_calls (own->process)->routine[act->call];
  guint64 handle, flags = 0, bytes = 0;
  File *file = NULL;

  if (routine == REFRAIN_NONE || self->of_file[routine] == 0)
    return;
  own->left[act->record] = TRUE;
  if (act->kind == ACT_DONE || own->last == act->call
      || !refrain_remote_get_field (class, fields, "handle", &handle))
    return;
  for (guint i = 0; i < self->files->len && file == NULL; i++)
    if (g_array_index (self->files, File, i).id == handle)
      file = &g_array_index (self->files, File, i);
  if (file == NULL)
    return;
  own->last = act->call;
  refrain_remote_get_field (class, fields, "operationFlags", &flags);
  refrain_remote_get_field (class, fields, "bytesRequest", &bytes);
  emit (self, p, act->call, FALSE, EMIT_BEGIN, 0, -1, REFRAIN_NONE, 0);
  emit (self, p, act->call, TRUE, EMIT_COLLECTIVE, 0, -1,
        act->kind == ACT_HANDLE || (flags & 2) != 0 ? get_file_communicator (self, file)
                                                    : get_alone (self),
        bytes);
  g_array_index (own->emits, Emit, own->emits->len - 1).type = self->of_file[routine];
}

/* What the event that @replay is at does, if anything. */
static gboolean
read_record (Remote *self, const RefrainReplay *replay, guint p, Act *act)
{
  RefrainExtension *extension = refrain_trace_get_extension (self->trace);
  RefrainRecordBytes all = refrain_record_bytes (replay->detail.records, replay->detail.n), fields;
  guint64 window, remote = 0;
  guint class;

  if (self->of_class == NULL || replay->detail.n == 0 || replay->call == REFRAIN_NONE
      || replay->records->kind[replay->row] != REFRAIN_RECORD_OTHER
      || !refrain_extension_next (extension, &all, &class, &fields))
    return FALSE;
  *act = (Act){ .kind = self->of_class[class],
                .window = REFRAIN_NONE,
                .call = replay->call,
                .record = (guint32) replay->row };
  if (act->kind == ACT_NONE || act->kind == ACT_INNER)
    return act->kind == ACT_INNER;
  if (act->kind >= ACT_FILE)
    {
      add_file_act (self, p, act, refrain_extension_get_class (extension, class), fields);
      return FALSE;
    }
  if (!refrain_remote_get_field (refrain_extension_get_class (extension, class), fields, "win",
                                 &window))
    return FALSE;
  for (guint i = 0; i < self->windows->len && act->window == REFRAIN_NONE; i++)
    if (g_array_index (self->windows, Window, i).id == window)
      act->window = i;
  if (act->window == REFRAIN_NONE)
    return FALSE;
  if (act->kind == ACT_FENCE || act->kind == ACT_MADE || act->kind == ACT_FREED)
    return TRUE;
  if (!refrain_remote_get_field (refrain_extension_get_class (extension, class), fields, "remote",
                                 &remote))
    return act->kind == ACT_LOCK || act->kind == ACT_UNLOCK;
  if (!refrain_remote_get_field (refrain_extension_get_class (extension, class), fields, "bytes",
                                 &act->bytes))
    refrain_remote_get_field (refrain_extension_get_class (extension, class), fields, "bytesSent",
                              &act->bytes);
  act->other = refrain_communicator_rank_to_process (
      refrain_trace_get_communicator (self->trace,
                                      g_array_index (self->windows, Window, act->window).comm),
      (gint32) p, (guint32) MIN (remote, G_MAXUINT32));
  if (act->kind == ACT_LOCK || act->kind == ACT_UNLOCK)
    {
      const RefrainRemoteLock lock = { .window = act->window,
                                       .target = (guint32) MAX (act->other, 0),
                                       .process = p,
                                       .acquire = act->call,
                                       .release = REFRAIN_NONE };
      guint64 type = 0;

      refrain_remote_get_field (refrain_extension_get_class (extension, class), fields, "lockType",
                                &type);
      refrain_remote_locks_add (self->locks, &lock, type == 0, act->kind == ACT_UNLOCK);
      return TRUE;
    }
  return act->other >= 0;
}

static gboolean
list_acts (Remote *self, guint p)
{
  Own *own = &self->own[p];
  gsize n = 0;

  for (gsize t = 0; t < refrain_process_get_n_threads (own->process); t++)
    {
      RefrainReplay replay;

      refrain_replay_init (&replay, own->process, refrain_process_get_thread (own->process, t));
      while (refrain_replay_next (&replay))
        {
          Act act = { ACT_NONE };

          if (++n % EVENTS_PER_CHECK == 0 && g_cancellable_is_cancelled (self->cancellable))
            return FALSE;
          if (replay.event == REFRAIN_TAPE_RECORD && read_record (self, &replay, p, &act))
            {
              /* A collective of a window that is none: making or freeing it. */
              if (act.kind == ACT_FENCE
                  && (replay.calls->routine[act.call] == REFRAIN_NONE
                      || self->of_routine[replay.calls->routine[act.call]] != ACT_FENCE))
                continue;
              if (act.kind != ACT_PUT && act.kind != ACT_GET)
                own->left[act.record] = TRUE;
              if (act.kind == ACT_MADE || act.kind == ACT_FREED)
                (act.kind == ACT_MADE ? own->made : own->freed)[act.window] = act.call;
              if (act.kind == ACT_INNER || act.kind == ACT_LOCK || act.kind == ACT_UNLOCK
                  || act.kind == ACT_MADE || act.kind == ACT_FREED)
                continue;
              if (act.kind == ACT_FENCE)
                {
                  act.turn = own->fences[act.window]->len;
                  g_array_append_val (own->fences[act.window], own->acts->len);
                }
              g_array_append_val (own->acts, act);
            }
          else if (replay.event == REFRAIN_TAPE_LEAVE
                   && replay.calls->routine[replay.row] != REFRAIN_NONE)
            {
              act.kind = self->of_routine[replay.calls->routine[replay.row]];
              act.call = (guint32) replay.row;
              act.window = REFRAIN_NONE;
              /* A fence is known by its record, which tells its window. */
              if (act.kind == ACT_NONE || act.kind == ACT_FENCE)
                continue;
              if (act.kind == ACT_EXPOSED)
                g_array_append_val (own->exposed, own->acts->len);
              g_array_append_val (own->acts, act);
            }
        }
    }
  return TRUE;
}

/* ---- Messages ---- */

/* The fence of @window on process @p that is its @turn-th there. */
static const Act *
find_fence (const Remote *self, guint p, guint32 window, guint32 turn)
{
  const Own *own = &self->own[p];
  const GArray *fences = own->fences[window];

  return turn < fences->len ? &g_array_index (own->acts, Act, g_array_index (fences, guint, turn))
                            : NULL;
}

/* The first MPI_Win_wait of process @p that ends after @time, at which data left. */
static const Act *
find_exposed (const Remote *self, guint p, RefrainTime time)
{
  const Own *own = &self->own[p];
  const RefrainCalls *calls = refrain_process_get_calls (own->process);
  const gsize at = REFRAIN_LOWER_BOUND (
      i, 0, own->exposed->len,
      calls->end[g_array_index (own->acts, Act, g_array_index (own->exposed, guint, i)).call]
          <= time);

  return at < own->exposed->len
             ? &g_array_index (own->acts, Act, g_array_index (own->exposed, guint, at))
             : NULL;
}

/* The message of put or get @act of process @p, where both sides take part. */
static void
match_act (Remote *self, guint p, const Act *act, const Act *end)
{
  const RefrainCalls *calls = refrain_process_get_calls (self->own[p].process);
  const guint other = (guint) act->other;
  const gboolean is_get = act->kind == ACT_GET, is_fence = end->kind == ACT_FENCE;
  const Act *met = is_fence ? find_fence (self, other, act->window, end->turn)
                            : find_exposed (self, other, calls->start[end->call]);
  guint32 comm;

  if (met == NULL)
    return;
  comm = get_window_communicator (self, act->window);
  self->stamp = self->back--;
  self->own[p].left[act->record] = TRUE;
  if (is_get)
    {
      /* What is read is there when the target lets others have it. */
      emit (self, other, met->call, is_fence, EMIT_SEND, 1, (gint32) p, comm, act->bytes);
      emit (self, p, end->call, TRUE, EMIT_RECV, 1, act->other, comm, act->bytes);
      return;
    }
  emit (self, p, is_fence ? act->call : end->call, FALSE, EMIT_SEND, 0, act->other, comm,
        act->bytes);
  emit (self, other, met->call, TRUE, EMIT_RECV, 0, (gint32) p, comm, act->bytes);
}

/* The message of put or get @act of process @p, of which its target has no event, and which @end
 * completes, if anything: it is received where the target can know of it, and was sent where it was
 * the last time that the origin knew of the target. Else that is where the window was freed or
 * made, which are acts of all. */
static void
match_passive (Remote *self, guint p, const Act *act, const Act *end)
{
  Own *own = &self->own[p], *other = &self->own[act->other];
  const RefrainCalls *calls = refrain_process_get_calls (own->process);
  const guint32 last = end != NULL ? end->call : act->call;
  const gboolean is_get = act->kind == ACT_GET;
  const guint32 op = is_get ? refrain_remote_order_before (self->order, p, calls->start[act->call],
                                                           (guint) act->other)
                            : refrain_remote_order_after (self->order, p, calls->start[last],
                                                          (guint) act->other);
  const guint32 call = (is_get ? other->made : other->freed)[act->window];
  const gboolean at_op = op != REFRAIN_NONE;
  guint32 comm;

  if (!at_op && call == REFRAIN_NONE)
    return;
  comm = get_window_communicator (self, act->window);
  self->stamp = self->back--;
  own->left[act->record] = TRUE;
  if (is_get)
    emit (self, (guint) act->other, call, TRUE, EMIT_SEND, 1, (gint32) p, comm, act->bytes);
  else
    emit (self, (guint) act->other, call, !at_op, EMIT_RECV, 0, (gint32) p, comm, act->bytes);
  if (at_op)
    move_to_op (self, (guint) act->other, op);
  if (is_get)
    emit (self, p, last, TRUE, EMIT_RECV, 1, act->other, comm, act->bytes);
  else
    emit (self, p, act->call, FALSE, EMIT_SEND, 0, act->other, comm, act->bytes);
}

/* Acts are gone through from the last to the first, so that what ends each is known. */
static void
match_acts (Remote *self, guint p)
{
  Own *own = &self->own[p];
  g_autofree guint *next_fence = g_new (guint, self->windows->len + 1);
  guint next_end = G_MAXUINT;

  for (guint w = 0; w < self->windows->len; w++)
    next_fence[w] = G_MAXUINT;
  for (guint i = own->acts->len; i-- > 0;)
    {
      const Act *act = &g_array_index (own->acts, Act, i);
      guint end;

      switch ((int) act->kind)
        {
        case ACT_FENCE:
          next_fence[act->window] = i;
          emit (self, p, act->call, FALSE, EMIT_BEGIN, 0, -1, REFRAIN_NONE, 0);
          emit (self, p, act->call, TRUE, EMIT_COLLECTIVE, 0, -1,
                get_window_communicator (self, act->window), 0);
          break;
        case ACT_COMPLETE:
        case ACT_PASSIVE:
          next_end = i;
          break;
        case ACT_PUT:
        case ACT_GET:
          end = MIN (next_end, next_fence[act->window]);
          if (end < G_MAXUINT && g_array_index (own->acts, Act, end).kind != ACT_PASSIVE)
            match_act (self, p, act, &g_array_index (own->acts, Act, end));
          else
            match_passive (self, p, act,
                           end < G_MAXUINT ? &g_array_index (own->acts, Act, end) : NULL);
          break;
        default:
          break;
        }
    }
}

/* ---- Neighbours ---- */

/* Operation @row of process @p as messages, where it is with neighbours that are known: both ways
 * in their order, which is that of directions. */
static void
match_neighbours (Remote *self, guint p, gsize row)
{
  Own *own = &self->own[p];
  const RefrainOps *ops = refrain_process_get_ops (own->process);
  const RefrainCalls *calls = refrain_process_get_calls (own->process);
  const RefrainRecords *records = refrain_process_get_records (own->process);
  const guint32 record = ops->record[row], end = ops->call[row];
  const guint32 begin = record != REFRAIN_NONE ? records->call[record] : end;
  const gint32 *to, *from;
  guint32 added;
  guint n_to, n_from;

  if (begin == REFRAIN_NONE || end == REFRAIN_NONE || calls->routine[begin] == REFRAIN_NONE
      || !self->neighbours[calls->routine[begin]] || ops->comm[row] == REFRAIN_NONE
      || !refrain_graph_neighbours_know (self->graphs, ops->comm[row]))
    return;
  to = refrain_graph_neighbours_list (self->graphs, ops->comm[row], p, TRUE, &n_to);
  from = refrain_graph_neighbours_list (self->graphs, ops->comm[row], p, FALSE, &n_from);
  if (self->comm_added[ops->comm[row]] == REFRAIN_NONE)
    self->comm_added[ops->comm[row]] = add_communicator (self, ops->comm[row], _ ("neighbours"));
  added = self->comm_added[ops->comm[row]];
  own->op_out[row] = TRUE;
  if (record != REFRAIN_NONE)
    own->left[record] = TRUE;
  for (guint i = 0; i < MAX (n_to, n_from); i++)
    {
      self->stamp = self->serial++;
      if (i < n_to && to[i] >= 0)
        emit (self, p, begin, FALSE, EMIT_SEND, 0, to[i], added, ops->bytes[row] / n_to);
      if (i < n_from && from[i] >= 0)
        emit (self, p, end, TRUE, EMIT_RECV, i, from[i], added, ops->bytes[row] / n_from);
    }
}

static gboolean
match_process (Remote *self, guint p)
{
  Own *own = &self->own[p];
  const RefrainOps *ops = refrain_process_get_ops (own->process);

  match_acts (self, p);
  for (gsize i = 0; i < ops->n; i++)
    {
      if (i % EVENTS_PER_CHECK == 0 && g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      if (ops->kind[i] == REFRAIN_OP_COLLECTIVE && ops->tag[i] == REFRAIN_COLLECTIVE_UNKNOWN)
        match_neighbours (self, p, i);
    }
  return TRUE;
}

/* ---- Recording anew ---- */

static int
compare_emits (gconstpointer a, gconstpointer b)
{
  const Emit *x = a, *y = b;

  if (x->call != y->call)
    return x->call < y->call ? -1 : 1;
  if (x->at_end != y->at_end)
    return x->at_end ? 1 : -1;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (x->order != y->order)
    return x->order < y->order ? -1 : 1;
  /* Whom the others come from is in the same order for all processes. */
  if (x->away != y->away && (x->kind == EMIT_RECV || x->order > 0))
    return x->away < y->away ? -1 : 1;
  return (x->serial > y->serial) - (x->serial < y->serial);
}

/* What of @list stands at the beginning or the end of @call. */
static void
record_emits (
    const GArray *list, guint32 call, gboolean at_end, RefrainTime time, RefrainRecorder *to)
{
  const Emit *emits = (const Emit *) (gconstpointer) list->data;
  const gsize first = REFRAIN_LOWER_BOUND (
      i, 0, list->len, emits[i].call < call || (emits[i].call == call && emits[i].at_end < at_end));

  for (gsize i = first; i < list->len && emits[i].call == call && emits[i].at_end == at_end; i++)
    switch (emits[i].kind)
      {
      case EMIT_SEND:
        refrain_recorder_send (to, time, emits[i].peer, emits[i].comm, 0, emits[i].bytes);
        break;
      case EMIT_RECV:
        refrain_recorder_recv (to, time, emits[i].peer, emits[i].comm, 0, emits[i].bytes);
        break;
      case EMIT_BEGIN:
        refrain_recorder_collective_begin (to, time);
        break;
      case EMIT_COLLECTIVE:
      default:
        refrain_recorder_collective_end (to, time, emits[i].type, emits[i].comm, -1, emits[i].bytes,
                                         0);
      }
}

static gboolean
record_thread (const Remote *self, guint p, const RefrainThread *thread, RefrainRecorder *to)
{
  const Own *own = &self->own[p];
  RefrainReplay replay;
  gsize n = 0;

  refrain_replay_init (&replay, own->process, thread);
  while (refrain_replay_next (&replay))
    {
      if (++n % EVENTS_PER_CHECK == 0 && g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      if (replay.event == REFRAIN_TAPE_RECORD && own->left[replay.row])
        continue;
      if (replay.event == REFRAIN_TAPE_LEAVE)
        record_emits (own->emits, (guint32) replay.row, TRUE, replay.time, to);
      if (replay.event == REFRAIN_TAPE_OP)
        record_emits (own->at_ops, (guint32) replay.row, FALSE, replay.time, to);
      if (replay.event != REFRAIN_TAPE_OP || !own->op_out[replay.row])
        refrain_copy_event (&replay, to);
      if (replay.event == REFRAIN_TAPE_OP)
        record_emits (own->at_ops, (guint32) replay.row, TRUE, replay.time, to);
      if (replay.event == REFRAIN_TAPE_ENTER)
        record_emits (own->emits, (guint32) replay.row, FALSE, replay.time, to);
    }
  return TRUE;
}

static RefrainTrace *
record (Remote *self, GError **error)
{
  for (guint p = 0; p < self->n; p++)
    {
      Own *own = &self->own[p];

      g_array_sort (own->emits, compare_emits);
      g_array_sort (own->at_ops, compare_emits);
      refrain_copy_process (self->trace, p, self->builder);
      for (gsize t = 0; t < refrain_process_get_n_threads (own->process); t++)
        {
          const RefrainThread *thread = refrain_process_get_thread (own->process, t);

          if (!record_thread (self, p, thread, refrain_copy_thread (thread, p, self->builder)))
            {
              g_cancellable_set_error_if_cancelled (self->cancellable, error);
              return NULL;
            }
        }
    }
  return refrain_trace_builder_finish (self->builder, self->cancellable, error);
}

/* ---- All of it ---- */

/* Whether the trace has anything of the kind. */
static gboolean
classify (Remote *self)
{
  RefrainExtension *extension = refrain_trace_get_extension (self->trace);
  const guint n = refrain_trace_get_n_routines (self->trace);
  gboolean any = FALSE;

  self->of_routine = g_new0 (RefrainRemoteAct, n + 1);
  self->neighbours = g_malloc0 (n + 1);
  self->of_file = g_malloc0 (n + 1);
  for (guint i = 0; i < n; i++)
    {
      const char *name = refrain_routine_get_name (refrain_trace_get_routine (self->trace, i));

      self->of_routine[i] = refrain_remote_classify_routine (name);
      self->neighbours[i]
          = g_str_has_prefix (name, "MPI_Neighbor_") || g_str_has_prefix (name, "MPI_Ineighbor_");
      any = any || self->neighbours[i];
      for (guint type = REFRAIN_COLLECTIVE_FILE_OPEN; type < REFRAIN_N_COLLECTIVES; type++)
        if (g_str_equal (name, refrain_collective_get_name (type)))
          self->of_file[i] = (guint8) type;
    }
  if (extension == NULL
      || (refrain_extension_find_class (extension, "RmaWin") < 0
          && refrain_extension_find_class (extension, "IoHandle") < 0))
    return any;
  list_definitions (self);
  self->of_class = g_new0 (RefrainRemoteAct, refrain_extension_get_n_classes (extension) + 1);
  for (guint i = 0; i < refrain_extension_get_n_classes (extension); i++)
    self->of_class[i]
        = refrain_remote_classify_record (refrain_extension_get_class (extension, i)->name);
  return any || self->windows->len > 0 || self->files->len > 0;
}

/* Whether there may be acts, as definitions and the calls of routines say. */
static gboolean
acts (const Remote *self)
{
  gboolean any = self->windows->len > 0 || self->files->len > 0;

  for (guint i = 0; i < refrain_trace_get_n_routines (self->trace) && !any; i++)
    any = self->neighbours[i]
          && refrain_routine_get_calls (refrain_trace_get_routine (self->trace, i)) > 0;
  return any;
}

static void
prepare (Remote *self)
{
  const guint n_comms = refrain_trace_get_n_communicators (self->trace);

  self->builder = refrain_trace_builder_new ();
  refrain_copy_definitions (self->trace, refrain_copy_is_of_files, self->builder);
  self->comm_added = g_new (guint32, n_comms + 1);
  for (guint i = 0; i < n_comms; i++)
    self->comm_added[i] = REFRAIN_NONE;
  self->order = refrain_remote_order_new (self->trace);
  self->graphs = refrain_graph_neighbours_new (self->trace);
  self->back = G_MAXUINT64 / 2;
  self->n = refrain_trace_get_n_processes (self->trace);
  self->own = g_new0 (Own, self->n + 1);
  for (guint p = 0; p < self->n; p++)
    {
      Own *own = &self->own[p];

      own->process = refrain_trace_get_process (self->trace, p);
      own->acts = g_array_new (FALSE, FALSE, sizeof (Act));
      own->emits = g_array_new (FALSE, FALSE, sizeof (Emit));
      own->at_ops = g_array_new (FALSE, FALSE, sizeof (Emit));
      own->exposed = g_array_new (FALSE, FALSE, sizeof (guint));
      own->fences = g_new (GArray *, self->windows->len + 1);
      own->made = g_new (guint32, self->windows->len + 1);
      own->freed = g_new (guint32, self->windows->len + 1);
      for (guint w = 0; w < self->windows->len; w++)
        {
          own->fences[w] = g_array_new (FALSE, FALSE, sizeof (guint));
          own->made[w] = own->freed[w] = REFRAIN_NONE;
        }
      own->left = g_malloc0 (refrain_process_get_records (own->process)->n + 1);
      own->op_out = g_malloc0 (refrain_process_get_ops (own->process)->n + 1);
      own->last = REFRAIN_NONE;
    }
}

static void
clear (Remote *self)
{
  for (guint p = 0; p < self->n; p++)
    {
      Own *own = &self->own[p];

      refrain_unref_arrays (own->acts, own->emits, own->at_ops);
      refrain_free (own->made, own->freed);
      g_array_unref (own->exposed);
      for (guint w = 0; w < self->windows->len; w++)
        g_array_unref (own->fences[w]);
      refrain_free (own->fences, own->left, own->op_out);
    }
  g_free (self->own);
  g_clear_object (&self->builder);
  g_clear_pointer (&self->order, refrain_remote_order_free);
  g_clear_pointer (&self->graphs, refrain_graph_neighbours_free);
  refrain_unref_arrays (self->windows, self->locks);
  for (guint i = 0; i < self->files->len; i++)
    g_free (g_array_index (self->files, File, i).name);
  g_array_unref (self->files);
  refrain_free (self->of_routine, self->neighbours, self->of_file, self->of_class,
                self->comm_added);
}

/* Whether there is anything to be recorded; FALSE when cancelled, too. */
static gboolean
match (Remote *self)
{
  gboolean any = FALSE;

  for (guint p = 0; p < self->n; p++)
    if (!list_acts (self, p))
      return FALSE;
  for (guint p = 0; p < self->n; p++)
    if (!match_process (self, p))
      return FALSE;
  for (guint p = 0; p < self->n; p++)
    any = any || self->own[p].emits->len > 0;
  return any;
}

RefrainTrace *
refrain_remote_trace_take (RefrainTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainTrace) source = trace;
  Remote self = { .trace = trace,
                  .windows = g_array_new (FALSE, FALSE, sizeof (Window)),
                  .files = g_array_new (FALSE, FALSE, sizeof (File)),
                  .locks = g_array_new (FALSE, FALSE, sizeof (RefrainRemoteLock)),
                  .alone = REFRAIN_NONE,
                  .cancellable = cancellable };
  RefrainTrace *made = NULL;
  gboolean any = classify (&self);

  /* Who acted on whom, only one who has all processes can tell. */
  if (any && refrain_trace_get_shares (trace) != NULL && acts (&self))
    refrain_team_give_up (refrain_trace_get_shares (trace)->team);
  if (refrain_trace_get_shares (trace) != NULL)
    any = FALSE;

  if (any)
    {
      prepare (&self);
      any = match (&self);
    }
  if (any)
    made = record (&self, error);
  if (made != NULL)
    refrain_remote_locks_find_waits (self.locks, made);
  clear (&self);
  if (made != NULL)
    refrain_trace_set_source (made, source);
  else if (!any && !g_cancellable_set_error_if_cancelled (cancellable, error))
    made = g_steal_pointer (&source);
  return made;
}
