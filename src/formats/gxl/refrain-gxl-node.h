/* refrain-gxl-node.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A node of the document with its attributes, reused from node to node.
 */
#pragma once

#include "refrain-gxl-names.h"

G_BEGIN_DECLS

typedef struct
{
  RefrainGxlClass class_;
  GString *id;
  GString *text;                            /* the values, each with its NUL */
  guint32 values[REFRAIN_GXL_N_ATTRIBUTES]; /* where the value begins, + 1; 0 for none */
} RefrainGxlNode;

void refrain_gxl_node_init (RefrainGxlNode *self);
void refrain_gxl_node_clear (RefrainGxlNode *self);
/* Forgets everything but the memory. */
void refrain_gxl_node_reset (RefrainGxlNode *self, const char *id);

/* The value as text, or NULL; valid until the node is reset. */
static inline const char *
refrain_gxl_node_get (const RefrainGxlNode *self, RefrainGxlAttribute name)
{
  return self->values[name] == 0 ? NULL : self->text->str + self->values[name] - 1;
}

/* The value as a number; *@value stays what it was when there is none. FALSE with *@cause (free
 * with g_free()) when it is not a number. */
gboolean refrain_gxl_node_get_unsigned (const RefrainGxlNode *self,
                                        RefrainGxlAttribute name,
                                        guint64 *value,
                                        char **cause);
gboolean refrain_gxl_node_get_signed (const RefrainGxlNode *self,
                                      RefrainGxlAttribute name,
                                      gint64 *value,
                                      char **cause);
gboolean refrain_gxl_node_get_time (const RefrainGxlNode *self,
                                    RefrainGxlAttribute name,
                                    RefrainTime *value,
                                    char **cause);
gboolean refrain_gxl_node_get_bool (const RefrainGxlNode *self,
                                    RefrainGxlAttribute name,
                                    gboolean *value,
                                    char **cause);

G_END_DECLS
