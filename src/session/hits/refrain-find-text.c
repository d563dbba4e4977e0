/* refrain-find-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A reader that takes word for word; each kind of question tries the text from its beginning, and
 * has it only if it takes all of it.
 */
#include "refrain-find-text.h"

#include <glib/gi18n.h>
#include <string.h>

#include "refrain-free.h"
#include "refrain-query.h"

/* Larger numbers are no sizes, tags or ranks. */
#define LARGEST 1e18

typedef enum
{
  UNIT_NONE,
  UNIT_BYTES,
  UNIT_TIME,
} UnitKind;

/* How units are typed, and how queries have them; longer ones before those they begin with. */
static const struct
{
  const char *typed, *name;
  UnitKind kind;
} units[] = {
  { "bytes", "B", UNIT_BYTES }, { "byte", "B", UNIT_BYTES },  { "kib", "KiB", UNIT_BYTES },
  { "mib", "MiB", UNIT_BYTES }, { "gib", "GiB", UNIT_BYTES }, { "kb", "kB", UNIT_BYTES },
  { "mb", "MB", UNIT_BYTES },   { "gb", "GB", UNIT_BYTES },   { "b", "B", UNIT_BYTES },
  { "ns", "ns", UNIT_TIME },    { "µs", "us", UNIT_TIME },    { "μs", "us", UNIT_TIME },
  { "us", "us", UNIT_TIME },    { "ms", "ms", UNIT_TIME },    { "min", "min", UNIT_TIME },
  { "sec", "s", UNIT_TIME },    { "s", "s", UNIT_TIME },
};

static const struct
{
  const char *typed, *name;
} comparisons[] = {
  { ">=", ">=" },
  { "≥", ">=" },
  { "<=", "<=" },
  { "≤", "<=" },
  { ">", ">" },
  { "<", "<" },
  { "=", "=" },
  { "longer than", ">" },
  { "larger than", ">" },
  { "more than", ">" },
  { "over", ">" },
  { "above", ">" },
  { "shorter than", "<" },
  { "smaller than", "<" },
  { "less than", "<" },
  { "under", "<" },
  { "below", "<" },
  { "at least", ">=" },
  { "at most", "<=" },
};

RefrainFindQuestion *
refrain_find_question_copy (const RefrainFindQuestion *self)
{
  RefrainFindQuestion *copy = g_new0 (RefrainFindQuestion, 1);

  copy->title = g_strdup (self->title);
  copy->query = g_strdup (self->query);
  return copy;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_find_question_free, RefrainFindQuestion, g_free (x->title);
                             g_free (x->query))

static void
free_question (gpointer data)
{
  refrain_find_question_free (data);
}

/* Takes @title and @query. */
static void
add (GPtrArray *questions, char *title, char *query)
{
  RefrainFindQuestion *question = g_new0 (RefrainFindQuestion, 1);

  question->title = title;
  question->query = query;
  g_ptr_array_add (questions, question);
}

/* ---- Reading ---- */

static void
skip_blanks (const char **at)
{
  while (g_ascii_isspace (**at) || g_str_has_prefix (*at, "\u202f")
         || g_str_has_prefix (*at, "\u00a0"))
    *at = g_utf8_next_char (*at);
}

static gboolean
at_end (const char *at)
{
  skip_blanks (&at);
  return *at == '\0';
}

/* Takes @word, in any case, and blanks before it. A word ends where letters do. */
static gboolean
take (const char **at, const char *word)
{
  const char *p = *at;
  const gsize length = strlen (word);

  skip_blanks (&p);
  if (g_ascii_strncasecmp (p, word, length) != 0
      || (g_ascii_isalpha (word[length - 1]) && g_ascii_isalpha (p[length])))
    return FALSE;
  *at = p + length;
  return TRUE;
}

