/* refrain-masters.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * First who works for whom, then whether the order is one that the program meant.
 */
#include "refrain-masters.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "refrain-arrays.h"
#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-parallel.h"

/* Of four messages of a worker so many are with its master. */
#define SHARE_OF_FOUR 3
/* Tasks for each worker, in the mean. */
#define MIN_TASKS 2
/* One of so many that are heard comes behind another in rounds, of two workers one of two. */
#define ROW_SHARE 3
/* One of so many atomic operations at most is not for the counter, which so much of all is for: a
 * task may be fetched, and what comes of it be put somewhere. */
#define OTHER_SHARE   20
#define COUNTER_SHARE 5
/* So many entries tell who answers. */
#define FEW 1024
/* So many blocks of processes are looked at apart, each with tables of all. */
#define MAX_BLOCKS 64
/* What comes again so often repeats. */
#define MIN_TIMES 3

/* ---- Entries -----------------------------------------------------------------------------------
 */

static gsize
count_entries (const RefrainMasterSource *source, guint process)
{
  return source->ops != NULL ? source->ops[process]->n : source->count (source->data, process);
}

static inline RefrainMasterEntry
read_entry (const RefrainMasterSource *source,
            guint process,
            gsize i,
            RefrainMasterMessage *message)
{
  const RefrainOps *ops;

  if (source->ops == NULL)
    return source->read (source->data, process, i, message);
  ops = source->ops[process];
  if (!REFRAIN_OP_IS_P2P (ops->kind[i]))
    return REFRAIN_MASTER_BREAK;
  *message = (RefrainMasterMessage){ ops->peer[i], ops->tag[i], ops->bytes[i],
                                     REFRAIN_OP_IS_SEND (ops->kind[i]) };
  return REFRAIN_MASTER_MESSAGE;
}

/* ---- Who works for whom ------------------------------------------------------------------------
 */

/* Who says something to a process, and whom it says something: stamps by peer, those outside of the
 * run all in the last place. */
typedef struct
{
  guint n_processes;
  guint32 *heard, *told;
  guint32 stamp; /* of the process looked at */
} Answers;

REFRAIN_DEFINE_AUTO (answers_clear, Answers, refrain_clear (&x->heard, &x->told))

static void
answers_init (Answers *self, guint n_processes)
{
  *self = (Answers){ n_processes, g_new0 (guint32, (gsize) n_processes + 1),
                     g_new0 (guint32, (gsize) n_processes + 1), 0 };
}

static guint
place_of (const Answers *self, gint32 peer)
{
  return MIN ((guint) peer, self->n_processes);
}

/* Notes who says something to @process among its first @n entries; gives whether it is not all to
 * whom it does: who works for one may send what comes of it to another, which collects it. */
static gboolean
note_answers (Answers *self, const RefrainMasterSource *source, guint process, gsize n)
{
  guint n_silent = 0;

  self->stamp++;
  for (gsize i = 0; i < n; i++)
    {
      RefrainMasterMessage message;
      guint32 *own, *other;
      guint place;

      if (read_entry (source, process, i, &message) != REFRAIN_MASTER_MESSAGE)
        continue;
      place = place_of (self, message.peer);
      own = message.send ? &self->told[place] : &self->heard[place];
      other = message.send ? &self->heard[place] : &self->told[place];
      if (*own == self->stamp)
        continue;
      *own = self->stamp;
      if (message.send)
        n_silent += *other != self->stamp;
      else
        n_silent -= *other == self->stamp;
    }
  return n_silent > 0;
}

/* Whether entry @i of @process is a message, and not one with somebody who works for it, nor, of
 * those of @answers, to somebody who does not answer. */
static inline gboolean
is_upwards (const RefrainMasters *self,
            const RefrainMasterSource *source,
            guint process,
            gsize i,
            const Answers *answers,
            RefrainMasterMessage *message)
{
  return read_entry (source, process, i, message) == REFRAIN_MASTER_MESSAGE
         && (message->peer < 0 || (guint) message->peer >= self->n_processes
             || self->master[message->peer] != process)
         && (answers == NULL || !message->send
             || answers->heard[place_of (answers, message->peer)] == answers->stamp);
}

