/** Where a person is sent after signing in: only a page of this console. */

const HOME = '/';
const base = 'http://console.local';

/**
 * The path of a page of the console; the start page for anything else, such as another site. A browser resolves what a
 * redirect names once more, so the result is taken only when it still stays here then (`/.//evil.example` comes out of
 * the first resolution as `//evil.example`, which names a host).
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
