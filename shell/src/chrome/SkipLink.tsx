import type { ReactNode, RefObject } from 'react';
import { color, styled } from 'shared-ui';
import { messages } from '../messages';

const Root = styled('a')({
  position: 'fixed',
  zIndex: 1500,
  top: 8,
  left: 8,
  padding: '8px 14px',
  borderRadius: 8,
  backgroundColor: color.primaryFill,
  color: color.onPrimaryFill,
  fontWeight: 600,
  transform: 'translateY(-200%)',
  '&:focus': { transform: 'none' },
});

/** The first tab stop. It skips the navigation. */
export function SkipLink({ target }: { target: RefObject<HTMLElement | null> }): ReactNode {
  return (
    <Root
      href="#page"
      data-screen-only=""
      onClick={(event) => {
        // Moves focus without adding a history entry.
        event.preventDefault();
        target.current?.focus();
      }}
    >
      {messages.frame.skip}
    </Root>
  );
}
