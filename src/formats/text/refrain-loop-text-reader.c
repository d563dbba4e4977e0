/* refrain-loop-text-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines become drafts of constructs, in their order; only when all are there, and stand for no more
 * than can be run, is the model made of them. Nothing is trusted: a few lines can stand for more
 * than any machine could run.
 */
#include "config.h"

#include "refrain-loop-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "refrain-error.h"
#include "refrain-file-map.h"
#include "refrain-free.h"
#include "refrain-loop-drafts.h"
#include "refrain-loop-lines.h"
#include "refrain-tag-words.h"

/* Members of all groups together, and bytes of a table of constructs by processes. */
#define MAX_MEMBERS    (1u << 24)
#define MAX_TABLE      (1u << 30)
#define LINES_PER_LOOK 65536

/* A loop that is open while its body is read. */
typedef struct
{
  guint32 draft;
  RefrainLoopPiece variable; /* empty for a definition */
  gint64 shift;              /* what the text's index is ahead of ours */
} Open;

typedef struct
{
  RefrainLoopLines lines;
  RefrainLoopDrafts drafts;
  GArray *open;   /* of Open */
  GArray *shapes; /* of RefrainLoopShape; name and group are numbers of the two below, the name of a
                     message 1 + that of its tag, or 0 with loop indices */
  RefrainTagWords tags;
  GHashTable *names;    /* of a definition: its draft + 1 */
  GPtrArray *texts;     /* names of events */
  GHashTable *text_of;  /* of a name: its number + 1 */
  GPtrArray *groups;    /* GArray of guint32 each */
  GHashTable *group_of; /* of a group as written: its number + 1 */
  gsize n_members;      /* over all groups */
  guint32 n_processes;
} Reader;

REFRAIN_DEFINE_AUTO (reader_clear, Reader, refrain_loop_drafts_clear (&x->drafts);
                     g_clear_pointer (&x->open, g_array_unref);
                     g_clear_pointer (&x->shapes, g_array_unref);
                     refrain_tag_words_clear (&x->tags);
                     g_clear_pointer (&x->names, g_hash_table_unref);
                     g_clear_pointer (&x->texts, g_ptr_array_unref);
                     g_clear_pointer (&x->text_of, g_hash_table_unref);
                     g_clear_pointer (&x->groups, g_ptr_array_unref);
                     g_clear_pointer (&x->group_of, g_hash_table_unref))

static void
reader_init (Reader *self, const char *name, const char *text, gsize n)
{
  *self = (Reader){
    .lines = { .name = name, .rest = { n > 0 ? text : "", n > 0 ? text + n : "" } },
    .open = g_array_new (FALSE, FALSE, sizeof (Open)),
    .shapes = g_array_new (FALSE, FALSE, sizeof (RefrainLoopShape)),
    .names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .texts = g_ptr_array_new (),
    .text_of = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .groups = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref),
    .group_of = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
  };
  refrain_loop_drafts_init (&self->drafts);
  refrain_tag_words_init (&self->tags);
}

static gboolean
fail (Reader *self, GError **error, const char *cause)
{
  return refrain_loop_lines_fail (&self->lines, self->lines.number, error, "%s", cause);
}

/* Loops that are open, the definition around them left out. */
static guint32
get_depth (const Reader *self)
{
  guint32 depth = self->open->len;

  if (depth > 0 && g_array_index (self->open, Open, 0).variable.at == NULL)
    depth--;
  return depth;
}

/* Whether a table of constructs by processes would be, with @more constructs. */
static gboolean
is_too_large (const Reader *self, gsize more)
{
  return (guint64) self->n_processes / 8 * (self->drafts.list->len + more) > MAX_TABLE;
}

static gboolean
fail_size (const Reader *self, GError **error)
{
  return refrain_fail (error, REFRAIN_ERROR_FORMAT,
                       _ ("%s: the model has too many lines for a run of %u processes"),
                       self->lines.name, self->n_processes);
}

