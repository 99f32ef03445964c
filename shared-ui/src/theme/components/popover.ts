import type { Components } from '@mui/material/styles';
import { color, radius } from '../tokens';

export const MuiPopover: Components['MuiPopover'] = {
  styleOverrides: {
    paper: {
      border: `1px solid ${color.line}`,
      borderRadius: radius.panel,
      boxShadow: color.shadow,
      backgroundColor: color.surface,
    },
  },
};
