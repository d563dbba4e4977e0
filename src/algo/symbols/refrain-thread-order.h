/* refrain-thread-order.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The operations of a process' threads in one order: what threads do at the same time stands thread
 * by thread, joined at the collective operations during which no other thread communicates.
 */
#pragma once

#include "refrain-symbols.h"

/* Threads beyond so many share a lane. */
#define REFRAIN_MAX_LANE G_MAXUINT8

/* The elements of @stream, of @process, which stands thread by thread, in that order (@posted:
 * receives stand where they are posted); free with g_free(). NULL where no more than one thread
 * communicates. refrain_symbols_new() has done it. O(n log n) in the operations. */
guint32 *
refrain_thread_order (RefrainProcess *process, const RefrainSymbolStream *stream, gboolean posted);
/* Of each operation of @process which of the threads that communicate made it, from 1, or 0 where
 * it joins them; NULL where no more than one communicates. Free with g_free(). O(n log n) in the
 * operations. */
guint8 *refrain_thread_order_lanes (RefrainProcess *process);
/* Processes of which more than one thread communicates. O(threads). */
guint refrain_thread_order_count (RefrainTrace *trace);
