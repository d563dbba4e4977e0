/* refrain-draft.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the operations of each distinct phase are on a mapping: their directions, and their tags and
 * groups as rules that are the same for many processes.
 */
#include "refrain-draft.h"

#include <string.h>

#include "refrain-compare.h"
#include "refrain-free.h"
#include "refrain-mapping.h"
#include "refrain-program-groups.h"
#include "refrain-program-words.h"

/* ---- Tags ----------------------------------------------------------------------------------- */

REFRAIN_DEFINE_CLEAR (clear_tag_rule,
                      RefrainTagRule,
                      refrain_free ((gpointer) x->numbers, (gpointer) x->loops))

static guint
count_numbers (const RefrainDraft *self, RefrainTagKind kind)
{
  return kind == REFRAIN_TAG_COORDINATES ? refrain_mapping_get_n_dimensions (self->mapping)
         : kind == REFRAIN_TAG_TABLE     ? self->steps->n_processes
                                         : 0;
}

guint32
refrain_draft_add_tag (RefrainDraft *self, const RefrainTagRule *rule)
{
  const guint n = count_numbers (self, rule->kind);
  g_autofree guint32 *key = g_new (guint32, n + rule->n_loops + 3);
  RefrainTagRule copy = *rule;
  gboolean is_new;
  guint32 number;

  key[0] = rule->kind;
  key[1] = (guint32) rule->value;
  key[2] = (guint32) rule->factor;
  refrain_copy (key + 3, rule->numbers, n * sizeof *key);
  refrain_copy (key + 3 + n, rule->loops, rule->n_loops * sizeof *key);
  number = refrain_sequence_table_add (&self->tag_keys, key, n + rule->n_loops + 3, &is_new);
  if (is_new)
    {
      copy.numbers = n > 0 ? g_memdup2 (rule->numbers, n * sizeof *rule->numbers) : NULL;
      copy.loops = g_memdup2 (rule->loops, rule->n_loops * sizeof *rule->loops);
      g_array_append_val (self->tag_rules, copy);
    }
  return number;
}

const RefrainTagRule *
refrain_draft_get_tag (RefrainDraft *self, guint32 tag)
{
  return &g_array_index (self->tag_rules, RefrainTagRule, tag);
}

gint32
refrain_tag_rule_apply (const RefrainTagRule *rule,
                        RefrainMapping *mapping,
                        guint process,
                        gint64 peer,
                        const guint64 *turns,
                        guint32 n_turns)
{
  gint64 tag = rule->value;

  if (rule->kind == REFRAIN_TAG_PLACE)
    tag += (gint64) rule->factor * process;
  else if (rule->kind == REFRAIN_TAG_PEER)
    tag += (gint64) rule->factor * peer;
  else if (rule->kind == REFRAIN_TAG_TABLE)
    tag = rule->numbers[process];
  else if (rule->kind == REFRAIN_TAG_COORDINATES)
    for (guint a = 0; a < refrain_mapping_get_n_dimensions (mapping); a++)
      tag += (gint64) rule->numbers[a] * refrain_mapping_get_coordinates (mapping, process)[a];
  for (guint32 k = 0; k < MIN (rule->n_loops, n_turns); k++)
    tag += (gint64) rule->loops[k] * (gint64) turns[n_turns - 1 - k];
  return (gint32) tag;
}

static gboolean
try_rule (RefrainDraft *self,
          const RefrainTagRule *rule,
          const guint32 *who,
          const gint32 *tags,
          guint n,
          guint32 direction)
{
  for (guint i = 0; i < n; i++)
    {
      const gint64 peer = refrain_compass_get_neighbour (self->compass, direction, who[i]);

      if (refrain_tag_rule_apply (rule, self->mapping, who[i], peer, NULL, 0) != tags[i])
        return FALSE;
    }
  return TRUE;
}

