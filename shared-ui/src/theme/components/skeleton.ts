import type { Components } from '@mui/material/styles';
import { color, radius } from '../tokens';

export const MuiSkeleton: Components['MuiSkeleton'] = {
  defaultProps: { variant: 'rounded' },
  styleOverrides: {
    root: { maxWidth: '100%', backgroundColor: color.neutralTint },
    rounded: { borderRadius: radius.small },
  },
};