/* The partner of most messages of @process, if of enough and both ways; or REFRAIN_NONE. Who has
 * three of four is ahead by half of all when the others are counted against it (Boyer and Moore
 * 1991), so most processes are gone through but once. What a master has to do with its own workers
 * does not count. */
static guint32
find_master_among (const RefrainMasters *self,
                   const RefrainMasterSource *source,
                   guint process,
                   const Answers *answers,
                   gsize n)
{
  RefrainMasterMessage message;
  gint32 best = -1;
  gint64 lead = 0, n_messages = 0;
  guint64 own = 0, all = 0;
  gboolean says[2] = { FALSE, FALSE };

  for (gsize i = 0; i < n; i++)
    if (is_upwards (self, source, process, i, answers, &message))
      {
        if (lead == 0)
          best = message.peer;
        lead += message.peer == best ? 1 : -1;
        n_messages++;
      }
  if (best < 0 || (guint) best == process || (guint) best >= source->n_processes
      || lead * 4 < n_messages * (2 * SHARE_OF_FOUR - 4))
    return REFRAIN_NONE;
  for (gsize i = 0; i < n; i++)
    if (is_upwards (self, source, process, i, answers, &message))
      {
        all++;
        own += message.peer == best;
        if (message.peer == best)
          says[message.send] = TRUE;
      }
  return says[0] && says[1] && own * 4 >= all * SHARE_OF_FOUR ? (guint32) best : REFRAIN_NONE;
}

static guint32
find_master (const RefrainMasters *self,
             const RefrainMasterSource *source,
             guint process,
             Answers *answers)
{
  const gsize n = count_entries (source, process);
  const guint32 master = find_master_among (self, source, process, NULL, n);

  if (master != REFRAIN_NONE)
    return master;
  /* Most processes have none: a few entries tell whether it is worth to go through all again. */
  if (!note_answers (answers, source, process, MIN (n, FEW))
      || find_master_among (self, source, process, answers, MIN (n, FEW)) == REFRAIN_NONE)
    return REFRAIN_NONE;
  return n <= FEW || note_answers (answers, source, process, n)
             ? find_master_among (self, source, process, answers, n)
             : REFRAIN_NONE;
}

typedef struct
{
  const RefrainMasters *masters;
  const RefrainMasterSource *source;
  const gboolean *meant; /* of each process: its master is looked for */
  guint32 *master;       /* of each process */
  guint n_blocks;
} MasterJob;

/* Of the processes of block @item. */
static void
find_in_block (gsize item, gpointer data)
{
  const MasterJob *job = data;
  const gsize n = job->masters->n_processes;
  g_auto (Answers) answers = { 0 };

  answers_init (&answers, (guint) n);
  for (gsize p = n * item / job->n_blocks; p < n * (item + 1) / job->n_blocks; p++)
    job->master[p] = job->meant[p] ? find_master (job->masters, job->source, (guint) p, &answers)
                                   : REFRAIN_NONE;
}

/* ---- Pieces ------------------------------------------------------------------------------------
 */

typedef struct
{
  gboolean send, receive; /* which it holds */
  gboolean asks;          /* it begins with what the worker sends */
  gboolean ends;          /* a collective operation, or nothing, is behind it */
  gint64 tag;             /* of its last receive */
  guint64 bytes;
} Piece;

