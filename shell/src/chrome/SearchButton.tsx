import type { ReactNode } from 'react';
import { SearchIcon, styled, touch } from 'shared-ui';
import { ariaCommandKey, commandKey } from '../command-key';
import { messages } from '../messages';
import { sideColor } from './side-colors';

const Root = styled('button')({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '0 6px',
  width: '100%',
  minHeight: 32,
  boxSizing: 'border-box',
  padding: '5px 6px 5px 10px',
  border: `1px solid ${sideColor.line}`,
  borderRadius: 8,
  background: sideColor.raised,
  color: sideColor.second,
  font: 'inherit',
  fontSize: 13,
  textAlign: 'left',
  cursor: 'pointer',
  '& svg': { flex: 'none' },
  '&:hover': { backgroundColor: sideColor.hover },
});

/** Stays on one line. With large text, the shortcut wraps below. */
const Label = styled('span')({ flex: '1 1 6em', minWidth: 0 });

const Keys = styled('kbd')({
  padding: '1px 4px',
  border: `1px solid ${sideColor.line}`,
  borderRadius: 5,
  fontFamily: 'inherit',
  fontSize: 11,
  lineHeight: '16px',
  whiteSpace: 'nowrap',
  [touch]: { display: 'none' },
});

/** Opens the command palette. */
export function SearchButton({ onClick }: { onClick: () => void }): ReactNode {
  return (
    <Root type="button" aria-haspopup="dialog" aria-keyshortcuts={`${ariaCommandKey}+K`} onClick={onClick}>
      <SearchIcon size={14} />
      <Label>{messages.frame.search}</Label>
      <Keys aria-hidden>{commandKey} K</Keys>
    </Root>
  );
}
