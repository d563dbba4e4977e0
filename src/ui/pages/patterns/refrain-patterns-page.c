/* refrain-patterns-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The list is the pattern set of the level, filtered and sorted by GTK, with the cycles above it;
 * selecting a row selects the pattern or cycle of the session and the other way round.
 */
#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-patterns-page-private.h"

#include <glib/gi18n.h>

#include "refrain-beside.h"
#include "refrain-pattern-filter.h"
#include "refrain-pattern-group.h"
#include "refrain-pattern-painter.h"
#include "refrain-pattern-parts.h"
#include "refrain-pattern-text.h"
#include "refrain-pattern-tree.h"
#include "refrain-patterns-columns.h"
#include "refrain-scroll.h"
#include "refrain-settings.h"
#include "refrain-shape-finder.h"
#include "refrain-template.h"
#include "refrain-time-format.h"

/* Lines of the notes above the list, and how low a page, in pixels, has one alone. */
#define NOTES_LINES 3
#define LOW         300

enum
{
  PROP_MERGE = 1,
  PROP_GROUP,
};

/* What the property "group" is called by, in the order of RefrainPatternGrouping. */
static const char *const group_names[] = { "none", "shape", "routine" };

G_DEFINE_FINAL_TYPE (RefrainPatternsPage, refrain_patterns_page, REFRAIN_TYPE_PAGE)

/* ---- What is selected ---- */

static void
on_row_selection (RefrainPatternsPage *self)
{
  g_autoptr (GtkBitset) rows
      = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  g_autoptr (GArray) indices = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (guint32));
  RefrainPatterns *patterns = get_patterns (self);
  RefrainPatternSet *listed = get_listed_set (self);
  GtkBitsetIter iter;
  guint row;

  if (listed == NULL)
    return;
  for (gboolean more = gtk_bitset_iter_init_first (&iter, rows, &row); more;
       more = gtk_bitset_iter_next (&iter, &row))
    {
      g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (self->selection), row);
      g_autoptr (GPtrArray) members = g_ptr_array_new ();

      refrain_pattern_row_collect (item, members);
      for (guint i = 0; i < members->len; i++)
        {
          guint32 index = refrain_pattern_get_id (members->pdata[i]) - 1;

          g_array_append_val (
              refrain_patterns_get_set_of (patterns, members->pdata[i]) == listed ? indices : parts,
              index);
        }
    }
  self->keeps_level = TRUE;
  if (indices->len > 0 || parts->len == 0)
    refrain_patterns_set_level (patterns, self->level);
  else
    {
      refrain_patterns_set_level (patterns, REFRAIN_LEVEL_ELEMENTARY);
      g_array_set_size (indices, 0);
      g_array_append_vals (indices, parts->data, parts->len);
    }
  self->keeps_level = FALSE;
  refrain_patterns_select (patterns, (const guint32 *) (gpointer) indices->data, indices->len);
}

/* Whether all patterns of @row are in @wanted, ids of patterns of @set. */
static gboolean
is_wanted (RefrainPatternsPage *self, gpointer row, RefrainPatternSet *set, GtkBitset *wanted)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new ();

  refrain_pattern_row_collect (row, members);
  if (refrain_patterns_get_set_of (get_patterns (self), members->pdata[0]) != set)
    return FALSE;
  for (guint i = 0; i < members->len; i++)
    if (!gtk_bitset_contains (wanted, refrain_pattern_get_id (members->pdata[i])))
      return FALSE;
  return TRUE;
}

/* Opens the groups of what is selected, unless all of a group is. */
static void
open_groups (RefrainPatternsPage *self, RefrainPatternSet *set, GtkBitset *wanted)
{
  GListModel *rows = G_LIST_MODEL (self->sorted);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (rows, i);
      g_autoptr (GPtrArray) members = g_ptr_array_new ();

      if (!REFRAIN_IS_PATTERN_GROUP (item) || is_wanted (self, item, set, wanted))
        continue;
      refrain_pattern_row_collect (item, members);
      for (guint k = 0; k < members->len; k++)
        if (gtk_bitset_contains (wanted, refrain_pattern_get_id (members->pdata[k])))
          {
            refrain_pattern_tree_reveal (self->tree, members->pdata[k]);
            break;
          }
    }
}

