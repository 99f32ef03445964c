import type { Components } from '@mui/material/styles';
import { color, focusRing, forcedMark, motion } from '../tokens';

export const MuiSwitch: Components['MuiSwitch'] = {
  styleOverrides: {
    root: {
      flex: 'none',
      width: 30,
      height: 18,
      margin: '1px 0',
      padding: 0,
      borderRadius: 9,
      overflow: 'visible',
      '&:has(:focus-visible)': focusRing,
      '&:has(:disabled)': { opacity: 0.6 },
    },
    switchBase: {
      padding: 4,
      cursor: 'inherit',
      transition: `transform ${motion.quick}ms`,
      '&, &.Mui-disabled': { color: color.control },
      '&:hover, &.Mui-checked:hover': { backgroundColor: 'transparent' },
      '&.Mui-checked, &.Mui-checked.Mui-disabled': { transform: 'translateX(12px)', color: color.onPrimaryFill },
      '& + .MuiSwitch-track.MuiSwitch-track': { opacity: 1, backgroundColor: color.surface },
      '&.Mui-checked + .MuiSwitch-track.MuiSwitch-track': {
        backgroundColor: color.primaryFill,
        borderColor: color.primaryFill,
        ...forcedMark('Highlight'),
      },
      '&.Mui-checked .MuiSwitch-thumb': forcedMark('Canvas'),
    },
    thumb: {
      width: 10,
      height: 10,
      border: 0,
      boxShadow: 'none',
      transition: `background-color ${motion.quick}ms`,
      ...forcedMark('CanvasText'),
    },
    track: {
      boxSizing: 'border-box',
      border: `1.5px solid ${color.control}`,
      borderRadius: 9,
      zIndex: 0,
      transition: `background-color ${motion.quick}ms, border-color ${motion.quick}ms`,
    },
  },
};
