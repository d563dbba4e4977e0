/* refrain-rows.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows are joined in thought, and given up until all that are left make patterns; then the units
 * are changed.
 */
#include "refrain-rows.h"

#include "refrain-free.h"
#include "refrain-union-find.h"

/* ---- Reach ------------------------------------------------------------------------------------
 */

guint32 *
refrain_rows_count_processes (const RefrainUnits *units, const guint32 *group, guint32 n_groups)
{
  guint32 *reach = g_new0 (guint32, (gsize) n_groups + 1);
  g_autofree guint32 *last = g_new0 (guint32, (gsize) n_groups + 1); /* process + 1 */

  for (guint p = 0; p < units->n_processes; p++)
    for (guint32 u = units->first[p]; u < units->first[p + 1]; u++)
      {
        reach[group[u]] += last[group[u]] != p + 1;
        last[group[u]] = p + 1;
      }
  return reach;
}

guint32 *
refrain_rows_count_of_segments (const RefrainInstances *instances)
{
  const RefrainUnits *units = instances->units;
  const guint32 n_units = units->first[units->n_processes];
  g_autofree guint32 *root = g_new (guint32, (gsize) n_units + 1);
  g_autofree guint32 *reach = NULL;

  for (guint p = 0; p < units->n_processes; p++)
    for (guint32 u = units->first[p], segment = REFRAIN_NONE; u < units->first[p + 1]; u++)
      {
        const guint32 own = refrain_units_get (units, p, u)->segment;

        root[u] = own == segment ? root[u - 1] : u;
        segment = own;
      }
  for (guint32 i = 0; i < instances->n; i++)
    for (guint64 m = instances->instances[i].first + 1; m < instances->instances[i + 1].first; m++)
      refrain_union_find_join (root, instances->members[m - 1], instances->members[m]);
  /* A root is the smallest of its set. */
  for (guint32 u = 0; u < n_units; u++)
    root[u] = root[root[u]];
  reach = refrain_rows_count_processes (units, root, n_units);
  for (guint32 u = 0; u < n_units; u++)
    root[u] = reach[root[u]];
  return g_steal_pointer (&root);
}

/* ---- Rows -------------------------------------------------------------------------------------
 */

/* ---- Fragments in a row ------------------------------------------------------------------------
 */

/* Units [first, first + n), numbered over all, of one segment. */
typedef struct
{
  guint32 first;
  guint32 n;
  guint32 wanted; /* processes that the segments reach */
  gboolean given_up;
} Run;

typedef struct
{
  const RefrainInstances *instances;
  GArray *runs;    /* of Run, ascending */
  guint32 *run_of; /* of each unit, or REFRAIN_NONE */
} Runs;

REFRAIN_DEFINE_AUTO (runs_clear, Runs, g_clear_pointer (&x->runs, g_array_unref);
                     g_clear_pointer (&x->run_of, g_free))

/* Longest rows of units in one segment that each reach fewer processes than the segments do. */
static void
find_runs (Runs *self, const RefrainInstances *instances)
{
  const RefrainUnits *units = instances->units;
  const guint32 n_units = units->first[units->n_processes];
  g_autofree guint32 *own
      = refrain_rows_count_processes (units, instances->instance_of_unit, instances->n);
  g_autofree guint32 *wanted = refrain_rows_count_of_segments (instances);
  guint process = 0;

  self->instances = instances;
  self->runs = g_array_new (FALSE, FALSE, sizeof (Run));
  self->run_of = g_new (guint32, (gsize) n_units + 1);
  for (guint32 u = 0, end; u < n_units; u = end)
    {
      Run run = { u, 0, wanted[u], FALSE };
      guint32 segment;

      process = refrain_units_next_process (units, process, u);
      segment = refrain_units_get (units, process, u)->segment;
      for (end = u; end < units->first[process + 1]
                    && refrain_units_get (units, process, end)->segment == segment
                    && own[instances->instance_of_unit[end]] < wanted[end];)
        end++;
      run.n = end - u;
      end = MAX (end, u + 1);
      for (guint32 k = u; k < end; k++)
        self->run_of[k] = run.n > 1 ? self->runs->len : REFRAIN_NONE;
      if (run.n > 1)
        g_array_append_val (self->runs, run);
    }
}

/* Whether what the sorted @units of one group hold is one row or one unit in each of @wanted
 * processes; appends process and content of each to @key. */
static gboolean
read_group (const Runs *self, const guint32 *unit, guint32 n, guint32 wanted, GArray *key)
{
  const RefrainUnits *units = self->instances->units;
  guint process = 0, n_processes = 0;
  guint32 last = REFRAIN_NONE;

  g_array_set_size (key, 0);
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 run = self->run_of[unit[i]];
      guint32 pair[2];

      process = refrain_units_next_process (units, process, unit[i]);
      pair[0] = process;
      pair[1] = refrain_units_get (units, process, unit[i])->content;
      g_array_append_vals (key, pair, G_N_ELEMENTS (pair));
      if (last != process)
        n_processes++;
      else if (run == REFRAIN_NONE || run != self->run_of[unit[i - 1]])
        return FALSE;
      last = process;
    }
  return n_processes == wanted;
}

/* Groups of units that rows and messages connect. */
typedef struct
{
  guint32 *first;  /* of each unit that is a root: where its group begins in @member */
  guint32 *n;      /* likewise: how many it holds */
  guint32 *member; /* units, ascending in each group */
  guint32 *root;   /* of each unit */
} Groups;

