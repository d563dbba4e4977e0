/* tracer-requests.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The events of requests that are done (tracer-events.c).
 */
#pragma once

#include "tracer.h"

void tracer_put_request_event (TracerThread *t, TracerRecord code, uint64_t request);
void tracer_put_irecv (TracerThread *t, const TracerRequest *request, const MPI_Status *status);
void tracer_put_collective_complete (TracerThread *t, const TracerRequest *request);
uint64_t tracer_received (const MPI_Status *status);
