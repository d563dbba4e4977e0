/* refrain-main-loop-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Exchanges and collectives of a part and of the loops in it, as one phrase.
 */
#include "config.h"

#include "refrain-main-loop-words.h"

#include <glib/gi18n-lib.h>

#include "refrain-compare.h"
#include "refrain-main-loop-exchanges.h"
#include "refrain-role-levels.h"

/* Loops inside are told if they are so much of an iteration. */
#define MOST_INSIDE 0.35
#define DEEPEST     2
#define NEARLY_ALL  0.95
/* ... and if iterations differ no more than this in what they hold. */
#define DIFFERENT 0.2
#define SAME      0.05
/* An iteration is told by its exchanges if so many messages are in those that have a name. */
#define MOSTLY_NAMED 0.6
/* What is in loops inside is not read where it takes more characters. */
#define LONG 280

/* ---- Collectives ----------------------------------------------------------------------------- */

typedef struct
{
  const char *name;
  guint32 role;  /* its first: roles are numbered as they come */
  guint32 reach; /* 0: all */
  double each;   /* in an iteration, in the mean */
  guint32 *of;   /* of each iteration; NULL where they are told together */
} Kind;

static void
clear_kind (gpointer data)
{
  g_free (((Kind *) data)->of);
}

static int
compare_kinds (gconstpointer a, gconstpointer b)
{
  const Kind *x = a, *y = b;

  if (x->each > y->each || x->each < y->each)
    return x->each > y->each ? -1 : 1;
  return (x->role > y->role) - (x->role < y->role);
}

/* How often each process has each role in each iteration, at most: @most of roles times
 * iterations. */
static void
count_roles (const RefrainToldPart *part, guint32 *most)
{
  const guint n_roles = part->ops->roles->len;
  g_autofree guint32 *own = g_new0 (guint32, (gsize) n_roles + 1);
  guint32 *of = most;
  guint last_process = 0;
  guint32 last = REFRAIN_NONE;

  REFRAIN_FOR_EACH_ROLE_OP (part, p, i, op)
  {
    /* What stands for several iterations is counted together. */
    if (p != last_process || (part->n > 1 && i != last))
      refrain_fill (own, 0, n_roles * sizeof *own);
    last_process = p;
    last = i;
    of = most + (part->n > 1 ? (gsize) i * n_roles : 0);
    own[op->role]++;
    of[op->role] = MAX (of[op->role], own[op->role]);
  }
}

static void
add_kind (const RefrainToldPart *part, GArray *kinds, guint32 r, const guint32 *most, gsize stride)
{
  const RefrainRole *role = refrain_role_ops_get_role (part->ops, r);
  Kind kind = { role->name, r, role->is_wide ? 0 : role->reach, 0, NULL };
  Kind *same = NULL;
  double sum = 0;

  for (guint32 i = 0; i < part->n; i++)
    sum += most[i * stride];
  kind.each = sum / ((double) part->n * part->by);
  if (sum <= 0)
    return;
  for (guint k = 0; k < kinds->len && same == NULL; k++)
    {
      same = &g_array_index (kinds, Kind, k);
      if (!g_str_equal (same->name, kind.name) || same->reach != kind.reach)
        same = NULL;
    }
  if (same == NULL)
    {
      kind.of = part->by == 1 ? g_new0 (guint32, (gsize) part->n + 1) : NULL;
      g_array_append_val (kinds, kind);
      same = &g_array_index (kinds, Kind, kinds->len - 1);
    }
  else
    same->each += kind.each;
  for (guint32 i = 0; same->of != NULL && i < part->n; i++)
    same->of[i] += most[i * stride];
}

/* Of each kind of collective how often the process that has it most often has it. */
static GArray *
list_kinds (const RefrainToldPart *part)
{
  const guint n_roles = part->ops->roles->len;
  g_autofree guint32 *most = g_new0 (guint32, (gsize) n_roles * part->n + 1);
  GArray *kinds = g_array_new (FALSE, FALSE, sizeof (Kind));

  g_array_set_clear_func (kinds, clear_kind);
  count_roles (part, most);
  for (guint32 r = 0; r < n_roles; r++)
    {
      const RefrainRole *role = refrain_role_ops_get_role (part->ops, r);

      if (!role->is_message && !role->is_handle)
        add_kind (part, kinds, r, most + r, n_roles);
    }
  for (guint k = kinds->len; k > 0; k--)
    if (g_array_index (kinds, Kind, k - 1).each < 0.5)
      g_array_remove_index (kinds, k - 1);
  g_array_sort (kinds, compare_kinds);
  return kinds;
}

