import type { Components } from '@mui/material/styles';
import { color, forcedOutline, radius, size } from '../tokens';

export const MuiSelect: Components['MuiSelect'] = {
  styleOverrides: {
    select: {
      display: 'flex',
      alignItems: 'center',
      // MUI sets both with a higher specificity.
      '&.MuiSelect-select.MuiSelect-select': { minHeight: `calc(${size.control} - 2px)`, paddingRight: 31 },
      '&[aria-expanded=true], &:focus-visible': { outline: `2px solid ${color.focus}`, outlineOffset: 0 },
    },
    icon: { right: 7, color: color.inkSecond },
  },
};

export const MuiAutocomplete: Components['MuiAutocomplete'] = {
  styleOverrides: {
    root: { '& .MuiOutlinedInput-root.MuiOutlinedInput-root': { padding: 3, paddingRight: 60, gap: 4 } },
    input: { '.MuiAutocomplete-root &&': { height: 'auto', minHeight: 24, padding: '2px 6px' } },
    tag: { margin: 0 },
    endAdornment: { right: 4 },
    paper: {
      marginTop: 4,
      border: `1px solid ${color.line}`,
      borderRadius: radius.panel,
      boxShadow: color.shadow,
      fontSize: 14,
      lineHeight: '20px',
    },
    listbox: { padding: 4 },
    option: {
      '.MuiAutocomplete-listbox &&': {
        minHeight: size.control,
        padding: '4px 10px',
        borderRadius: radius.small,
        '&.Mui-focused': { backgroundColor: color.neutralTint, ...forcedOutline },
        '&[aria-selected=true], &[aria-selected=true].Mui-focused': { backgroundColor: color.primaryTint },
      },
    },
    noOptions: { color: color.inkSecond },
    loading: { color: color.inkSecond },
  },
};