/* Marks the rows of what is selected, here or elsewhere. */
static void
mark_selected (RefrainPatternsPage *self)
{
  g_autoptr (GtkBitset) rows = gtk_bitset_new_empty ();
  g_autoptr (GtkBitset) wanted = gtk_bitset_new_empty ();
  RefrainPatternSet *set = get_set (self);
  guint n, n_rows;
  const guint32 *selected = refrain_patterns_get_selected (get_patterns (self), &n);

  refrain_table_view_hold (self->list);
  for (guint i = 0; i < n; i++)
    {
      gtk_bitset_add (wanted, selected[i] + 1);
      if (set != get_listed_set (self))
        refrain_pattern_tree_open (self->tree, REFRAIN_PAGE (self), selected[i]);
    }
  if (n > 0 && set == get_listed_set (self))
    open_groups (self, set, wanted);
  n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  for (guint row = 0; row < n_rows && n > 0; row++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (self->selection), row);

      if (is_wanted (self, item, set, wanted))
        gtk_bitset_add (rows, row);
    }
  refrain_table_view_select_rows (self->list, rows);
  refrain_table_view_release (self->list);
  if (gtk_bitset_get_size (rows) == 1 && set != get_listed_set (self))
    refrain_scroll_to_row (GTK_WIDGET (refrain_table_view_get_view (self->list)),
                           gtk_bitset_get_minimum (rows));
}

static void
on_activated (RefrainPatternsPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.next-occurrence", NULL);
}

/* ---- Cycles ---- */

static void
on_cycle_selected (RefrainPatternsPage *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->cycles_list);

  if (get_session (self) != NULL)
    refrain_cycles_select (refrain_session_get_cycles (get_session (self)),
                           row != NULL ? refrain_pattern_parts_get_number (row) : REFRAIN_NONE);
}

/* Marks the row of the cycle that is selected, here or elsewhere. */
static void
mark_cycle (RefrainPatternsPage *self)
{
  const guint32 selected
      = refrain_cycles_get_selected (refrain_session_get_cycles (get_session (self)));

  g_signal_handlers_block_by_func (self->cycles_list, on_cycle_selected, self);
  if (selected != REFRAIN_NONE)
    gtk_list_box_select_row (self->cycles_list,
                             refrain_pattern_parts_find_row (self->cycles_list, selected));
  else
    gtk_list_box_unselect_all (self->cycles_list);
  g_signal_handlers_unblock_by_func (self->cycles_list, on_cycle_selected, self);
}

/* They are cycles of composite patterns, and stand above these. */
static void
fill_cycles (RefrainPatternsPage *self, gboolean all)
{
  RefrainPatterns *patterns = get_patterns (self);

  g_signal_handlers_block_by_func (self->cycles_list, on_cycle_selected, self);
  refrain_pattern_parts_list_cycles (self->cycles_list,
                                     self->level == REFRAIN_LEVEL_COMPOSITE ? patterns : NULL, all);
  g_signal_handlers_unblock_by_func (self->cycles_list, on_cycle_selected, self);
  /* A few are never scrolled: a window that scrolls is as high as its bar at least. */
  gtk_scrolled_window_set_policy (self->cycles_window, GTK_POLICY_NEVER,
                                  all ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER);
  gtk_widget_set_visible (self->cycles_box,
                          gtk_list_box_get_row_at_index (self->cycles_list, 0) != NULL);
  if (get_session (self) != NULL)
    mark_cycle (self);
}

/* The row that says how many more there are shows them. */
static void
on_cycle_activated (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  if (refrain_pattern_parts_get_number (row) == REFRAIN_NONE)
    fill_cycles (data, TRUE);
}

static void
init_cycles (RefrainPatternsPage *self)
{
  refrain_connect (self->cycles_list, "row-selected", on_cycle_selected, self);
  g_signal_connect_object (self->cycles_list, "row-activated", G_CALLBACK (on_cycle_activated),
                           self, (GConnectFlags) 0);
}

/* ---- The controls that say which patterns are listed ---- */

static gboolean
is_listed (gpointer item, gpointer data)
{
  RefrainPatternsPage *self = data;

  return get_session (self) == NULL
         || refrain_pattern_filter_test (self->filter, item,
                                         refrain_session_get_trace (get_session (self)));
}