static RefrainLoopDraft *
add_draft (Reader *self, RefrainConstructKind kind)
{
  RefrainLoopDraft draft = { .kind = kind,
                             .line = self->lines.number,
                             .end = self->drafts.list->len + 1,
                             .depth = get_depth (self) };

  g_array_append_val (self->drafts.list, draft);
  return &g_array_index (self->drafts.list, RefrainLoopDraft, self->drafts.list->len - 1);
}

/* The number of a text. */
static guint32
add_text (Reader *self, const char *text)
{
  gpointer known = g_hash_table_lookup (self->text_of, text);
  char *copy;

  if (known != NULL)
    return GPOINTER_TO_UINT (known) - 1;
  copy = g_strdup (text);
  g_ptr_array_add (self->texts, copy);
  g_hash_table_insert (self->text_of, copy, GUINT_TO_POINTER (self->texts->len));
  return self->texts->len - 1;
}

/* ---- Numbers with loop indices ---- */

/* Larger ones mean nothing, and their sums could run over. */
#define MAX_NUMBER (G_GINT64_CONSTANT (1) << 40)

/* A sum on its way: coefficients by depth. */
typedef struct
{
  gint64 constant;
  gint64 coefficient[REFRAIN_LOOP_DRAFTS_MAX_DEPTH];
  guint32 depth; /* loops around */
} Sum;

static gboolean
is_in_name (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '\'';
}

/* The innermost open loop whose variable is @name. */
static const Open *
find_loop (Reader *self, RefrainLoopPiece name)
{
  for (guint i = self->open->len; i-- > 0;)
    {
      const Open *open = &g_array_index (self->open, Open, i);

      if (open->variable.at != NULL
          && REFRAIN_LOOP_PIECE_LENGTH (open->variable) == REFRAIN_LOOP_PIECE_LENGTH (name)
          && memcmp (open->variable.at, name.at, REFRAIN_LOOP_PIECE_LENGTH (name)) == 0)
        return open;
    }
  return NULL;
}

/* Adds @factor times the variable @name, or @factor where that is empty. */
static gboolean
add_term (Reader *self, Sum *sum, gint64 factor, RefrainLoopPiece name, GError **error)
{
  const Open *loop = NULL;
  gint64 shifted = factor, total = factor;

  if (name.at < name.end)
    {
      gint64 *coefficient;

      loop = find_loop (self, name);
      if (loop == NULL)
        return refrain_loop_lines_fail (&self->lines, self->lines.number, error,
                                        _ ("“%.*s” is no index of a loop around"),
                                        (int) MIN (REFRAIN_LOOP_PIECE_LENGTH (name), 40), name.at);
      coefficient
          = &sum->coefficient[g_array_index (self->drafts.list, RefrainLoopDraft, loop->draft)
                                  .depth];
      if (__builtin_add_overflow (*coefficient, factor, coefficient)
          || __builtin_mul_overflow (factor, loop->shift, &shifted))
        shifted = G_MAXINT64;
      total = *coefficient;
    }
  if (ABS (factor) > MAX_NUMBER || ABS (total) > MAX_NUMBER
      || __builtin_add_overflow (sum->constant, shifted, &sum->constant)
      || sum->constant > MAX_NUMBER || sum->constant < -MAX_NUMBER)
    return refrain_loop_lines_fail (&self->lines, self->lines.number, error,
                                    _ ("a number is too large"));
  return TRUE;
}

/* Takes digits and a name with nothing or `*` between off @piece: "2*i0", "3", "i1". */
static gboolean
take_term (RefrainLoopPiece *piece, gint64 *factor, RefrainLoopPiece *name)
{
  RefrainLoopPiece digits = { piece->at, piece->at };

  while (digits.end < piece->end && g_ascii_isdigit (*digits.end))
    digits.end++;
  *factor = 1;
  if (digits.at < digits.end && !refrain_loop_piece_to_int (digits, factor))
    return FALSE;
  name->at = digits.end;
  if (digits.at < digits.end && name->at < piece->end && *name->at == '*')
    name->at++;
  name->end = name->at;
  while (name->end < piece->end && is_in_name (*name->end))
    name->end++;
  piece->at = name->end;
  /* A name after digits needs its `*`, and the other way round. */
  if (name->at == name->end)
    return digits.at < digits.end && name->at == digits.end;
  return digits.at == digits.end || name->at > digits.end;
}