static GArray *
read_pieces (RefrainMasters *self, const RefrainMasterSource *source, guint process)
{
  const gsize n = count_entries (source, process);
  GArray *pieces = g_array_new (FALSE, TRUE, sizeof (Piece));
  RefrainMasterMessage message;
  gboolean first = FALSE, last = FALSE, anew = TRUE;

  self->piece[process] = g_new (guint32, n + 1);
  for (gsize i = 0; i < n; i++)
    {
      const RefrainMasterEntry entry = read_entry (source, process, i, &message);
      Piece *piece;

      self->piece[process][i] = REFRAIN_NONE;
      if (entry == REFRAIN_MASTER_BREAK && pieces->len > 0)
        g_array_index (pieces, Piece, pieces->len - 1).ends = TRUE;
      anew |= entry == REFRAIN_MASTER_BREAK;
      if (entry != REFRAIN_MASTER_MESSAGE || message.peer != (gint32) self->master[process])
        continue;
      if (anew)
        first = message.send;
      if (anew || (message.send == first && last != first))
        {
          g_array_set_size (pieces, pieces->len + 1);
          g_array_index (pieces, Piece, pieces->len - 1).asks = first;
        }
      anew = FALSE;
      last = message.send;
      self->piece[process][i] = pieces->len - 1;
      piece = &g_array_index (pieces, Piece, pieces->len - 1);
      if (message.send)
        piece->send = TRUE;
      else
        {
          piece->receive = TRUE;
          piece->tag = message.tag;
          piece->bytes = message.bytes;
        }
    }
  if (pieces->len > 0)
    g_array_index (pieces, Piece, pieces->len - 1).ends = TRUE;
  return pieces;
}

static GHashTable *
count_new (void)
{
  return g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, NULL);
}

static void
count_value (GHashTable *set, gint64 value)
{
  g_hash_table_add (set, g_memdup2 (&value, sizeof value));
}

/* Whether all workers of @master ask, and get an answer behind which they do not ask again; answers
 * have a size, where the source knows it. */
static gboolean
ask_for_all (const RefrainMasters *self, GPtrArray *pieces, guint32 master)
{
  for (guint p = 0; p < self->n_processes; p++)
    for (guint k = 0; self->master[p] == master && k < ((GArray *) pieces->pdata[p])->len; k++)
      {
        const Piece *piece = &g_array_index ((GArray *) pieces->pdata[p], Piece, k);

        if (!piece->asks || (piece->ends && !piece->receive)
            || (piece->receive && piece->bytes == 0))
          return FALSE;
      }
  return TRUE;
}

/* Marks tasks in self->answer. What ends a run of pieces is a last word where its tag is none of
 * the others', or else where all of them have one size that is none of the others'; or where who
 * has a task always asks for the next. */
static void
mark_tasks (RefrainMasters *self, GPtrArray *pieces, guint32 master)
{
  g_autoptr (GHashTable) tags = count_new (), sizes = count_new (), end_sizes = count_new ();
  const gboolean asked = ask_for_all (self, pieces, master);
  gboolean by_size;

  for (guint p = 0; p < self->n_processes; p++)
    for (guint k = 0; self->master[p] == master && k < ((GArray *) pieces->pdata[p])->len; k++)
      {
        const Piece *piece = &g_array_index ((GArray *) pieces->pdata[p], Piece, k);

        if (piece->ends && piece->send && piece->receive)
          count_value (end_sizes, (gint64) piece->bytes);
        else if (!piece->ends)
          count_value (sizes, (gint64) piece->bytes), count_value (tags, piece->tag);
      }
  by_size = g_hash_table_size (end_sizes) == 1 && g_hash_table_size (sizes) > 0;
  for (guint p = 0; p < self->n_processes; p++)
    {
      GArray *own = pieces->pdata[p];

      if (self->master[p] != master)
        continue;
      self->answer[p] = g_new0 (gboolean, (gsize) own->len + 1);
      for (guint k = 0; k < own->len; k++)
        {
          const Piece *piece = &g_array_index (own, Piece, k);
          const gint64 bytes = (gint64) piece->bytes;
          const gboolean other = piece->ends && g_hash_table_size (tags) > 0
                                 && (asked || !g_hash_table_contains (tags, &piece->tag)
                                     || (by_size && !g_hash_table_contains (sizes, &bytes)));

          self->answer[p][k] = piece->send && piece->receive && !other;
          self->tasks[p] += self->answer[p][k];
        }
    }
}

/* ---- Order -------------------------------------------------------------------------------------
 */

