/* refrain-topology-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The topology of the run: its name, the picture, what else it could be called, and how it was
 * found.
 */
#pragma once

#include "refrain-page.h"
#include "refrain-topology-canvas.h"

#define REFRAIN_TYPE_TOPOLOGY_PAGE (refrain_topology_page_get_type ())
G_DECLARE_FINAL_TYPE (
    RefrainTopologyPage, refrain_topology_page, REFRAIN, TOPOLOGY_PAGE, RefrainPage)

/* The topology of the page's session, owned by the page; NULL without a session. For tests. */
RefrainTopologyModel *refrain_topology_page_get_model (RefrainTopologyPage *self);
