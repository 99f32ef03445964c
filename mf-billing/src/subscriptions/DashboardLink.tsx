import { Link, styled } from 'shared-ui';
import type { ReactNode } from 'react';
import { words } from './messages';

const Small = styled(Link)({ fontSize: 12, lineHeight: '16px' });

/** To the provider's own page of a thing; for super admins. */
export function DashboardLink({ href, what, name }: { href: string; what: string; name: string }): ReactNode {
  return (
    <Small href={href} newTab aria-label={words.current.dashboardOf(what, name)}>
      {what}
    </Small>
  );
}
