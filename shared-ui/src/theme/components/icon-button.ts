import type { Components } from '@mui/material/styles';
import { color, radius, size, touch, touchTarget } from '../tokens';

export const MuiIconButton: Components['MuiIconButton'] = {
  styleOverrides: {
    root: {
      width: size.control,
      height: size.control,
      padding: 0,
      border: '1px solid transparent',
      borderRadius: radius.control,
      color: color.inkSecond,
      transition: 'none',
      '&:hover': { backgroundColor: 'transparent' },
      '&:hover:not([aria-disabled=true])': { backgroundColor: color.primaryTint },
      '&[aria-disabled=true]': { color: color.inkThird, cursor: 'not-allowed' },
      '@media print': { display: 'none' },
      variants: [
        {
          props: { size: 'small' },
          style: {
            width: 24,
            height: 24,
            padding: 0,
            borderRadius: radius.small,
            ...touchTarget,
            [touch]: { ...touchTarget[touch], width: 32, height: 32 },
          },
        },
        {
          props: { color: 'secondary' },
          style: {
            color: color.ink,
            backgroundColor: color.surface,
            borderColor: color.control,
            '&:hover:not([aria-disabled=true])': { backgroundColor: color.neutralTint },
            '&[aria-disabled=true]': { backgroundColor: color.neutralTint, borderColor: color.line },
          },
        },
        {
          props: { color: 'primary' },
          style: { color: color.primary },
        },
        {
          props: { color: 'error' },
          style: {
            color: color.danger,
            '&:hover:not([aria-disabled=true])': { backgroundColor: color.dangerTint },
          },
        },
      ],
    },
  },
};
