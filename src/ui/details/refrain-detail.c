/* refrain-detail.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"
#include "refrain-detail.h"

struct _RefrainDetail
{
  GObject parent_instance;

  RefrainDetailKind kind;
  char *label;
  char *value;
  RefrainPick target;
  guint pattern;
  guint loop;
};

G_DEFINE_FINAL_TYPE (RefrainDetail, refrain_detail, G_TYPE_OBJECT)

RefrainDetail *
refrain_detail_new (RefrainDetailKind kind,
                    const char *label,
                    const char *value,
                    const RefrainPick *target)
{
  RefrainDetail *self;

  g_return_val_if_fail (label != NULL, NULL);

  self = g_object_new (REFRAIN_TYPE_DETAIL, NULL);
  self->kind = kind;
  self->label = g_strdup (label);
  self->value = g_strdup (value);
  if (target != NULL)
    self->target = *target;
  return self;
}

RefrainDetailKind
refrain_detail_get_kind (RefrainDetail *self)
{
  g_return_val_if_fail (REFRAIN_IS_DETAIL (self), REFRAIN_DETAIL_VALUE);
  return self->kind;
}

const char *
refrain_detail_get_label (RefrainDetail *self)
{
  g_return_val_if_fail (REFRAIN_IS_DETAIL (self), NULL);
  return self->label;
}

const char *
refrain_detail_get_value (RefrainDetail *self)
{
  g_return_val_if_fail (REFRAIN_IS_DETAIL (self), NULL);
  return self->value;
}

const RefrainPick *
refrain_detail_get_target (RefrainDetail *self)
{
  g_return_val_if_fail (REFRAIN_IS_DETAIL (self), NULL);
  return self->target.kind != REFRAIN_PICK_NONE ? &self->target : NULL;
}

RefrainDetail *
refrain_detail_new_for_pattern (const char *label, const char *value, guint id)
{
  RefrainDetail *self = refrain_detail_new (REFRAIN_DETAIL_VALUE, label, value, NULL);

  g_return_val_if_fail (self != NULL, NULL);
  self->pattern = id;
  return self;
}

guint
refrain_detail_get_pattern (RefrainDetail *self)
{
  g_return_val_if_fail (REFRAIN_IS_DETAIL (self), 0);
  return self->pattern;
}

RefrainDetail *
refrain_detail_new_for_loop (const char *label, const char *value, guint number)
{
  RefrainDetail *self = refrain_detail_new (REFRAIN_DETAIL_VALUE, label, value, NULL);

  g_return_val_if_fail (self != NULL, NULL);
  self->loop = number;
  return self;
}

guint
refrain_detail_get_loop (RefrainDetail *self)
{
  g_return_val_if_fail (REFRAIN_IS_DETAIL (self), 0);
  return self->loop;
}

gboolean
refrain_detail_is_link (RefrainDetail *self)
{
  g_return_val_if_fail (REFRAIN_IS_DETAIL (self), FALSE);
  return self->pattern != 0 || self->loop != 0 || self->target.kind != REFRAIN_PICK_NONE;
}

static void
refrain_detail_finalize (GObject *object)
{
  RefrainDetail *self = REFRAIN_DETAIL (object);

  g_free (self->label);
  g_free (self->value);
  G_OBJECT_CLASS (refrain_detail_parent_class)->finalize (object);
}

static void
refrain_detail_class_init (RefrainDetailClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = refrain_detail_finalize;
}

static void
refrain_detail_init (RefrainDetail *self)
{
}
