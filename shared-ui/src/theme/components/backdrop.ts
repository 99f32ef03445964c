import type { Components } from '@mui/material/styles';
import { color } from '../tokens';

export const MuiBackdrop: Components['MuiBackdrop'] = {
  styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: color.scrim } } },
};
