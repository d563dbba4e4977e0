/* refrain-method-counts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Processes are counted side by side on all processors. What the routine tree removes is what the
 * search by suffixes finds and it does not.
 */
#include "refrain-method-counts.h"

#include <glib/gi18n.h>

#include "refrain-object.h"
#include "refrain-process-patterns.h"
#include "refrain-time-format.h"

/* So many of what was removed are written out, each so far. */
#define MAX_EXAMPLES       200
#define MAX_EXAMPLE_EVENTS 24

struct _RefrainMethodCounts
{
  GObject parent_instance;

  guint process;
  gsize events, suffix, syntactic, routine, removed;
  GStrv examples;
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainMethodCounts, refrain_method_counts)

REFRAIN_GETTER (RefrainMethodCounts, refrain_method_counts, guint, get_process, self->process)
REFRAIN_GETTER (RefrainMethodCounts, refrain_method_counts, gsize, get_events, self->events)
REFRAIN_GETTER (RefrainMethodCounts, refrain_method_counts, gsize, get_suffix, self->suffix)
REFRAIN_GETTER (RefrainMethodCounts, refrain_method_counts, gsize, get_syntactic, self->syntactic)
REFRAIN_GETTER (RefrainMethodCounts, refrain_method_counts, gsize, get_routine, self->routine)
REFRAIN_GETTER (RefrainMethodCounts, refrain_method_counts, gsize, get_removed, self->removed)

REFRAIN_GETTER (RefrainMethodCounts,
                refrain_method_counts,
                const char *const *,
                get_examples,
                (const char *const *) self->examples)

/* ---- Counting ---- */

/* The sends and receives of a process, in order. */
static guint32 *
collect_events (RefrainPatternSet *set, guint process, gsize *n)
{
  const RefrainSymbolStream *stream
      = refrain_symbols_get_stream (refrain_pattern_set_get_symbols (set), process);
  const RefrainOps *ops = refrain_trace_get_ops (refrain_pattern_set_get_trace (set), process);
  guint32 *symbols = g_new (guint32, stream->n + 1);

  *n = 0;
  for (gsize i = 0; i < stream->n; i++)
    if (REFRAIN_OP_IS_P2P (ops->kind[stream->op[i]]))
      symbols[(*n)++] = stream->symbol[i];
  return symbols;
}

static guint
hash_pattern (gconstpointer key)
{
  const RefrainProcessPattern *pattern = key;
  guint hash = (guint) pattern->n;

  for (gsize i = 0; i < pattern->n; i++)
    hash = hash * 31 + pattern->symbols[i];
  return hash;
}

static gboolean
equal_patterns (gconstpointer a, gconstpointer b)
{
  const RefrainProcessPattern *x = a, *y = b;

  return x->n == y->n && refrain_is_same (x->symbols, y->symbols, x->n * sizeof *x->symbols);
}

/* "S2 R3 S5 · 9 times" */
static char *
describe (const RefrainProcessPattern *pattern, RefrainSymbols *symbols)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *count = refrain_count_format (pattern->n_occurrences);

  for (gsize i = 0; i < MIN (pattern->n, MAX_EXAMPLE_EVENTS); i++)
    {
      g_autofree char *event = refrain_symbols_describe_from (symbols, pattern->symbols[i], 0);

      g_string_append (text, event);
      g_string_append_c (text, ' ');
    }
  if (pattern->n > MAX_EXAMPLE_EVENTS)
    g_string_append (text, "… ");
  return g_strdup_printf (_ ("%s· %s times"), text->str, count);
}

static void
find_removed (RefrainMethodCounts *self,
              const RefrainProcessPatterns *syntactic,
              const RefrainProcessPatterns *routine,
              RefrainSymbols *symbols)
{
  g_autoptr (GHashTable) kept = g_hash_table_new (hash_pattern, equal_patterns);
  g_autoptr (GStrvBuilder) examples = g_strv_builder_new ();

  for (gsize i = 0; i < refrain_process_patterns_get_n (routine); i++)
    g_hash_table_add (kept, (gpointer) refrain_process_patterns_get (routine, i));
  for (gsize i = 0; i < refrain_process_patterns_get_n (syntactic); i++)
    {
      const RefrainProcessPattern *pattern = refrain_process_patterns_get (syntactic, i);

      if (g_hash_table_contains (kept, pattern))
        continue;
      if (self->removed++ < MAX_EXAMPLES)
        {
          g_autofree char *text = describe (pattern, symbols);

          g_strv_builder_add (examples, text);
        }
    }
  g_strfreev (self->examples);
  self->examples = g_strv_builder_end (examples);
}

