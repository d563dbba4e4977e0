/* refrain-rule.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A rule is a quantity, or a query in brackets, a comparison and a limit; both sides may say of
 * which parts of the run.
 */
#include "config.h"

#include "refrain-rule.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "refrain-free.h"
#include "refrain-query-words.h"
#include "refrain-report-options.h"

/* Longer first: "<=" begins like "<". */
static const struct
{
  const char *sign;
  RefrainRuleOrder order;
} signs[] = {
  { "<=", REFRAIN_RULE_AT_MOST }, { ">=", REFRAIN_RULE_AT_LEAST }, { "==", REFRAIN_RULE_EQUAL },
  { "!=", REFRAIN_RULE_OTHER },   { "<>", REFRAIN_RULE_OTHER },    { "≤", REFRAIN_RULE_AT_MOST },
  { "≥", REFRAIN_RULE_AT_LEAST }, { "≠", REFRAIN_RULE_OTHER },     { "<", REFRAIN_RULE_LESS },
  { ">", REFRAIN_RULE_MORE },     { "=", REFRAIN_RULE_EQUAL },
};

REFRAIN_DEFINE_FREE_OR_NULL (refrain_rule_free, RefrainRule, g_free (x->text); g_free (x->routine);
                             g_clear_object (&x->query))

/* One blank between words, none at the ends. Free with g_free(). */
static char *
join_words (const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \t\r\n\v\f", -1);
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (words[i][0] != '\0')
      g_string_append_printf (line, "%s%s", line->len > 0 ? " " : "", words[i]);
  return g_string_free (g_steal_pointer (&line), FALSE);
}

/* The bracket that closes the first of @text, or NULL. */
static const char *
find_closing (const char *text)
{
  guint depth = 0;
  char quote = '\0';

  for (; *text != '\0'; text++)
    if (quote != '\0')
      quote = *text == quote ? '\0' : quote;
    else if (*text == '"' || *text == '\'')
      quote = *text;
    else if (*text == '(')
      depth++;
    else if (*text == ')' && --depth == 0)
      return text;
  return NULL;
}

/* Where a comparison stands in @text, outside of quotation marks; its length in *@length. NULL
 * where there is none. */
static const char *
find_sign (const char *text, RefrainRuleOrder *order, gsize *length)
{
  char quote = '\0';

  for (; *text != '\0'; text++)
    if (quote != '\0')
      quote = *text == quote ? '\0' : quote;
    else if (*text == '"')
      quote = *text;
    else
      for (gsize i = 0; i < G_N_ELEMENTS (signs); i++)
        if (g_str_has_prefix (text, signs[i].sign))
          {
            *order = signs[i].order;
            *length = strlen (signs[i].sign);
            return text;
          }
  return NULL;
}

/* Takes "of each phase" or "per phase" off the end of @text; @any: and "of the run", of which
 * *@of_run tells. */
static gboolean
take_per (char *text, RefrainPer *per, gboolean *of_run)
{
  for (guint i = 0; i < REFRAIN_N_PER; i++)
    {
      const char *name = refrain_per_get_name ((RefrainPer) i);
      g_autofree char *each
          = g_strdup_printf (" of %s %s", i == REFRAIN_PER_RUN ? "the" : "each", name);
      g_autofree char *short_form = g_strdup_printf (" per %s", name);
      const char *form = g_str_has_suffix (text, each)                                 ? each
                         : i != REFRAIN_PER_RUN && g_str_has_suffix (text, short_form) ? short_form
                                                                                       : NULL;

      if (form == NULL)
        continue;
      text[strlen (text) - strlen (form)] = '\0';
      *of_run = i == REFRAIN_PER_RUN;
      if (i != REFRAIN_PER_RUN)
        *per = (RefrainPer) i;
      return TRUE;
    }
  return FALSE;
}

/* ---- The left side ---- */

/* Fails with what is nearest to @name. */
static gboolean
refuse_name (const char *name, GError **error)
{
  gsize n;
  const RefrainMeasure *measures = refrain_measures_list (&n);
  g_autofree const char **names = g_new (const char *, n);
  const char *near;

  for (gsize i = 0; i < n; i++)
    names[i] = measures[i].name;
  near = refrain_query_find_near ((RefrainQueryWord){ name, strlen (name) }, names, n);
  return near != NULL
             ? refrain_report_refuse (error, _ ("no quantity “%s”; did you mean “%s”?"), name, near)
             : refrain_report_refuse (error, _ ("no quantity “%s” (list: check --list)"), name);
}

