/** Enforces the registry's hashes: for entries through the federation runtime, for chunks through webpack's loader. */
import type { LoadableModule } from 'shared-api/contracts';

/** Steps such as `~2` that a retry puts into a path; the server ignores them. */
const RETRY_STEP = /\/~\d+\//;

/**
 * A function for the integrity of a script by its URL, or undefined for what is no file of a released module. A URL below a released
 * module that the registry does not list gets a hash that nothing has, so that it is refused.
 */
export function integrityIn(modules: readonly LoadableModule[], origin: string): (url: string) => string | undefined {
  const known = new Map<string, string>();
  const released: string[] = [];
  for (const module of modules) {
    if (module.overridden) continue;
    const base = new URL('.', new URL(module.entry, origin)).pathname;
    released.push(base);
    for (const [file, hash] of Object.entries(module.files)) known.set(base + file, hash);
  }
  const matchesNothing = `sha384-${'A'.repeat(64)}`;
  return (url) => {
    const { origin: urlOrigin, pathname } = new URL(url, origin);
    if (urlOrigin !== origin) return undefined;
    const path = pathname.replace(RETRY_STEP, '/');
    return known.get(path) ?? (released.some((base) => path.startsWith(base)) ? matchesNothing : undefined);
  };
}

declare global {
  /** Read by the script loader of every remote's build. */
  var __consoleIntegrity: ((url: string) => string | undefined) | undefined;
}
