/* refrain-wrapper-choice.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "refrain-error.h"
#include "refrain-wrappers-private.h"

static const char *
reason_sentence (RefrainWrapperReason reason)
{
  switch (reason)
    {
    case REFRAIN_REASON_ONE_WAY:
      return _ ("No call of it both sends and receives.");
    case REFRAIN_REASON_PARTIAL:
      return _ ("Its patterns reach some processes only; its caller's are fewer and shorter.");
    case REFRAIN_REASON_NAMED:
    default:
      return _ ("You named it.");
    }
}

RefrainWrapperChoice *
refrain_wrapper_choice_new (RefrainTrace *trace,
                            gboolean *flags,
                            const RefrainWrapperReason *reason)
{
  RefrainWrapperChoice *self = g_new (RefrainWrapperChoice, 1);

  self->flags = flags;
  self->wrappers = g_array_new (FALSE, FALSE, sizeof (RefrainWrapper));
  for (guint r = 0; r < refrain_trace_get_n_routines (trace); r++)
    if (flags[r])
      {
        const RefrainWrapper wrapper
            = { refrain_trace_get_routine (trace, r),
                reason_sentence (reason != NULL ? reason[r] : REFRAIN_REASON_NAMED) };

        g_array_append_val (self->wrappers, wrapper);
      }
  return self;
}

RefrainWrapperChoice *
refrain_wrappers_named (RefrainTrace *trace, const char *const *names, GError **error)
{
  const guint n = refrain_trace_get_n_routines (trace);
  g_autofree gboolean *flags = g_new0 (gboolean, MAX (n, 1));

  for (; *names != NULL; names++)
    {
      gboolean found = **names == '\0';

      for (guint r = 0; r < n; r++)
        if (g_str_equal (refrain_routine_get_name (refrain_trace_get_routine (trace, r)), *names))
          flags[r] = found = TRUE;
      if (!found)
        {
          g_set_error (error, REFRAIN_ERROR, REFRAIN_ERROR_ARGUMENT,
                       _ ("%s: there is no routine “%s”"), refrain_trace_get_name (trace), *names);
          return NULL;
        }
    }
  return refrain_wrapper_choice_new (trace, g_steal_pointer (&flags), NULL);
}

void
refrain_wrapper_choice_free (RefrainWrapperChoice *self)
{
  g_free (self->flags);
  g_array_unref (self->wrappers);
  g_free (self);
}
