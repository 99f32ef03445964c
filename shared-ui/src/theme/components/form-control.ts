import type { Components } from '@mui/material/styles';
import { color } from '../tokens';

export const MuiFormControl: Components['MuiFormControl'] = {
  styleOverrides: { root: { display: 'flex', gap: 4, minWidth: 0, verticalAlign: 'baseline' } },
};

const labelColors = { color: color.ink, '&.Mui-focused, &.Mui-error, &.Mui-disabled': { color: color.ink } } as const;

export const MuiFormLabel: Components['MuiFormLabel'] = {
  styleOverrides: {
    root: { fontSize: 13, lineHeight: '20px', fontWeight: 550, letterSpacing: 'inherit', ...labelColors },
    asterisk: { display: 'none' },
  },
};

/** Labels are above their fields. */
export const MuiInputLabel: Components['MuiInputLabel'] = {
  defaultProps: { shrink: true },
  styleOverrides: {
    root: { position: 'static', transform: 'none', maxWidth: 'none', transition: 'none', pointerEvents: 'auto' },
  },
};

export const MuiFormHelperText: Components['MuiFormHelperText'] = {
  styleOverrides: {
    root: {
      display: 'flex',
      gap: 4,
      margin: 0,
      fontSize: 12,
      lineHeight: '16px',
      letterSpacing: 'inherit',
      '&, &.Mui-disabled': { color: color.inkThird },
      '&.Mui-error': { color: color.danger },
      '& svg': { flex: 'none', marginTop: 1 },
    },
  },
};

export const MuiFormControlLabel: Components['MuiFormControlLabel'] = {
  styleOverrides: {
    root: {
      alignItems: 'flex-start',
      gap: 8,
      margin: 0,
      padding: '4px 0',
      '&.Mui-disabled': { cursor: 'not-allowed' },
    },
    label: { '&, &.Mui-disabled': { fontSize: 'inherit', lineHeight: 'inherit', color: 'inherit' } },
  },
};
