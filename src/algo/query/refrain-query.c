/* refrain-query.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A query from outside: parsed once and kept, the sets it may name, shown with carets where it is
 * wrong, and what one may type.
 */
#include "refrain-query-words.h"

#include <string.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-object.h"

/* What is shown of a line around a place, in characters. */
#define SHOWN_BEFORE 40
#define SHOWN_BEHIND 30

struct _RefrainQuery
{
  GObject parent_instance;

  char *text;
  RefrainQuerySyntax *syntax;
};

REFRAIN_DEFINE_OBJECT (RefrainQuery, refrain_query)

static void
refrain_query_finalize (RefrainQuery *self)
{
  g_free (self->text);
  g_clear_pointer (&self->syntax, refrain_query_syntax_free);
}

RefrainQuery *
refrain_query_parse (const char *text, RefrainQueryPlace *place, GError **error)
{
  RefrainQuerySyntax *syntax;
  RefrainQuery *self;

  g_return_val_if_fail (text != NULL, NULL);

  syntax = refrain_query_syntax_parse (text, place, error);
  if (syntax == NULL)
    return NULL;
  self = g_object_new (REFRAIN_TYPE_QUERY, NULL);
  self->text = g_strdup (text);
  self->syntax = syntax;
  return self;
}

REFRAIN_GETTER (RefrainQuery, refrain_query, const char *, get_text, self->text)
REFRAIN_GETTER (RefrainQuery, refrain_query, RefrainQueryNeeds, get_needs, self->syntax->needs)

REFRAIN_READER (refrain_query_get_syntax, RefrainQuery, const RefrainQuerySyntax *, self->syntax)

/* ---- Sets of operations: a list a kind ---- */

struct _RefrainQuerySets
{
  GArray *of[REFRAIN_QUERY_N_SETS]; /* of RefrainQuerySet */
};

G_DEFINE_BOXED_TYPE (RefrainQuerySets,
                     refrain_query_sets,
                     refrain_query_sets_ref,
                     refrain_query_sets_unref)

REFRAIN_DEFINE_CLEAR (clear_set, RefrainQuerySet, g_free (x->name); refrain_op_set_unref (x->ops))

RefrainQuerySets *
refrain_query_sets_new (void)
{
  RefrainQuerySets *self = g_atomic_rc_box_new0 (RefrainQuerySets);

  for (guint i = 0; i < REFRAIN_QUERY_N_SETS; i++)
    {
      self->of[i] = g_array_new (FALSE, FALSE, sizeof (RefrainQuerySet));
      g_array_set_clear_func (self->of[i], clear_set);
    }
  return self;
}

static void
clear (gpointer data)
{
  RefrainQuerySets *self = data;

  for (guint i = 0; i < REFRAIN_QUERY_N_SETS; i++)
    g_array_unref (self->of[i]);
}

REFRAIN_DEFINE_SHARED (RefrainQuerySets, refrain_query_sets, clear)

void
refrain_query_sets_add (RefrainQuerySets *self,
                        RefrainQuerySetKind kind,
                        guint32 id,
                        const char *name,
                        RefrainOpSet *ops)
{
  const RefrainQuerySet set = { id, g_strdup (name), refrain_op_set_ref (ops) };

  g_return_if_fail (kind < REFRAIN_QUERY_N_SETS);

  g_array_append_val (self->of[kind], set);
}

const RefrainQuerySet *
refrain_query_sets_list (RefrainQuerySets *self, RefrainQuerySetKind kind, guint *n)
{
  g_return_val_if_fail (kind < REFRAIN_QUERY_N_SETS, NULL);

  *n = self->of[kind]->len;
  return (const RefrainQuerySet *) self->of[kind]->data;
}

/* ---- For people ---- */

