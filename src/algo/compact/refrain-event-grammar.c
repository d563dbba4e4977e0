/* refrain-event-grammar.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rules are numbered as they are finished, what they hold first, so that none can hold itself.
 */
#include "refrain-event-grammar.h"

#include "refrain-call-dag.h"
#include "refrain-cover-loops.h"
#include "refrain-fork-sequences.h"
#include "refrain-free.h"
#include "refrain-parallel.h"

/* Rules of at most so many terms, all of them symbols, are written out where they stand: times
 * depend on who calls. */
#define SHORT_RULE 6

REFRAIN_DEFINE_FREE_OR_NULL (refrain_event_grammar_free,
                             RefrainEventGrammar,
                             refrain_free (x->symbols, x->first, x->terms, x->root))

gsize
refrain_event_grammar_count_terms (const RefrainEventGrammar *self)
{
  return (gsize) self->first[self->n_rules];
}

/* ---- Symbols: routines that begin, the end of a call, operations, records ---- */

#define LEAVE(n_routines)        (n_routines)
#define OP(n_routines, kind)     ((n_routines) + 1 + (kind))
#define RECORD(n_routines, kind) ((n_routines) + 6 + (kind))

static RefrainEventGrammar *
make_grammar (RefrainTrace *trace)
{
  RefrainEventGrammar *self = g_new0 (RefrainEventGrammar, 1);
  const guint32 n = refrain_trace_get_n_routines (trace);

  self->n_symbols = n + 6 + REFRAIN_N_RECORD_KINDS;
  self->symbols = g_new (RefrainEventSymbol, self->n_symbols);
  for (guint32 i = 0; i < n; i++)
    self->symbols[i] = (RefrainEventSymbol){ REFRAIN_TAPE_ENTER, i };
  self->symbols[n] = (RefrainEventSymbol){ REFRAIN_TAPE_LEAVE, 0 };
  for (guint32 kind = 0; kind <= REFRAIN_OP_COLLECTIVE; kind++)
    self->symbols[OP (n, kind)] = (RefrainEventSymbol){ REFRAIN_TAPE_OP, kind };
  for (guint32 kind = 0; kind < REFRAIN_N_RECORD_KINDS; kind++)
    self->symbols[RECORD (n, kind)] = (RefrainEventSymbol){ REFRAIN_TAPE_RECORD, kind };
  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    self->n_threads += refrain_process_get_n_threads (refrain_trace_get_process (trace, p));
  self->root = g_new (guint32, self->n_threads + 1);
  return self;
}

/* ---- Rules as they grow ---- */

typedef struct
{
  RefrainEventGrammar *grammar;
  guint32 n_routines;
  gsize room, term_room, n_terms;
} Rules;

static void
rules_init (Rules *self, RefrainTrace *trace)
{
  *self = (Rules){ .grammar = make_grammar (trace),
                   .n_routines = refrain_trace_get_n_routines (trace) };
  self->room = 64;
  self->grammar->first = g_new0 (guint64, self->room + 1);
}

static void
add_term (Rules *self, guint32 what, guint32 count)
{
  if (self->n_terms == self->term_room)
    {
      self->term_room = MAX (self->term_room * 2, 256);
      self->grammar->terms = g_renew (RefrainTerm, self->grammar->terms, self->term_room);
    }
  self->grammar->terms[self->n_terms++] = (RefrainTerm){ what, count };
}

/* What was added since the last rule becomes one; gives the term that means it. */
static guint32
end_rule (Rules *self)
{
  RefrainEventGrammar *grammar = self->grammar;

  if (grammar->n_rules == self->room)
    {
      self->room *= 2;
      grammar->first = g_renew (guint64, grammar->first, self->room + 1);
    }
  grammar->first[++grammar->n_rules] = self->n_terms;
  return grammar->n_symbols + grammar->n_rules - 1;
}

/* ---- From the graph of calls ---- */

