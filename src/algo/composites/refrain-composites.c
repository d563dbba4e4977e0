/* refrain-composites.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The steps in order, each with what the one before left; names and stages at the end.
 */
#include "refrain-composites.h"

#include <glib/gi18n.h>

#include "refrain-compare.h"
#include "refrain-families.h"
#include "refrain-object.h"
#include "refrain-pattern-facts.h"
#include "refrain-pattern-private.h"
#include "refrain-pattern-steps.h"
#include "refrain-parallel.h"
#include "refrain-promotion.h"
#include "refrain-reach.h"

/* ---- Hubs ---- */

/* A master's elements are put in order of its workers and of what it has with each, so that the
 * units of each worker lie side by side, whatever routine made them. */

/* What an element belongs to: a worker and a piece of what it has with its master. A last word is
 * by itself. */
typedef struct
{
  guint32 worker; /* REFRAIN_NONE: none */
  guint64 piece;
  guint32 element;
} Said;

typedef struct
{
  const RefrainInstances *instances;
  const RefrainMasters *masters;
  RefrainSymbols *symbols;
  RefrainTrace *trace;
} Hubs;

/* The piece in which operation @op of @worker is. */
static guint64
find_piece (const Hubs *self, guint worker, gsize op)
{
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, worker);
  const guint32 piece = op < ops->n ? self->masters->piece[worker][op] : REFRAIN_NONE;

  if (piece == REFRAIN_NONE)
    return G_MAXUINT64;
  return 2 * (guint64) piece
         + (!self->masters->answer[worker][piece] && !REFRAIN_OP_IS_SEND (ops->kind[op]));
}

static Said
read_element (const Hubs *self, guint process, guint32 element)
{
  const RefrainOps *ops = refrain_trace_get_ops (self->trace, process);
  const guint32 op = refrain_symbols_get_stream (self->symbols, process)->op[element];
  const gint32 peer = ops->peer[op];
  Said said = { REFRAIN_NONE, 0, element };

  if (!REFRAIN_OP_IS_P2P (ops->kind[op]) || peer < 0 || (guint) peer >= self->masters->n_processes)
    return said;
  if (self->masters->master[process] == (guint32) peer)
    {
      said.worker = process;
      said.piece = find_piece (self, process, op);
    }
  else if (self->masters->master[peer] == process)
    {
      said.worker = (guint32) peer;
      said.piece = ops->partner[op] != REFRAIN_NONE
                       ? find_piece (self, (guint) peer, ops->partner[op])
                       : G_MAXUINT64;
    }
  return said;
}

REFRAIN_DEFINE_COMPARE (compare_said,
                        Said,
                        REFRAIN_RISING (worker)
                            ?: REFRAIN_RISING (piece)
                            ?: REFRAIN_RISING (element))

/* Of each element of @process the call of its segment; of elements in none REFRAIN_NONE.
 * @segment_of: the numbers of the segments. */
static guint32 *
read_calls (const Hubs *self, guint process, guint32 *segment_of)
{
  const gsize n_elements = refrain_symbols_get_stream (self->symbols, process)->n;
  guint32 *call = g_new (guint32, n_elements + 1);
  gsize n;
  const RefrainSegment *old = refrain_segments_get (self->instances->units->segments, process, &n);

  for (gsize i = 0; i < n_elements; i++)
    call[i] = segment_of[i] = REFRAIN_NONE;
  for (guint32 s = 0; s < n; s++)
    for (guint32 i = old[s].first; i < old[s].first + old[s].n; i++)
      {
        call[i] = old[s].call;
        segment_of[i] = s;
      }
  return call;
}

/* The segments of @process: what workers and masters say to each other cut into pieces, the others
 * as they were. Elements are put in order in @order (of its elements). */
