/* refrain-pages.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pages, one line each: the questions one can ask of a run, in the order of the left column.
 * From it follow the left column, the workspace, the export dialog, the keys and the window of
 * keys. A new page is a line here.
 */
#pragma once

#include "refrain-page.h"

typedef enum
{
  REFRAIN_PLACE_MIDDLE, /* instead of the others */
  REFRAIN_PLACE_BELOW,  /* below the event graph */
  REFRAIN_PLACE_LEFT,   /* below the questions, beside the page seen last */
} RefrainPagePlace;

typedef struct
{
  const char *name;  /* as the action "win.page" calls it */
  const char *title; /* to be translated */
  const char *icon;
  GType (*get_type) (void);
  RefrainPagePlace place;
  const char *key; /* NULL: by its place */
} RefrainPageInfo;

/* Its key, where it names none, is Alt with its place: 1 to 9, 0, and the minus behind them. */
extern const RefrainPageInfo refrain_pages[];
extern const guint refrain_n_pages;
