import { styled } from '@mui/material/styles';
import { ownProps } from '../theme/styled-props';
import { color, size, touch, touchTarget } from '../theme/tokens';

/** A checkbox or switch with its label and unsaved-change mark. */
export const ChoiceRow = styled(
  'div',
  ownProps('small'),
)<{ small: boolean }>(({ small }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minHeight: small ? 24 : size.control,
  ...(small && { [touch]: { minHeight: size.control } }),
  // A switch's help is right below it. The label's touch target extends above and below the row.
  ...(!small && { [touch]: { '&:has([role=switch]):has(+ * > *)': { minHeight: 28 } } }),
}));

export const ChoiceLabel = styled(
  'label',
  ownProps('disabled', 'small'),
)<{
  disabled: boolean;
  small: boolean;
}>(({ disabled, small }) => ({
  ...touchTarget,
  display: 'inline-flex',
  alignItems: 'flex-start',
  gap: 8,
  padding: '4px 0',
  cursor: disabled ? 'not-allowed' : 'pointer',
  color: disabled ? color.inkThird : color.ink,
  ...(small && { fontSize: 12, lineHeight: '16px', gap: 6, color: disabled ? color.inkThird : color.inkSecond }),
}));

/** Aligns help and errors with the label, not with the checkbox. */
export const ChoiceNotes = styled(
  'div',
  ownProps('indent'),
)<{ indent: number }>(({ indent }) => ({ marginLeft: indent }));
