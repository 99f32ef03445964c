import type { Components } from '@mui/material/styles';

export const MuiDivider: Components['MuiDivider'] = {
  styleOverrides: { root: { '&:not(.MuiDivider-vertical)': { width: '100%' } } },
};
