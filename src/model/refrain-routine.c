/* refrain-routine.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names as people write them, and the table that says which routine of MPI is of which kind.
 */
#include "refrain-routine.h"

#include <stdlib.h>
#include <string.h>

#include "refrain-free.h"
#include "refrain-object.h"
#include "refrain-visible.h"

/* Of the C++ runtime, whose header is for C++ alone (Itanium C++ ABI, section 3.4). Gives memory
 * for free(), or NULL. */
extern char *__cxa_demangle (const char *mangled, char *buffer, size_t *length, int *status);

/* The runtime goes down into a name as deep as it is nested. */
#define MAX_MANGLED_LENGTH 4096

struct _RefrainRoutine
{
  GObject parent_instance;

  char *name;
  char *label; /* or NULL: the name */
  char *source_name, *file;
  guint line;
  RefrainRoutineKind kind;
  guint64 calls;
  RefrainTime time;
};

REFRAIN_DEFINE_OBJECT (RefrainRoutine, refrain_routine)

/* MPI_ routines by what they do; a '*' at the end stands for any rest. */
static const struct
{
  const char *pattern;
  RefrainRoutineKind kind;
} kinds[] = {
  { "Send_init", REFRAIN_ROUTINE_MPI },
  { "Recv_init", REFRAIN_ROUTINE_MPI },
  { "Bsend_init", REFRAIN_ROUTINE_MPI },
  { "Ssend_init", REFRAIN_ROUTINE_MPI },
  { "Rsend_init", REFRAIN_ROUTINE_MPI },
  { "Send", REFRAIN_ROUTINE_P2P },
  { "Recv", REFRAIN_ROUTINE_P2P },
  { "Bsend", REFRAIN_ROUTINE_P2P },
  { "Ssend", REFRAIN_ROUTINE_P2P },
  { "Rsend", REFRAIN_ROUTINE_P2P },
  { "Isend", REFRAIN_ROUTINE_P2P },
  { "Ibsend", REFRAIN_ROUTINE_P2P },
  { "Issend", REFRAIN_ROUTINE_P2P },
  { "Irsend", REFRAIN_ROUTINE_P2P },
  { "Irecv", REFRAIN_ROUTINE_P2P },
  { "Mrecv", REFRAIN_ROUTINE_P2P },
  { "Imrecv", REFRAIN_ROUTINE_P2P },
  { "Sendrecv*", REFRAIN_ROUTINE_P2P },
  { "Isendrecv*", REFRAIN_ROUTINE_P2P },
  { "Start", REFRAIN_ROUTINE_P2P },
  { "Startall", REFRAIN_ROUTINE_P2P },
  { "Pready*", REFRAIN_ROUTINE_P2P },
  { "Wait*", REFRAIN_ROUTINE_WAIT },
  { "Test", REFRAIN_ROUTINE_WAIT },
  { "Testall", REFRAIN_ROUTINE_WAIT },
  { "Testany", REFRAIN_ROUTINE_WAIT },
  { "Testsome", REFRAIN_ROUTINE_WAIT },
  { "Probe", REFRAIN_ROUTINE_WAIT },
  { "Iprobe", REFRAIN_ROUTINE_WAIT },
  { "Mprobe", REFRAIN_ROUTINE_WAIT },
  { "Improbe", REFRAIN_ROUTINE_WAIT },
  { "Barrier*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Ibarrier", REFRAIN_ROUTINE_COLLECTIVE },
  { "Bcast*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Ibcast", REFRAIN_ROUTINE_COLLECTIVE },
  { "Gather*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Igather*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Scatter*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Iscatter*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Allgather*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Iallgather*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Alltoall*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Ialltoall*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Allreduce*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Iallreduce", REFRAIN_ROUTINE_COLLECTIVE },
  { "Reduce_local", REFRAIN_ROUTINE_MPI },
  { "Reduce*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Ireduce*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Scan*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Iscan", REFRAIN_ROUTINE_COLLECTIVE },
  { "Exscan*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Iexscan", REFRAIN_ROUTINE_COLLECTIVE },
  { "Neighbor_*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Ineighbor_*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Comm_create*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Comm_dup*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Comm_idup*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Comm_split*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Comm_free", REFRAIN_ROUTINE_COLLECTIVE },
  { "Cart_create", REFRAIN_ROUTINE_COLLECTIVE },
  { "Cart_sub", REFRAIN_ROUTINE_COLLECTIVE },
  { "Graph_create", REFRAIN_ROUTINE_COLLECTIVE },
  { "Dist_graph_*", REFRAIN_ROUTINE_COLLECTIVE },
  { "Intercomm_create", REFRAIN_ROUTINE_COLLECTIVE },
  { "Intercomm_merge", REFRAIN_ROUTINE_COLLECTIVE },
};