static char *
take_quotes (const char *text)
{
  const gsize n = strlen (text);

  return n >= 2 && text[0] == '"' && text[n - 1] == '"' ? g_strndup (text + 1, n - 2)
                                                        : g_strdup (text);
}

static gboolean
parse_measure (RefrainRule *self, const char *name, GError **error)
{
  gsize n;
  const RefrainMeasure *measures = refrain_measures_list (&n);

  self->measure = refrain_measure_find (name);
  if (self->measure != NULL && self->measure->of_routine)
    return refrain_report_refuse (error, _ ("“%s” lacks the name of a routine"), name);
  for (gsize i = 0; i < n && self->measure == NULL; i++)
    {
      const gsize length = strlen (measures[i].name);

      if (!measures[i].of_routine || g_ascii_strncasecmp (name, measures[i].name, length) != 0
          || name[length] != ' ')
        continue;
      self->measure = &measures[i];
      self->routine = take_quotes (name + length + 1);
    }
  return self->measure != NULL || refuse_name (name, error);
}

static gboolean
parse_query (RefrainRule *self, const char *text, GError **error)
{
  g_autoptr (GError) problem = NULL;

  self->query = refrain_query_parse (text, NULL, &problem);
  return self->query != NULL || refrain_report_refuse (error, "“%s”: %s", text, problem->message);
}

/* Whether there is such a number of each of these parts. */
static gboolean
check_per (const RefrainRule *self, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  if (self->measure->at[self->per] != NULL)
    return TRUE;
  for (guint i = 0; i < REFRAIN_N_PER; i++)
    if (self->measure->at[i] != NULL)
      g_string_append_printf (known, "%s%s %s", known->len > 0 ? ", " : "",
                              i == REFRAIN_PER_RUN ? "of the" : "of each",
                              refrain_per_get_name ((RefrainPer) i));
  return refrain_report_refuse (error, _ ("no %s of %s %s (there is: %s)"), self->measure->name,
                                self->per == REFRAIN_PER_RUN ? "the" : "each",
                                refrain_per_get_name (self->per), known->str);
}

/* ---- The right side ---- */

/* Of a number as it is, nanoseconds become seconds. */
static gboolean
read_limit (RefrainRule *self, const char *text, RefrainQueryType type, GError **error)
{
  const gsize n = strlen (text);
  gboolean understood;
  gint64 value = 0;
  char *end;

  if (n > 0 && text[n - 1] == '%')
    {
      self->is_share = TRUE;
      self->limit = g_ascii_strtod (text, &end) / 100;
      understood = end == text + n - 1 && end != text;
    }
  else if (type == REFRAIN_QUERY_TYPE_COUNT)
    {
      self->limit = g_ascii_strtod (text, &end);
      understood = *end == '\0' && end != text;
    }
  else
    {
      understood = refrain_query_read_number ((RefrainQueryWord){ text, n }, type, &value);
      self->limit = type == REFRAIN_QUERY_TYPE_BYTES ? (double) value : (double) value / 1e9;
    }
  return (understood && isfinite (self->limit) && self->limit >= 0)
         || refrain_report_refuse (error, _ ("“%s” is not a limit such as %s"), text,
                                   type == REFRAIN_QUERY_TYPE_DURATION ? "1.5 s, 300 ms"
                                   : type == REFRAIN_QUERY_TYPE_BYTES  ? "4096, 1 MiB"
                                                                       : "0.8, 80 %, 100");
}

