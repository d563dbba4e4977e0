/* refrain-promotion.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal: which routines pass what they say to their callers, so that the parts of one
 * exchange come together.
 */
#pragma once

#include "refrain-instances.h"
#include "refrain-wrappers.h"

/* The instances of @symbols with the wrappers of @choice (NULL: no routine delimits), repeats
 * opened as far as they reach (refrain-reach.h), and more routines made wrappers: one whose
 * segments do not reach all processes, and of which a pattern comes again, is tried, with its
 * caller, with its caller's caller and so on below the outermost routine, and taken if that gives
 * fewer patterns, a shorter description and no more instances with two units of a process, and what
 * is passed on is with more processes for the most part or not at all; the shortest description
 * first, until nothing helps. @all gets the choice in the end, NULL where @choice is. @elementary, where it is not NULL, are the instances with all repeats open, of which
 * the result is a view where nothing is to be shut and nothing helps. NULL when cancelled. One
 * refrain_reach_join() for each try. */
RefrainInstances *refrain_promotion_join (RefrainSymbols *symbols,
                                          const RefrainInstances *elementary,
                                          const RefrainWrapperChoice *choice,
                                          RefrainWrapperChoice **all,
                                          GCancellable *cancellable);
