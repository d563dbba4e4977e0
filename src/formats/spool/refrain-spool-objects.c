/* refrain-spool-objects.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An object has one number in the whole trace: what processes made of the same communicator, as the
 * same of what was made of it, is the same.
 */
#include "refrain-spool-objects.h"

#include <string.h>

#include "refrain-cores.h"
#include "refrain-free.h"
#include "refrain-graph-neighbours.h"

static const char schema[]
    = "enum IoAccessMode read=0 write=1 both=2\n"
      "enum IoOperationMode read=0 write=1\n"
      "flags IoOperationFlag none=0 non-blocking=1 collective=2\n"
      "enum IoSeekOption from-start=0 from-current=1 from-end=2\n"
      "enum LockType exclusive=0 shared=1\n"
      "definition RmaWin self:reference(RmaWin) communicator:unsigned\n"
      "definition IoHandle self:reference(IoHandle) name:text "
      "communicator:unsigned\n" REFRAIN_NODE_SCHEMA REFRAIN_NEIGHBOURS_SCHEMA
      "event RmaWinCreate win:reference(RmaWin)\n"
      "event RmaWinDestroy win:reference(RmaWin)\n"
      "event RmaCollectiveBegin win:reference(RmaWin)\n"
      "event RmaCollectiveEnd win:reference(RmaWin)\n"
      "event RmaAcquireLock win:reference(RmaWin) remote:unsigned lockType:enum(LockType)\n"
      "event RmaReleaseLock win:reference(RmaWin) remote:unsigned\n"
      "event RmaPut win:reference(RmaWin) remote:unsigned bytes:unsigned\n"
      "event RmaGet win:reference(RmaWin) remote:unsigned bytes:unsigned\n"
      "event RmaAtomic win:reference(RmaWin) remote:unsigned bytesSent:unsigned"
      " bytesReceived:unsigned\n"
      "event IoCreateHandle handle:reference(IoHandle) mode:enum(IoAccessMode)\n"
      "event IoDestroyHandle handle:reference(IoHandle)\n"
      "event IoSeek handle:reference(IoHandle) offsetRequest:signed whence:enum(IoSeekOption)\n"
      "event IoOperationBegin handle:reference(IoHandle) mode:enum(IoOperationMode)"
      " operationFlags:flags(IoOperationFlag) bytesRequest:unsigned matchingId:unsigned\n"
      "event IoOperationComplete handle:reference(IoHandle) bytesResult:unsigned"
      " matchingId:unsigned\n";

enum
{
  CLASS_WINDOW,
  CLASS_FILE,
  CLASS_NODE,
  CLASS_NEIGHBOURS,
  CLASS_FIRST_EVENT,
};

/* In the order of the schema. */
static const struct
{
  guint8 type, kind, numbers;
} events[] = {
  { TRACER_RMA_WIN_CREATE, TRACER_WINDOW, 0 },
  { TRACER_RMA_WIN_DESTROY, TRACER_WINDOW, 0 },
  { TRACER_RMA_COLLECTIVE_BEGIN, TRACER_WINDOW, 0 },
  { TRACER_RMA_COLLECTIVE_END, TRACER_WINDOW, 0 },
  { TRACER_RMA_ACQUIRE_LOCK, TRACER_WINDOW, 2 },
  { TRACER_RMA_RELEASE_LOCK, TRACER_WINDOW, 1 },
  { TRACER_RMA_PUT, TRACER_WINDOW, 2 },
  { TRACER_RMA_GET, TRACER_WINDOW, 2 },
  { TRACER_RMA_ATOMIC, TRACER_WINDOW, 3 },
  { TRACER_IO_CREATE_HANDLE, TRACER_FILE, 1 },
  { TRACER_IO_DESTROY_HANDLE, TRACER_FILE, 0 },
  { TRACER_IO_SEEK, TRACER_FILE, 2 },
  { TRACER_IO_OPERATION_BEGIN, TRACER_FILE, 4 },
  { TRACER_IO_OPERATION_COMPLETE, TRACER_FILE, 2 },
};

/* Of a process. */
typedef struct
{
  guint process;
  guint64 number;
} Place;

/* Of the trace. */
typedef struct
{
  guint32 comm;
  gint32 process; /* -1: of all */
  guint64 which;
  guint kind;
} Key;

struct RefrainSpoolObjects
{
  GByteArray *definitions;
  GHashTable *by_place; /* Place: index + 1, * 2 + kind */
  GHashTable *by_key;   /* Key: index + 1 */
  guint n[2];           /* of each kind */
};

static guint
place_hash (gconstpointer data)
{
  const Place *place = data;

  return g_int64_hash (&place->number) * 31 + place->process;
}

static gboolean
place_equal (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;

  return x->process == y->process && x->number == y->number;
}

static guint
key_hash (gconstpointer data)
{
  const Key *key = data;

  return g_int64_hash (&key->which) * 31 + key->comm * 17 + (guint) key->process * 3 + key->kind;
}

static gboolean
key_equal (gconstpointer a, gconstpointer b)
{
  const Key *x = a, *y = b;

  return x->comm == y->comm && x->process == y->process && x->which == y->which
         && x->kind == y->kind;
}