static GArray *
cut_process (const Hubs *self, guint process, guint32 *order)
{
  const guint32 n_elements = (guint32) refrain_symbols_get_stream (self->symbols, process)->n;
  g_autofree guint32 *segment_of = g_new (guint32, (gsize) n_elements + 1);
  g_autofree guint32 *call = read_calls (self, process, segment_of);
  g_autofree Said *said = g_new (Said, (gsize) n_elements + 1);
  GArray *segments = g_array_new (FALSE, FALSE, sizeof (RefrainSegment));

  for (guint32 i = 0; i < n_elements; i++)
    said[i] = read_element (self, process, i);
  for (guint32 first = 0, end; first < n_elements; first = end)
    {
      for (end = first + 1; end < n_elements && said[first].worker != REFRAIN_NONE
                            && said[end].worker != REFRAIN_NONE;
           end++)
        ;
      if (said[first].worker != REFRAIN_NONE)
        refrain_sort (said + first, end - first, sizeof *said, compare_said);
    }
  for (guint32 i = 0; i < n_elements; i++)
    {
      const guint32 own = segment_of[said[i].element];
      const RefrainSegment piece = { i, 1, call[said[i].element] };

      order[i] = said[i].element;
      if (own == REFRAIN_NONE)
        continue;
      if (i > 0 && segment_of[said[i - 1].element] != REFRAIN_NONE
          && said[i].worker == said[i - 1].worker
          && (said[i].worker != REFRAIN_NONE ? said[i].piece == said[i - 1].piece
                                             : own == segment_of[said[i - 1].element]))
        g_array_index (segments, RefrainSegment, segments->len - 1).n++;
      else
        g_array_append_val (segments, piece);
    }
  return segments;
}

static GArray *
copy_segments (const Hubs *self, guint process)
{
  gsize n;
  const RefrainSegment *old = refrain_segments_get (self->instances->units->segments, process, &n);
  GArray *segments = g_array_new (FALSE, FALSE, sizeof (RefrainSegment));

  if (n > 0)
    g_array_append_vals (segments, old, (guint) n);
  return segments;
}

/* Joins anew, with what @masters and their workers say to each other cut into tasks, whatever
 * routines made them, and last words apart. Gives @instances where there are no masters, else takes
 * them over. NULL when cancelled; then @instances is freed. Near-linear in operations. */
static RefrainInstances *
hubs_split (RefrainInstances *instances, const RefrainMasters *masters, GCancellable *cancellable)
{
  const guint n = instances->units->n_processes;
  const Hubs self
      = { instances, masters, refrain_segments_get_symbols (instances->units->segments),
          refrain_symbols_get_trace (refrain_segments_get_symbols (instances->units->segments)) };
  g_autofree guint32 **order = NULL;
  g_autoptr (GPtrArray) lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (RefrainSymbols) symbols = NULL;
  g_autoptr (RefrainSegments) segments = NULL;
  RefrainInstances *split;

  if (masters->masters->len == 0)
    return instances;
  order = g_new0 (guint32 *, (gsize) n + 1);
  for (guint p = 0; p < n; p++)
    if (masters->master[p] != REFRAIN_NONE || refrain_masters_contains (masters, p))
      {
        order[p] = g_new (guint32, refrain_symbols_get_stream (self.symbols, p)->n + 1);
        g_ptr_array_add (lists, cut_process (&self, p, order[p]));
      }
    else
      g_ptr_array_add (lists, copy_segments (&self, p));
  symbols = refrain_symbols_new_ordered (self.symbols, order);
  for (guint p = 0; p < n; p++)
    g_free (order[p]);
  segments = refrain_segments_new_listed (symbols, lists);
  split = refrain_reach_join (segments, REFRAIN_UNITS_SPLIT, NULL, cancellable);
  refrain_instances_free (instances);
  return split;
}

struct _RefrainComposites
{
  GObject parent_instance;

  RefrainPatternSet *elementary;
  RefrainMasters *masters;
  RefrainPatternSet *set;
  RefrainCompositeInfo *info; /* of each pattern of the set */
  GPtrArray *cycles;
  gboolean order_varies;
  RefrainDivision division;
};

REFRAIN_DEFINE_OBJECT (RefrainComposites, refrain_composites)

