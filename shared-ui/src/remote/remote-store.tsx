import { type Api, configureStore, type EnhancedStore, Provider, type RemoteBaseQuery } from './redux-parts';
import { type ApiRequest, send, type TransportContext } from 'shared-api';
import type { ReactNode } from 'react';
import { useRemote } from './use-remote';

/** The store's thunk argument, for the base query. */
interface Extra {
  context: TransportContext | null;
}

/**
 * The base query of every remote's slice. It takes the shell's side from the store that it runs in, so that a slice can
 * be made when the module loads and knows the shell when it is mounted.
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

/** The store of one remote, around its one slice. It outlives visits; signing out reloads the page. */
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

/** Gives a module's pages its store, with the shell of the present visit behind it. */
export function RemoteStoreProvider({ of, children }: { of: RemoteStore; children: ReactNode }): ReactNode {
  const remote = useRemote();
  of.extra.context = remote;
  return <Provider store={of.store}>{children}</Provider>;
}
