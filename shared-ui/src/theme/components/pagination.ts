import type { Components } from '@mui/material/styles';
import { color, forcedOutline, radius, size } from '../tokens';

export const MuiPaginationItem: Components['MuiPaginationItem'] = {
  defaultProps: { shape: 'rounded' },
  styleOverrides: {
    root: {
      minWidth: size.control,
      height: size.control,
      margin: '0 2px',
      padding: '5px 6px',
      border: '1px solid transparent',
      borderRadius: radius.control,
      fontSize: 13,
      lineHeight: '20px',
      fontWeight: 600,
      letterSpacing: 'inherit',
      // As for buttons: the arrows can become enabled under the pointer.
      transition: 'none',
      fontVariantNumeric: 'tabular-nums',
      color: color.ink,
      '&:hover': { backgroundColor: color.neutralTint },
      '&.Mui-selected, &.Mui-selected:hover': {
        color: color.primary,
        backgroundColor: color.primaryTint,
        borderColor: color.primary,
        ...forcedOutline,
      },
      '&.Mui-disabled': { opacity: 1, color: color.inkThird },
    },
  },
};
