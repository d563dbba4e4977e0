/* refrain-matrix-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The communication matrix with its toolbar.
 */
#pragma once

#include "refrain-matrix-canvas.h"
#include "refrain-page.h"

#define REFRAIN_TYPE_MATRIX_PAGE (refrain_matrix_page_get_type ())
G_DECLARE_FINAL_TYPE (RefrainMatrixPage, refrain_matrix_page, REFRAIN, MATRIX_PAGE, RefrainPage)
