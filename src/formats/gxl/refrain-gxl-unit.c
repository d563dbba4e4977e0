/* refrain-gxl-unit.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Three lists of equal length hold the attributes: names, types (as elements of GXL are called) and
 * values.
 */
#include "refrain-gxl-unit.h"

#include "refrain-free.h"

static void
put_string (GByteArray *to, const char *text)
{
  refrain_put_text (to, text, strlen (text));
}

void
refrain_gxl_unit_put (GByteArray *to,
                      guint number,
                      const char *class_name,
                      const RefrainGxlNode *node)
{
  const guint n = node->others->len;

  refrain_put_unsigned (to, number);
  put_string (to, class_name);
  for (guint list = 0; list < 3; list++)
    {
      refrain_put_unsigned (to, n);
      for (guint i = 0; i < n; i++)
        {
          const RefrainGxlOther *other = &g_array_index (node->others, RefrainGxlOther, i);

          put_string (to, list == 0   ? node->text->str + other->name
                          : list == 1 ? other->type
                                      : node->text->str + other->value);
        }
    }
}

void
refrain_gxl_unit_init (RefrainGxlUnit *self)
{
  self->class_name = NULL;
  self->attributes = g_array_new (FALSE, TRUE, sizeof (RefrainGxlUnitAttribute));
  self->text = g_string_chunk_new (256);
}

REFRAIN_DEFINE_PUBLIC_CLEAR (refrain_gxl_unit_clear, RefrainGxlUnit, g_array_unref (x->attributes);
                             g_string_chunk_free (x->text))

void
refrain_gxl_unit_reset (RefrainGxlUnit *self)
{
  if (self->attributes->len == 0 && self->class_name == NULL)
    return;
  self->class_name = NULL;
  g_array_set_size (self->attributes, 0);
  g_string_chunk_clear (self->text);
}

static char *
get_string (RefrainGxlUnit *self, RefrainRecordBytes *fields)
{
  gsize n;
  const char *text = refrain_get_text (fields, &n);

  return g_string_chunk_insert_len (self->text, text, n);
}

static void
read_unit (RefrainGxlUnit *self, RefrainRecordBytes fields)
{
  const guint first = self->attributes->len;
  char *class_name = get_string (self, &fields);
  gsize n = refrain_get_count (&fields);

  if (*class_name != '\0')
    self->class_name = class_name;
  g_array_set_size (self->attributes, first + n);
  for (guint list = 0; list < 3; list++)
    {
      if (list > 0 && refrain_get_count (&fields) != n)
        {
          g_array_set_size (self->attributes, first);
          return;
        }
      for (gsize i = 0; i < n; i++)
        {
          RefrainGxlUnitAttribute *attribute
              = &g_array_index (self->attributes, RefrainGxlUnitAttribute, first + i);
          const char *text = get_string (self, &fields);

          if (list == 0)
            attribute->name = text;
          else if (list == 1)
            attribute->type = text;
          else
            attribute->value = text;
        }
    }
}

void
refrain_gxl_unit_read (RefrainGxlUnit *self,
                       RefrainExtension *extension,
                       const RefrainDetail *detail)
{
  const int class_ = refrain_extension_find_class (extension, REFRAIN_GXL_UNIT_CLASS);
  RefrainRecordBytes left = refrain_record_bytes (detail->records, detail->n), fields;
  guint number;

  while (class_ >= 0 && refrain_extension_next (extension, &left, &number, &fields))
    if ((int) number == class_)
      read_unit (self, fields);
}

void
refrain_gxl_unit_get_rest (RefrainExtension *extension,
                           const RefrainDetail *detail,
                           GByteArray *rest)
{
  const int class_ = refrain_extension_find_class (extension, REFRAIN_GXL_UNIT_CLASS);
  RefrainRecordBytes left = refrain_record_bytes (detail->records, detail->n), fields;
  const guint8 *start = left.at;
  guint number;

  while (refrain_extension_next (extension, &left, &number, &fields))
    {
      if ((int) number != class_)
        g_byte_array_append (rest, start, left.at - start);
      start = left.at;
    }
}
