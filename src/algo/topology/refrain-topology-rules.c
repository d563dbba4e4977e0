/* refrain-topology-rules.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A rule is read into expressions of its size n; a remembered graph is its edges.
 */
#include "refrain-topology-rules.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-expression.h"
#include "refrain-free.h"
#include "refrain-object.h"

/* Directions a link with k may have, and places of a table of all. */
#define MAX_TURNS   65536
#define MAX_TARGETS (1 << 27)

#define NOWHERE G_MAXUINT32

typedef struct
{
  char *name;
  RefrainExpression *to, *from_k, *to_k, *condition; /* NULL: without */
  guint line, column, k_column;                      /* of @to and of the range of k */
} Link;

typedef struct
{
  char *name;
  RefrainExpression *size; /* NULL: any */
  guint line, column;      /* of that */
  GPtrArray *links;
  GArray *edges; /* RefrainGraphEdge */
} Rule;

struct _RefrainTopologyRules
{
  GObject parent_instance;

  GPtrArray *rules;
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainTopologyRules, refrain_topology_rules)

REFRAIN_DEFINE_FREE (link_free, Link, g_free (x->name);
                     g_clear_pointer (&x->to, refrain_expression_free);
                     g_clear_pointer (&x->from_k, refrain_expression_free);
                     g_clear_pointer (&x->to_k, refrain_expression_free);
                     g_clear_pointer (&x->condition, refrain_expression_free))

REFRAIN_DEFINE_FREE (rule_free, Rule, g_free (x->name);
                     g_clear_pointer (&x->size, refrain_expression_free);
                     g_ptr_array_unref (x->links);
                     g_array_unref (x->edges))

static void
refrain_topology_rules_finalize (RefrainTopologyRules *self)
{
  g_ptr_array_unref (self->rules);
}

static void
refrain_topology_rules_init (RefrainTopologyRules *self)
{
  self->rules = g_ptr_array_new_with_free_func (rule_free);
}

/* ---- Reading ----------------------------------------------------------------------------------
 */

static gboolean
complain (RefrainRuleReader *reader, const char *problem)
{
  if (reader->problem == NULL)
    reader->problem = problem;
  return FALSE;
}

static guint
get_column (const RefrainRuleReader *reader)
{
  return (guint) g_utf8_strlen (reader->line_start, reader->at - reader->line_start) + 1;
}

static gboolean
read_size (RefrainRuleReader *reader, Rule *rule)
{
  if (rule->size != NULL)
    return complain (reader, N_ ("there is a size already"));
  if (rule->edges->len > 0)
    return complain (reader, N_ ("the size must come before the edges"));
  refrain_rule_skip (reader);
  rule->line = reader->line;
  rule->column = get_column (reader);
  rule->size = refrain_expression_read (reader, "n");
  return rule->size != NULL;
}

/* "next:" if that comes next. */
static char *
read_label (RefrainRuleReader *reader)
{
  const char *at = reader->at;
  gsize length = 0;

  while (g_ascii_isalnum (at[length]) || at[length] == '_' || (guchar) at[length] >= 0x80)
    length++;
  if (length == 0 || at[length + strspn (at + length, " \t")] != ':')
    return NULL;
  reader->at += length + strspn (at + length, " \t") + 1;
  return g_strndup (at, length);
}

static gboolean
read_link (RefrainRuleReader *reader, Rule *rule)
{
  Link *link = g_new0 (Link, 1);
  const char *start = reader->at;

  g_ptr_array_add (rule->links, link);
  link->name = read_label (reader);
  if (g_strcmp0 (link->name, "self") == 0)
    {
      reader->at = start;
      return complain (reader, N_ ("no direction may be called self"));
    }
  if (!refrain_rule_take (reader, "i"))
    return complain (reader, N_ ("“i -> …”, “size …”, “0 - 1” or “topology” is missing"));
  if (!refrain_rule_take (reader, "->"))
    return complain (reader, N_ ("“->” is missing"));
  refrain_rule_skip (reader);
  link->line = reader->line;
  link->column = get_column (reader);
  link->to = refrain_expression_read (reader, "nik");
  if (link->to == NULL)
    return FALSE;
  if (refrain_rule_take (reader, "for"))
    {
      if (!refrain_rule_take (reader, "k") || !refrain_rule_take (reader, "="))
        return complain (reader, N_ ("“k =” is missing"));
      refrain_rule_skip (reader);
      link->k_column = get_column (reader);
      link->from_k = refrain_expression_read (reader, "n");
      if (link->from_k == NULL)
        return FALSE;
      if (!refrain_rule_take (reader, "to"))
        return complain (reader, N_ ("“to” is missing"));
      link->to_k = refrain_expression_read (reader, "n");
      if (link->to_k == NULL)
        return FALSE;
    }
  if (refrain_rule_take (reader, "if"))
    {
      link->condition = refrain_expression_read (reader, "nik");
      return link->condition != NULL;
    }
  return TRUE;
}

