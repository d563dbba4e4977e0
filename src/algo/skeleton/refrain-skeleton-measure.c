/* refrain-skeleton-measure.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every process goes through the page; what it meets is its stream, so that each operation of the
 * trace finds its slot. A receive was posted where its request is, a blocking one where its call
 * began: MPI_Sendrecv's before the send of the same call.
 */
#include "refrain-skeleton-measure.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-hash.h"
#include "refrain-own-bytes.h"

/* ---- Times ---- */

/* A gap between two operations of a process holds the time computed at the second one and at all
 * that stand between them in the program and that the process leaves out for want of a
 * neighbour. Gaps over nothing else tell a slot's time. What is left of the others, shortest
 * first, belongs to the slot at their end. */

/* Of more samples every second one is kept, then every fourth... */
#define MOST_SAMPLES 4096
/* A gap over more slots is not looked at. */
#define MOST_PASSED 24

/* Gaps between the same two slots. */
typedef struct
{
  guint64 key; /* the one before, the one at the end */
  guint32 n_passed;
  guint32 *passed; /* the slots between them */
  guint64 n;       /* how many there were */
  guint64 stride;  /* every so many was kept */
  GArray *samples; /* of RefrainTime */
} Span;

typedef struct
{
  guint32 n_slots;
  guint32 before; /* the slot before, n_slots at the beginning */
  guint32 n_passed;
  guint32 passed[MOST_PASSED + 1];
  GHashTable *spans;
  guint64 *visits; /* how often processes came to a slot */
} Times;

REFRAIN_DEFINE_FREE (free_span, Span, g_free (x->passed); g_array_unref (x->samples))

static Times *
times_new (guint32 n_slots)
{
  Times *self = g_new0 (Times, 1);

  self->n_slots = n_slots;
  self->spans = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, NULL, free_span);
  self->visits = g_new0 (guint64, n_slots + 1);
  return self;
}

REFRAIN_DEFINE_FREE (times_free, Times, g_hash_table_unref (x->spans); g_free (x->visits))

/* A new process begins. */
static void
times_begin (Times *self)
{
  self->before = self->n_slots;
  self->n_passed = 0;
}

/* The process comes to @slot, without an operation of its own there. */
static void
times_pass (Times *self, guint32 slot)
{
  self->visits[slot]++;
  if (self->n_passed <= MOST_PASSED)
    self->passed[self->n_passed++] = slot;
}

static void
thin (Span *span)
{
  guint kept = 0;

  for (guint i = 0; i < span->samples->len; i += 2)
    g_array_index (span->samples, RefrainTime, kept++)
        = g_array_index (span->samples, RefrainTime, i);
  g_array_set_size (span->samples, kept);
  span->stride *= 2;
}

/* It comes to @slot and did it, after computing for @gap. */
static void
times_add (Times *self, guint32 slot, RefrainTime gap)
{
  const guint64 key = (guint64) self->before << 32 | slot;

  self->visits[slot]++;
  if (self->n_passed <= MOST_PASSED)
    {
      Span *span = g_hash_table_lookup (self->spans, &key);

      if (span == NULL)
        {
          span = g_new0 (Span, 1);
          span->key = key;
          span->stride = 1;
          span->n_passed = self->n_passed;
          span->passed = g_memdup2 (self->passed, self->n_passed * sizeof *self->passed);
          span->samples = g_array_new (FALSE, FALSE, sizeof (RefrainTime));
          g_hash_table_insert (self->spans, &span->key, span);
        }
      if (span->n++ % span->stride == 0)
        g_array_append_val (span->samples, gap);
      if (span->samples->len >= MOST_SAMPLES)
        thin (span);
    }
  self->before = slot;
  self->n_passed = 0;
}

/* ---- From gaps to times -----------------------------------------------------------------------
 */

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const Span *left = *(Span *const *) a, *right = *(Span *const *) b;
  const guint32 left_slot = (guint32) left->key, right_slot = (guint32) right->key;

  if (left->n_passed != right->n_passed)
    return left->n_passed < right->n_passed ? -1 : 1;
  if (left_slot != right_slot)
    return left_slot < right_slot ? -1 : 1;
  return (left->key > right->key) - (left->key < right->key);
}

