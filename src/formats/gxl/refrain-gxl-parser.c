/* refrain-gxl-parser.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * No entity but XML's own five is known, nothing outside of the file is looked at, and nothing is
 * kept but the node at hand.
 */
#include "config.h"

#include "refrain-gxl-parser.h"

#include <glib/gi18n-lib.h>
#include <libxml/SAX2.h>

#include "refrain-error.h"
#include "refrain-gxl-parser-private.h"

#define PROGRESS_BYTES (4 * 1024 * 1024)

static const char *const element_names[N_ELEMENTS]
    = { "gxl", "graph", "node",   "edge",   "type", "attr", "locator",
        "int", "float", "double", "string", "bool", "enum" };

/* ---- Errors ---- */

void
refrain_gxl_parser_stop (RefrainGxlParser *self, const char *cause)
{
  if (self->error == NULL)
    self->error = g_error_new (REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, _ ("%s: line %d: %s"),
                               self->display, xmlSAX2GetLineNumber (self->xml), cause);
  xmlStopParser (self->xml);
}

/* Takes @cause. */
void
refrain_gxl_parser_stop_because (RefrainGxlParser *self, char *cause)
{
  refrain_gxl_parser_stop (self, cause != NULL ? cause : _ ("the file contradicts itself"));
  g_free (cause);
}

/* Errors of the parser. The thesis prints a value with the wrong end tag; that is let pass. */
static void
on_error (void *data, xmlError *error)
{
  xmlParserCtxt *xml = error->ctxt;
  RefrainGxlParser *self = xml != NULL ? xml->_private : NULL;
  g_autofree char *cause = NULL;

  if (self == NULL || error->level < XML_ERR_ERROR || error->domain == XML_FROM_NAMESPACE
      || self->error != NULL)
    return;
  if (error->code == XML_ERR_TAG_NAME_MISMATCH && self->collecting)
    return;
  if (refrain_gxl_source_get_problem (self->source) != NULL)
    return; /* told at the end */
  cause = g_strstrip (g_strdelimit (g_utf8_make_valid (error->message, -1), "\n", ' '));
  refrain_gxl_parser_stop (self, cause);
}

/* ---- What is refused ---- */

static void
on_entity_declaration (void *data,
                       const xmlChar *name,
                       int type,
                       const xmlChar *public_id,
                       const xmlChar *system_id,
                       xmlChar *content)
{
  refrain_gxl_parser_stop (data, _ ("the document declares entities, which are not expanded"));
}

static void
on_unparsed_entity_declaration (void *data,
                                const xmlChar *name,
                                const xmlChar *public_id,
                                const xmlChar *system_id,
                                const xmlChar *notation)
{
  refrain_gxl_parser_stop (data, _ ("the document declares entities, which are not expanded"));
}

static void
on_reference (void *data, const xmlChar *name)
{
  g_autofree char *cause
      = g_strdup_printf (_ ("the entity “%s” is not defined"), (const char *) name);

  refrain_gxl_parser_stop (data, cause);
}

/* ---- Driving libxml2 ---- */

static int
on_read (void *data, char *buffer, int n)
{
  RefrainGxlParser *self = data;
  gssize got;

  if (g_cancellable_is_cancelled (self->cancellable))
    return -1;
  got = refrain_gxl_source_read (self->source, buffer, n);
  self->bytes += MAX (got, 0);
  if (self->progress != NULL && self->bytes - self->told >= PROGRESS_BYTES)
    {
      self->told = self->bytes;
      self->progress (0.9 * refrain_gxl_source_get_fraction (self->source), _ ("Reading nodes"),
                      self->progress_data);
    }
  return got;
}

static int
on_close (void *data)
{
  return 0;
}

static void
run (RefrainGxlParser *self)
{
  xmlSAXHandler sax = {
    .initialized = XML_SAX2_MAGIC,
    .startElementNs = refrain_gxl_parser_on_start,
    .endElementNs = refrain_gxl_parser_on_end,
    .characters = refrain_gxl_parser_on_characters,
    .cdataBlock = refrain_gxl_parser_on_characters,
    .entityDecl = on_entity_declaration,
    .unparsedEntityDecl = on_unparsed_entity_declaration,
    .reference = on_reference,
    .serror = on_error,
  };

  self->xml = xmlCreateIOParserCtxt (&sax, self, on_read, on_close, self, XML_CHAR_ENCODING_NONE);
  if (self->xml == NULL)
    {
      self->error = g_error_new (REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, _ ("%s: cannot be parsed"),
                                 self->display);
      return;
    }
  self->xml->_private = self;
  xmlCtxtUseOptions (self->xml, XML_PARSE_NONET | XML_PARSE_RECOVER | XML_PARSE_COMPACT);
  for (guint i = 0; i < N_ELEMENTS; i++)
    self->names[i] = xmlDictLookup (self->xml->dict, (const xmlChar *) element_names[i], -1);
  xmlParseDocument (self->xml);
  if (self->error == NULL && !self->root_seen
      && refrain_gxl_source_get_problem (self->source) == NULL)
    refrain_gxl_parser_stop (self, _ ("the document holds no element"));
  /* A document type declaration leaves a document behind. */
  g_clear_pointer (&self->xml->myDoc, xmlFreeDoc);
  xmlFreeParserCtxt (self->xml);
}

gboolean
refrain_gxl_parse (const char *path,
                   const RefrainGxlHandler *handler,
                   gpointer handler_data,
                   GCancellable *cancellable,
                   RefrainProgressFunc progress,
                   gpointer progress_data,
                   GError **error)
{
  RefrainGxlParser self = { .handler = handler,
                            .handler_data = handler_data,
                            .cancellable = cancellable,
                            .progress = progress,
                            .progress_data = progress_data };
  const char *problem;

  self.source = refrain_gxl_source_new (path, error);
  if (self.source == NULL)
    return FALSE;
  self.display = g_filename_display_name (path);
  self.places = g_array_new (FALSE, FALSE, sizeof (RefrainGxlPlace));
  self.edge.from = g_string_new (NULL);
  self.edge.to = g_string_new (NULL);
  refrain_gxl_node_init (&self.node);
  run (&self);
  problem = refrain_gxl_source_get_problem (self.source);
  if (problem != NULL)
    {
      g_clear_error (&self.error);
      self.error
          = g_error_new (REFRAIN_ERROR, REFRAIN_ERROR_FORMAT, "%s: %s", self.display, problem);
    }
  if (g_cancellable_is_cancelled (cancellable))
    {
      g_clear_error (&self.error);
      g_cancellable_set_error_if_cancelled (cancellable, &self.error);
    }
  refrain_gxl_node_clear (&self.node);
  g_string_free (self.edge.from, TRUE);
  g_string_free (self.edge.to, TRUE);
  g_array_unref (self.places);
  g_free (self.display);
  refrain_gxl_source_free (self.source);
  if (self.error == NULL)
    return TRUE;
  g_propagate_error (error, self.error);
  return FALSE;
}
