import type { ReactNode } from 'react';
import { createRemoteStore, RemoteStoreProvider, RoutePages, useRemote } from 'shared-ui/remote';
import { AllPracticesPage } from './all-practices/AllPracticesPage';
import { api } from './api';
import { PracticeSubscriptionsPage } from './customer-subscriptions/PracticeSubscriptionsPage';
import { PaymentMethodsPage } from './payment-methods/PaymentMethodsPage';
import { ProductHistoryPage } from './product-history/ProductHistoryPage';

const store = createRemoteStore(api);

/** The pages of this module by route, as `module.json` declares them. */
const pages = {
  '/internal/practices': AllPracticesPage,
  '/internal/practices/:practice/subscriptions': PracticeSubscriptionsPage,
  '/internal/practices/:practice/payment-methods': PaymentMethodsPage,
  '/internal/practices/:practice/history': ProductHistoryPage,
};

export function App(): ReactNode {
  const { route } = useRemote();
  return (
    <RemoteStoreProvider of={store}>
      <RoutePages route={route} pages={pages} />
    </RemoteStoreProvider>
  );
}
