/* fuzz-compact.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as a packed column, and as the rules and values of a compact form: in a file checksums
 * of HDF5 and zlib stand before both.
 */
#include "config.h"

#include <string.h>

#include "fuzz-util.h"
#include "refrain-compact-expand.h"
#include "refrain-packed.h"

enum
{
  MAX_RULES = 40,
  MAX_TERMS = 4,     /* of a rule */
  MAX_EVENTS = 3000, /* of all threads */
  N_SYMBOLS = 8,
  N_PROCESSES = 2,
};

/* The bytes, again and again. */
typedef struct
{
  const uint8_t *data;
  size_t size, at;
} Source;

static guint8
take (Source *self)
{
  return self->data[self->at++ % self->size];
}

static void
fill (Source *self, gpointer to, gsize n)
{
  for (gsize i = 0; i < n; i++)
    ((guint8 *) to)[i] = take (self);
}

static void
read_packed (const uint8_t *data, size_t size)
{
  guint64 n;
  gsize element;

  if (refrain_packed_get_shape (data, size, &n, &element) && n <= 1 << 20)
    {
      g_autofree guint8 *to = g_malloc (n * element + 1);

      refrain_packed_read (data, size, to);
    }
}

/* Rules, mostly sound ones; gives the events of each kind that the last one stands for. */
static void
make_rules (Source *source, RefrainCompactForm *form, guint64 events[4])
{
  const guint32 n_rules = 1 + take (source) % MAX_RULES;
  guint64 counts[MAX_RULES][4] = { { 0 } };
  guint64 t = 0;

  form->n[REFRAIN_COMPACT_RULES] = n_rules + 1;
  for (guint32 r = 0; r < n_rules; r++)
    {
      const guint32 n = 2 + take (source) % (MAX_TERMS - 1);
      const gboolean is_call = take (source) % 2 == 0; /* by its first and last term */

      form->rule_first[r] = t;
      for (guint32 i = 0; i < n; i++, t++)
        {
          const gboolean edge = is_call && (i == 0 || i == n - 1);
          const guint32 any = take (source) % (N_SYMBOLS + r + (take (source) % 64 == 0));
          const guint32 what = edge ? i / (n - 1) : any;
          const guint32 count = edge                       ? 1
                                : take (source) % 128 == 0 ? take (source)
                                                           : 1 + take (source) % 3;

          form->term_what[t] = what;
          form->term_count[t] = count;
          for (guint e = 0; e < 4; e++)
            counts[r][e] += what < N_SYMBOLS
                                ? (form->symbol_event[what] == e ? count : 0)
                                : counts[MIN (what - N_SYMBOLS, MAX_RULES - 1)][e] * count;
          for (guint e = 0; e < 4; e++)
            counts[r][e] = MIN (counts[r][e], 1 << 24);
        }
    }
  form->rule_first[n_rules] = t;
  form->n[REFRAIN_COMPACT_TERMS] = t;
  memcpy (events, counts[n_rules - 1], sizeof counts[0]);
}

static void
expand (Source *source, RefrainCompactForm *form, const guint64 events[4])
{
  const guint64 n = events[0] + events[1] + events[2] + events[3];
  guint64 first[REFRAIN_TABLE_TAPE + 1][N_PROCESSES + 1] = { { 0 } }, tape[N_PROCESSES];
  const guint64 first_thread[] = { 0, 1, 2 };
  RefrainThread threads[N_PROCESSES];
  RefrainCompactLayout layout = { .n_processes = N_PROCESSES,
                                  .n_threads = N_PROCESSES,
                                  .first_thread = first_thread,
                                  .tape_events = tape,
                                  .threads = threads };
  RefrainWritableColumns columns;
  const char *cause = NULL;

  for (guint p = 0; p < N_PROCESSES; p++)
    {
      const guint64 rows[] = { events[0], events[2], events[3], (n + 3) / 4 };

      threads[p] = (RefrainThread){
        .n_calls = events[0], .n_ops = events[2], .n_records = events[3], .n_tape = n
      };
      tape[p] = n;
      form->root[p] = (guint32) form->n[REFRAIN_COMPACT_RULES] - 2;
      for (guint t = 0; t <= REFRAIN_TABLE_TAPE; t++)
        first[t][p + 1] = first[t][p] + rows[t];
    }
  for (guint t = 0; t <= REFRAIN_TABLE_TAPE; t++)
    layout.first[t] = first[t];
  if (take (source) % 8 == 0)
    threads[0].n_ops++;
  if (refrain_compact_layout_check (&layout) != NULL
      || refrain_compact_form_check (form, &layout) != NULL
      || !refrain_compact_make_room (&layout, &columns))
    return;
  refrain_compact_expand (form, &layout, &columns, NULL, NULL, &cause);
  refrain_columns_clear (&columns);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  Source source = { data, size, 0 };
  RefrainCompactForm form = { { 0 } };
  gsize n;
  const RefrainCompactMember *members = refrain_compact_form_list (&n);
  guint64 events[4];

  read_packed (data, size);
  if (size < 16)
    return 0;
  form.n[REFRAIN_COMPACT_SYMBOLS] = N_SYMBOLS;
  form.n[REFRAIN_COMPACT_THREADS] = N_PROCESSES;
  form.n[REFRAIN_COMPACT_RULES] = MAX_RULES + 1;
  form.n[REFRAIN_COMPACT_TERMS] = MAX_RULES * MAX_TERMS;
  form.n[REFRAIN_COMPACT_EVENTS] = form.n[REFRAIN_COMPACT_OPS] = form.n[REFRAIN_COMPACT_RECORDS]
      = N_PROCESSES * (MAX_EVENTS + 1);
  for (gsize i = 0; i < n; i++)
    {
      const gsize bytes
          = form.n[members[i].length] * refrain_column_type_get_size (members[i].type);

      G_STRUCT_MEMBER (gpointer, &form, members[i].field) = g_malloc (bytes);
      fill (&source, G_STRUCT_MEMBER (gpointer, &form, members[i].field), bytes);
    }
  for (guint i = 0; i < N_SYMBOLS; i++)
    {
      form.symbol_event[i] = (guint8) (i < 2 ? i : i < 6 ? 2 + i % 2 : take (&source) % 4);
      form.symbol_what[i] = take (&source) % 5;
    }
  /* Mostly processes that are there. */
  for (guint64 i = 0; i < form.n[REFRAIN_COMPACT_OPS]; i++)
    if (form.peer[i] % 64 != 0)
      form.peer[i] = form.peer[i] % 2;
  make_rules (&source, &form, events);
  if (events[0] + events[1] + events[2] + events[3] <= MAX_EVENTS)
    expand (&source, &form, events);
  refrain_compact_form_clear (&form);
  return 0;
}
