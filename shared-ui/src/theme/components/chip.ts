import type { Components, CSSObject } from '@mui/material/styles';
import { color, phone, radius } from '../tokens';

const tone = (name: 'information' | 'attention' | 'danger' | 'success'): CSSObject => ({
  backgroundColor: color[`${name}Tint`],
  color: color[name],
  fontWeight: 600,
});

/** Chips also appear inside paragraphs, where a `div` isn't allowed. */
const inline = { component: 'span' } as const;

/** Chips are names and statuses within text, so they are as tall as a line. */
export const MuiChip: Components['MuiChip'] = {
  defaultProps: { size: 'small', ...inline },
  styleOverrides: {
    root: {
      gap: 4,
      height: 'auto',
      minHeight: 20,
      padding: '1px 7px',
      borderRadius: radius.small,
      backgroundColor: color.neutralTint,
      color: color.inkSecond,
      fontSize: 12,
      lineHeight: '16px',
      fontWeight: 550,
      whiteSpace: 'nowrap',
      // Doesn't shrink for its neighbors, but long text at a large font size wraps.
      [phone]: { flexShrink: 0, maxWidth: '100%', whiteSpace: 'normal' },
      transition: 'none',
      '& svg': { flex: 'none' },
      '& .MuiChip-deleteIcon.MuiChip-deleteIcon': { margin: '0 -3px 0 0', fontSize: 14, color: color.inkThird },
      '& .MuiChip-icon.MuiChip-icon': { display: 'inline-flex', margin: 0, color: 'inherit' },
      variants: [
        { props: { color: 'info' }, style: tone('information') },
        { props: { color: 'warning' }, style: tone('attention') },
        { props: { color: 'error' }, style: tone('danger') },
        { props: { color: 'success' }, style: tone('success') },
      ],
    },
    label: {
      padding: 0,
      overflow: 'visible',
      textOverflow: 'clip',
      whiteSpace: 'inherit',
      '& button': { marginRight: -5, marginLeft: 4 },
    },
  },
};
