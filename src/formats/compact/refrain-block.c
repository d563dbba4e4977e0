/* refrain-block.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same functions make codes of values and values of codes, so that both foretell the same. They
 * run over pieces: the rows of a block that belong to one process.
 */
#include "refrain-block.h"

#include <string.h>

#include "refrain-free.h"
#include "refrain-packed.h"
#include "refrain-record-bytes.h"
#include "refrain-search.h"

#define N_CHANNELS 4096

typedef struct
{
  gboolean decodes, failed;
  const RefrainProcessColumns *c; /* of the piece */
  gsize from, n;                  /* its rows in the process */
  guint64 *values, *codes;        /* of the piece */
  guint64 *ends, *end_codes;      /* likewise, of call times */
  /* What is carried from piece to piece. */
  guint64 last;      /* time or row */
  GArray *chain;     /* of guint32: the calls around the row before, and itself */
  guint64 *per_kind; /* by kind of record, or by channel */
  guint32 *open;     /* the calls of the piece that are open, from its first row */
} Coder;

RefrainBlockCoding
refrain_block_get_coding (const RefrainColumn *column)
{
  static const struct
  {
    gsize field;
    RefrainBlockCoding coding;
  } codings[] = {
    { G_STRUCT_OFFSET (RefrainProcessColumns, calls.parent), REFRAIN_BLOCK_PARENT },
    { G_STRUCT_OFFSET (RefrainProcessColumns, calls.start), REFRAIN_BLOCK_CALL_TIME },
    { G_STRUCT_OFFSET (RefrainProcessColumns, calls.end), REFRAIN_BLOCK_CALL_TIME },
    { G_STRUCT_OFFSET (RefrainProcessColumns, ops.time), REFRAIN_BLOCK_OP_TIME },
    { G_STRUCT_OFFSET (RefrainProcessColumns, records.time), REFRAIN_BLOCK_RECORD_TIME },
    { G_STRUCT_OFFSET (RefrainProcessColumns, ops.partner), REFRAIN_BLOCK_PARTNER },
    { G_STRUCT_OFFSET (RefrainProcessColumns, ops.record), REFRAIN_BLOCK_ROW },
    { G_STRUCT_OFFSET (RefrainProcessColumns, records.op), REFRAIN_BLOCK_ROW },
    { G_STRUCT_OFFSET (RefrainProcessColumns, records.id), REFRAIN_BLOCK_ID },
  };

  for (gsize i = 0; column != NULL && i < G_N_ELEMENTS (codings); i++)
    if (codings[i].field == column->field)
      return codings[i].coding;
  return REFRAIN_BLOCK_PLAIN;
}

guint64
refrain_block_count_all (guint64 n)
{
  return n / REFRAIN_BLOCK_ROWS + (n % REFRAIN_BLOCK_ROWS != 0);
}

gsize
refrain_block_count (guint64 n, guint64 block)
{
  return (gsize) MIN (REFRAIN_BLOCK_ROWS, n - block * REFRAIN_BLOCK_ROWS);
}

/* ---- Codes ---- */

/* The value, which is @value or what @code says; the other is set. */
static inline guint64
code_number (const Coder *self, guint64 value, guint64 *code, guint64 foretold)
{
  if (self->decodes)
    return foretold + ((*code >> 1) ^ (0 - (*code & 1)));
  *code = refrain_fold_signed ((gint64) (value - foretold));
  return value;
}

/* The same of a number that may be REFRAIN_NONE. */
static inline guint64
code_row (const Coder *self, guint64 value, guint64 *code, guint64 foretold)
{
  if (self->decodes ? *code == 0 : value == REFRAIN_NONE)
    {
      *code = 0;
      return REFRAIN_NONE;
    }
  *code -= self->decodes;
  value = code_number (self, value, code, foretold);
  *code += !self->decodes;
  return value;
}

static void
code_parents (Coder *self)
{
  GArray *chain = self->chain;

  if (self->from == 0)
    g_array_set_size (chain, 0);
  for (gsize i = 0; i < self->n; i++)
    {
      const guint32 row = (guint32) (self->from + i);
      guint left = 0;

      if (self->decodes)
        {
          self->failed |= self->codes[i] > chain->len;
          left = (guint) MIN (self->codes[i], chain->len);
        }
      else
        while (left < chain->len
               && g_array_index (chain, guint32, chain->len - 1 - left) != self->values[i])
          left++;
      g_array_set_size (chain, chain->len - left);
      self->codes[i] = left;
      if (self->decodes)
        self->values[i]
            = chain->len > 0 ? g_array_index (chain, guint32, chain->len - 1) : REFRAIN_NONE;
      else
        self->failed |= chain->len == 0 && self->values[i] != REFRAIN_NONE;
      g_array_append_val (chain, row);
    }
}

