/* tracer-symbols.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The names of routines, from the symbol tables of the program's files.
 */
#pragma once

#include <stdint.h>

#include "tracer-spool-format.h"

typedef struct
{
  char name[TRACER_MAX_TEXT]; /* as compilers write it; its address in hexadecimal without a name */
  char file[TRACER_MAX_TEXT]; /* the program or the library that it is in, or "" */
  uint64_t offset;            /* its address in that file */
} TracerSymbol;

/* O(symbols of the file). May be called from several threads. */
void tracer_symbol_find (void *address, TracerSymbol *symbol);
