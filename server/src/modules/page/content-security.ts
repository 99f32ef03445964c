/** The page's Content-Security-Policy. Pure functions. */
import type { ModuleOverride } from 'shared-api/contracts';

/** Origins of development servers: of overridden modules, and of the shell if it has one. */
export function originsOf(overrides: readonly ModuleOverride[], shellOrigin?: string): string[] {
  const ofModules = overrides.map((override) => new URL(override.entry).origin);
  return [...new Set([...ofModules, ...(shellOrigin === undefined ? [] : [shellOrigin])])];
}

/** External hosts that the page loads scripts and frames from. */
export interface OtherHosts {
  scripts: readonly string[];
  frames: readonly string[];
  calls: readonly string[];
}

const none: OtherHosts = { scripts: [], frames: [], calls: [] };

/** The hosts that Stripe requires: https://docs.stripe.com/security/guide#content-security-policy */
const stripeHosts: OtherHosts = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};

/**
 * Hosts of the card form: Stripe's, or the sandbox's. Only pages of people who are signed in may show it.
 *
 * @param sandboxUrl undefined when the provider is Stripe itself
 */
export function cardFormHosts(provider: { sandboxUrl: string | undefined } | undefined, signedIn: boolean): OtherHosts {
  if (!provider || !signedIn) return none;
  const { sandboxUrl: sandbox } = provider;
  return sandbox === undefined ? stripeHosts : { scripts: [sandbox], frames: [sandbox], calls: [sandbox] };
}

export interface PagePolicyParts {
  /** Nonce of the page's own script and style elements. */
  nonce: string;
  /** Developers' origins, which also serve hot updates over a websocket. */
  origins?: readonly string[];
  others?: OtherHosts;
  /**
   * True if the shell creates the policy that decides which strings become code. A shell without it couldn't load a
   * script.
   */
  trustedTypes: boolean;
}

export function pagePolicy({ nonce, origins = [], others = none, trustedTypes }: PagePolicyParts): string {
  const sockets = origins.map((origin) => origin.replace(/^http/, 'ws'));
  const directives: [name: string, ...values: string[]][] = [
    ['default-src', "'self'"],
    ['script-src', "'self'", `'nonce-${nonce}'`, ...origins, ...others.scripts],
    ['style-src', "'self'", `'nonce-${nonce}'`],
    ['img-src', "'self'", 'data:'],
    ['font-src', "'self'", ...origins],
    ['connect-src', "'self'", ...origins, ...sockets, ...others.calls],
    // For documentation pages of our own in dialogs, and for the card form.
    ['frame-src', "'self'", ...others.frames],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['frame-ancestors', "'none'"],
    ['form-action', "'self'"],
  ];
  // Strings become code only through the shell's policy (docs/decisions/0071).
  if (trustedTypes) directives.push(['require-trusted-types-for', "'script'"], ['trusted-types', 'default']);
  return directives.map((directive) => directive.join(' ')).join('; ');
}
