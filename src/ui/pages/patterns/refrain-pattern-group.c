/* refrain-pattern-group.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sums are made with the group, which never changes.
 */
#include "refrain-pattern-group.h"

#include <glib/gi18n.h>
#include <stdlib.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-object.h"

/* A longer list of ranks is no help in a column; the name has it. */
#define MAX_CHARS 14
/* Dimensions of a grid that places are told in. */
#define MAX_DIMS 4

struct _RefrainPatternGroup
{
  GObject parent_instance;

  char *name;
  GListStore *items;   /* of RefrainPattern and RefrainPatternGroup */
  GPtrArray *patterns; /* all in it; owned */
  GArray *processes;   /* of guint32, ascending */
  gsize n_occurrences;
  double share;
  RefrainRoutine *routine; /* of all, or NULL */
  gboolean copies;         /* of one, shifted over the ranks */
};

REFRAIN_DEFINE_OBJECT_WITH_INIT (RefrainPatternGroup, refrain_pattern_group)

static void
refrain_pattern_group_finalize (RefrainPatternGroup *self)
{
  g_free (self->name);
  g_object_unref (self->items);
  g_ptr_array_unref (self->patterns);
  g_array_unref (self->processes);
}

static void
refrain_pattern_group_init (RefrainPatternGroup *self)
{
  self->items = g_list_store_new (G_TYPE_OBJECT);
  self->patterns = g_ptr_array_new_with_free_func (g_object_unref);
  self->processes = g_array_new (FALSE, FALSE, sizeof (guint32));
}

/* ---- Making ---- */

/* The processes of all patterns. */
static void
list_processes (RefrainPatternGroup *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->patterns->len; i++)
    {
      gsize n;
      const guint32 *ranks = refrain_pattern_get_processes (self->patterns->pdata[i], &n);

      for (gsize k = 0; k < n; k++)
        if (g_hash_table_add (seen, GUINT_TO_POINTER (ranks[k])))
          g_array_append_val (self->processes, ranks[k]);
    }
  g_array_sort (self->processes, refrain_compare_uint32);
}

/* Takes over @name. */
static RefrainPatternGroup *
group_new (GPtrArray *rows, char *name, gboolean copies)
{
  RefrainPatternGroup *self = g_object_new (REFRAIN_TYPE_PATTERN_GROUP, NULL);

  self->name = name;
  self->copies = copies;
  for (guint i = 0; i < rows->len; i++)
    {
      g_list_store_append (self->items, rows->pdata[i]);
      refrain_pattern_row_collect (rows->pdata[i], self->patterns);
    }
  self->routine = refrain_pattern_get_routine (self->patterns->pdata[0]);
  for (guint i = 0; i < self->patterns->len; i++)
    {
      RefrainPattern *pattern = g_object_ref (self->patterns->pdata[i]);

      self->n_occurrences += refrain_pattern_get_n_occurrences (pattern);
      self->share += refrain_pattern_get_metrics (pattern)->time_share;
      if (refrain_pattern_get_routine (pattern) != self->routine)
        self->routine = NULL;
    }
  list_processes (self);
  return self;
}

/* Rows in bins by a key; bins in order of their first rows. */
typedef struct
{
  GHashTable *places; /* key → its bin */
  GPtrArray *bins;    /* of GPtrArray of rows */
} Bins;

static void
bins_init (Bins *self)
{
  self->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->bins = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
}

REFRAIN_DEFINE_CLEAR (bins_clear, Bins, g_hash_table_unref (x->places); g_ptr_array_unref (x->bins))

/* Takes over @key. */
static void
bins_add (Bins *self, char *key, gpointer row)
{
  GPtrArray *bin = g_hash_table_lookup (self->places, key);

  if (bin == NULL)
    {
      bin = g_ptr_array_new_with_free_func (g_object_unref);
      g_ptr_array_add (self->bins, bin);
      g_hash_table_insert (self->places, g_strdup (key), bin);
    }
  g_ptr_array_add (bin, g_object_ref (row));
  g_free (key);
}

/* "Ring of 3 · ranks 0–2, and 4 alike". Free with g_free(). */
static char *
name_copies (RefrainPattern *first, guint n_others)
{
  return g_strdup_printf (ngettext ("%s, and %u similar", "%s, and %u similar", n_others),
                          refrain_pattern_get_name (first), n_others);
}

