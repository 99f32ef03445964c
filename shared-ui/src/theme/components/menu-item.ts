import type { Components } from '@mui/material/styles';
import { color, forcedOutline, radius, size } from '../tokens';

export const MuiMenuItem: Components['MuiMenuItem'] = {
  styleOverrides: {
    root: {
      minHeight: size.control,
      borderRadius: radius.small,
      padding: '4px 10px',
      gap: 8,
      fontSize: 14,
      lineHeight: '20px',
      whiteSpace: 'normal',
      '&:hover': { backgroundColor: color.neutralTint },
      '&.Mui-focusVisible': { backgroundColor: color.neutralTint, ...forcedOutline },
      '&:focus-visible': { outlineOffset: -2 },
      '&.Mui-selected, &.Mui-selected:hover, &.Mui-selected.Mui-focusVisible': {
        backgroundColor: color.primaryTint,
      },
      '&.Mui-disabled': { opacity: 1, color: color.inkThird },
    },
  },
};
