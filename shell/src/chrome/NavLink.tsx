import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';

export interface NavLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: string;
  onNavigate: (to: string) => void;
}

/** True for a plain click. Other clicks open a new tab or window, and the browser handles them. */
function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** A link inside the console: a real URL, followed without a page load. */
export function NavLink({ to, onNavigate, onClick, ...rest }: NavLinkProps): ReactNode {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlain(event)) return;
        event.preventDefault();
        onNavigate(to);
      }}
    />
  );
}