static void
refrain_composites_finalize (RefrainComposites *self)
{
  const guint n = self->set != NULL ? refrain_pattern_set_get_n_patterns (self->set) : 0;

  for (guint i = 0; self->info != NULL && i < n; i++)
    g_free ((gpointer) self->info[i].stages);
  g_free (self->info);
  g_clear_object (&self->set);
  g_clear_object (&self->elementary);
  g_clear_pointer (&self->cycles, g_ptr_array_unref);
  g_clear_pointer (&self->masters, refrain_masters_free);
}

/* ---- Stages ------------------------------------------------------------------------------------
 */

/* The elementary patterns of one occurrence: index + 1 is the key, and how many other ones some
 * process goes through before, the value. */
typedef struct
{
  GHashTable *stage;
  GArray *patterns; /* of guint32, in order of first use */
} Stages;

/* Follows one process through its part of an occurrence. */
static void
read_stages (Stages *self,
             RefrainPatternSet *elementary,
             const RefrainSymbolStream *stream,
             const RefrainOccurrencePart *part)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint32 i = part->first; i < part->first + part->n; i++)
    {
      RefrainPatternEvent event;
      gpointer key;
      guint before, stage;

      if (!refrain_pattern_set_find_occurrence (elementary, part->process, stream->op[i], &event))
        continue;
      key = GUINT_TO_POINTER (event.pattern + 1);
      if (g_hash_table_contains (seen, key))
        continue;
      before = g_hash_table_size (seen);
      g_hash_table_add (seen, key);
      stage = GPOINTER_TO_UINT (g_hash_table_lookup (self->stage, key));
      if (stage == 0)
        g_array_append_val (self->patterns, event.pattern);
      g_hash_table_insert (self->stage, key, GUINT_TO_POINTER (MAX (stage, before + 1)));
    }
}

static void
find_stages (RefrainComposites *self, guint index)
{
  RefrainPattern *pattern = refrain_pattern_set_get_pattern (self->set, index);
  RefrainSymbols *symbols = refrain_pattern_set_get_symbols (self->set);
  Stages stages = { g_hash_table_new (NULL, NULL), g_array_new (FALSE, FALSE, sizeof (guint32)) };
  RefrainCompositeInfo *info = &self->info[index];
  gsize n;
  const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, 0, &n);

  for (gsize k = 0; k < n; k++)
    read_stages (&stages, self->elementary, refrain_symbols_get_stream (symbols, parts[k].process),
                 &parts[k]);
  info->n_stages = 1;
  for (guint i = 0; i < stages.patterns->len; i++)
    {
      const guint32 own = g_array_index (stages.patterns, guint32, i);

      info->n_stages
          = MAX (info->n_stages,
                 GPOINTER_TO_UINT (g_hash_table_lookup (stages.stage, GUINT_TO_POINTER (own + 1))));
    }
  info->n_stages = MAX (info->n_stages, refrain_pattern_count_stages (pattern));
  info->n_parts = stages.patterns->len;
  info->stages = (const guint32 *) (gpointer) g_array_free (stages.patterns, FALSE);
  g_hash_table_unref (stages.stage);
}

/* ---- Names -------------------------------------------------------------------------------------
 */

/* Whether the hub sends, and receives, in the first occurrence. */
static void
read_hub (
    RefrainComposites *self, RefrainPattern *pattern, guint32 hub, gboolean *out, gboolean *in)
{
  RefrainSymbols *symbols = refrain_pattern_set_get_symbols (self->set);
  const RefrainOps *ops = refrain_trace_get_ops (refrain_symbols_get_trace (symbols), hub);
  const guint32 *op = refrain_symbols_get_stream (symbols, hub)->op;
  gsize n;
  const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, 0, &n);

  *out = *in = FALSE;
  for (gsize k = 0; k < n; k++)
    for (guint32 i = 0; parts[k].process == hub && i < parts[k].n; i++)
      {
        const gboolean send = REFRAIN_OP_IS_SEND (ops->kind[op[parts[k].first + i]]);

        *out |= send;
        *in |= !send;
      }
}

