/* refrain-skeleton-statements.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The statements of the functions, out of the acts of the skeleton.
 */
#include "refrain-skeleton-writer.h"

#include "refrain-mapping.h"

/* ---- Tables -----------------------------------------------------------------------------------
 */

static gint64
get_size_of (RefrainSkeletonWriter *self, guint process, gconstpointer data)
{
  const RefrainSkeletonSlot *slot = data;

  return (gint64) MIN (slot->table[process], REFRAIN_SKELETON_MOST_BYTES);
}

static gint64
get_tag_of (RefrainSkeletonWriter *self, guint process, gconstpointer data)
{
  const RefrainTagRule *rule = data;

  return MAX (rule->numbers[process], 0);
}

/* ---- Expressions ------------------------------------------------------------------------------
 */

static void
append_bytes (RefrainSkeletonWriter *self, GString *line, const RefrainSkeletonSlot *slot)
{
  guint64 most = REFRAIN_SKELETON_MOST_BYTES;

  if (slot->direction == REFRAIN_NONE) /* parts of all processes are counted with an int */
    most /= MAX (self->n, 1);
  if (slot->table == NULL
      || self->n != refrain_trace_get_n_processes (refrain_skeleton_get_trace (self->skeleton)))
    {
      g_string_append_printf (line, "%" G_GUINT64_FORMAT, MIN (slot->bytes, most));
      return;
    }
  {
    g_autofree char *name = g_strdup_printf ("bytes_%u", ++self->n_tables);

    refrain_skeleton_writer_add_table (self, name, get_size_of, slot);
    g_string_append_printf (line, "%s[rank]", name);
  }
}

/* " + 3 * x", " - x" behind something; "3 * x" at the beginning. */
static void
append_term (GString *line, gsize beginning, gint64 factor, const char *variable)
{
  if (factor == 0)
    return;
  if (line->len > beginning)
    g_string_append (line, factor < 0 ? " - " : " + ");
  else if (factor < 0)
    g_string_append_c (line, '-');
  if (ABS (factor) != 1)
    g_string_append_printf (line, "%" G_GINT64_FORMAT " * ", ABS (factor));
  g_string_append (line, variable);
}

/* The variable of a loop in @depth others. */
static char *
name_variable (guint depth)
{
  return depth < 12 ? g_strdup_printf ("%c", "ijklmnopqstu"[depth])
                    : g_strdup_printf ("i%u", depth);
}

static void
append_tag (RefrainSkeletonWriter *self, GString *line, const RefrainSkeletonSlot *slot)
{
  const RefrainTagRule *rule = slot->tag;
  const gsize beginning = line->len;

  if (rule->kind == REFRAIN_TAG_TABLE)
    {
      g_autofree char *name = g_strdup_printf ("tags_%u", ++self->n_tables);

      refrain_skeleton_writer_add_table (self, name, get_tag_of, rule);
      g_string_append_printf (line, "%s[rank]", name);
      return;
    }
  if ((rule->kind == REFRAIN_TAG_CONSTANT && rule->n_loops == 0) || rule->kind == REFRAIN_TAG_NAMED)
    {
      g_string_append_printf (line, "%d",
                              rule->kind == REFRAIN_TAG_NAMED ? 0 : MAX (rule->value, 0));
      return;
    }
  if (rule->value != 0)
    g_string_append_printf (line, "%d", rule->value);
  if (rule->kind == REFRAIN_TAG_COORDINATES)
    for (guint a = 0; a < refrain_mapping_get_n_dimensions (self->mapping); a++)
      append_term (line, beginning, rule->numbers[a],
                   refrain_mapping_get_axis_name (self->mapping, a));
  else if (rule->kind != REFRAIN_TAG_CONSTANT)
    append_term (line, beginning, rule->factor,
                 rule->kind == REFRAIN_TAG_PLACE ? "rank" : self->idents[slot->direction]);
  for (guint32 k = 0; k < rule->n_loops; k++)
    {
      g_autofree char *variable = name_variable (self->loop - 1 - k);

      append_term (line, beginning, rule->loops[k], variable);
    }
  if (line->len == beginning)
    g_string_append_c (line, '0');
}

