/* refrain-workspace-sides.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The columns beside the page, which fold away in a narrow window.
 */
#include "config.h"
#include "refrain-workspace-private.h"

gboolean
refrain_workspace_get_show_sidebar (RefrainWorkspace *self)
{
  g_return_val_if_fail (REFRAIN_IS_WORKSPACE (self), FALSE);
  return adw_flap_get_reveal_flap (self->sidebar_flap);
}

void
refrain_workspace_set_show_sidebar (RefrainWorkspace *self, gboolean show)
{
  g_return_if_fail (REFRAIN_IS_WORKSPACE (self));

  adw_flap_set_reveal_flap (self->sidebar_flap, show);
  if (!self->narrow)
    self->wide_sidebar = show;
}

gboolean
refrain_workspace_get_show_details (RefrainWorkspace *self)
{
  g_return_val_if_fail (REFRAIN_IS_WORKSPACE (self), FALSE);
  return adw_flap_get_reveal_flap (self->details_flap);
}

void
refrain_workspace_set_show_details (RefrainWorkspace *self, gboolean show)
{
  g_return_if_fail (REFRAIN_IS_WORKSPACE (self));

  adw_flap_set_reveal_flap (self->details_flap, show);
  if (!self->narrow)
    self->wide_details = show;
}

void
refrain_workspace_set_narrow (RefrainWorkspace *self, gboolean narrow)
{
  AdwFlapFoldPolicy policy;

  g_return_if_fail (REFRAIN_IS_WORKSPACE (self));

  if (self->narrow == narrow)
    return;
  self->narrow = narrow;
  /* Never NEVER: the columns' widths would then be the least width of the window, which could not
   * become narrow any more. */
  policy = narrow ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_AUTO;
  adw_flap_set_fold_policy (self->sidebar_flap, policy);
  adw_flap_set_fold_policy (self->details_flap, policy);
  adw_flap_set_reveal_flap (self->sidebar_flap, !narrow && self->wide_sidebar);
  adw_flap_set_reveal_flap (self->details_flap, !narrow && self->wide_details);
}
