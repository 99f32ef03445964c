import { missingRight } from 'shared-api/contracts';
import { EmptyState, Page, Panel } from 'shared-ui';
import type { ReactNode } from 'react';

export interface AmountsHiddenProps {
  /** Of the page. */
  title: string;
  /** What is hidden. */
  hidden: string;
}

/** Replaces a page about amounts, cards or invoices for people who may not see them. */
export function AmountsHidden({ title, hidden }: AmountsHiddenProps): ReactNode {
  return (
    <Page title={title}>
      <Panel>
        <EmptyState title={hidden}>{missingRight('billing.read')}</EmptyState>
      </Panel>
    </Page>
  );
}