/* Takes a number as it is typed, with a point or comma; *@text is as queries have it. */
static gboolean
take_number (const char **at, char **text)
{
  const char *p = *at, *start;
  gsize n_digits = 0;
  gboolean has_point = FALSE;

  skip_blanks (&p);
  start = p;
  for (; g_ascii_isdigit (*p)
         || (!has_point && (*p == '.' || *p == ',') && n_digits > 0 && g_ascii_isdigit (p[1]));
       p++)
    {
      has_point = has_point || !g_ascii_isdigit (*p);
      n_digits++;
    }
  if (n_digits == 0)
    return FALSE;
  *text = g_strdelimit (g_strndup (start, (gsize) (p - start)), ",", '.');
  if (g_ascii_strtod (*text, NULL) > LARGEST)
    {
      g_clear_pointer (text, g_free);
      return FALSE;
    }
  *at = p;
  return TRUE;
}

static const char *
take_unit (const char **at, UnitKind kind)
{
  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (units[i].kind == kind && take (at, units[i].typed))
      return units[i].name;
  return NULL;
}

static const char *
take_comparison (const char **at)
{
  for (gsize i = 0; i < G_N_ELEMENTS (comparisons); i++)
    if (take (at, comparisons[i].typed))
      return comparisons[i].name;
  return NULL;
}

/* What stands between the ends of a stretch. */
static gboolean
take_dash (const char **at)
{
  return take (at, "..") || take (at, "–") || take (at, "-") || take (at, "to");
}

static gboolean
take_rank (const char **at, gint64 *rank)
{
  const char *p = *at;
  g_autofree char *text = NULL;

  skip_blanks (&p);
  if (take (&p, "process") || take (&p, "rank") || (*p == 'p' && g_ascii_isdigit (p[1]) && p++)
      || (*p == 'P' && g_ascii_isdigit (p[1]) && p++))
    skip_blanks (&p);
  if (!take_number (&p, &text) || strchr (text, '.') != NULL)
    return FALSE;
  *rank = g_ascii_strtoll (text, NULL, 10);
  *at = p;
  return TRUE;
}

/* ---- Kinds of questions ---- */

static void
read_pair (GPtrArray *questions, const char *text, RefrainTrace *trace)
{
  const gint64 n = refrain_trace_get_n_processes (trace);
  const char *p = text;
  gint64 from, to;

  (void) take (&p, "messages");
  (void) take (&p, "from");
  if (!take_rank (&p, &from)
      || !(take (&p, "->") || take (&p, "→") || take (&p, ">") || take (&p, "to"))
      || !take_rank (&p, &to) || !at_end (p) || from >= n || to >= n)
    return;
  add (questions, g_strdup_printf (_ ("Messages %u → %u"), (guint) from, (guint) to),
       g_strdup_printf ("MESSAGES FROM PROCESS %u TO PROCESS %u", (guint) from, (guint) to));
}

static void
read_tag (GPtrArray *questions, const char *text)
{
  const char *p = text, *how;
  g_autofree char *tag = NULL, *last = NULL;

  (void) take (&p, "messages");
  if (!take (&p, "tag") && !take (&p, "tags"))
    return;
  how = take_comparison (&p);
  if (!take_number (&p, &tag) || strchr (tag, '.') != NULL)
    return;
  if (how == NULL && take_dash (&p) && take_number (&p, &last) && at_end (p))
    add (questions, g_strdup_printf (_ ("Messages with tags %s–%s"), tag, last),
         g_strdup_printf ("MESSAGES WHERE TAG BETWEEN %s AND %s", tag, last));
  else if (at_end (p))
    add (questions,
         how == NULL || *how == '=' ? g_strdup_printf (_ ("Messages with tag %s"), tag)
                                    : g_strdup_printf (_ ("Messages with tag %s %s"), how, tag),
         g_strdup_printf ("MESSAGES WHERE TAG %s %s", how != NULL ? how : "=", tag));
}

static void
read_size (GPtrArray *questions, const char *text)
{
  const char *p = text, *how, *unit, *unit_of_last;
  g_autofree char *size = NULL, *last = NULL;

  (void) take (&p, "messages");
  (void) (take (&p, "size") || take (&p, "of"));
  how = take_comparison (&p);
  if (!take_number (&p, &size))
    return;
  unit = take_unit (&p, UNIT_BYTES);
  if (how == NULL && take_dash (&p))
    {
      if (!take_number (&p, &last) || (unit_of_last = take_unit (&p, UNIT_BYTES)) == NULL
          || !at_end (p))
        return;
      unit = unit != NULL ? unit : unit_of_last;
      add (questions,
           g_strdup_printf (_ ("Messages of %s %s to %s %s"), size, unit, last, unit_of_last),
           g_strdup_printf ("MESSAGES WHERE SIZE BETWEEN %s %s AND %s %s", size, unit, last,
                            unit_of_last));
    }
  else if (unit != NULL && at_end (p))
    add (questions,
         how == NULL || *how == '=' ? g_strdup_printf (_ ("Messages of %s %s"), size, unit)
                                    : g_strdup_printf (_ ("Messages of %s %s %s"), how, size, unit),
         g_strdup_printf ("MESSAGES WHERE SIZE %s %s %s", how != NULL ? how : "=", size, unit));
}