static void
append_group (RefrainSkeletonWriter *self, GString *line, const RefrainSkeletonSlot *slot)
{
  const guint32 number = self->lines[slot->line].group;
  const RefrainGroupRule *rule = refrain_program_get_group_rule (self->program, number);

  if (rule->kind == REFRAIN_GROUP_ALL)
    g_string_append (line, "MPI_COMM_WORLD");
  else if (rule->kind == REFRAIN_GROUP_SELF)
    g_string_append (line, "MPI_COMM_SELF");
  else
    g_string_append_printf (line, "group_%u", number);
}

/* ---- Statements -------------------------------------------------------------------------------
 */

/* Behind a statement: how many sizes it does not tell. */
static void
append_remark (GString *line, const RefrainSkeletonSlot *slot)
{
  if (slot->n_other > 0)
    g_string_append_printf (line,
                            " /* %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                            " had other sizes: %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT " */",
                            slot->n_other, slot->n_times, slot->least, slot->most);
}

static void
append_compute (RefrainSkeletonWriter *self, GString *line, const RefrainSkeletonSlot *slot)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (!self->style->drawn)
    {
      g_string_append_printf (line, "compute(%s);",
                              g_ascii_formatd (number, sizeof number,
                                               slot->time < 1000000 ? "%.4g" : "%.0f",
                                               (double) slot->time / 1e3));
      return;
    }
  g_string_append_printf (self->tables, "static const double us_%u[%d] = {", ++self->n_tables,
                          REFRAIN_SKELETON_QUANTILES);
  for (guint q = 0; q < REFRAIN_SKELETON_QUANTILES; q++)
    g_string_append_printf (
        self->tables, "%s%s,", q % 8 == 0 ? "\n    " : " ",
        g_ascii_formatd (number, sizeof number, "%.5g", (double) slot->quantiles[q] / 1e3));
  g_string_append (self->tables, "\n};\n");
  g_string_append_printf (line, "compute_one_of(us_%u);", self->n_tables);
}

static void
append_collective (RefrainSkeletonWriter *self, GString *line, const RefrainSkeletonSlot *slot)
{
  gboolean rooted, sized;
  const char *name = refrain_skeleton_get_collective (slot->collective, &rooted, &sized);

  g_string_append_printf (line, "%s(", name);
  append_group (self, line, slot);
  if (rooted)
    g_string_append_printf (line, ", %d", MAX (slot->root, 0));
  if (sized)
    {
      g_string_append (line, ", ");
      append_bytes (self, line, slot);
    }
  g_string_append (line, ");");
  if (sized)
    append_remark (line, slot);
}

static void
append_peer (RefrainSkeletonWriter *self, GString *line, const RefrainSkeletonSlot *slot)
{
  g_string_append_printf (line, "%s, ", self->idents[slot->direction]);
  append_tag (self, line, slot);
}

char *
refrain_skeleton_name_function (guint32 function)
{
  char letters[16];
  gsize at = sizeof letters;

  letters[--at] = '\0';
  for (guint32 rest = function + 1; rest > 0 && at > 0; rest = (rest - 1) / 26)
    letters[--at] = (char) ('a' + (rest - 1) % 26);
  return g_strdup_printf ("part_%s", letters + at);
}

static void
append_send (RefrainSkeletonWriter *self,
             GString *line,
             const char *what,
             const RefrainSkeletonSlot *slot)
{
  g_string_append_printf (line, "%s(", what);
  append_peer (self, line, slot);
  g_string_append (line, ", ");
  append_bytes (self, line, slot);
}

