import { Page } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { historyMessages as words } from './messages';
import { ProductHistory } from './ProductHistory';

/** The product change history on a page of its own. */
export function ProductHistoryPage(): ReactNode {
  const { name } = usePractice();
  return (
    <Page title={words.title} lead={words.lead(name)}>
      <ProductHistory />
    </Page>
  );
}
