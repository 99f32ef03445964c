import { pageLink } from 'shared-ui';
import type { ComponentPropsWithRef, ReactNode } from 'react';

export interface NavLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: string;
  onNavigate: (to: string) => void;
}

/** A link inside the console: a real URL, followed without a page load. */
export function NavLink({ to, onNavigate, onClick, ...rest }: NavLinkProps): ReactNode {
  const link = pageLink(to, onNavigate);
  return (
    <a
      {...rest}
      {...link}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) link.onClick(event);
      }}
    />
  );
}
