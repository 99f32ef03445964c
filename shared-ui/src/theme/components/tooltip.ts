import type { Components } from '@mui/material/styles';
import { color, radius } from '../tokens';

export const MuiTooltip: Components['MuiTooltip'] = {
  styleOverrides: {
    tooltip: {
      boxSizing: 'border-box',
      maxWidth: 'min(280px, calc(100vw - 16px))',
      padding: '6px 8px',
      border: `1px solid ${color.inverseControlLine}`,
      borderRadius: radius.small,
      backgroundColor: color.inverse,
      color: color.onInverse,
      fontSize: 12,
      lineHeight: '16px',
      fontWeight: 500,
      textAlign: 'left',
      // The gap to the element on each side.
      '.MuiTooltip-popper &&': { margin: 6 },
    },
  },
};
