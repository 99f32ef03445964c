/** Registers the modules with single-spa, using shell lifecycles that resolve immediately. */
import type { LoadableModule } from 'shared-api/contracts';
import { registerApplication, start } from 'single-spa';
import { matchRoute } from '../navigation/routes';
import { createStore, type StoreApi } from 'zustand/vanilla';

/**
 * Registers the modules and starts single-spa's routing.
 *
 * @returns the name of the module that single-spa mounted for the URL, or null. The real mount happens in the module
 * host, where it can't block single-spa.
 */
export function registerModules(modules: readonly LoadableModule[]): StoreApi<string | null> {
  const active = createStore<string | null>(() => null);
  for (const module of modules) {
    registerApplication({
      name: module.name,
      app: {
        bootstrap: () => Promise.resolve(),
        mount: () => Promise.resolve(active.setState(module.name)),
        unmount: () => Promise.resolve(active.setState(active.getState() === module.name ? null : active.getState())),
      },
      activeWhen: ({ pathname }) => matchRoute([module], pathname) !== null,
    });
  }
  start({ urlRerouteOnly: true });
  return active;
}
