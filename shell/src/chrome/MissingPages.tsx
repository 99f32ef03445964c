import type { ReactNode } from 'react';
import { EmptyState, Link, Page, Panel } from 'shared-ui';
import { messages } from '../messages';

function Missing({ title, text, heading = title }: { title: string; text: string; heading?: string }): ReactNode {
  return (
    <Page title={heading}>
      <Panel>
        <EmptyState title={title} action={<Link href="/">{messages.missing.home}</Link>}>
          {text}
        </EmptyState>
      </Panel>
    </Page>
  );
}

/** An address that is nobody's. */
export function NotFoundPage(): ReactNode {
  return <Missing title={messages.missing.notFound} text={messages.missing.notFoundText} />;
}

/** A page that is not this person's to see. */
export function NoAccessPage(): ReactNode {
  return <Missing title={messages.missing.noAccess} text={messages.missing.noAccessText} />;
}

/** A fixed link whose page no module provides here (DECISIONS 31). */
export function NotInstalledPage({ title }: { title: string }): ReactNode {
  return <Missing heading={title} title={messages.missing.notInstalled} text={messages.missing.notInstalledText} />;
}
