import { Page } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { historyMessages as messages } from './messages';
import { historyParams } from './history-params';
import { ProductHistory } from './ProductHistory';

/** The product change history as a separate page. */
export function ProductHistoryPage(): ReactNode {
  const { name } = usePractice();
  return (
    <Page title={messages.title} lead={messages.lead(name)}>
      <ProductHistory params={historyParams} />
    </Page>
  );
}
