import { lazy, type ReactNode, Suspense } from 'react';
import { LoadingBlock } from 'shared-ui';
import { createRemoteStore, RemoteStoreProvider, RoutePages, useRemote } from 'shared-ui/remote';
import { api } from './api';

const store = createRemoteStore(api);

/** Each page is a chunk of its own: who opens the one does not pay for the other. */
const WeeklyHoursPage = lazy(async () => {
  const { WeeklyHoursPage: page } = await import(
    /* webpackChunkName: "weekly-hours" */ './weekly-hours/WeeklyHoursPage'
  );
  return { default: page };
});
const HoursWorkedPage = lazy(async () => {
  const { HoursWorkedPage: page } = await import(
    /* webpackChunkName: "hours-worked" */ './hours-worked/HoursWorkedPage'
  );
  return { default: page };
});

/** The pages of this module by route, as `module.json` declares them. */
const pages = {
  '/settings/:practice/practice/provider-hours': WeeklyHoursPage,
  '/settings/:practice/practice/provider-hours-worked': HoursWorkedPage,
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
