/* tracer-threads.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What threads need of the other parts of the tracer, and the other way round.
 */
#pragma once

#include "tracer.h"

/* The path of the program that runs, "" if it is not known. */
const char *tracer_get_program (void);
