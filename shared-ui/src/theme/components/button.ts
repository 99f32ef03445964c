import type { Components, CSSObject } from '@mui/material/styles';
import { busyBar } from '../busy-line';
import { color, phone, radius, size } from '../tokens';

const onHover = (style: CSSObject): CSSObject => ({ '&:hover:not([aria-disabled=true])': style });

/** Shared style of buttons and toggle buttons. */
export const buttonStyle = {
  position: 'relative',
  overflow: 'hidden',
  minWidth: size.control,
  minHeight: size.control,
  padding: '5px 12px',
  gap: 6,
  border: '1px solid transparent',
  borderRadius: radius.control,
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 600,
  letterSpacing: 'inherit',
  textTransform: 'none',
  whiteSpace: 'nowrap',
  // Long text at a large font size wraps.
  [phone]: { whiteSpace: 'normal' },
  // With a transition, a button that becomes enabled, even under the pointer, would briefly show its new text on the
  // old background.
  transition: 'none',
  // Printed pages have no buttons.
  '@media print': { display: 'none' },
} as const;

/** Disabled controls stay readable and in the tab order, so they only have the ARIA state. */
const disabled = (style: CSSObject): CSSObject => ({
  '&[aria-disabled=true]:not([aria-busy=true])': { color: color.inkThird, cursor: 'not-allowed', ...style },
});

/** Forced colors remove the background that distinguishes the primary button, so it gets a system color. */
const forcedFill = {
  '@media (forced-colors: active)': {
    forcedColorAdjust: 'none',
    '&, &:hover:not([aria-disabled=true])': {
      color: 'ButtonFace',
      backgroundColor: 'ButtonText',
      borderColor: 'ButtonText',
    },
    '&[aria-disabled=true]': { color: 'GrayText', backgroundColor: 'ButtonFace', borderColor: 'GrayText' },
    '&:focus-visible': { outlineColor: 'Highlight' },
  },
} as const;

export const outlinedStyle = {
  color: color.ink,
  backgroundColor: color.surface,
  borderColor: color.control,
  ...onHover({ backgroundColor: color.neutralTint }),
  ...disabled({ backgroundColor: color.neutralTint, borderColor: color.line }),
} as const;

export const MuiButton: Components['MuiButton'] = {
  defaultProps: { variant: 'outlined', disableElevation: true },
  styleOverrides: {
    root: {
      ...buttonStyle,
      '&[aria-busy=true]': { cursor: 'progress', '&::after': busyBar },
      variants: [
        { props: { variant: 'outlined' }, style: outlinedStyle },
        {
          props: { variant: 'outlined', color: 'error' },
          style: { color: color.danger, ...onHover({ backgroundColor: color.dangerTint, borderColor: color.danger }) },
        },
        {
          props: { variant: 'text' },
          style: {
            color: color.primary,
            backgroundColor: 'transparent',
            ...onHover({ backgroundColor: color.primaryTint }),
            ...disabled({}),
          },
        },
        { props: { variant: 'text', color: 'secondary' }, style: { color: color.inkSecond } },
        {
          props: { variant: 'text', color: 'error' },
          style: { color: color.danger, ...onHover({ backgroundColor: color.dangerTint }) },
        },
        {
          props: { variant: 'contained' },
          style: {
            color: color.onPrimaryFill,
            backgroundColor: color.primaryFill,
            borderColor: color.primaryFill,
            ...onHover({ backgroundColor: color.primaryFillHover, borderColor: color.primaryFillHover }),
            ...disabled({ backgroundColor: color.neutralTint, borderColor: color.line }),
            ...forcedFill,
          },
        },
        {
          props: { variant: 'contained', color: 'error' },
          style: {
            color: color.onDangerFill,
            backgroundColor: color.dangerFill,
            borderColor: color.dangerFill,
            ...onHover({ backgroundColor: color.dangerFillHover, borderColor: color.dangerFillHover }),
            ...forcedFill,
          },
        },
      ],
    },
    startIcon: { margin: 0, '&::before': { content: 'none' } },
    endIcon: { margin: 0 },
  },
};
