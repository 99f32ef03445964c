import { Page } from 'shared-ui';
import type { ReactNode } from 'react';
import { CurrentPractice } from '../practice-state/CurrentPractice';
import { historyMessages as messages } from './messages';
import { historyParams } from './history-params';
import { ProductHistory } from './ProductHistory';

/** The product change history as a separate page. */
export function ProductHistoryPage(): ReactNode {
  return (
    <Page title={messages.title} subject={<CurrentPractice />} lead={messages.lead}>
      <ProductHistory params={historyParams} />
    </Page>
  );
}
