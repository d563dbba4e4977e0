/* refrain-paje-definitions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Events are known by numbers, which are small in all traces that there are; others are looked up.
 */
#include "config.h"

#include "refrain-paje-definitions.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "refrain-free.h"

#define MAX_FIELDS 64
#define N_SMALL    256

typedef struct
{
  RefrainPajeEvent event;
  guint n;
  guint8 fields[MAX_FIELDS]; /* RefrainPajeField */
  guint needed;              /* bit f: an event of this kind says nothing without field f */
} Definition;

struct _RefrainPajeDefinitions
{
  GHashTable *definitions;    /* of a number as text: its Definition */
  Definition *small[N_SMALL]; /* the same, for small numbers */
  Definition *open;           /* the one that is being read, or NULL */
};

#define BIT(field) (1u << REFRAIN_PAJE_##field)

static const struct
{
  const char *name;
  RefrainPajeEvent event;
  guint needed;
} events[] = {
  { "PajeDefineContainerType", REFRAIN_PAJE_DEFINE_CONTAINER_TYPE, 0 },
  { "PajeDefineStateType", REFRAIN_PAJE_DEFINE_STATE_TYPE, 0 },
  { "PajeDefineLinkType", REFRAIN_PAJE_DEFINE_LINK_TYPE, 0 },
  { "PajeDefineEntityValue", REFRAIN_PAJE_DEFINE_ENTITY_VALUE, BIT (TYPE) },
  { "PajeCreateContainer", REFRAIN_PAJE_CREATE_CONTAINER, BIT (TYPE) },
  { "PajeDestroyContainer", REFRAIN_PAJE_DESTROY_CONTAINER, BIT (TIME) },
  { "PajeSetState", REFRAIN_PAJE_SET_STATE,
    BIT (TIME) | BIT (TYPE) | BIT (CONTAINER) | BIT (VALUE) },
  { "PajePushState", REFRAIN_PAJE_PUSH_STATE,
    BIT (TIME) | BIT (TYPE) | BIT (CONTAINER) | BIT (VALUE) },
  { "PajePopState", REFRAIN_PAJE_POP_STATE, BIT (TIME) | BIT (TYPE) | BIT (CONTAINER) },
  { "PajeResetState", REFRAIN_PAJE_RESET_STATE, BIT (TIME) | BIT (TYPE) | BIT (CONTAINER) },
  { "PajeStartLink", REFRAIN_PAJE_START_LINK, BIT (TIME) | BIT (TYPE) | BIT (START) | BIT (KEY) },
  { "PajeEndLink", REFRAIN_PAJE_END_LINK, BIT (TIME) | BIT (TYPE) | BIT (END) | BIT (KEY) },
};

static const struct
{
  const char *name;
  RefrainPajeField field;
} fields[] = {
  { "Time", REFRAIN_PAJE_TIME },
  { "Type", REFRAIN_PAJE_TYPE },
  { "ContainerType", REFRAIN_PAJE_TYPE },
  { "EntityType", REFRAIN_PAJE_TYPE },
  { "Container", REFRAIN_PAJE_CONTAINER },
  { "Value", REFRAIN_PAJE_VALUE },
  { "Name", REFRAIN_PAJE_NAME },
  { "Alias", REFRAIN_PAJE_ALIAS },
  { "StartContainer", REFRAIN_PAJE_START },
  { "SourceContainer", REFRAIN_PAJE_START },
  { "EndContainer", REFRAIN_PAJE_END },
  { "DestContainer", REFRAIN_PAJE_END },
  { "Key", REFRAIN_PAJE_KEY },
  { "Size", REFRAIN_PAJE_SIZE },
  { "Tag", REFRAIN_PAJE_TAG },
};

RefrainPajeDefinitions *
refrain_paje_definitions_new (void)
{
  RefrainPajeDefinitions *self = g_new0 (RefrainPajeDefinitions, 1);

  self->definitions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_paje_definitions_free,
                             RefrainPajeDefinitions,
                             g_hash_table_unref (x->definitions))

/* ---- The head ---- */

/* Takes a word off @at; NULL at the end. */
static char *
take_word (char **at)
{
  char *word = *at;

  while (*word == ' ' || *word == '\t')
    word++;
  if (*word == '\0')
    return NULL;
  for (*at = word; **at != '\0' && **at != ' ' && **at != '\t';)
    (*at)++;
  if (**at != '\0')
    *(*at)++ = '\0';
  return word;
}

