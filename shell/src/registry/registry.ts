/** The modules of this session, and the way to ask the registry again after one of them failed. */
import { request, send, type TransportContext } from 'shared-api';
import { listModules, type LoadableModule, type ModuleList } from 'shared-api/contracts';

export interface Registry {
  modules(): readonly LoadableModule[];
  /**
   * Reads the module from the registry again, so that a retry loads a version that was rolled back or fixed.
   * Answers the one it was given when the registry cannot be asked.
   */
  latest(module: LoadableModule): Promise<LoadableModule>;
}

export function createRegistry(initial: readonly LoadableModule[], transport: TransportContext): Registry {
  let modules = initial;
  return {
    modules: () => modules,
    async latest(module) {
      const { data, error } = await send(request(listModules, {}), transport);
      const found = error ? undefined : (data as ModuleList).modules.find(({ name }) => name === module.name);
      if (!found) return module;
      modules = modules.map((known) => (known.name === found.name ? found : known));
      return found;
    },
  };
}
