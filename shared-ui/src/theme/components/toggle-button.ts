import type { Components } from '@mui/material/styles';
import { color, forcedMark, radius } from '../tokens';
import { buttonStyle, outlinedStyle } from './button';

const { '@media (forced-colors: active)': mark } = forcedMark('Highlight');
/** In forced colors, the text of a selected button has the matching system color. */
const chosenThen = { '@media (forced-colors: active)': { ...mark, color: 'HighlightText', borderColor: 'Highlight' } };

export const MuiToggleButton: Components['MuiToggleButton'] = {
  defaultProps: { color: 'primary' },
  styleOverrides: {
    root: {
      ...buttonStyle,
      ...outlinedStyle,
      '&.Mui-selected, &.Mui-selected:hover': {
        color: color.primary,
        backgroundColor: color.primaryTint,
        borderColor: color.primary,
        ...chosenThen,
      },
    },
  },
};

/** A single-choice group: a tray of buttons with the selected one raised. */
export const MuiToggleButtonGroup: Components['MuiToggleButtonGroup'] = {
  defaultProps: { exclusive: true },
  styleOverrides: {
    root: {
      gap: 2,
      padding: 2,
      borderRadius: 10,
      backgroundColor: color.neutralTint,
      '& .MuiToggleButton-root.MuiToggleButtonGroup-grouped': {
        margin: 0,
        border: '1px solid transparent',
        borderRadius: radius.control,
        backgroundColor: 'transparent',
        color: color.inkSecond,
        '&:hover': { backgroundColor: color.subtle },
        '&.Mui-disabled': { color: color.inkThird },
        '&.Mui-selected': {
          backgroundColor: color.surface,
          borderColor: color.control,
          color: color.ink,
          ...chosenThen,
        },
      },
    },
  },
};
