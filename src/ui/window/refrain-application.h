/* refrain-application.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The program: its windows, its style, its commands ("app.").
 */
#pragma once

#include <adwaita.h>

#define REFRAIN_TYPE_APPLICATION (refrain_application_get_type ())
G_DECLARE_FINAL_TYPE (RefrainApplication, refrain_application, REFRAIN, APPLICATION, AdwApplication)

RefrainApplication *refrain_application_new (const char *application_id, GApplicationFlags flags);
