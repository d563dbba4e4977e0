/* refrain-metamodel.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The MTF metamodel (thesis, appendix A) as tables. Both carriers, GXL and HDF5, write it into
 * their files.
 */
#pragma once

#include <glib.h>

typedef struct
{
  const char *name;
  const char *parent; /* the class it inherits from, or "" */
  gboolean abstract;
  gboolean extension; /* ours: needed to keep every event, not in appendix A */
} RefrainMetaClass;

typedef struct
{
  const char *class_name;
  const char *name;
  const char *type; /* "Int", "Float", "String", "Bool" or "Locator" */
  gboolean extension;
} RefrainMetaAttribute;

typedef struct
{
  const char *name; /* of the association, unique */
  const char *from;
  const char *to;
  guint minimum;
  int maximum; /* -1 for any number */
} RefrainMetaAssociation;

#define REFRAIN_MTF_VERSION 1

/* The classes of nodes, @n of them; constant, as are the tables below. */
const RefrainMetaClass *refrain_metamodel_get_classes (gsize *n);
/* The attributes of classes. */
const RefrainMetaAttribute *refrain_metamodel_get_attributes (gsize *n);
/* The classes of edges. */
const RefrainMetaAssociation *refrain_metamodel_get_associations (gsize *n);
