import type { ReactNode } from 'react';
import { createRemoteStore, RemoteStoreProvider, RoutePages, useRemote } from 'shared-ui/remote';
import { api } from './api';
import { PhoneNumbersPage } from './phone-numbers/PhoneNumbersPage';

const store = createRemoteStore(api);

/** The pages of this module by route, as `module.json` declares them. */
const pages = { '/internal/practices/:practice/phone-numbers': PhoneNumbersPage };

export function App(): ReactNode {
  const { route } = useRemote();
  return (
    <RemoteStoreProvider of={store}>
      <RoutePages route={route} pages={pages} />
    </RemoteStoreProvider>
  );
}