/* The copy that begins at the lowest rank stands for all. */
static int
compare_first_ranks (gconstpointer a, gconstpointer b)
{
  gsize n;
  const guint32 *x = refrain_pattern_row_get_processes (*(gpointer const *) a, &n);
  const guint32 *y = refrain_pattern_row_get_processes (*(gpointer const *) b, &n);

  return (x[0] > y[0]) - (x[0] < y[0]);
}

/* The rows of @bins, groups where a bin has several. */
static GPtrArray *
make_rows (const Bins *bins, gboolean copies, gboolean by_routine)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < bins->bins->len; i++)
    {
      GPtrArray *bin = bins->bins->pdata[i];
      RefrainPattern *first;
      RefrainRoutine *routine;

      if (copies)
        g_ptr_array_sort (bin, compare_first_ranks);
      first = refrain_pattern_row_get_first (bin->pdata[0]);
      routine = refrain_pattern_get_routine (first);

      if (bin->len == 1)
        g_ptr_array_add (rows, g_object_ref (bin->pdata[0]));
      else
        g_ptr_array_add (
            rows, group_new (bin,
                             copies ? name_copies (first, bin->len - 1)
                             : by_routine
                                 ? g_strdup (routine != NULL ? refrain_routine_get_label (routine)
                                                             : _ ("No routine"))
                                 : g_strdup (refrain_pattern_get_shape_name (first)),
                             copies));
    }
  return rows;
}

GListStore *
refrain_pattern_groups_make (RefrainPatternSet *set,
                             GListModel *patterns,
                             gboolean merge,
                             RefrainPatternGrouping grouping)
{
  GListStore *store = g_list_store_new (G_TYPE_OBJECT);
  g_autofree guint32 *alike = NULL;
  g_autoptr (GPtrArray) merged = NULL, rows = NULL;
  Bins copies, groups;

  g_return_val_if_fail (REFRAIN_IS_PATTERN_SET (set), NULL);
  g_return_val_if_fail (G_IS_LIST_MODEL (patterns), NULL);

  bins_init (&copies);
  bins_init (&groups);
  if (merge)
    alike = refrain_pattern_set_find_alike (set);
  for (guint i = 0; i < g_list_model_get_n_items (patterns); i++)
    {
      g_autoptr (RefrainPattern) pattern = g_list_model_get_item (patterns, i);
      const guint32 index = refrain_pattern_get_id (pattern) - 1;

      bins_add (&copies, g_strdup_printf ("%u", alike != NULL ? alike[index] : index), pattern);
    }
  merged = make_rows (&copies, TRUE, FALSE);
  for (guint i = 0; i < merged->len; i++)
    {
      RefrainPattern *first = refrain_pattern_row_get_first (merged->pdata[i]);

      bins_add (&groups,
                grouping == REFRAIN_GROUP_NONE ? g_strdup_printf ("%u", i)
                : grouping == REFRAIN_GROUP_SHAPE
                    ? g_strdup (refrain_pattern_get_shape_name (first))
                    : g_strdup_printf ("%p", (gpointer) refrain_pattern_get_routine (first)),
                merged->pdata[i]);
    }
  rows = make_rows (&groups, FALSE, grouping == REFRAIN_GROUP_ROUTINE);
  for (guint i = 0; i < rows->len; i++)
    g_list_store_append (store, rows->pdata[i]);
  bins_clear (&copies);
  bins_clear (&groups);
  return store;
}

REFRAIN_GETTER (
    RefrainPatternGroup, refrain_pattern_group, GListModel *, get_items, G_LIST_MODEL (self->items))

/* ---- Of a row ---- */

void
refrain_pattern_row_collect (gpointer row, GPtrArray *patterns)
{
  g_return_if_fail (patterns != NULL);

  if (REFRAIN_IS_PATTERN (row))
    g_ptr_array_add (patterns, row);
  else
    for (guint i = 0; i < REFRAIN_PATTERN_GROUP (row)->patterns->len; i++)
      g_ptr_array_add (patterns, REFRAIN_PATTERN_GROUP (row)->patterns->pdata[i]);
}

RefrainPattern *
refrain_pattern_row_get_first (gpointer row)
{
  return REFRAIN_IS_PATTERN (row) ? row : REFRAIN_PATTERN_GROUP (row)->patterns->pdata[0];
}

const char *
refrain_pattern_row_get_name (gpointer row)
{
  return REFRAIN_IS_PATTERN (row) ? refrain_pattern_get_name (row)
                                  : REFRAIN_PATTERN_GROUP (row)->name;
}

