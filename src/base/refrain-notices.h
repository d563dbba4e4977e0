/* refrain-notices.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an object says has changed, where nobody reads properties by name.
 */
#pragma once

#include <glib-object.h>

/* Gives objects of @klass a property for each of the @n_properties - 1 @names, in the order of the
 * numbers 1, 2, ... that the class has for them, and puts them into @properties, for
 * g_object_notify_by_pspec(). They are notices: to be watched ("notify::NAME"), not to be read.
 * What has changed is asked of the object by its functions; the property itself is always NULL. */
void refrain_class_install_notices (GObjectClass *klass,
                                    guint n_properties,
                                    GParamSpec **properties,
                                    const char *const *names);
