/** Enforces the registry's hashes: for entries through the federation runtime, for chunks through webpack's loader. */
import type { LoadableModule } from 'shared-api/contracts';

/** Path segments such as `~2` that a retry inserts. The server ignores them. */
const RETRY_STEP = /\/~\d+\//;

/**
 * Returns a function that maps a script's URL to its integrity hash, or undefined for files outside released modules. A
 * URL within a released module that the registry doesn't list gets an impossible hash, so that the browser blocks it.
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
