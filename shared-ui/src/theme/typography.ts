import type { TypographyVariantsOptions } from '@mui/material/styles';
import { fontFamily } from './tokens';

/** Text sizes. `subtitle1` and `subtitle2` are the bold variants of `body1` and `body2`. */
export const typography: TypographyVariantsOptions = {
  fontFamily,
  fontSize: 14,
  htmlFontSize: 16,
  h1: { fontSize: 22, lineHeight: '28px', fontWeight: 650, letterSpacing: '-0.012em' },
  h2: { fontSize: 15, lineHeight: '20px', fontWeight: 600, letterSpacing: '-0.004em' },
  subtitle1: { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
  subtitle2: { fontSize: 12, lineHeight: '16px', fontWeight: 550 },
  body1: { fontSize: 14, lineHeight: '20px' },
  body2: { fontSize: 12, lineHeight: '16px' },
};