/* The number that @text is where it is a small one, or N_SMALL. */
static guint
to_small (const char *text)
{
  guint number = 0;
  gsize n = 0;

  for (; g_ascii_isdigit (text[n]) && n < 3; n++)
    number = number * 10 + (guint) (text[n] - '0');
  return n > 0 && text[n] == '\0' && (n == 1 || *text != '0') ? MIN (number, N_SMALL) : N_SMALL;
}

static const char *
begin_definition (RefrainPajeDefinitions *self, const char *name, const char *number)
{
  const guint small = number != NULL ? to_small (number) : N_SMALL;
  Definition *definition;

  if (self->open != NULL)
    return _ ("begins an event's definition within another");
  if (name == NULL || number == NULL)
    return _ ("is no beginning of a definition: %EventDef name number");
  if (g_hash_table_contains (self->definitions, number))
    return _ ("defines an event's number twice");
  definition = g_new0 (Definition, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (events); i++)
    if (strcmp (events[i].name, name) == 0)
      {
        definition->event = events[i].event;
        definition->needed = events[i].needed;
      }
  g_hash_table_insert (self->definitions, g_strdup (number), definition);
  if (small < N_SMALL)
    self->small[small] = definition;
  self->open = definition;
  return NULL;
}

static const char *
end_definition (RefrainPajeDefinitions *self)
{
  Definition *definition = self->open;
  guint has = 0;

  if (definition == NULL)
    return _ ("ends no event's definition");
  for (guint i = 0; i < definition->n; i++)
    has |= 1u << definition->fields[i];
  self->open = NULL;
  return (definition->needed & ~has) == 0 ? NULL
                                          : _ ("the event that ends here lacks a field that it "
                                               "needs: time, type, container, value or key");
}

static const char *
add_field (RefrainPajeDefinitions *self, const char *name)
{
  Definition *definition = self->open;
  RefrainPajeField field = REFRAIN_PAJE_UNUSED;

  if (definition == NULL)
    return _ ("is no definition of an event: %EventDef, fields, %EndEventDef");
  if (definition->n == MAX_FIELDS)
    return _ ("the event has more than 64 fields");
  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    if (strcmp (fields[i].name, name) == 0)
      field = fields[i].field;
  definition->fields[definition->n++] = (guint8) field;
  return NULL;
}

const char *
refrain_paje_definitions_add (RefrainPajeDefinitions *self, char *line)
{
  char *at = line + 1; /* behind the '%' */
  char *word = take_word (&at);
  char *name;

  if (word == NULL)
    return NULL;
  if (strcmp (word, "EventDef") == 0)
    {
      name = take_word (&at);
      return begin_definition (self, name, take_word (&at));
    }
  if (strcmp (word, "EndEventDef") == 0)
    return end_definition (self);
  return add_field (self, word);
}

/* ---- Lines ---- */

/* Takes a field off @at: a word, or anything in quotation marks; NULL at the end. */
static inline char *
take_field (char **at)
{
  char *p = *at;
  char *field;

  while (*p == ' ' || *p == '\t')
    p++;
  if (*p == '\0')
    return NULL;
  if (*p == '"')
    {
      field = ++p;
      while (*p != '\0' && *p != '"')
        p++;
    }
  else
    for (field = p; *p != '\0' && *p != ' ' && *p != '\t';)
      p++;
  if (*p != '\0')
    *p++ = '\0';
  *at = p;
  return field;
}

const char *
refrain_paje_definitions_cut (RefrainPajeDefinitions *self, char *line, RefrainPajeLine *cut)
{
  char *at = line;
  const char *number = take_field (&at);
  const guint small = number != NULL ? to_small (number) : N_SMALL;
  const Definition *definition = NULL;

  if (small < N_SMALL)
    definition = self->small[small];
  else if (number != NULL)
    definition = g_hash_table_lookup (self->definitions, number);
  if (definition == NULL)
    return _ ("begins with the number of no event that is defined");
  if (self->open != NULL)
    return _ ("is within the definition of an event");
  memset (cut, 0, sizeof *cut);
  cut->event = definition->event;
  if (cut->event == REFRAIN_PAJE_OTHER)
    return NULL;
  for (guint i = 0; i < definition->n; i++)
    {
      char *field = take_field (&at);

      if (field == NULL)
        break;
      cut->fields[definition->fields[i]] = field;
    }
  for (guint field = 0; field < REFRAIN_PAJE_N_FIELDS; field++)
    if ((definition->needed >> field & 1) != 0 && cut->fields[field] == NULL)
      return _ ("has fewer fields than the definition of its event");
  return NULL;
}
