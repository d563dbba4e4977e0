/* refrain-query-completion.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A word is offered where it begins with what was typed, in any case; names of routines also where
 * a part of them does, since few people type "MPI_" first.
 */
#include "refrain-query-completion.h"

#include <glib/gi18n.h>
#include <string.h>

#include "refrain-object.h"
#include "refrain-query.h"

/* More words than this help nobody. */
#define MAX_OFFERED 60

typedef enum
{
  WORD_KEYWORD,
  WORD_ROUTINE,
  WORD_COMMUNICATOR
} WordKind;

/* ---- A word ---------------------------------------------------------------------------------- */

#define REFRAIN_TYPE_QUERY_OFFER (refrain_query_offer_get_type ())
G_DECLARE_FINAL_TYPE (RefrainQueryOffer, refrain_query_offer, REFRAIN, QUERY_OFFER, GObject)

struct _RefrainQueryOffer
{
  GObject parent_instance;

  char *text;
  WordKind kind;
};

static void
offer_as_proposal (GtkSourceCompletionProposalInterface *interface)
{
}

G_DEFINE_FINAL_TYPE_WITH_CODE (RefrainQueryOffer,
                               refrain_query_offer,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GTK_SOURCE_TYPE_COMPLETION_PROPOSAL,
                                                      offer_as_proposal))
REFRAIN_DEFINE_FINALIZE (RefrainQueryOffer, refrain_query_offer)

static void
refrain_query_offer_finalize (RefrainQueryOffer *self)
{
  g_free (self->text);
}

static void
refrain_query_offer_init (RefrainQueryOffer *self)
{
}

/* ---- All words ------------------------------------------------------------------------------- */

struct _RefrainQueryCompletion
{
  GObject parent_instance;

  GPtrArray *words; /* of RefrainQueryOffer: keywords, routines, communicators */
};

static void
add_word (RefrainQueryCompletion *self, const char *text, WordKind kind)
{
  RefrainQueryOffer *offer = g_object_new (REFRAIN_TYPE_QUERY_OFFER, NULL);

  offer->text = g_strdup (text);
  offer->kind = kind;
  g_ptr_array_add (self->words, offer);
}

void
refrain_query_completion_set_trace (RefrainQueryCompletion *self, RefrainTrace *trace)
{
  const char *const *keywords = refrain_query_get_keywords ();
  g_auto (GStrv) names = NULL;
  guint n_routines = 0;

  g_return_if_fail (REFRAIN_IS_QUERY_COMPLETION (self));

  g_ptr_array_set_size (self->words, 0);
  for (guint i = 0; keywords[i] != NULL; i++)
    add_word (self, keywords[i], WORD_KEYWORD);
  if (trace == NULL)
    return;
  names = refrain_query_list_names (trace, &n_routines);
  for (guint i = 0; names[i] != NULL; i++)
    add_word (self, names[i], i < n_routines ? WORD_ROUTINE : WORD_COMMUNICATOR);
}

/* How well @offer goes with @typed: 0 not, 1 a part of it, 2 its beginning. */
static guint
rate (const RefrainQueryOffer *offer, const char *typed)
{
  const gsize length = strlen (typed);
  const char *text = offer->text;

  if (*text == '"' && *typed != '"')
    text++;
  if (g_ascii_strncasecmp (text, typed, length) == 0)
    return 2;
  if (offer->kind == WORD_KEYWORD || length < 2)
    return 0;
  for (const char *at = text; *at != '\0'; at++)
    if ((at[0] == '_' || at[0] == ':') && g_ascii_strncasecmp (at + 1, typed, length) == 0)
      return 1;
  return 0;
}

/* Those that go with @typed, best first; of RefrainQueryOffer. */
static GListModel *
find (RefrainQueryCompletion *self, const char *typed)
{
  GListStore *found = g_list_store_new (REFRAIN_TYPE_QUERY_OFFER);
  guint n = 0;

  for (guint rating = 2; rating > 0; rating--)
    for (guint i = 0; i < self->words->len && n < MAX_OFFERED; i++)
      if (rate (self->words->pdata[i], typed) == rating)
        {
          g_list_store_append (found, self->words->pdata[i]);
          n++;
        }
  return G_LIST_MODEL (found);
}

