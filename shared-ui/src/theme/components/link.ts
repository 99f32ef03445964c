import type { Components } from '@mui/material/styles';

export const MuiLink: Components['MuiLink'] = {
  styleOverrides: {
    root: {
      textDecorationColor: 'transparent',
      textUnderlineOffset: 3,
      fontWeight: 550,
      '&:hover': { textDecorationColor: 'currentColor' },
    },
  },
};
