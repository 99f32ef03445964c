/** Hands the registry's modules to single-spa, with lifecycles that are the shell's own and resolve at once. */
import type { LoadableModule } from 'shared-api/contracts';
import { registerApplication, start } from 'single-spa';
import { matchRoute } from '../navigation/routes';
import { createValue, type Value } from '../value';

/**
 * Registers the modules and lets single-spa route.
 *
 * @returns the name of the module that single-spa has mounted for the address, or null. What a module really does goes
 *   on in the module frame, where nothing that it does can hold single-spa up.
 */
export function registerModules(modules: readonly LoadableModule[]): Value<string | null> {
  const active = createValue<string | null>(null);
  for (const module of modules) {
    registerApplication({
      name: module.name,
      app: {
        bootstrap: () => Promise.resolve(),
        mount: () => Promise.resolve(active.set(module.name)),
        unmount: () => Promise.resolve(active.set(active.get() === module.name ? null : active.get())),
      },
      activeWhen: ({ pathname }) => matchRoute([module], pathname) !== null,
    });
  }
  start({ urlRerouteOnly: true });
  return active;
}