/* What @master says and hears, with its workers: twice the peer, and one more where it sends. */
static GArray *
read_order (const RefrainMasters *self, const RefrainMasterSource *source, guint master)
{
  const gsize n = count_entries (source, master);
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint32));
  RefrainMasterMessage message;

  for (gsize i = 0; i < n; i++)
    if (read_entry (source, master, i, &message) == REFRAIN_MASTER_MESSAGE && message.peer >= 0
        && (guint) message.peer < self->n_processes && self->master[message.peer] == master)
      {
        const guint32 code = 2 * (guint32) message.peer + (message.send != FALSE);

        g_array_append_val (order, code);
      }
  return order;
}

/* Whether the middle half of @order is one piece, three times or more. */
static gboolean
repeats (const GArray *order)
{
  const guint32 *code = &g_array_index (order, guint32, order->len / 4);
  const gsize n = order->len - order->len / 4 * 2;
  g_autofree gsize *border = g_new0 (gsize, n + 1);

  for (gsize i = 1, k = 0; i < n; i++)
    {
      while (k > 0 && code[i] != code[k])
        k = border[k - 1];
      k += code[i] == code[k];
      border[i] = k;
    }
  return n > 0 && MIN_TIMES * (n - border[n - 1]) <= n;
}

/* Whether all workers are heard once in each of a row of rounds, and answered only then. */
static gboolean
is_rounds (const GArray *order, guint n_workers, guint n_processes)
{
  const guint32 *code = (const guint32 *) (gpointer) order->data;
  g_autofree gsize *round = g_new0 (gsize, (gsize) n_processes + 1);
  gsize n_heard = 0, n_in_row = 0;

  for (guint i = 0; i < order->len; i++)
    {
      if (code[i] % 2 == 1 || (i > 0 && code[i] == code[i - 1]))
        continue;
      if (round[code[i] / 2] == 1 + n_heard / n_workers)
        return FALSE;
      round[code[i] / 2] = 1 + n_heard / n_workers;
      n_heard++;
      n_in_row += i > 0 && code[i - 1] % 2 == 0;
    }
  return ROW_SHARE * n_in_row >= n_heard;
}

/* Keeps @master or forgets who works for it. */
static void
judge (RefrainMasters *self, const RefrainMasterSource *source, GPtrArray *pieces, guint32 master)
{
  g_autoptr (GArray) order = read_order (self, source, master);
  RefrainMaster found = { .process = master };

  for (guint p = 0; p < self->n_processes; p++)
    found.n_workers += self->master[p] == master;
  if (found.n_workers >= 2 && !repeats (order)
      && !is_rounds (order, found.n_workers, self->n_processes))
    {
      mark_tasks (self, pieces, master);
      for (guint p = 0; p < self->n_processes; p++)
        found.tasks += self->master[p] == master ? self->tasks[p] : 0;
    }
  if (found.n_workers >= 2 && found.tasks >= MIN_TASKS * (guint64) found.n_workers)
    {
      g_array_append_val (self->masters, found);
      return;
    }
  for (guint p = 0; p < self->n_processes; p++)
    if (self->master[p] == master)
      {
        self->master[p] = REFRAIN_NONE;
        self->tasks[p] = 0;
        refrain_clear (&self->piece[p], &self->answer[p]);
      }
}

/* Finds the masters of those processes that have none and are @meant, and judges them. */
static void
find_masters (RefrainMasters *self, const RefrainMasterSource *source, const gboolean *meant)
{
  const guint n = self->n_processes;
  g_autoptr (GPtrArray) pieces = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autofree guint32 *master = g_new (guint32, (gsize) n + 1);
  g_autofree guint *n_workers = g_new0 (guint, (gsize) n + 1);
  MasterJob job = { self, source, meant, master, MIN (n, MAX_BLOCKS) };

  refrain_parallel_run (job.n_blocks, find_in_block, &job, NULL);
  refrain_shares_fill (source->shares, master, sizeof *master);
  for (guint p = 0; p < n; p++)
    if (master[p] != REFRAIN_NONE && n_workers[master[p]]++ > 0 && source->shares != NULL)
      {
        /* In which order it hears of them only who has all messages can tell. */
        refrain_team_give_up (source->shares->team);
        return;
      }
  for (guint p = 0; p < n; p++)
    {
      const gboolean works = master[p] != REFRAIN_NONE && n_workers[master[p]] >= 2;

      if (works)
        self->master[p] = master[p];
      g_ptr_array_add (pieces, works ? read_pieces (self, source, p)
                                     : g_array_new (FALSE, TRUE, sizeof (Piece)));
    }
  for (guint32 p = 0; p < n; p++)
    if (n_workers[p] >= 2)
      judge (self, source, pieces, p);
}

