#include "refrain-cover-loops.h"
#include "refrain-pair-sequences.h"
RefrainGrammar *
refrain_cover_loops_find (const guint32 *symbols,
                          guint32 n,
                          guint32 n_symbols,
                          GCancellable *cancellable)
{
  return refrain_pair_sequences_find (symbols, n, n_symbols, cancellable);
}