typedef struct
{
  Rules rules;
  RefrainCallDag *dag;
  GArray *folded; /* of RefrainTerm: the terms of all nodes, with sequences */
  GArray *first;  /* of gsize, by node: its terms in folded; n_nodes + 1 elements */
  guint32 n_nodes;
  GArray *rule; /* of guint32, by body: the term that means it, REFRAIN_NONE while there is none */
} FromCalls;

static const RefrainTerm *
get_terms (const FromCalls *self, guint32 body, gsize *n)
{
  gsize first;

  if (body >= self->n_nodes)
    return refrain_body_store_get (self->dag->nodes, body, n);
  first = g_array_index (self->first, gsize, body);
  *n = g_array_index (self->first, gsize, body + 1) - first;
  return REFRAIN_AT_INDEX (self->folded, RefrainTerm, first);
}

/* The symbol of an operation or a record, REFRAIN_NONE for another body. */
static guint32
get_symbol (const FromCalls *self, guint32 body)
{
  const guint32 label = self->dag->nodes->label[body], n = self->rules.n_routines;

  if (label < 2 * n || label >= REFRAIN_CALL_DAG_ROOT)
    return REFRAIN_NONE;
  return label < REFRAIN_CALL_DAG_RECORD (self->dag, 0) ? OP (n, label - 2 * n)
                                                        : RECORD (n, label - 2 * n - 5);
}

/* Whether @body is a call in which nothing is called, and little happens. */
static gboolean
is_short (const FromCalls *self, guint32 body)
{
  gsize n;
  const RefrainTerm *terms = get_terms (self, body, &n);

  if (self->dag->nodes->label[body] >= 2 * self->rules.n_routines || n + 2 > SHORT_RULE)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (get_symbol (self, terms[i].what) == REFRAIN_NONE)
      return FALSE;
  return TRUE;
}

/* A short call as symbols. */
static void
write_short (FromCalls *self, guint32 body)
{
  const guint32 label = self->dag->nodes->label[body], n_routines = self->rules.n_routines;
  gsize n;
  const RefrainTerm *terms = get_terms (self, body, &n);

  add_term (&self->rules, label % n_routines, 1);
  for (gsize i = 0; i < n; i++)
    add_term (&self->rules, get_symbol (self, terms[i].what), terms[i].count);
  if (label < n_routines)
    add_term (&self->rules, LEAVE (n_routines), 1);
}

static guint32 write_body (FromCalls *self, guint32 body);

/* @term of a body as a term of a rule, made now where it is needed; what is written out where it
 * stands has REFRAIN_NONE as its count. */
static RefrainTerm
resolve (FromCalls *self, RefrainTerm term)
{
  const guint32 symbol = get_symbol (self, term.what);
  guint32 rule;

  if (symbol != REFRAIN_NONE)
    return (RefrainTerm){ symbol, term.count };
  if (is_short (self, term.what))
    {
      if (term.count == 1)
        return (RefrainTerm){ term.what, REFRAIN_NONE };
      write_short (self, term.what);
      return (RefrainTerm){ end_rule (&self->rules), term.count };
    }
  rule = g_array_index (self->rule, guint32, term.what);
  return (RefrainTerm){ rule != REFRAIN_NONE ? rule : write_body (self, term.what), term.count };
}

/* Makes a rule of a node or sequence; gives the term that means it. Calls itself for sequences
 * within sequences only: nodes are written in their order. */
static guint32
write_body (FromCalls *self, guint32 body)
{
  const guint32 n_routines = self->rules.n_routines;
  const guint32 label = self->dag->nodes->label[body];
  const gboolean is_call = label < 2 * n_routines;
  gsize n;
  const RefrainTerm *terms = get_terms (self, body, &n);
  g_autofree RefrainTerm *resolved = g_new (RefrainTerm, n + 1);
  guint32 rule;

  for (gsize i = 0; i < n; i++)
    resolved[i] = resolve (self, terms[i]);
  if (n == 1 && !is_call && resolved->count == 1
      && resolved->what >= self->rules.grammar->n_symbols)
    rule = resolved->what;
  else
    {
      if (is_call)
        add_term (&self->rules, label % n_routines, 1);
      for (gsize i = 0; i < n; i++)
        if (resolved[i].count == REFRAIN_NONE)
          write_short (self, resolved[i].what);
        else
          add_term (&self->rules, resolved[i].what, resolved[i].count);
      if (label < n_routines)
        add_term (&self->rules, LEAVE (n_routines), 1);
      rule = end_rule (&self->rules);
    }
  g_array_index (self->rule, guint32, body) = rule;
  return rule;
}