RefrainMasters *
refrain_masters_new (const RefrainMasterSource *source)
{
  const guint n = source->n_processes;
  RefrainMasters *self = g_new0 (RefrainMasters, 1);
  g_autofree gboolean *meant = g_new (gboolean, (gsize) n + 1);
  g_autoptr (GArray) above = NULL;
  guint n_first;

  self->n_processes = n;
  self->masters = g_array_new (FALSE, FALSE, sizeof (RefrainMaster));
  self->master = g_new (guint32, (gsize) n + 1);
  self->tasks = g_new0 (guint64, (gsize) n + 1);
  self->piece = g_new0 (guint32 *, (gsize) n + 1);
  self->answer = g_new0 (gboolean *, (gsize) n + 1);
  for (guint p = 0; p < n; p++)
    {
      self->master[p] = REFRAIN_NONE;
      meant[p] = TRUE;
    }
  find_masters (self, source, meant);
  /* Masters may work for another, which hands out what they hand out. */
  if (self->masters->len < 2)
    return self;
  refrain_fill (meant, 0, n * sizeof *meant);
  for (guint m = 0; m < self->masters->len; m++)
    meant[g_array_index (self->masters, RefrainMaster, m).process] = TRUE;
  n_first = self->masters->len;
  find_masters (self, source, meant);
  above = g_array_copy (self->masters);
  g_array_remove_range (above, 0, n_first);
  g_array_set_size (self->masters, n_first);
  g_array_prepend_vals (self->masters, above->data, above->len);
  return self;
}

void
refrain_masters_free (RefrainMasters *self)
{
  for (guint p = 0; p < self->n_processes; p++)
    refrain_free (self->piece[p], self->answer[p]);
  refrain_free (self->piece, self->answer, self->master, self->tasks);
  g_array_unref (self->masters);
  g_free (self);
}

/* ---- Out of a trace ----------------------------------------------------------------------------
 */

/* Of each routine its label, where it both reads and changes what is in a window at once; else
 * NULL. NULL where no routine does. Free with g_free(). */
static const char **
list_atomic (RefrainTrace *trace)
{
  static const char *const names[]
      = { "MPI_Fetch_and_op", "MPI_Compare_and_swap", "MPI_Get_accumulate", NULL };
  const guint n = refrain_trace_get_n_routines (trace);
  g_autofree const char **labels = g_new0 (const char *, (gsize) n + 1);
  gboolean any = FALSE;

  for (guint r = 0; r < n; r++)
    {
      const char *label = refrain_trace_get_routine_label (trace, r);

      if (g_strv_contains (names, label))
        labels[r] = label, any = TRUE;
    }
  return any ? g_steal_pointer (&labels) : NULL;
}

/* The routine of @atomic in which operation @i begins, or NULL. */
static const char *
get_atomic (RefrainProcess *process, gsize i, const char *const *atomic)
{
  const guint32 call = refrain_process_get_ops (process)->call[i];
  const guint32 routine
      = call != REFRAIN_NONE ? refrain_process_get_calls (process)->routine[call] : REFRAIN_NONE;

  return routine != REFRAIN_NONE ? atomic[routine] : NULL;
}

