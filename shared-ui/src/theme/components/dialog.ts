import type { Components } from '@mui/material/styles';
import { color, phone } from '../tokens';

/** Widths in pixels. `sm` is MUI's own default. */
const widths = { xs: 440, sm: 600, md: 920, lg: 1200 } as const;

/** On a phone, dialogs are sheets at the bottom edge, within reach of the thumb. */
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

/** Wraps the text of a dialog button that is wider than the dialog, e.g. with enlarged text. */
export const wrappingButtons = {
  '& .MuiButton-root': { flexShrink: 0, maxWidth: '100%', whiteSpace: 'normal' },
} as const;

/** On a phone, a dialog's buttons span its full width. If they wrap, the primary button, which is last, comes first. */
export const phoneActions = { [phone]: { flexWrap: 'wrap-reverse', '& > *': { flexGrow: 1 } } } as const;

export const MuiDialogActions: Components['MuiDialogActions'] = {
  defaultProps: { disableSpacing: true },
  styleOverrides: {
    root: {
      flexWrap: 'wrap',
      gap: 8,
      padding: '12px 20px',
      borderTop: `1px solid ${color.line}`,
      ...wrappingButtons,
      ...phoneActions,
    },
  },
};
