import type { Components } from '@mui/material/styles';
import { color } from '../tokens';

export const MuiDrawer: Components['MuiDrawer'] = {
  styleOverrides: { paper: { border: 0, boxShadow: color.shadow, backgroundColor: color.rail } },
};
