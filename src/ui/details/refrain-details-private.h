/* refrain-details-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For refrain-details.c and refrain-details-found.c only: how lines are added.
 */
#pragma once

#include "refrain-details.h"

/* Adds @detail, and takes it. */
void refrain_details_append (GListStore *list, RefrainDetail *detail);
void refrain_details_add_title (GListStore *list, const char *label, const char *value);
void refrain_details_add_header (GListStore *list, const char *label);
/* Adds a row; takes @value. */
void refrain_details_add (GListStore *list, const char *label, char *value);
/* The same with what @label means. */
void refrain_details_add_explained (GListStore *list,
                                    const char *label,
                                    char *value,
                                    const char *meaning);
/* A time as precise as a single event needs. Free with g_free(). */
char *refrain_details_format_time (RefrainTime time);
/* Adds start, end and duration. */
void refrain_details_add_times (GListStore *list, RefrainTime start, RefrainTime end);
