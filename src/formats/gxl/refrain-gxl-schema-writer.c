/* refrain-gxl-schema-writer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A NodeClass for each class, an AttributeClass for each attribute, an EdgeClass for each
 * association that edges carry, from the tables of the metamodel.
 */
#include "config.h"

#include "refrain-gxl-schema-writer.h"

#include "refrain-metamodel.h"

#define METASCHEMA "http://www.gupro.de/GXL/gxl-1.0.gxl#"

static void
begin_schema_node (RefrainGxlSink *sink, const char *id, const char *type)
{
  refrain_gxl_sink_raw (sink, "<node id=\"");
  refrain_gxl_sink_raw (sink, id);
  refrain_gxl_sink_raw (sink, "\"><type xlink:href=\"" METASCHEMA);
  refrain_gxl_sink_raw (sink, type);
  refrain_gxl_sink_raw (sink, "\"/>");
}

static void
begin_schema_edge (RefrainGxlSink *sink, const char *from, const char *to, const char *type)
{
  refrain_gxl_sink_raw (sink, "<edge from=\"");
  refrain_gxl_sink_raw (sink, from);
  refrain_gxl_sink_raw (sink, "\" to=\"");
  refrain_gxl_sink_raw (sink, to);
  refrain_gxl_sink_raw (sink, "\"><type xlink:href=\"" METASCHEMA);
  refrain_gxl_sink_raw (sink, type);
  refrain_gxl_sink_raw (sink, "\"/>");
}

static void
schema_edge (RefrainGxlSink *sink, const char *from, const char *to, const char *type)
{
  begin_schema_edge (sink, from, to, type);
  refrain_gxl_sink_raw (sink, "</edge>\n");
}

static void
write_classes (RefrainGxlSink *sink)
{
  gsize n;
  const RefrainMetaClass *classes = refrain_metamodel_get_classes (&n);

  for (gsize i = 0; i < n; i++)
    {
      begin_schema_node (sink, classes[i].name, "NodeClass");
      refrain_gxl_sink_attr_string (sink, "name", classes[i].name);
      refrain_gxl_sink_attr_bool (sink, "isabstract", classes[i].abstract);
      refrain_gxl_sink_raw (sink, "</node>\n");
      schema_edge (sink, "MTF", classes[i].name, "contains");
      if (classes[i].parent[0] != '\0')
        schema_edge (sink, classes[i].name, classes[i].parent, "isA");
    }
}

static void
write_attributes (RefrainGxlSink *sink)
{
  static const char *const domains[] = { "Int", "Float", "String", "Bool", "Locator" };
  gsize n;
  const RefrainMetaAttribute *attributes = refrain_metamodel_get_attributes (&n);

  for (gsize i = 0; i < G_N_ELEMENTS (domains); i++)
    {
      g_autofree char *id = g_strconcat ("domain.", domains[i], NULL);

      begin_schema_node (sink, id, domains[i]);
      refrain_gxl_sink_raw (sink, "</node>\n");
    }
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *id = g_strconcat (attributes[i].class_name, ".", attributes[i].name, NULL);
      g_autofree char *domain = g_strconcat ("domain.", attributes[i].type, NULL);

      begin_schema_node (sink, id, "AttributeClass");
      refrain_gxl_sink_attr_string (sink, "name", attributes[i].name);
      refrain_gxl_sink_raw (sink, "</node>\n");
      schema_edge (sink, attributes[i].class_name, id, "hasAttribute");
      schema_edge (sink, id, domain, "hasDomain");
    }
}

/* One end of an association: how often a node of the class takes part. -1 is any number. */
static void
write_incidence (RefrainGxlSink *sink,
                 const char *association,
                 const char *class_name,
                 const char *type,
                 guint minimum,
                 int maximum)
{
  begin_schema_edge (sink, association, class_name, type);
  refrain_gxl_sink_raw (sink, "<attr name=\"limits\"><tup><int>");
  refrain_gxl_sink_unsigned (sink, minimum);
  refrain_gxl_sink_raw (sink, "</int><int>");
  refrain_gxl_sink_signed (sink, maximum);
  refrain_gxl_sink_raw (sink, "</int></tup></attr>");
  refrain_gxl_sink_attr_bool (sink, "isordered", FALSE);
  refrain_gxl_sink_raw (sink, "</edge>\n");
}

static void
write_associations (RefrainGxlSink *sink)
{
  gsize n;
  const RefrainMetaAssociation *associations = refrain_metamodel_get_associations (&n);

  for (gsize i = 0; i < n; i++)
    {
      const RefrainMetaAssociation *a = &associations[i];

      begin_schema_node (sink, a->name, "EdgeClass");
      refrain_gxl_sink_attr_string (sink, "name", a->name);
      refrain_gxl_sink_attr_bool (sink, "isabstract", FALSE);
      refrain_gxl_sink_attr_bool (sink, "isdirected", TRUE);
      refrain_gxl_sink_raw (sink, "</node>\n");
      schema_edge (sink, "MTF", a->name, "contains");
      write_incidence (sink, a->name, a->from, "from", 0, -1);
      write_incidence (sink, a->name, a->to, "to", a->minimum, a->maximum);
    }
}

void
refrain_gxl_write_schema (RefrainGxlSink *sink)
{
  refrain_gxl_sink_raw (sink, "<graph id=\"MTF-schema\" edgeids=\"false\" edgemode=\"directed\">"
                              "<type xlink:href=\"" METASCHEMA "gxl-1.0\"/>\n");
  begin_schema_node (sink, "MTF", "GraphClass");
  refrain_gxl_sink_attr_string (sink, "name", "MTF");
  refrain_gxl_sink_raw (sink, "</node>\n");
  write_classes (sink);
  write_attributes (sink);
  write_associations (sink);
  refrain_gxl_sink_raw (sink, "</graph>\n");
}
