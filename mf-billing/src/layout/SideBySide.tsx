import { styled } from 'shared-ui';

/** Two parts of a page, next to each other where both fit. */
export const SideBySide = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 400px), 1fr))',
  alignItems: 'start',
  gap: '24px 12px',
});
