/* refrain-folders.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where what is installed with the program is, wherever the program was installed: an installed
 * tree may be moved, and in the folder it was built in the program finds what was built with it.
 */
#pragma once

#include <glib.h>

/* @installed below the prefix this program runs from; in the folder it was built in, @built below
 * that folder (NULL: nothing is); else @installed below the configured prefix. @installed may be
 * absolute, where no prefix holds it. The first of these that exists, or the configured one, which
 * need not. Free with g_free(). */
char *refrain_folders_find (const char *installed, const char *built);

/* As refrain_folders_find(), for a program in the folder @program (absolute), to be tried without
 * one. */
char *refrain_folders_find_from (const char *program, const char *installed, const char *built);

/* Sets the locale of the process, and finds the catalogue of its language: what `main` does first.
 * The environment's REFRAIN_LOCALE_DIR names other catalogues. */
void refrain_folders_set_locale (void);
