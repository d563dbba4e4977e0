/* refrain-units.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Segments of one content are split once; runs are then cut on the units, and what changed is
 * numbered anew.
 */
#include "refrain-units.h"

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-search.h"
#include "refrain-sequence-table.h"
#include "refrain-tandem.h"

/* ---- Where the turns of a repeat begin ----
 *
 * "abcabca" is twice "abc" and a rest, or "a" and twice "bca"; what follows a repeat elsewhere
 * tells which of them was meant. A class of rotations is named by its least one, and votes are
 * counted for distances from it. */

/* A whole repetition counts so much more than beginning leftmost. */
#define WHOLE 1000000

typedef struct
{
  RefrainSequenceTable classes; /* least rotations */
  GPtrArray *votes;             /* of guint64 *, one for each rotation of a class */
  GArray *body;                 /* of guint32: room */
  guint32 times;                /* of the sequence that is counted */
  gboolean any;                 /* repeat was turned so far */
} Turns;

/* For the sequences of one process. */
static Turns *
turns_new (void)
{
  Turns *self = g_new0 (Turns, 1);

  refrain_sequence_table_init (&self->classes);
  self->votes = g_ptr_array_new_with_free_func (g_free);
  self->body = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

REFRAIN_DEFINE_FREE (turns_free, Turns, refrain_sequence_table_clear (&x->classes);
                     g_ptr_array_unref (x->votes);
                     g_array_unref (x->body))

/* The number of the class, and where in @symbols its least rotation begins. */
static guint32
find_class (Turns *self, const guint32 *symbols, guint32 period, guint32 *least)
{
  guint32 number;
  gboolean is_new;

  *least = refrain_find_least_rotation (symbols, period, sizeof *symbols, refrain_compare_uint32);
  g_array_set_size (self->body, 0);
  g_array_append_vals (self->body, symbols + *least, period - *least);
  g_array_append_vals (self->body, symbols, *least);
  number = refrain_sequence_table_add (
      &self->classes, (const guint32 *) (gpointer) self->body->data, period, &is_new);
  if (is_new)
    g_ptr_array_add (self->votes, g_new0 (guint64, period));
  return number;
}

static guint32
vote (const guint32 *symbols, guint32 period, guint32 length, gpointer data)
{
  Turns *self = data;
  guint32 least;
  const guint32 class = find_class (self, symbols, period, &least);
  guint64 *votes = self->votes->pdata[class];

  for (guint32 k = 0; k < period; k++)
    votes[(k + period - least) % period]
        += (guint64) self->times * ((guint64) ((length - k) / period) * WHOLE + (k == 0));
  return 0;
}

static guint32
turn (const guint32 *symbols, guint32 period, guint32 length G_GNUC_UNUSED, gpointer data)
{
  Turns *self = data;
  guint32 least, best = 0, later;
  const guint32 class = find_class (self, symbols, period, &least);
  const guint64 *votes = self->votes->pdata[class];

  for (guint32 k = 1; k < period; k++)
    if (votes[k] > votes[best])
      best = k;
  later = (best + least) % period;
  self->any |= later > 0;
  return later;
}

/* Counts a sequence that stands @times times: repeats whose bodies are rotations of each other are
 * one class, and each rotation has as many votes as it has whole repetitions; where two have as
 * many, the one that begins leftmost. O(n log n). */
static void
turns_vote (Turns *self, const guint32 *symbols, gsize n, guint32 times)
{
  g_autoptr (GArray) units = g_array_new (FALSE, FALSE, sizeof (RefrainTandemUnit));
  g_autoptr (GArray) splits = g_array_new (FALSE, FALSE, sizeof (RefrainTandemSplit));

  self->times = times;
  refrain_tandem_split_turned (symbols, n, vote, self, units, splits);
}

/* refrain_tandem_split() with each class in the rotation that has most votes. */
static void
turns_split (Turns *self, const guint32 *symbols, gsize n, GArray *units, GArray *splits)
{
  refrain_tandem_split_turned (symbols, n, turn, self, units, splits);
}

/* ---- Units ---- */

/* The units of one kind of segment, counted from its first element. */
typedef struct
{
  guint first; /* in the templates */
  guint n;
} Kind;

typedef struct
{
  const RefrainSymbolStream *stream;
  RefrainProcessUnits *result;
  RefrainSequenceTable kinds_seen;
  GArray *kinds;     /* of Kind, by number in kinds_seen */
  GArray *templates; /* of RefrainUnit */
  GArray *split;     /* of RefrainTandemUnit: room */
  GArray *nested;    /* of RefrainTandemSplit: room */
  GArray *form;      /* of guint32: room */
  Turns *turns;      /* or NULL */
} Splitter;

typedef struct
{
  RefrainUnits *units;
  RefrainUnitsMode mode;
  GCancellable *cancellable;
} Job;

/* The number of the general form of @n symbols. */
static guint32
number_content (RefrainProcessUnits *result, GArray *form, const guint32 *symbols, guint32 n)
{
  g_array_set_size (form, 0);
  for (guint32 i = 0; i < n; i++)
    if (i == 0 || symbols[i] != symbols[i - 1])
      g_array_append_val (form, symbols[i]);
  return refrain_sequence_table_add (&result->contents, (const guint32 *) (gpointer) form->data,
                                     form->len, NULL);
}

/* Splits a kind of segment that has not been met before. */
static void
add_kind (Splitter *self, const guint32 *symbols, guint32 n, RefrainUnitsMode mode)
{
  Kind kind = { self->templates->len, 0 };
  const guint32 first_split = self->result->splits->len;

  g_array_append_val (self->result->first_split, first_split);
  g_array_set_size (self->split, 0);
  g_array_set_size (self->nested, 0);
  if (mode != REFRAIN_UNITS_WHOLE)
    {
      if (self->turns != NULL)
        turns_split (self->turns, symbols, n, self->split, self->nested);
      else
        refrain_tandem_split (symbols, n, self->split, self->nested);
      g_array_append_vals (self->result->splits, self->nested->data, self->nested->len);
    }
  else
    {
      const RefrainTandemUnit all = { 0, n, G_MAXUINT32 };

      g_array_append_val (self->split, all);
    }
  for (guint i = 0; i < self->split->len; i++)
    {
      const RefrainTandemUnit *piece = &g_array_index (self->split, RefrainTandemUnit, i);
      const RefrainUnit unit
          = { piece->first,
              piece->n,
              0,
              number_content (self->result, self->form, symbols + piece->first, piece->n),
              piece->split,
              FALSE,
              FALSE };

      g_array_append_val (self->templates, unit);
    }
  kind.n = self->split->len;
  g_array_append_val (self->kinds, kind);
}

/* Where repeats begin in most of the process' segments. */
static Turns *
find_turns (const RefrainSymbolStream *stream, const RefrainSegment *segments, gsize n_segments)
{
  g_auto (RefrainSequenceTable) kinds;
  g_autoptr (GArray) times = g_array_new (FALSE, TRUE, sizeof (guint32));
  Turns *turns = turns_new ();

  refrain_sequence_table_init (&kinds);
  for (gsize s = 0; s < n_segments; s++)
    {
      const guint32 kind = refrain_sequence_table_add (&kinds, stream->symbol + segments[s].first,
                                                       segments[s].n, NULL);

      g_array_set_size (times, kinds.n);
      g_array_index (times, guint32, kind)++;
    }
  for (guint32 kind = 0; kind < kinds.n; kind++)
    {
      gsize n;
      const guint32 *symbols = refrain_sequence_table_get (&kinds, kind, &n);

      turns_vote (turns, symbols, n, g_array_index (times, guint32, kind));
    }
  return turns;
}

static void
split_process (gsize item, gpointer data)
{
  const Job *job = data;
  RefrainProcessUnits *result = &job->units->processes[item];
  gsize n_segments;
  const RefrainSegment *segments
      = refrain_segments_get (job->units->segments, (guint) item, &n_segments);
  Splitter self = { .stream = refrain_symbols_get_stream (
                        refrain_segments_get_symbols (job->units->segments), (guint) item),
                    .result = result };

  result->units = g_array_sized_new (FALSE, FALSE, sizeof (RefrainUnit), (guint) n_segments);
  result->kind = g_new (guint32, MAX (n_segments, 1));
  result->first_split = g_array_new (FALSE, FALSE, sizeof (guint32));
  result->splits = g_array_new (FALSE, FALSE, sizeof (RefrainTandemSplit));
  refrain_sequence_table_init (&result->contents);
  refrain_sequence_table_init (&self.kinds_seen);
  self.kinds = g_array_new (FALSE, FALSE, sizeof (Kind));
  self.templates = g_array_new (FALSE, FALSE, sizeof (RefrainUnit));
  self.split = g_array_new (FALSE, FALSE, sizeof (RefrainTandemUnit));
  self.nested = g_array_new (FALSE, FALSE, sizeof (RefrainTandemSplit));
  self.form = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (job->mode == REFRAIN_UNITS_TURNED)
    self.turns = find_turns (self.stream, segments, n_segments);
  for (gsize s = 0; s < n_segments; s++)
    {
      const guint32 *symbols = self.stream->symbol + segments[s].first;
      gboolean is_new;
      const guint32 number
          = refrain_sequence_table_add (&self.kinds_seen, symbols, segments[s].n, &is_new);
      Kind kind;
      guint from = result->units->len;

      if (s % 1024 == 0 && g_cancellable_is_cancelled (job->cancellable))
        break;
      if (is_new)
        add_kind (&self, symbols, segments[s].n, job->mode);
      result->kind[s] = number;
      kind = g_array_index (self.kinds, Kind, number);
      g_array_append_vals (result->units, &g_array_index (self.templates, RefrainUnit, kind.first),
                           kind.n);
      for (; from < result->units->len; from++)
        {
          RefrainUnit *unit = &g_array_index (result->units, RefrainUnit, from);

          unit->first += segments[s].first;
          unit->segment = (guint32) s;
        }
    }
  if (self.turns != NULL && self.turns->any)
    g_atomic_int_set (&job->units->turned, TRUE);
  g_clear_pointer (&self.turns, turns_free);
  refrain_sequence_table_clear (&self.kinds_seen);
  refrain_unref_arrays (self.kinds, self.templates, self.split, self.nested, self.form);
}

/* FALSE when there are too many to be numbered. */
static gboolean
number_units (RefrainUnits *self)
{
  guint64 n = 0;

  for (guint p = 0; p < self->n_processes; p++)
    {
      self->first[p] = (guint32) n;
      n += self->processes[p].units->len;
      if (n >= G_MAXUINT32)
        return FALSE;
    }
  self->first[self->n_processes] = (guint32) n;
  return TRUE;
}

RefrainUnits *
refrain_units_new (RefrainSegments *segments, RefrainUnitsMode mode, GCancellable *cancellable)
{
  RefrainSymbols *symbols = refrain_segments_get_symbols (segments);
  g_autoptr (RefrainUnits) self = g_new0 (RefrainUnits, 1);
  Job job = { self, mode, cancellable };

  self->n_refs = 1;
  self->mode = mode;
  self->segments = g_object_ref (segments);
  self->n_processes = refrain_trace_get_n_processes (refrain_symbols_get_trace (symbols));
  self->processes = g_new0 (RefrainProcessUnits, self->n_processes);
  self->first = g_new0 (guint32, (gsize) self->n_processes + 1);
  refrain_segments_run (segments, split_process, &job);
  if (g_cancellable_is_cancelled (cancellable) || !number_units (self))
    return NULL;
  return g_steal_pointer (&self);
}

/* Numbers units and the contents of the changed ones anew. */
void
refrain_units_renumber (RefrainUnits *self)
{
  RefrainSymbols *symbols = refrain_segments_get_symbols (self->segments);
  g_autoptr (GArray) form = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint p = 0; p < self->n_processes; p++)
    {
      const guint32 *symbol = refrain_symbols_get_stream (symbols, p)->symbol;

      for (guint u = 0; u < self->processes[p].units->len; u++)
        {
          RefrainUnit *unit = &g_array_index (self->processes[p].units, RefrainUnit, u);

          if (unit->content == REFRAIN_NONE)
            unit->content
                = number_content (&self->processes[p], form, symbol + unit->first, unit->n);
        }
    }
  number_units (self);
}