/* Whether no process but @hub sends or receives after its part of any occurrence. */
static gboolean
is_last_word (RefrainComposites *self, RefrainPattern *pattern, guint32 hub)
{
  RefrainSymbols *symbols = refrain_pattern_set_get_symbols (self->set);

  for (gsize i = 0; i < refrain_pattern_get_n_occurrences (pattern); i++)
    {
      gsize n;
      const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, i, &n);

      for (gsize k = 0; k < n; k++)
        {
          const guint process = parts[k].process;
          const RefrainSymbolStream *stream = refrain_symbols_get_stream (symbols, process);
          const RefrainOps *ops
              = refrain_trace_get_ops (refrain_symbols_get_trace (symbols), process);

          for (gsize at = parts[k].first + parts[k].n; process != hub && at < stream->n; at++)
            if (ops->kind[stream->op[at]] != REFRAIN_OP_COLLECTIVE)
              return FALSE;
        }
    }
  return TRUE;
}

/* Of a star of pairs: who hands out work, and what is the last word or the first one. */
static char *
name_star (RefrainComposites *self, guint index, const RefrainFamily *family)
{
  RefrainPattern *pattern = refrain_pattern_set_get_pattern (self->set, index);
  const guint32 hub = family->hub, n = family->n_groups;
  gboolean out, in;

  read_hub (self, pattern, hub, &out, &in);
  self->info[index].answered = out && in;
  if (out && in)
    /* Translators: %u is a process, and how many others it gives work and hears from. */
    return g_strdup_printf (ngettext ("Task distribution by master %u to %u worker",
                                      "Task distribution by master %u to %u workers", n),
                            hub, n);
  if (out && is_last_word (self, pattern, hub))
    return g_strdup_printf (ngettext ("Final messages from master %u to %u worker",
                                      "Final messages from master %u to %u workers", n),
                            hub, n);
  if (out)
    return g_strdup_printf (ngettext ("Messages from master %u to %u worker, unanswered",
                                      "Messages from master %u to %u workers, unanswered", n),
                            hub, n);
  return g_strdup_printf (ngettext ("Messages to master %u from %u worker, unanswered",
                                    "Messages to master %u from %u workers, unanswered", n),
                          hub, n);
}

/* "Ring of 4 in 2 rows" */
static char *
name_family (const RefrainFamily *family, guint n_processes)
{
  const guint32 size = family->group_size, n = family->n_groups;

  if (size == 1)
    return g_strdup_printf (_ ("%s, each process by itself"), family->name);
  if (size == 2 && family->stride > 0)
    return g_strdup_printf (_ ("%s in %u pairs at distance %u"), family->name, n, family->stride);
  if (size == 2)
    return g_strdup_printf (_ ("%s in %u pairs"), family->name, n);
  if (family->stride == 1)
    /* Translators: "MPI_Bcast in 4 rows of 4": processes with consecutive ranks. */
    return g_strdup_printf (_ ("%s in %u rows of %u"), family->name, n, size);
  if (family->stride == n && (guint64) size * n == n_processes)
    return g_strdup_printf (_ ("%s in %u columns of %u"), family->name, n, size);
  return g_strdup_printf (_ ("%s in %u groups of %u"), family->name, n, size);
}

static void
name_pattern (RefrainComposites *self, guint index, const RefrainFamily *family)
{
  RefrainPattern *pattern = refrain_pattern_set_get_pattern (self->set, index);
  const RefrainCompositeInfo *info = &self->info[index];
  const guint n_processes
      = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (self->set));
  g_autofree char *ranks = refrain_pattern_describe_where (pattern);
  g_autofree char *name = NULL, *where = NULL;

  if (family->hub != REFRAIN_NONE)
    {
      refrain_pattern_take_plain_name (pattern, name_star (self, index, family));
      return;
    }
  if (family->n_groups > 1)
    {
      if (family->group_size == 2 && family->stride == 0)
        name = refrain_pattern_describe_transpose (pattern);
      if (name == NULL)
        name = name_family (family, n_processes);
    }
  else
    {
      name = g_strdup (pattern->plain_name);
    }
  where = ranks != NULL ? g_strdup_printf ("%s · %s", name, ranks) : g_steal_pointer (&name);
  refrain_pattern_take_plain_name (
      pattern, family->n_groups == 1 && info->n_stages > 1
                   /* Translators: "Neighbours on a closed 2×2×2 grid, in 3 stages". */
                   ? g_strdup_printf (_ ("%s, in %u stages"), where, info->n_stages)
                   : g_steal_pointer (&where));
}