/* An act without a body. */
static void
add_act (RefrainSkeletonWriter *self, const RefrainSkeletonAct *act)
{
  const RefrainSkeletonSlot *slot = act->slot == REFRAIN_NONE ? NULL : &self->slots[act->slot];
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *name
      = act->kind == REFRAIN_ACT_CALL ? refrain_skeleton_name_function (act->function) : NULL;

  switch (act->kind)
    {
    case REFRAIN_ACT_CALL:
      g_string_append_printf (line, "%s();", name);
      break;
    case REFRAIN_ACT_COMPUTE:
      append_compute (self, line, slot);
      break;
    case REFRAIN_ACT_SEND:
    case REFRAIN_ACT_START:
      append_send (self, line, act->kind == REFRAIN_ACT_SEND ? "send_to" : "start_to", slot);
      g_string_append (line, ");");
      append_remark (line, slot);
      break;
    case REFRAIN_ACT_EXCHANGE:
      append_send (self, line, "exchange", slot);
      g_string_append (line, ", ");
      append_peer (self, line, slot + 1);
      g_string_append (line, ");");
      append_remark (line, slot);
      break;
    case REFRAIN_ACT_RECV:
      g_string_append (line, "recv_from(");
      append_peer (self, line, slot);
      g_string_append (line, ");");
      break;
    case REFRAIN_ACT_POST:
      g_string_append_printf (line, "post(%u, ", act->request);
      append_peer (self, line, slot);
      g_string_append (line, ");");
      break;
    case REFRAIN_ACT_FINISH:
      g_string_append_printf (line, "finish(%u, %" G_GUINT64_FORMAT ");", act->request, act->count);
      break;
    case REFRAIN_ACT_SETTLE:
      g_string_append (line, "settle();");
      break;
    case REFRAIN_ACT_COLLECTIVE:
      if (slot->collective == REFRAIN_COLLECTIVE_DESTROY_HANDLE)
        return; /* duplicate() frees its own */
      append_collective (self, line, slot);
      break;
    case REFRAIN_ACT_FOR:
    default:
      g_assert_not_reached ();
    }
  refrain_skeleton_writer_add (self, line->str);
}

/* ---- What is folded ---------------------------------------------------------------------------
 */

/* So many of a kind in a row are a loop over a list. */
#define LEAST_RUN 4

/* A receive posted, one message sent, the receive waited for: acts from @number on. */
static guint32
add_shift (RefrainSkeletonWriter *self, guint32 number, guint32 end)
{
  const RefrainSkeletonAct *post = &self->acts[number];
  const gboolean sends = number + 2 < end && post[1].kind == REFRAIN_ACT_SEND;
  const RefrainSkeletonAct *finish = sends ? post + 2 : post + 1;
  g_autoptr (GString) line = g_string_new (NULL);

  if (post->kind != REFRAIN_ACT_POST || number + 1 >= end || finish->kind != REFRAIN_ACT_FINISH
      || finish->request != post->request || finish->count != 1 || finish->guard != post->guard
      || post[1].guard != post->guard)
    return 0;
  if (sends)
    append_send (self, line, "shift", &self->slots[post[1].slot]);
  g_string_append (line, sends ? ", " : "wait_for(");
  append_peer (self, line, &self->slots[post->slot]);
  g_string_append (line, ");");
  if (sends)
    append_remark (line, &self->slots[post[1].slot]);
  refrain_skeleton_writer_add (self, line->str);
  return sends ? 3 : 2;
}

/* Waits in a row stand in one line. */
static guint32
add_finishes (RefrainSkeletonWriter *self, guint32 number, guint32 end)
{
  const guint32 guard = self->acts[number].guard;
  g_autoptr (GString) line = g_string_new (NULL);
  guint32 i = number;

  for (; i < end && self->acts[i].kind == REFRAIN_ACT_FINISH && self->acts[i].guard == guard
         && line->len < 60;
       i++)
    g_string_append_printf (line, "%sfinish(%u, %" G_GUINT64_FORMAT ");", line->len > 0 ? " " : "",
                            self->acts[i].request, self->acts[i].count);
  if (i > number)
    refrain_skeleton_writer_add (self, line->str);
  return i - number;
}

/* The tag where it is the same text for every neighbour; NULL elsewhere. */
static char *
dup_common_tag (RefrainSkeletonWriter *self, const RefrainSkeletonSlot *slot)
{
  g_autoptr (GString) tag = g_string_new (NULL);

  if (slot->tag->kind == REFRAIN_TAG_TABLE || slot->tag->kind == REFRAIN_TAG_PEER)
    return NULL;
  append_tag (self, tag, slot);
  return g_string_free (g_steal_pointer (&tag), FALSE);
}

