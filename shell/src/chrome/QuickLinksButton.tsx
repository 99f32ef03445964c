import type { ReactNode } from 'react';
import { LinkIcon, size, styled } from 'shared-ui';
import { messages } from '../messages';
import { sideColor } from './side-colors';

const Root = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: size.control,
  padding: '5px 10px',
  border: 0,
  borderRadius: 8,
  background: 'none',
  color: 'inherit',
  textAlign: 'left',
  cursor: 'pointer',
  '&:hover': { backgroundColor: sideColor.hover },
});

/** Opens the Quick Links in windows too narrow to show them. */
export function QuickLinksButton({ onClick }: { onClick: () => void }): ReactNode {
  return (
    <Root type="button" aria-haspopup="dialog" onClick={onClick}>
      <LinkIcon />
      {messages.quickLinks.open}
    </Root>
  );
}
