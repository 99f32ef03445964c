import type { ReactNode } from 'react';
import { SearchIcon, styled } from 'shared-ui';
import { ariaCommandKey, commandKey } from '../command-key';
import { messages } from '../messages';
import { sideColor } from './side-colors';

const Root = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  minHeight: 32,
  boxSizing: 'border-box',
  padding: '5px 8px 5px 10px',
  border: `1px solid ${sideColor.line}`,
  borderRadius: 8,
  background: sideColor.raised,
  color: sideColor.second,
  font: 'inherit',
  fontSize: 13,
  textAlign: 'left',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  '& svg': { flex: 'none' },
  '&:hover': { backgroundColor: sideColor.hover },
});

const Keys = styled('kbd')({
  marginLeft: 'auto',
  padding: '1px 6px',
  border: `1px solid ${sideColor.line}`,
  borderRadius: 5,
  fontFamily: 'inherit',
  fontSize: 11,
  lineHeight: '16px',
  whiteSpace: 'nowrap',
});

/** Opens the command palette. */
export function SearchButton({ onClick }: { onClick: () => void }): ReactNode {
  return (
    <Root type="button" aria-haspopup="dialog" aria-keyshortcuts={`${ariaCommandKey}+K`} onClick={onClick}>
      <SearchIcon size={14} />
      {messages.frame.search}
      <Keys aria-hidden>{commandKey} K</Keys>
    </Root>
  );
}