static void
name_apart (RefrainComposites *self)
{
  g_autoptr (GPtrArray) patterns = g_ptr_array_new ();

  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (self->set); i++)
    g_ptr_array_add (patterns, refrain_pattern_set_get_pattern (self->set, i));
  refrain_patterns_name_apart (patterns);
}

/* ---- Order -------------------------------------------------------------------------------------
 */

static int
compare_telling (gconstpointer a, gconstpointer b, gpointer data)
{
  RefrainPatternSet *set = data;
  RefrainPattern *x = refrain_pattern_set_get_pattern (set, *(const guint32 *) a);
  RefrainPattern *y = refrain_pattern_set_get_pattern (set, *(const guint32 *) b);
  const guint64 messages_x = refrain_pattern_get_metrics (x)->total_messages;
  const guint64 messages_y = refrain_pattern_get_metrics (y)->total_messages;
  const gsize n_x = refrain_pattern_get_n_occurrences (x);
  const gsize n_y = refrain_pattern_get_n_occurrences (y);
  /* What a process does by itself tells nothing of the run. */
  const gboolean alone_x = refrain_pattern_is_alone (x, set);
  const gboolean alone_y = refrain_pattern_is_alone (y, set);

  if (messages_x != messages_y)
    return messages_x > messages_y ? -1 : 1;
  if (alone_x != alone_y)
    return alone_y ? -1 : 1;
  if (n_x != n_y)
    return n_x > n_y ? -1 : 1;
  return *(const guint32 *) a < *(const guint32 *) b ? -1 : 1;
}

/* Numbers the patterns in the order in which people read them. */
static void
put_in_order (RefrainPatternSet *set)
{
  const guint n = refrain_pattern_set_get_n_patterns (set);
  g_autofree guint32 *order = g_new (guint32, (gsize) n + 1);

  for (guint i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) n, sizeof *order, compare_telling, set);
  refrain_pattern_set_put_in_order (set, order);
}

/* ---- Making ------------------------------------------------------------------------------------
 */

/* What each family became a pattern of the set: the one of its first occurrence. */
static void
describe (RefrainComposites *self, const GArray *families)
{
  RefrainInstances *instances = refrain_pattern_set_get_instances (self->set);
  const guint n = refrain_pattern_set_get_n_patterns (self->set);

  self->info = g_new0 (RefrainCompositeInfo, (gsize) n + 1);
  for (guint f = 0; f < families->len; f++)
    {
      const RefrainFamily *family = &g_array_index (families, RefrainFamily, f);
      const guint32 unit = instances->members[instances->instances[instances->example[f]].first];
      const guint process = refrain_units_get_process (instances->units, unit);
      const RefrainSymbolStream *stream
          = refrain_symbols_get_stream (refrain_pattern_set_get_symbols (self->set), process);
      RefrainPatternEvent event;
      RefrainCompositeInfo *info;

      refrain_pattern_set_find_occurrence (
          self->set, process,
          stream->op[refrain_units_get (instances->units, process, unit)->first], &event);
      info = &self->info[event.pattern];
      info->n_groups = family->n_groups;
      info->group_size = family->group_size;
      info->hub = family->hub;
      find_stages (self, event.pattern);
      name_pattern (self, event.pattern, family);
    }
  name_apart (self);
}

/* Of each family the elementary pattern that it is, or NULL. @instances is a view of the elementary
 * ones. Free with g_free(). */
