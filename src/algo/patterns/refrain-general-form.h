/* refrain-general-form.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room: the general form of a sequence, as units are split (refrain_tandem_split()):
 * what stands several times in a row stands once.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  gsize n;
  guint32 *symbol;
  gboolean *boundary; /* starts a new piece */
  guint32 *element;   /* of each symbol of the original: the element it is an instance of */
} RefrainGeneralForm;

/* Leaves one symbol of each run of one symbol and one instance of each split, again and again until
 * nothing is left to leave out. Nothing is joined across a @boundary (NULL: none).
 * Near-linear. NULL when cancelled. */
RefrainGeneralForm *refrain_general_form_new (const guint32 *symbols,
                                              gsize n,
                                              const gboolean *boundary,
                                              GCancellable *cancellable);
void refrain_general_form_free (RefrainGeneralForm *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RefrainGeneralForm, refrain_general_form_free)

G_END_DECLS