static gboolean
read_node (RefrainRuleReader *reader, gint64 n, guint32 *node)
{
  char *end;
  guint64 number;

  refrain_rule_skip (reader);
  if (!g_ascii_isdigit (*reader->at))
    return complain (reader, N_ ("a process is missing"));
  number = g_ascii_strtoull (reader->at, &end, 10);
  if (number >= (guint64) n)
    return complain (reader, N_ ("there is no such process"));
  reader->at = end;
  *node = (guint32) number;
  return TRUE;
}

static gboolean
read_edges (RefrainRuleReader *reader, Rule *rule)
{
  const RefrainRuleValues values = { 0 };
  gint64 n = 0;

  if (rule->size == NULL || !refrain_expression_is_number (rule->size)
      || !refrain_expression_evaluate (rule->size, &values, &n) || n > G_MAXINT32)
    return complain (reader, N_ ("edges need a line “size NUMBER” before them"));
  do
    {
      RefrainGraphEdge edge;

      if (!read_node (reader, n, &edge.a))
        return FALSE;
      if (!refrain_rule_take (reader, "-"))
        return complain (reader, N_ ("“-” is missing"));
      if (!read_node (reader, n, &edge.b))
        return FALSE;
      g_array_append_val (rule->edges, edge);
    }
  while (refrain_rule_take (reader, ","));
  return TRUE;
}

static gboolean
read_heading (RefrainRuleReader *reader, GPtrArray *rules)
{
  Rule *rule;
  const char *end;

  refrain_rule_skip (reader);
  if (*reader->at != '"')
    return complain (reader, N_ ("a name in quotation marks is missing"));
  end = reader->at + 1 + strcspn (reader->at + 1, "\"\n");
  if (*end != '"' || end == reader->at + 1)
    return complain (reader, *end == '"' ? N_ ("the name is empty") : N_ ("the name has no end"));
  rule = g_new0 (Rule, 1);
  rule->name = g_strndup (reader->at + 1, end - reader->at - 1);
  rule->links = g_ptr_array_new_with_free_func (link_free);
  rule->edges = g_array_new (FALSE, FALSE, sizeof (RefrainGraphEdge));
  g_ptr_array_add (rules, rule);
  reader->at = end + 1;
  return TRUE;
}

static gboolean
read_statement (RefrainRuleReader *reader, GPtrArray *rules)
{
  Rule *rule = rules->len > 0 ? rules->pdata[rules->len - 1] : NULL;

  if (refrain_rule_take (reader, "topology"))
    return read_heading (reader, rules);
  if (rule == NULL)
    return complain (reader, N_ ("“topology \"name\"” is missing"));
  if (refrain_rule_take (reader, "size"))
    return read_size (reader, rule);
  return g_ascii_isdigit (*reader->at) ? read_edges (reader, rule) : read_link (reader, rule);
}

static gboolean
read_line (RefrainRuleReader *reader, GPtrArray *rules)
{
  refrain_rule_skip (reader);
  if (*reader->at == '\n' || *reader->at == '\0')
    return TRUE;
  if (!read_statement (reader, rules))
    return FALSE;
  refrain_rule_skip (reader);
  return *reader->at == '\n' || *reader->at == '\0'
         || complain (reader, N_ ("the line must end here"));
}

RefrainTopologyRules *
refrain_topology_rules_parse (const char *text, gsize length, const char *path, GError **error)
{
  g_autoptr (RefrainTopologyRules) self = NULL;
  g_autofree char *copy = g_strndup (text, length);
  RefrainRuleReader reader = { .at = copy, .line_start = copy, .line = 1 };

  self = g_object_new (REFRAIN_TYPE_TOPOLOGY_RULES, NULL);
  while (read_line (&reader, self->rules))
    {
      if (*reader.at == '\0' && (gsize) (reader.at - copy) == length)
        return g_steal_pointer (&self);
      if (*reader.at == '\0')
        {
          reader.problem = N_ ("there is a NUL character");
          break;
        }
      reader.line_start = ++reader.at;
      reader.line++;
    }
  return refrain_fail_null (error, REFRAIN_ERROR_FORMAT, _ ("%s: line %u, column %u: %s"), path,
                            reader.line, get_column (&reader), _ (reader.problem));
}

/* ---- Graphs -----------------------------------------------------------------------------------
 */