/* The times of @slot are those of @samples, sorted, less @known that belongs to others. */
static void
set_times (RefrainSkeletonSlot *slot, const GArray *samples, RefrainTime known, GPtrArray *memory)
{
  RefrainTime *quantiles = g_new (RefrainTime, REFRAIN_SKELETON_QUANTILES);

  for (guint q = 0; q < REFRAIN_SKELETON_QUANTILES; q++)
    {
      const gsize at
          = (gsize) ((2 * q + 1) * (guint64) samples->len / (2 * REFRAIN_SKELETON_QUANTILES));

      quantiles[q] = MAX (g_array_index (samples, RefrainTime, at) - known, 0);
    }
  slot->time = MAX (g_array_index (samples, RefrainTime, (samples->len - 1) / 2) - known, 0);
  slot->quantiles = quantiles;
  g_ptr_array_add (memory, quantiles);
}

/* What @span leaves for its end, of which nothing is known yet. */
static void
settle_span (const Span *span, RefrainSkeletonSlot *slots, GPtrArray *memory)
{
  RefrainSkeletonSlot *slot = &slots[(guint32) span->key];
  RefrainTime known = 0;

  if (slot->quantiles != NULL)
    return;
  for (guint32 i = 0; i < span->n_passed; i++)
    known += slots[span->passed[i]].time;
  g_array_sort (span->samples, refrain_compare_int64);
  set_times (slot, span->samples, known, memory);
}

/* Of gaps over nothing else: those of all slots before it together. */
static void
settle_direct (GPtrArray *spans, RefrainSkeletonSlot *slots, GPtrArray *memory)
{
  for (guint i = 0, j; i < spans->len && ((Span *) spans->pdata[i])->n_passed == 0; i = j)
    {
      const guint32 slot = (guint32) ((Span *) spans->pdata[i])->key;
      g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (RefrainTime));

      for (j = i; j < spans->len; j++)
        {
          const Span *span = spans->pdata[j];

          if (span->n_passed > 0 || (guint32) span->key != slot)
            break;
          g_array_append_vals (all, span->samples->data, span->samples->len);
        }
      g_array_sort (all, refrain_compare_int64);
      set_times (&slots[slot], all, 0, memory);
    }
}

typedef struct
{
  double weight;
  guint32 slot;
} Weight;

REFRAIN_DEFINE_COMPARE (compare_weights, Weight, REFRAIN_RISING (weight) ?: REFRAIN_RISING (slot))

/* What is not worth a statement. */
static void
drop_small (Times *self, RefrainSkeletonSlot *slots)
{
  g_autofree Weight *weights = g_new (Weight, self->n_slots + 1);
  double all = 0, dropped = 0;

  for (guint32 i = 0; i < self->n_slots; i++)
    {
      weights[i] = (Weight){ (double) slots[i].time * (double) self->visits[i], i };
      all += weights[i].weight;
    }
  refrain_sort (weights, self->n_slots, sizeof *weights, compare_weights);
  for (guint32 i = 0; i < self->n_slots; i++)
    {
      dropped += weights[i].weight;
      if (dropped > all / 50)
        break;
      slots[weights[i].slot].time = 0;
    }
}

/* Sets `time` and `quantiles` of @slots, but for those that together take less than a fiftieth of
 * the whole; @memory gets what the slots then hold. */
static void
times_finish (Times *self, RefrainSkeletonSlot *slots, GPtrArray *memory)
{
  g_autoptr (GPtrArray) spans = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer span;

  g_hash_table_iter_init (&iter, self->spans);
  while (g_hash_table_iter_next (&iter, NULL, &span))
    g_ptr_array_add (spans, span);
  g_ptr_array_sort (spans, compare_spans);
  settle_direct (spans, slots, memory);
  for (guint i = 0; i < spans->len; i++)
    settle_span (spans->pdata[i], slots, memory);
  drop_small (self, slots);
}

