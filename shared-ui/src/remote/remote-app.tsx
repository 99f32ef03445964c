import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { LoadingBlock } from '../feedback/states';
import type { Api } from './redux-parts';
import { createRemoteStore, RemoteStoreProvider } from './remote-store';
import { useRemote } from './use-remote';

/** A page as a separate chunk, loaded only when it's opened. */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }));
}

/**
 * The pages of a module around its one slice.
 *
 * @param pages by route, as `module.json` declares them
 */
export function remoteApp(api: Api, pages: Readonly<Record<string, ComponentType>>): ComponentType {
  const store = createRemoteStore(api);
  return function App(): ReactNode {
    const { route } = useRemote();
    const Page = pages[route];
    if (!Page) throw new Error(`No page for the route ${route}`);
    return (
      <RemoteStoreProvider of={store}>
        <Suspense fallback={<LoadingBlock lines={8} />}>
          <Page />
        </Suspense>
      </RemoteStoreProvider>
    );
  };
}
