/** The server's settings. Reads them from the environment at startup and validates them before anything is opened. */
import { createHash, type KeyObject } from 'node:crypto';
import path from 'node:path';
import type { ModuleOverride } from 'shared-api/contracts';
import type { z } from 'zod';
import { environment, secrets } from './config-environment.js';
import type { StaffNetworks } from '../http/staff-networks.js';
import type { TracingConfig } from '../observability/open-telemetry.js';
import type { RateLimits } from '../rate-limits/limits.js';

type Environment = z.output<typeof environment>;

/** Public, so it protects nothing. Production requires a different key. */
const developmentKey = createHash('sha256').update('practice-console development').digest();

/** Sign-in through an identity provider (OpenID Connect). */
export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** Name of the provider on the sign-in page. */
  name: string;
  /** Claim that lists global flags, e.g. `["internal"]`. */
  flagsClaim: string;
  /** Claim that lists practice ids. */
  practicesClaim: string;
  /** Claim that is the `externalId` of SCIM. */
  externalIdClaim: string;
  /** True if an address counts as verified when the provider doesn't state it. */
  trustAddresses: boolean;
  /** True if the provider sends people back here after ending its session. The address must be registered there. */
  returnAfterSignOut: boolean;
  /** Values of `amr` and `acr` with which the provider states that the person used a second factor. */
  mfaValues: readonly string[];
}

/** The operator's mail server, and the sender of the console's mails. */
export interface MailConfig {
  url: string;
  from: string;
}

/** The operator's collector of the audit log. */
export interface AuditWebhookConfig {
  url: string;
  /** Signing keys. Each call has one signature per key. */
  keys: readonly Buffer[];
}

/** Keys of a Stripe account. */
export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Undefined: half of the account's limit. */
  callsPerSecond: number | undefined;
}

/** The parent account at Twilio, and the organization's subaccount. */
export interface TwilioKeys {
  accountSid: string;
  authToken: string;
  orgAccountSid: string;
}

export interface Config {
  production: boolean;
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  demo: boolean;
  /** True if the demo's people may exist in a production database. */
  allowDemoPeople: boolean;
  demoPractices: number;
  /** Origin of the sandbox that replaces external services. Undefined if there is none. */
  sandboxUrl: string | undefined;
  /** Undefined if the sandbox replaces Stripe, or there is no payment provider. */
  stripe: StripeKeys | undefined;
  /** Undefined if the sandbox replaces Twilio, or there is no voice provider. */
  twilio: TwilioKeys | undefined;
  /** Folders of built remotes that are published at startup. */
  localModules: string[];
  shellDir: string;
  /** Origin of the shell's development server. Undefined if this server serves the shell. */
  shellOrigin: string | undefined;
  /** Modules that every session loads from development servers. */
  moduleOverrides: ModuleOverride[];
  /** Maximum number of a module's versions stored with their files. */
  maxModuleVersions: number;
  /** Public keys of modules' pipelines by name. Empty: versions need no signed statement. */
  pipelineKeys: ReadonlyMap<string, KeyObject>;
  /** Origin under which browsers reach the server. Undefined if not configured. */
  publicUrl: string | undefined;
  /** Number of proxies in front of the server, or their addresses. */
  trustProxy: number | string[];
  oidc: OidcConfig | undefined;
  localAccounts: boolean;
  /** Undefined: the console doesn't send email. */
  mail: MailConfig | undefined;
  /** Undefined: the audit log isn't sent anywhere. */
  auditWebhook: AuditWebhookConfig | undefined;
  /** How long audit log entries are kept. Undefined: forever. */
  auditRetentionDays: number | undefined;
  /** True if admins and internal staff need a second factor. */
  requireMfa: boolean;
  /** Keys for account secrets. The first one encrypts; all decrypt. */
  accountKeys: readonly Buffer[];
  /** Keys for password hashes. The first one makes new hashes; all are accepted. Empty: hashes need none. */
  passwordKeys: readonly Buffer[];
  logLevel: string;
  /** Idle timeout of a session, in hours. */
  sessionHours: number;
  /** Maximum lifetime of a session, in hours, even while it is used. */
  sessionMaxHours: number;
  /** Addresses of other applications for quick links, by their pair of tabs. */
  quickLinkTargets: Readonly<Record<string, string>>;
  /** Networks that admins and internal staff must work from. Undefined: anywhere. */
  staffNetworks: StaffNetworks | undefined;
  /** True if staff must give a reason to open a practice they aren't a member of. */
  staffAccessReason: boolean;
  /** The kinds of change that wait for a second person. */
  approvals: {
    promotions: boolean;
    /** Bulk changes of more practices than this wait. Undefined: none does. */
    bulkOver: number | undefined;
  };
  /** Maximum number of calls, by kind of limit. */
  rateLimits: RateLimits;
  /** Token for `/metrics`. Undefined: the address doesn't exist. */
  metricsToken: string | undefined;
  /** Destination of traces. Undefined: none are recorded. */
  tracing: TracingConfig | undefined;
}

/** Thrown at startup. The message names each invalid variable. */
export class ConfigError extends Error {}