static char *
describe_kind (const RefrainToldPart *part, const Kind *kind)
{
  GString *text = g_string_new (NULL);
  guint32 least = G_MAXUINT32, most = 0;

  for (guint32 i = 0; kind->of != NULL && i < part->n; i++)
    {
      least = MIN (least, kind->of[i]);
      most = MAX (most, kind->of[i]);
    }
  if (least < most)
    g_string_append_printf (text, _ ("%u to %u × "), least, most);
  else if (kind->each >= 1.5)
    g_string_append_printf (text, "%.0f × ", kind->each);
  g_string_append (text, kind->name);
  if (kind->reach > 0)
    g_string_append_printf (text, _ (" in groups of %u"), kind->reach);
  return g_string_free (text, FALSE);
}

static void
add_kinds (const RefrainToldPart *part, GPtrArray *items)
{
  g_autoptr (GArray) kinds = list_kinds (part);
  const guint shown = items->len > 0 ? REFRAIN_MAIN_LOOP_MOST_LINES
                                           - MIN (items->len, REFRAIN_MAIN_LOOP_MOST_LINES - 2)
                                     : REFRAIN_MAIN_LOOP_MOST_LINES;

  for (guint i = 0; i < MIN (kinds->len, shown); i++)
    g_ptr_array_add (items, describe_kind (part, &g_array_index (kinds, Kind, i)));
  if (kinds->len > shown)
    g_ptr_array_add (
        items, g_strdup_printf (ngettext ("%u more collective operation",
                                          "%u more collective operations", kinds->len - shown),
                                kinds->len - shown));
}

/* ---- Sentences ------------------------------------------------------------------------------- */

/* Exchanges of other processes at the same time are told alike: once, with how many. */
static void
join_alike (GPtrArray *items)
{
  for (guint i = 0; i < items->len; i++)
    {
      guint n = 1;

      for (; i + 1 < items->len && g_str_equal (items->pdata[i], items->pdata[i + 1]); n++)
        g_ptr_array_remove_index (items, i + 1);
      if (n > 1)
        {
          char *text = g_strdup_printf ("%u × %s", n, (const char *) items->pdata[i]);

          g_free (items->pdata[i]);
          items->pdata[i] = text;
        }
    }
}

/* @rows: NULL, or gets the iterations. *@named: NULL, or the share of messages in exchanges that
 * have a name. */
static char *
describe_items (RefrainTrace *trace,
                const RefrainRoleOps *ops,
                const RefrainRoleNode *node,
                GArray *rows,
                double *named)
{
  g_auto (RefrainToldPart) part = { .trace = trace, .ops = ops, .node = node };
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);
  double share;

  refrain_told_part_prepare (&part);
  share = refrain_told_part_describe_exchanges (&part, items, rows);
  join_alike (items);
  if (named != NULL)
    *named = share;
  add_kinds (&part, items);
  g_ptr_array_add (items, NULL);
  return items->len > 1 ? g_strjoinv ("; ", (char **) items->pdata) : NULL;
}

/* @about: counts are those of one iteration, and others differ. */
static char *describe (RefrainTrace *trace,
                       const RefrainRoleOps *ops,
                       const RefrainRoleNode *node,
                       GArray *rows,
                       guint depth,
                       gboolean about);

/* How far the numbers of operations of iterations are apart, but for the tenth with fewest and that
 * with most: 0 where all have as many. */
static double
measure_variation (const RefrainRoleNode *node)
{
  g_autofree guint64 *counts = g_new0 (guint64, (gsize) node->n + 1);
  guint64 least, most;

  if (node->kind != REFRAIN_ROLE_LOOP)
    return 0;
  for (guint p = 0; p < node->n_processes; p++)
    for (guint32 i = 0; node->cuts[p].n_cuts == node->n + 1 && i < node->n; i++)
      counts[i] += (guint64) (refrain_role_node_get_end (node, p, i)
                              - refrain_role_node_get_first (node, p, i));
  refrain_sort (counts, node->n, sizeof *counts, refrain_compare_uint64);
  least = counts[node->n / 10];
  most = counts[node->n - 1 - node->n / 10];
  return most > 0 ? (double) (most - least) / (double) most : 0;
}

/* Whether @node is one collective or file operation again and again. */
static gboolean
repeats_operation (const RefrainRoleNode *node)
{
  guint p = 0;

  while (p < node->n_processes && node->cuts[p].n_cuts == 0)
    p++;
  return node->kind == REFRAIN_ROLE_ROUNDS && p < node->n_processes
         && refrain_role_node_get_first (node, p, 0)->way == REFRAIN_ROLE_OTHER;
}

/* What an iteration consists of where loops are in it; NULL where these are too little, or where
 * iterations differ much and have no levels: what is in one is then not in others. */
