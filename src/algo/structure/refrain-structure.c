/* refrain-structure.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each thread by itself: its events are numbered, written as sequences and loops, and forgotten.
 */
#include "refrain-structure.h"

#include "refrain-cover-loops.h"
#include "refrain-object.h"
#include "refrain-pair-sequences.h"
#include "refrain-parallel.h"
#include "refrain-search.h"
#include "refrain-trace-shares.h"

struct _RefrainStructure
{
  GObject parent_instance;

  RefrainTrace *trace;
  RefrainStructureOptions options;
  GArray *parts;                    /* of RefrainStructurePart; what they point to belongs to it */
  RefrainStructureFigures *figures; /* by process */
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainStructure, refrain_structure)

static void
refrain_structure_finalize (RefrainStructure *self)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      RefrainStructurePart *part = &g_array_index (self->parts, RefrainStructurePart, i);

      g_free ((gpointer) part->example);
      g_strfreev ((char **) part->words);
      if (part->grammar != NULL)
        refrain_grammar_free ((RefrainGrammar *) part->grammar);
    }
  g_array_unref (self->parts);
  g_free (self->figures);
  g_clear_object (&self->trace);
}

static void
refrain_structure_init (RefrainStructure *self)
{
  self->parts = g_array_new (FALSE, TRUE, sizeof (RefrainStructurePart));
}

/* ---- Making it ---------------------------------------------------------------------------------
 */

typedef struct
{
  RefrainStructure *self;
  GCancellable *cancellable;
} Work;

/* By how much each symbol changes the depth of calls. Free with g_free(). */
static gint8 *
make_depths (const RefrainStructurePart *part)
{
  gint8 *depth = g_new (gint8, (gsize) part->n_symbols + 1);

  for (guint32 i = 0; i < part->n_symbols; i++)
    depth[i] = part->example[i].kind == REFRAIN_TAPE_ENTER ? 1
               : part->example[i].kind == REFRAIN_TAPE_OP  ? 0
                                                           : -1;
  return depth;
}

static void
make_part (gsize item, gpointer data)
{
  Work *work = data;
  RefrainStructure *self = work->self;
  RefrainStructurePart *part = &g_array_index (self->parts, RefrainStructurePart, item);
  RefrainProcess *process = refrain_trace_get_process (self->trace, part->process);
  RefrainEventStream stream;

  refrain_event_stream_read (&stream, self->trace, part->process,
                             refrain_process_get_thread (process, part->thread),
                             &self->options.events);
  part->n_symbols = stream.n_symbols;
  part->example = g_steal_pointer (&stream.example);
  if (self->options.outer == REFRAIN_OUTER_COVER)
    {
      g_autofree gint8 *depth = make_depths (part);

      part->grammar = refrain_cover_loops_find (stream.symbol, stream.n, stream.n_symbols, depth,
                                                work->cancellable);
    }
  else
    part->grammar = refrain_pair_sequences_find (stream.symbol, stream.n, stream.n_symbols,
                                                 work->cancellable);
  refrain_event_stream_clear (&stream);
}

static void
count_figures (RefrainStructure *self, guint process, RefrainStructureFigures *figures)
{
  guint64 in_loops = 0, in_patterns = 0, most = 0;
  gsize first, end;

  refrain_structure_find_parts (self, process, &first, &end);
  figures->part = first;
  for (gsize i = first; i < end; i++)
    {
      const RefrainGrammar *grammar = refrain_structure_get_part (self, i)->grammar;
      const RefrainTerm *outermost = refrain_grammar_find_outermost (grammar);
      guint64 loops, patterns;

      refrain_grammar_count_covered (grammar, &loops, &patterns);
      in_loops += loops;
      in_patterns += patterns;
      figures->events += grammar->length;
      figures->patterns += grammar->n_patterns;
      figures->terms += refrain_grammar_count_terms (grammar);
      if (outermost == NULL || refrain_grammar_get_size (grammar, outermost) <= most)
        continue;
      most = refrain_grammar_get_size (grammar, outermost);
      figures->iterations = outermost->count;
      figures->size = most / outermost->count;
      figures->part = i;
    }
  if (figures->events == 0)
    return;
  figures->occupation = (double) most / (double) figures->events;
  figures->in_loops = (double) in_loops / (double) figures->events;
  figures->in_patterns = (double) in_patterns / (double) figures->events;
}

RefrainStructure *
refrain_structure_new (RefrainTrace *trace,
                       const RefrainStructureOptions *options,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (RefrainStructure) self = g_object_new (REFRAIN_TYPE_STRUCTURE, NULL);
  const RefrainShares *shares = refrain_trace_get_shares (trace);
  const guint n = refrain_trace_get_n_processes (trace);
  Work work = { self, cancellable };

  self->trace = g_object_ref (trace);
  self->options = *options;
  self->figures = g_new0 (RefrainStructureFigures, (gsize) n + 1);
  for (guint p = 0; p < n; p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);

      if (!refrain_shares_own (shares, p))
        continue;
      /* Asking for the columns checks them. */
      refrain_process_get_calls (process);
      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        {
          RefrainStructurePart part = { .process = p, .thread = t };

          g_array_append_val (self->parts, part);
        }
    }
  if (!refrain_parallel_run (self->parts->len, make_part, &work, cancellable)
      || g_cancellable_is_cancelled (cancellable))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Operation was cancelled");
      return NULL;
    }
  for (guint p = 0; p < n; p++)
    count_figures (self, p, &self->figures[p]);
  refrain_shares_fill (shares, self->figures, sizeof *self->figures);
  return g_steal_pointer (&self);
}