/* A process whose counter others raise hands out work though it says nothing. */
static void
find_counter (RefrainMasters *self, RefrainTrace *trace)
{
  g_autofree const char **atomic = list_atomic (trace);
  g_autofree guint64 *asked = g_new0 (guint64, (gsize) self->n_processes + 1);
  RefrainMaster master = { REFRAIN_NONE };
  guint64 all = 0, n_atomic = 0, least = G_MAXUINT64, most = 0;

  if (atomic == NULL)
    return;
  for (guint p = 0; p < self->n_processes; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);
      const RefrainOps *ops = refrain_process_get_ops (process);

      for (gsize i = 0; i < ops->n; i++)
        {
          const char *name;

          if (!REFRAIN_OP_IS_SEND (ops->kind[i]))
            continue;
          all++;
          name = get_atomic (process, i, atomic);
          if (name == NULL || ops->peer[i] < 0)
            continue;
          n_atomic++;
          if (master.tasks == 0)
            master.process = (guint) ops->peer[i];
          if ((guint) ops->peer[i] != master.process)
            continue;
          master.counter = name;
          master.tasks++;
          asked[p]++;
        }
    }
  for (guint p = 0; p < self->n_processes; p++)
    if (asked[p] > 0)
      {
        master.n_workers++;
        least = MIN (least, asked[p]);
        most = MAX (most, asked[p]);
      }
  if (master.n_workers < 2 || least == most || master.tasks < MIN_TASKS * (guint64) master.n_workers
      || (n_atomic - master.tasks) * OTHER_SHARE > n_atomic || all > COUNTER_SHARE * master.tasks)
    return;
  refrain_copy (self->tasks, asked, self->n_processes * sizeof *asked);
  g_array_append_val (self->masters, master);
}

RefrainMasters *
refrain_masters_new_trace (RefrainTrace *trace)
{
  const guint n = refrain_trace_get_n_processes (trace);
  g_autofree const RefrainOps **ops = g_new (const RefrainOps *, (gsize) n + 1);
  const RefrainMasterSource source
      = { .n_processes = n, .ops = ops, .shares = refrain_trace_get_shares (trace) };
  RefrainMasters *self;

  for (guint p = 0; p < n; p++)
    ops[p] = refrain_trace_get_ops (trace, p);
  self = refrain_masters_new (&source);
  if (self->masters->len == 0)
    find_counter (self, trace);
  return self;
}

/* ---- Telling -----------------------------------------------------------------------------------
 */

gboolean
refrain_masters_has_counter (const RefrainMasters *self)
{
  for (guint m = 0; m < self->masters->len; m++)
    if (g_array_index (self->masters, RefrainMaster, m).counter != NULL)
      return TRUE;
  return FALSE;
}

gboolean
refrain_masters_contains (const RefrainMasters *self, guint process)
{
  for (guint m = 0; m < self->masters->len; m++)
    if (g_array_index (self->masters, RefrainMaster, m).process == process)
      return TRUE;
  return FALSE;
}

char *
refrain_masters_describe (const RefrainMasters *self, guint master)
{
  const RefrainMaster *own = &g_array_index (self->masters, RefrainMaster, master);
  guint64 least = G_MAXUINT64, most = 0;
  g_autofree char *text = NULL;

  for (guint p = 0; p < self->n_processes; p++)
    if (self->master[p] == own->process || (own->counter != NULL && self->tasks[p] > 0))
      {
        least = MIN (least, self->tasks[p]);
        most = MAX (most, self->tasks[p]);
      }
  /* Translators: %s is MPI_Fetch_and_op or the like, on a window of MPI. */
  if (own->counter != NULL)
    return g_strdup_printf (_ ("shared counter of process %u: %" PRIu64
                               " calls of %s by %u processes, %" PRIu64 " to %" PRIu64 " each"),
                            own->process, own->tasks, own->counter, own->n_workers, least, most);
  text = g_strdup_printf (ngettext ("master/worker: master %u, %u worker, %" PRIu64 " tasks",
                                    "master/worker: master %u, %u workers, %" PRIu64 " tasks",
                                    own->n_workers),
                          own->process, own->n_workers, own->tasks);
  if (least == most)
    /* Translators: behind "master/worker: ... 120 tasks": as many for each worker. */
    return g_strdup_printf (_ ("%s, %" PRIu64 " each"), text, least);
  return g_strdup_printf (_ ("%s, %" PRIu64 " to %" PRIu64 " each"), text, least, most);
}
