/* late.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Preloaded, makes a program run as it does on a machine that is busy, each time in another way:
 * tasks begin late, their threads let go of them late, the main loop turns late, flushing files
 * takes long. A test that waits for what it needs, and a program that is right, do not mind.
 * ./dev test --late
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <gio/gio.h>
#include <unistd.h>

/* The longest pauses, in ms; most are much shorter, and there are none in two of five cases. */
#define TASK  400
#define AFTER 100
#define TURN  30
#define FLUSH 600

#define REAL(type, name, ...)                                                                      \
  static type (*real) (__VA_ARGS__);                                                               \
  if (real == NULL)                                                                                \
  *(void **) &real = dlsym (RTLD_NEXT, name)

/* Any number: of Marsaglia's xorshift, a row for each thread. */
static unsigned
draw (void)
{
  static unsigned n_threads;
  static __thread unsigned state;

  if (state == 0)
    state = (unsigned) getpid () * 2654435761u
            + 77777u * __atomic_add_fetch (&n_threads, 1, __ATOMIC_RELAXED) + 1;
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

/* In @percent of the cases. */
static void
pause_up_to (unsigned ms, unsigned percent)
{
  const unsigned part = draw () % 100;

  if (draw () % 100 < percent)
    usleep (ms * part * part / 10);
}

/* g_free() itself would have to be there as soon as this is loaded. */
static void
free_func (gpointer func)
{
  g_free (func);
}

static void
run_late (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const GTaskThreadFunc func
      = *(GTaskThreadFunc *) g_object_get_data (G_OBJECT (task), "late-func");

  pause_up_to (TASK, 60);
  func (task, source, data, cancellable);
  pause_up_to (AFTER, 60);
}

void
g_task_run_in_thread (GTask *task, GTaskThreadFunc func)
{
  REAL (void, "g_task_run_in_thread", GTask *, GTaskThreadFunc);
  g_object_set_data_full (G_OBJECT (task), "late-func", g_memdup2 (&func, sizeof func), free_func);
  real (task, run_late);
}

gboolean
g_main_context_iteration (GMainContext *context, gboolean may_block)
{
  REAL (gboolean, "g_main_context_iteration", GMainContext *, gboolean);
  pause_up_to (TURN, 10);
  return real (context, may_block);
}

int
fsync (int fd)
{
  REAL (int, "fsync", int);
  pause_up_to (FLUSH, 60);
  return real (fd);
}