RefrainUnits *
refrain_units_ref (RefrainUnits *self)
{
  g_atomic_int_inc (&self->n_refs);
  return self;
}

void
refrain_units_free (RefrainUnits *self)
{
  if (!g_atomic_int_dec_and_test (&self->n_refs))
    return;
  for (guint p = 0; p < self->n_processes; p++)
    {
      g_clear_pointer (&self->processes[p].units, g_array_unref);
      refrain_sequence_table_clear (&self->processes[p].contents);
      g_free (self->processes[p].kind);
      g_clear_pointer (&self->processes[p].first_split, g_array_unref);
      g_clear_pointer (&self->processes[p].splits, g_array_unref);
    }
  refrain_free (self->processes, self->first);
  g_clear_object (&self->segments);
  g_free (self);
}

guint
refrain_units_get_process (const RefrainUnits *self, guint32 unit)
{
  return (guint) REFRAIN_LOWER_BOUND (p, 0, self->n_processes, self->first[p + 1] <= unit);
}

/* ---- Cutting runs --------------------------------------------------------------------------- */

typedef struct
{
  RefrainUnits *units;
  guint32 *const *unit_of_op;
  GArray **cut; /* of each process: its units when some were cut, or NULL */
} CutJob;

/* One process that is being looked at. */
typedef struct
{
  const CutJob *job;
  guint process;
  const RefrainSymbolStream *stream;
  const RefrainOps *ops;
  GArray *units; /* of RefrainUnit: the new ones */
  GArray *ends;  /* of guint32: room; where the pieces of a run end */
} Cutter;