static void
update_count (RefrainPatternsPage *self)
{
  guint listed = g_list_model_get_n_items (G_LIST_MODEL (self->filtered));
  RefrainPatternSet *set = get_listed_set (self);
  guint all = set != NULL ? refrain_pattern_set_get_n_patterns (set) : 0;
  g_autofree char *text = NULL;

  const guint rows = g_list_model_get_n_items (G_LIST_MODEL (self->sorted));

  if (rows < listed)
    text = g_strdup_printf (ngettext ("%u row of %u patterns", "%u rows of %u patterns", rows),
                            rows, listed);
  else if (listed < all)
    text = g_strdup_printf (_ ("%u of %u"), listed, all);
  gtk_label_set_text (self->count_label, text != NULL ? text : "");
}

/* Puts what is filtered into groups, where these are asked for. */
static void
regroup (RefrainPatternsPage *self)
{
  RefrainPatternSet *set = get_listed_set (self);
  g_autoptr (GListModel) rows = NULL;

  if (set == NULL || (!self->merge && self->grouping == REFRAIN_GROUP_NONE))
    rows = g_object_ref (G_LIST_MODEL (self->filtered));
  else
    rows = G_LIST_MODEL (refrain_pattern_groups_make (set, G_LIST_MODEL (self->filtered),
                                                      self->merge, self->grouping));
  if (rows == gtk_sort_list_model_get_model (self->sorted))
    return;
  refrain_table_view_hold (self->list);
  gtk_sort_list_model_set_model (self->sorted, rows);
  refrain_table_view_release (self->list);
}

static void
refilter (RefrainPatternsPage *self)
{
  guint routine = gtk_drop_down_get_selected (self->routines_drop);

  refrain_pattern_filter_set_text (self->filter, gtk_editable_get_text (self->search));
  refrain_pattern_filter_set_ranks (self->filter, gtk_editable_get_text (self->ranks));
  refrain_pattern_filter_set_routine (self->filter, routine > 0 && routine <= self->routines->len
                                                        ? self->routines->pdata[routine - 1]
                                                        : NULL);
  refrain_pattern_filter_set_kind (self->filter, MIN (gtk_drop_down_get_selected (self->kinds),
                                                      (guint) REFRAIN_PATTERN_COLLECTIVE));
  refrain_pattern_filter_set_size (self->filter,
                                   (guint) gtk_spin_button_get_value_as_int (self->min_processes),
                                   (guint64) gtk_spin_button_get_value_as_int (self->min_messages));
  (refrain_pattern_filter_is_narrow (self->filter)
       ? gtk_widget_add_css_class
       : gtk_widget_remove_css_class) (self->filter_button, "suggested-action");
  gtk_filter_changed (GTK_FILTER (self->custom_filter), GTK_FILTER_CHANGE_DIFFERENT);
  regroup (self);
  update_count (self);
  if (get_session (self) != NULL)
    mark_selected (self);
}

static void
reset_filter (RefrainPatternsPage *self)
{
  gtk_editable_set_text (self->search, "");
  gtk_editable_set_text (self->ranks, "");
  gtk_drop_down_set_selected (self->routines_drop, 0);
  gtk_drop_down_set_selected (self->kinds, 0);
  gtk_spin_button_set_value (self->min_processes, 1);
  gtk_spin_button_set_value (self->min_messages, 0);
}

static int
compare_routines (gconstpointer a, gconstpointer b)
{
  return g_utf8_collate (refrain_routine_get_label (*(RefrainRoutine *const *) a),
                         refrain_routine_get_label (*(RefrainRoutine *const *) b));
}

static void
fill_routines (RefrainPatternsPage *self, RefrainPatternSet *set)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  g_ptr_array_set_size (self->routines, 0);
  for (guint i = 0; set != NULL && i < refrain_pattern_set_get_n_patterns (set); i++)
    {
      RefrainRoutine *routine
          = refrain_pattern_get_routine (refrain_pattern_set_get_pattern (set, i));

      if (routine != NULL && g_hash_table_add (seen, routine))
        g_ptr_array_add (self->routines, g_object_ref (routine));
    }
  g_ptr_array_sort (self->routines, compare_routines);
  gtk_string_list_append (names, _ ("Any"));
  for (guint i = 0; i < self->routines->len; i++)
    gtk_string_list_append (names, refrain_routine_get_label (self->routines->pdata[i]));
  gtk_drop_down_set_model (self->routines_drop, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->routines_drop, 0);
}

