import { lazyPage, remoteApp } from 'shared-ui/remote';
import { api } from './api';

/** This module's pages by route, as declared in `module.json`. */
export const App = remoteApp(api, {
  '/internal/practices': lazyPage(async () => {
    const page = await import(/* webpackChunkName: "all-practices" */ './all-practices/AllPracticesPage');
    return page.AllPracticesPage;
  }),
  '/internal/activity': lazyPage(async () => {
    const page = await import(/* webpackChunkName: "activity" */ './activity/ActivityPage');
    return page.ActivityPage;
  }),
  '/internal/practices/:practice/subscriptions': lazyPage(async () => {
    const page = await import(
      /* webpackChunkName: "subscriptions" */ './customer-subscriptions/PracticeSubscriptionsPage'
    );
    return page.PracticeSubscriptionsPage;
  }),
  '/internal/practices/:practice/payment-methods': lazyPage(async () => {
    const page = await import(/* webpackChunkName: "payment-methods" */ './payment-methods/PaymentMethodsPage');
    return page.PaymentMethodsPage;
  }),
  '/internal/practices/:practice/history': lazyPage(async () => {
    const page = await import(/* webpackChunkName: "history" */ './product-history/ProductHistoryPage');
    return page.ProductHistoryPage;
  }),
});
