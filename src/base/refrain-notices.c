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
refrain_class_install_notices (GObjectClass *klass, const char *const *names)
{
  klass->get_property = get_notice;
  for (guint i = 0; names[i] != NULL; i++)
    g_object_class_install_property (
        klass, i + 1,
        g_param_spec_pointer (names[i], NULL, NULL,
                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY));
}
