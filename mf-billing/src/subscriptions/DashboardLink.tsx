import { NewTabLink, styled, touch } from 'shared-ui';
import type { ReactNode } from 'react';
import { messages } from './messages';

const Small = styled(NewTabLink)({
  fontSize: 12,
  lineHeight: '16px',
  overflowWrap: 'anywhere',
  [touch]: { display: 'inline-block', padding: '14px 0' },
});

/** Shows an id of the provider and links to its page; for super admins. */
export function DashboardLink({ href, id, name }: { href: string; id: string; name: string }): ReactNode {
  return (
    <Small href={href} aria-label={`${messages.current.dashboardOf(id, name)} (opens in a new tab)`}>
      {id}
    </Small>
  );
}
