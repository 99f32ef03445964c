import type { Components } from '@mui/material/styles';

export const MuiTypography: Components['MuiTypography'] = {
  defaultProps: { color: 'textPrimary', variantMapping: { subtitle1: 'p', subtitle2: 'p' } },
  styleOverrides: {
    root: {
      variants: [
        // For columns of numbers.
        { props: { align: 'right' }, style: { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } },
      ],
    },
  },
};