/* Ends the innermost of the calls that are open. */
static inline void
code_end (Coder *self, gsize call)
{
  self->ends[call] = self->last
      = code_number (self, self->ends[call], &self->end_codes[call], self->last);
}

/* In the order of the tape: each is foretold to be the time before. */
static void
code_call_times (Coder *self)
{
  const guint32 *parent = self->c->calls.parent + self->from;
  gsize n_open = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      while (n_open > 0 && self->from + self->open[n_open - 1] != parent[i])
        code_end (self, self->open[--n_open]);
      self->values[i] = self->last
          = code_number (self, self->values[i], &self->codes[i], self->last);
      self->open[n_open++] = (guint32) i;
    }
  while (n_open > 0)
    code_end (self, self->open[--n_open]);
}

/* Sends begin their call, what waits ends it. */
static void
code_op_times (Coder *self)
{
  const guint32 *call = self->c->ops.call + self->from;
  const guint8 *kind = self->c->ops.kind + self->from;

  for (gsize i = 0; i < self->n; i++)
    {
      guint64 foretold = self->last;

      if (call[i] >= self->c->calls.n)
        ;
      else if (!REFRAIN_OP_IS_SEND (kind[i]))
        foretold = (guint64) self->c->calls.end[call[i]];
      else if (i == 0 || call[i - 1] != call[i])
        foretold = (guint64) self->c->calls.start[call[i]];
      self->values[i] = self->last = code_number (self, self->values[i], &self->codes[i], foretold);
    }
}

static void
code_record_times (Coder *self)
{
  const guint32 *call = self->c->records.call + self->from;

  for (gsize i = 0; i < self->n; i++)
    {
      const gboolean first = call[i] < self->c->calls.n && (i == 0 || call[i - 1] != call[i]);
      const guint64 foretold = first ? (guint64) self->c->calls.start[call[i]] : self->last;

      self->values[i] = self->last = code_number (self, self->values[i], &self->codes[i], foretold);
    }
}

static void
code_partners (Coder *self)
{
  const RefrainOps *ops = &self->c->ops;

  for (gsize i = 0; i < self->n; i++)
    {
      const gsize row = self->from + i;
      const guint32 key
          = (guint32) ops->peer[row] * 31u + (guint32) ops->tag[row] * 7u + ops->kind[row] * 1009u;
      guint64 *last = &self->per_kind[key % N_CHANNELS];

      self->values[i] = code_row (self, self->values[i], &self->codes[i], *last);
      if (self->values[i] != REFRAIN_NONE)
        *last = self->values[i];
    }
}

static void
code_rows (Coder *self)
{
  for (gsize i = 0; i < self->n; i++)
    {
      self->values[i] = code_row (self, self->values[i], &self->codes[i], self->last);
      if (self->values[i] != REFRAIN_NONE)
        self->last = self->values[i];
    }
}

static void
code_ids (Coder *self)
{
  const guint8 *kind = self->c->records.kind + self->from;

  for (gsize i = 0; i < self->n; i++)
    {
      guint64 *last = &self->per_kind[kind[i]];

      self->values[i] = *last = code_number (self, self->values[i], &self->codes[i], *last);
    }
}

static void (*const coders[]) (Coder *)
    = { NULL,          code_parents, code_call_times, code_op_times, code_record_times,
        code_partners, code_rows,    code_ids };

/* ---- Blocks ---- */

typedef void (*PieceFunc) (
    const RefrainProcessColumns *c, gsize from, gsize at, gsize n, gpointer data);

/* Calls @func with the rows of @block that each process has; @at is where they are in the block. */
static void
visit_pieces (
    const RefrainBlockRows *rows, RefrainTable table, guint64 block, PieceFunc func, gpointer data)
{
  const guint64 *first = rows->first[table];
  const guint64 start = block * REFRAIN_BLOCK_ROWS;
  const guint64 end = MIN (start + REFRAIN_BLOCK_ROWS, first[rows->n_processes]);
  gsize p = REFRAIN_LOWER_BOUND (i, 0, rows->n_processes, first[i + 1] <= start);

  for (guint64 at = start; at < end; p++)
    {
      const guint64 to = MIN (first[p + 1], end);

      if (at < to)
        func (&rows->columns[p], at - first[p], at - start, to - at, data);
      at = to;
    }
}