/* ---- Measuring ---- */

/* So far back a receive's posting is looked for, in operations of its process. */
#define MOST_BACK 64

/* An operation or a nested line that was done in a body. */
typedef struct
{
  guint64 key;
  gsize element;
} Done;

/* How often sizes occur at a slot in one process. */
typedef struct
{
  guint64 bytes; /* the first one */
  guint64 n;     /* how often it came */
  GHashTable *others;
  guint32 process1; /* 1 + the process; 0: none yet */
} Sizes;

/* The most frequent size of a slot in a process. */
typedef struct
{
  guint32 slot, process;
  guint64 bytes, n, n_all;
} Mode;

typedef struct
{
  RefrainSkeletonMeasure *out;
  RefrainProgram *program;
  RefrainTrace *trace;
  GCancellable *cancellable;
  const RefrainProgramLine *lines;
  guint32 n_lines;
  Times *times;
  gboolean multiplied; /* collectives tell the bytes of each member */
  Sizes *sizes;        /* by slot */
  GArray *used;        /* of guint32: slots of this process */
  GArray *modes;       /* of Mode */

  guint process;
  RefrainProcess *data;
  const RefrainOps *ops;
  const RefrainCalls *calls;
  const RefrainRecords *records;
  const RefrainLoopStream *stream;
  gsize element;
  RefrainTime end;                               /* of the operation before */
  gsize n_mpi;                                   /* outermost MPI calls, in order */
  RefrainTime *mpi_start, *mpi_before, *mpi_end; /* `before`: MPI time up to the start */
} Walk;

/* ---- Time in MPI ------------------------------------------------------------------------------
 */

static gboolean
is_mpi (Walk *self, guint32 call)
{
  RefrainRoutine *routine = refrain_trace_get_routine (self->trace, self->calls->routine[call]);

  return refrain_routine_get_kind (routine) != REFRAIN_ROUTINE_USER;
}

/* The outermost MPI calls of the process; of threads only where there is one. */
static void
find_mpi (Walk *self)
{
  RefrainTime total = 0, last = G_MININT64;

  self->n_mpi = 0;
  self->mpi_start = g_renew (RefrainTime, self->mpi_start, self->calls->n + 1);
  self->mpi_before = g_renew (RefrainTime, self->mpi_before, self->calls->n + 1);
  self->mpi_end = g_renew (RefrainTime, self->mpi_end, self->calls->n + 1);
  if (refrain_process_get_n_threads (self->data) > 1)
    return;
  for (gsize i = 0; i < self->calls->n; i++)
    if (self->calls->start[i] >= last && is_mpi (self, (guint32) i))
      {
        last = self->calls->end[i];
        self->mpi_start[self->n_mpi] = self->calls->start[i];
        self->mpi_before[self->n_mpi] = total;
        self->mpi_end[self->n_mpi++] = last;
        total += last - self->calls->start[i];
      }
}