/* The unit at the other end of element @i's message; *@peer its process. REFRAIN_NONE when there is
 * none, or not in another process. */
static guint32
partner_unit (const Cutter *self, guint32 i, guint *peer)
{
  const guint32 op = self->stream->op[i];

  if (!REFRAIN_OP_IS_P2P (self->ops->kind[op]) || self->ops->partner[op] == REFRAIN_NONE
      || (guint) self->ops->peer[op] == self->process)
    return REFRAIN_NONE;
  *peer = (guint) self->ops->peer[op];
  return self->job->unit_of_op[*peer][self->ops->partner[op]];
}

/* Where the pieces of the run [@first, @end) end; FALSE when the partners do not split it. An event
 * without a partner stays with the one before. */
static gboolean
find_pieces (Cutter *self, guint32 first, guint32 end)
{
  guint peer = 0, other = 0;
  guint32 last = REFRAIN_NONE, segment = REFRAIN_NONE;

  g_array_set_size (self->ends, 0);
  for (guint32 i = first; i < end; i++)
    {
      const guint32 unit = partner_unit (self, i, &other);

      if (unit == REFRAIN_NONE || unit == last)
        continue;
      if (last == REFRAIN_NONE)
        {
          peer = other;
          segment = refrain_units_get (self->job->units, peer, unit)->segment;
        }
      /* In the order of the units, so that none is met twice. */
      else if (other != peer || unit < last
               || refrain_units_get (self->job->units, peer, unit)->segment != segment)
        return FALSE;
      else
        g_array_append_val (self->ends, i);
      last = unit;
    }
  g_array_append_val (self->ends, end);
  return self->ends->len > 1;
}

