import type { Components } from '@mui/material/styles';
import { touchTarget } from '../tokens';

export const MuiLink: Components['MuiLink'] = {
  styleOverrides: {
    root: {
      ...touchTarget,
      textDecorationColor: 'transparent',
      textUnderlineOffset: 3,
      fontWeight: 550,
      '&:hover': { textDecorationColor: 'currentColor' },
    },
  },
};
