/** The first calls of the page at an address. The browser makes them in parallel with loading the page's scripts. */
import type { Call, ModuleRoute } from 'shared-api/contracts';
import { checkAccess } from '../../platform/http/access.js';
import { allContracts } from '../../platform/http/all-contracts.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { PersonPrincipal } from '../../platform/http/principal.js';
import { isAddressOf, parametersOf, practiceOfAddress } from '../registry/routes-of-modules.js';

/** The read call of a URL with parameters; undefined if this server has none. */
export function callOf(url: string): Call | undefined {
  const [path] = url.split('?');
  return [...allContracts.values()].find((call) => call.method === 'GET' && call.path === path);
}

/** True if the person may make the call, by the rule that every call is checked by. */
function mayCall(call: Call, person: PersonPrincipal, practiceId: number | undefined): boolean {
  try {
    checkAccess(call, person, { practiceId, module: undefined });
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * The URLs of the route's first calls that the person may make. None if the person may not make the first one, which
 * reads the page's own record. Also none for an address with a query, because the page then reads other data, or for an
 * address below the route, which has no page.
 */
export function firstCallsAt(
  route: ModuleRoute,
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
  person: PersonPrincipal,
): string[] {
  if (search !== '' || !isAddressOf(route, pathname)) return [];
  const practiceId = practiceOfAddress(pathname);
  const allowed = (route.first_calls ?? []).map((url) => {
    const call = callOf(url);
    return { url, ok: call !== undefined && mayCall(call, person, practiceId) };
  });
  if (allowed[0]?.ok !== true) return [];
  const parameters = parametersOf(route, pathname);
  return allowed
    .filter(({ ok }) => ok)
    .map(({ url }) => url.replace(/:[a-z][a-z0-9_-]*/gi, (name) => parameters.get(name) ?? name));
}
