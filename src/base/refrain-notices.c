/* refrain-notices.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Properties that only notify: listeners ask the object for what changed.
 */
#include "refrain-notices.h"

/* The value stays what it was initialised to: nothing. */
static void
get_notice (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
}

void
refrain_class_install_notices (GObjectClass *klass,
                               guint n_properties,
                               GParamSpec **properties,
                               const char *const *names)
{
  klass->get_property = get_notice;
  for (guint i = 1; i < n_properties; i++)
    properties[i] = g_param_spec_pointer (names[i - 1], NULL, NULL,
                                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS
                                              | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (klass, n_properties, properties);
}
