import type { Components } from '@mui/material/styles';

export const MuiTypography: Components['MuiTypography'] = {
  defaultProps: { color: 'textPrimary', variantMapping: { subtitle1: 'p', subtitle2: 'p' } },
  styleOverrides: {
    root: {
      variants: [
        // Numbers in a column.
        { props: { align: 'right' }, style: { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } },
      ],
    },
  },
};
