/* phases-driver.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What tests of phases in the window share.
 */
#pragma once

#include "window-driver.h"

typedef struct
{
  const char *path;
  void (*func) (void);
} PhasesTest;

/* A copy of the demo: what is told about it is remembered beside it. */
extern char *demo;

RefrainPhaseModel *get_model (RefrainWindow *window);
RefrainPhasesPage *get_page (RefrainWindow *window);
GListModel *get_listed (RefrainWindow *window);
gsize count_phases (RefrainWindow *window);
/* The phases page of @path (NULL: the demo), phases found: those chosen. */
RefrainWindow *make_window_as_chosen (const char *path);
/* ... and the whole tree. */
RefrainWindow *make_window_with_phases (const char *path);
void set_strength (RefrainWindow *window, double strength);
void select_segment (RefrainWindow *window, guint number);
/* The one that is selected. */
RefrainPhaseRange get_selected (RefrainWindow *window);
/* Phases cover the sequence, one behind the other. */
void assert_covered (RefrainWindow *window);
/* For main(): makes the demo's copy, and runs @tests. */
int phases_driver_run (int argc, char **argv, const PhasesTest *tests, gsize n);
