import type { Components, CSSObject } from '@mui/material/styles';
import { ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from '../../icons';
import { color, radius, size } from '../tokens';

const tone = (severity: 'information' | 'attention' | 'danger' | 'success'): CSSObject => ({
  borderColor: color[`${severity}Line`],
  backgroundColor: color[`${severity}Tint`],
  color: color[severity],
  '& .MuiAlertTitle-root': { color: color[severity] },
});

/** The first line is as tall as the button next to it, so that the icon is centered on it. */
const besideAction = { paddingBlock: `calc((${size.control} - 20px) / 2)` } as const;

/** Announced only with `role="status"` or `role="alert"`, because most messages are part of the initial page. */
export const MuiAlert: Components['MuiAlert'] = {
  defaultProps: {
    role: 'presentation',
    iconMapping: {
      info: <InfoIcon size={16} />,
      warning: <WarningIcon size={16} />,
      error: <ErrorIcon size={16} />,
      success: <SuccessIcon size={16} />,
    },
  },
  styleOverrides: {
    root: {
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '8px 16px',
      padding: '10px 14px',
      border: '1px solid',
      borderRadius: radius.panel,
      fontSize: 14,
      lineHeight: '20px',
      '&:has(> .MuiAlert-action)': {
        paddingBlock: 8,
        '& > .MuiAlert-icon, & > .MuiAlert-message': besideAction,
      },
      variants: [
        { props: { severity: 'info' }, style: tone('information') },
        { props: { severity: 'warning' }, style: tone('attention') },
        { props: { severity: 'error' }, style: tone('danger') },
        { props: { severity: 'success' }, style: tone('success') },
      ],
    },
    icon: {
      alignSelf: 'flex-start',
      margin: '2px -6px 0 0',
      padding: 0,
      fontSize: 16,
      opacity: 1,
      // MUI overrides this per severity.
      '&&': { color: 'inherit' },
    },
    message: {
      flex: '1 1 min(254px, calc(100% - 32px))',
      minWidth: 0,
      padding: 0,
      overflow: 'visible',
      // The title has the severity's color.
      '&:has(> .MuiAlertTitle-root)': { color: color.ink },
    },
    action: { margin: 0, padding: 0, alignItems: 'center' },
  },
};

export const MuiAlertTitle: Components['MuiAlertTitle'] = {
  styleOverrides: { root: { margin: 0, fontSize: 14, lineHeight: '20px', fontWeight: 600 } },
};
