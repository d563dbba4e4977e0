/* fail-nth.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls of the system that fail (fail-nth.c), for a test that is linked with it.
 */
#pragma once

/* From now on the @n-th call of kind @what fails with @error, and all after it: of those that
 * concern files whose path has @in in it. */
void fail_nth_begin (const char *what, unsigned long n, int error, const char *in);
/* All is well again. */
void fail_nth_end (void);
