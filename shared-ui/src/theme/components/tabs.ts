import type { Components } from '@mui/material/styles';
import { color, focusRing, forcedMark } from '../tokens';

export const MuiTabs: Components['MuiTabs'] = {
  styleOverrides: {
    root: { minHeight: 36, borderBottom: `1px solid ${color.line}` },
    indicator: { height: 2, backgroundColor: color.primary, ...forcedMark('Highlight') },
  },
};

export const MuiTab: Components['MuiTab'] = {
  styleOverrides: {
    root: {
      minWidth: 0,
      minHeight: 36,
      padding: '6px 12px',
      fontSize: 13,
      lineHeight: '20px',
      fontWeight: 600,
      letterSpacing: 'inherit',
      textTransform: 'none',
      color: color.inkSecond,
      '&:hover': { color: color.ink },
      '&.Mui-selected': { color: color.primary },
      // The tab list clips what is outside.
      '&:focus-visible': { ...focusRing, outlineOffset: -4, borderRadius: 8 },
    },
  },
};