REFRAIN_GETTER (RefrainTopologyRules, refrain_topology_rules, guint, get_n, self->rules->len)

const char *
refrain_topology_rules_get_name (RefrainTopologyRules *self, guint rule)
{
  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY_RULES (self), NULL);
  g_return_val_if_fail (rule < self->rules->len, NULL);
  return ((Rule *) self->rules->pdata[rule])->name;
}

/* The range of k; FALSE where there is none. Without "for" it is one turn. */
static gboolean
find_turns (const Link *link, guint n, gint64 *first, gint64 *last)
{
  const RefrainRuleValues values = { .n = n };

  *first = *last = 0;
  if (link->from_k == NULL)
    return TRUE;
  return refrain_expression_evaluate (link->from_k, &values, first)
         && refrain_expression_evaluate (link->to_k, &values, last) && *first <= *last
         && (guint64) *last - (guint64) *first < MAX_TURNS;
}

gboolean
refrain_topology_rules_fits (RefrainTopologyRules *self, guint rule, guint n)
{
  const RefrainRuleValues values = { .n = n };
  const Rule *of;
  gint64 size = 1;
  guint64 turns = 0;

  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY_RULES (self), FALSE);
  g_return_val_if_fail (rule < self->rules->len, FALSE);

  of = self->rules->pdata[rule];
  if (n == 0 || n > G_MAXINT32
      || (of->size != NULL && !refrain_expression_evaluate (of->size, &values, &size)))
    return FALSE;
  for (guint l = 0; l < of->links->len; l++)
    {
      gint64 first, last;

      if (find_turns (of->links->pdata[l], n, &first, &last))
        turns += last - first + 1;
    }
  if (turns * n > MAX_TARGETS)
    return FALSE;
  return of->size != NULL && refrain_expression_is_number (of->size) ? size == n : size != 0;
}

/* Has the target no value for any process? */
static gboolean
has_no_target (const Link *link, guint n)
{
  gint64 first, last, to;

  if (!find_turns (link, n, &first, &last))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const RefrainRuleValues values = { n, i, first };

      if (refrain_expression_evaluate (link->to, &values, &to))
        return FALSE;
    }
  return TRUE;
}

/* Have the ends of its range? */
static gboolean
has_range (const Link *link, guint n)
{
  const RefrainRuleValues values = { .n = n };
  gint64 number;

  return link->from_k == NULL
         || (refrain_expression_evaluate (link->from_k, &values, &number)
             && refrain_expression_evaluate (link->to_k, &values, &number));
}

char *
refrain_topology_rules_dup_problem (RefrainTopologyRules *self, guint n, const char *path)
{
  const RefrainRuleValues values = { .n = n };

  g_return_val_if_fail (REFRAIN_IS_TOPOLOGY_RULES (self), NULL);

  for (guint r = 0; r < self->rules->len; r++)
    {
      const Rule *rule = self->rules->pdata[r];
      guint line = rule->line, column = rule->column;
      gint64 number;
      gboolean bad
          = rule->size != NULL && !refrain_expression_evaluate (rule->size, &values, &number);

      for (guint l = 0; l < rule->links->len && !bad; l++)
        {
          const Link *link = rule->links->pdata[l];
          const gboolean ranged = has_range (link, n);

          line = link->line;
          column = ranged ? link->column : link->k_column;
          bad = !ranged || (refrain_topology_rules_fits (self, r, n) && has_no_target (link, n));
        }
      if (bad)
        return g_strdup_printf (_ ("%s: line %u, column %u: a division by 0, or another term "
                                   "without a value, for %u processes: “%s” is omitted"),
                                path, line, column, n, rule->name);
    }
  return NULL;
}

/* Directions in the making: a name and the target of each place. */
typedef struct
{
  guint n;
  GPtrArray *names;
  GPtrArray *targets; /* guint32[n] */
} Directions;

static guint32 *
add_direction (Directions *directions, char *name)
{
  guint32 *targets = g_new (guint32, directions->n);

  refrain_fill (targets, 0xff, directions->n * sizeof *targets);
  g_ptr_array_add (directions->names, name);
  g_ptr_array_add (directions->targets, targets);
  return targets;
}