REFRAIN_DEFINE_AUTO (groups_clear, Groups, refrain_clear (&x->first, &x->n, &x->member, &x->root))

static void
groups_init (Groups *self, const Runs *runs)
{
  const RefrainInstances *instances = runs->instances;
  const guint32 n_units = instances->units->first[instances->units->n_processes];
  guint32 at = 0;

  self->root = refrain_union_find_new (n_units);
  for (guint32 i = 0; i < instances->n; i++)
    for (guint64 m = instances->instances[i].first + 1; m < instances->instances[i + 1].first; m++)
      refrain_union_find_join (self->root, instances->members[m - 1], instances->members[m]);
  for (guint32 u = 1; u < n_units; u++)
    if (runs->run_of[u] != REFRAIN_NONE && runs->run_of[u] == runs->run_of[u - 1])
      refrain_union_find_join (self->root, u - 1, u);
  self->first = g_new (guint32, (gsize) n_units + 1);
  self->n = g_new0 (guint32, (gsize) n_units + 1);
  self->member = g_new (guint32, (gsize) n_units + 1);
  for (guint32 u = 0; u < n_units; u++)
    {
      self->root[u] = refrain_union_find_root (self->root, u);
      self->n[self->root[u]]++;
    }
  for (guint32 u = 0; u < n_units; u++)
    if (self->root[u] == u)
      {
        self->first[u] = at;
        at += self->n[u];
        self->n[u] = 0;
      }
  for (guint32 u = 0; u < n_units; u++)
    self->member[self->first[self->root[u]] + self->n[self->root[u]]++] = u;
}

/* Gives up rows that do not come to one pattern, or to one that does not come again; gives whether
 * there were any. */
static gboolean
give_up_runs (Runs *self)
{
  g_auto (Groups) groups = { 0 };
  g_auto (RefrainSequenceTable) seen;
  g_autoptr (GArray) key = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) count = g_array_new (FALSE, TRUE, sizeof (guint32));
  g_autofree guint32 *pattern = g_new (guint32, (gsize) self->runs->len + 1);
  g_autoptr (GHashTable) of_root = g_hash_table_new (NULL, NULL); /* root + 1: pattern + 1 */
  gboolean any = FALSE;

  groups_init (&groups, self);
  refrain_sequence_table_init (&seen);
  for (guint r = 0; r < self->runs->len; r++)
    {
      const Run *run = &g_array_index (self->runs, Run, r);
      const guint32 root = groups.root[run->first];
      gpointer known;

      pattern[r] = REFRAIN_NONE;
      if (run->given_up)
        continue;
      if (g_hash_table_lookup_extended (of_root, GUINT_TO_POINTER (root), NULL, &known))
        {
          pattern[r] = GPOINTER_TO_UINT (known);
          continue;
        }
      if (read_group (self, groups.member + groups.first[root], groups.n[root], run->wanted, key))
        {
          pattern[r] = refrain_sequence_table_add (&seen, (const guint32 *) (gpointer) key->data,
                                                   key->len, NULL);
          g_array_set_size (count, seen.n);
          g_array_index (count, guint32, pattern[r])++;
        }
      g_hash_table_insert (of_root, GUINT_TO_POINTER (root), GUINT_TO_POINTER (pattern[r]));
    }
  for (guint r = 0; r < self->runs->len; r++)
    {
      Run *run = &g_array_index (self->runs, Run, r);

      if (run->given_up
          || (pattern[r] != REFRAIN_NONE && g_array_index (count, guint32, pattern[r]) > 1))
        continue;
      run->given_up = any = TRUE;
      for (guint32 u = run->first; u < run->first + run->n; u++)
        self->run_of[u] = REFRAIN_NONE;
    }
  return any;
}

/* Makes each row one unit; gives whether there was any. */
static gboolean
apply_runs (const Runs *self)
{
  RefrainUnits *units = self->instances->units;
  gboolean any = FALSE;

  for (guint p = 0; p < units->n_processes; p++)
    {
      GArray *own = units->processes[p].units;
      guint kept = 0;

      for (guint u = 0; u < own->len; u++)
        {
          const RefrainUnit unit = g_array_index (own, RefrainUnit, u);
          const guint32 run = self->run_of[units->first[p] + u];

          if (run != REFRAIN_NONE && u > 0 && run == self->run_of[units->first[p] + u - 1])
            {
              RefrainUnit *last = &g_array_index (own, RefrainUnit, kept - 1);

              last->n += unit.n;
              last->content = last->split = REFRAIN_NONE;
              last->cut = last->whole = any = TRUE;
            }
          else
            {
              g_array_index (own, RefrainUnit, kept++) = unit;
            }
        }
      g_array_set_size (own, kept);
    }
  return any;
}

gboolean
refrain_rows_join (RefrainInstances *instances, GCancellable *cancellable)
{
  g_auto (Runs) runs = { 0 };

  find_runs (&runs, instances);
  while (runs.runs->len > 0 && give_up_runs (&runs))
    if (g_cancellable_is_cancelled (cancellable))
      return FALSE;
  if (runs.runs->len == 0 || !apply_runs (&runs))
    return TRUE;
  refrain_units_renumber (instances->units);
  return refrain_instances_join (instances, cancellable);
}
