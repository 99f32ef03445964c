import type { Components } from '@mui/material/styles';
import { color, motion, radius, size } from '../tokens';

/** Omits the global styles that only detect autofill, because they add two components to each field. */
export const MuiInputBase: Components['MuiInputBase'] = { defaultProps: { disableInjectingGlobalStyles: true } };

/** The border is on the root, because labels are above fields and not in a notch of the border. */
const NoNotch = (): null => null;

/** The frame of a control, shared by fields and date pickers. */
export const controlFrame = {
  boxSizing: 'border-box',
  width: '100%',
  minWidth: 0,
  minHeight: size.control,
  padding: 0,
  border: `1px solid ${color.control}`,
  borderRadius: radius.control,
  backgroundColor: color.surface,
  color: color.ink,
  fontSize: 14,
  lineHeight: '20px',
  letterSpacing: 'inherit',
  transition: `border-color ${motion.quick}ms`,
  '&:hover:not(.Mui-disabled)': { borderColor: color.inkSecond },
  '&:has(:is(input, select, textarea, [contenteditable]):focus-visible)': {
    outline: `2px solid ${color.focus}`,
    outlineOffset: -1,
    borderColor: color.focus,
  },
  '&.Mui-error, &.Mui-error:hover': {
    borderColor: color.danger,
    boxShadow: `inset 0 0 0 1px ${color.danger}`,
  },
  // A value with an unsaved change. Date fields have the mark on the frame itself.
  '&[data-modified], &:has([data-modified])': { backgroundColor: color.attentionTint },
  '&.Mui-disabled': { backgroundColor: color.neutralTint, borderColor: color.line, cursor: 'not-allowed' },
  '@media (pointer: coarse)': { fontSize: 16 },
} as const;

export const MuiOutlinedInput: Components['MuiOutlinedInput'] = {
  defaultProps: { slots: { notchedOutline: NoNotch } },
  styleOverrides: {
    root: controlFrame,
    input: {
      boxSizing: 'border-box',
      // Enlarged text makes its field taller. Otherwise it would be cut off.
      height: 'auto',
      minHeight: `calc(${size.control} - 2px)`,
      padding: '4px 9px',
      borderRadius: 7,
      lineHeight: '20px',
      letterSpacing: 'inherit',
      '&:focus-visible': { outline: 'none' },
      '&::placeholder': { color: color.inkThird, opacity: 1 },
      '&.Mui-disabled': { color: color.inkThird, WebkitTextFillColor: color.inkThird, cursor: 'not-allowed' },
      '&[type=number]': {
        textAlign: 'right',
        appearance: 'textfield',
        '&::-webkit-inner-spin-button, &::-webkit-outer-spin-button': { appearance: 'none', margin: 0 },
      },
      '&::-webkit-search-cancel-button': { display: 'none' },
    },
    multiline: { padding: 0 },
    adornedStart: { paddingLeft: 9, '& .MuiOutlinedInput-input': { paddingLeft: 8 } },
    adornedEnd: { paddingRight: 3 },
  },
};

export const MuiInputAdornment: Components['MuiInputAdornment'] = {
  styleOverrides: {
    root: {
      gap: 0,
      height: 'auto',
      maxHeight: 'none',
      margin: 0,
      color: color.inkThird,
      '& .MuiTypography-root': { fontSize: 13, lineHeight: '20px', color: 'inherit', padding: '0 6px 0 0' },
    },
  },
};

export const MuiNativeSelect: Components['MuiNativeSelect'] = {
  styleOverrides: {
    select: {
      textOverflow: 'ellipsis',
      '&.MuiNativeSelect-select.MuiNativeSelect-select': { minWidth: 0, paddingRight: 31 },
      '& option': { color: color.ink },
    },
    icon: { right: 9, top: 'calc(50% - 8px)', color: color.inkSecond, '&.Mui-disabled': { color: color.inkSecond } },
  },
};