/* Appends elements [@first, @end) of @unit. */
static void
add_piece (Cutter *self, const RefrainUnit *unit, guint32 first, guint32 end, gboolean cut)
{
  RefrainUnit piece = *unit;

  piece.first = first;
  piece.n = end - first;
  piece.content = REFRAIN_NONE;
  piece.cut = piece.cut || cut;
  if (piece.n > 0)
    g_array_append_val (self->units, piece);
}

/* Appends @unit, cut at its runs; gives whether it was. */
static gboolean
cut_unit (Cutter *self, const RefrainUnit *unit)
{
  const guint32 *symbol = self->stream->symbol;
  guint32 done = unit->first, end;

  for (guint32 i = unit->first; !unit->whole && i < unit->first + unit->n; i = end)
    {
      for (end = i + 1; end < unit->first + unit->n && symbol[end] == symbol[i];)
        end++;
      if (end - i < 2 || !find_pieces (self, i, end))
        continue;
      add_piece (self, unit, done, i, FALSE);
      for (guint k = 0; k < self->ends->len; k++)
        {
          done = g_array_index (self->ends, guint32, k);
          add_piece (self, unit, k > 0 ? g_array_index (self->ends, guint32, k - 1) : i, done,
                     TRUE);
        }
    }
  if (done == unit->first)
    {
      g_array_append_val (self->units, *unit);
      return FALSE;
    }
  add_piece (self, unit, done, unit->first + unit->n, FALSE);
  return TRUE;
}

static void
cut_process (gsize item, gpointer data)
{
  const CutJob *job = data;
  RefrainSymbols *symbols = refrain_segments_get_symbols (job->units->segments);
  const GArray *units = job->units->processes[item].units;
  Cutter self = {
    .job = job,
    .process = (guint) item,
    .stream = refrain_symbols_get_stream (symbols, (guint) item),
    .ops = refrain_trace_get_ops (refrain_symbols_get_trace (symbols), (guint) item),
    .units = g_array_sized_new (FALSE, FALSE, sizeof (RefrainUnit), units->len),
    .ends = g_array_new (FALSE, FALSE, sizeof (guint32)),
  };
  gboolean any = FALSE;

  for (guint u = 0; u < units->len; u++)
    any |= cut_unit (&self, &g_array_index (units, RefrainUnit, u));
  if (any)
    job->cut[item] = g_steal_pointer (&self.units);
  g_clear_pointer (&self.units, g_array_unref);
  g_array_unref (self.ends);
}

gboolean
refrain_units_cut_runs (RefrainUnits *self, guint32 *const *unit_of_op)
{
  g_autofree GArray **cut = g_new0 (GArray *, MAX (self->n_processes, 1));
  CutJob job = { self, unit_of_op, cut };
  gboolean any = FALSE;
  guint64 n = 0;

  refrain_segments_run (self->segments, cut_process, &job);
  for (guint p = 0; p < self->n_processes; p++)
    n += cut[p] != NULL ? cut[p]->len : self->processes[p].units->len;
  for (guint p = 0; p < self->n_processes; p++)
    {
      if (cut[p] == NULL)
        continue;
      if (n < G_MAXUINT32)
        {
          g_array_unref (self->processes[p].units);
          self->processes[p].units = cut[p];
          any = TRUE;
        }
      else
        {
          g_array_unref (cut[p]);
        }
    }
  if (any)
    refrain_units_renumber (self);
  return any;
}
