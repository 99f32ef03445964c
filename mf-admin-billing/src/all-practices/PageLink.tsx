import { pageLink } from 'shared-ui';
import { Link } from 'shared-ui/mui';
import { useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';

export interface PageLinkProps {
  to: string;
  /** Called after it is followed without a page load. */
  onFollow?: () => void;
  children: ReactNode;
}

/** A link to another console page without a page load. Opening it in a new tab still works. */
export function PageLink({ to, onFollow, children }: PageLinkProps): ReactNode {
  const { navigate } = useRemote();
  return (
    <Link
      {...pageLink(to, (path) => {
        navigate(path);
        onFollow?.();
      })}
    >
      {children}
    </Link>
  );
}

/** The path of a practice's features and subscriptions. */
export const practicePath = (id: number): string => `/internal/practices/${id}/subscriptions`;
