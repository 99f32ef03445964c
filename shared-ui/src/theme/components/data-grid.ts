import type { Components } from '@mui/material/styles';
import type {} from '@mui/x-data-grid/themeAugmentation';
import { color, radius } from '../tokens';

/** Styles the grid like the kit's table. The grid's types extend the theme's. */
export const MuiDataGrid: NonNullable<Components['MuiDataGrid']> = {
  styleOverrides: {
    // The column menu looks like other popovers.
    panel: {
      '& .MuiDataGrid-paper': {
        border: `1px solid ${color.line}`,
        borderRadius: radius.panel,
        boxShadow: color.shadow,
        backgroundColor: color.surface,
      },
    },
    root: {
      '--DataGrid-rowBorderColor': color.line,
      '--DataGrid-t-color-background-base': color.surface,
      // The skeletons of the first load.
      '--DataGrid-overlayHeight': '144px',
      border: `1px solid ${color.line}`,
      borderRadius: radius.panel,
      backgroundColor: color.surface,
      color: color.ink,
      fontSize: 13,
      lineHeight: '20px',
      letterSpacing: 'inherit',
      '& .MuiDataGrid-columnHeader, & .MuiDataGrid-filler, & .MuiDataGrid-scrollbarFiller': {
        backgroundColor: color.surface,
      },
      // The empty cell fills the rest of a row. With padding, it would be wider than the row, and the grid would
      // scroll.
      '& .MuiDataGrid-columnHeader, & .MuiDataGrid-cell:not(.MuiDataGrid-cellEmpty)': { padding: '0 12px' },
      '& .MuiDataGrid-columnHeaderTitleContainer': {
        color: color.inkSecond,
        fontSize: 12,
        fontWeight: 550,
      },
      '& .MuiDataGrid-columnHeaderTitle': { fontWeight: 550 },
      '& .MuiDataGrid-columnSeparator': { color: color.line },
      '& .MuiDataGrid-columnHeader--last .MuiDataGrid-columnSeparator': { right: 0 },
      '& .MuiDataGrid-columnSeparator:hover': { color: color.control },
      '& .MuiDataGrid-cell': { display: 'flex', alignItems: 'center', lineHeight: '20px' },
      '& .MuiDataGrid-cell--textRight': { justifyContent: 'flex-end', fontVariantNumeric: 'tabular-nums' },
      '& [role=rowheader]': { fontWeight: 600 },
      // The rows stay readable during a refetch.
      '& .MuiDataGrid-overlay': { backgroundColor: 'transparent' },
      '& .MuiDataGrid-row:hover': { backgroundColor: color.subtle },
      // A focused control inside a cell shows its own focus ring.
      '& :is(.MuiDataGrid-cell, .MuiDataGrid-columnHeader):is(:focus, :focus-within)': { outline: 'none' },
      '& .MuiDataGrid-cell:focus-visible, & .MuiDataGrid-columnHeader:focus-visible': {
        outline: `2px solid ${color.focus}`,
        outlineOffset: -2,
      },
      '& .MuiDataGrid-toolbar': {
        // MUI limits it to `minHeight`, even with larger text.
        flex: 'none',
        justifyContent: 'flex-end',
        gap: 8,
        minHeight: 48,
        padding: '8px 12px',
        borderBottom: `1px solid ${color.line}`,
      },
    },
  },
};
