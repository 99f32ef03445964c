import { keyframes } from '@mui/material/styles';

const sweep = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(250%)' } });

/** A pseudo-element that sweeps as a 2 px line in the text color over the lower edge of its positioned element. */
export const busyBar = {
  content: '""',
  position: 'absolute',
  left: 0,
  bottom: 0,
  width: '40%',
  height: 2,
  backgroundColor: 'currentColor',
  animation: `${sweep} 1.1s ease-in-out infinite`,
  '@media (prefers-reduced-motion: reduce)': { width: '100%', animation: 'none' },
} as const;
