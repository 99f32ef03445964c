/**
 * Decides which strings can become code on the page (Trusted Types, docs/decisions/0071). The content security policy
 * allows only this policy, the default one: it checks every string that the shell, a module of any version or Stripe.js
 * assigns to a sink that runs code.
 */

/** APIs missing from the browser types. */
interface TrustedTypesOfPage {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string | null; createScriptURL: (url: string) => string | null },
  ) => unknown;
}

/** Folders of this host that contain scripts. */
const SCRIPT_FOLDERS = ['/shell/', '/modules/'];

/**
 * True for scripts of the shell and modules. The content security policy lists the other hosts that can serve scripts:
 * a developer's server and the card form's provider.
 */
export function isScriptUrl(url: string, page: string): boolean {
  const address = URL.canParse(url, page) ? new URL(url, page) : undefined;
  if (!address || !/^https?:$/.test(address.protocol)) return false;
  return (
    address.origin !== new URL(page).origin || SCRIPT_FOLDERS.some((folder) => address.pathname.startsWith(folder))
  );
}

/**
 * True for text without markup: only `<` opens a tag and only `&` starts a character reference. MUI's date fields write
 * their sections this way, and `goober`, a dependency of notistack, writes a space into a new style element.
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
