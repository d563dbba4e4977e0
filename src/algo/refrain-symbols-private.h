/* refrain-symbols-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "refrain-symbols.h"

G_BEGIN_DECLS

/* Words that tell symbols apart. */
#define REFRAIN_SYMBOL_N_WORDS 6

/* What @symbol means, with its peer counted from process @origin. */
void refrain_symbols_get_shifted (RefrainSymbols *self,
                                  guint32 symbol,
                                  guint origin,
                                  guint32 words[REFRAIN_SYMBOL_N_WORDS]);

G_END_DECLS