static void
follow_link (const Link *link, guint number, guint n, Directions *directions)
{
  gint64 first, last;

  if (!find_turns (link, n, &first, &last))
    return;
  for (gint64 k = first; k <= last; k++)
    {
      g_autofree char *own = g_strdup_printf ("link %u", number);
      const char *name = link->name != NULL ? link->name : own;
      guint32 *targets = add_direction (
          directions, link->from_k != NULL ? g_strdup_printf ("%s %" G_GINT64_FORMAT, name, k)
                                           : g_strdup (name));

      for (guint i = 0; i < n; i++)
        {
          const RefrainRuleValues values = { n, i, k };
          gint64 to, holds = 1;

          if (refrain_expression_evaluate (link->to, &values, &to) && to >= 0 && to < n && to != i
              && (link->condition == NULL
                  || refrain_expression_evaluate (link->condition, &values, &holds))
              && holds != 0)
            targets[i] = (guint32) to;
        }
    }
}

/* Does some direction lead from @a to @b? */
static gboolean
leads (const Directions *directions, guint32 a, guint32 b)
{
  for (guint d = 0; d < directions->targets->len; d++)
    if (((const guint32 *) directions->targets->pdata[d])[a] == b)
      return TRUE;
  return FALSE;
}

/* The way back of direction @d where there is none: one direction, or more where several processes
 * lead to one. */
static void
add_way_back (Directions *directions, guint d)
{
  const guint32 *forth = directions->targets->pdata[d];
  const char *name = directions->names->pdata[d];
  g_autoptr (GPtrArray) backs = g_ptr_array_new ();

  for (guint i = 0; i < directions->n; i++)
    {
      const guint32 to = forth[i];
      guint b = 0;

      if (to == NOWHERE || leads (directions, to, i))
        continue;
      while (b < backs->len && ((guint32 *) backs->pdata[b])[to] != NOWHERE)
        b++;
      if (b == backs->len && (guint64) (directions->targets->len + 1) * directions->n > MAX_TARGETS)
        continue;
      if (b == backs->len)
        g_ptr_array_add (backs,
                         add_direction (directions, b == 0 ? g_strdup_printf ("-%s", name)
                                                           : g_strdup_printf ("-%s %u", name, b)));
      ((guint32 *) backs->pdata[b])[to] = i;
    }
}

/* A remembered graph: its neighbours by number. */
static void
add_edges (const Rule *rule, Directions *directions)
{
  g_autoptr (RefrainGraph) graph = refrain_graph_new (
      directions->n, (const RefrainGraphEdge *) rule->edges->data, rule->edges->len);

  for (guint d = 0; d < refrain_graph_get_max_degree (graph); d++)
    {
      guint32 *targets = add_direction (directions, g_strdup_printf ("neighbour %u", d));

      for (guint i = 0; i < directions->n; i++)
        if (d < refrain_graph_get_degree (graph, i))
          targets[i] = refrain_graph_get_neighbours (graph, i)[d];
    }
}

RefrainMapping *
refrain_topology_rules_make_mapping (RefrainTopologyRules *self,
                                     guint rule,
                                     guint n,
                                     const guint32 *places)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) targets = g_ptr_array_new_with_free_func (g_free);
  Directions directions = { n, names, targets };
  g_autofree guint32 *table = NULL;
  const Rule *of;
  guint n_forth;

  if (!refrain_topology_rules_fits (self, rule, n))
    return NULL;
  of = self->rules->pdata[rule];
  for (guint l = 0; l < of->links->len; l++)
    follow_link (of->links->pdata[l], l + 1, n, &directions);
  if (of->edges->len > 0)
    add_edges (of, &directions);
  n_forth = targets->len;
  for (guint d = 0; d < n_forth; d++)
    add_way_back (&directions, d);
  table = g_new (guint32, (gsize) n * targets->len + 1);
  for (guint d = 0; d < targets->len; d++)
    for (guint i = 0; i < n; i++)
      table[(gsize) i * targets->len + d] = ((const guint32 *) targets->pdata[d])[i];
  return refrain_mapping_new_user (of->name, n, (const char *const *) names->pdata, targets->len,
                                   table, places);
}

char *
refrain_topology_rules_write_graph (const char *name, RefrainGraph *graph)
{
  GString *text = g_string_new (NULL);
  g_autofree char *clean = g_strdelimit (g_strdup (name), "\"\n", ' ');

  g_return_val_if_fail (REFRAIN_IS_GRAPH (graph), g_string_free (text, FALSE));
  g_string_append_printf (text, "topology \"%s\"\n  size %u\n", clean, refrain_graph_get_n (graph));
  for (guint i = 0; i < refrain_graph_get_n (graph); i++)
    {
      const guint32 *neighbours = refrain_graph_get_neighbours (graph, i);
      gboolean any = FALSE;

      for (guint k = 0; k < refrain_graph_get_degree (graph, i); k++)
        if (neighbours[k] > i)
          {
            g_string_append_printf (text, "%s%u - %u", any ? ", " : "  ", i, neighbours[k]);
            any = TRUE;
          }
      if (any)
        g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}