/* ---- Giving it to others ------------------------------------------------------------------------
 */

static void
pack_part (RefrainStructure *self, gsize i, GByteArray *parcel)
{
  const RefrainStructurePart *part = refrain_structure_get_part (self, i);

  REFRAIN_PARCEL_PUT (parcel, *part);
  refrain_grammar_pack (part->grammar, parcel);
  for (guint32 symbol = 0; symbol < part->n_symbols; symbol++)
    {
      g_autofree char *text = refrain_structure_describe (self, i, symbol);

      refrain_parcel_put_text (parcel, text);
    }
}

static RefrainStructurePart
unpack_part (RefrainParcel *parcel)
{
  RefrainStructurePart part;
  char **words;

  refrain_parcel_take (parcel, &part, sizeof part);
  part.example = NULL;
  part.grammar = refrain_grammar_unpack (parcel);
  words = g_new0 (char *, (gsize) part.n_symbols + 1);
  for (guint32 symbol = 0; symbol < part.n_symbols; symbol++)
    words[symbol] = refrain_parcel_take_text (parcel);
  part.words = words;
  return part;
}

void
refrain_structure_share_parts (RefrainStructure *self, guint process)
{
  const RefrainShares *shares = refrain_trace_get_shares (self->trace);
  g_autoptr (GByteArray) mine = g_byte_array_new ();
  g_autoptr (GPtrArray) all = NULL;
  gsize first, end;

  if (shares == NULL)
    return;
  refrain_structure_find_parts (self, process, &first, &end);
  for (gsize i = first; i < end; i++)
    pack_part (self, i, mine);
  all = refrain_team_gather (shares->team, mine->data, mine->len);
  if (all == NULL || refrain_shares_own (shares, process))
    return;
  for (RefrainParcel parcel = refrain_parcel_open (all, refrain_shares_get_owner (shares, process));
       refrain_parcel_has_more (&parcel); first++)
    {
      const RefrainStructurePart part = unpack_part (&parcel);

      g_array_insert_val (self->parts, (guint) first, part);
    }
}

/* ---- Asking ------------------------------------------------------------------------------------
 */

REFRAIN_READER (refrain_structure_get_trace, RefrainStructure, RefrainTrace *, self->trace)

const RefrainStructureOptions *
refrain_structure_get_options (RefrainStructure *self)
{
  return &self->options;
}

REFRAIN_READER (refrain_structure_get_n_parts, RefrainStructure, gsize, self->parts->len)

const RefrainStructurePart *
refrain_structure_get_part (RefrainStructure *self, gsize i)
{
  g_return_val_if_fail (i < self->parts->len, NULL);
  return &g_array_index (self->parts, RefrainStructurePart, i);
}

void
refrain_structure_find_parts (RefrainStructure *self, guint process, gsize *first, gsize *end)
{
  const RefrainStructurePart *parts = (const RefrainStructurePart *) self->parts->data;
  const gsize n = self->parts->len;

  *first = REFRAIN_LOWER_BOUND (i, 0, n, parts[i].process < process);
  *end = REFRAIN_LOWER_BOUND (j, *first, n, parts[j].process <= process);
}

const RefrainStructureFigures *
refrain_structure_get_figures (RefrainStructure *self, guint process)
{
  return &self->figures[process];
}

char *
refrain_structure_describe (RefrainStructure *self, gsize part, guint32 symbol)
{
  const RefrainStructurePart *at = refrain_structure_get_part (self, part);

  if (at->words != NULL)
    return g_strdup (at->words[symbol]);
  return refrain_event_describe (self->trace, at->process, &at->example[symbol],
                                 &self->options.events);
}

char *
refrain_structure_describe_pattern (RefrainStructure *self, gsize part, guint32 pattern)
{
  const RefrainGrammar *grammar = refrain_structure_get_part (self, part)->grammar;
  const RefrainTerm *term = &grammar->terms[grammar->first[pattern]];

  while (term->what >= grammar->n_symbols)
    term = &grammar->terms[grammar->first[term->what - grammar->n_symbols]];
  return refrain_structure_describe (self, part, term->what);
}

gsize
refrain_structure_get_memory (RefrainStructure *self)
{
  gsize memory = sizeof *self;

  for (guint i = 0; i < self->parts->len; i++)
    {
      const RefrainStructurePart *part = &g_array_index (self->parts, RefrainStructurePart, i);

      memory += sizeof *part + part->n_symbols * sizeof *part->example
                + refrain_grammar_get_memory (part->grammar);
    }
  return memory;
}
