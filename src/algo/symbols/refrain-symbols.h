/* refrain-symbols.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Symbol streams: each process' communication operations as small integers, equal where the symbol
 * scheme says that two operations are equal. Every sequence analysis runs on these. Immutable.
 */
#pragma once

#include "refrain-trace.h"

/* The fields that make two operations different. */
typedef enum
{
  REFRAIN_SYMBOL_OP = 1 << 0, /* send, receive, or which collective; one that does not block is another */
  REFRAIN_SYMBOL_PEER = 1 << 1,
  REFRAIN_SYMBOL_TAG = 1 << 2,
  REFRAIN_SYMBOL_COMM = 1 << 3,
  REFRAIN_SYMBOL_SIZE = 1 << 4,
} RefrainSymbolFields;

typedef enum
{
  REFRAIN_RECEIVE_COMPLETION, /* a receive stands where it completes (Alawneh 2012, table 5.7) */
  REFRAIN_RECEIVE_POSTING,    /* ... where it is posted */
  REFRAIN_RECEIVE_SETS, /* ... where it completes; what completes together is put in the order in
                           which it is posted where its order varies between otherwise equal sets */
} RefrainReceivePlace;

typedef struct
{
  RefrainSymbolFields fields; /* Alawneh 2012: OP | PEER */
  RefrainReceivePlace receive;
  gboolean relative;       /* the peer as its distance from the process */
  gboolean point_to_point; /* take sends and receives */
  gboolean collectives;    /* take collective operations */
} RefrainSymbolScheme;

/* The scheme of Alawneh 2012: operation and peer, receives at completion, point-to-point only. */
#define REFRAIN_SYMBOL_SCHEME_THESIS                                                               \
  {                                                                                                \
    .fields = REFRAIN_SYMBOL_OP | REFRAIN_SYMBOL_PEER, .point_to_point = TRUE                      \
  }

/* One process' stream, in order. */
typedef struct
{
  gsize n;
  const guint32 *symbol; /* below refrain_symbols_get_n_symbols() */
  const guint32 *op;     /* row of the process' operations */
  const guint32 *call;   /* the call that made it (MPI_Send, MPI_Wait, ...), or REFRAIN_NONE */
} RefrainSymbolStream;

/* What a symbol means, in words: refrain_symbols_get_shifted(). */
enum
{
  REFRAIN_WORD_CLASS, /* REFRAIN_CLASS_SEND, REFRAIN_CLASS_RECV, REFRAIN_CLASS_COLLECTIVE + type; 0
                         where the field is not taken */
  REFRAIN_WORD_PEER,  /* process + 1, 0 for none; relative: the distance */
  REFRAIN_WORD_TAG,  /* of a collective: 1 where it does not block */
  REFRAIN_WORD_COMM, /* + 1 */
  REFRAIN_WORD_SIZE_LOW,
  REFRAIN_WORD_SIZE_HIGH,
  REFRAIN_SYMBOL_N_WORDS
};

enum
{
  REFRAIN_CLASS_SEND,
  REFRAIN_CLASS_RECV,
  REFRAIN_CLASS_COLLECTIVE,
  REFRAIN_N_CLASSES = REFRAIN_CLASS_COLLECTIVE + REFRAIN_N_COLLECTIVES
};

#define REFRAIN_TYPE_SYMBOLS (refrain_symbols_get_type ())
G_DECLARE_FINAL_TYPE (RefrainSymbols, refrain_symbols, REFRAIN, SYMBOLS, GObject)

/* Reads every operation once, processes spread over all cores; equal operations of different
 * processes have equal symbols. What threads of a process do at the same time stands thread by
 * thread (refrain-thread-order.h). NULL with @error when cancelled. O(operations); keeps 4 bytes an
 * operation, 12 where @scheme leaves some out or has them in another order. */
RefrainSymbols *refrain_symbols_new (RefrainTrace *trace,
                                     const RefrainSymbolScheme *scheme,
                                     GCancellable *cancellable,
                                     GError **error);

/* The same symbols in another order: @order holds of each process the elements of its stream in the
 * order in which they are to stand, or NULL. O(operations). */
RefrainSymbols *refrain_symbols_new_ordered (RefrainSymbols *symbols, guint32 *const *order);
/* As REFRAIN_RECEIVE_SETS would have them, out of symbols of all operations with receives where
 * they complete: @symbols itself (another reference) where no order varies. O(operations). */
RefrainSymbols *refrain_symbols_new_sets (RefrainSymbols *symbols);

/* What these return belongs to @self; symbols are below get_n_symbols(). */
RefrainTrace *refrain_symbols_get_trace (RefrainSymbols *self);
const RefrainSymbolScheme *refrain_symbols_get_scheme (RefrainSymbols *self);
guint32 refrain_symbols_get_n_symbols (RefrainSymbols *self);
const RefrainSymbolStream *refrain_symbols_get_stream (RefrainSymbols *self, guint process);
/* Frees all of the stream of @process but its rows; for whoever holds the only reference. */
void refrain_symbols_drop (RefrainSymbols *self, guint process);
/* Where each process sits on the run's topology: @places holds a guint32 a process, a permutation;
 * NULL: as ranks say. For names alone; before anybody else sees @self. */
void refrain_symbols_set_places (RefrainSymbols *self, GBytes *places);
guint32 refrain_symbols_get_place (RefrainSymbols *self, guint process);
/* "S2", "R3", "S2 tag 7", "MPI_Allreduce", processes counted from @first_rank: 1 as Alawneh 2012
 * writes them, 0 as MPI and the command line do. Free with g_free(). */
char *refrain_symbols_describe_from (RefrainSymbols *self, guint32 symbol, guint first_rank);
/* What @symbol means, in words, with its peer counted from process @origin where the scheme has
 * absolute peers. O(1). */
void refrain_symbols_get_shifted (RefrainSymbols *self,
                                  guint32 symbol,
                                  guint origin,
                                  guint32 words[REFRAIN_SYMBOL_N_WORDS]);
