/* refrain-thread-order.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The operations of a process' threads in one order: what threads do at the same time stands thread
 * by thread, joined at the collective operations during which no other thread communicates.
 */
#pragma once

#include "refrain-symbols.h"

G_BEGIN_DECLS

/* The elements of the stream of @process in that order; free with g_free(). NULL where no more than
 * one thread communicates, so that the stream stands in order. O(n log n) in the operations. */
guint32 *refrain_thread_order (RefrainSymbols *symbols, guint process);
/* Processes of which more than one thread communicates. O(threads). */
guint refrain_thread_order_count (RefrainTrace *trace);

G_END_DECLS
