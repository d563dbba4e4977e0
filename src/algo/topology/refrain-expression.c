/* refrain-expression.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A parser by precedence that writes the expression backwards, for a stack. Both sides of && and ||
 * are worked out; a side without a value makes the whole have none.
 */
#include "refrain-expression.h"

#include <string.h>

#include <glib/gi18n.h>

#include "refrain-free.h"

#define MAX_DEPTH 64

typedef enum
{
  OP_NUMBER,
  OP_N,
  OP_I,
  OP_K,
  OP_NEGATE,
  OP_NOT,
  OP_LOG2,
  OP_SQRT,
  OP_OR,
  OP_AND,
  OP_BIT_OR,
  OP_BIT_XOR,
  OP_BIT_AND,
  OP_EQUAL,
  OP_UNEQUAL,
  OP_AT_MOST,
  OP_AT_LEAST,
  OP_BELOW,
  OP_ABOVE,
  OP_LEFT,
  OP_RIGHT,
  OP_PLUS,
  OP_MINUS,
  OP_TIMES,
  OP_DIVIDE,
  OP_MODULO,
} Op;

typedef struct
{
  Op op;
  gint64 number;
} Step;

struct _RefrainExpression
{
  GArray *steps;
  guint depth; /* of the stack */
};

/* Longer ones before those they begin with. */
static const struct
{
  const char *text;
  Op op;
  guint level;
} binary[] = {
  { "||", OP_OR, 1 },     { "&&", OP_AND, 2 },     { "|", OP_BIT_OR, 3 },    { "^", OP_BIT_XOR, 4 },
  { "&", OP_BIT_AND, 5 }, { "==", OP_EQUAL, 6 },   { "!=", OP_UNEQUAL, 6 },  { "<<", OP_LEFT, 8 },
  { ">>", OP_RIGHT, 8 },  { "<=", OP_AT_MOST, 7 }, { ">=", OP_AT_LEAST, 7 }, { "<", OP_BELOW, 7 },
  { ">", OP_ABOVE, 7 },   { "+", OP_PLUS, 9 },     { "-", OP_MINUS, 9 },     { "*", OP_TIMES, 10 },
  { "/", OP_DIVIDE, 10 }, { "%", OP_MODULO, 10 },
};

/* ---- Reading ----------------------------------------------------------------------------------
 */

