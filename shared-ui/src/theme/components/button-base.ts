import type { Components } from '@mui/material/styles';
import { focusRing } from '../tokens';

export const MuiButtonBase: Components['MuiButtonBase'] = {
  defaultProps: { disableRipple: true, disableTouchRipple: true },
  // MUI removes the outline, because its ripple shows the focus.
  styleOverrides: { root: { '&:focus-visible': focusRing } },
};