/* One character of whatever bytes, as something that takes one column. */
static const char *
append_char (GString *line, const char *at, const char *end)
{
  const gunichar c = g_utf8_get_char_validated (at, end - at);

  if (c == (gunichar) -1 || c == (gunichar) -2)
    {
      g_string_append (line, "\357\277\275");
      return at + 1;
    }
  if (!g_unichar_isprint (c))
    g_string_append_c (line, ' ');
  else
    g_string_append_unichar (line, c);
  return g_utf8_next_char (at);
}

G_DEFINE_QUARK (refrain - query - error - quark, refrain_query_error)

char *
refrain_query_point_out (const char *text, const RefrainQueryPlace *place)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (GString) carets = g_string_new (NULL);
  const gsize length = strlen (text);
  const gsize start = MIN (place->start, length);
  const gsize end = MIN (start + MAX (place->length, 1), length);
  const char *at = text + start, *last, *stop;

  for (guint i = 0; i < SHOWN_BEFORE && at > text && at[-1] != '\n'; i++)
    do
      at--;
    while (at > text && ((guchar) *at & 0xc0) == 0x80);
  if (at > text && at[-1] != '\n')
    {
      g_string_append (line, "…");
      g_string_append_c (carets, ' ');
    }
  stop = strchr (text + start, '\n');
  if (stop == NULL)
    stop = text + length;
  for (guint left = 0; at < stop && left < SHOWN_BEHIND;)
    {
      last = at;
      at = append_char (line, at, stop);
      if (last < text + start)
        g_string_append_c (carets, ' ');
      else if (last < text + end)
        g_string_append_c (carets, '^');
      left += last >= text + start;
    }
  if (at < stop)
    g_string_append (line, "…");
  if (start >= (gsize) (stop - text))
    g_string_append_c (carets, '^');
  return g_strdup_printf ("%s\n%s", line->str, carets->str);
}

/* ---- Names ---- */

/* As a query has it: in quotes unless it is one word that is not a keyword; those of MPI are names
 * where a name is expected. */
static char *
quote_name (const char *name)
{
  const gsize length = strlen (name);
  RefrainQueryToken token;
  gsize at = 0;

  if (refrain_query_next_token (name, length, &at, &token)
      && (token.kind == REFRAIN_QUERY_TOKEN_NAME
          || (token.kind == REFRAIN_QUERY_TOKEN_KEYWORD && g_str_has_prefix (name, "MPI_")))
      && token.place.start == 0 && token.place.length == length && strpbrk (name, "*?") == NULL)
    return g_strdup (name);
  else
    {
      g_auto (GStrv) parts = g_strsplit (name, "\"", -1);
      g_autofree char *inside = g_strjoinv ("\"\"", parts);

      return g_strdup_printf ("\"%s\"", inside);
    }
}

/* Sorts what lies from @first on, and takes out what is there twice. */
static void
sort_names (GPtrArray *names, guint first)
{
  guint kept = first;

  if (first == names->len)
    return;
  refrain_sort (names->pdata + first, names->len - first, sizeof (gpointer), refrain_compare_text);
  for (guint i = first; i < names->len; i++)
    if (kept == first || !g_str_equal (names->pdata[i], names->pdata[kept - 1]))
      {
        gpointer name = names->pdata[i];

        names->pdata[i] = names->pdata[kept];
        names->pdata[kept++] = name;
      }
  g_ptr_array_set_size (names, (gint) kept);
}

char **
refrain_query_list_names (RefrainTrace *trace, guint *n_routines)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  guint n;

  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), NULL);

  for (guint i = 0; i < refrain_trace_get_n_routines (trace); i++)
    g_ptr_array_add (names, quote_name (refrain_trace_get_routine_label (trace, i)));
  sort_names (names, 0);
  n = names->len;
  if (n_routines != NULL)
    *n_routines = n;
  for (guint i = 0; i < refrain_trace_get_n_communicators (trace); i++)
    g_ptr_array_add (names, quote_name (refrain_communicator_get_name (
                                refrain_trace_get_communicator (trace, i))));
  sort_names (names, n);
  g_ptr_array_set_free_func (names, NULL);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}