char *
refrain_routine_clean_name (const char *name)
{
  gsize length;
  char *clean;

  g_return_val_if_fail (name != NULL, NULL);

  clean = g_strdup (name);
  length = strlen (clean);
  /* Fortran compilers add one underscore, or two where the name holds one already. */
  while (length > 1 && clean[length - 1] == '_')
    clean[--length] = '\0';
  if (g_ascii_strncasecmp (clean, "pmpi_", 5) == 0)
    memmove (clean, clean + 1, length--);
  if (g_ascii_strncasecmp (clean, "mpi_", 4) == 0 && length > 4)
    {
      for (gsize i = 0; i < 3; i++)
        clean[i] = g_ascii_toupper (clean[i]);
      /* The standard's spelling: one capital, the rest small ("MPI_Allreduce"). Names that hold a
       * small letter and begin with a capital are spelled so already ("MPI_T_init_thread"). */
      if (!g_ascii_isupper (clean[4]) || g_ascii_isupper (clean[5]))
        {
          clean[4] = g_ascii_toupper (clean[4]);
          for (gsize i = 5; i < length; i++)
            clean[i] = g_ascii_tolower (clean[i]);
        }
    }
  return clean;
}

/* ---- Names that compilers make ---- */

/* How long the name of an operator is whose sign begins at @at: its brackets are no arguments. */
static gsize
measure_sign (const char *at)
{
  static const char *const signs[]
      = { "()", "<<=", ">>=", "<=>", "->*", "<<", ">>", "<=", ">=", "->", "<", ">" };

  for (gsize i = 0; i < G_N_ELEMENTS (signs); i++)
    if (g_str_has_prefix (at, signs[i]))
      return strlen (signs[i]);
  return 0;
}

/* Whether the word "operator" begins at @at of @text. */
static gboolean
is_operator (const char *text, const char *at)
{
  const gsize length = strlen ("operator");

  return strncmp (at, "operator", length) == 0 && !g_ascii_isalnum (at[length]) && at[length] != '_'
         && (at == text || (!g_ascii_isalnum (at[-1]) && at[-1] != '_'));
}

/* Whether what the bracket at @at holds is inside of a name: parameters of a routine inside which
 * another one is. */
static gboolean
goes_on (const char *at)
{
  guint depth = 0;

  do
    {
      depth += *at == '(';
      depth -= *at == ')';
    }
  while (*at++ != '\0' && depth > 0);
  return g_str_has_prefix (at, "::") || g_str_has_prefix (at, " const::");
}

/* @full without what stands in brackets, and behind parameters: "void A::B<int>::f<int>(int) const"
 * is "void A::B::f". Name spaces without a name are dropped. NULL where that cannot be told. */
static char *
drop_brackets (const char *full)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint depth = 0;

  for (const char *at = full; *at != '\0'; at++)
    if (depth > 0)
      {
        depth += strchr ("<([", *at) != NULL;
        depth -= strchr (">)]", *at) != NULL;
      }
    else if (is_operator (full, at))
      {
        const gsize length = strlen ("operator") + measure_sign (at + strlen ("operator"));

        g_string_append_len (text, at, (gssize) length);
        at += length - 1;
      }
    else if (g_str_has_prefix (at, "(anonymous namespace)::"))
      at += strlen ("(anonymous namespace)::") - 1;
    else if (g_str_has_prefix (at, "{lambda"))
      {
        g_string_append (text, "lambda");
        break;
      }
    else if (*at == '(' && text->len > 0 && text->str[text->len - 1] == ' ')
      return NULL; /* of a type: "decltype (…) f(…)" */
    else if (*at == '(' && !goes_on (at))
      break;
    else if (strchr ("<([", *at) != NULL)
      depth++;
    else
      g_string_append_c (text, *at);
  return g_strchomp (g_string_free (g_steal_pointer (&text), FALSE));
}

/* The last two parts of a name: "Comm::forward" of "int LAMMPS_NS::Comm::forward". */
static const char *
find_last_parts (const char *text)
{
  const char *end = text + strlen (text), *at;
  guint parts = 0;

  for (at = text; at < end; at++)
    if (is_operator (text, at))
      end = at;
  for (at = end; at > text && at[-1] != ' '; at--)
    if (g_str_has_prefix (at, "::") && ++parts == 2)
      return at + strlen ("::");
  return at;
}

/* "__grid_MOD_exchange" of GNU's compiler, "grid_mp_exchange_" of Intel's: the procedure of a
 * module of Fortran. */
