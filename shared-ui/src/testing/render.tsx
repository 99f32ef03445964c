import { render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { ConsoleTheme } from '../theme';

/** Renders with the kit's theme around, as the shell and every remote do, with a person to operate it. */
export function renderKit(
  element: ReactElement,
): Pick<RenderResult, 'container' | 'rerender' | 'unmount'> & { person: UserEvent } {
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
    <ConsoleTheme nonce="">{children}</ConsoleTheme>
  );
  return { person: userEvent.setup(), ...render(element, { wrapper }) };
}
