/**
 * Decides which texts may become code in the page (Trusted Types, docs/decisions/0071). The content security policy allows this
 * policy alone, and it is the default one: it checks every text that the shell, a module of any version or Stripe.js assigns to
 * a place where the browser would run it.
 */

/** What the types of the browser don't have yet. */
interface TrustedTypesOfPage {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string | null; createScriptURL: (url: string) => string | null },
  ) => unknown;
}

/** Folders from which this host serves scripts. */
const SCRIPT_FOLDERS = ['/shell/', '/modules/'];

/**
 * True for a script of the shell or of a module. Of other hosts the content security policy says which may serve scripts: a
 * developer's server, and the card form's provider.
 */
export function isScriptUrl(url: string, page: string): boolean {
  const address = URL.canParse(url, page) ? new URL(url, page) : undefined;
  if (!address || !/^https?:$/.test(address.protocol)) return false;
  return (
    address.origin !== new URL(page).origin || SCRIPT_FOLDERS.some((folder) => address.pathname.startsWith(folder))
  );
}

/**
 * True for text without markup: only `<` opens a tag and only `&` a character reference, so such a text stays a text. MUI's date
 * fields write their sections this way, and `goober`, which notistack brings, a blank into a new style element.
 */
export const isHarmlessHtml = (html: string): boolean => !/[<&]/.test(html);

/** Scripts as text are never allowed, so there is no rule for them. */
export function guardPage(trustedTypes: TrustedTypesOfPage | undefined): void {
  trustedTypes?.createPolicy('default', {
    createHTML: (html) => (isHarmlessHtml(html) ? html : null),
    createScriptURL: (url) => (isScriptUrl(url, location.href) ? url : null),
  });
}

guardPage((globalThis as { trustedTypes?: TrustedTypesOfPage }).trustedTypes);