static void
read_duration (GPtrArray *questions, const char *text)
{
  const char *p = text, *how, *unit;
  g_autofree char *duration = NULL;

  (void) (take (&p, "duration") || take (&p, "operations"));
  how = take_comparison (&p);
  if (how == NULL || *how == '=' || !take_number (&p, &duration)
      || (unit = take_unit (&p, UNIT_TIME)) == NULL || !at_end (p))
    return;
  add (questions,
       g_strdup_printf (*how == '>' ? _ ("Operations longer than %s %s")
                                    : _ ("Operations shorter than %s %s"),
                        duration, unit),
       g_strdup_printf ("OPERATIONS WHERE DURATION %s %s %s", how, duration, unit));
}

/* A number alone may be a tag or a size; ">2" a size or a duration. */
static void
read_number (GPtrArray *questions, const char *text)
{
  const char *p = text;
  const char *how = take_comparison (&p);
  g_autofree char *number = NULL;
  gboolean is_whole;

  if (!take_number (&p, &number) || !at_end (p))
    return;
  is_whole = strchr (number, '.') == NULL;
  if (how == NULL && is_whole)
    {
      add (questions, g_strdup_printf (_ ("Messages with tag %s"), number),
           g_strdup_printf ("MESSAGES WHERE TAG = %s", number));
      add (questions, g_strdup_printf (_ ("Messages of %s %s"), number, "B"),
           g_strdup_printf ("MESSAGES WHERE SIZE = %s B", number));
    }
  else if (how != NULL && is_whole)
    add (questions, g_strdup_printf (_ ("Messages of %s %s %s"), how, number, "B"),
         g_strdup_printf ("MESSAGES WHERE SIZE %s %s B", how, number));
  if (how != NULL && *how != '=')
    add (questions,
         g_strdup_printf (*how == '>' ? _ ("Operations longer than %s %s")
                                      : _ ("Operations shorter than %s %s"),
                          number, "s"),
         g_strdup_printf ("OPERATIONS WHERE DURATION %s %s s", how, number));
}

/* Groups have no operations of their own, and what has to be found first takes long. */
static void
read_query (GPtrArray *questions, const char *text)
{
  g_autoptr (RefrainQuery) query = NULL;

  if (strchr (text, ' ') == NULL)
    return;
  query = refrain_query_parse (text, NULL, NULL);
  if (query != NULL && refrain_query_get_needs (query) == 0)
    add (questions, g_strdup_printf (_ ("Query: %s"), text), g_strdup (text));
}

GPtrArray *
refrain_find_text_read (const char *text, RefrainTrace *trace)
{
  GPtrArray *questions = g_ptr_array_new_with_free_func (free_question);

  g_return_val_if_fail (text != NULL, questions);
  g_return_val_if_fail (REFRAIN_IS_TRACE (trace), questions);

  read_pair (questions, text, trace);
  read_tag (questions, text);
  read_size (questions, text);
  read_duration (questions, text);
  read_number (questions, text);
  if (questions->len == 0)
    read_query (questions, text);
  return questions;
}

RefrainFindQuestion *
refrain_find_question_new_calls (const char *name)
{
  RefrainFindQuestion *question;
  g_auto (GStrv) pieces = NULL;
  g_autofree char *quoted = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  pieces = g_strsplit (name, "\"", -1);
  quoted = g_strjoinv ("\"\"", pieces);
  question = g_new0 (RefrainFindQuestion, 1);
  question->title = g_strdup_printf (_ ("Calls of %s"), name);
  question->query = g_strdup_printf ("CALLS OF \"%s\"", quoted);
  return question;
}