typedef struct
{
  Coder coder;
  const RefrainColumn *column; /* of the values */
  gboolean pair;               /* of call times */
  void (*code) (Coder *);
  guint64 *values, *codes, *ends, *end_codes; /* of the block */
} Work;

static guint64 *
new_numbers (gsize n)
{
  return g_new (guint64, n + 1);
}

static void
work_init (Work *self, const RefrainColumn *column, RefrainBlockCoding coding, gboolean decodes)
{
  const gsize n = REFRAIN_BLOCK_ROWS;

  *self = (Work){ .column = column,
                  .pair = coding == REFRAIN_BLOCK_CALL_TIME,
                  .code = coders[coding],
                  .values = new_numbers (n) };
  self->coder.decodes = decodes;
  if (!decodes)
    self->codes = new_numbers (n);
  if (self->pair)
    {
      self->ends = new_numbers (n);
      self->end_codes = decodes ? NULL : new_numbers (n);
      self->coder.open = g_new (guint32, n);
    }
  if (coding == REFRAIN_BLOCK_PARENT)
    self->coder.chain = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (coding == REFRAIN_BLOCK_PARTNER || coding == REFRAIN_BLOCK_ID)
    self->coder.per_kind = g_new0 (guint64, N_CHANNELS);
}

REFRAIN_DEFINE_CLEAR (work_clear, Work, g_free (x->values); g_free (x->codes); g_free (x->ends);
                      refrain_free (x->end_codes, x->coder.open, x->coder.per_kind);
                      g_clear_pointer (&x->coder.chain, g_array_unref))

static void
widen (guint64 *to, gconstpointer from, gsize size, gsize n)
{
  for (gsize i = 0; i < n; i++)
    to[i] = size == 8 ? ((const guint64 *) from)[i] : ((const guint32 *) from)[i];
}

static void
narrow (gpointer to, const guint64 *from, gsize size, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (size == 8)
      ((guint64 *) to)[i] = from[i];
    else
      ((guint32 *) to)[i] = (guint32) from[i];
}

static void
code_piece (const RefrainProcessColumns *c, gsize from, gsize at, gsize n, gpointer data)
{
  Work *self = data;
  Coder *coder = &self->coder;

  coder->c = c;
  coder->from = from;
  coder->n = n;
  coder->values = self->values + at;
  coder->codes = self->codes + at;
  if (self->pair)
    {
      coder->ends = self->ends + at;
      coder->end_codes = self->end_codes + at;
    }
  if (!coder->decodes && self->pair)
    {
      widen (coder->values, c->calls.start + from, 8, n);
      widen (coder->ends, c->calls.end + from, 8, n);
    }
  else if (!coder->decodes)
    {
      const gsize size = refrain_column_type_get_size (self->column->type);

      widen (coder->values, G_STRUCT_MEMBER (const guint8 *, c, self->column->field) + from * size,
             size, n);
    }
  self->code (coder);
}

/* ---- Packing ---- */

typedef struct
{
  const RefrainColumn *column;
  guint8 *to;
} Gathering;

static void
gather_piece (const RefrainProcessColumns *c, gsize from, gsize at, gsize n, gpointer data)
{
  const Gathering *self = data;
  const gsize size = refrain_column_type_get_size (self->column->type);

  memcpy (self->to + at * size,
          G_STRUCT_MEMBER (const guint8 *, c, self->column->field) + from * size, n * size);
}

/* The calls around the row before the first one of @block, and itself, outermost first. FALSE where
 * they are no chain. */
static gboolean
find_chain (const RefrainBlockRows *rows, guint64 block, GArray *chain)
{
  const guint64 *first = rows->first[REFRAIN_TABLE_CALLS];
  const guint64 start = block * REFRAIN_BLOCK_ROWS;
  const gsize p = REFRAIN_LOWER_BOUND (i, 0, rows->n_processes, first[i + 1] <= start);
  const guint32 *parent = rows->columns[p].calls.parent;

  if (start == first[p])
    return TRUE;
  for (guint32 at = (guint32) (start - first[p] - 1); at != REFRAIN_NONE; at = parent[at])
    {
      if (parent[at] != REFRAIN_NONE && parent[at] >= at)
        return FALSE;
      g_array_append_val (chain, at);
    }
  for (guint i = 0; i < chain->len / 2; i++)
    {
      guint32 *a = &g_array_index (chain, guint32, i);
      guint32 *b = &g_array_index (chain, guint32, chain->len - 1 - i);
      const guint32 was = *a;

      *a = *b;
      *b = was;
    }
  return TRUE;
}