static char *
describe_inside (RefrainTrace *trace,
                 const RefrainRoleOps *ops,
                 const RefrainRoleNode *node,
                 guint depth)
{
  GString *text;
  double share = 0, all = 0;
  const double variation = measure_variation (node);

  for (guint i = 0; node->parts != NULL && i < node->parts->len; i++)
    {
      const RefrainRoleNode *part = node->parts->pdata[i];

      share += part->kind == REFRAIN_ROLE_LOOP || repeats_operation (part) ? part->share : 0;
      all += part->share;
    }
  if (depth >= DEEPEST || share <= MOST_INSIDE
      || (variation > DIFFERENT && !refrain_role_has_levels (node)))
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < node->parts->len; i++)
    {
      g_autofree char *part
          = describe (trace, ops, node->parts->pdata[i], NULL, depth + 1, variation > SAME);

      if (part != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", part);
    }
  if (text->len > 0 && all < NEARLY_ALL)
    g_string_append (text, "; …");
  return g_string_free (text, text->len == 0 || g_utf8_strlen (text->str, -1) > LONG);
}

/* "V-cycle of 3 levels", or NULL. */
static char *
describe_cycle (const RefrainRoleNode *node)
{
  RefrainRoleLevels levels;

  if (node->kind != REFRAIN_ROLE_LOOP || !refrain_role_find_levels (node, &levels))
    return NULL;
  if (levels.kind == REFRAIN_ROLE_W_CYCLE)
    return g_strdup_printf (_ ("W-cycle of %u levels"), levels.levels);
  if (levels.kind == REFRAIN_ROLE_F_CYCLE && levels.least < levels.levels)
    return g_strdup_printf (_ ("F-cycle of %u to %u levels"), levels.least, levels.levels);
  if (levels.kind == REFRAIN_ROLE_F_CYCLE)
    return g_strdup_printf (_ ("F-cycle of %u levels"), levels.levels);
  return levels.times > 1
             ? g_strdup_printf (_ ("%u × V-cycle of %u levels"), levels.times, levels.levels)
             : g_strdup_printf (_ ("V-cycle of %u levels"), levels.levels);
}

static char *
describe (RefrainTrace *trace,
          const RefrainRoleOps *ops,
          const RefrainRoleNode *node,
          GArray *rows,
          guint depth,
          gboolean about)
{
  g_autofree char *items = describe_items (trace, ops, node, rows, NULL);
  g_autofree char *cycle = describe_cycle (node);
  g_autofree char *inside = cycle == NULL ? describe_inside (trace, ops, node, depth) : NULL;
  const char *body = inside != NULL ? inside : items;

  /* Rounds of which one process has many more than another are no loop of the run. */
  if (body == NULL || node->kind == REFRAIN_ROLE_REST || node->most > 2 * node->least)
    return g_steal_pointer (&items);
  if (repeats_operation (node) && node->least == node->most)
    return g_strdup_printf (about ? _ ("about %u × %s") : "%u × %s", node->n, body);
  if (about && node->least == node->most && node->n > 2)
    return cycle != NULL ? g_strdup_printf (_ ("about %u × [%s: %s]"), node->n, cycle, body)
                         : g_strdup_printf (_ ("about %u × [%s]"), node->n, body);
  if (cycle != NULL)
    /* Translators: iterations, "V-cycle of 3 levels", and what is in it. */
    return g_strdup_printf (_ ("%u × [%s: %s]"), node->n, cycle, body);
  if (node->least < node->most)
    return g_strdup_printf (_ ("%u to %u × [%s]"), node->least, node->most, body);
  return g_strdup_printf ("%u × [%s]", node->n, body);
}

static void
add_times (const RefrainRoleNode *node, GArray *rows)
{
  for (guint i = 0; i < rows->len; i++)
    {
      RefrainMainLoopRow *row = &g_array_index (rows, RefrainMainLoopRow, i);
      gboolean any = FALSE;

      for (guint p = 0; p < node->n_processes; p++)
        if (i + 1 < node->cuts[p].n_cuts)
          for (const RefrainRoleOp *op = refrain_role_node_get_first (node, p, i);
               op < refrain_role_node_get_end (node, p, i); op++)
            {
              row->start = any ? MIN (row->start, op->start) : op->start;
              row->end = any ? MAX (row->end, op->end) : op->end;
              any = TRUE;
            }
    }
}

char *
refrain_main_loop_describe_node (RefrainTrace *trace,
                                 const RefrainRoleOps *ops,
                                 const RefrainRoleNode *node,
                                 gboolean inside,
                                 GArray *rows)
{
  char *text = describe (trace, ops, node, rows, inside ? 0 : DEEPEST, FALSE);

  if (rows != NULL)
    add_times (node, rows);
  return text;
}

char *
refrain_main_loop_name_node (RefrainTrace *trace,
                             const RefrainRoleOps *ops,
                             const RefrainRoleNode *node)
{
  double named;
  g_autofree char *items = describe_items (trace, ops, node, NULL, &named);
  g_autofree char *cycle = items != NULL ? describe_cycle (node) : NULL;

  if (cycle != NULL)
    return g_strdup_printf ("%s: %s", cycle, items);
  return items != NULL && named >= MOSTLY_NAMED ? g_steal_pointer (&items) : NULL;
}
