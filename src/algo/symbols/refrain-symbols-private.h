/* refrain-symbols-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "refrain-sequence-table.h"
#include "refrain-symbols.h"

G_BEGIN_DECLS

/* What a symbol means, as words of a sequence table. */
enum
{
  WORD_CLASS, /* CLASS_SEND, CLASS_RECV, CLASS_COLLECTIVE + type; 0 where the field is not taken */
  WORD_PEER,  /* process + 1, 0 for none; relative: the distance */
  WORD_TAG,
  WORD_COMM, /* + 1 */
  WORD_SIZE_LOW,
  WORD_SIZE_HIGH,
  REFRAIN_SYMBOL_N_WORDS
};

enum
{
  CLASS_SEND,
  CLASS_RECV,
  CLASS_COLLECTIVE,
  N_CLASSES = CLASS_COLLECTIVE + REFRAIN_N_COLLECTIVES
};

struct _RefrainSymbols
{
  GObject parent_instance;

  RefrainTrace *trace;
  RefrainSymbolScheme scheme;
  RefrainSequenceTable
      meanings; /* of REFRAIN_SYMBOL_N_WORDS words each; the number is the symbol */
  guint n_processes;
  RefrainSymbolStream *streams;
};

/* What @symbol means, with its peer counted from process @origin. */
void refrain_symbols_get_shifted (RefrainSymbols *self,
                                  guint32 symbol,
                                  guint origin,
                                  guint32 words[REFRAIN_SYMBOL_N_WORDS]);

G_END_DECLS