/* A line through the first two different ones: @rank of a process, or of its peer. */
static gboolean
try_line (RefrainDraft *self,
          RefrainTagKind kind,
          const guint32 *who,
          const gint32 *tags,
          guint n,
          guint32 direction,
          RefrainTagRule *rule)
{
  gint64 first = -1;

  for (guint i = 0; i < n; i++)
    {
      const gint64 place = kind == REFRAIN_TAG_PLACE
                               ? (gint64) who[i]
                               : refrain_compass_get_neighbour (self->compass, direction, who[i]);
      gint64 factor;

      if (place < 0)
        return FALSE;
      if (first < 0)
        first = place;
      if (place == first)
        continue;
      factor = ((gint64) tags[i] - tags[0]) / (place - first);
      if (ABS (factor) > G_MAXINT32 / 4 || ABS (factor * first) > G_MAXINT32 / 4)
        return FALSE;
      *rule = (RefrainTagRule){ kind, (gint32) (tags[0] - factor * first), (gint32) factor, NULL };
      return try_rule (self, rule, who, tags, n, direction);
    }
  return FALSE;
}

/* A plane through the first process and, for each axis, the first that differs on it alone. */
static gboolean
try_plane (RefrainDraft *self,
           const guint32 *who,
           const gint32 *tags,
           guint n,
           guint32 direction,
           gint32 *numbers,
           RefrainTagRule *rule)
{
  const guint n_dimensions = refrain_mapping_get_n_dimensions (self->mapping);
  const guint *origin = refrain_mapping_get_coordinates (self->mapping, who[0]);
  gint64 value = tags[0];

  refrain_fill (numbers, 0, n_dimensions * sizeof *numbers);
  for (guint i = 1; i < n; i++)
    {
      const guint *here = refrain_mapping_get_coordinates (self->mapping, who[i]);
      guint n_different = 0, axis = 0;

      for (guint a = 0; a < n_dimensions; a++)
        if (here[a] != origin[a])
          n_different++, axis = a;
      if (n_different == 1 && numbers[axis] == 0)
        numbers[axis] = (gint32) (((gint64) tags[i] - tags[0])
                                  / ((gint64) here[axis] - (gint64) origin[axis]));
    }
  for (guint a = 0; a < n_dimensions; a++)
    value -= (gint64) numbers[a] * origin[a];
  if (ABS (value) > G_MAXINT32 / 2)
    return FALSE;
  *rule = (RefrainTagRule){ REFRAIN_TAG_COORDINATES, (gint32) value, 0, numbers };
  return try_rule (self, rule, who, tags, n, direction);
}

guint32
refrain_draft_fit_tags (
    RefrainDraft *self, const guint32 *who, const gint32 *tags, guint n, guint32 direction)
{
  g_autofree gint32 *table = NULL;
  g_autofree gint32 *numbers
      = g_new0 (gint32, refrain_mapping_get_n_dimensions (self->mapping) + 1);
  RefrainTagRule rule = { REFRAIN_TAG_CONSTANT, tags[0], 0, NULL };

  if (try_rule (self, &rule, who, tags, n, direction)
      || try_line (self, REFRAIN_TAG_PLACE, who, tags, n, direction, &rule)
      || try_line (self, REFRAIN_TAG_PEER, who, tags, n, direction, &rule)
      || try_plane (self, who, tags, n, direction, numbers, &rule))
    return refrain_draft_add_tag (self, &rule);
  table = g_new0 (gint32, self->steps->n_processes);
  for (guint i = 0; i < n; i++)
    table[who[i]] = tags[i];
  rule = (RefrainTagRule){ REFRAIN_TAG_TABLE, 0, 0, table };
  return refrain_draft_add_tag (self, &rule);
}

/* ---- Groups --------------------------------------------------------------------------------- */

static guint32
add_group_rule (RefrainDraft *self, RefrainGroupRule rule)
{
  const guint32 key[3] = { rule.kind, rule.axes, rule.group };
  gboolean is_new;
  const guint32 number = refrain_sequence_table_add (&self->group_keys, key, 3, &is_new);

  if (is_new)
    g_array_append_val (self->group_rules, rule);
  return number;
}

