import { styled } from '@mui/material/styles';
import type { Components } from '@mui/material/styles';
import { color, focusRing, forcedMark, motion } from '../tokens';

const Circle = styled('span')({
  boxSizing: 'border-box',
  display: 'grid',
  placeContent: 'center',
  width: 16,
  height: 16,
  border: `1.5px solid ${color.control}`,
  borderRadius: '50%',
  backgroundColor: color.surface,
  transition: `border-color ${motion.quick}ms`,
});

const Dot = styled('span')({
  width: 8,
  height: 8,
  borderRadius: '50%',
  backgroundColor: color.primaryFill,
  ...forcedMark('Highlight'),
});

export const MuiRadio: Components['MuiRadio'] = {
  defaultProps: {
    icon: <Circle />,
    checkedIcon: (
      <Circle>
        <Dot />
      </Circle>
    ),
  },
  styleOverrides: {
    root: {
      flex: 'none',
      margin: '2px 0',
      padding: 0,
      cursor: 'inherit',
      '&, &:hover': { backgroundColor: 'transparent' },
      '&:has(:focus-visible)': focusRing,
      '&.Mui-checked > span': { borderColor: color.primaryFill },
      '&.Mui-disabled': { opacity: 0.6 },
    },
  },
};