/* Whether @act goes on where @before, of a run with @tag, was. */
static gboolean
continues (RefrainSkeletonWriter *self,
           const RefrainSkeletonAct *before,
           const RefrainSkeletonAct *act,
           const char *tag)
{
  const RefrainSkeletonSlot *slot;
  g_autofree char *other = NULL;

  if (act->kind != before->kind || act->guard != before->guard)
    return FALSE;
  slot = &self->slots[act->slot];
  other = dup_common_tag (self, slot);
  return g_strcmp0 (tag, other) == 0 && slot->table == NULL && slot->n_other == 0
         && (act->kind != REFRAIN_ACT_POST || act->request == before->request + 1);
}

/* The table of @values, made where there is none. */
static const char *
get_list (RefrainSkeletonWriter *self, const char *type, const char *name, GPtrArray *values)
{
  g_autofree char *key = NULL, *declaration = NULL;
  char *list;

  g_ptr_array_add (values, NULL);
  key = g_strjoinv (",", (char **) values->pdata);
  g_ptr_array_set_size (values, (gint) values->len - 1);
  list = g_hash_table_lookup (self->lists, key);
  if (list != NULL)
    return list;
  list = g_strdup_printf ("%s_%u", name, ++self->n_tables);
  declaration = g_strdup_printf ("static %s%s[]", type, list);
  refrain_skeleton_writer_add_values (self, declaration, values);
  g_hash_table_insert (self->lists, g_steal_pointer (&key), list);
  return list;
}

/* ", 1944", or ", bytes_2[d]" where they differ. */
static void
append_sizes (RefrainSkeletonWriter *self, GString *line, const RefrainSkeletonAct *run, guint32 n)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  gboolean same = TRUE;

  for (guint32 i = 0; i < n; i++)
    {
      g_autoptr (GString) size = g_string_new (NULL);

      append_bytes (self, size, &self->slots[run[i].slot]);
      g_ptr_array_add (values, g_string_free (g_steal_pointer (&size), FALSE));
      same &= g_str_equal (values->pdata[i], values->pdata[0]);
    }
  if (same)
    g_string_append_printf (line, ", %s", (const char *) values->pdata[0]);
  else
    g_string_append_printf (line, ", %s[d]", get_list (self, "const int ", "bytes", values));
}

/* The same to many neighbours: a loop over the list of them. */
static guint32
add_run (RefrainSkeletonWriter *self, guint32 number, guint32 end)
{
  const RefrainSkeletonAct *run = &self->acts[number];
  g_autoptr (GPtrArray) peers = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *tag = NULL;
  guint32 n = 0;

  if (run->kind != REFRAIN_ACT_SEND && run->kind != REFRAIN_ACT_START
      && run->kind != REFRAIN_ACT_RECV && run->kind != REFRAIN_ACT_POST)
    return 0;
  tag = dup_common_tag (self, &self->slots[run->slot]);
  if (tag == NULL || self->slots[run->slot].table != NULL || self->slots[run->slot].n_other > 0)
    return 0;
  for (n = 1; number + n < end && continues (self, &run[n - 1], &run[n], tag);)
    n++;
  if (n < LEAST_RUN)
    return 0;
  for (guint32 i = 0; i < n; i++)
    g_ptr_array_add (peers,
                     g_strconcat ("&", self->idents[self->slots[run[i].slot].direction], NULL));
  g_string_append_printf (line, "for (int d = 0; d < %u; d++)", n);
  refrain_skeleton_writer_add (self, line->str);
  g_string_assign (line, run->kind == REFRAIN_ACT_SEND    ? "    send_to("
                         : run->kind == REFRAIN_ACT_START ? "    start_to("
                         : run->kind == REFRAIN_ACT_RECV  ? "    recv_from("
                                                          : "    post(");
  if (run->kind == REFRAIN_ACT_POST)
    g_string_append_printf (line, run->request > 0 ? "%u + d, " : "d, ", run->request);
  g_string_append_printf (line, "*%s[d], %s", get_list (self, "int *const ", "list", peers), tag);
  if (run->kind == REFRAIN_ACT_SEND || run->kind == REFRAIN_ACT_START)
    append_sizes (self, line, run, n);
  g_string_append (line, ");");
  refrain_skeleton_writer_add (self, line->str);
  return n;
}

