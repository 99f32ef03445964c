/** The address to return to after a sign-in, which is always a page of this console. */

const HOME = '/';
const base = 'http://console.local';

/**
 * The path of a page of the console. Anything else, such as another site, becomes the start page. A browser resolves
 * the address of a redirect again, so the result is accepted only if it resolves to this console a second time:
 * `/.//evil.example` first resolves to `//evil.example`, which names a host.
 */
export function localReturnPath(text: string | undefined): string {
  const path = text === undefined ? undefined : resolved(text);
  if (path === undefined || resolved(path) !== path) return HOME;
  return path;
}

function resolved(text: string): string | undefined {
  if (!text.startsWith('/') || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  if (url.origin !== base || url.username !== '' || url.pathname === '/api' || url.pathname.startsWith('/api/')) {
    return undefined;
  }
  return url.pathname + url.search + url.hash;
}
