import { Page } from 'shared-ui';
import type { ReactNode } from 'react';
import { PracticeSubject } from '../practice-state/PracticeSubject';
import { historyMessages as messages } from './messages';
import { historyParams } from './history-params';
import { ProductHistory } from './ProductHistory';

/** The product change history as a separate page. */
export function ProductHistoryPage(): ReactNode {
  return (
    <Page title={messages.title} subject={<PracticeSubject />} lead={messages.lead}>
      <ProductHistory params={historyParams} />
    </Page>
  );
}
