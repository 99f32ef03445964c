import { lazy, type ReactNode, Suspense } from 'react';
import { LoadingBlock } from 'shared-ui';
import { createRemoteStore, RemoteStoreProvider, RoutePages, useRemote } from 'shared-ui/remote';
import { api } from './api';

const store = createRemoteStore(api);

/** Each page is a chunk of its own: who opens the one does not pay for the others. */
const SubscriptionsPage = lazy(async () => {
  const { SubscriptionsPage: page } = await import(
    /* webpackChunkName: "subscriptions" */ './subscriptions/SubscriptionsPage'
  );
  return { default: page };
});
const PaymentMethodsPage = lazy(async () => {
  const { PaymentMethodsPage: page } = await import(
    /* webpackChunkName: "payment-methods" */ './payment-methods/PaymentMethodsPage'
  );
  return { default: page };
});
const PaymentHistoryPage = lazy(async () => {
  const { PaymentHistoryPage: page } = await import(
    /* webpackChunkName: "payment-history" */ './payment-history/PaymentHistoryPage'
  );
  return { default: page };
});

/** The pages of this module by route, as `module.json` declares them. */
const pages = {
  '/settings/:practice/subscriptions/plans': SubscriptionsPage,
  '/settings/:practice/subscriptions/payment-methods': PaymentMethodsPage,
  '/settings/:practice/subscriptions/payment-history': PaymentHistoryPage,
};

export function App(): ReactNode {
  const { route } = useRemote();
  return (
    <RemoteStoreProvider of={store}>
      <Suspense fallback={<LoadingBlock lines={8} />}>
        <RoutePages route={route} pages={pages} />
      </Suspense>
    </RemoteStoreProvider>
  );
}