static void
init_filter (RefrainPatternsPage *self)
{
  GObject *const objects[]
      = { G_OBJECT (self->search), G_OBJECT (self->ranks),         G_OBJECT (self->routines_drop),
          G_OBJECT (self->kinds),  G_OBJECT (self->min_processes), G_OBJECT (self->min_messages) };
  static const char *const signals[] = { "search-changed",   "changed",       "notify::selected",
                                         "notify::selected", "value-changed", "value-changed" };

  self->custom_filter = gtk_custom_filter_new (is_listed, self, NULL);
  self->filtered
      = gtk_filter_list_model_new (NULL, g_object_ref (GTK_FILTER (self->custom_filter)));
  fill_routines (self, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (objects); i++)
    refrain_connect (objects[i], signals[i], refilter, self);
  refrain_connect (self->reset_button, "clicked", reset_filter, self);
}

/* ---- What is listed ---- */

/* Whether known shapes are looked for in place of the list. */
static gboolean
is_finding (RefrainPatternsPage *self)
{
  return get_session (self) != NULL && gtk_toggle_button_get_active (self->shapes_toggle);
}

/* What there is instead of a list. */
static void
update_state (RefrainPatternsPage *self)
{
  RefrainPatterns *patterns = get_patterns (self);
  RefrainPatternSet *set = get_set (self);
  const char *problem = patterns != NULL ? refrain_patterns_get_problem (patterns) : NULL;
  gboolean running = patterns != NULL && refrain_patterns_is_running (patterns);
  gboolean has_list = set != NULL && refrain_pattern_set_get_n_patterns (set) > 0;

  gtk_stack_set_visible_child_name (self->stack, is_finding (self) ? "shapes"
                                                 : has_list        ? "list"
                                                                   : "message");
  gtk_widget_set_visible (self->again_button, !running && set == NULL);
  refrain_pattern_text_show_notes (self->notes_label, patterns);
  gtk_label_set_text (self->message_title, running       ? _ ("Searching for Patterns…")
                                           : set != NULL ? _ ("No Patterns")
                                                         : _ ("Patterns Were Not Found"));
  gtk_label_set_text (self->message_label,
                      running           ? ""
                      : set != NULL     ? _ ("No process sends or receives anything in this run.")
                      : problem != NULL ? problem
                                        : "");
}

/* Elementary patterns begin with the most frequent; composite ones stand in an order of their own.
 * What the user chose afterwards stays. */
static void
sort_anew (RefrainPatternsPage *self)
{
  if (self->sorted_level == (gint) self->level)
    return;
  self->sorted_level = (gint) self->level;
  if (self->level == REFRAIN_LEVEL_ELEMENTARY)
    refrain_patterns_columns_sort (self->list, "occurrences");
  else
    refrain_table_view_sort (self->list, G_MAXUINT, GTK_SORT_ASCENDING);
}

static void
on_set_changed (RefrainPatternsPage *self)
{
  RefrainPatternSet *set = get_listed_set (self);
  g_autoptr (GListModel) list = NULL;

  /* What is selected may be on the other level: that changes nothing here. */
  if (set != NULL && set == self->listed)
    {
      mark_selected (self);
      return;
    }
  g_set_object (&self->listed, set);
  list = set != NULL ? g_object_ref (G_LIST_MODEL (set)) : NULL;
  fill_routines (self, set);
  fill_cycles (self, FALSE);
  sort_anew (self);
  gtk_filter_list_model_set_model (self->filtered, list);
  refilter (self);
  update_state (self);
}

/* What is about the list goes with it. */
static void
on_shapes_toggled (RefrainPatternsPage *self)
{
  GtkWidget *const of_list[]
      = { GTK_WIDGET (self->search), GTK_WIDGET (self->count_label),
          GTK_WIDGET (self->level_toggle), self->group_button, self->filter_button };
  const gboolean finding = gtk_toggle_button_get_active (self->shapes_toggle);

  for (gsize i = 0; i < G_N_ELEMENTS (of_list); i++)
    gtk_widget_set_visible (of_list[i], !finding);
  update_state (self);
}