RefrainSpoolObjects *
refrain_spool_objects_new (void)
{
  RefrainSpoolObjects *self = g_new0 (RefrainSpoolObjects, 1);

  self->definitions = g_byte_array_new ();
  self->by_place = g_hash_table_new_full (place_hash, place_equal, g_free, NULL);
  self->by_key = g_hash_table_new_full (key_hash, key_equal, g_free, NULL);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_spool_objects_free,
                             RefrainSpoolObjects,
                             g_byte_array_unref (x->definitions);
                             g_hash_table_unref (x->by_place);
                             g_hash_table_unref (x->by_key))

/* ---- Definitions ---- */

static guint
define (RefrainSpoolObjects *self, const Key *key, const RefrainSpoolText *name)
{
  const guint index = self->n[key->kind]++;
  GByteArray *to = self->definitions;

  refrain_put_unsigned (to, key->kind == TRACER_WINDOW ? CLASS_WINDOW : CLASS_FILE);
  refrain_put_unsigned (to, (guint64) index + 1);
  if (key->kind == TRACER_FILE)
    {
      g_autofree char *raw = g_strndup (name->text, name->n);
      g_autofree char *valid = g_utf8_make_valid (raw, -1);

      refrain_put_text (to, valid, strlen (valid));
    }
  refrain_put_unsigned (to, key->comm);
  g_hash_table_insert (self->by_key, g_memdup2 (key, sizeof *key), GUINT_TO_POINTER (index + 1));
  return index;
}

void
refrain_spool_objects_add (RefrainSpoolObjects *self,
                           guint process,
                           const RefrainSpoolRecord *record,
                           guint32 comm,
                           gboolean own)
{
  const Place place = { .process = process, .number = record->numbers[0] };
  Key key;
  guint index;

  memset (&key, 0, sizeof key);
  key.comm = comm;
  key.process = own ? (gint32) process : -1;
  key.which = record->numbers[3];
  key.kind = (guint) record->numbers[1];
  if (record->numbers[1] > TRACER_FILE || g_hash_table_contains (self->by_place, &place))
    return;
  index = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_key, &key));
  index = index > 0 ? index - 1 : define (self, &key, &record->texts[0]);
  if (index < G_MAXUINT / 2 - 1)
    g_hash_table_insert (self->by_place, g_memdup2 (&place, sizeof place),
                         GUINT_TO_POINTER ((index + 1) * 2 + key.kind));
}

void
refrain_spool_objects_add_node (RefrainSpoolObjects *self,
                                const char *name,
                                guint64 n_processes,
                                guint64 n_cores)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);

  refrain_put_unsigned (self->definitions, CLASS_NODE);
  refrain_put_text (self->definitions, valid, strlen (valid));
  refrain_put_unsigned (self->definitions, n_processes);
  refrain_put_unsigned (self->definitions, n_cores);
}

void
refrain_spool_objects_add_neighbours (RefrainSpoolObjects *self,
                                      guint process,
                                      const RefrainSpoolRecord *record,
                                      guint32 comm)
{
  const guint8 *at = record->list;

  refrain_put_unsigned (self->definitions, CLASS_NEIGHBOURS);
  refrain_put_unsigned (self->definitions, comm);
  refrain_put_unsigned (self->definitions, process);
  refrain_put_unsigned (self->definitions, record->numbers[1]);
  refrain_put_unsigned (self->definitions, record->n_list);
  for (guint64 i = 0; i < record->n_list; i++)
    refrain_put_unsigned (self->definitions, refrain_spool_list_next (&at));
}

RefrainExtension *
refrain_spool_objects_make_extension (RefrainSpoolObjects *self)
{
  g_autoptr (GBytes) definitions = NULL;
  g_autoptr (GError) error = NULL;
  RefrainExtension *extension;

  if (self->definitions->len == 0)
    return NULL;
  definitions = g_bytes_new (self->definitions->data, self->definitions->len);
  extension = refrain_extension_new ("Refrain", schema, definitions, &error);
  g_assert (extension != NULL);
  return extension;
}

/* ---- Events ---- */

gboolean
refrain_spool_objects_describe (RefrainSpoolObjects *self,
                                guint process,
                                const RefrainSpoolRecord *record,
                                GByteArray *details)
{
  const Place place = { .process = process, .number = record->numbers[1] };
  const guint found = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_place, &place));
  const guint8 *at = record->list;
  guint i = 0;

  while (i < G_N_ELEMENTS (events) && events[i].type != record->numbers[0])
    i++;
  if (found == 0 || i == G_N_ELEMENTS (events) || events[i].kind != found % 2
      || events[i].numbers != record->n_list)
    return FALSE;
  refrain_put_unsigned (details, CLASS_FIRST_EVENT + i);
  refrain_put_unsigned (details, found / 2);
  for (guint64 k = 0; k < record->n_list; k++)
    {
      const guint64 number = refrain_spool_list_next (&at);

      if (events[i].type == TRACER_IO_SEEK && k == 0)
        refrain_put_signed (details, (gint64) number);
      else
        refrain_put_unsigned (details, number);
    }
  return TRUE;
}