static char *
demangle_fortran (const char *name)
{
  const gboolean underscore = g_str_has_suffix (name, "_");
  const char *at = NULL;
  char *clean;

  if (g_str_has_prefix (name, "__") && (at = strstr (name + 2, "_MOD_")) != NULL && at > name + 2)
    at += strlen ("_MOD_");
  else if (underscore && g_ascii_isalpha (*name) && (at = strstr (name + 1, "_mp_")) != NULL)
    at += strlen ("_mp_");
  if (at == NULL || !g_ascii_isalpha (*at))
    return NULL;
  clean = g_strdup (at);
  if (*name != '_')
    clean[strlen (clean) - 1] = '\0';
  return clean;
}

/* Gives what the compiler made @name, as the trace has it, of: without parameters, arguments of
 * templates and more than one name space or class. NULL where it is not mangled. Free with
 * g_free().
 */
static char *
refrain_routine_demangle (const char *name)
{
  g_autofree char *shortened = NULL;
  const char *last;
  char *full;
  int status;

  g_return_val_if_fail (name != NULL, NULL);

  /* Other names could be read as types: "f" is float. */
  if (!g_str_has_prefix (name, "_Z") || strlen (name) > MAX_MANGLED_LENGTH)
    return demangle_fortran (name);
  full = __cxa_demangle (name, NULL, NULL, &status);
  if (full == NULL)
    return NULL;
  if (g_utf8_validate (full, -1, NULL))
    shortened = drop_brackets (full);
  free (full);
  if (shortened == NULL)
    return NULL;
  last = find_last_parts (shortened);
  return *last != '\0' ? g_strdup (last) : NULL;
}

RefrainRoutineKind
refrain_routine_kind_for_name (const char *name)
{
  g_return_val_if_fail (name != NULL, REFRAIN_ROUTINE_USER);

  if (!g_str_has_prefix (name, "MPI_"))
    return REFRAIN_ROUTINE_USER;
  name += strlen ("MPI_");
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      gsize length = strlen (kinds[i].pattern);

      if (kinds[i].pattern[length - 1] == '*' ? strncmp (name, kinds[i].pattern, length - 1) == 0
                                              : g_str_equal (name, kinds[i].pattern))
        return kinds[i].kind;
    }
  return REFRAIN_ROUTINE_MPI;
}

static void
refrain_routine_finalize (RefrainRoutine *self)
{
  refrain_free (self->name, self->label, self->source_name, self->file);
}

/* Returns what people see instead of @name, always one line; NULL for @name itself. */
static char *
make_label (const char *source_name, const char *name)
{
  g_autofree char *demangled = refrain_routine_demangle (source_name);
  const char *label = demangled != NULL ? demangled : name;

  if (strpbrk (label, "\t\n\r") != NULL)
    return refrain_visible_line (label);
  return g_steal_pointer (&demangled);
}

RefrainRoutine *
refrain_routine_new (const char *name, const char *file, guint line)
{
  RefrainRoutine *self;

  g_return_val_if_fail (name != NULL, NULL);

  self = g_object_new (REFRAIN_TYPE_ROUTINE, NULL);
  self->source_name = g_utf8_make_valid (name, -1);
  self->name = refrain_routine_clean_name (self->source_name);
  self->label = make_label (self->source_name, self->name);
  self->file = file != NULL && *file != '\0' ? g_utf8_make_valid (file, -1) : NULL;
  self->line = line;
  self->kind = refrain_routine_kind_for_name (self->name);
  return self;
}

REFRAIN_GETTER (RefrainRoutine, refrain_routine, const char *, get_name, self->name)
REFRAIN_GETTER (RefrainRoutine,
                refrain_routine,
                const char *,
                get_label,
                self->label != NULL ? self->label : self->name)
REFRAIN_GETTER (RefrainRoutine, refrain_routine, const char *, get_source_name, self->source_name)
REFRAIN_GETTER (RefrainRoutine, refrain_routine, const char *, get_file, self->file)
REFRAIN_GETTER (RefrainRoutine, refrain_routine, guint, get_line, self->line)
REFRAIN_GETTER (RefrainRoutine, refrain_routine, RefrainRoutineKind, get_kind, self->kind)
REFRAIN_GETTER (RefrainRoutine, refrain_routine, guint64, get_calls, self->calls)
REFRAIN_GETTER (RefrainRoutine, refrain_routine, RefrainTime, get_time, self->time)

void
refrain_routine_set_totals (RefrainRoutine *self, guint64 calls, RefrainTime time)
{
  g_return_if_fail (REFRAIN_IS_ROUTINE (self));
  self->calls = calls;
  self->time = time;
}