static void
on_level_toggled (RefrainPatternsPage *self)
{
  self->level = gtk_toggle_button_get_active (self->level_toggle) ? REFRAIN_LEVEL_ELEMENTARY
                                                                  : REFRAIN_LEVEL_COMPOSITE;
  if (get_session (self) == NULL)
    return;
  refrain_patterns_set_level (get_patterns (self), self->level);
  on_set_changed (self);
}

REFRAIN_GETTER (RefrainPatternsPage,
                refrain_patterns_page,
                GListModel *,
                get_listed,
                G_LIST_MODEL (self->selection))

static void
update_page_count (RefrainPatternsPage *self)
{
  RefrainPatternSet *set = get_listed_set (self);

  refrain_page_take_count (REFRAIN_PAGE (self),
                           refrain_patterns_is_running (get_patterns (self)) ? g_strdup ("…")
                           : set != NULL
                               ? refrain_count_format (refrain_pattern_set_get_n_patterns (set))
                               : NULL);
}

/* Somebody else chose the level. */
static void
on_level (RefrainPatternsPage *self)
{
  if (self->keeps_level)
    return;
  gtk_toggle_button_set_active (self->level_toggle, refrain_patterns_get_level (get_patterns (self))
                                                        == REFRAIN_LEVEL_ELEMENTARY);
}

static void
on_running (RefrainPatternsPage *self)
{
  update_state (self);
  update_page_count (self);
}

/* Columns of the second run, once its patterns are found. */
static void
show_other (RefrainPatternsPage *self)
{
  RefrainSession *session = get_session (self);
  RefrainSession *other
      = session != NULL ? refrain_beside_get_other (refrain_beside_get (session)) : NULL;
  const gboolean shows
      = other != NULL
        && refrain_patterns_get_composites (refrain_session_get_patterns (other)) != NULL;

  if (!shows && !self->shows_other)
    return;
  self->shows_other = shows;
  refrain_patterns_columns_show_other (self->list, REFRAIN_PAGE (self), shows);
  self->sorted_level = -1;
  sort_anew (self);
}

static void
on_other (RefrainPatternsPage *self)
{
  RefrainSession *other = refrain_beside_get_other (refrain_beside_get (get_session (self)));
  RefrainPatterns *patterns = other != NULL ? refrain_session_get_patterns (other) : NULL;

  if (patterns != NULL && refrain_patterns_get_composites (patterns) == NULL)
    {
      refrain_connect (patterns, "notify::set", show_other, self);
      if (!refrain_patterns_is_running (patterns))
        refrain_patterns_find (patterns);
    }
  show_other (self);
}

static void
refrain_patterns_page_session_changed (RefrainPage *page)
{
  static const struct
  {
    const char *signal;
    void (*func) (RefrainPatternsPage *self);
  } signals[] = {
    { "notify::set", on_set_changed },     { "notify::set", update_page_count },
    { "notify::level", on_level },         { "notify::running", on_running },
    { "notify::selected", mark_selected },
  };
  RefrainPatternsPage *self = REFRAIN_PATTERNS_PAGE (page);
  RefrainPatterns *patterns = get_patterns (self);

  gtk_filter_list_model_set_model (self->filtered, NULL);
  g_clear_object (&self->listed);
  if (patterns != NULL)
    {
      for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
        refrain_page_watch (page, patterns, signals[i].signal, G_CALLBACK (signals[i].func));
      refrain_page_watch (page, refrain_session_get_cycles (get_session (self)), "notify::selected",
                          G_CALLBACK (mark_cycle));
      refrain_page_watch (page, refrain_beside_get (get_session (self)), "notify::other",
                          G_CALLBACK (on_other));
      refrain_shape_finder_set_session (self->finder, get_session (self));
      on_other (self);
      on_level_toggled (self);
      reset_filter (self);
      on_set_changed (self);
      update_page_count (self);
    }
  update_state (self);
}

/* ---- Figure: the first of the selected patterns ---- */

