/** Elements that float at the bottom of a page: the save reminder and actions on selected rows. */
import { styled } from '@mui/material/styles';
import { color } from '../theme/tokens';

/** Sticky and in the flow, so that it floats over a long page but never covers its last row. */
export const FloatingFoot = styled('div')({
  position: 'sticky',
  bottom: 0,
  padding: '0 0 16px',
  pointerEvents: 'none',
});

/** The bar, in inverse colors. */
export const floatingBarStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  padding: '10px 12px 10px 16px',
  border: `1px solid ${color.inverseControlLine}`,
  borderRadius: 10,
  backgroundColor: color.inverse,
  color: color.onInverse,
  boxShadow: color.shadow,
  pointerEvents: 'auto',
  '--console-focus': color.onInverse,
} as const;
