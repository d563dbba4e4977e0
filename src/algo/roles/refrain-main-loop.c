/* refrain-main-loop.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * First what exact patterns explain; where that is little, the run is taken apart by roles.
 */
#include "config.h"

#include "refrain-main-loop.h"

#include <glib/gi18n-lib.h>

#include "refrain-arrays.h"
#include "refrain-compare.h"
#include "refrain-composite-notes.h"
#include "refrain-free.h"
#include "refrain-main-loop-turns.h"
#include "refrain-main-loop-usual.h"
#include "refrain-main-loop-words.h"
#include "refrain-object.h"
#include "refrain-own-steps.h"
#include "refrain-ranks.h"
#include "refrain-role-levels.h"
#include "refrain-role-tree.h"
#include "refrain-run.h"

/* Exact patterns that explain so much are told. */
#define ENOUGH 0.62
/* Without messages, iterations that are so much of all leave too much unsaid. */
#define LITTLE 0.55
/* They, and iterations of cycles, occur so often. */
#define FEWEST_OCCURRENCES 3
/* Fewer messages than this for each process tell nothing. */
#define LEAST_MESSAGES 10
/* What patterns do not lack is looked for in runs of up to so many messages. */
#define MOST_MESSAGES 3000000
/* A main loop explains so much. */
#define LEAST_SHARE 0.35
/* ... and so much where patterns say enough. */
#define LOOPLESS_SHARE 0.5
/* Iterations vary where so many differ from the usual one. */
#define VARYING 0.2
/* Iterations that repeat exactly and are so much of all operations are the main loop. */
#define MOSTLY_EXACT 0.9
/* They are so much of what as many of all iterations would be. */
#define NEARLY 0.9
/* Of two iterations none has so many times the messages of the other. */
#define UNLIKE 4
/* Steps are so many times as many as iterations by roles. */
#define FINER 3
/* Less of the time than this is little. */
#define LITTLE_TIME 0.1
/* What is no loop weighs less. */
#define REST_WEIGHT 0.3
/* More groups of processes are counted, not told. */
#define MOST_GROUPS 4

struct _RefrainMainLoop
{
  GObject parent_instance;

  GArray *parts; /* of RefrainMainLoopPart */
  GArray *rows;  /* of RefrainMainLoopRow */
  RefrainIterations *iterations;
  RefrainMainLoopPart exact; /* what repeats exactly; without text: nothing does */
  GArray *groups;            /* of RefrainMainLoopPart: ... of each group of processes on its own */
  gboolean has_outer; /* what `exact` counts stands in turns of a loop that its text begins with */
  char *content;      /* what is in one of these */
  GArray *items;      /* of RefrainCycleItem: the same, where it is patterns and nothing else */
  char *servers;      /* who serves whom, or NULL */
  guint n_processes;
  gboolean is_uneven; /* ... which differ in how often something comes */
  guint main;
  double repeated; /* share of messages */
  gboolean varies;
  gboolean is_named; /* whether what repeats exactly has names by roles or by partners */
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainMainLoop, refrain_main_loop)

static void
clear_part (gpointer data)
{
  g_free (((RefrainMainLoopPart *) data)->text);
}

static void
refrain_main_loop_finalize (RefrainMainLoop *self)
{
  refrain_unref_arrays (self->parts, self->rows, self->groups);
  g_clear_object (&self->iterations);
  clear_part (&self->exact);
  g_free (self->content);
  g_array_unref (self->items);
  g_free (self->servers);
}

static void
refrain_main_loop_init (RefrainMainLoop *self)
{
  self->parts = g_array_new (FALSE, FALSE, sizeof (RefrainMainLoopPart));
  g_array_set_clear_func (self->parts, clear_part);
  self->rows = g_array_new (FALSE, TRUE, sizeof (RefrainMainLoopRow));
  self->items = g_array_new (FALSE, FALSE, sizeof (RefrainCycleItem));
  self->groups = g_array_new (FALSE, FALSE, sizeof (RefrainMainLoopPart));
  g_array_set_clear_func (self->groups, clear_part);
}

/* ---- What exact patterns explain ------------------------------------------------------------- */

typedef enum
{
  EXPLAINED, /* patterns say enough */
  LEVELS,    /* ... but in many parts, which may be levels of one cycle */
  NEEDED,    /* they say little, or nothing of files */
  LOOPLESS,  /* patterns say enough, but no loop is seen */
} Need;

/* The share of messages in patterns that come again. */
static double
measure_repeated (RefrainPatternSet *set)
{
  double sum = 0;

  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);

      if (refrain_pattern_get_n_occurrences (pattern) >= FEWEST_OCCURRENCES)
        sum += refrain_pattern_get_metrics (pattern)->message_share;
    }
  return sum;
}

