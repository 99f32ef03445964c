import { Page } from 'shared-ui';
import type { ReactNode } from 'react';

export function PaymentMethodsPage(): ReactNode {
  return <Page title="PaymentMethodsPage">{null}</Page>;
}
