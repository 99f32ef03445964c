import { keyframes } from '@mui/material/styles';

const sweep = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(250%)' } });

/** An animated 2 px progress line in the text color. */
export const busyLine = {
  height: 2,
  overflow: 'hidden',
  '&::after': {
    content: '""',
    display: 'block',
    width: '40%',
    height: '100%',
    backgroundColor: 'currentColor',
    animation: `${sweep} 1.1s ease-in-out infinite`,
    '@media (prefers-reduced-motion: reduce)': { width: '100%', animation: 'none' },
  },
} as const;
