import { missingRight } from 'shared-api/contracts';
import { EmptyState, Page, Panel } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';

export interface AmountsHiddenProps {
  title: string;
  /** Says what is hidden. */
  hidden: string;
}

/** Replaces a page with amounts, cards or invoices for people who can't see them. */
export function AmountsHidden({ title, hidden }: AmountsHiddenProps): ReactNode {
  const { name } = usePractice();
  return (
    <Page title={title}>
      <Panel>
        <EmptyState title={hidden}>{missingRight('billing.read', name)}</EmptyState>
      </Panel>
    </Page>
  );
}
