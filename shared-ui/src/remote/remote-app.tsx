import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { LoadingBlock } from '../feedback/states';
import type { Api } from './redux-parts';
import { createRemoteStore, RemoteStoreProvider } from './remote-store';
import { useRemote } from './use-remote';

/** The page of a route. */
export interface RemotePage {
  (): ReactNode;
  /** Fetches the page's code, if it is a separate chunk. */
  preload?: () => Promise<unknown>;
}

/** All pages of a module. */
export interface RemoteApp {
  (): ReactNode;
  /** Fetches the code of a route's page. Rejects if the chunk can't be fetched. */
  preload: (route: string) => Promise<unknown>;
}

/** A page as a separate chunk, loaded only when it's opened. */
export function lazyPage(load: () => Promise<ComponentType>): RemotePage {
  let loaded: ComponentType | undefined;
  const preload = async (): Promise<ComponentType> => (loaded ??= await load());
  const Lazy = lazy(async () => ({ default: await preload() }));
  function Page(): ReactNode {
    // Kept in state, because a different component type would remount the page. A lazy component briefly shows its
    // fallback even if its code has loaded.
    const [Component] = useState(() => loaded ?? Lazy);
    return <Component />;
  }
  Page.preload = preload;
  return Page;
}

/**
 * A module's pages with the store of its slice.
 *
 * @param pages by route, as `module.json` declares them
 */
export function remoteApp(api: Api, pages: Readonly<Record<string, RemotePage>>): RemoteApp {
  const store = createRemoteStore(api);
  function App(): ReactNode {
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
  }
  App.preload = async (route: string) => pages[route]?.preload?.();
  return App;
}
