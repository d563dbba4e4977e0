/* patience.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long a test waits for what must come. No test depends on a time: this is only how long it
 * takes until one that fails says so, and must be more than the slowest machine takes.
 */
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CHECKS_ARE_SLOW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CHECKS_ARE_SLOW 1
#endif
#endif

/* Seconds. */
#ifdef CHECKS_ARE_SLOW
#define PATIENCE 600
#else
#define PATIENCE 100
#endif
