import type { Components } from '@mui/material/styles';
import { color } from '../tokens';

export const MuiDialog: Components['MuiDialog'] = {
  styleOverrides: {
    paper: {
      margin: 16,
      width: 'calc(100% - 32px)',
      maxHeight: 'calc(100% - 32px)',
      borderRadius: 12,
      border: `1px solid ${color.line}`,
      backgroundColor: color.surface,
      boxShadow: color.shadow,
    },
  },
};
