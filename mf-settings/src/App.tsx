import type { ReactNode } from 'react';
import { createRemoteStore, RemoteStoreProvider, RoutePages, useRemote } from 'shared-ui/remote';
import { api } from './api';
import { CommunicationPage } from './communication/CommunicationPage';
import { PracticeSettingsPage } from './practice-settings/PracticeSettingsPage';

const store = createRemoteStore(api);

/** The pages of this module by route, as `module.json` declares them. */
const pages = {
  '/settings/:practice/practice/general': PracticeSettingsPage,
  '/settings/:practice/communication/settings': CommunicationPage,
};

export function App(): ReactNode {
  const { route } = useRemote();
  return (
    <RemoteStoreProvider of={store}>
      <RoutePages route={route} pages={pages} />
    </RemoteStoreProvider>
  );
}
