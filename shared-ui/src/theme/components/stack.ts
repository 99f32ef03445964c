import type { Components } from '@mui/material/styles';

export const MuiStack: Components['MuiStack'] = {
  defaultProps: { useFlexGap: true },
  styleOverrides: {
    root: { minWidth: 0, variants: [{ props: { direction: 'row' }, style: { alignItems: 'center' } }] },
  },
};
