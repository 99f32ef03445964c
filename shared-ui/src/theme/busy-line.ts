import { type CSSObject, keyframes } from '@mui/material/styles';
import { color, forcedMark } from './tokens';

const sweep = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(250%)' } });

/** A pseudo-element: a 2 px line in the text color that sweeps along the bottom edge of its positioned element. */
export const busyBar = {
  content: '""',
  position: 'absolute',
  left: 0,
  bottom: 0,
  width: '40%',
  height: 2,
  backgroundColor: 'currentColor',
  ...forcedMark('CanvasText'),
  animation: `${sweep} 1.1s ease-in-out infinite`,
  '@media (prefers-reduced-motion: reduce)': { width: '100%', animation: 'none' },
} as const;

/** A reloading region (`aria-busy`): the line sweeps along its top edge, and its content stays readable. */
export const busyRegion: CSSObject = {
  position: 'relative',
  '&[aria-busy=true]': {
    overflow: 'clip',
    '&::before': { ...busyBar, top: 0, bottom: 'auto', color: color.primary },
  },
};