/* How long the process was in MPI before @time. */
static RefrainTime
get_mpi_time (Walk *self, RefrainTime time)
{
  gsize low = 0, high = self->n_mpi;

  while (low < high)
    {
      const gsize middle = (low + high) / 2;

      if (self->mpi_start[middle] < time)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return 0;
  low--;
  return self->mpi_before[low] + MIN (time, self->mpi_end[low]) - self->mpi_start[low];
}

static void
add_time (Walk *self, guint32 slot, guint32 op)
{
  const RefrainTime start = refrain_process_get_op_start (self->data, op);
  const guint32 call = self->ops->call[op];
  RefrainTime gap = 0;

  if (start > self->end)
    gap = start - self->end - (get_mpi_time (self, start) - get_mpi_time (self, self->end));
  self->end = call == REFRAIN_NONE ? self->ops->time[op]
                                   : MAX (self->calls->end[call], self->ops->time[op]);
  times_add (self->times, slot, MAX (gap, 0));
}

/* ---- Sizes ------------------------------------------------------------------------------------
 */

/* The place of the root among the members, or -1. */
static gint32
find_root (Walk *self, guint32 op)
{
  const RefrainCollectives *all = refrain_trace_get_collectives (self->trace);
  const guint32 instance = self->ops->partner[op];

  if (instance == REFRAIN_NONE || self->ops->peer[op] < 0)
    return -1;
  for (guint64 i = all->first[instance]; i < all->first[instance + 1]; i++)
    if (all->process[i] == (guint32) self->ops->peer[op])
      return (gint32) (i - all->first[instance]);
  return -1;
}

static void
add_size (Walk *self, guint32 slot, guint64 bytes)
{
  Sizes *sizes = &self->sizes[slot];

  if (sizes->process1 != self->process + 1)
    {
      *sizes = (Sizes){ .bytes = bytes, .process1 = self->process + 1 };
      g_array_append_val (self->used, slot);
    }
  if (bytes == sizes->bytes)
    {
      sizes->n++;
      return;
    }
  if (sizes->others == NULL)
    sizes->others = g_hash_table_new_full (refrain_hash_int64, g_int64_equal, g_free, g_free);
  {
    guint64 *n = g_hash_table_lookup (sizes->others, &bytes);

    if (n == NULL)
      {
        n = g_new0 (guint64, 1);
        g_hash_table_insert (sizes->others, g_memdup2 (&bytes, sizeof bytes), n);
      }
    ++*n;
  }
}

/* The most frequent sizes of the process; of equally frequent ones the largest. */
static void
close_sizes (Walk *self)
{
  for (guint i = 0; i < self->used->len; i++)
    {
      const guint32 slot = g_array_index (self->used, guint32, i);
      Sizes *sizes = &self->sizes[slot];
      RefrainSkeletonSlot *out = &self->out->slots[slot];
      Mode mode = { slot, self->process, sizes->bytes, sizes->n, sizes->n };
      GHashTableIter iter;
      gpointer bytes, n;

      out->least = MIN (out->least, sizes->bytes);
      out->most = MAX (out->most, sizes->bytes);
      if (sizes->others != NULL)
        g_hash_table_iter_init (&iter, sizes->others);
      while (sizes->others != NULL && g_hash_table_iter_next (&iter, &bytes, &n))
        {
          const guint64 size = *(guint64 *) bytes, times = *(guint64 *) n;

          mode.n_all += times;
          if (times > mode.n || (times == mode.n && size > mode.bytes))
            {
              mode.n = times;
              mode.bytes = size;
            }
          out->least = MIN (out->least, size);
          out->most = MAX (out->most, size);
        }
      g_clear_pointer (&sizes->others, g_hash_table_unref);
      g_array_append_val (self->modes, mode);
    }
  g_array_set_size (self->used, 0);
}

/* ---- Operations -------------------------------------------------------------------------------
 */

static gboolean
is_sendrecv (Walk *self, guint32 op)
{
  const guint32 call = self->ops->call[op];

  return call != REFRAIN_NONE
         && g_str_equal (refrain_routine_get_name (
                             refrain_trace_get_routine (self->trace, self->calls->routine[call])),
                         "MPI_Sendrecv");
}

/* The first of the elements before @element that the process had not begun when it posted the
 * receive @op, which is @element. */
static gsize
find_posting (Walk *self, guint32 op, gsize element)
{
  const guint32 record = self->ops->record[op];
  const gboolean blocks = self->ops->kind[op] == REFRAIN_OP_RECV;
  RefrainTime posted;

  if (!blocks && record == REFRAIN_NONE)
    return element;
  posted = blocks ? refrain_process_get_op_start (self->data, op) : self->records->time[record];
  for (gsize back = 0; element > 0 && back < MOST_BACK; back++, element--)
    {
      const guint32 before = self->stream->op[element - 1];
      const RefrainTime start = refrain_process_get_op_start (self->data, before);

      if (start < posted || (blocks && self->ops->call[before] != self->ops->call[op]))
        break;
    }
  return element;
}

/* The first place in the body that was not yet done when the receive was posted. */
static void
add_anchor (Walk *self, RefrainSlotUse *use, guint64 key, guint32 op, const GArray *done)
{
  const gsize posting = find_posting (self, op, self->element);
  guint64 anchor = key;

  for (guint i = done->len; i > 0; i--)
    {
      const Done *before = &g_array_index (done, Done, i - 1);

      if (before->element < posting)
        {
          use->floor = MAX (use->floor, before->key + 1);
          break;
        }
      anchor = before->key;
    }
  use->anchor = MIN (use->anchor, anchor);
  use->posted |= self->ops->kind[op] == REFRAIN_OP_IRECV;
}

static void
add_done (GArray *done, guint64 key, gsize element)
{
  const Done one = { key, element };

  if (done->len >= 4 * MOST_BACK)
    g_array_remove_range (done, 0, 2 * MOST_BACK);
  g_array_append_val (done, one);
}

static void
do_slot (Walk *self, guint32 number, GArray *done)
{
  RefrainSkeletonSlot *slot = &self->out->slots[number];
  RefrainSlotUse *use = &self->out->uses[number];
  const guint64 key = REFRAIN_SLOT_KEY (slot->line, slot->position);
  const guint32 op = self->stream->op[self->element];

  if (slot->direction == REFRAIN_NONE)
    {
      slot->collective = (RefrainCollective) self->ops->tag[op];
      if (slot->n_times == 0)
        slot->root = find_root (self, op);
    }
  else if (slot->send)
    use->starts |= self->ops->kind[op] == REFRAIN_OP_ISEND;
  else
    {
      use->sendrecv &= is_sendrecv (self, op);
      add_anchor (self, use, key, op, done);
    }
  slot->n_times++;
  add_size (self, number,
            refrain_trace_get_own_bytes (self->trace, self->process, op, self->multiplied));
  add_time (self, number, op);
  add_done (done, key, self->element);
  self->element++;
}

static gboolean walk_lines (Walk *self, guint32 first, guint32 end);

/* A line's own operations. FALSE when the stream ends, which it must not. */
static gboolean
walk_leaf (Walk *self, guint32 line, GArray *done)
{
  for (guint32 s = self->out->first_slot[line]; s < self->out->first_slot[line + 1]; s++)
    {
      const guint32 direction = self->out->slots[s].direction;

      if (direction != REFRAIN_NONE
          && refrain_program_get_neighbour (self->program, direction, self->process) < 0)
        times_pass (self->times, s);
      else if (self->element < self->stream->n)
        do_slot (self, s, done);
      else
        return FALSE;
    }
  return TRUE;
}

static gboolean
walk_nested (Walk *self, guint32 line)
{
  const RefrainProgramLine *what = &self->lines[line];
  const gboolean use = what->kind == REFRAIN_LINE_USE;
  const guint32 body = use ? what->definition : line;

  if (g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  for (guint64 turn = use ? 1 : what->count; turn > 0; turn--)
    if (!walk_lines (self, body + 1, self->lines[body].end))
      return FALSE;
  return TRUE;
}

static gboolean
walk_lines (Walk *self, guint32 first, guint32 end)
{
  g_autoptr (GArray) done = g_array_new (FALSE, FALSE, sizeof (Done));

  for (guint32 i = first; i < end; i = self->lines[i].end)
    {
      const RefrainLineKind kind = self->lines[i].kind;

      if (kind == REFRAIN_LINE_DEFINE || !refrain_program_takes (self->program, i, self->process))
        continue;
      if (kind != REFRAIN_LINE_REPEAT && kind != REFRAIN_LINE_USE)
        {
          if (!walk_leaf (self, i, done))
            return FALSE;
        }
      else if (refrain_program_get_n_operations (self->program, i, self->process) > 0)
        {
          add_done (done, REFRAIN_SLOT_KEY (i, 0), self->element);
          if (!walk_nested (self, i))
            return FALSE;
        }
    }
  return TRUE;
}

/* ---- Slots ------------------------------------------------------------------------------------
 */

static guint32
count_positions (const RefrainProgramLine *line)
{
  switch (line->kind)
    {
    case REFRAIN_LINE_SEND:
    case REFRAIN_LINE_RECV:
      return line->n_directions;
    case REFRAIN_LINE_SWAP:
    case REFRAIN_LINE_SHIFT:
      return 2 * line->n_directions;
    case REFRAIN_LINE_SYNC:
      return 1;
    default:
      return 0;
    }
}

static void
make_slot (Walk *self, guint32 line, guint32 position, RefrainSkeletonSlot *slot)
{
  const RefrainProgramLine *what = &self->lines[line];
  guint32 n;
  const guint32 *named = refrain_program_get_line_directions (self->program, line, &n);
  const RefrainDirection *directions
      = refrain_program_get_directions (self->program, &(guint32){ 0 });

  slot->line = line;
  slot->position = position;
  slot->root = -1;
  slot->least = G_MAXUINT64;
  slot->direction = REFRAIN_NONE;
  if (what->kind == REFRAIN_LINE_SYNC)
    return;
  slot->send = what->kind == REFRAIN_LINE_SEND || (what->kind == REFRAIN_LINE_SWAP && position < n)
               || (what->kind == REFRAIN_LINE_SHIFT && position % 2 == 0);
  slot->direction = named[what->kind == REFRAIN_LINE_SHIFT ? position / 2 : position % n];
  if (what->kind == REFRAIN_LINE_SHIFT && !slot->send)
    slot->direction = (guint32) directions[slot->direction].opposite;
  slot->tag = refrain_program_get_tag_rule (self->program, what->tag);
  if (slot->tag->kind == REFRAIN_TAG_BY_DIRECTION)
    slot->tag = refrain_program_get_direction_tag (self->program, slot->direction, slot->send);
}

static void
make_slots (Walk *self)
{
  RefrainSkeletonMeasure *out = self->out;

  out->first_slot = g_new (guint32, self->n_lines + 1);
  for (guint32 i = 0; i < self->n_lines; i++)
    {
      out->first_slot[i] = out->n_slots;
      out->n_slots += count_positions (&self->lines[i]);
    }
  out->first_slot[self->n_lines] = out->n_slots;
  out->slots = g_new0 (RefrainSkeletonSlot, out->n_slots + 1);
  out->uses = g_new0 (RefrainSlotUse, out->n_slots + 1);
  for (guint32 i = 0; i < self->n_lines; i++)
    for (guint32 s = out->first_slot[i]; s < out->first_slot[i + 1]; s++)
      {
        make_slot (self, i, s - out->first_slot[i], &out->slots[s]);
        out->uses[s] = (RefrainSlotUse){ .sendrecv = TRUE,
                                         .anchor = REFRAIN_SLOT_KEY (i, s - out->first_slot[i]) };
      }
}

/* ---- Tables -----------------------------------------------------------------------------------
 */

REFRAIN_DEFINE_COMPARE (compare_modes, Mode, REFRAIN_RISING (slot) ?: REFRAIN_RISING (process))

/* One size for all where the processes have the same; else one a process. @modes: those of a slot.
 * Collectives have one: their ends must agree. */
static void
set_size (Walk *self, RefrainSkeletonSlot *slot, const Mode *modes, guint n)
{
  const guint n_processes = refrain_trace_get_n_processes (self->trace);
  gboolean same = TRUE;
  guint64 *table;

  slot->bytes = modes[0].bytes;
  for (guint i = 0; i < n; i++)
    {
      same &= modes[i].bytes == modes[0].bytes;
      if (slot->direction == REFRAIN_NONE)
        slot->bytes = MAX (slot->bytes, modes[i].bytes);
      slot->n_other += modes[i].n_all - modes[i].n;
    }
  if (same)
    return;
  if (slot->direction == REFRAIN_NONE)
    {
      slot->n_other = 0;
      for (guint i = 0; i < n; i++)
        slot->n_other += modes[i].n_all - (modes[i].bytes == slot->bytes ? modes[i].n : 0);
      return;
    }
  table = g_new0 (guint64, n_processes);
  for (guint i = 0; i < n; i++)
    table[modes[i].process] = modes[i].bytes;
  g_ptr_array_add (self->out->memory, table);
  slot->table = table;
}

static void
set_sizes (Walk *self)
{
  g_array_sort (self->modes, compare_modes);
  for (guint i = 0, j; i < self->modes->len; i = j)
    {
      const Mode *modes = &g_array_index (self->modes, Mode, i);

      for (j = i + 1; j < self->modes->len; j++)
        if (g_array_index (self->modes, Mode, j).slot != modes->slot)
          break;
      set_size (self, &self->out->slots[modes->slot], modes, j - i);
    }
}

/* ---- Public -----------------------------------------------------------------------------------
 */

/* A receive of a line that was posted, nobody can tell whether before or behind the send in front
 * of it, since no process does both: before, as one would write it. */
static void
choose_anchors (Walk *self)
{
  const RefrainSkeletonSlot *slots = self->out->slots;

  for (guint32 i = 1; i < self->out->n_slots; i++)
    {
      RefrainSlotUse *use = &self->out->uses[i];
      const guint64 own = REFRAIN_SLOT_KEY (slots[i].line, slots[i].position);

      if (use->posted && use->anchor == own && slots[i].position > 0 && slots[i - 1].send
          && use->floor < own)
        use->anchor = own - 1;
    }
}

static gboolean
walk_process (Walk *self, guint process)
{
  const RefrainTime *starts;

  self->process = process;
  self->data = refrain_trace_get_process (self->trace, process);
  self->ops = refrain_process_get_ops (self->data);
  self->calls = refrain_process_get_calls (self->data);
  self->records = refrain_process_get_records (self->data);
  self->stream
      = refrain_loop_events_get_stream (refrain_program_get_events (self->program), process);
  self->element = 0;
  starts = self->calls->start;
  self->end = self->calls->n > 0 ? starts[0] : self->ops->n > 0 ? self->ops->time[0] : 0;
  find_mpi (self);
  times_begin (self->times);
  if (!walk_lines (self, refrain_program_get_start (self->program), self->n_lines))
    return FALSE;
  close_sizes (self);
  return TRUE;
}

gboolean
refrain_skeleton_measure_init (RefrainSkeletonMeasure *self,
                               RefrainProgram *program,
                               GCancellable *cancellable,
                               GError **error)
{
  Walk walk = { .out = self, .program = program, .cancellable = cancellable };
  gboolean done = TRUE;

  *self = (RefrainSkeletonMeasure){ .memory = g_ptr_array_new_with_free_func (g_free) };
  walk.trace = refrain_loop_events_get_trace (refrain_program_get_events (program));
  walk.lines = refrain_program_get_lines (program, &walk.n_lines);
  walk.multiplied = refrain_trace_counts_for_members (walk.trace);
  make_slots (&walk);
  walk.times = times_new (self->n_slots);
  walk.sizes = g_new0 (Sizes, self->n_slots + 1);
  walk.used = g_array_new (FALSE, FALSE, sizeof (guint32));
  walk.modes = g_array_new (FALSE, FALSE, sizeof (Mode));
  for (guint p = 0; p < refrain_trace_get_n_processes (walk.trace) && done; p++)
    done = walk_process (&walk, p);
  if (done)
    {
      choose_anchors (&walk);
      set_sizes (&walk);
      times_finish (walk.times, self->slots, self->memory);
    }
  for (guint32 i = 0; i < self->n_slots; i++)
    g_clear_pointer (&walk.sizes[i].others, g_hash_table_unref);
  times_free (walk.times);
  refrain_free (walk.sizes, walk.mpi_start, walk.mpi_before, walk.mpi_end);
  refrain_unref_arrays (walk.used, walk.modes);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_skeleton_measure_clear,
                             RefrainSkeletonMeasure,
                             refrain_free (x->first_slot, x->slots, x->uses);
                             g_clear_pointer (&x->memory, g_ptr_array_unref))