/* FALSE when cancelled. */
static gboolean
fold_nodes (FromCalls *self, GCancellable *cancellable)
{
  RefrainBodyStore *bodies = self->dag->nodes;
  g_autoptr (RefrainForkSequences) sequences
      = refrain_fork_sequences_new (bodies, REFRAIN_CALL_DAG_SEQUENCE);
  g_autoptr (GArray) copy = g_array_new (FALSE, FALSE, sizeof (RefrainTerm));

  for (guint32 i = 0; i <= self->n_nodes; i++)
    {
      const gsize first = self->folded->len;
      const RefrainTerm *terms;
      gsize n;

      g_array_append_val (self->first, first);
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (i == self->n_nodes)
        break;
      terms = refrain_body_store_get (bodies, i, &n);
      g_array_set_size (copy, 0);
      g_array_append_vals (copy, terms, (guint) n);
      terms = refrain_fork_sequences_find (sequences, (const RefrainTerm *) (gpointer) copy->data,
                                           n, &n);
      g_array_append_vals (self->folded, terms, (guint) n);
    }
  return TRUE;
}

/* The node of each thread goes to the roots. FALSE when cancelled. */
static gboolean
read_threads (FromCalls *self, RefrainTrace *trace, GCancellable *cancellable)
{
  gsize n = 0;

  for (guint p = 0; p < refrain_trace_get_n_processes (trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (trace, p);

      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++)
        self->rules.grammar->root[n++] = refrain_call_dag_add_thread (
            self->dag, process, refrain_process_get_thread (process, t), NULL, NULL, cancellable);
    }
  return !g_cancellable_is_cancelled (cancellable);
}

static void
write_nodes (FromCalls *self)
{
  RefrainEventGrammar *grammar = self->rules.grammar;

  for (guint32 i = 0; i < self->dag->nodes->n; i++)
    g_array_append_val (self->rule, (guint32){ REFRAIN_NONE });
  for (guint32 i = 0; i < self->n_nodes; i++)
    if (get_symbol (self, i) == REFRAIN_NONE && !is_short (self, i))
      write_body (self, i);
  for (gsize t = 0; t < grammar->n_threads; t++)
    if (grammar->root[t] != REFRAIN_NONE)
      grammar->root[t] = g_array_index (self->rule, guint32, grammar->root[t]) - grammar->n_symbols;
}

RefrainEventGrammar *
refrain_event_grammar_new_from_calls (RefrainTrace *trace,
                                      GCancellable *cancellable,
                                      GError **error)
{
  FromCalls self = { .folded = g_array_new (FALSE, FALSE, sizeof (RefrainTerm)),
                     .first = g_array_new (FALSE, FALSE, sizeof (gsize)),
                     .rule = g_array_new (FALSE, FALSE, sizeof (guint32)) };
  g_autoptr (RefrainEventGrammar) grammar = NULL;

  rules_init (&self.rules, trace);
  self.dag = refrain_call_dag_new (trace, TRUE);
  grammar = self.rules.grammar;
  if (read_threads (&self, trace, cancellable))
    {
      self.n_nodes = self.dag->nodes->n;
      if (fold_nodes (&self, cancellable))
        write_nodes (&self);
    }
  refrain_call_dag_free (self.dag);
  refrain_unref_arrays (self.folded, self.first, self.rule);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&grammar);
}

/* ---- From loops ---- */