static RefrainPattern *
get_first (RefrainPatternsPage *self)
{
  RefrainPatternSet *set = get_set (self);
  guint n = 0;
  const guint32 *selected
      = set != NULL ? refrain_patterns_get_selected (get_patterns (self), &n) : NULL;

  return n > 0 ? refrain_pattern_set_get_pattern (set, selected[0]) : NULL;
}

static gboolean
refrain_patterns_page_has_figure (RefrainPage *page, RefrainView view)
{
  return get_first (REFRAIN_PATTERNS_PAGE (page)) != NULL;
}

static RefrainPainter *
refrain_patterns_page_make_figure (RefrainPage *page, RefrainView view, RefrainViewport *part)
{
  RefrainPatternsPage *self = REFRAIN_PATTERNS_PAGE (page);
  RefrainPainter *painter = REFRAIN_PAINTER (refrain_pattern_painter_new (
      get_first (self), refrain_pattern_set_get_symbols (get_set (self))));

  refrain_painter_get_extent (painter, part);
  return painter;
}

/* ---- Widget ---- */

static void
on_sort (GtkWidget *widget, const char *name, GVariant *parameter)
{
  refrain_patterns_columns_sort (REFRAIN_PATTERNS_PAGE (widget)->list,
                                 g_variant_get_string (parameter, NULL));
}

static gboolean
refrain_patterns_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_child_focus (GTK_WIDGET (REFRAIN_PATTERNS_PAGE (widget)->list),
                                 GTK_DIR_TAB_FORWARD);
}

/* Groups or not, the rows that are selected stay so. */
static void
change_groups (RefrainPatternsPage *self, gboolean merge, RefrainPatternGrouping grouping)
{
  if (merge == self->merge && grouping == self->grouping)
    return;
  self->merge = merge;
  self->grouping = grouping;
  (merge || grouping != REFRAIN_GROUP_NONE
       ? gtk_widget_add_css_class
       : gtk_widget_remove_css_class) (self->group_button, "suggested-action");
  refilter (self);
}

static void
refrain_patterns_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  RefrainPatternsPage *self = REFRAIN_PATTERNS_PAGE (object);

  if (id == PROP_MERGE)
    g_value_set_boolean (value, self->merge);
  else if (id == PROP_GROUP)
    g_value_set_string (value, group_names[self->grouping]);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
refrain_patterns_page_set_property (GObject *object,
                                    guint id,
                                    const GValue *value,
                                    GParamSpec *pspec)
{
  RefrainPatternsPage *self = REFRAIN_PATTERNS_PAGE (object);

  if (id == PROP_MERGE)
    change_groups (self, g_value_get_boolean (value), self->grouping);
  else if (id == PROP_GROUP)
    for (guint i = 0; i < G_N_ELEMENTS (group_names); i++)
      if (g_strcmp0 (g_value_get_string (value), group_names[i]) == 0)
        change_groups (self, self->merge, (RefrainPatternGrouping) i);
}

static gboolean
fit_notes (gpointer data)
{
  RefrainPatternsPage *self = data;

  self->fitting = 0;
  gtk_label_set_lines (self->notes_label, self->is_low ? 1 : NOTES_LINES);
  return G_SOURCE_REMOVE;
}

/* The list comes before the notes, whose tooltip has all of them. */
static void
refrain_patterns_page_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  RefrainPatternsPage *self = REFRAIN_PATTERNS_PAGE (widget);

  GTK_WIDGET_CLASS (refrain_patterns_page_parent_class)
      ->size_allocate (widget, width, height, baseline);
  if (self->is_low == (height < LOW))
    return;
  self->is_low = !self->is_low;
  if (self->fitting == 0)
    self->fitting = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fit_notes, self, NULL);
}

static void
refrain_patterns_page_dispose (GObject *object)
{
  RefrainPatternsPage *self = REFRAIN_PATTERNS_PAGE (object);

  g_clear_handle_id (&self->fitting, g_source_remove);
  G_OBJECT_CLASS (refrain_patterns_page_parent_class)->dispose (object);
  refrain_clear_objects (&self->selection, &self->tree, &self->sorted, &self->listed,
                         &self->filtered, &self->custom_filter);
}

