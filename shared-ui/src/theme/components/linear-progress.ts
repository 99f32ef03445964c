import type { Components } from '@mui/material/styles';
import { color, forcedMark, forcedTrack } from '../tokens';

export const MuiLinearProgress: Components['MuiLinearProgress'] = {
  styleOverrides: {
    root: {
      height: 2,
      color: color.primary,
      backgroundColor: 'transparent',
      variants: [
        {
          props: { variant: 'determinate' },
          style: { height: 6, borderRadius: 3, backgroundColor: color.neutralTint, ...forcedTrack },
        },
      ],
    },
    bar: { backgroundColor: 'currentColor', borderRadius: 'inherit', ...forcedMark('CanvasText') },
  },
};
