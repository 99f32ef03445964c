import type { Components } from '@mui/material/styles';
import { color, phone, radius, size, touchTarget } from '../tokens';

export const MuiTable: Components['MuiTable'] = {
  styleOverrides: { root: { borderCollapse: 'separate', borderSpacing: 0, fontSize: 13, lineHeight: '20px' } },
};

export const MuiTableRow: Components['MuiTableRow'] = {
  styleOverrides: {
    root: {
      'tbody > &:last-child > *': { borderBottom: 0 },
      '&.MuiTableRow-hover:hover': { backgroundColor: 'transparent', '& > *': { backgroundColor: color.subtle } },
    },
  },
};

export const MuiTableCell: Components['MuiTableCell'] = {
  styleOverrides: {
    root: {
      boxSizing: 'border-box',
      height: size.row,
      padding: '4px 12px',
      borderBottom: `1px solid ${color.line}`,
      color: 'inherit',
      fontSize: 'inherit',
      lineHeight: 'inherit',
      letterSpacing: 'inherit',
      fontWeight: 400,
      // The cell that names its row.
      'th&:not(.MuiTableCell-head)': { minWidth: 140, fontWeight: 600 },
      [phone]: { padding: '4px 6px', 'th&:not(.MuiTableCell-head)': { minWidth: 0 } },
    },
    head: {
      color: color.inkSecond,
      fontSize: 12,
      fontWeight: 550,
      lineHeight: '20px',
      whiteSpace: 'nowrap',
    },
    stickyHeader: {
      zIndex: 1,
      backgroundColor: color.surface,
      '@media print': { position: 'static' },
    },
    alignRight: { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  },
};

export const MuiTableSortLabel: Components['MuiTableSortLabel'] = {
  styleOverrides: {
    root: {
      ...touchTarget,
      flexDirection: 'row',
      gap: 4,
      margin: '0 -6px',
      padding: '2px 6px',
      borderRadius: radius.small,
      '&:hover, &:focus-visible': { backgroundColor: color.neutralTint, color: color.ink },
      '&.Mui-active': { color: 'inherit' },
    },
    icon: {
      margin: 0,
      width: 12,
      height: 12,
      transition: 'none',
      // The caller's icon shows the direction.
      '.MuiTableSortLabel-root &&': { opacity: 1, color: 'inherit', transform: 'none' },
    },
  },
};