REFRAIN_DEFINE_END (RefrainPatternsPage,
                    refrain_patterns_page,
                    finalize,
                    g_ptr_array_unref (x->routines);
                    refrain_pattern_filter_free (x->filter))

static void
refrain_patterns_page_class_init (RefrainPatternsPageClass *klass)
{
  static const RefrainView figures[] = { REFRAIN_VIEW_PATTERN, REFRAIN_N_VIEWS };
  RefrainPageClass *page_class = REFRAIN_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = refrain_patterns_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = refrain_patterns_page_finalize;
  G_OBJECT_CLASS (klass)->get_property = refrain_patterns_page_get_property;
  G_OBJECT_CLASS (klass)->set_property = refrain_patterns_page_set_property;
  page_class->actions = refrain_patterns_actions;
  page_class->n_actions = refrain_n_patterns_actions;
  page_class->figures = figures;
  page_class->session_changed = refrain_patterns_page_session_changed;
  page_class->has_figure = refrain_patterns_page_has_figure;
  page_class->make_figure = refrain_patterns_page_make_figure;
  widget_class->grab_focus = refrain_patterns_page_grab_focus;
  widget_class->size_allocate = refrain_patterns_page_size_allocate;
  g_type_ensure (REFRAIN_TYPE_TABLE_VIEW);
  g_type_ensure (REFRAIN_TYPE_SHAPE_FINDER);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, 0, "win.next-occurrence", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, 0, "win.previous-occurrence", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_k, 0, "win.find-shape", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_o, 0, "win.show-pattern-processes",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F2, 0, "win.rename-pattern", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.clear-selection",
                                       NULL);
  REFRAIN_TEMPLATE (widget_class, "patterns-page", RefrainPatternsPage, search, count_label,
                    notes_label, level_toggle, filter_button, shapes_toggle, finder, group_button,
                    patterns_menu, ranks, kinds, min_processes, min_messages, reset_button, stack,
                    message_title, message_label, again_button, cycles_box, cycles_window,
                    cycles_list, list);
  gtk_widget_class_bind_template_child_full (widget_class, "routines", FALSE,
                                             G_STRUCT_OFFSET (RefrainPatternsPage, routines_drop));
  gtk_widget_class_install_action (widget_class, "patterns.sort", "s", on_sort);
  g_object_class_install_property (
      G_OBJECT_CLASS (klass), PROP_MERGE,
      g_param_spec_boolean ("merge-alike", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (
      G_OBJECT_CLASS (klass), PROP_GROUP,
      g_param_spec_string ("group", NULL, NULL, group_names[0],
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_install_property_action (widget_class, "patterns.merge-alike", "merge-alike");
  gtk_widget_class_install_property_action (widget_class, "patterns.group", "group");
}

static void
init_list (RefrainPatternsPage *self)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (refrain_table_view_get_view (self->list));

  self->sorted = gtk_sort_list_model_new (g_object_ref (G_LIST_MODEL (self->filtered)),
                                          g_object_ref (sorter));
  self->tree = refrain_pattern_tree_new (G_LIST_MODEL (g_object_ref (self->sorted)), sorter,
                                         REFRAIN_PAGE (self));
  self->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->tree)));
  refrain_patterns_columns_add (self->list, self->tree, REFRAIN_PAGE (self));
  refrain_table_view_set_selection (self->list, GTK_SELECTION_MODEL (self->selection));
  refrain_table_view_set_menu (self->list, self->patterns_menu);
  refrain_connect (self->list, "selected", on_row_selection, self);
  refrain_connect (self->list, "activated", on_activated, self);
}

static void
refrain_patterns_page_init (RefrainPatternsPage *self)
{
  self->filter = refrain_pattern_filter_new ();
  self->routines = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  init_filter (self);
  init_list (self);
  init_cycles (self);
  self->sorted_level = -1;
  refrain_settings_bind ("elementary-patterns", self->level_toggle, "active");
  refrain_settings_bind ("merge-alike-patterns", self, "merge-alike");
  refrain_settings_bind ("group-patterns", self, "group");
  refrain_connect (self->shapes_toggle, "notify::active", on_shapes_toggled, self);
  refrain_connect (self->level_toggle, "notify::active", on_level_toggled, self);
  update_state (self);
}
