/* window-gate.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A thread that asks whether it was cancelled waits for the answer.
 */
#include "config.h"
#include "window-gate.h"

#include <dlfcn.h>

static struct
{
  GMutex lock;
  GCond changed;
  GThread *main;
  gboolean holds;
  guint allowed; /* questions that are answered */
  guint n_held;  /* threads that wait for an answer */
} gate;

/* Stands before the library's. */
gboolean
g_cancellable_is_cancelled (GCancellable *cancellable)
{
  gboolean (*is_cancelled) (GCancellable *) = NULL;

  *(gpointer *) &is_cancelled = dlsym (RTLD_NEXT, "g_cancellable_is_cancelled");
  g_mutex_lock (&gate.lock);
  if (gate.holds && g_thread_self () != gate.main)
    {
      gate.n_held++;
      g_main_context_wakeup (NULL);
      while (gate.holds && gate.allowed == 0)
        g_cond_wait (&gate.changed, &gate.lock);
      gate.n_held--;
      gate.allowed -= gate.allowed > 0;
      g_main_context_wakeup (NULL);
    }
  g_mutex_unlock (&gate.lock);
  return is_cancelled (cancellable);
}

void
window_gate_set (gboolean holds, guint allowed)
{
  g_mutex_lock (&gate.lock);
  gate.main = g_thread_self ();
  gate.holds = holds;
  gate.allowed = allowed;
  g_cond_broadcast (&gate.changed);
  g_mutex_unlock (&gate.lock);
}

gboolean
window_gate_is_held (void)
{
  gboolean held;

  g_mutex_lock (&gate.lock);
  held = gate.n_held > 0 && gate.allowed == 0;
  g_mutex_unlock (&gate.lock);
  return held;
}
