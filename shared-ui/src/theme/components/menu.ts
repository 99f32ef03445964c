import type { Components } from '@mui/material/styles';

export const MuiMenu: Components['MuiMenu'] = {
  styleOverrides: { paper: { minWidth: 180 }, list: { padding: 4 } },
};
