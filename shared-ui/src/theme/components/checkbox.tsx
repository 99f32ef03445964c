import { styled } from '@mui/material/styles';
import type { Components } from '@mui/material/styles';
import { color, focusRing, forcedMark } from '../tokens';

/**
 * The drawn box. Its state comes from the classes of the surrounding checkbox. It has no transition, because each frame
 * would repaint the surrounding grid.
 */
const Box = styled('span')({
  boxSizing: 'border-box',
  display: 'grid',
  placeContent: 'center',
  width: '1em',
  height: '1em',
  border: `1.5px solid ${color.control}`,
  borderRadius: 4,
  backgroundColor: color.surface,
});

const Tick = styled('span')({
  boxSizing: 'border-box',
  width: '0.3125em',
  height: '0.5625em',
  border: `solid ${color.onPrimaryFill}`,
  borderWidth: '0 2px 2px 0',
  transform: 'translateY(-1px) rotate(45deg)',
});

const Bar = styled('span')({ width: 8, height: 2, backgroundColor: color.onPrimaryFill, ...forcedMark('CanvasText') });

export const MuiCheckbox: Components['MuiCheckbox'] = {
  defaultProps: {
    icon: <Box />,
    checkedIcon: (
      <Box>
        <Tick />
      </Box>
    ),
    indeterminateIcon: (
      <Box>
        <Bar />
      </Box>
    ),
  },
  styleOverrides: {
    root: {
      flex: 'none',
      margin: '2px 0',
      padding: 0,
      borderRadius: 4,
      fontSize: 16,
      cursor: 'inherit',
      '&, &:hover': { backgroundColor: 'transparent' },
      '&:has(:focus-visible)': focusRing,
      '&.Mui-checked > span, &.MuiCheckbox-indeterminate > span': {
        backgroundColor: color.primaryFill,
        borderColor: color.primaryFill,
      },
      '&:has([aria-invalid=true]) > span': { borderColor: color.danger },
      '&.Mui-disabled > span': { backgroundColor: color.neutralTint, borderColor: color.control, opacity: 0.7 },
      '&.Mui-disabled.Mui-checked > span, &.Mui-disabled.MuiCheckbox-indeterminate > span': {
        backgroundColor: color.inkThird,
        borderColor: color.inkThird,
      },
      variants: [{ props: { size: 'small' }, style: { margin: '1px 0', fontSize: 14 } }],
    },
  },
};
