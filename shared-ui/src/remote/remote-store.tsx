import { type Api, configureStore, type EnhancedStore, Provider, type RemoteBaseQuery } from './redux-parts';
import { type ApiRequest, send, type TransportContext } from 'shared-api';
import type { ReactNode } from 'react';
import { useRemote } from './use-remote';

/** The store's thunk argument, for the base query. */
interface Extra {
  context: TransportContext | null;
}

/**
 * The base query of every remote's slice. It reads the shell's props from the store, so that a slice can be created when
 * the module loads and use the shell when the module is mounted.
 */
export const remoteBaseQuery: RemoteBaseQuery = async (apiRequest: ApiRequest, { extra, signal }) => {
  const { context } = extra as Extra;
  if (!context) throw new Error('A call was made before the module was mounted');
  return send(apiRequest, context, signal);
};

export interface RemoteStore {
  readonly store: EnhancedStore;
  readonly extra: Extra;
}

/** The store of a remote with its slice. It persists across visits. Signing out reloads the page. */
export function createRemoteStore(api: Api): RemoteStore {
  const extra: Extra = { context: null };
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: extra }, serializableCheck: false, immutableCheck: false }).concat(
        api.middleware,
      ),
  });
  return { store, extra };
}

/** Provides the store to a module's pages, and the current visit's shell props to the store. */
export function RemoteStoreProvider({ of, children }: { of: RemoteStore; children: ReactNode }): ReactNode {
  const remote = useRemote();
  of.extra.context = remote;
  return <Provider store={of.store}>{children}</Provider>;
}
