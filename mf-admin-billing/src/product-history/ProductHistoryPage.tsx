import { Page } from 'shared-ui';
import type { ReactNode } from 'react';

export function ProductHistoryPage(): ReactNode {
  return <Page title="ProductHistoryPage">{null}</Page>;
}
