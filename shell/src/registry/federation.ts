/** Loads remotes through the Module Federation runtime, so that failed loads can be retried. */
import { getInstance, type ModuleFederation } from '@module-federation/enhanced/runtime';
import type { ContributionModule, Lifecycles } from 'shared-api';
import type { LoadableModule } from 'shared-api/contracts';
import { integrityIn } from './integrity';
import { provided } from './provided';

/** The name of a module's container, as set by its build. */
const containerName = (name: string): string => name.replace(/-/g, '_');

function host(): ModuleFederation {
  const instance = getInstance();
  if (!instance) throw new Error('The federation runtime of the shell has not started');
  return instance;
}

/** Makes the runtime and webpack's loaders verify the hash of every module file. Called once, before any load. */
export function enforceIntegrity(modules: () => readonly LoadableModule[]): void {
  let known = modules();
  let integrityOfKnown = integrityIn(known, location.origin);
  const integrityOf = (url: string): string | undefined => {
    if (known !== modules()) {
      known = modules();
      integrityOfKnown = integrityIn(known, location.origin);
    }
    return integrityOfKnown(url);
  };
  globalThis.__consoleIntegrity = integrityOf;
  host().registerPlugins([
    {
      name: 'console-integrity',
      createScript({ url }) {
        const script = document.createElement('script');
        script.src = url;
        const integrity = integrityOf(url);
        if (integrity !== undefined) script.integrity = integrity;
        return { script };
      },
    },
  ]);
}

/**
 * Clears shared packages whose load has not finished. The runtime caches the promise of a failed load, so one 503 on a
 * shared chunk would otherwise break every module until a page reload.
 */
function forgetUnfinishedShares(): void {
  for (const versions of Object.values(host().shareScopeMap['default'] ?? {})) {
    for (const share of Object.values(versions)) {
      if (share.loading && !share.loaded && !share.lib) share.loading = null;
    }
  }
}

/**
 * The entry URL of an attempt. Later attempts use a different path, because the browser keeps waiting for a hung URL.
 */
export function entryFor(module: LoadableModule, attempt: number): string {
  const url = new URL(module.entry, location.origin);
  if (attempt === 1) return url.href;
  if (module.overridden) url.searchParams.set('attempt', String(attempt));
  else url.pathname = url.pathname.replace(/\/([^/]+)$/, `/~${attempt}/$1`);
  return url.href;
}

/**
 * Loads the lifecycles of a module. Rejects if its entry or a chunk can't be fetched, fails its hash, or throws on
 * import. It can hang, so callers set a deadline.
 *
 * @param attempt 1 for the first load of this module in the page, then counting up
 * @param route the page to open, whose shared packages load in parallel with the module
 */
export async function loadLifecycles(module: LoadableModule, attempt: number, route: string): Promise<Lifecycles> {
  const name = containerName(module.name);
  if (attempt > 1) forgetUnfinishedShares();
  // Loads in parallel with the entry. Failures are ignored here, because they recur and are reported when the module
  // requests the package.
  const shared = module.pages?.[route]?.shared ?? module.shared;
  for (const kitEntry of new Set(['shared-ui', ...shared])) provided[kitEntry]?.().catch(() => undefined);
  host().registerRemotes([{ name, entry: entryFor(module, attempt) }], { force: attempt > 1 });
  const loaded = await host().loadRemote<Lifecycles>(`${name}/lifecycles`, { from: 'runtime' });
  if (typeof loaded?.mount !== 'function' || typeof loaded.unmount !== 'function') {
    throw new Error(`${module.name} does not expose the lifecycles of a module`);
  }
  return loaded;
}

/**
 * Loads a contribution's code. Can reject or hang like `loadLifecycles`.
 *
 * @param attempt 1 for the first load of this contribution in the page, then counting up
 */
export async function loadContribution(
  module: LoadableModule,
  contribution: string,
  attempt: number,
): Promise<ContributionModule> {
  const name = containerName(module.name);
  if (attempt > 1) forgetUnfinishedShares();
  host().registerRemotes([{ name, entry: entryFor(module, attempt) }], { force: attempt > 1 });
  const loaded = await host().loadRemote<ContributionModule>(`${name}/contributions/${contribution}`, {
    from: 'runtime',
  });
  if (typeof loaded?.contribute !== 'function') {
    throw new Error(`${module.name} does not expose the contribution ${contribution}`);
  }
  return loaded;
}