/* The rule of @group as @process sees it. */
static guint32
find_group_rule (RefrainDraft *self, guint process, guint32 group)
{
  RefrainGroupRule rule = { REFRAIN_GROUP_LIST, 0, group };
  gsize n;
  const guint32 *members = refrain_loop_events_get_group (self->events, group, &n);
  gboolean inside = FALSE;
  guint32 number;

  /* One of all is asked for by each process: without a look at its members. */
  for (gsize i = 0; i < n && n < self->steps->n_processes && !inside; i++)
    inside = members[i] == process;
  if (n == self->steps->n_processes && n > 1)
    rule = (RefrainGroupRule){ REFRAIN_GROUP_ALL, 0, 0 };
  else if (n == 1 && inside)
    rule = (RefrainGroupRule){ REFRAIN_GROUP_SELF, 0, 0 };
  else if (inside)
    {
      const guint32 axes = refrain_program_find_axes (self->mapping, members, n);

      if (axes != 0)
        rule = (RefrainGroupRule){ REFRAIN_GROUP_ALONG, axes, 0 };
    }
  number = add_group_rule (self, rule);
  g_array_append_val (self->group_uses, ((RefrainGroupUse){ number, process, group }));
  return number;
}

/* ---- Tokens --------------------------------------------------------------------------------- */

static guint32
add_event_tag (RefrainDraft *self, const RefrainLoopEvent *event, const RefrainLoopShape *shape)
{
  const RefrainTagRule rule = { shape->name == 0 ? REFRAIN_TAG_CONSTANT : REFRAIN_TAG_NAMED,
                                shape->name == 0 ? event->tag : (gint32) shape->name - 1, 0, NULL };

  return refrain_draft_add_tag (self, &rule);
}

/* ---- Hubs ----------------------------------------------------------------------------------- */

/* So many processes exchange messages with a hub. */
#define FEWEST_AT_HUB 4

/* The processes that messages of one tag are sent to, and those that they are received from: as
 * many as matter. */
typedef struct
{
  gint32 peers[2][FEWEST_AT_HUB];
  guint n[2];
} Ends;

static void
add_end (GHashTable *ends, const RefrainLoopEvent *event, gboolean receives)
{
  Ends *own = g_hash_table_lookup (ends, GINT_TO_POINTER (event->tag));
  guint i = 0;

  if (own == NULL)
    {
      own = g_new0 (Ends, 1);
      g_hash_table_insert (ends, GINT_TO_POINTER (event->tag), own);
    }
  while (i < own->n[receives] && own->peers[receives][i] != event->peer)
    i++;
  if (i == own->n[receives] && i < FEWEST_AT_HUB)
    own->peers[receives][own->n[receives]++] = event->peer;
}

/* Of each of the @n events whether all that is done so with its tag is done with one process, by
 * several. None where all messages are such: that is a star, which has directions of its own.
 * O(events). */
static guint8 *
find_hubs (const RefrainLoopEvent *events, const RefrainLoopShape *shapes, guint32 n)
{
  g_autoptr (GHashTable) ends = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  guint8 *is_with_hub = g_new0 (guint8, (gsize) n + 1);
  gboolean others = FALSE;

  for (guint32 i = 0; i < n; i++)
    {
      const RefrainLoopShape *shape = &shapes[events[i].shape];

      if (shape->kind <= REFRAIN_LOOP_RECV && shape->name == 0)
        add_end (ends, &events[i], shape->kind == REFRAIN_LOOP_RECV);
    }
  for (guint32 i = 0; i < n; i++)
    {
      const RefrainLoopShape *shape = &shapes[events[i].shape];
      const gboolean receives = shape->kind == REFRAIN_LOOP_RECV;
      const Ends *own;

      if (shape->kind > REFRAIN_LOOP_RECV || shape->name != 0)
        continue;
      own = g_hash_table_lookup (ends, GINT_TO_POINTER (events[i].tag));
      is_with_hub[i] = own->n[receives] == 1 && own->n[!receives] == FEWEST_AT_HUB;
      others |= MIN (own->n[0], own->n[1]) != 1 || MAX (own->n[0], own->n[1]) != FEWEST_AT_HUB;
    }
  if (!others)
    memset (is_with_hub, 0, n);
  return is_with_hub;
}