static gboolean
parse_limit (RefrainRule *self, char *text, gboolean parted, GError **error)
{
  RefrainPer per = self->per;
  gboolean of_run = FALSE;
  const gboolean with_base = take_per (text, &per, &of_run);
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  g_autofree char *number = g_strjoinv ("", words);
  const RefrainMeasureUnit unit
      = self->measure != NULL ? self->measure->unit : REFRAIN_MEASURE_COUNT;
  RefrainQueryType type = REFRAIN_QUERY_TYPE_COUNT;

  if (unit == REFRAIN_MEASURE_TIME || unit == REFRAIN_MEASURE_WALL)
    type = REFRAIN_QUERY_TYPE_DURATION;
  else if (unit == REFRAIN_MEASURE_BYTES)
    type = REFRAIN_QUERY_TYPE_BYTES;
  /* What a query answers is of any kind: the unit decides. */
  if (self->query != NULL && *number != '\0' && g_ascii_isalpha (number[strlen (number) - 1]))
    type = g_ascii_toupper (number[strlen (number) - 1]) == 'B' ? REFRAIN_QUERY_TYPE_BYTES
                                                                : REFRAIN_QUERY_TYPE_DURATION;
  if (!read_limit (self, number, type, error))
    return FALSE;
  if (self->is_share && unit != REFRAIN_MEASURE_SHARE
      && (type != REFRAIN_QUERY_TYPE_DURATION
          || (unit == REFRAIN_MEASURE_WALL && self->per == REFRAIN_PER_RUN && !with_base)))
    return refrain_report_refuse (
        error, _ ("“%s” is a share, but this has no whole of which it could be one"), text);
  if (with_base && (!self->is_share || unit == REFRAIN_MEASURE_SHARE))
    return refrain_report_refuse (error, _ ("only a share such as 5 %% of a time has a whole"));
  if (with_base && !of_run && parted && per != self->per)
    return refrain_report_refuse (error,
                                  _ ("a number of one kind of part has no share of another"));
  self->of_run = of_run;
  /* "waiting < 5 % of each phase" is about the waiting of each. */
  if (with_base && !of_run)
    self->per = per;
  return TRUE;
}

/* ---- Rules ---- */

RefrainRule *
refrain_rule_parse (const char *text, GError **error)
{
  g_autoptr (RefrainRule) self = g_new0 (RefrainRule, 1);
  g_autofree char *left = NULL, *right = NULL;
  const char *from, *closing = NULL, *sign;
  gboolean parted = FALSE, of_run;
  gsize length;

  g_return_val_if_fail (text != NULL, NULL);

  self->text = join_words (text);
  from = self->text;
  if (*from == '(')
    {
      closing = find_closing (from);
      if (closing == NULL)
        {
          refrain_report_refuse (error, _ ("“%s” lacks a closing bracket"), self->text);
          return NULL;
        }
      from = closing + 1;
    }
  sign = find_sign (from, &self->order, &length);
  if (sign == NULL)
    {
      refrain_report_refuse (
          error, _ ("“%s” compares nothing (such as: parallel efficiency >= 0.8)"), self->text);
      return NULL;
    }
  left = g_strstrip (g_strndup (self->text, (gsize) (sign - self->text)));
  right = g_strstrip (g_strdup (sign + length));
  if (closing != NULL && left[closing - self->text + 1] != '\0')
    {
      refrain_report_refuse (error, _ ("“%s” is not understood after a query"),
                             left + (closing - self->text + 1));
      return NULL;
    }
  if (closing != NULL)
    {
      g_autofree char *query = g_strndup (left + 1, (gsize) (closing - self->text - 1));

      if (!parse_query (self, query, error) || !parse_limit (self, right, FALSE, error))
        return NULL;
      return g_steal_pointer (&self);
    }
  parted = take_per (left, &self->per, &of_run);
  if (!parse_measure (self, left, error) || !parse_limit (self, right, parted, error)
      || !check_per (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

gboolean
refrain_rules_parse (const char *text, const char *file, GPtrArray *rules, GError **error)
{
  g_auto (GStrv) lines = NULL;

  g_return_val_if_fail (text != NULL && file != NULL && rules != NULL, FALSE);

  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (GError) problem = NULL;
      RefrainRule *rule;

      g_strstrip (lines[i]);
      if (lines[i][0] == '\0' || lines[i][0] == '#')
        continue;
      rule = refrain_rule_parse (lines[i], &problem);
      if (rule == NULL)
        return refrain_report_refuse (error, "%s:%u: %s", file, i + 1, problem->message);
      rule->line = i + 1;
      g_ptr_array_add (rules, rule);
    }
  return TRUE;
}

gboolean
refrain_rule_holds (const RefrainRule *self, double value)
{
  g_return_val_if_fail (self != NULL, FALSE);

  switch (self->order)
    {
    case REFRAIN_RULE_LESS:
      return value < self->limit;
    case REFRAIN_RULE_AT_MOST:
      return value <= self->limit;
    case REFRAIN_RULE_MORE:
      return value > self->limit;
    case REFRAIN_RULE_AT_LEAST:
      return value >= self->limit;
    case REFRAIN_RULE_EQUAL:
      return !(value < self->limit) && !(value > self->limit);
    case REFRAIN_RULE_OTHER:
    default:
      return value < self->limit || value > self->limit;
    }
}