/* The most that one pattern, or one cycle, explains: half of messages and half of time. */
static double
measure_best (RefrainComposites *composites)
{
  RefrainPatternSet *set = refrain_composites_get_set (composites);
  GPtrArray *cycles = refrain_composites_get_cycles (composites);
  double best = 0;

  for (guint i = 0; i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainPattern *pattern = refrain_pattern_set_get_pattern (set, i);
      const RefrainPatternMetrics *metrics = refrain_pattern_get_metrics (pattern);

      if (refrain_pattern_get_n_occurrences (pattern) >= FEWEST_OCCURRENCES)
        best = MAX (best, (metrics->message_share + metrics->time_share) / 2);
    }
  for (guint i = 0; i < cycles->len; i++)
    if (refrain_cycle_get_count (cycles->pdata[i]) >= FEWEST_OCCURRENCES)
      best = MAX (best, refrain_cycle_get_weight (cycles->pdata[i]));
  return best;
}

static gboolean
has_file_operations (RefrainTrace *trace)
{
  for (guint i = 0; i < refrain_trace_get_n_routines (trace); i++)
    {
      RefrainRoutine *routine = refrain_trace_get_routine (trace, i);

      if (refrain_routine_get_calls (routine) > 0 && refrain_role_is_file_operation (routine))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_messages (RefrainTrace *trace)
{
  return refrain_trace_get_counts (trace)->messages
         >= (guint64) LEAST_MESSAGES * refrain_trace_get_n_processes (trace);
}

gboolean
refrain_main_loop_is_exact (RefrainIterations *iterations)
{
  return refrain_iterations_get_n (iterations) > 0
         && refrain_iterations_get_coverage (iterations) >= MOSTLY_EXACT;
}

/* Whether iterations that repeat exactly leave much of the operations and of the time to others, as
 * where a loop in them has another number of iterations each time. */
static gboolean
explains_little (RefrainTrace *trace, RefrainIterations *iterations)
{
  const guint32 n = refrain_iterations_get_n (iterations);
  RefrainTime start = 0, end = 0, other;

  /* What has no iterations at all, such as parts that each repeat, phases tell. */
  if (n == 0)
    return FALSE;
  refrain_iterations_get_run_span (iterations, 0, &start, &other);
  refrain_iterations_get_run_span (iterations, n - 1, &other, &end);
  return refrain_iterations_get_coverage (iterations) + refrain_trace_get_share (trace, start, end)
         < 2 * LITTLE;
}

static Need
find_need (RefrainComposites *composites, RefrainIterations *iterations)
{
  RefrainPatternSet *set = refrain_composites_get_set (composites);
  RefrainTrace *trace = refrain_pattern_set_get_trace (set);
  const RefrainCounts *counts = refrain_trace_get_counts (trace);
  g_auto (RefrainTraffic) traffic = { 0 };

  if (refrain_composites_get_masters (composites)->masters->len > 0
      || refrain_trace_get_n_processes (trace) < 2 || refrain_main_loop_is_exact (iterations))
    return EXPLAINED;
  if (!has_messages (trace))
    return has_file_operations (trace) || explains_little (trace, iterations) ? NEEDED : EXPLAINED;
  refrain_traffic_judge (&traffic, composites);
  if (traffic.regularity == REFRAIN_IRREGULAR || measure_repeated (set) < ENOUGH)
    return NEEDED;
  return traffic.regularity == REFRAIN_REGULAR && measure_best (composites) < ENOUGH
                 && counts->messages <= MOST_MESSAGES
             ? LEVELS
             : EXPLAINED;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static void
measure_node (RefrainTrace *trace, const RefrainRoleNode *node, RefrainMainLoopPart *part)
{
  const RefrainRun *run = refrain_trace_get_run (trace);
  gboolean any = FALSE;
  double time = 0;

  for (guint p = 0; p < node->n_processes; p++)
    {
      const RefrainRoleCuts *cuts = &node->cuts[p];
      RefrainTime start, length;

      if (cuts->n_cuts < 2 || cuts->cuts[0] >= cuts->cuts[cuts->n_cuts - 1])
        continue;
      start = cuts->sequence->ops[cuts->sequence->first[cuts->cuts[0]]].start;
      length = refrain_role_sequence_time (cuts->sequence, cuts->cuts[0],
                                           cuts->cuts[cuts->n_cuts - 1]);
      time += (double) length;
      part->start = any ? MIN (part->start, start) : start;
      part->end = any ? MAX (part->end, start + length) : start + length;
      any = TRUE;
    }
  part->share = run->time > 0 ? MIN (time / (double) run->time, 1) : 0;
}

static guint
find_main (const RefrainRoleTree *tree)
{
  guint best = 0;
  double most = -1;

  for (guint i = 0; i < tree->nodes->len; i++)
    {
      const RefrainRoleNode *node = tree->nodes->pdata[i];
      const double weight = node->share * (node->kind == REFRAIN_ROLE_REST ? REST_WEIGHT : 1);

      if (weight > most)
        {
          most = weight;
          best = i;
        }
    }
  return best;
}

/* When each iteration of @node begins on each process. */
static RefrainIterations *
take_iterations (RefrainTrace *trace, const RefrainRoleNode *node)
{
  g_autoptr (GPtrArray) bounds = g_ptr_array_new_with_free_func (g_free);

  for (guint p = 0; p < node->n_processes; p++)
    {
      const RefrainRoleCuts *cuts = &node->cuts[p];
      RefrainTime *bound = NULL;

      if (cuts->n_cuts == node->n + 1 && cuts->cuts[0] < cuts->cuts[node->n])
        {
          const RefrainRoleSequence *sequence = cuts->sequence;

          bound = g_new (RefrainTime, (gsize) node->n + 1);
          for (guint32 i = 0; i < node->n; i++)
            bound[i] = sequence->ops[sequence->first[cuts->cuts[i]]].start;
          bound[node->n] = sequence->ops[sequence->first[cuts->cuts[node->n]] - 1].end;
          for (guint32 i = 1; i <= node->n; i++)
            bound[i] = MAX (bound[i], bound[i - 1]);
        }
      g_ptr_array_add (bounds, bound);
    }
  return refrain_iterations_new_at (trace, node->n, (RefrainTime *const *) bounds->pdata);
}

/* Whether @node has all processes that have a part in @iterations: of coupled programs a loop of
 * one tells nothing of the others. */
static gboolean
is_of_all (const RefrainRoleNode *node, RefrainIterations *iterations)
{
  RefrainTime start, end;
  gboolean all = TRUE;

  for (guint p = 0; p < node->n_processes; p++)
    all = all
          && (node->cuts[p].n_cuts == node->n + 1
              || !refrain_iterations_get_span (iterations, p, 0, &start, &end));
  return all;
}

/* What is in an iteration by roles, where an exact one is one exchange without a name: such as
 * three halos in a row, or levels that nothing divides. */
static char *
name_by_roles (RefrainTrace *trace, RefrainIterations *iterations, GCancellable *cancellable)
{
  g_autoptr (RefrainRoleOps) ops = refrain_role_ops_new (trace);
  g_autoptr (RefrainRoleTree) tree = refrain_role_tree_new (ops, cancellable);
  const RefrainRoleNode *node = NULL;

  if (tree != NULL && tree->nodes->len > 0)
    node = tree->nodes->pdata[find_main (tree)];
  return node != NULL && node->kind == REFRAIN_ROLE_LOOP
                 && node->n == refrain_iterations_get_n (iterations) && is_of_all (node, iterations)
             ? refrain_main_loop_name_node (trace, ops, node)
             : NULL;
}

static void
find_content (RefrainMainLoop *self, RefrainComposites *composites, GCancellable *cancellable)
{
  RefrainTrace *trace = refrain_pattern_set_get_trace (refrain_composites_get_set (composites));
  g_autofree char *others = NULL, *changing = NULL;
  g_autoptr (RefrainOpSet) usual
      = refrain_main_loop_find_usual (composites, self->iterations, &changing, &others);
  char *more = NULL;
  gboolean named, placed;

  self->content = refrain_main_loop_describe_ops (composites, usual, &named, &placed, self->items);
  self->is_named = placed && refrain_main_loop_is_exact (self->iterations);
  if (!named && refrain_trace_get_counts (trace)->messages <= MOST_MESSAGES
      && refrain_main_loop_is_exact (self->iterations))
    more = name_by_roles (trace, self->iterations, cancellable);
  /* What only some iterations have comes on top. */
  if (more != NULL || changing != NULL)
    g_array_set_size (self->items, 0);
  if (more != NULL)
    {
      g_clear_pointer (&changing, g_free);
      g_free (self->content);
      self->content = more;
      self->is_named = TRUE;
    }
  if (self->content != NULL && !self->has_outer)
    {
      more = g_strconcat (changing != NULL ? changing : "", changing != NULL ? "; " : "",
                          self->content, others[0] != '\0' ? "; " : "", others, NULL);
      g_free (self->content);
      self->content = more;
    }
}

/* "249 × [62 × Sweep from 0 to 7; 62 × Sweep from 7 to 0]" */
static void
take_exact (RefrainMainLoop *self, RefrainComposites *composites, GCancellable *cancellable)
{
  RefrainTrace *trace = refrain_pattern_set_get_trace (refrain_composites_get_set (composites));
  RefrainIterations *iterations = self->iterations;
  RefrainMainLoopPart *part = &self->exact;
  RefrainTime other;
  guint levels;

  part->n = refrain_iterations_get_n (iterations);
  if (part->n == 0)
    return;
  part->is_loop = TRUE;
  if (self->content == NULL)
    find_content (self, composites, cancellable);
  refrain_iterations_get_run_span (iterations, 0, &part->start, &other);
  refrain_iterations_get_run_span (iterations, part->n - 1, &other, &part->end);
  part->share = refrain_trace_get_share (trace, part->start, part->end);
  if (self->content != NULL && refrain_iterations_are_cycles (iterations, &levels))
    {
      g_autofree char *cycle = levels > 0 ? g_strdup_printf (_ ("V-cycle of %u levels"), levels)
                                          : g_strdup (_ ("V-cycle"));

      /* Translators: iterations, "V-cycle of 3 levels", and what is in it. */
      part->text = g_strdup_printf (_ ("%u × [%s: %s]"), part->n, cycle, self->content);
      return;
    }
  part->text = self->content != NULL
                   ? g_strdup_printf ("%u × [%s]", part->n, self->content)
                   : g_strdup_printf (ngettext ("%u iteration", "%u iterations", part->n), part->n);
}

/* "0–3: 40 × [Ring of 4; MPI_Allreduce]" of processes with @iterations of their own. Free with
 * g_free(). */
static char *
describe_group (RefrainComposites *composites, RefrainIterations *iterations)
{
  RefrainTrace *trace = refrain_pattern_set_get_trace (refrain_composites_get_set (composites));
  g_autoptr (RefrainOpSet) usual = refrain_op_set_new (trace);
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) ranks = g_string_new (NULL);
  g_autofree char *named = NULL, *where = NULL, *content = NULL;
  g_auto (GStrv) parts = NULL;
  RefrainTime start, end;

  for (guint32 p = 0; p < refrain_trace_get_n_processes (trace); p++)
    if (refrain_iterations_get_span (iterations, p, 0, &start, &end))
      g_array_append_val (members, p);
  refrain_ranks_append (ranks, (const guint32 *) (gpointer) members->data, members->len);
  refrain_iterations_add_ops (iterations, refrain_iterations_find_usual (iterations), usual);
  content = refrain_main_loop_describe_group (composites, usual);
  /* Which ranks, is said once. */
  named = g_strdup_printf (ngettext ("rank %s", "ranks %s", members->len), ranks->str);
  where = g_strdup_printf (" · %s", named);
  parts = g_strsplit (content != NULL ? content : "", where, -1);
  g_free (content);
  content = g_strjoinv ("", parts);
  return g_strdup_printf ("%s: %u × [%s]", ranks->str, refrain_iterations_get_n (iterations),
                          content);
}

/* Loops of groups of processes beside each other. */
static void
take_groups (RefrainMainLoop *self, RefrainComposites *composites, const GPtrArray *groups)
{
  RefrainTrace *trace = refrain_pattern_set_get_trace (refrain_composites_get_set (composites));
  RefrainMainLoopPart *part = &self->exact;
  g_autoptr (GString) text = g_string_new (NULL);

  part->is_loop = TRUE;
  for (guint i = 0; i < groups->len; i++)
    {
      RefrainIterations *iterations = groups->pdata[i];
      RefrainMainLoopPart group = { .text = describe_group (composites, iterations),
                                    .is_loop = TRUE,
                                    .n = refrain_iterations_get_n (iterations) };
      RefrainTime other;

      refrain_iterations_get_run_span (iterations, 0, &group.start, &other);
      refrain_iterations_get_run_span (iterations, group.n - 1, &other, &group.end);
      group.share = refrain_trace_get_share (trace, group.start, group.end);
      part->start = i > 0 ? MIN (part->start, group.start) : group.start;
      part->end = MAX (part->end, group.end);
      if (i < MOST_GROUPS)
        g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", group.text);
      g_array_append_val (self->groups, group);
    }
  if (groups->len > MOST_GROUPS)
    {
      g_string_append (text, "; ");
      g_string_append_printf (text, ngettext ("%u more", "%u more", groups->len - MOST_GROUPS),
                              groups->len - MOST_GROUPS);
    }
  part->share = refrain_trace_get_share (trace, part->start, part->end);
  /* Translators: how many groups, and "0–3: 40 × [MPI_Allreduce]; 4–7: 60 × [MPI_Bcast]". */
  part->text = g_strdup_printf (_ ("%u groups of processes, each with its own loop: %s"),
                                groups->len, text->str);
}

/* Whether of two iterations one has nearly all messages: what follows a storm is no turn of it. */
static gboolean
is_one (const GArray *rows)
{
  guint64 least = G_MAXUINT64, most = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      least = MIN (least, g_array_index (rows, RefrainMainLoopRow, i).messages);
      most = MAX (most, g_array_index (rows, RefrainMainLoopRow, i).messages);
    }
  return rows->len == 2 && least < most / UNLIKE;
}

/* Whether part @main is little of the run's time and another loop takes longer, as where one
 * benchmark follows another. */
static gboolean
is_minor (const GArray *parts, guint main)
{
  const double share = g_array_index (parts, RefrainMainLoopPart, main).share;
  gboolean minor = FALSE;

  for (guint i = 0; share < LITTLE_TIME && i < parts->len; i++)
    minor |= g_array_index (parts, RefrainMainLoopPart, i).is_loop
             && g_array_index (parts, RefrainMainLoopPart, i).share > share;
  return minor;
}

/* Whether @node is a loop of some turns, or two of one that is: a program runs twice. */
static gboolean
comes_again (const RefrainRoleNode *node)
{
  gboolean inside = FALSE;

  for (guint i = 0; node->n > 1 && node->parts != NULL && i < node->parts->len; i++)
    {
      const RefrainRoleNode *part = node->parts->pdata[i];

      inside |= part->kind == REFRAIN_ROLE_LOOP && part->n >= FEWEST_OCCURRENCES
                && part->share >= MOSTLY_EXACT;
    }
  return node->n >= FEWEST_OCCURRENCES || inside;
}

static void
take_parts (RefrainMainLoop *self,
            RefrainTrace *trace,
            const RefrainRoleOps *ops,
            const RefrainRoleTree *tree,
            Need need)
{
  const guint main = find_main (tree);
  const RefrainRoleNode *best = tree->nodes->len > 0 ? tree->nodes->pdata[main] : NULL;

  if (best == NULL || best->kind == REFRAIN_ROLE_REST || best->share < LEAST_SHARE
      || (need == LEVELS && !refrain_role_has_levels (best))
      || (need == LOOPLESS && (!comes_again (best) || best->share < LOOPLESS_SHARE)))
    return;
  for (guint i = 0; i < tree->nodes->len; i++)
    {
      const RefrainRoleNode *node = tree->nodes->pdata[i];
      RefrainMainLoopPart part = { .is_loop = node->kind != REFRAIN_ROLE_REST, .n = node->n };

      measure_node (trace, node, &part);
      part.text = refrain_main_loop_describe_node (trace, ops, node, i == main,
                                                   i == main ? self->rows : NULL);
      if (i == main)
        self->main = self->parts->len;
      if (part.text != NULL)
        g_array_append_val (self->parts, part);
      else if (i == main)
        break;
    }
  g_clear_object (&self->iterations);
  self->iterations = take_iterations (trace, best);
  /* A loop of which nothing can be said leads nothing, nor does one whose iterations are not those
   * of all processes: rows of messages that happen to be alike. */
  if (self->main >= self->parts->len || is_minor (self->parts, self->main)
      || (has_messages (trace) && (self->rows->len == 0 || is_one (self->rows))))
    {
      g_array_set_size (self->parts, 0);
      g_array_set_size (self->rows, 0);
    }
}

/* Whether iterations differ in messages from the usual number, or in partners, more often than not
 * at all. Without any told the processes do not even share iterations. */
static gboolean
is_varying (const GArray *rows)
{
  g_autofree guint64 *counts = g_new (guint64, (gsize) rows->len + 1);
  guint n = 0;

  for (guint i = 0; i < rows->len; i++)
    counts[i] = g_array_index (rows, RefrainMainLoopRow, i).messages;
  refrain_sort (counts, rows->len, sizeof *counts, refrain_compare_uint64);
  for (guint i = 0; i < rows->len; i++)
    n += g_array_index (rows, RefrainMainLoopRow, i).changed > 0
         || g_array_index (rows, RefrainMainLoopRow, i).messages != counts[rows->len / 2];
  return rows->len == 0 || n > VARYING * rows->len;
}

/* Whether work is handed out on demand, or few serve others that ask in an order of their own: then
 * turns of one process say nothing of the others. */
static gboolean
find_servers (RefrainMainLoop *self, RefrainComposites *composites)
{
  RefrainTrace *trace = refrain_pattern_set_get_trace (refrain_composites_get_set (composites));
  g_auto (RefrainTraffic) traffic = { 0 };

  if (refrain_composites_get_masters (composites)->masters->len > 0)
    return TRUE;
  if (has_messages (trace))
    refrain_traffic_judge (&traffic, composites);
  if (traffic.regularity == REFRAIN_IRREGULAR)
    self->servers = refrain_trace_describe_servers (trace);
  return self->servers != NULL;
}

/* A run taken apart by roles, once somebody asks. */
typedef struct
{
  RefrainRoleOps *ops;
  RefrainRoleTree *tree;
} Roles;

REFRAIN_DEFINE_AUTO (roles_clear, Roles, g_clear_pointer (&x->tree, refrain_role_tree_free);
                     g_clear_pointer (&x->ops, refrain_role_ops_free))

/* FALSE when cancelled. */
static gboolean
find_by_roles (RefrainMainLoop *self,
               RefrainComposites *composites,
               Roles *roles,
               Need need,
               GCancellable *cancellable)
{
  RefrainTrace *trace = refrain_pattern_set_get_trace (refrain_composites_get_set (composites));

  if (roles->ops == NULL)
    {
      roles->ops = refrain_role_ops_new (trace);
      roles->tree = refrain_role_tree_new (roles->ops, cancellable);
    }
  if (roles->tree == NULL)
    return FALSE;
  take_parts (self, trace, roles->ops, roles->tree, need);
  self->repeated = measure_repeated (refrain_composites_get_set (composites));
  self->varies
      = need == NEEDED && has_messages (trace) && self->parts->len > 0 && is_varying (self->rows);
  return TRUE;
}

/* Steps of each process instead of iterations by roles that differ in messages, where there are far
 * more: what divides these by roles is in some steps only. */
static void
take_own_steps (RefrainMainLoop *self, RefrainComposites *composites, GCancellable *cancellable)
{
  RefrainTrace *trace = refrain_pattern_set_get_trace (refrain_composites_get_set (composites));
  const guint32 n = refrain_iterations_get_n (self->iterations);
  g_autoptr (RefrainIterations) steps
      = is_varying (self->rows) ? refrain_own_steps_find (trace, cancellable) : NULL;

  if (steps == NULL || refrain_iterations_get_n (steps) < FINER * n)
    return;
  g_array_set_size (self->parts, 0);
  g_array_set_size (self->rows, 0);
  self->varies = FALSE;
  self->is_uneven = TRUE;
  g_set_object (&self->iterations, steps);
  take_exact (self, composites, cancellable);
}

/* Whether half of the processes have part in @iterations. */
static gboolean
are_of_most (RefrainTrace *trace, RefrainIterations *iterations)
{
  const guint n = refrain_trace_get_n_processes (trace);
  RefrainTime start, end;
  guint own = 0;

  for (guint p = 0; p < n; p++)
    own += refrain_iterations_get_span (iterations, p, 0, &start, &end);
  return 2 * own >= n;
}

/* Whether @n turns are the loop that @iterations are of, of which there may be one more or less:
 * that one is all that these lack. */
static gboolean
are_same_loop (RefrainIterations *iterations, guint32 n)
{
  const guint32 own = refrain_iterations_get_n (iterations);

  return own > 0 && own <= n + 1 && n <= own + 1
         && (own >= n
             || refrain_iterations_get_coverage (iterations) >= NEARLY * (double) own / (double) n);
}

/* Turns of patterns instead of @iterations, where these are more of the run and not the same loop,
 * of which operations tell better when it begins, unless they are of few processes. A reference. */
static RefrainIterations *
take_turns (RefrainMainLoop *self, RefrainComposites *composites, RefrainIterations *iterations)
{
  RefrainTrace *trace = refrain_pattern_set_get_trace (refrain_composites_get_set (composites));
  g_autoptr (RefrainIterations) turns = NULL;
  gboolean uneven = FALSE;
  g_autofree char *content = refrain_main_loop_find_turns (
      composites, refrain_iterations_get_coverage (iterations), 0, &turns, &uneven);

  if (content == NULL
      || (are_same_loop (iterations, refrain_iterations_get_n (turns))
          && are_of_most (trace, iterations)))
    return g_object_ref (iterations);
  self->content = g_steal_pointer (&content);
  self->is_uneven = uneven;
  return g_steal_pointer (&turns);
}

/* Turns of which parts come and go instead of @iterations. */
static void
take_loose_turns (RefrainMainLoop *self,
                  RefrainComposites *composites,
                  RefrainIterations **iterations)
{
  g_autoptr (RefrainIterations) turns = NULL;
  char *content = refrain_main_loop_find_loose_turns (composites, *iterations, &turns);

  if (content == NULL)
    return;
  g_free (self->content);
  self->content = content;
  self->is_uneven = TRUE;
  g_set_object (iterations, turns);
}

/* "6 × [3 to 12 × [Ring of 8; MPI_Allreduce]; MPI_Bcast]" of what is around @iterations, which
 * repeat exactly but for what stands between some of them, as where a solver needs fewer each time.
 * Free with g_free(). NULL where nothing is. */
static char *
describe_outer (RefrainComposites *composites, RefrainIterations *iterations)
{
  g_autoptr (RefrainIterations) turns = NULL;
  gboolean uneven = FALSE;
  g_autofree char *content
      = refrain_main_loop_find_turns (composites, refrain_iterations_get_coverage (iterations),
                                      refrain_iterations_get_n (iterations), &turns, &uneven);

  return content != NULL
                 && 2 * refrain_iterations_get_n (turns) <= refrain_iterations_get_n (iterations)
             ? g_strdup_printf ("%u × [%s]", refrain_iterations_get_n (turns), content)
             : NULL;
}

/* Steps of several exact @iterations instead of these. A reference. */
static RefrainIterations *
take_steps (RefrainMainLoop *self, RefrainComposites *composites, RefrainIterations *iterations)
{
  g_autoptr (RefrainIterations) steps = NULL;
  char *content = refrain_main_loop_find_steps (composites, iterations, &steps);

  if (content == NULL)
    return g_object_ref (iterations);
  g_free (self->content);
  self->content = content;
  self->is_uneven = TRUE;
  return g_steal_pointer (&steps);
}

RefrainMainLoop *
refrain_main_loop_new (RefrainComposites *composites,
                       RefrainIterations *iterations,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (RefrainMainLoop) self = g_object_new (REFRAIN_TYPE_MAIN_LOOP, NULL);
  g_auto (Roles) roles = { 0 };
  g_autoptr (RefrainIterations) turns = NULL;
  char *outer = NULL;
  RefrainTrace *trace;
  gboolean on_demand;
  Need need;

  g_return_val_if_fail (REFRAIN_IS_COMPOSITES (composites), NULL);
  g_return_val_if_fail (REFRAIN_IS_ITERATIONS (iterations), NULL);

  trace = refrain_pattern_set_get_trace (refrain_composites_get_set (composites));
  self->n_processes = refrain_trace_get_n_processes (trace);
  need = refrain_iterations_get_groups (iterations) != NULL ? EXPLAINED
                                                            : find_need (composites, iterations);
  if (need != EXPLAINED && !find_by_roles (self, composites, &roles, need, cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  if (self->parts->len > 0)
    {
      take_own_steps (self, composites, cancellable);
      return g_steal_pointer (&self);
    }
  on_demand = find_servers (self, composites);
  if (refrain_iterations_get_groups (iterations) != NULL && !on_demand)
    {
      take_groups (self, composites, refrain_iterations_get_groups (iterations));
      self->iterations = g_object_ref (iterations);
      return g_steal_pointer (&self);
    }
  if (on_demand)
    iterations = refrain_iterations_new_at (trace, 0, NULL);
  else if ((self->content = refrain_main_loop_find_threads (composites, &turns, self->items))
               != NULL
           || (self->content = refrain_main_loop_find_ends (composites, iterations, &turns))
                  != NULL)
    iterations = g_steal_pointer (&turns);
  else if (!refrain_main_loop_is_exact (iterations))
    iterations = take_turns (self, composites, iterations);
  else
    {
      outer = describe_outer (composites, iterations);
      self->content = outer == NULL ? refrain_main_loop_find_inner (composites, iterations) : NULL;
      iterations = outer == NULL && self->content == NULL
                       ? take_steps (self, composites, iterations)
                       : g_object_ref (iterations);
    }
  if (!on_demand && self->content == NULL && !refrain_main_loop_is_exact (iterations))
    {
      if (need != NEEDED)
        take_loose_turns (self, composites, &iterations);
      if (self->content == NULL && refrain_iterations_get_n (iterations) > 0)
        self->content = refrain_main_loop_find_inner (composites, iterations);
    }
  if (!on_demand && need != NEEDED && refrain_iterations_get_n (iterations) == 0
      && has_messages (trace) && refrain_trace_get_counts (trace)->messages <= MOST_MESSAGES
      && find_by_roles (self, composites, &roles, LOOPLESS, cancellable) && self->parts->len > 0)
    {
      g_object_unref (iterations);
      take_own_steps (self, composites, cancellable);
      return g_steal_pointer (&self);
    }
  g_set_object (&self->iterations, iterations);
  g_object_unref (iterations);
  self->has_outer = outer != NULL;
  self->is_uneven |= self->has_outer;
  take_exact (self, composites, cancellable);
  if (outer != NULL)
    {
      g_free (self->exact.text);
      self->exact.text = outer;
    }
  return !g_cancellable_set_error_if_cancelled (cancellable, error) ? g_steal_pointer (&self)
                                                                    : NULL;
}

/* ---- Reading --------------------------------------------------------------------------------- */

REFRAIN_GETTER (
    RefrainMainLoop, refrain_main_loop, RefrainIterations *, get_iterations, self->iterations)
REFRAIN_GETTER (RefrainMainLoop, refrain_main_loop, gboolean, varies, self->varies)
REFRAIN_GETTER (RefrainMainLoop, refrain_main_loop, double, get_repeated, self->repeated)
REFRAIN_GETTER (RefrainMainLoop, refrain_main_loop, const char *, get_content, self->content)
REFRAIN_GETTER (RefrainMainLoop, refrain_main_loop, const char *, get_servers, self->servers)
REFRAIN_GETTER (RefrainMainLoop, refrain_main_loop, gboolean, is_uneven, self->is_uneven)
REFRAIN_GETTER (RefrainMainLoop, refrain_main_loop, gboolean, leads, self->parts->len > 0)
REFRAIN_GETTER (RefrainMainLoop, refrain_main_loop, gboolean, has_outer, self->has_outer)

RefrainRegularity
refrain_main_loop_correct_regularity (RefrainMainLoop *self, RefrainRegularity regularity)
{
  g_return_val_if_fail (REFRAIN_IS_MAIN_LOOP (self), regularity);

  return self->is_named || (regularity == REFRAIN_IRREGULAR && self->parts->len > 0)
             ? REFRAIN_REGULAR
             : regularity;
}

REFRAIN_ARRAY_GETTER (
    RefrainMainLoop, refrain_main_loop, RefrainMainLoopPart, gsize, get_parts, self->parts)

REFRAIN_ARRAY_GETTER (
    RefrainMainLoop, refrain_main_loop, RefrainMainLoopPart, gsize, get_groups, self->groups)

const RefrainMainLoopPart *
refrain_main_loop_get_main (RefrainMainLoop *self)
{
  g_return_val_if_fail (REFRAIN_IS_MAIN_LOOP (self), NULL);

  if (self->parts->len == 0)
    return self->exact.text != NULL ? &self->exact : NULL;
  return &g_array_index (self->parts, RefrainMainLoopPart, self->main);
}

REFRAIN_ARRAY_GETTER (
    RefrainMainLoop, refrain_main_loop, RefrainMainLoopRow, gsize, get_rows, self->rows)

gboolean
refrain_main_loop_is_cycle (RefrainMainLoop *self, RefrainCycle *cycle)
{
  const RefrainCycleItem *items;
  gsize n, n_processes;

  g_return_val_if_fail (REFRAIN_IS_MAIN_LOOP (self), FALSE);

  items = refrain_cycle_get_items (cycle, &n);
  refrain_cycle_get_processes (cycle, &n_processes);
  if (n == 0 || n != self->items->len || n_processes < self->n_processes
      || refrain_cycle_get_count (cycle) > refrain_iterations_get_n (self->iterations))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      const RefrainCycleItem *own = &g_array_index (self->items, RefrainCycleItem, i);

      if (items[i].pattern != own->pattern || items[i].times != own->times
          || items[i].threads != own->threads || items[i].lane != own->lane)
        return FALSE;
    }
  return TRUE;
}

char *
refrain_main_loop_describe (RefrainMainLoop *self)
{
  const RefrainMainLoopPart *part;

  g_return_val_if_fail (REFRAIN_IS_MAIN_LOOP (self), NULL);

  part = refrain_main_loop_get_main (self);
  if (part == &self->exact && self->has_outer)
    /* Translators: a loop, how many iterations the loop in it has in all, and how much of the run
     * it takes. */
    return g_strdup_printf (_ ("%s: %u inner iterations, %.0f %% of the run, computation included"),
                            part->text, part->n, 100 * part->share);
  /* Translators: a loop, and how much of the run it takes. */
  return part != NULL ? g_strdup_printf (_ ("%s: %.0f %% of the run, computation included"),
                                         part->text, 100 * part->share)
                      : NULL;
}