char **
refrain_query_completion_list (RefrainQueryCompletion *self, const char *word, guint n)
{
  g_autoptr (GListModel) found = NULL;
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  guint n_found;

  g_return_val_if_fail (REFRAIN_IS_QUERY_COMPLETION (self), NULL);
  g_return_val_if_fail (word != NULL, NULL);

  found = find (self, word);
  n_found = g_list_model_get_n_items (found);
  for (guint i = 0; i < MIN (n, n_found); i++)
    {
      g_autoptr (RefrainQueryOffer) offer = g_list_model_get_item (found, i);

      g_ptr_array_add (texts, g_strdup (offer->text));
    }
  g_ptr_array_add (texts, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&texts), FALSE);
}

/* ---- As a provider --------------------------------------------------------------------------- */

static GListModel *
populate (GtkSourceCompletionProvider *provider,
          GtkSourceCompletionContext *context,
          GError **error)
{
  g_autofree char *typed = gtk_source_completion_context_get_word (context);

  return find (REFRAIN_QUERY_COMPLETION (provider), typed != NULL ? typed : "");
}

static void
refilter (GtkSourceCompletionProvider *provider,
          GtkSourceCompletionContext *context,
          GListModel *model)
{
  g_autoptr (GListModel) found = populate (provider, context, NULL);

  gtk_source_completion_context_set_proposals_for_provider (context, provider, found);
}

static void
display (GtkSourceCompletionProvider *provider,
         GtkSourceCompletionContext *context,
         GtkSourceCompletionProposal *proposal,
         GtkSourceCompletionCell *cell)
{
  static const char *const kinds[] = { "", N_ ("routine"), N_ ("communicator") };
  const RefrainQueryOffer *offer = REFRAIN_QUERY_OFFER (proposal);

  switch (gtk_source_completion_cell_get_column (cell))
    {
    case GTK_SOURCE_COMPLETION_COLUMN_TYPED_TEXT:
      gtk_source_completion_cell_set_text (cell, offer->text);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_AFTER:
      gtk_source_completion_cell_set_text (
          cell, *kinds[offer->kind] != '\0' ? _ (kinds[offer->kind]) : "");
      break;
    default:
      gtk_source_completion_cell_set_text (cell, NULL);
    }
}

static void
activate (GtkSourceCompletionProvider *provider,
          GtkSourceCompletionContext *context,
          GtkSourceCompletionProposal *proposal)
{
  const RefrainQueryOffer *offer = REFRAIN_QUERY_OFFER (proposal);
  GtkTextIter start, end, before;
  GtkTextBuffer *buffer;

  if (!gtk_source_completion_context_get_bounds (context, &start, &end))
    return;
  /* A quote that was typed belongs to the name. */
  before = start;
  if (*offer->text == '"' && gtk_text_iter_backward_char (&before)
      && gtk_text_iter_get_char (&before) == '"')
    start = before;
  buffer = gtk_text_iter_get_buffer (&start);
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, offer->text, -1);
  gtk_text_buffer_end_user_action (buffer);
}

static char *
get_title (GtkSourceCompletionProvider *provider)
{
  return g_strdup (_ ("Words of queries"));
}

static void
provider_init (GtkSourceCompletionProviderInterface *interface)
{
  interface->get_title = get_title;
  interface->populate = populate;
  interface->refilter = refilter;
  interface->display = display;
  interface->activate = activate;
}

/* ---- Object ---------------------------------------------------------------------------------- */

G_DEFINE_FINAL_TYPE_WITH_CODE (RefrainQueryCompletion,
                               refrain_query_completion,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GTK_SOURCE_TYPE_COMPLETION_PROVIDER,
                                                      provider_init))
REFRAIN_DEFINE_FINALIZE (RefrainQueryCompletion, refrain_query_completion)

static void
refrain_query_completion_finalize (RefrainQueryCompletion *self)
{
  g_ptr_array_unref (self->words);
}

static void
refrain_query_completion_init (RefrainQueryCompletion *self)
{
  self->words = g_ptr_array_new_with_free_func (g_object_unref);
  refrain_query_completion_set_trace (self, NULL);
}

RefrainQueryCompletion *
refrain_query_completion_new (void)
{
  return g_object_new (REFRAIN_TYPE_QUERY_COMPLETION, NULL);
}
