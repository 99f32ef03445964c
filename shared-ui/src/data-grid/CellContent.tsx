import { styled } from '@mui/material/styles';
import type { KeyboardEvent, ReactNode } from 'react';

const Content = styled('div')({ display: 'contents' });

/** Lets Space press a control inside a cell. The grid would otherwise scroll its rows. */
function keepSpace(event: KeyboardEvent): void {
  const isControl =
    event.target instanceof Element && event.target.closest('a, button, input, select, textarea') !== null;
  if (event.key === ' ' && isControl) event.stopPropagation();
}

/** The content of a cell or header. Its controls handle their own keys. */
export function CellContent({ children }: { children: ReactNode }): ReactNode {
  return <Content onKeyDown={keepSpace}>{children}</Content>;
}