gsize
refrain_pattern_row_get_n_occurrences (gpointer row)
{
  return REFRAIN_IS_PATTERN (row) ? refrain_pattern_get_n_occurrences (row)
                                  : REFRAIN_PATTERN_GROUP (row)->n_occurrences;
}

double
refrain_pattern_row_get_share (gpointer row)
{
  return REFRAIN_IS_PATTERN (row) ? refrain_pattern_get_metrics (row)->time_share
                                  : REFRAIN_PATTERN_GROUP (row)->share;
}

const char *
refrain_pattern_row_get_routine (gpointer row)
{
  RefrainRoutine *routine = REFRAIN_IS_PATTERN (row) ? refrain_pattern_get_routine (row)
                                                     : REFRAIN_PATTERN_GROUP (row)->routine;

  return routine != NULL ? refrain_routine_get_label (routine) : "";
}

const guint32 *
refrain_pattern_row_get_processes (gpointer row, gsize *n)
{
  const GArray *own;

  if (REFRAIN_IS_PATTERN (row))
    return refrain_pattern_get_processes (row, n);
  own = REFRAIN_PATTERN_GROUP (row)->processes;
  *n = own->len;
  return (const guint32 *) (gpointer) own->data;
}

/* Reads "(2,1)"; gives how many coordinates there are, 0 where it is no such label. */
static guint
read_place (const char *label, long *coordinates)
{
  guint n = 0;
  char *end = (char *) label;

  if (*label != '(')
    return 0;
  while (n < MAX_DIMS && (*end == '(' || *end == ','))
    {
      const char *digits = end + 1;

      coordinates[n++] = strtol (digits, &end, 10);
      if (end == digits)
        return 0;
    }
  return *end == ')' ? n : 0;
}

/* "row 2", "column 0" of a grid, "(2,·,0)" of others: what all of @ranks have in common; NULL where
 * that is nothing, or more than they are the only ones to have. Free with g_free(). */
static char *
describe_places (const guint32 *ranks, gsize n, RefrainProcessOrder *order)
{
  long first[MAX_DIMS] = { 0 };
  gboolean same[MAX_DIMS];
  guint n_dims = 0, n_same = 0;
  GString *text;

  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *label = refrain_process_order_dup_label (order, ranks[i]);
      long own[MAX_DIMS];
      const guint dims = read_place (label, own);

      if (dims < 2 || (i > 0 && dims != n_dims))
        return NULL;
      n_dims = dims;
      for (guint d = 0; d < dims; d++)
        {
          if (i == 0)
            first[d] = own[d];
          same[d] = i == 0 || (same[d] && own[d] == first[d]);
        }
    }
  for (guint d = 0; d < n_dims; d++)
    n_same += same[d];
  if (n_same == 0)
    return NULL;
  if (n_dims == 2 && n_same == 1)
    return g_strdup_printf (same[0] ? _ ("row %ld") : _ ("column %ld"), first[same[0] ? 0 : 1]);
  text = g_string_new ("(");
  for (guint d = 0; d < n_dims; d++)
    if (same[d])
      g_string_append_printf (text, "%s%ld", d > 0 ? "," : "", first[d]);
    else
      g_string_append_printf (text, "%s·", d > 0 ? "," : "");
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

char *
refrain_pattern_row_describe_processes (gpointer row, RefrainProcessOrder *order, guint n_processes)
{
  gsize n;
  const guint32 *ranks = refrain_pattern_row_get_processes (row, &n);
  g_autofree char *text = NULL;

  if (n == n_processes && n > 1)
    return g_strdup_printf (_ ("all %u"), n_processes);
  if (order != NULL)
    text = describe_places (ranks, n, order);
  if (text == NULL)
    text = refrain_format_ranks (ranks, n);
  /* Translators: processes: "12 of 64". */
  return g_utf8_strlen (text, -1) <= MAX_CHARS ? g_steal_pointer (&text)
                                               : g_strdup_printf (_ ("%zu of %u"), n, n_processes);
}

char *
refrain_pattern_row_describe_group (gpointer row)
{
  RefrainPatternGroup *group;
  guint n;

  if (REFRAIN_IS_PATTERN (row))
    return NULL;
  group = row;
  n = group->patterns->len;
  /* Translators: copies: the same on other ranks. */
  return group->copies ? g_strdup_printf (ngettext ("%u copy", "%u copies", n), n)
                       : g_strdup_printf (ngettext ("%u pattern", "%u patterns", n), n);
}
