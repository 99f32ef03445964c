/** The page's Content-Security-Policy. Pure. */
import type { ModuleOverride } from 'shared-api/contracts';

/** Origins of development servers: of overridden modules, and of the shell where it has one. */
export function originsOf(overrides: readonly ModuleOverride[], shellOrigin?: string): string[] {
  const ofModules = overrides.map((override) => new URL(override.entry).origin);
  return [...new Set([...ofModules, ...(shellOrigin === undefined ? [] : [shellOrigin])])];
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
    ['font-src', "'self'", ...origins],
    ['connect-src', "'self'", ...origins, ...sockets],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['frame-ancestors', "'none'"],
    ['form-action', "'self'"],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}
