import type { Components } from '@mui/material/styles';
import { color } from '../tokens';

export const MuiPaper: Components['MuiPaper'] = {
  defaultProps: { elevation: 0 },
  styleOverrides: { root: { backgroundImage: 'none', color: color.ink } },
};
