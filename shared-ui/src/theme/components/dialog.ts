import type { Components } from '@mui/material/styles';
import { color, phone } from '../tokens';

/** Widths in pixels. `sm` is MUI's own default. */
const widths = { xs: 440, sm: 600, md: 920, lg: 1200 } as const;

/** On a phone, dialogs are sheets at the lower edge, where the thumb is. */
export const MuiDialog: Components['MuiDialog'] = {
  styleOverrides: {
    container: { [phone]: { alignItems: 'flex-end' } },
    paper: {
      margin: 16,
      width: 'calc(100% - 32px)',
      maxHeight: 'calc(100% - 32px)',
      borderRadius: 12,
      border: `1px solid ${color.line}`,
      backgroundColor: color.surface,
      boxShadow: color.shadow,
      variants: Object.entries(widths).map(([maxWidth, width]) => ({
        props: { maxWidth: maxWidth as keyof typeof widths },
        style: { maxWidth: width },
      })),
      [phone]: {
        '&&': { margin: 0, width: '100%', maxWidth: '100%' },
        maxHeight: 'calc(100% - 32px)',
        borderWidth: '1px 0 0',
        borderRadius: '16px 16px 0 0',
      },
    },
  },
};

export const MuiDialogTitle: Components['MuiDialogTitle'] = {
  styleOverrides: {
    root: {
      padding: '18px 20px 0',
      fontSize: 17,
      lineHeight: '24px',
      fontWeight: 600,
      letterSpacing: '-0.004em',
    },
  },
};

export const MuiDialogContent: Components['MuiDialogContent'] = {
  styleOverrides: { root: { padding: '10px 20px 20px' } },
};

/** Buttons of dialogs: one that would be wider than the dialog breaks its text, e.g. where people enlarge it. */
export const brokenButtons = {
  '& .MuiButton-root': { flexShrink: 0, maxWidth: '100%', whiteSpace: 'normal' },
} as const;

/**
 * On a phone, the buttons of a dialog have its whole width. Where they need several lines, the last one, which is the primary
 * one, comes first.
 */
export const phoneActions = { [phone]: { flexWrap: 'wrap-reverse', '& > *': { flexGrow: 1 } } } as const;

export const MuiDialogActions: Components['MuiDialogActions'] = {
  defaultProps: { disableSpacing: true },
  styleOverrides: {
    root: {
      flexWrap: 'wrap',
      gap: 8,
      padding: '12px 20px',
      borderTop: `1px solid ${color.line}`,
      ...brokenButtons,
      ...phoneActions,
    },
  },
};