/* The codes of parents begin with the chain. */
static GByteArray *
pack_parents (Work *work, const RefrainBlockRows *rows, guint64 block, gsize n)
{
  GArray *chain = work->coder.chain;
  g_autofree guint64 *all = NULL;
  gsize n_chain;

  if (!find_chain (rows, block, chain))
    return NULL;
  n_chain = chain->len;
  all = new_numbers (n_chain + n);
  for (gsize i = 0; i < n_chain; i++)
    all[i] = g_array_index (chain, guint32, i);
  visit_pieces (rows, REFRAIN_TABLE_CALLS, block, code_piece, work);
  memcpy (all + n_chain, work->codes, n * sizeof *all);
  return work->coder.failed ? NULL : refrain_pack_soon (all, n_chain + n, sizeof *all);
}

GByteArray *
refrain_block_pack (const RefrainBlockRows *rows,
                    const RefrainColumn *column,
                    RefrainBlockCoding coding,
                    guint64 block)
{
  const gsize n = refrain_block_count (rows->first[column->table][rows->n_processes], block);
  GByteArray *packed;
  Work work;

  if (coding == REFRAIN_BLOCK_PLAIN)
    {
      const gsize size = refrain_column_type_get_size (column->type);
      g_autofree guint8 *plain = g_malloc (n * size);
      Gathering gathering = { column, plain };

      visit_pieces (rows, column->table, block, gather_piece, &gathering);
      return refrain_pack_soon (plain, n, size);
    }
  work_init (&work, column, coding, FALSE);
  if (coding == REFRAIN_BLOCK_PARENT)
    packed = pack_parents (&work, rows, block, n);
  else
    {
      const gboolean is_end = column->field == G_STRUCT_OFFSET (RefrainProcessColumns, calls.end);

      visit_pieces (rows, column->table, block, code_piece, &work);
      packed = refrain_pack_soon (is_end ? work.end_codes : work.codes, n, sizeof (guint64));
    }
  work_clear (&work);
  return packed;
}

/* ---- Unpacking ---- */

/* The numbers of @packed; *@n is how many there must be, at least, and gets how many there are.
 * NULL where it is damaged. */
static guint64 *
unpack_codes (const RefrainPackedBlock *packed, gsize *n)
{
  guint64 found;
  gsize size;
  guint64 *codes;

  if (!refrain_packed_get_shape (packed->bytes, packed->n_bytes, &found, &size)
      || size != sizeof *codes || found < *n)
    return NULL;
  codes = g_try_new (guint64, found + 1);
  if (codes == NULL || !refrain_packed_read (packed->bytes, packed->n_bytes, codes))
    {
      g_free (codes);
      return NULL;
    }
  *n = (gsize) found;
  return codes;
}

/* Takes the chain from the head of the codes of parents, which are then those of the rows. */
static void
take_chain (Work *work, gsize n_chain, gsize n)
{
  for (gsize i = 0; i < n_chain; i++)
    {
      const guint32 row = (guint32) work->codes[i];

      g_array_append_val (work->coder.chain, row);
    }
  memmove (work->codes, work->codes + n_chain, n * sizeof *work->codes);
}

static gboolean
unpack_coded (Work *work,
              const RefrainBlockRows *rows,
              guint64 block,
              const RefrainPackedBlock *packed,
              gsize n)
{
  gsize found = n, n_ends = n;

  work->codes = unpack_codes (&packed[0], &found);
  if (work->pair)
    work->end_codes = unpack_codes (&packed[1], &n_ends);
  if (work->codes == NULL || (work->pair && work->end_codes == NULL) || n_ends != n
      || (found != n && work->coder.chain == NULL))
    return FALSE;
  if (work->coder.chain != NULL)
    take_chain (work, found - n, n);
  visit_pieces (rows, work->column->table, block, code_piece, work);
  return !work->coder.failed;
}

gboolean
refrain_block_unpack (const RefrainBlockRows *rows,
                      const RefrainColumn *column,
                      RefrainBlockCoding coding,
                      guint64 block,
                      const RefrainPackedBlock *packed,
                      gpointer *to)
{
  const gsize size = refrain_column_type_get_size (column->type);
  const gsize n = refrain_block_count (rows->first[column->table][rows->n_processes], block);
  gboolean sound;
  Work work;

  work_init (&work, column, coding, TRUE);
  sound = unpack_coded (&work, rows, block, packed, n);
  if (sound)
    narrow (to[0], work.values, size, n);
  if (sound && work.pair)
    narrow (to[1], work.ends, size, n);
  work_clear (&work);
  return sound;
}
