import { render, type RenderResult } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { ConsoleTheme } from '../theme';
import { newUser } from './user';

/** Renders inside the kit's theme, as the shell and every remote do, with a `userEvent` user. */
export function renderKit(
  element: ReactElement,
): Pick<RenderResult, 'container' | 'rerender' | 'unmount'> & { user: UserEvent } {
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
    <ConsoleTheme nonce="">{children}</ConsoleTheme>
  );
  return { user: newUser(), ...render(element, { wrapper }) };
}