static RefrainMethodCounts *
count_process (RefrainPatternSet *set, guint process, GCancellable *cancellable, GError **error)
{
  g_autoptr (RefrainMethodCounts) self = g_object_new (REFRAIN_TYPE_METHOD_COUNTS, NULL);
  g_autofree guint32 *events = collect_events (set, process, &self->events);
  g_autoptr (RefrainProcessPatterns) routine
      = refrain_process_patterns_find_in (set, process, REFRAIN_REPEATS_NGRAM, cancellable, error);
  g_autoptr (RefrainProcessPatterns) syntactic = NULL, suffix = NULL;

  if (routine != NULL)
    syntactic = refrain_process_patterns_find (events, self->events, NULL, REFRAIN_REPEATS_NGRAM,
                                               cancellable, error);
  if (syntactic != NULL)
    suffix = refrain_process_patterns_find (events, self->events, NULL, REFRAIN_REPEATS_SUFFIX,
                                            cancellable, error);
  if (suffix == NULL)
    return NULL;
  self->process = process;
  self->routine = refrain_process_patterns_get_n (routine);
  self->syntactic = refrain_process_patterns_get_n (syntactic);
  self->suffix = refrain_process_patterns_get_n (suffix);
  find_removed (self, syntactic, routine, refrain_pattern_set_get_symbols (set));
  return g_steal_pointer (&self);
}

typedef struct
{
  RefrainPatternSet *set;
  GCancellable *cancellable;
  const RefrainProgress *progress;
  guint n;
  int done; /* atomic */
  RefrainMethodCounts **counts;
  GError **errors; /* of each process */
} Job;

static void
count_item (gsize item, gpointer data)
{
  Job *job = data;

  job->counts[item] = count_process (job->set, (guint) item, job->cancellable, &job->errors[item]);
  refrain_progress_tell (job->progress, (double) (g_atomic_int_add (&job->done, 1) + 1) / job->n,
                         _ ("Comparing methods"));
}

GListModel *
refrain_method_counts_new (RefrainPatternSet *set,
                           GCancellable *cancellable,
                           const RefrainProgress *progress,
                           GError **error)
{
  g_autoptr (GListStore) list = g_list_store_new (REFRAIN_TYPE_METHOD_COUNTS);
  g_autofree RefrainMethodCounts **counts = NULL;
  g_autofree GError **errors = NULL;
  g_autoptr (GError) failed = NULL;
  Job job = { set, cancellable, progress, 0, 0, NULL, NULL };

  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (set), NULL);

  job.n = refrain_trace_get_n_processes (refrain_pattern_set_get_trace (set));
  job.counts = counts = g_new0 (RefrainMethodCounts *, job.n + 1);
  job.errors = errors = g_new0 (GError *, job.n + 1);
  refrain_parallel_run (job.n, count_item, &job, cancellable);
  for (guint i = 0; i < job.n; i++)
    if (counts[i] != NULL)
      {
        if (counts[i]->events > 0)
          g_list_store_append (list, counts[i]);
        g_object_unref (counts[i]);
      }
    else if (failed == NULL)
      {
        failed = errors[i];
      }
    else
      {
        g_clear_error (&errors[i]);
      }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (failed != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failed));
      return NULL;
    }
  return G_LIST_MODEL (g_steal_pointer (&list));
}

static void
refrain_method_counts_finalize (RefrainMethodCounts *self)
{
  g_strfreev (self->examples);
}

static void
refrain_method_counts_init (RefrainMethodCounts *self)
{
  self->examples = g_new0 (char *, 1);
}