void
refrain_rule_skip (RefrainRuleReader *reader)
{
  while (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\r')
    reader->at++;
  if (*reader->at == '#')
    reader->at += strcspn (reader->at, "\n");
}

static gboolean
is_word_char (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

gboolean
refrain_rule_take (RefrainRuleReader *reader, const char *word)
{
  const gsize length = strlen (word);

  refrain_rule_skip (reader);
  if (strncmp (reader->at, word, length) != 0
      || (is_word_char (word[length - 1]) && is_word_char (reader->at[length])))
    return FALSE;
  reader->at += length;
  return TRUE;
}

typedef struct
{
  RefrainRuleReader *reader;
  RefrainExpression *expression;
  const char *names;
  guint depth, nesting;
} Parser;

static void
emit (Parser *parser, Op op, gint64 number, gint change)
{
  const Step step = { op, number };

  g_array_append_val (parser->expression->steps, step);
  parser->depth += change;
  parser->expression->depth = MAX (parser->expression->depth, parser->depth);
}

static gboolean
fail (Parser *parser, const char *problem)
{
  if (parser->reader->problem == NULL)
    parser->reader->problem = problem;
  return FALSE;
}

static gboolean
find_constant (const RefrainExpression *self, guint first, gboolean *known, gint64 *value);
static gboolean read_level (Parser *parser, guint level);

static gboolean
read_number (Parser *parser)
{
  char *end;
  const guint64 number = g_ascii_strtoull (parser->reader->at, &end, 10);

  if (number > G_MAXINT64)
    return fail (parser, N_ ("the number is too large"));
  parser->reader->at = end;
  if (is_word_char (*end))
    return fail (parser, N_ ("a number ends in letters"));
  emit (parser, OP_NUMBER, (gint64) number, 1);
  return TRUE;
}

static gboolean
read_operand (Parser *parser)
{
  static const struct
  {
    const char *text;
    Op op;
  } unary[] = { { "-", OP_NEGATE }, { "!", OP_NOT }, { "log2", OP_LOG2 }, { "sqrt", OP_SQRT } };
  static const Op variables[] = { OP_N, OP_I, OP_K };
  RefrainRuleReader *reader = parser->reader;
  const guint first = parser->expression->steps->len;
  const char *at;
  gboolean good, known;
  gint64 value;

  refrain_rule_skip (reader);
  at = reader->at;
  if (parser->nesting == MAX_DEPTH)
    return fail (parser, N_ ("the expression is nested too deeply"));
  if (g_ascii_isdigit (*reader->at))
    return read_number (parser);
  parser->nesting++;
  for (gsize u = 0; u < G_N_ELEMENTS (unary); u++)
    if (refrain_rule_take (reader, unary[u].text))
      {
        good = read_operand (parser);
        if (good)
          emit (parser, unary[u].op, 0, 0);
        if (good && !find_constant (parser->expression, first, &known, &value))
          {
            reader->at = at;
            good = fail (parser, unary[u].op == OP_LOG2 ? N_ ("the logarithm of what is below 1")
                                                        : N_ ("the root of what is below 0"));
          }
        parser->nesting--;
        return good;
      }
  if (refrain_rule_take (reader, "("))
    {
      good = read_level (parser, 1);
      parser->nesting--;
      return good && (refrain_rule_take (reader, ")") || fail (parser, N_ ("“)” is missing")));
    }
  parser->nesting--;
  for (gsize v = 0; v < G_N_ELEMENTS (variables); v++)
    {
      const char word[] = { "nik"[v], '\0' };

      if (strchr (parser->names, word[0]) != NULL && refrain_rule_take (reader, word))
        {
          emit (parser, variables[v], 0, 1);
          return TRUE;
        }
    }
  return fail (parser, N_ ("a number, a name or “(” is missing"));
}

/* The operator that comes next, or -1; "->" is none. */
static gint
peek_operator (RefrainRuleReader *reader)
{
  refrain_rule_skip (reader);
  if (g_str_has_prefix (reader->at, "->"))
    return -1;
  for (gsize b = 0; b < G_N_ELEMENTS (binary); b++)
    if (g_str_has_prefix (reader->at, binary[b].text))
      {
        /* "|" is not the beginning of "||": that one was not of this level. */
        for (gsize longer = 0; longer < G_N_ELEMENTS (binary); longer++)
          if (strlen (binary[longer].text) > strlen (binary[b].text)
              && g_str_has_prefix (reader->at, binary[longer].text))
            return (gint) longer;
        return (gint) b;
      }
  return -1;
}

/* The value of the steps from @first on, where they name nothing. @known: FALSE where they do.
 * Gives FALSE where they have none. */
static gboolean
find_constant (const RefrainExpression *self, guint first, gboolean *known, gint64 *value)
{
  const RefrainRuleValues none = { 0 };
  RefrainExpression part = { .depth = self->depth };
  gboolean has;

  *known = TRUE;
  for (guint s = first; s < self->steps->len; s++)
    {
      const Op op = g_array_index (self->steps, Step, s).op;

      *known &= op != OP_N && op != OP_I && op != OP_K;
    }
  if (!*known)
    return TRUE;
  part.steps = g_array_new (FALSE, FALSE, sizeof (Step));
  g_array_append_vals (part.steps, &g_array_index (self->steps, Step, first),
                       self->steps->len - first);
  has = refrain_expression_evaluate (&part, &none, value);
  g_array_unref (part.steps);
  return has;
}

/* What is wrong with an operator whatever stands left of it, or NULL. */
static const char *
check_right (const RefrainExpression *self, Op op, guint right)
{
  gboolean known;
  gint64 value = 0;

  if (!find_constant (self, right, &known, &value) || !known)
    return NULL;
  if ((op == OP_DIVIDE || op == OP_MODULO) && value == 0)
    return N_ ("a division by 0");
  if ((op == OP_LEFT || op == OP_RIGHT) && (value < 0 || value > 62))
    return N_ ("a shift by what is not from 0 to 62");
  return NULL;
}

/* Operators of @level and above, those of one level from the left. */
static gboolean
read_level (Parser *parser, guint level)
{
  gint b;

  if (!read_operand (parser))
    return FALSE;
  while ((b = peek_operator (parser->reader)) >= 0 && binary[b].level >= level)
    {
      const char *at = parser->reader->at;
      const guint right = parser->expression->steps->len;
      const char *problem;

      parser->reader->at += strlen (binary[b].text);
      if (!read_level (parser, binary[b].level + 1))
        return FALSE;
      problem = check_right (parser->expression, binary[b].op, right);
      if (problem != NULL)
        {
          parser->reader->at = at;
          return fail (parser, problem);
        }
      emit (parser, binary[b].op, 0, -1);
    }
  return TRUE;
}

RefrainExpression *
refrain_expression_read (RefrainRuleReader *reader, const char *names)
{
  g_autoptr (RefrainExpression) self = g_new0 (RefrainExpression, 1);
  Parser parser = { .reader = reader, .expression = self, .names = names };

  self->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  return read_level (&parser, 1) ? g_steal_pointer (&self) : NULL;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_expression_free, RefrainExpression, g_array_unref (x->steps))

gboolean
refrain_expression_is_number (const RefrainExpression *self)
{
  return self->steps->len == 1 && g_array_index (self->steps, Step, 0).op == OP_NUMBER;
}

/* ---- Evaluating -------------------------------------------------------------------------------
 */

/* Rounded down, as "%" then is never negative for a positive divisor. */
static gboolean
divide (gint64 a, gint64 b, gboolean modulo, gint64 *result)
{
  gint64 quotient;

  if (b == 0 || (a == G_MININT64 && b == -1))
    return FALSE;
  quotient = a / b;
  if (a % b != 0 && (a < 0) != (b < 0))
    quotient--;
  *result = modulo ? (gint64) ((guint64) a - (guint64) quotient * (guint64) b) : quotient;
  return TRUE;
}

static gint64
root_of (gint64 a)
{
  gint64 low = 0, high = G_GINT64_CONSTANT (3037000499);

  while (low < high)
    {
      const gint64 middle = (low + high + 1) / 2;

      if (middle * middle <= a)
        low = middle;
      else
        high = middle - 1;
    }
  return low;
}

static gboolean
apply_unary (Op op, gint64 *a)
{
  switch (op)
    {
    case OP_NEGATE:
      *a = (gint64) (0 - (guint64) *a);
      return TRUE;
    case OP_NOT:
      *a = *a == 0;
      return TRUE;
    case OP_LOG2:
      if (*a < 1)
        return FALSE;
      *a = 63 - __builtin_clzll ((unsigned long long) *a);
      return TRUE;
    default:
      if (*a < 0)
        return FALSE;
      *a = root_of (*a);
      return TRUE;
    }
}

static gboolean
apply_binary (Op op, gint64 *a, gint64 b)
{
  switch (op)
    {
    case OP_OR:
      *a = *a != 0 || b != 0;
      return TRUE;
    case OP_AND:
      *a = *a != 0 && b != 0;
      return TRUE;
    case OP_BIT_OR:
      *a |= b;
      return TRUE;
    case OP_BIT_XOR:
      *a ^= b;
      return TRUE;
    case OP_BIT_AND:
      *a &= b;
      return TRUE;
    case OP_EQUAL:
      *a = *a == b;
      return TRUE;
    case OP_UNEQUAL:
      *a = *a != b;
      return TRUE;
    case OP_AT_MOST:
      *a = *a <= b;
      return TRUE;
    case OP_AT_LEAST:
      *a = *a >= b;
      return TRUE;
    case OP_BELOW:
      *a = *a < b;
      return TRUE;
    case OP_ABOVE:
      *a = *a > b;
      return TRUE;
    case OP_LEFT:
      if (b < 0 || b > 62)
        return FALSE;
      *a = (gint64) ((guint64) *a << b);
      return TRUE;
    case OP_RIGHT:
      if (b < 0 || b > 62)
        return FALSE;
      *a >>= b;
      return TRUE;
    case OP_PLUS:
      *a = (gint64) ((guint64) *a + (guint64) b);
      return TRUE;
    case OP_MINUS:
      *a = (gint64) ((guint64) *a - (guint64) b);
      return TRUE;
    case OP_TIMES:
      *a = (gint64) ((guint64) *a * (guint64) b);
      return TRUE;
    default:
      return divide (*a, b, op == OP_MODULO, a);
    }
}

gboolean
refrain_expression_evaluate (const RefrainExpression *self,
                             const RefrainRuleValues *values,
                             gint64 *result)
{
  gint64 small[16];
  g_autofree gint64 *large
      = self->depth > G_N_ELEMENTS (small) ? g_new (gint64, self->depth) : NULL;
  gint64 *stack = large != NULL ? large : small;
  guint top = 0;

  for (guint s = 0; s < self->steps->len; s++)
    {
      const Step *step = &g_array_index (self->steps, Step, s);

      if (step->op == OP_NUMBER)
        stack[top++] = step->number;
      else if (step->op <= OP_K)
        stack[top++] = step->op == OP_N ? values->n : step->op == OP_I ? values->i : values->k;
      else if (step->op <= OP_SQRT)
        {
          if (!apply_unary (step->op, &stack[top - 1]))
            return FALSE;
        }
      else if (!apply_binary (step->op, &stack[top - 2], stack[top - 1]))
        return FALSE;
      else
        top--;
    }
  *result = stack[0];
  return TRUE;
}
