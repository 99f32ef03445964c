/** The page's Content-Security-Policy. Pure. */
import type { ModuleOverride } from 'shared-api/contracts';

/** Origins from which a session loads overridden modules. */
export function originsOf(overrides: readonly ModuleOverride[]): string[] {
  return [...new Set(overrides.map((override) => new URL(override.entry).origin))];
}

/**
 * @param nonce of the page's own script and style elements
 * @param origins developers' origins, which also serve hot updates over a websocket
 */
export function pagePolicy(nonce: string, origins: readonly string[]): string {
  const sockets = origins.map((origin) => origin.replace(/^http/, 'ws'));
  const directives: [name: string, ...values: string[]][] = [
    ['default-src', "'self'"],
    ['script-src', "'self'", `'nonce-${nonce}'`, ...origins],
    ['style-src', "'self'", `'nonce-${nonce}'`],
    ['img-src', "'self'", 'data:'],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...origins, ...sockets],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['frame-ancestors', "'none'"],
    ['form-action', "'self'"],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}