/* One thread: its stream as loops. */
typedef struct
{
  RefrainTrace *trace;
  guint32 n_symbols;
  gint8 *depth; /* by symbol */
  struct
  {
    guint process;
    gsize thread;
  } * places;
  RefrainGrammar **grammars;
  GCancellable *cancellable;
} FromLoops;

/* The tape as symbols. Free with g_free(). */
static guint32 *
read_stream (RefrainTrace *trace, RefrainProcess *process, const RefrainThread *thread)
{
  const RefrainTape *tape = refrain_process_get_tape (process);
  const RefrainCalls *calls = refrain_process_get_calls (process);
  const RefrainOps *ops = refrain_process_get_ops (process);
  const RefrainRecords *records = refrain_process_get_records (process);
  const guint32 n_routines = refrain_trace_get_n_routines (trace);
  gsize call = thread->first_call, op = thread->first_op, record = thread->first_record;
  guint32 *symbols = g_new (guint32, thread->n_tape + 1);

  for (guint64 i = 0; i < thread->n_tape; i++)
    switch (REFRAIN_TAPE_GET (tape, thread->first_tape + i))
      {
      case REFRAIN_TAPE_ENTER:
        symbols[i] = calls->routine[call++];
        break;
      case REFRAIN_TAPE_LEAVE:
        symbols[i] = LEAVE (n_routines);
        break;
      case REFRAIN_TAPE_OP:
        symbols[i] = OP (n_routines, ops->kind[op++]);
        break;
      case REFRAIN_TAPE_RECORD:
        symbols[i] = RECORD (n_routines, records->kind[record++]);
        break;
      }
  return symbols;
}

static void
find_loops (gsize item, gpointer data)
{
  FromLoops *self = data;
  RefrainProcess *process = refrain_trace_get_process (self->trace, self->places[item].process);
  const RefrainThread *thread = refrain_process_get_thread (process, self->places[item].thread);
  g_autofree guint32 *symbols = NULL;

  if (thread->n_tape == 0)
    return;
  symbols = read_stream (self->trace, process, thread);
  self->grammars[item] = refrain_cover_loops_find (symbols, (guint32) thread->n_tape,
                                                   self->n_symbols, self->depth, self->cancellable);
}

/* Patterns of one thread that are to be written, and equal ones of threads before. */
typedef struct
{
  Rules *rules;
  RefrainBodyStore *bodies; /* of rules, in terms of the grammar of all */
  GArray *rule;             /* of guint32, by body */
  const RefrainGrammar *grammar;
  guint32 *term; /* by pattern: the term that means it, REFRAIN_NONE while there is none */
  GArray *terms; /* of RefrainTerm: for one body */
} Writing;

/* Makes a rule of terms [@from, @to), all of whose patterns have one. */
static guint32
write_terms (Writing *self, guint32 from, guint32 to)
{
  guint32 body;

  g_array_set_size (self->terms, 0);
  for (guint32 i = from; i < to; i++)
    {
      RefrainTerm term = self->grammar->terms[i];

      if (term.what >= self->grammar->n_symbols)
        term.what = self->term[term.what - self->grammar->n_symbols];
      g_array_append_val (self->terms, term);
    }
  if (to - from == 1 && g_array_index (self->terms, RefrainTerm, 0).count == 1
      && g_array_index (self->terms, RefrainTerm, 0).what >= self->grammar->n_symbols)
    return g_array_index (self->terms, RefrainTerm, 0).what;
  body = refrain_body_store_add (
      self->bodies, 0, (const RefrainTerm *) (gpointer) self->terms->data, self->terms->len);
  if (body == self->rule->len)
    {
      guint32 rule;

      for (guint i = 0; i < self->terms->len; i++)
        add_term (self->rules, g_array_index (self->terms, RefrainTerm, i).what,
                  g_array_index (self->terms, RefrainTerm, i).count);
      rule = end_rule (self->rules);
      g_array_append_val (self->rule, rule);
    }
  return g_array_index (self->rule, guint32, body);
}