/**
 * @param env the process's environment; an empty value counts as absent
 * @throws ConfigError naming every invalid variable
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const it = parseEnvironment(env);
  const production = it.NODE_ENV === 'production';
  return {
    production,
    host: it.HOST,
    port: it.PORT,
    dataDir: it.DATA_DIR,
    databaseUrl: it.DATABASE_URL,
    demo: it.DEMO ?? !production,
    allowDemoPeople: it.ALLOW_DEMO_PEOPLE,
    demoPractices: it.DEMO_PRACTICES,
    sandboxUrl: it.SANDBOX_URL,
    stripe: stripeKeysIn(it),
    twilio: twilioKeysIn(it),
    localModules: it.LOCAL_MODULES.split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => path.resolve(name)),
    shellDir: it.SHELL_DIR,
    shellOrigin: it.SHELL_ORIGIN,
    moduleOverrides: it.MODULE_OVERRIDES,
    maxModuleVersions: it.MODULE_VERSIONS_MAX,
    pipelineKeys: it.MODULE_PIPELINE_KEYS,
    publicUrl: it.PUBLIC_URL,
    trustProxy: it.TRUST_PROXY,
    oidc: oidcIn(it),
    localAccounts: it.LOCAL_ACCOUNTS,
    mail:
      it.SMTP_URL === undefined || it.MAIL_FROM === undefined ? undefined : { url: it.SMTP_URL, from: it.MAIL_FROM },
    auditWebhook:
      it.AUDIT_WEBHOOK_URL === undefined || it.AUDIT_WEBHOOK_SECRET === undefined
        ? undefined
        : { url: it.AUDIT_WEBHOOK_URL.href, keys: it.AUDIT_WEBHOOK_SECRET },
    auditRetentionDays: it.AUDIT_RETENTION_DAYS,
    requireMfa: it.REQUIRE_MFA ?? production,
    accountKeys: it.ACCOUNT_SECRETS_KEY ?? [developmentKey],
    passwordKeys: it.PASSWORD_SECRET_KEY ?? [],
    logLevel: it.LOG_LEVEL,
    sessionHours: it.SESSION_HOURS,
    sessionMaxHours: it.SESSION_MAX_HOURS ?? Math.max(24, it.SESSION_HOURS),
    quickLinkTargets: it.QUICK_LINK_TARGETS,
    staffNetworks: it.STAFF_NETWORKS,
    staffAccessReason: it.STAFF_ACCESS_REASON,
    approvals: {
      promotions: it.APPROVALS_FOR.includes('promotions'),
      bulkOver: it.APPROVALS_FOR.includes('bulk-changes') ? it.APPROVALS_BULK_OVER : undefined,
    },
    rateLimits: it.RATE_LIMITS,
    metricsToken: it.METRICS_TOKEN,
    tracing: tracingIn(it),
  };
}

function parseEnvironment(env: Record<string, string | undefined>): Environment {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const read = environment.safeParse(present);
  if (read.success) return read.data;
  const lines = read.error.issues.map((issue) => {
    const name = issue.path.join('.');
    const value = present[name];
    return `${name} ${issue.message}${value === undefined || secrets.has(name) ? '' : `, but is "${value}"`}`;
  });
  throw new ConfigError(`Check these environment variables:\n  ${lines.join('\n  ')}`);
}

function stripeKeysIn(it: Environment): StripeKeys | undefined {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = it;
  if (secretKey === undefined || publishableKey === undefined || webhookSecret === undefined) return undefined;
  return { secretKey, publishableKey, webhookSecret, callsPerSecond: it.STRIPE_CALLS_PER_SECOND };
}

function twilioKeysIn(it: Environment): TwilioKeys | undefined {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_ORG_ACCOUNT_SID: orgAccountSid } = it;
  if (accountSid === undefined || authToken === undefined || orgAccountSid === undefined) return undefined;
  return { accountSid, authToken, orgAccountSid };
}

function oidcIn(it: Environment): OidcConfig | undefined {
  if (it.OIDC_ISSUER === undefined || it.OIDC_CLIENT_ID === undefined) return undefined;
  return {
    issuer: it.OIDC_ISSUER,
    clientId: it.OIDC_CLIENT_ID,
    clientSecret: it.OIDC_CLIENT_SECRET,
    name: it.OIDC_NAME,
    flagsClaim: it.OIDC_FLAGS_CLAIM,
    practicesClaim: it.OIDC_PRACTICES_CLAIM,
    externalIdClaim: it.OIDC_EXTERNAL_ID_CLAIM,
    trustAddresses: it.OIDC_TRUST_ADDRESSES,
    returnAfterSignOut: it.OIDC_RETURN_AFTER_SIGN_OUT,
    mfaValues: it.OIDC_MFA_VALUES,
  };
}

function tracingIn(it: Environment): TracingConfig | undefined {
  if (it.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  return {
    endpoint: it.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: it.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: it.OTEL_SERVICE_NAME,
    share: it.OTEL_TRACES_SAMPLER_ARG,
    trustsCallers: it.TRUST_TRACEPARENT,
  };
}
