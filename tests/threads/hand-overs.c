/* hand-overs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Preloaded beside ThreadSanitizer, tells it what GLib does, which was compiled without it: a
 * GMutex is a futex, a reference goes, and a task comes to another thread, by atomic operations
 * that nobody saw. Each function here says what it guarantees ("release" before, "acquire" after)
 * and calls GLib's. Only what GLib promises is said: a task that somebody changes after it was
 * handed over is still a race (planted-race.c).
 *
 * What GLib calls of itself does not come by here; what GIO, GTK and Refrain call does.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <gio/gio.h>

/* Of the sanitizer. */
void __tsan_acquire (void *at);
void __tsan_release (void *at);

/* GLib's function of that name, which is found once; by two threads at once, it is the same. */
#define REAL(type, name, ...)                                                                      \
  static void *found = NULL;                                                                       \
  type (*real) (__VA_ARGS__) = (type (*) (__VA_ARGS__)) find (&found, #name)

static void *
find (void **found, const char *name)
{
  void *symbol = __atomic_load_n (found, __ATOMIC_RELAXED);

  if (symbol == NULL)
    {
      symbol = dlsym (RTLD_NEXT, name);
      __atomic_store_n (found, symbol, __ATOMIC_RELAXED);
    }
  return symbol;
}

/* ---- Locks -------------------------------------------------------------------------------------
 */

void
g_mutex_lock (GMutex *mutex)
{
  REAL (void, g_mutex_lock, GMutex *);
  real (mutex);
  __tsan_acquire (mutex);
}

gboolean
g_mutex_trylock (GMutex *mutex)
{
  REAL (gboolean, g_mutex_trylock, GMutex *);
  gboolean taken = real (mutex);

  if (taken)
    __tsan_acquire (mutex);
  return taken;
}

void
g_mutex_unlock (GMutex *mutex)
{
  REAL (void, g_mutex_unlock, GMutex *);
  __tsan_release (mutex);
  real (mutex);
}

void
g_cond_wait (GCond *cond, GMutex *mutex)
{
  REAL (void, g_cond_wait, GCond *, GMutex *);
  __tsan_release (mutex);
  real (cond, mutex);
  __tsan_acquire (mutex);
}

gboolean
g_cond_wait_until (GCond *cond, GMutex *mutex, gint64 end)
{
  REAL (gboolean, g_cond_wait_until, GCond *, GMutex *, gint64);
  gboolean woken;

  __tsan_release (mutex);
  woken = real (cond, mutex, end);
  __tsan_acquire (mutex);
  return woken;
}

/* ---- What is made once -------------------------------------------------------------------------
 */

gboolean (g_once_init_enter) (volatile void *location)
{
  REAL (gboolean, g_once_init_enter, volatile void *);
  gboolean mine = real (location);

  __tsan_acquire ((void *) location);
  return mine;
}

void (g_once_init_leave) (volatile void *location, gsize result)
{
  REAL (void, g_once_init_leave, volatile void *, gsize);
  __tsan_release ((void *) location);
  real (location, result);
}

gpointer
g_once_impl (GOnce *once, GThreadFunc func, gpointer arg)
{
  REAL (gpointer, g_once_impl, GOnce *, GThreadFunc, gpointer);
  gpointer result = real (once, func, arg);

  __tsan_release (once);
  __tsan_acquire (once);
  return result;
}

/* ---- References: who drops the last sees what all others did before -----------------------------
 */

static void
drop (gconstpointer object)
{
  if (object == NULL)
    return;
  __tsan_release ((void *) object);
  __tsan_acquire ((void *) object);
}

gboolean (g_atomic_ref_count_dec) (gatomicrefcount *count)
{
  REAL (gboolean, g_atomic_ref_count_dec, gatomicrefcount *);
  drop (count);
  return real (count);
}

gboolean (g_atomic_ref_count_compare) (gatomicrefcount *count, gint value)
{
  REAL (gboolean, g_atomic_ref_count_compare, gatomicrefcount *, gint);
  gboolean same = real (count, value);

  __tsan_acquire (count);
  return same;
}

void
g_atomic_rc_box_release_full (gpointer box, GDestroyNotify clear)
{
  REAL (void, g_atomic_rc_box_release_full, gpointer, GDestroyNotify);
  drop (box);
  real (box, clear);
}

void (g_object_unref) (gpointer object)
{
  REAL (void, g_object_unref, gpointer);
  drop (object);
  real (object);
}

/* ---- Work for other threads --------------------------------------------------------------------
 */

typedef struct
{
  GFunc func;
  gpointer data;
} Pool;

/* Lives as long as the pool, which nothing tells: those of GIO stay. */
static void
run_in_pool (gpointer task, gpointer data)
{
  const Pool *pool = data;

  __tsan_acquire (task);
  pool->func (task, pool->data);
}

GThreadPool *
g_thread_pool_new (GFunc func, gpointer data, gint most, gboolean exclusive, GError **error)
{
  REAL (GThreadPool *, g_thread_pool_new, GFunc, gpointer, gint, gboolean, GError **);
  Pool *pool = g_new (Pool, 1);

  *pool = (Pool){ func, data };
  return real (run_in_pool, pool, most, exclusive, error);
}

gboolean
g_thread_pool_push (GThreadPool *pool, gpointer task, GError **error)
{
  REAL (gboolean, g_thread_pool_push, GThreadPool *, gpointer, GError **);
  __tsan_release (task);
  return real (pool, task, error);
}

/* A context has a lock, which whoever attaches a source takes, and whoever dispatches it took
 * after. */
static char contexts;

static gboolean (*dispatch_idle) (GSource *source, GSourceFunc callback, gpointer data);
static gboolean (*dispatch_timeout) (GSource *source, GSourceFunc callback, gpointer data);

static gboolean
on_idle (GSource *source, GSourceFunc callback, gpointer data)
{
  __tsan_acquire (&contexts);
  return dispatch_idle (source, callback, data);
}

static gboolean
on_timeout (GSource *source, GSourceFunc callback, gpointer data)
{
  __tsan_acquire (&contexts);
  return dispatch_timeout (source, callback, data);
}

__attribute__ ((constructor)) static void
watch_dispatching (void)
{
  dispatch_idle = g_idle_funcs.dispatch;
  g_idle_funcs.dispatch = on_idle;
  dispatch_timeout = g_timeout_funcs.dispatch;
  g_timeout_funcs.dispatch = on_timeout;
}

guint
g_source_attach (GSource *source, GMainContext *context)
{
  REAL (guint, g_source_attach, GSource *, GMainContext *);
  __tsan_release (&contexts);
  return real (source, context);
}

guint
g_idle_add_full (gint priority, GSourceFunc func, gpointer data, GDestroyNotify notify)
{
  REAL (guint, g_idle_add_full, gint, GSourceFunc, gpointer, GDestroyNotify);
  __tsan_release (&contexts);
  return real (priority, func, data, notify);
}

guint
g_idle_add (GSourceFunc func, gpointer data)
{
  return g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, func, data, NULL);
}

guint
g_timeout_add_full (
    gint priority, guint interval, GSourceFunc func, gpointer data, GDestroyNotify notify)
{
  REAL (guint, g_timeout_add_full, gint, guint, GSourceFunc, gpointer, GDestroyNotify);
  __tsan_release (&contexts);
  return real (priority, interval, func, data, notify);
}

guint
g_timeout_add (guint interval, GSourceFunc func, gpointer data)
{
  return g_timeout_add_full (G_PRIORITY_DEFAULT, interval, func, data, NULL);
}

void
g_main_context_invoke_full (
    GMainContext *context, gint priority, GSourceFunc func, gpointer data, GDestroyNotify notify)
{
  REAL (void, g_main_context_invoke_full, GMainContext *, gint, GSourceFunc, gpointer,
        GDestroyNotify);
  __tsan_release (&contexts);
  real (context, priority, func, data, notify);
}