/* Writes the patterns of a thread, what they hold first, and gives its root. */
static guint32
write_thread (Writing *self, const RefrainGrammar *grammar)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *next = g_new (guint32, grammar->n_patterns + 1);

  self->grammar = grammar;
  self->term = g_new (guint32, grammar->n_patterns + 1);
  for (guint32 p = 0; p < grammar->n_patterns; p++)
    {
      self->term[p] = REFRAIN_NONE;
      next[p] = grammar->first[p];
    }
  for (guint32 p = 0; p < grammar->n_patterns; p++)
    {
      if (self->term[p] == REFRAIN_NONE)
        g_array_append_val (stack, p);
      while (stack->len > 0)
        {
          const guint32 at = g_array_index (stack, guint32, stack->len - 1);
          guint32 inner = REFRAIN_NONE;

          while (inner == REFRAIN_NONE && next[at] < grammar->first[at + 1])
            {
              const guint32 what = grammar->terms[next[at]++].what;

              if (what >= grammar->n_symbols
                  && self->term[what - grammar->n_symbols] == REFRAIN_NONE)
                inner = what - grammar->n_symbols;
            }
          if (inner != REFRAIN_NONE)
            {
              g_array_append_val (stack, inner);
              continue;
            }
          if (self->term[at] == REFRAIN_NONE)
            self->term[at] = write_terms (self, grammar->first[at], grammar->first[at + 1]);
          g_array_set_size (stack, stack->len - 1);
        }
    }
  {
    const guint32 root = write_terms (self, 0, grammar->n_top);

    g_clear_pointer (&self->term, g_free);
    return root - grammar->n_symbols;
  }
}

static void
list_places (FromLoops *self, gsize n)
{
  gsize i = 0;

  self->places = g_malloc0_n (n + 1, sizeof *self->places);
  for (guint p = 0; p < refrain_trace_get_n_processes (self->trace); p++)
    {
      RefrainProcess *process = refrain_trace_get_process (self->trace, p);

      for (gsize t = 0; t < refrain_process_get_n_threads (process); t++, i++)
        {
          self->places[i].process = p;
          self->places[i].thread = t;
        }
    }
}

static void
write_all (FromLoops *self, Rules *rules)
{
  RefrainEventGrammar *grammar = rules->grammar;
  Writing writing = { .rules = rules,
                      .bodies = refrain_body_store_new (),
                      .rule = g_array_new (FALSE, FALSE, sizeof (guint32)),
                      .terms = g_array_new (FALSE, FALSE, sizeof (RefrainTerm)) };

  for (gsize t = 0; t < grammar->n_threads; t++)
    grammar->root[t]
        = self->grammars[t] != NULL ? write_thread (&writing, self->grammars[t]) : REFRAIN_NONE;
  refrain_body_store_free (writing.bodies);
  refrain_unref_arrays (writing.rule, writing.terms);
}

RefrainEventGrammar *
refrain_event_grammar_new_from_loops (RefrainTrace *trace,
                                      GCancellable *cancellable,
                                      GError **error)
{
  Rules rules;
  g_autoptr (RefrainEventGrammar) grammar = NULL;
  g_autofree gint8 *depth = NULL;
  FromLoops self = { .trace = trace, .cancellable = cancellable };

  rules_init (&rules, trace);
  grammar = rules.grammar;
  depth = g_new0 (gint8, grammar->n_symbols);
  for (guint32 i = 0; i < rules.n_routines; i++)
    depth[i] = 1;
  depth[LEAVE (rules.n_routines)] = -1;
  self.n_symbols = grammar->n_symbols;
  self.depth = depth;
  self.grammars = g_new0 (RefrainGrammar *, grammar->n_threads + 1);
  list_places (&self, grammar->n_threads);
  if (refrain_parallel_run (grammar->n_threads, find_loops, &self, cancellable)
      && !g_cancellable_is_cancelled (cancellable))
    write_all (&self, &rules);
  for (gsize t = 0; t < grammar->n_threads; t++)
    g_clear_pointer (&self.grammars[t], refrain_grammar_free);
  refrain_free (self.grammars, self.places);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&grammar);
}