static gboolean
parse_sum (Reader *self, RefrainLoopPiece piece, Sum *sum, GError **error)
{
  RefrainLoopPiece whole = piece;

  for (gboolean first = TRUE; first || piece.at < piece.end; first = FALSE)
    {
      gboolean negative = piece.at < piece.end && *piece.at == '-';
      gboolean has_sign = negative || (piece.at < piece.end && *piece.at == '+');
      RefrainLoopPiece name;
      gint64 factor;

      piece.at += has_sign;
      if ((!first && !has_sign) || !take_term (&piece, &factor, &name))
        return refrain_loop_lines_fail (&self->lines, self->lines.number, error,
                                        _ ("“%.*s” is not a number such as 3 or 2*i0+1"),
                                        (int) MIN (REFRAIN_LOOP_PIECE_LENGTH (whole), 40),
                                        whole.at);
      if (!add_term (self, sum, negative ? -factor : factor, name, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
parse_affine (Reader *self, RefrainLoopPiece piece, RefrainAffine *affine, GError **error)
{
  g_autofree Sum *sum = NULL;
  gint64 plain;

  if (refrain_loop_piece_to_int (piece, &plain) && ABS (plain) <= MAX_NUMBER)
    {
      *affine = (RefrainAffine){ plain, 0, 0 };
      return TRUE;
    }
  sum = g_new0 (Sum, 1);
  if (!parse_sum (self, piece, sum, error))
    return FALSE;
  *affine = (RefrainAffine){ sum->constant, self->drafts.terms->len, 0 };
  for (guint32 depth = 0; depth < self->open->len; depth++)
    if (sum->coefficient[depth] != 0)
      {
        RefrainAffineTerm term = { depth, sum->coefficient[depth] };

        g_array_append_val (self->drafts.terms, term);
        affine->n++;
      }
  return TRUE;
}

/* ---- Tags ---- */

/* Whether numbers with loop indices may stand behind this: behind any word where they are as models
 * are written, behind the usual ones where the indices have names of their own. */
static gboolean
may_end_prefix (RefrainLoopPiece prefix, RefrainLoopPiece number)
{
  const char last = prefix.at < prefix.end ? prefix.end[-1] : '\0';

  if (prefix.at == prefix.end || refrain_loop_piece_equals (prefix, "tag")
      || refrain_loop_piece_equals (prefix, "t"))
    return TRUE;
  if (g_ascii_isdigit (last) || last == '+' || last == '-' || last == '*')
    return FALSE;
  return g_ascii_isdigit (*number.at) || *number.at == '+' || *number.at == '-'
         || (*number.at == 'i' && number.at + 1 < number.end && g_ascii_isdigit (number.at[1]));
}

static gboolean
has_letter (RefrainLoopPiece piece)
{
  for (; piece.at < piece.end; piece.at++)
    if (g_ascii_isalpha (*piece.at) || *piece.at == '_')
      return TRUE;
  return FALSE;
}

/* Finds the longest end of @piece that is a number with loop indices. */
static gboolean
find_number (Reader *self, RefrainLoopPiece piece, RefrainLoopPiece *prefix, RefrainAffine *affine)
{
  *prefix = (RefrainLoopPiece){ piece.at, piece.at };
  for (RefrainLoopPiece number = piece; self->open->len > 0 && has_letter (number); number.at++)
    {
      prefix->end = number.at;
      if (may_end_prefix (*prefix, number) && parse_affine (self, number, affine, NULL))
        return TRUE;
    }
  return FALSE;
}

/* Refuses what was meant as a number with loop indices. */
static gboolean
check_word (Reader *self, RefrainLoopPiece piece, GError **error)
{
  RefrainLoopPiece number = piece;
  RefrainAffine affine;

  if (REFRAIN_LOOP_PIECE_LENGTH (number) > 3 && memcmp (number.at, "tag", 3) == 0)
    number.at += 3;
  else if (REFRAIN_LOOP_PIECE_LENGTH (number) > 1 && *number.at == 't')
    number.at++;
  return !refrain_loop_tag_is_unclear (piece)
         || (*number.at != 'i' && memchr (piece.at, '*', REFRAIN_LOOP_PIECE_LENGTH (piece)) == NULL)
         || parse_affine (self, number, &affine, error);
}

static gboolean
parse_tag (
    Reader *self, RefrainLoopPiece piece, RefrainAffine *affine, guint32 *word, GError **error)
{
  RefrainLoopPiece bare = refrain_loop_piece_unquote (piece, refrain_loop_tag_is_unclear);
  g_autofree char *text = NULL;
  RefrainLoopPiece prefix;

  *affine = (RefrainAffine){ 0 };
  if (bare.at == piece.at && find_number (self, piece, &prefix, affine))
    {
      if (affine->n > 0)
        return refrain_tag_words_need (&self->tags, prefix.at, REFRAIN_LOOP_PIECE_LENGTH (prefix))
               || refrain_loop_lines_fail (&self->lines, self->lines.number, error,
                                           _ ("tags with loop indices begin with “%s” above"),
                                           self->tags.prefix);
      /* The indices cancel each other. */
      text = g_strdup_printf ("%.*s%" G_GINT64_FORMAT, (int) REFRAIN_LOOP_PIECE_LENGTH (prefix),
                              prefix.at, affine->constant);
      *affine = (RefrainAffine){ 0 };
    }
  else if (bare.at == piece.at && !check_word (self, piece, error))
    return FALSE;
  if (text == NULL)
    text = g_strndup (bare.at, REFRAIN_LOOP_PIECE_LENGTH (bare));
  refrain_tag_words_add (&self->tags, text);
  *word = add_text (self, text) + 1;
  return TRUE;
}

/* ---- Events ---- */

static void
see_process (Reader *self, gint64 process)
{
  if (process >= 0 && process < REFRAIN_LOOP_MAX_PROCESSES)
    self->n_processes = MAX (self->n_processes, (guint32) process + 1);
}

static gboolean
add_group (Reader *self, RefrainLoopPiece piece, guint32 *group, GError **error)
{
  g_autofree char *key = g_strndup (piece.at, REFRAIN_LOOP_PIECE_LENGTH (piece));
  gpointer known = g_hash_table_lookup (self->group_of, key);
  GArray *processes;

  if (known != NULL)
    {
      *group = GPOINTER_TO_UINT (known) - 1;
      return TRUE;
    }
  processes = g_array_new (FALSE, FALSE, sizeof (guint32));
  *group = self->groups->len;
  g_ptr_array_add (self->groups, processes);
  g_hash_table_insert (self->group_of, g_steal_pointer (&key),
                       GUINT_TO_POINTER (self->groups->len));
  if (!refrain_loop_piece_append_group (piece, MAX_MEMBERS - self->n_members, processes))
    return fail (self, error, _ ("the group is no list of processes such as 0-3,8, or too large"));
  self->n_members += processes->len;
  for (guint i = 0; i < processes->len; i++)
    see_process (self, g_array_index (processes, guint32, i));
  return TRUE;
}

static gboolean
read_numbers (Reader *self,
              const RefrainLoopLine *line,
              RefrainAffine number[2],
              guint32 *tag,
              GError **error)
{
  if (refrain_loop_piece_is_unknown (line->peer))
    number[0].constant = -1;
  else if (!parse_affine (self, line->peer, &number[0], error))
    return FALSE;
  if (number[0].n == 0 && number[0].constant >= REFRAIN_LOOP_MAX_PROCESSES)
    return fail (self, error, _ ("a process has a number above 1048575"));
  if (number[0].n == 0)
    see_process (self, number[0].constant);
  return parse_tag (self, line->tag, &number[1], tag, error);
}

static gboolean
read_event (Reader *self, RefrainLoopPiece text, GError **error)
{
  g_autoptr (GString) name = NULL;
  RefrainAffine number[2] = { { 0 } };
  RefrainLoopShape shape = { 0 };
  RefrainLoopLine line;
  RefrainLoopDraft *draft;
  const char *cause;

  if (!refrain_loop_line_parse (text, &line, &cause))
    return fail (self, error, cause);
  shape.kind = line.kind;
  see_process (self, line.process);
  if (line.kind == REFRAIN_LOOP_SYNC || line.kind == REFRAIN_LOOP_LOCAL)
    {
      name = g_string_new (NULL);
      refrain_loop_line_get_name (&line, TRUE, name);
      shape.name = add_text (self, name->str);
      if (line.kind == REFRAIN_LOOP_SYNC && !add_group (self, line.group, &shape.group, error))
        return FALSE;
    }
  else if (!read_numbers (self, &line, number, &shape.name, error))
    return FALSE;
  draft = add_draft (self, REFRAIN_CONSTRUCT_EVENT);
  draft->process = line.process;
  draft->what = self->shapes->len;
  memcpy (draft->number, number, sizeof number);
  g_array_append_val (self->shapes, shape);
  return TRUE;
}

/* ---- Lines of several processes ---- */

/* "0-63:", the first word of a folded line. */
static gboolean
is_folded (RefrainLoopPiece word)
{
  return word.at + 1 < word.end && g_ascii_isdigit (*word.at) && word.end[-1] == ':';
}

/* "+1", "-2": a peer as its distance from the process. */
static gboolean
is_distance (RefrainLoopPiece word)
{
  const char *at = word.at + 1;

  if (at >= word.end || (*word.at != '+' && *word.at != '-'))
    return FALSE;
  while (at < word.end && g_ascii_isdigit (*at))
    at++;
  return at == word.end;
}

/* What @process does in a folded line, as its own line; @rest stands behind "send" or the like. */
static gboolean
unfold (Reader *self,
        GString *line,
        guint32 process,
        RefrainLoopPiece what,
        RefrainLoopPiece rest,
        GError **error)
{
  const gboolean is_recv = refrain_loop_piece_equals (what, "recv");
  RefrainLoopPiece peer;
  gint64 number;

  if (refrain_loop_piece_equals (what, "sync"))
    {
      g_string_printf (line, "%u sync %.*s", process, (int) REFRAIN_LOOP_PIECE_LENGTH (rest),
                       rest.at);
      return TRUE;
    }
  if (!is_recv && !refrain_loop_piece_equals (what, "send"))
    return fail (self, error, _ ("processes and a colon must be followed by send, recv or sync"));
  refrain_loop_piece_take_word (&rest, &peer);
  if (is_recv && refrain_loop_piece_equals (peer, "from"))
    refrain_loop_piece_take_word (&rest, &peer);
  g_string_truncate (line, 0);
  if (!is_recv)
    g_string_append_printf (line, "%u send ", process);
  if (!is_distance (peer))
    g_string_append_len (line, peer.at, REFRAIN_LOOP_PIECE_LENGTH (peer));
  else if (!refrain_loop_piece_to_int (peer, &number) || ABS (number) > MAX_NUMBER
           || (gint64) process + number < 0)
    return fail (self, error, _ ("there are no processes below 0, and none at such a distance"));
  else
    g_string_append_printf (line, "%" G_GINT64_FORMAT, (gint64) process + number);
  if (is_recv)
    g_string_append_printf (line, " recv %u", process);
  g_string_append_c (line, ' ');
  g_string_append_len (line, rest.at, REFRAIN_LOOP_PIECE_LENGTH (rest));
  return TRUE;
}

/* @group, then @text: "send +1 tag5". */
static gboolean
read_folded (Reader *self, RefrainLoopPiece group, RefrainLoopPiece text, GError **error)
{
  g_autoptr (GArray) processes = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) line = g_string_new (NULL);
  RefrainLoopPiece what;

  group.end--;
  if (!refrain_loop_piece_append_group (group, MAX_MEMBERS - self->n_members, processes))
    return fail (self, error, _ ("the group is no list of processes such as 0-3,8, or too large"));
  self->n_members += processes->len;
  for (guint i = 0; i < processes->len; i++)
    see_process (self, g_array_index (processes, guint32, i));
  if (is_too_large (self, processes->len))
    return fail_size (self, error);
  refrain_loop_piece_take_word (&text, &what);
  for (guint i = 0; i < processes->len; i++)
    if (!unfold (self, line, g_array_index (processes, guint32, i), what, text, error)
        || !read_event (self, (RefrainLoopPiece){ line->str, line->str + line->len }, error))
      return FALSE;
  return TRUE;
}

/* ---- Loops and definitions ---- */

/* Takes @word off @piece, where it stands at its beginning. */
static gboolean
take_text (RefrainLoopPiece *piece, const char *word)
{
  gsize n = strlen (word);

  if (REFRAIN_LOOP_PIECE_LENGTH (*piece) < n || memcmp (piece->at, word, n) != 0)
    return FALSE;
  piece->at += n;
  while (piece->at < piece->end && g_ascii_isspace (*piece->at))
    piece->at++;
  return TRUE;
}

/* Takes the characters off @piece up to a blank or `=`. */
static RefrainLoopPiece
take_token (RefrainLoopPiece *piece)
{
  RefrainLoopPiece token = { piece->at, piece->at };

  while (token.end < piece->end && !g_ascii_isspace (*token.end) && *token.end != '=')
    token.end++;
  piece->at = token.end;
  take_text (piece, "");
  return token;
}

static gboolean
is_variable (RefrainLoopPiece name)
{
  if (name.at == name.end || !(g_ascii_isalpha (*name.at) || *name.at == '_'))
    return FALSE;
  for (; name.at < name.end; name.at++)
    if (!g_ascii_isalnum (*name.at) && *name.at != '_' && *name.at != '\'')
      return FALSE;
  return TRUE;
}

/* "i0 = 1 to 2*i1-1", behind `for`. */
static gboolean
read_loop (Reader *self, RefrainLoopPiece text, GError **error)
{
  Open open = { .draft = self->drafts.list->len };
  g_autofree char *bound = NULL;
  RefrainAffine count;
  gint64 first;
  gsize n = 0;

  open.variable = take_token (&text);
  if (!is_variable (open.variable) || !take_text (&text, "=")
      || !refrain_loop_piece_to_int (take_token (&text), &first) || ABS (first) >= G_MAXINT32
      || !take_text (&text, "to"))
    return fail (self, error, _ ("a loop begins with “for i0 = 1 to” and a number"));
  if (self->open->len >= REFRAIN_LOOP_DRAFTS_MAX_DEPTH)
    return fail (self, error, _ ("loops are nested more than 1000 deep"));
  bound = g_malloc (REFRAIN_LOOP_PIECE_LENGTH (text) + 1);
  for (; text.at < text.end; text.at++)
    if (!g_ascii_isspace (*text.at))
      bound[n++] = *text.at;
  if (!parse_affine (self, (RefrainLoopPiece){ bound, bound + n }, &count, error))
    return FALSE;
  open.shift = first - 1;
  count.constant -= open.shift;
  add_draft (self, REFRAIN_CONSTRUCT_LOOP)->number[0] = count;
  g_array_append_val (self->open, open);
  return TRUE;
}

static gboolean
read_definition (Reader *self, RefrainLoopPiece text, GError **error)
{
  g_autofree char *name = g_strndup (text.at, REFRAIN_LOOP_PIECE_LENGTH (text));
  Open open = { .draft = self->drafts.list->len };

  if (!is_variable (text))
    return fail (self, error, _ ("a definition has a name of letters and digits"));
  if (self->open->len > 0)
    return fail (self, error, _ ("a definition must not be inside another block"));
  if (g_hash_table_contains (self->names, name))
    return fail (self, error, _ ("a definition of this name is above"));
  add_draft (self, REFRAIN_CONSTRUCT_DEFINITION);
  g_array_append_val (self->open, open);
  g_hash_table_insert (self->names, g_steal_pointer (&name), GUINT_TO_POINTER (open.draft + 1));
  return TRUE;
}

static gboolean
read_use (Reader *self, RefrainLoopPiece text, GError **error)
{
  g_autofree char *name = g_strndup (text.at, REFRAIN_LOOP_PIECE_LENGTH (text));
  gpointer definition = g_hash_table_lookup (self->names, name);
  guint32 draft = GPOINTER_TO_UINT (definition) - 1;

  if (definition == NULL
      || (self->open->len > 0 && g_array_index (self->open, Open, 0).draft == draft))
    return fail (self, error, _ ("what is used is not defined above"));
  add_draft (self, REFRAIN_CONSTRUCT_USE)->what = draft;
  return TRUE;
}

static gboolean
read_done (Reader *self, GError **error)
{
  guint n = self->open->len;

  if (n == 0)
    return fail (self, error, _ ("“done” ends nothing"));
  g_array_index (self->drafts.list, RefrainLoopDraft, g_array_index (self->open, Open, n - 1).draft)
      .end
      = self->drafts.list->len;
  g_array_set_size (self->open, n - 1);
  return TRUE;
}

static gboolean
read_line (Reader *self, RefrainLoopPiece line, GError **error)
{
  RefrainLoopPiece rest = line, word;

  refrain_loop_piece_take_word (&rest, &word);
  if (refrain_loop_piece_equals (word, "for"))
    return read_loop (self, rest, error);
  if (refrain_loop_piece_equals (word, "done") && rest.at == rest.end)
    return read_done (self, error);
  if (refrain_loop_piece_equals (word, "define"))
    return read_definition (self, rest, error);
  if (refrain_loop_piece_equals (word, "use"))
    return read_use (self, rest, error);
  if (is_folded (word))
    return read_folded (self, word, rest, error);
  return read_event (self, line, error);
}

static gboolean
read_lines (Reader *self, GCancellable *cancellable, GError **error)
{
  RefrainLoopPiece line;

  while (refrain_loop_lines_next (&self->lines, &line))
    {
      if (!read_line (self, line, error))
        return FALSE;
      if (self->drafts.list->len >= G_MAXINT32)
        return fail (self, error, _ ("the model is too large"));
      if (self->lines.number % LINES_PER_LOOK == 0
          && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }
  if (self->open->len > 0)
    {
      guint32 draft = g_array_index (self->open, Open, self->open->len - 1).draft;

      return refrain_loop_lines_fail (
          &self->lines, g_array_index (self->drafts.list, RefrainLoopDraft, draft).line, error,
          _ ("what begins here has no “done”"));
    }
  return TRUE;
}

/* ---- The model ---- */

/* The events without streams; afterwards the numbers of the reader's shapes in them. */
static RefrainLoopEvents *
make_events (Reader *self)
{
  g_autoptr (RefrainLoopEventsBuilder) builder
      = refrain_loop_events_builder_new (MAX (self->n_processes, 1));
  g_autofree guint32 *texts = g_new (guint32, self->texts->len + 1);
  g_autofree guint32 *groups = g_new (guint32, self->groups->len + 1);

  refrain_tag_words_settle (&self->tags, builder);
  for (guint i = 0; i < self->texts->len; i++)
    texts[i] = refrain_loop_events_builder_add_name (builder, self->texts->pdata[i]);
  for (guint i = 0; i < self->groups->len; i++)
    {
      const GArray *group = self->groups->pdata[i];

      groups[i] = refrain_loop_events_builder_add_group (
          builder, (const guint32 *) (gpointer) group->data, group->len);
    }
  for (guint i = 0; i < self->drafts.list->len; i++)
    {
      RefrainLoopDraft *draft = &g_array_index (self->drafts.list, RefrainLoopDraft, i);
      const RefrainLoopShape *shape;
      guint32 name = 0;
      gint32 tag;

      if (draft->kind != REFRAIN_CONSTRUCT_EVENT)
        continue;
      shape = &g_array_index (self->shapes, RefrainLoopShape, draft->what);
      if (shape->kind == REFRAIN_LOOP_SYNC || shape->kind == REFRAIN_LOOP_LOCAL)
        name = texts[shape->name];
      else if (shape->name > 0)
        {
          name = refrain_tag_words_find (&self->tags, builder, self->texts->pdata[shape->name - 1],
                                         &tag);
          draft->number[1].constant = tag;
        }
      draft->what = refrain_loop_events_builder_add_shape (
          builder, shape->kind, name, shape->kind == REFRAIN_LOOP_SYNC ? groups[shape->group] : 0);
    }
  return refrain_loop_events_builder_finish (builder, NULL);
}

static RefrainAffine
copy_affine (const Reader *self, RefrainLoopModelBuilder *builder, const RefrainAffine *affine)
{
  return refrain_loop_model_builder_affine (
      builder, affine->constant, refrain_loop_drafts_get_terms (&self->drafts, affine), affine->n);
}

static RefrainLoopModel *
make_model (Reader *self, RefrainLoopEvents *events)
{
  g_autoptr (RefrainLoopModelBuilder) builder = refrain_loop_model_builder_new (events);
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint32)); /* of open bodies */

  for (guint32 i = 0;; i++)
    {
      const RefrainLoopDraft *draft;
      RefrainAffine number[2];

      for (; ends->len > 0 && g_array_index (ends, guint32, ends->len - 1) == i;
           g_array_set_size (ends, ends->len - 1))
        refrain_loop_model_builder_close (builder);
      if (i == self->drafts.list->len)
        return refrain_loop_model_builder_finish (builder);
      draft = &g_array_index (self->drafts.list, RefrainLoopDraft, i);
      for (guint k = 0; k < 2; k++)
        number[k] = copy_affine (self, builder, &draft->number[k]);
      /* A construct has the number of its draft. */
      if (draft->kind == REFRAIN_CONSTRUCT_EVENT)
        refrain_loop_model_builder_add_event (builder, draft->process, draft->what, number[0],
                                              number[1]);
      else if (draft->kind == REFRAIN_CONSTRUCT_USE)
        refrain_loop_model_builder_add_use (builder, draft->what);
      else if (draft->kind == REFRAIN_CONSTRUCT_LOOP)
        refrain_loop_model_builder_open_loop (builder, number[0]);
      else
        refrain_loop_model_builder_open_definition (builder);
      if (draft->kind == REFRAIN_CONSTRUCT_LOOP || draft->kind == REFRAIN_CONSTRUCT_DEFINITION)
        g_array_append_val (ends, draft->end);
    }
}

RefrainLoopModel *
refrain_loop_text_parse (
    const char *name, const char *text, gsize n, GCancellable *cancellable, GError **error)
{
  g_auto (Reader) reader;
  g_autoptr (RefrainLoopEvents) events = NULL;

  g_return_val_if_fail (name != NULL && (text != NULL || n == 0), NULL);

  reader_init (&reader, name, text, n);
  if (!read_lines (&reader, cancellable, error)
      || !refrain_loop_drafts_check (&reader.drafts, &reader.lines, cancellable, error))
    return NULL;
  if (is_too_large (&reader, 0))
    {
      fail_size (&reader, error);
      return NULL;
    }
  events = make_events (&reader);
  return make_model (&reader, events);
}

RefrainLoopModel *
refrain_loop_text_load (const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autoptr (RefrainFileMap) file = NULL;
  g_autoptr (RefrainLoopModel) model = NULL;

  g_return_val_if_fail (path != NULL, NULL);
  file = refrain_file_map_new (path, REFRAIN_FILE_MAP_READ_ONCE, error);
  if (file == NULL)
    return NULL;
  model = refrain_loop_text_parse (name, refrain_file_map_get_data (file),
                                   refrain_file_map_get_length (file), cancellable, error);
  return refrain_file_map_check (file, error) ? g_steal_pointer (&model) : NULL;
}