/* The operations of all distinct phases, with their tags apart. */
static void
read_phases (RefrainDraft *self)
{
  const RefrainSequenceTable *phases = &self->steps->phases;
  guint32 n_events, n_shapes;
  const RefrainLoopEvent *events = refrain_loop_events_get_events (self->events, &n_events);
  const RefrainLoopShape *shapes = refrain_loop_events_get_shapes (self->events, &n_shapes);
  g_autofree guint8 *is_with_hub = find_hubs (events, shapes, n_events);

  self->first = g_new0 (gsize, phases->n + 1);
  self->token = g_new (guint32, phases->words->len + 1);
  self->tag = g_new (guint32, phases->words->len + 1);
  for (guint32 t = 0; t < phases->n; t++)
    {
      gsize n;
      const guint32 *words = refrain_sequence_table_get (phases, t, &n);
      const gsize to = self->first[t];

      for (gsize i = 1; i < n; i++)
        {
          const RefrainLoopEvent *event = &events[words[i]];
          const RefrainLoopShape *shape = &shapes[event->shape];
          guint32 word[REFRAIN_TOKEN_N_WORDS] = { shape->kind, shape->name, 0 };

          self->tag[to + i - 1] = 0;
          if (shape->kind == REFRAIN_LOOP_SYNC)
            word[REFRAIN_TOKEN_TAG] = find_group_rule (self, words[0], shape->group);
          else if (shape->kind != REFRAIN_LOOP_LOCAL)
            {
              word[REFRAIN_TOKEN_WHAT]
                  = is_with_hub[words[i]]
                        ? refrain_compass_find_hub (self->compass, words[0], event->peer)
                        : refrain_compass_find (self->compass, words[0], event->peer);
              self->tag[to + i - 1] = add_event_tag (self, event, shape);
            }
          self->token[to + i - 1]
              = refrain_sequence_table_add (&self->tokens, word, REFRAIN_TOKEN_N_WORDS, NULL);
        }
      self->first[t + 1] = to + n - 1;
    }
}

/* Whether each direction of travel has one tag; notes them. */
static gboolean
find_header (RefrainDraft *self)
{
  const guint32 n_directions = refrain_compass_get_n (self->compass);
  const gsize n = self->first[self->steps->phases.n];

  self->header = g_array_sized_new (FALSE, FALSE, sizeof (guint32), 2 * n_directions);
  for (guint32 i = 0; i < 2 * n_directions; i++)
    g_array_append_val (self->header, (guint32){ REFRAIN_NONE });
  for (gsize i = 0; i < n; i++)
    {
      gsize n_words;
      const guint32 *token = refrain_sequence_table_get (&self->tokens, self->token[i], &n_words);
      gint32 opposite;
      guint32 *known;

      if (token[REFRAIN_TOKEN_KIND] > REFRAIN_LOOP_RECV)
        continue;
      opposite = refrain_compass_get_opposite (self->compass, token[REFRAIN_TOKEN_WHAT]);
      if (token[REFRAIN_TOKEN_KIND] == REFRAIN_LOOP_SEND)
        known = &g_array_index (self->header, guint32, 2 * token[REFRAIN_TOKEN_WHAT]);
      else if (opposite >= 0)
        known = &g_array_index (self->header, guint32, 2 * opposite);
      else
        known = &g_array_index (self->header, guint32, 2 * token[REFRAIN_TOKEN_WHAT] + 1);
      if (*known == REFRAIN_NONE)
        *known = self->tag[i];
      else if (*known != self->tag[i])
        return FALSE;
    }
  return TRUE;
}

