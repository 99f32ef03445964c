import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';

export interface NavLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: string;
  onNavigate: (to: string) => void;
}

/** True for a click that the browser should not be asked about: a new tab or window is still the person's to open. */
function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** A link within the console: a real address, followed without loading the page. */
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
