import { color, styled } from 'shared-ui';

/** One entry of the legend of the cell marks, with its color. */
export const Legend = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  color: color.inkSecond,
  '&::before': { content: '""', width: 12, height: 12, borderRadius: 3, border: '1px solid' },
  '&[data-key=modified]::before': { backgroundColor: color.informationTint, borderColor: color.information },
  '&[data-key=unsaved]::before': { backgroundColor: color.attentionTint, borderColor: color.attention },
});
