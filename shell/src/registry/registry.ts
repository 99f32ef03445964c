/** The modules of this session. Reloads a module from the registry after a failure. */
import { request, send, type TransportContext } from 'shared-api';
import { listModules, type LoadableModule, type ModuleList } from 'shared-api/contracts';

export interface Registry {
  modules(): readonly LoadableModule[];
  /**
   * Reloads the module from the registry, so that a retry loads a version that was rolled back or fixed.
   * Resolves to the given module if the registry is not available.
   */
  latest(module: LoadableModule): Promise<LoadableModule>;
}

/** @param initial the page's modules. Versions in later responses also fit its kit */
export function createRegistry(
  { modules: initial, shared_ui }: Pick<ModuleList, 'modules' | 'shared_ui'>,
  transport: TransportContext,
): Registry {
  let modules: readonly LoadableModule[] = initial;
  return {
    modules: () => modules,
    async latest(module) {
      const { data, error } = await send(request(listModules, { query: { shared_ui } }), transport);
      const found = error ? undefined : (data as ModuleList).modules.find(({ name }) => name === module.name);
      if (!found) return module;
      modules = modules.map((known) => (known.name === found.name ? found : known));
      return found;
    },
  };
}