/* ---- Bodies -----------------------------------------------------------------------------------
 */

/* "for (...)", "if (...)": the body follows. Gives where the brace would be. */
static gsize
open_block (RefrainSkeletonWriter *self, const char *line)
{
  refrain_skeleton_writer_add (self, line);
  self->indent++;
  return self->text->len - 1;
}

/* A body of one statement needs no braces. */
static void
close_block (RefrainSkeletonWriter *self, gsize brace)
{
  guint n_lines = 0, n_statements = 0;

  for (const char *at = self->text->str + brace + 1; *at != '\0'; at++)
    {
      n_lines += *at == '\n';
      n_statements += *at == ';';
    }
  self->indent--;
  if (n_lines == 1 && n_statements == 1)
    return;
  g_string_insert (self->text, (gssize) brace, " {");
  refrain_skeleton_writer_add (self, "}");
}

static void add_acts (RefrainSkeletonWriter *self, guint32 first, guint32 end);

static void
add_loop (RefrainSkeletonWriter *self, guint32 number)
{
  const RefrainSkeletonAct *act = &self->acts[number];
  g_autofree char *variable = name_variable (self->loop);
  g_autofree char *line = g_strdup_printf ("for (%s %s = 0; %s < %" G_GUINT64_FORMAT "; %s++)",
                                           act->count > G_MAXINT32 ? "long long" : "int", variable,
                                           variable, act->count, variable);
  const gsize brace = open_block (self, line);

  self->loop++;
  add_acts (self, number + 1, act->end);
  self->loop--;
  close_block (self, brace);
}

/* In one pair of parentheses. */
static void
append_condition (RefrainSkeletonWriter *self, GString *line, guint32 number)
{
  const RefrainGuard *guard = refrain_skeleton_get_guard (self->skeleton, number);
  const gsize at = line->len;

  refrain_guard_append_c (guard, self->mapping, line);
  if (guard->n_atoms == 1 && line->str[at] == '(')
    return;
  g_string_insert_c (line, (gssize) at, '(');
  g_string_append_c (line, ')');
}

/* The act @number, with those behind it that are folded with it; gives the one after. */
static guint32
add_next (RefrainSkeletonWriter *self, guint32 number, guint32 end)
{
  guint32 n = add_shift (self, number, end);

  if (n == 0)
    n = add_finishes (self, number, end);
  if (n == 0)
    n = add_run (self, number, end);
  if (n > 0)
    return number + n;
  if (self->acts[number].kind == REFRAIN_ACT_FOR)
    add_loop (self, number);
  else
    add_act (self, &self->acts[number]);
  return self->acts[number].end;
}

/* Those of one guard stand in one `if`. */
static void
add_acts (RefrainSkeletonWriter *self, guint32 first, guint32 end)
{
  guint32 guard = 0;
  gsize brace = 0;

  for (guint32 i = first; i < end;)
    {
      if (self->acts[i].guard != guard)
        {
          if (guard != 0)
            close_block (self, brace);
          guard = self->acts[i].guard;
          if (guard != 0)
            {
              g_autoptr (GString) line = g_string_new ("if ");

              append_condition (self, line, guard);
              brace = open_block (self, line->str);
            }
        }
      i = add_next (self, i, end);
    }
  if (guard != 0)
    close_block (self, brace);
}

void
refrain_skeleton_add_body (RefrainSkeletonWriter *self, guint32 function)
{
  guint32 first, end;

  self->acts = refrain_skeleton_get_acts (self->skeleton, function, &first, &end);
  self->indent = 1;
  add_acts (self, first, end);
}