/* Operations with different tags are different. */
static void
tag_tokens (RefrainDraft *self)
{
  const gsize n = self->first[self->steps->phases.n];

  for (gsize i = 0; i < n; i++)
    {
      gsize n_words;
      guint32 word[REFRAIN_TOKEN_N_WORDS];

      memcpy (word, refrain_sequence_table_get (&self->tokens, self->token[i], &n_words),
              sizeof word);
      if (word[REFRAIN_TOKEN_KIND] > REFRAIN_LOOP_RECV)
        continue;
      word[REFRAIN_TOKEN_TAG] = self->tag[i];
      self->token[i]
          = refrain_sequence_table_add (&self->tokens, word, REFRAIN_TOKEN_N_WORDS, NULL);
    }
}

static int
compare_tokens (gconstpointer a, gconstpointer b, gpointer data)
{
  RefrainDraft *self = data;
  gsize n;
  guint32 left[REFRAIN_TOKEN_N_WORDS], right[REFRAIN_TOKEN_N_WORDS];
  int order = 0;

  memcpy (left, refrain_sequence_table_get (&self->tokens, *(const guint32 *) a, &n), sizeof left);
  memcpy (right, refrain_sequence_table_get (&self->tokens, *(const guint32 *) b, &n),
          sizeof right);
  if (left[0] <= REFRAIN_LOOP_RECV && right[0] <= REFRAIN_LOOP_RECV)
    order = refrain_compass_compare (self->compass, left[REFRAIN_TOKEN_WHAT],
                                     right[REFRAIN_TOKEN_WHAT]);
  for (guint i = REFRAIN_TOKEN_N_WORDS; order == 0 && i-- > 0;)
    order = (left[i] > right[i]) - (left[i] < right[i]);
  return order;
}

static void
rank_tokens (RefrainDraft *self)
{
  g_autofree guint32 *sorted = g_new (guint32, self->tokens.n + 1);

  self->counts = g_new0 (guint32, self->tokens.n + 1);
  self->token_rank = g_new (guint32, self->tokens.n + 1);
  for (guint32 i = 0; i < self->tokens.n; i++)
    sorted[i] = i;
  g_qsort_with_data (sorted, (gint) self->tokens.n, sizeof *sorted, compare_tokens, self);
  for (guint32 i = 0; i < self->tokens.n; i++)
    self->token_rank[sorted[i]] = i;
}