static RefrainPattern **
find_like (RefrainPatternSet *elementary, const RefrainInstances *instances, const GArray *families)
{
  RefrainPattern **like = g_new0 (RefrainPattern *, (gsize) families->len + 1);

  for (guint f = 0; f < families->len; f++)
    {
      const guint32 pattern = g_array_index (families, RefrainFamily, f).pattern;

      if (pattern == REFRAIN_NONE)
        continue;
      like[f] = refrain_pattern_set_get_pattern (
          elementary,
          refrain_pattern_set_get_events (elementary)[instances->example[pattern]].pattern);
      /* Several that are alike may count as one. */
      if (refrain_pattern_get_n_occurrences (like[f]) != instances->count[pattern])
        like[f] = NULL;
    }
  return like;
}

/* The set of @instances, which it takes over, with families joined. */
static gboolean
make_set (RefrainComposites *self,
          RefrainInstances *instances,
          RefrainWrapperChoice *choice,
          GCancellable *cancellable,
          GError **error)
{
  GArray *families = NULL;
  RefrainInstances *joined = refrain_families_join (instances, self->masters, &families);
  g_autofree RefrainPattern **like
      = instances->view ? find_like (self->elementary, instances, families) : NULL;

  refrain_instances_free (instances);
  self->set
      = refrain_pattern_set_new_of (self->elementary, joined, choice, like, cancellable, error);
  if (self->set != NULL)
    {
      put_in_order (self->set);
      describe (self, families);
    }
  g_array_unref (families);
  return self->set != NULL;
}

/* What is handed out on demand comes in no order that means anything: no cycle holds it. */
static void
drop_cycles_of_hubs (RefrainComposites *self)
{
  for (guint c = self->cycles->len; c-- > 0;)
    {
      gsize n;
      const RefrainCycleItem *items = refrain_cycle_get_items (self->cycles->pdata[c], &n);
      gboolean any = FALSE;

      for (gsize i = 0; i < n; i++)
        any |= self->info[items[i].pattern].hub != REFRAIN_NONE;
      if (any)
        g_ptr_array_remove_index (self->cycles, c);
    }
  refrain_cycles_number (self->cycles);
}

typedef struct
{
  RefrainComposites *self;
  RefrainInstances *instances;
  RefrainWrapperChoice *choice;
  GCancellable *cancellable;
} Start;

/* What composites are made of: instances, and, beside them, masters. */
static void
start (gsize item, gpointer data)
{
  Start *job = data;
  RefrainComposites *self = job->self;
  RefrainSymbols *own = refrain_pattern_set_get_symbols (self->elementary);
  g_autoptr (RefrainSymbols) symbols = NULL;

  if (item > 0)
    {
      self->masters = refrain_masters_new_trace (refrain_symbols_get_trace (own));
      return;
    }
  symbols = refrain_symbols_get_scheme (own)->receive == REFRAIN_RECEIVE_POSTING
                ? g_object_ref (own)
                : refrain_symbols_new_sets (own);
  self->order_varies = symbols != own;
  job->instances = refrain_promotion_join (
      symbols, symbols == own ? refrain_pattern_set_get_instances (self->elementary) : NULL,
      refrain_pattern_set_get_choice (self->elementary), &job->choice, job->cancellable);
}

RefrainComposites *
refrain_composites_new (RefrainPatternSet *elementary, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainComposites) self = g_object_new (REFRAIN_TYPE_COMPOSITES, NULL);
  Start job = { self, .cancellable = cancellable };
  g_autoptr (RefrainWrapperChoice) choice = NULL;
  RefrainInstances *instances;

  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (elementary), NULL);

  self->elementary = g_object_ref (elementary);
  refrain_parallel_run (2, start, &job, NULL);
  choice = job.choice;
  instances = job.instances;
  if (instances != NULL)
    instances = hubs_split (instances, self->masters, cancellable);
  if (instances != NULL)
    instances = refrain_divide (instances, elementary, self->masters, &self->division, cancellable);
  if (instances == NULL
      || !make_set (self, instances, g_steal_pointer (&choice), cancellable, error))
    {
      g_clear_error (error);
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  self->cycles = refrain_cycles_find (self->set, cancellable, error);
  if (self->cycles == NULL)
    return NULL;
  drop_cycles_of_hubs (self);
  return g_steal_pointer (&self);
}

