/* refrain-gxl-node.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "refrain-gxl-node.h"

#include <glib/gi18n-lib.h>
#include <string.h>

void
refrain_gxl_node_init (RefrainGxlNode *self)
{
  *self = (RefrainGxlNode){ .id = g_string_new (NULL), .text = g_string_new (NULL) };
}

void
refrain_gxl_node_clear (RefrainGxlNode *self)
{
  g_string_free (self->id, TRUE);
  g_string_free (self->text, TRUE);
}

void
refrain_gxl_node_reset (RefrainGxlNode *self, const char *id)
{
  self->class_ = REFRAIN_GXL_UNTYPED;
  g_string_assign (self->id, id);
  g_string_truncate (self->text, 0);
  memset (self->values, 0, sizeof self->values);
}

static gboolean
fail (const char *text, char **cause)
{
  g_autofree char *shown = g_utf8_substring (text, 0, MIN (g_utf8_strlen (text, -1), 40));

  *cause = g_strdup_printf (_ ("the value “%s” is not what the attribute needs"), shown);
  return FALSE;
}

gboolean
refrain_gxl_node_get_unsigned (const RefrainGxlNode *self,
                               RefrainGxlAttribute name,
                               guint64 *value,
                               char **cause)
{
  const char *text = refrain_gxl_node_get (self, name);

  return text == NULL || refrain_gxl_parse_unsigned (text, value) || fail (text, cause);
}

gboolean
refrain_gxl_node_get_signed (const RefrainGxlNode *self,
                             RefrainGxlAttribute name,
                             gint64 *value,
                             char **cause)
{
  const char *text = refrain_gxl_node_get (self, name);

  return text == NULL || refrain_gxl_parse_signed (text, value) || fail (text, cause);
}

gboolean
refrain_gxl_node_get_time (const RefrainGxlNode *self,
                           RefrainGxlAttribute name,
                           RefrainTime *value,
                           char **cause)
{
  const char *text = refrain_gxl_node_get (self, name);

  return text == NULL || refrain_gxl_parse_time (text, value, NULL) || fail (text, cause);
}

gboolean
refrain_gxl_node_get_bool (const RefrainGxlNode *self,
                           RefrainGxlAttribute name,
                           gboolean *value,
                           char **cause)
{
  const char *text = refrain_gxl_node_get (self, name);

  return text == NULL || refrain_gxl_parse_bool (text, value) || fail (text, cause);
}