/* The operations that occur in each type of step, as a number. */
static void
sign_types (RefrainDraft *self)
{
  const RefrainSequenceTable *types = &self->steps->types;
  g_auto (RefrainSequenceTable) sets = { 0 };
  g_autofree guint32 *stamp = g_new0 (guint32, self->tokens.n + 1);
  g_autoptr (GArray) set = g_array_new (FALSE, FALSE, sizeof (guint32));

  refrain_sequence_table_init (&sets);
  self->signature = g_new (guint32, types->n + 1);
  for (guint32 t = 0; t < types->n; t++)
    {
      gsize n;
      const guint32 *phases = refrain_sequence_table_get (types, t, &n);

      g_array_set_size (set, 0);
      for (gsize i = 0; i < n; i++)
        for (gsize j = self->first[phases[i]]; j < self->first[phases[i] + 1]; j++)
          if (stamp[self->token[j]] != t + 1)
            {
              stamp[self->token[j]] = t + 1;
              g_array_append_val (set, self->token[j]);
            }
      g_array_sort (set, refrain_compare_uint32);
      self->signature[t] = refrain_sequence_table_add (
          &sets, (const guint32 *) (gpointer) set->data, set->len, NULL);
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

RefrainDraft *
refrain_draft_new (RefrainLoopEvents *events,
                   const RefrainSteps *steps,
                   RefrainMapping *mapping,
                   RefrainTagPlace tag_place)
{
  RefrainDraft *self = g_new0 (RefrainDraft, 1);

  self->events = events;
  self->steps = steps;
  self->mapping = mapping;
  self->compass = refrain_compass_new (mapping);
  self->guards = refrain_guards_new (mapping);
  self->tag_place = tag_place;
  refrain_sequence_table_init (&self->tokens);
  refrain_sequence_table_init (&self->tag_keys);
  refrain_sequence_table_init (&self->group_keys);
  refrain_sequence_table_init (&self->contents);
  self->tag_rules = g_array_new (FALSE, FALSE, sizeof (RefrainTagRule));
  g_array_set_clear_func (self->tag_rules, clear_tag_rule);
  self->group_rules = g_array_new (FALSE, FALSE, sizeof (RefrainGroupRule));
  self->group_uses = g_array_new (FALSE, FALSE, sizeof (RefrainGroupUse));
  self->definitions = g_array_new (FALSE, FALSE, sizeof (GArray *));
  self->reach = g_array_new (FALSE, FALSE, sizeof (guint32));
  refrain_draft_add_tag (self, &(RefrainTagRule){ REFRAIN_TAG_BY_DIRECTION, 0, 0, NULL });
  read_phases (self);
  refrain_compass_close (self->compass);
  if (!find_header (self) && tag_place == REFRAIN_TAGS_IN_HEADER)
    self->tag_place = REFRAIN_TAGS_IN_LINES;
  for (guint i = 0; i < self->tag_rules->len; i++)
    if (tag_place == REFRAIN_TAGS_AFTERWARDS
        && refrain_draft_get_tag (self, i)->kind == REFRAIN_TAG_NAMED)
      self->tag_place = REFRAIN_TAGS_IN_LINES;
  if (self->tag_place == REFRAIN_TAGS_IN_LINES)
    tag_tokens (self);
  rank_tokens (self);
  sign_types (self);
  return self;
}

void
refrain_draft_free (RefrainDraft *self)
{
  if (self == NULL)
    return;
  refrain_compass_free (self->compass);
  refrain_guards_free (self->guards);
  refrain_sequence_table_clear (&self->tokens);
  refrain_free (self->first, self->token, self->tag, self->token_rank, self->counts,
                self->signature);
  g_clear_pointer (&self->header, g_array_unref);
  refrain_sequence_table_clear (&self->tag_keys);
  refrain_sequence_table_clear (&self->group_keys);
  refrain_sequence_table_clear (&self->contents);
  g_clear_pointer (&self->tag_rules, g_array_unref);
  g_clear_pointer (&self->group_rules, g_array_unref);
  g_array_unref (self->group_uses);
  for (guint i = 0; i < self->definitions->len; i++)
    g_array_unref (g_array_index (self->definitions, GArray *, i));
  refrain_unref_arrays (self->definitions, self->reach);
  g_free (self);
}

guint32
refrain_draft_add_content (RefrainDraft *self, const guint32 *words, gsize n)
{
  return refrain_sequence_table_add (&self->contents, words, n, NULL);
}

const guint32 *
refrain_draft_get_content (RefrainDraft *self, guint32 content, gsize *n)
{
  return refrain_sequence_table_get (&self->contents, content, n);
}

/* ---- Indices of loops ----------------------------------------------------------------------- */

guint32
refrain_draft_get_reach (RefrainDraft *self, guint32 content)
{
  gsize n;
  const guint32 *words = refrain_draft_get_content (self, content, &n);
  guint32 reach = 0;

  if (self->reach->len <= content)
    {
      const guint old = self->reach->len;

      g_array_set_size (self->reach, content + 1);
      for (guint i = old; i <= content; i++)
        g_array_index (self->reach, guint32, i) = REFRAIN_NONE;
    }
  if (g_array_index (self->reach, guint32, content) != REFRAIN_NONE)
    return g_array_index (self->reach, guint32, content);
  if (words[REFRAIN_CONTENT_KIND] >= REFRAIN_LINE_SEND
      && words[REFRAIN_CONTENT_KIND] <= REFRAIN_LINE_SHIFT)
    reach = refrain_draft_get_tag (self, words[REFRAIN_CONTENT_TAG])->n_loops;
  else if (words[REFRAIN_CONTENT_KIND] == REFRAIN_LINE_REPEAT)
    for (gsize i = REFRAIN_CONTENT_ITEMS; i + 1 < n; i += 2)
      {
        const guint32 inner = refrain_draft_get_reach (self, words[i]);

        reach = MAX (reach, inner > 0 ? inner - 1 : 0);
      }
  g_array_index (self->reach, guint32, content) = reach;
  return reach;
}

/* The tag rule where there is one more repeat around the line, the @depth-th from the inside. */
static guint32
push_tag (RefrainDraft *self, guint32 tag, guint32 depth)
{
  RefrainTagRule rule = *refrain_draft_get_tag (self, tag);
  g_autofree gint32 *loops = g_new0 (gint32, rule.n_loops + 1);

  if (rule.n_loops <= depth)
    return tag;
  refrain_copy (loops, rule.loops, depth * sizeof *loops);
  refrain_copy (loops + depth + 1, rule.loops + depth, (rule.n_loops - depth) * sizeof *loops);
  rule.loops = loops;
  rule.n_loops++;
  return refrain_draft_add_tag (self, &rule);
}

guint32
refrain_draft_push_inside (RefrainDraft *self, guint32 content, guint32 depth)
{
  gsize n;
  const guint32 *source;
  g_autofree guint32 *words = NULL;

  if (refrain_draft_get_reach (self, content) <= depth)
    return content;
  source = refrain_draft_get_content (self, content, &n);
  words = g_memdup2 (source, n * sizeof *source);
  if (words[REFRAIN_CONTENT_KIND] == REFRAIN_LINE_REPEAT)
    for (gsize i = REFRAIN_CONTENT_ITEMS; i + 1 < n; i += 2)
      words[i] = refrain_draft_push_inside (self, words[i], depth + 1);
  else
    words[REFRAIN_CONTENT_TAG] = push_tag (self, words[REFRAIN_CONTENT_TAG], depth);
  return refrain_draft_add_content (self, words, n);
}

/* ---- Length --------------------------------------------------------------------------------- */

guint
refrain_draft_measure (RefrainDraft *self, guint32 content)
{
  const RefrainWords words = { self->events, self->mapping, refrain_compass_get (self->compass, 0),
                               REFRAIN_AT_INDEX (self->tag_rules, RefrainTagRule, 0),
                               REFRAIN_AT_INDEX (self->group_rules, RefrainGroupRule, 0) };
  gsize n;
  const guint32 *word = refrain_draft_get_content (self, content, &n);
  g_autoptr (GString) text = g_string_new (NULL);

  switch ((RefrainLineKind) word[REFRAIN_CONTENT_KIND])
    {
    case REFRAIN_LINE_REPEAT:
      g_string_append_printf (text, "repeat %" G_GUINT64_FORMAT ":",
                              (guint64) word[REFRAIN_CONTENT_HIGH] << 32
                                  | word[REFRAIN_CONTENT_LOW]);
      break;
    case REFRAIN_LINE_USE:
      return 5;
    case REFRAIN_LINE_SYNC:
      refrain_words_append_collective (text, &words, word[REFRAIN_CONTENT_NAME],
                                       word[REFRAIN_CONTENT_GROUP]);
      break;
    case REFRAIN_LINE_LOCAL:
      return (guint) strlen (
          refrain_loop_events_get_name (self->events, word[REFRAIN_CONTENT_NAME]));
    case REFRAIN_LINE_DEFINE:
    case REFRAIN_LINE_SEND:
    case REFRAIN_LINE_RECV:
    case REFRAIN_LINE_SWAP:
    case REFRAIN_LINE_SHIFT:
    default:
      g_string_append (text, refrain_words_get_verb ((RefrainLineKind) word[REFRAIN_CONTENT_KIND]));
      g_string_append_c (text, ' ');
      refrain_words_append_directions (text, &words, &word[REFRAIN_CONTENT_DIRECTIONS],
                                       (guint) (n - REFRAIN_CONTENT_DIRECTIONS));
      g_string_append_c (text, ' ');
      refrain_words_append_tag (text, &words, word[REFRAIN_CONTENT_TAG], NULL);
      break;
    }
  return (guint) text->len;
}