/* ---- Reading -----------------------------------------------------------------------------------
 */

REFRAIN_GETTER (
    RefrainComposites, refrain_composites, RefrainPatternSet *, get_elementary, self->elementary)
REFRAIN_GETTER (RefrainComposites, refrain_composites, RefrainPatternSet *, get_set, self->set)

const RefrainCompositeInfo *
refrain_composites_get_info (RefrainComposites *self, guint index)
{
  g_return_val_if_fail (REFRAIN_IS_COMPOSITES (self), NULL);
  g_return_val_if_fail (index < refrain_pattern_set_get_n_patterns (self->set), NULL);
  return &self->info[index];
}

/* Which occurrences of elementary patterns were seen. */
typedef struct
{
  const gsize *place; /* of each elementary pattern: of its first occurrence */
  GArray *seen;       /* of guint8, one an occurrence */
  guint32 *counted;   /* of each elementary pattern */
} Seen;

static void
see_part (RefrainComposites *self, Seen *seen, const RefrainOccurrencePart *part)
{
  const RefrainSymbolStream *stream
      = refrain_symbols_get_stream (refrain_pattern_set_get_symbols (self->set), part->process);

  for (guint32 i = part->first; i < part->first + part->n; i++)
    {
      RefrainPatternEvent event;
      guint8 *mark;

      if (!refrain_pattern_set_find_occurrence (self->elementary, part->process, stream->op[i],
                                                &event))
        continue;
      mark = &g_array_index (seen->seen, guint8, seen->place[event.pattern] + event.occurrence);
      seen->counted[event.pattern] += *mark == 0;
      *mark = 1;
    }
}

gsize *
refrain_composites_count_parts (RefrainComposites *self, guint index)
{
  RefrainPattern *pattern;
  guint n;
  g_autofree gsize *place = NULL;
  g_autofree guint32 *counted = NULL;
  g_autoptr (GArray) marks = g_array_new (FALSE, TRUE, sizeof (guint8));
  Seen seen;
  gsize *counts;

  g_return_val_if_fail (REFRAIN_IS_COMPOSITES (self), NULL);
  g_return_val_if_fail (index < refrain_pattern_set_get_n_patterns (self->set), NULL);

  pattern = refrain_pattern_set_get_pattern (self->set, index);
  n = refrain_pattern_set_get_n_patterns (self->elementary);
  place = g_new0 (gsize, (gsize) n + 1);
  counted = g_new0 (guint32, (gsize) n + 1);
  for (guint i = 0; i < n; i++)
    place[i + 1] = place[i]
                   + refrain_pattern_get_n_occurrences (
                       refrain_pattern_set_get_pattern (self->elementary, i));
  g_array_set_size (marks, (guint) place[n]);
  seen = (Seen){ place, marks, counted };
  for (gsize i = 0; i < refrain_pattern_get_n_occurrences (pattern); i++)
    {
      gsize n_parts;
      const RefrainOccurrencePart *parts = refrain_pattern_get_occurrence (pattern, i, &n_parts);

      for (gsize k = 0; k < n_parts; k++)
        see_part (self, &seen, &parts[k]);
    }
  counts = g_new0 (gsize, self->info[index].n_parts + 1);
  for (gsize i = 0; i < self->info[index].n_parts; i++)
    counts[i] = counted[self->info[index].stages[i]];
  return counts;
}

REFRAIN_GETTER (RefrainComposites, refrain_composites, GPtrArray *, get_cycles, self->cycles)
REFRAIN_GETTER (
    RefrainComposites, refrain_composites, const RefrainMasters *, get_masters, self->masters)
REFRAIN_GETTER (
    RefrainComposites, refrain_composites, gboolean, get_order_varies, self->order_varies)
REFRAIN_GETTER (
    RefrainComposites, refrain_composites, RefrainDivision, get_division, self->division)
