/** Hands the registry's modules to single-spa, with lifecycles that are the shell's own and resolve at once. */
import type { LoadableModule } from 'shared-api/contracts';
import { registerApplication, start, triggerAppChange } from 'single-spa';

export interface ApplicationHooks {
  /** Whether the address belongs to the module. */
  owns: (module: LoadableModule, pathname: string) => boolean;
  entered: (module: LoadableModule) => void;
  left: (module: LoadableModule) => void;
}

export function registerModules(modules: readonly LoadableModule[], { owns, entered, left }: ApplicationHooks): void {
  for (const module of modules) {
    registerApplication({
      name: module.name,
      app: {
        bootstrap: () => Promise.resolve(),
        mount: () => {
          entered(module);
          return Promise.resolve();
        },
        unmount: () => {
          left(module);
          return Promise.resolve();
        },
      },
      activeWhen: (location) => owns(module, location.pathname),
    });
  }
  start({ urlRerouteOnly: true });
}

/** Lets single-spa look at the address again. */
export const routeAgain = (): Promise<unknown> => triggerAppChange();
