import { lazyPage, remoteApp } from 'shared-ui/remote';
import { api } from './api';

/** This module's pages by route, as declared in `module.json`. */
export const App = remoteApp(api, {
  '/settings/:practice/subscriptions/plans': lazyPage(async () => {
    const page = await import(/* webpackChunkName: "subscriptions" */ './subscriptions/SubscriptionsPage');
    return page.SubscriptionsPage;
  }),
  '/settings/:practice/subscriptions/payment-methods': lazyPage(async () => {
    const page = await import(/* webpackChunkName: "payment-methods" */ './payment-methods/PaymentMethodsPage');
    return page.PaymentMethodsPage;
  }),
  '/settings/:practice/subscriptions/payment-history': lazyPage(async () => {
    const page = await import(/* webpackChunkName: "payment-history" */ './payment-history/PaymentHistoryPage');
    return page.PaymentHistoryPage;
  }),
});
