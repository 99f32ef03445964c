import { EmptyState, Page, Panel } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { usePractice, useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { messages } from './messages';

export interface AmountsHiddenProps {
  title: string;
  /** Says what is hidden. */
  hidden: string;
}

/** Replaces a page with amounts, cards or invoices for people who can't see them. */
export function AmountsHidden({ title, hidden }: AmountsHiddenProps): ReactNode {
  const { owners } = usePractice();
  const { navigate, basePath } = useRemote();
  return (
    <Page title={title}>
      <Panel>
        <EmptyState
          title={hidden}
          action={
            <Button onClick={() => navigate(`${basePath}/subscriptions/plans`)}>{messages.seeSubscriptions}</Button>
          }
        >
          {messages.ask(owners)}
        </EmptyState>
      </Panel>
    </Page>
  );
}
